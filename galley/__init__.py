"""Galley, a desk for reviewing machine-written summaries: ``galley.core`` without a window, ``galley.gui`` the window.

It is the notebook's door too: ``galley.open("news.galley")`` gives a project whose tables are pandas DataFrames
(``docs/notebook.md``), ``galley.read(frame, path)`` makes one of a DataFrame,
``galley.chart`` gives one of the program's charts. Neither is loaded before it is asked for.

In a checkout the folders of these two packages stand at the top, where people look for them; here the checkout is
laid under this package, so that the program runs without being installed. An installed wheel holds all in one folder.
"""

import os.path

# Where numpy's products are OpenBLAS's: its threads wait in a loop that keeps a second processor busy for some 25 ms
# after each product, beside the window. They sleep at once instead (2**4 cycles); nothing is computed differently.
os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "4")

_HERE = os.path.dirname(os.path.abspath(__file__))
if not os.path.isdir(os.path.join(_HERE, "core")):
    __path__.append(os.path.dirname(_HERE))

_DOOR = {"open": "open_book", "read": "read_frame", "chart": "chart", "Book": "Book"}


def __getattr__(name: str) -> object:
    if name in _DOOR:
        from galley.core.notebook import project

        return getattr(project, _DOOR[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_DOOR])
