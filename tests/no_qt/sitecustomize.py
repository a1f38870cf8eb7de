"""Hides Qt, so that tests/core runs as in an environment where PySide6 is not installed.

With this folder on PYTHONPATH Python imports this module at its start, and so does every Python that a test
starts. It takes the finder of installed packages and has it not find these: ``import PySide6`` raises
ModuleNotFoundError, ``importlib.util.find_spec`` gives None, ``importlib.metadata`` knows no such
distribution and pytest does not load its Qt plugin: just as if nobody had installed them.
"""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder

TYPE_CHECKING = False
if TYPE_CHECKING:  # not from typing: this runs at every start and must stay quick
    from collections.abc import Iterable, Sequence
    from importlib.machinery import ModuleSpec
    from importlib.metadata import Distribution, DistributionFinder
    from types import ModuleType

PACKAGES = frozenset({"PySide6", "shiboken6", "pyqtgraph", "pytestqt"})
DISTRIBUTIONS = frozenset({"pyside6", "pyside6-essentials", "shiboken6", "pyqtgraph", "pytest-qt"})


class FinderWithoutQt(PathFinder):
    """The finder of installed packages, blind to Qt."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] in PACKAGES:
            return None
        return super().find_spec(fullname, path, target)

    @classmethod
    def find_distributions(
        cls, *context: DistributionFinder.Context
    ) -> Iterable[Distribution]:
        for found in super().find_distributions(*context):
            # Only this line: to parse the metadata of every package, as found.metadata does, takes much longer.
            text = found.read_text("METADATA") or found.read_text("PKG-INFO") or ""
            name = text.partition("\nName:")[2].partition("\n")[0].strip()
            if name.lower().replace("_", "-") not in DISTRIBUTIONS:
                yield found


sys.meta_path = [FinderWithoutQt if finder is PathFinder else finder for finder in sys.meta_path]
