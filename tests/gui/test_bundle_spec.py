"""What the bundle is built from, on each system: packaging/galley.spec run with stand-ins for PyInstaller's parts. Only
Linux has ever built one."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Made(SimpleNamespace):
    """What the spec made, by kind."""

    def __init__(self) -> None:
        super().__init__(programs=[], folders=[], bundles=[], analysed=[])

    def part(self, into: list[Any]) -> Any:
        def make(*given: Any, **more: Any) -> Any:
            found = SimpleNamespace(**({"pure": (), "scripts": (), "binaries": [], "datas": []} | more), given=given)
            into.append(found)
            return found

        return make


@pytest.fixture
def spec(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Made:
    """The spec, run as on the system of the parameter."""
    for name in ("PyInstaller", "PyInstaller.depend", "PyInstaller.depend.bindepend", "PyInstaller.utils"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    hooks = ModuleType("PyInstaller.utils.hooks")
    hooks.collect_data_files = lambda *given, **more: []  # type: ignore[attr-defined]
    hooks.copy_metadata = lambda name: []  # type: ignore[attr-defined]
    sys.modules["PyInstaller.depend.bindepend"].get_imports = lambda path: []  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "PyInstaller.utils.hooks", hooks)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "platform", request.param)
    made = Made()
    names = {
        "SPECPATH": str(ROOT / "packaging"),
        "Analysis": made.part(made.analysed),
        "PYZ": made.part([]),
        "EXE": made.part(made.programs),
        "COLLECT": made.part(made.folders),
        "BUNDLE": made.part(made.bundles),
    }
    path = ROOT / "packaging/galley.spec"
    exec(compile(path.read_text(encoding="utf-8"), path, "exec"), names)
    return made


@pytest.mark.parametrize("spec", ["win32", "darwin"], indirect=True)
def test_the_window_has_a_program_of_its_own(spec: Made) -> None:
    assert [(each.name, each.console) for each in spec.programs] == [("galley", True), ("galley-desk", False)]
    assert all(Path(each.icon).suffix in (".ico", ".icns") for each in spec.programs)
    # PyInstaller takes over from the last program whether the bundle is one of the background
    assert list(spec.folders[0].given[:2]) == spec.programs
    assert {"keyring.backends.Windows", "keyring.backends.macOS"} & set(spec.analysed[0].hiddenimports)


@pytest.mark.parametrize("spec", ["darwin"], indirect=True)
def test_the_bundle_of_macos_has_a_menu_and_opens_projects(spec: Made) -> None:
    plist = spec.bundles[0].info_plist
    assert plist["CFBundleExecutable"] == "galley-desk" and "LSBackgroundOnly" not in plist
    assert plist["CFBundleDocumentTypes"][0]["CFBundleTypeExtensions"] == ["galley"]
    assert spec.bundles[0].given == (spec.folders[0],)


@pytest.mark.parametrize("spec", ["linux"], indirect=True)
def test_linux_has_one_program_and_no_bundle(spec: Made) -> None:
    assert [each.name for each in spec.programs] == ["galley"] and spec.programs[0].icon is None
    assert spec.bundles == []


def test_the_build_asks_nothing_of_gnu_tools_where_it_is_macos() -> None:
    """BSD's du has no --apparent-size, its stat no -c, its sed no -i without a suffix."""
    text = (ROOT / "packaging/bundle.sh").read_text(encoding="utf-8")
    anywhere = text[: text.index("if [ ")] + text[text.index("\nfi\n") :]
    for word in ("du -", "stat -c", "sed -i", "readlink -f", "strip "):
        assert word not in anywhere
