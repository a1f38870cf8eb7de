"""Where the shipped folders and the user's folders are found."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from galley.core import paths
from galley.core.errors import GalleyError

ROOT = Path(__file__).resolve().parents[2]
OWN = {"config": paths.config_dir, "data": paths.data_dir, "cache": paths.cache_dir}


def test_shipped_folders_of_a_checkout() -> None:
    assert paths.resources() == ROOT / "resources"
    assert paths.prompts() == ROOT / "prompts"
    assert (paths.resources() / "schemes" / "dial-summer.toml").is_file()


def test_shipped_folders_of_a_frozen_bundle(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert paths.resources() == tmp_path / "resources"
    assert paths.prompts() == tmp_path / "prompts"


@pytest.mark.parametrize("kind", OWN)
def test_galley_home_holds_the_users_folders(kind: str, galley_home: Path) -> None:
    folder = OWN[kind]()
    assert folder == galley_home / kind
    assert folder.is_dir()


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of Linux are named by XDG variables")
@pytest.mark.parametrize("kind", OWN)
def test_without_galley_home_the_platforms_folders_are_used(
    kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("GALLEY_HOME")
    monkeypatch.setenv(f"XDG_{kind.upper()}_HOME", str(tmp_path / "xdg"))
    assert OWN[kind]() == tmp_path / "xdg" / "galley"


@pytest.mark.parametrize("folder", OWN.values())
def test_a_folder_that_cannot_be_made_gets_a_sentence(
    folder: Callable[[], Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    monkeypatch.setenv("GALLEY_HOME", str(tmp_path / "file"))
    with pytest.raises(GalleyError, match=r"cannot be made .*GALLEY_HOME"):
        folder()


def test_finding_the_shipped_folders_imports_nothing_more() -> None:
    code = "import sys, galley.core.paths as p; p.resources(); print('platformdirs' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
