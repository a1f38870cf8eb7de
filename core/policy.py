"""What whoever administers the machine allows: a TOML file in a folder that users may not write to.

    confidential = true                                   # every project is, whether it says so or not
    providers = ["anthropic", "https://llm.example.org"]  # by name or address; nothing but these is asked
    extensions = ["galley-tone"]                          # nothing but these is loaded; [] for none

What is left out is not restricted. Without the file nothing is. A file that cannot be read or understood allows
nothing, and says so: who wrote it wanted something forbidden.
"""

from __future__ import annotations

from dataclasses import dataclass

from galley.core import paths
from galley.core.errors import InputError
from galley.core.foreign_files import MOST_SETTINGS, load_toml, read_whole

LISTS = ("providers", "extensions")


@dataclass(frozen=True, slots=True)
class Policy:
    """``providers`` and ``extensions`` are what is allowed; None where anything is."""

    confidential: bool = False
    providers: tuple[str, ...] | None = None
    extensions: tuple[str, ...] | None = None


def read() -> Policy:
    """The policy of this machine. Raises: InputError where the file is broken."""
    path = paths.policy_file()
    try:
        settings = load_toml(read_whole(path, MOST_SETTINGS).decode())
    except FileNotFoundError:
        return Policy()
    except (OSError, ValueError) as error:
        raise InputError(
            f"The policy {path} cannot be read ({error}); ask the administrator of this machine."
        ) from None
    for name, value in settings.items():
        listed = isinstance(value, list) and all(isinstance(entry, str) for entry in value)
        if not (listed if name in LISTS else name == "confidential" and isinstance(value, bool)):
            raise InputError(f"The policy {path} says {name!r} as it cannot be; ask the administrator of this machine.")
    lists = {name: tuple(settings[name]) for name in LISTS if name in settings}
    return Policy(settings.get("confidential", False), **lists)
