"""``galley setup integrate``: in an empty home on Linux for real; the registry of Windows and macOS's folder as
stand-ins."""

from __future__ import annotations

import os
import plistlib
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from galley.core import desktop
from galley.core.errors import InputError


def files_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.skipif(sys.platform != "linux", reason="the entry of a Linux desktop")
def test_it_is_added_for_the_user_alone_and_taken_back(tmp_path: Path) -> None:
    home, bin_ = tmp_path / "home", tmp_path / "a $folder 100%" / "bin"
    home.mkdir()
    bin_.mkdir(parents=True)
    (bin_ / "galley-desk").write_text("#!/bin/sh\n", "utf-8")
    code = (
        "import sys; from galley.core import cli\n"
        f"sys.executable = {str(bin_ / 'python')!r}\n"
        "sys.exit(cli.main(['integrate', *sys.argv[1:]]))"
    )

    def run(*words: str) -> str:
        environment = {**os.environ, "HOME": str(home), "XDG_DATA_HOME": ""}
        done = subprocess.run(
            [sys.executable, "-c", code, *words], env=environment, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    for _ in range(2):
        assert "in the menu now" in run()
    share = home / ".local" / "share"
    entry = (share / "applications/galley.desktop").read_text("utf-8")
    line = next(line for line in entry.splitlines() if line.startswith("Exec="))
    command = line.removeprefix("Exec=").replace("\\\\", "\\").replace("%%", "%").replace("\\$", "$")
    assert shlex.split(command) == [str(bin_ / "galley-desk"), "open", "%f"]
    assert f"TryExec={bin_ / 'galley-desk'}\n" in entry and "MimeType=application/x-galley-project;" in entry
    assert {"applications/galley.desktop", "mime/packages/galley-mime.xml"} <= files_in(share)
    assert "no longer in the menu" in run("--remove")
    left = {name for name in files_in(home) if "galley" in name and "mime/" not in name}
    assert left == set() and not (share / "mime/packages/galley-mime.xml").exists()
    assert "was not in the menu" in run("--remove")


def test_a_checkout_without_the_program_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(InputError, match="The program galley-desk is missing beside"):
        desktop.add()


class Registry:
    """As much of ``winreg`` as is used."""

    HKEY_CURRENT_USER, KEY_WRITE, REG_SZ = "HKCU", 2, 1

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}

    @contextmanager
    def CreateKeyEx(self, root: str, key: str, reserved: int, access: int) -> Iterator[str]:
        assert root == "HKCU"
        yield key

    def SetValueEx(self, key: str, name: str, reserved: int, kind: int, value: str) -> None:
        self.keys[key] = value

    def QueryValue(self, root: str, key: str) -> str:
        if key not in self.keys:
            raise FileNotFoundError
        return self.keys[key]

    def DeleteKey(self, root: str, key: str) -> None:
        if key not in self.keys:
            raise FileNotFoundError
        if any(other.startswith(f"{key}\\") for other in self.keys):
            raise PermissionError("Windows deletes no key that has others below it")
        del self.keys[key]


def test_the_registry_of_windows() -> None:
    registry = Registry()
    desktop._register(registry, Path("C:/Users/ito/galley-desk.exe"))
    assert registry.keys[r"Software\Classes\.galley"] == "Galley.Project"
    command = registry.keys[r"Software\Classes\Galley.Project\shell\open\command"]
    assert command == '"C:/Users/ito/galley-desk.exe" open "%1"'
    desktop._unregister(registry)
    assert registry.keys == {}
    registry.keys[r"Software\Classes\.galley"] = "Another.Program"
    desktop._unregister(registry)
    assert registry.keys == {r"Software\Classes\.galley": "Another.Program"}


def test_the_application_of_macos(tmp_path: Path) -> None:
    program = tmp_path / "it's here" / "galley-desk"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho started $1\n", "utf-8")
    program.chmod(0o755)
    for _ in range(2):
        (place,) = desktop.add_macos(program, tmp_path)
    plist = plistlib.loads((place / "Contents/Info.plist").read_bytes())
    script = place / "Contents/MacOS" / plist["CFBundleExecutable"]
    assert subprocess.run([script, "x"], capture_output=True, text=True).stdout == "started x\n"
    assert plist["CFBundleDocumentTypes"][0]["CFBundleTypeExtensions"] == ["galley"]
    icon = (place / "Contents/Resources" / f"{plist['CFBundleIconFile']}.icns").read_bytes()
    assert icon[:4] == b"icns" and int.from_bytes(icon[4:8]) == len(icon)
    at, sizes = 8, {}
    while at < len(icon):
        length = int.from_bytes(icon[at + 4 : at + 8])
        picture = icon[at + 8 : at + length]
        assert picture.startswith(b"\x89PNG\r\n")
        sizes[icon[at : at + 4].decode()] = int.from_bytes(picture[16:20])
        at += length
    assert sizes == {"ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024}
    assert desktop.remove_macos(tmp_path) == [place] and not place.exists()
    assert desktop.remove_macos(tmp_path) == []
    (place / "Contents").mkdir(parents=True)
    with pytest.raises(InputError, match="was not made by galley setup integrate"):
        desktop.add_macos(program, tmp_path)
    assert desktop.remove_macos(tmp_path) == [] and place.exists(), "another's stays"
