"""A chart in a notebook: the program's picture, as bytes that Jupyter shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage

import galley
from galley.core.errors import InputError
from galley.core.importers.sample_project import make
from galley.core.project.project import Project

door: Any = galley


def test_a_chart_is_a_picture(qapp: object, tmp_path: Path) -> None:
    with door.open(make(tmp_path)) as p:
        made = door.chart(p, "detection")
        image = QImage.fromData(made._repr_png_())
        assert image.width() > 500 and image.height() > 100
        made.save(tmp_path / "a.svg")
        assert b"<svg" in (tmp_path / "a.svg").read_bytes()
        for path, says in (("a.gif", "must end in .png or .svg"),):
            with pytest.raises(InputError, match=says):
                made.save(tmp_path / path)
        with pytest.raises(InputError, match="no chart called"):
            door.chart(p, "magic")
        with pytest.raises(InputError, match="Nobody called"):
            door.chart(p, "detection", gold="eve")


def test_a_chart_without_anything_to_draw_says_what_it_needs(qapp: object, tmp_path: Path) -> None:
    Project.create(tmp_path / "empty.galley").close()
    with door.open(tmp_path / "empty.galley") as p, pytest.raises(InputError):
        door.chart(p, "detection")
