"""The main views look as they did: each scene against its picture in ``tests/snapshots/``.

Pictures are compared at a quarter of their size, so that the edges of letters, which no two machines draw alike, do
not count, and a moved, missing or recoloured thing does. ``make snapshots`` takes them anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from tests.gui.scenes import SCENES, Scene, photograph

FOLDER = Path(__file__).resolve().parents[1] / "snapshots"
NEW = FOLDER / "new"
RENEW = bool(os.environ.get("RENEW_SNAPSHOTS"))

FAR = 24.0
"""Grey levels of 255 by which a point of the small picture must differ to count."""
MOST_FAR = 0.004
"""The share of points that may: about three words of a full window."""
MOST_MEAN = 1.0
"""Grey levels of 255 by which all points may differ on average."""


def points(picture: QImage) -> np.ndarray:
    """The picture at a quarter of its size: rows of points of three colours, 0 to 255."""
    small = picture.scaled(
        picture.width() // 4,
        picture.height() // 4,
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    ).convertToFormat(QImage.Format.Format_RGBX8888)
    raw = np.frombuffer(bytes(small.constBits()), np.uint8).reshape(small.height(), small.bytesPerLine() // 4, 4)
    return raw[:, : small.width(), :3].astype(float)


def distance(one: QImage, other: QImage) -> tuple[float, float, np.ndarray]:
    """The mean difference in grey levels, the share of points that are far apart, and the differences themselves."""
    apart = np.abs(points(one) - points(other)).max(axis=2)
    return float(apart.mean()), float((apart > FAR).mean()), apart


def load(name: str) -> QImage:
    """The picture that is kept of a scene; a null picture where there is none."""
    return QImage(str(FOLDER / f"{name}.png")).convertToFormat(QImage.Format.Format_RGB32)


def store(picture: QImage, path: Path) -> None:
    """Write ``picture`` in 256 colours: a third of the bytes, and nothing that the comparison would see."""
    assert picture.save(str(path), "PNG")
    with Image.open(path) as full:
        small = full.convert("RGB").quantize(256, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


def keep(name: str, picture: QImage, apart: np.ndarray | None) -> None:
    """Write the new picture, and where it differs, to ``tests/snapshots/new/``."""
    NEW.mkdir(exist_ok=True)
    picture.save(str(NEW / f"{name}.png"))
    if apart is not None:
        grey = np.ascontiguousarray(255 - np.clip(apart * 4, 0, 255).astype(np.uint8))
        height, width = grey.shape
        QImage(grey.data, width, height, width, QImage.Format.Format_Grayscale8).save(
            str(NEW / f"{name}-difference.png")
        )


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_view_looks_as_it_did(
    scene: Scene, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if qapp.platformName() != "offscreen" or qapp.primaryScreen().devicePixelRatio() != 1:
        pytest.skip("these pictures are of a window off screen, one pixel a pixel (QT_QPA_PLATFORM=offscreen)")
    monkeypatch.chdir(tmp_path)
    picture = photograph(scene, tmp_path, qapp)
    if RENEW:
        store(picture, FOLDER / f"{scene.name}.png")
        return
    before = load(scene.name)
    if before.isNull() or before.size() != picture.size():
        keep(scene.name, picture, None)
        pytest.fail(f"there is no picture of this size at tests/snapshots/{scene.name}.png; the new one is in new/")
    mean, far, apart = distance(before, picture)
    if mean > MOST_MEAN or far > MOST_FAR:
        keep(scene.name, picture, apart)
        pytest.fail(
            f"{scene.name} differs from its picture by {mean:.2f} grey levels on average and much in {far:.2%} of it;"
            " look at tests/snapshots/new/, and run make snapshots if the new picture is right"
        )


def test_a_word_that_is_gone_or_another_colour_is_a_difference() -> None:
    before = load("review")
    assert distance(before, before)[:2] == (0.0, 0.0)
    after = before.copy()
    for x in range(1000, 1200):
        for y in range(300, 350):
            after.setPixelColor(x, y, Qt.GlobalColor.red)
    assert distance(before, after)[1] > MOST_FAR
    dark = load("review-dark")
    assert distance(before, dark)[0] > 100
