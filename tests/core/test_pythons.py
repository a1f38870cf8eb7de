"""The Pythons that Galley says it runs on: said alike everywhere, and those that this machine has are tried."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOW, HIGH = map(int, re.fullmatch(r">=3\.(\d+),<3\.(\d+)", PROJECT["requires-python"]).groups())  # type: ignore[union-attr]


def test_all_places_name_the_same_pythons() -> None:
    named = {line.rpartition("3.")[2] for line in PROJECT["classifiers"] if "Python :: 3." in line}
    assert named == {str(minor) for minor in range(LOW, HIGH)}
    setup = (ROOT / "packaging/setup.sh").read_text(encoding="utf-8")
    assert f"(3, {LOW}) <= sys.version_info < (3, {HIGH})" in setup
    assert all(f"python3.{minor}" in setup for minor in range(LOW, HIGH))
    for page in ("README.md", "docs/bundle.md", "packaging/setup.sh"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert "or newer" not in "".join(re.findall(r"Python 3.{0,20}", text))
        assert f"3.{LOW} to 3.{HIGH - 1}" in text, page
