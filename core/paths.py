"""Where things lie: what ships with the program, and what it keeps for the person who uses it.

Shipped folders are found in three places: at the top of a checkout, at ``core/shipped/`` in an installed
wheel (``setup.py`` puts them there), and at the top of a frozen PyInstaller bundle.

The user's folders are those of the platform, and only the user may look into them. The environment variable
GALLEY_HOME puts all three under one folder instead, for tests, for portable installs and for trying things without
touching one's own settings.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from galley.core.errors import GalleyError

APP = "galley"


def resources() -> Path:
    """The shipped folder with schemes, themes, icons, fonts, the sample and the shortcuts. Read only."""
    return _find_shipped("resources")


def prompts() -> Path:
    """The shipped folder with one folder of prompts a method. Read only."""
    return _find_shipped("prompts")


def docs() -> Path:
    """The shipped folder with the pages of the guide. Read only."""
    return _find_shipped("docs")


def config_dir() -> Path:
    """The user's folder for settings and own schemes; made if it is missing.

    Raises: GalleyError where it cannot be made.
    """
    return _own("config")


def config_place() -> Path:
    """The same folder, which need not be there: for reading what may be in it."""
    return _place("config")


def data_dir() -> Path:
    """The user's folder for what should be kept: the sample project, backups, crash reports; made if missing.

    Raises: GalleyError where it cannot be made.
    """
    return _own("data")


def cache_dir() -> Path:
    """The user's folder for what may be deleted at any time; made if missing.

    Raises: GalleyError where it cannot be made.
    """
    return _own("cache")


def policy_file() -> Path:
    """Where an administrator's policy lies (``galley.core.policy``); it need not be there. No variable moves it."""
    if sys.platform == "win32":
        import ctypes
        from ctypes import wintypes

        buffer = ctypes.create_unicode_buffer(wintypes.MAX_PATH)
        ctypes.windll.shell32.SHGetFolderPathW(None, 0x23, None, 0, buffer)  # CSIDL_COMMON_APPDATA: C:\\ProgramData
        return Path(buffer.value or "C:/ProgramData") / APP / "policy.toml"
    if sys.platform == "darwin":
        return Path("/Library/Application Support") / APP / "policy.toml"
    return Path("/etc") / APP / "policy.toml"


def make_private_folder(folder: Path) -> Path:
    """A folder that nobody else looks into, made if it is missing; one that was open to others is closed to them.

    Raises: OSError where it cannot be made.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(OSError):  # another's folder stays as they have it
        if os.name == "posix" and folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
    return folder


def _find_shipped(name: str) -> Path:
    bundle = getattr(sys, "_MEIPASS", None)
    if bundle is not None:
        return Path(bundle) / name
    package = Path(__file__).resolve().parent
    installed = package / "shipped" / name
    return installed if installed.is_dir() else package.parent / name


def _place(kind: str) -> Path:
    home = os.environ.get("GALLEY_HOME")
    if home:
        return Path(home).expanduser().absolute() / kind
    import platformdirs

    return Path(getattr(platformdirs, f"user_{kind}_dir")(APP, appauthor=False))


def _own(kind: str) -> Path:
    folder = _place(kind)
    try:
        make_private_folder(folder)
    except OSError as error:
        raise GalleyError(
            f"The folder {folder} cannot be made ({error.strerror}); "
            "make it by hand or set GALLEY_HOME to another one."
        ) from error
    return folder
