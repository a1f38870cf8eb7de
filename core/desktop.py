"""Galley in the menu of a user's desktop, and projects that open with it: for this user alone, on each system in its
own way, and taken back without a trace. Only Linux's has been seen to work; the others are written from their manuals.

Linux: an entry, a kind of file and an icon under ``XDG_DATA_HOME``. Windows: ``HKCU\\Software\\Classes`` and a shortcut
in the Start menu. macOS: a small application in ``~/Applications`` that starts the installed program.
"""

from __future__ import annotations

import os
import plistlib
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from galley.core import __version__
from galley.core.errors import InputError
from galley.core.paths import resources

KIND = "Galley.Project"
CLASSES = r"Software\Classes"
OURS = "GalleyIntegration"
"""What is in the application of macOS that this made, and in no other."""


def add() -> list[Path]:
    """Add Galley; gives the files that were made. Adding it again makes them anew.

    Raises: InputError where the program is not installed, or something else is in the place of a file.
    """
    program = _program()
    try:
        if sys.platform == "win32":
            import winreg

            _register(winreg, program)
            return _shortcut(program)
        if sys.platform == "darwin":
            return add_macos(program, Path.home() / "Applications")
        return add_linux(program, _share())
    except OSError as error:
        raise InputError(f"Galley cannot be added to the menu ({error.strerror}: {error.filename}).") from error


def remove() -> list[Path]:
    """Take it back; gives the files that are gone. Raises: InputError"""
    try:
        if sys.platform == "win32":
            import winreg

            _unregister(winreg)
            return _remove_files(_start_menu())
        if sys.platform == "darwin":
            return remove_macos(Path.home() / "Applications")
        return remove_linux(_share())
    except OSError as error:
        raise InputError(f"Galley cannot be taken out of the menu ({error.strerror}: {error.filename}).") from error


def _program() -> Path:
    """What opens the window: beside this Python, where pip, pipx, uv and the bundle put it."""
    ending = ".exe" if sys.platform == "win32" else ""
    for name in ("galley-desk", "galley"):
        path = Path(sys.executable).parent / f"{name}{ending}"
        if path.is_file():
            return path
    raise InputError(
        f"There is no program galley-desk beside {sys.executable}; install Galley with uv or pipx (see the README)."
    )


def _remove_files(*paths: Path) -> list[Path]:
    existing = [path for path in paths if path.exists()]
    for path in existing:
        path.unlink()
    return existing


# Linux -------------------------------------------------------------------------------------------------------------


def _share() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def _places(share: Path) -> tuple[Path, Path, Path]:
    return (
        share / "applications" / "galley.desktop",
        share / "mime" / "packages" / "galley-mime.xml",
        share / "icons" / "hicolor" / "scalable" / "apps" / "galley.svg",
    )


def add_linux(program: Path, share: Path) -> list[Path]:
    """The entry, the kind of file and the icon. Raises: OSError"""
    entry, mime, icon = _places(share)
    for path in (entry, mime, icon):
        path.parent.mkdir(parents=True, exist_ok=True)
    lines = (resources() / "desktop" / "galley.desktop").read_text(encoding="utf-8").splitlines()
    replacements = {"Exec=": f"Exec={_quote_path(program)} open %f", "TryExec=": f"TryExec={program}"}
    new_lines = [next((new for start, new in replacements.items() if line.startswith(start)), line) for line in lines]
    entry.write_text("\n".join([*new_lines, ""]), encoding="utf-8", newline="\n")
    shutil.copyfile(resources() / "desktop" / "galley-mime.xml", mime)
    shutil.copyfile(resources() / "icons" / "galley.svg", icon)
    _refresh(share)
    return [entry, mime, icon]


def remove_linux(share: Path) -> list[Path]:
    """Take all three away. Raises: OSError"""
    removed_paths = _remove_files(*_places(share))
    _refresh(share)
    return removed_paths


def _quote_path(program: Path) -> str:
    """A path as an entry's command line wants it, where each backslash is written as two once more."""
    plain = str(program).replace("\\", "\\\\\\\\").replace("%", "%%")
    for sign in '"`$':
        plain = plain.replace(sign, f"\\\\{sign}")
    return f'"{plain}"'


def _refresh(share: Path) -> None:
    for program, folder in (("update-mime-database", "mime"), ("update-desktop-database", "applications")):
        if shutil.which(program) and (share / folder).is_dir():
            subprocess.run([program, str(share / folder)], check=False, capture_output=True)


# Windows -----------------------------------------------------------------------------------------------------------


def _register(winreg: Any, program: Path) -> None:
    """``winreg`` is Python's module. Raises: OSError"""
    for key, value in (
        (rf"{CLASSES}\{KIND}", "Galley project"),
        (rf"{CLASSES}\{KIND}\DefaultIcon", f"{program},0"),
        (rf"{CLASSES}\{KIND}\shell\open\command", f'"{program}" open "%1"'),
        (rf"{CLASSES}\.galley", KIND),
    ):
        with winreg.CreateKeyEx(winreg.HKEY_CURRENT_USER, key, 0, winreg.KEY_WRITE) as handle:
            winreg.SetValueEx(handle, "", 0, winreg.REG_SZ, value)
    _tell_explorer()


def _unregister(winreg: Any) -> None:
    keys = [rf"{CLASSES}\{KIND}\{suffix}" for suffix in (r"shell\open\command", r"shell\open", "shell", "DefaultIcon")]
    keys.append(rf"{CLASSES}\{KIND}")
    try:
        if winreg.QueryValue(winreg.HKEY_CURRENT_USER, rf"{CLASSES}\.galley") == KIND:  # or it is another program's
            keys.append(rf"{CLASSES}\.galley")
    except FileNotFoundError:
        pass
    for key in keys:
        try:
            winreg.DeleteKey(winreg.HKEY_CURRENT_USER, key)
        except FileNotFoundError:
            continue
    _tell_explorer()


def _tell_explorer() -> None:
    """That a kind of file opens otherwise now."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.shell32.SHChangeNotify(0x08000000, 0, None, None)


def _start_menu() -> Path:
    return Path(os.environ["APPDATA"]) / "Microsoft/Windows/Start Menu/Programs/Galley.lnk"


def _shortcut(program: Path) -> list[Path]:
    """By PowerShell, because only COM makes one; paths go by the environment, so that none is taken for a command."""
    place = _start_menu()
    code = (
        "$link = (New-Object -ComObject WScript.Shell).CreateShortcut($env:GALLEY_LINK);"
        "$link.TargetPath = $env:GALLEY_PROGRAM; $link.Save()"
    )
    words: Sequence[str] = ("powershell.exe", "-NoProfile", "-NonInteractive", "-Command", code)
    environment = os.environ | {"GALLEY_LINK": str(place), "GALLEY_PROGRAM": str(program)}
    done = subprocess.run(words, env=environment, check=False, capture_output=True)
    if done.returncode or not place.exists():
        raise InputError(f"The shortcut {place} cannot be made; projects open with Galley, and you can pin it by hand.")
    return [place]


# macOS -------------------------------------------------------------------------------------------------------------


def add_macos(program: Path, folder: Path) -> list[Path]:
    """An application that starts ``program``, and gets the event of a project that was double-clicked, since its
    process becomes that one. Raises: InputError where another application is there, OSError"""
    place = folder / "Galley.app"
    if place.exists() and not _made_here(place):
        raise InputError(f"{place} already exists and was not made by galley setup integrate; move it away first.")
    script = place / "Contents" / "MacOS" / "Galley"
    script.parent.mkdir(parents=True, exist_ok=True)
    quoted = str(program).replace("'", "'\\''")
    script.write_text(f"#!/bin/sh\nexec '{quoted}' \"$@\"\n", encoding="utf-8", newline="\n")
    script.chmod(0o755)
    kind = {"CFBundleTypeName": "Galley project", "CFBundleTypeExtensions": ["galley"], "CFBundleTypeRole": "Editor"}
    plist = {
        "CFBundleName": "Galley",
        "CFBundleExecutable": "Galley",
        "CFBundleIconFile": "galley",
        "CFBundleIdentifier": "org.galley.desk.integration",
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": __version__,
        "CFBundleDocumentTypes": [kind],
        "NSHighResolutionCapable": True,
        OURS: True,
    }
    icon = place / "Contents" / "Resources" / "galley.icns"
    icon.parent.mkdir(exist_ok=True)
    shutil.copyfile(resources() / "desktop" / "galley.icns", icon)
    (place / "Contents" / "Info.plist").write_bytes(plistlib.dumps(plist))
    return [place]


def remove_macos(folder: Path) -> list[Path]:
    """Take the application away, if it is the one that this made. Raises: OSError"""
    place = folder / "Galley.app"
    if not _made_here(place):
        return []
    shutil.rmtree(place)
    return [place]


def _made_here(place: Path) -> bool:
    try:
        return bool(plistlib.loads((place / "Contents" / "Info.plist").read_bytes()).get(OURS))
    except (OSError, plistlib.InvalidFileException, ValueError):
        return False
