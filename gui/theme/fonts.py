"""The shipped faces and the type scale.

Interface: Inter. Texts under review: Charis SIL. Sizes are in CSS-like pixels (1/96 inch at text size 1); the
text size factor of the settings multiplies all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from string import ascii_letters, digits

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication, QImage, QPainter

from galley.core.paths import resources

INTERFACE_FAMILY = "Inter"
READING_FAMILY = "Charis SIL"
FIXED = ""
"""The system's own face with letters of one width: for prompts and replies, whose layout is part of them."""

FACES = (
    "Inter-Regular.otf",
    "Inter-Medium.otf",
    "Inter-SemiBold.otf",
    "Inter-Bold.otf",
    "CharisSIL-Regular.ttf",
    "CharisSIL-Bold.ttf",
    "CharisSIL-Italic.ttf",
)

_LETTERS = f"{ascii_letters}{digits}.,:;?!()[]-–…“”’·✓äöüÄÖÜß"
SMALLEST_SCALE = 0.8
LARGEST_SCALE = 2.0


@dataclass(frozen=True, slots=True)
class _Face:
    family: str
    size: float
    weight: QFont.Weight = QFont.Weight.Normal
    spacing: float = 0.0
    capitals: bool = False
    tabular: bool = False
    italic: bool = False


class Type(Enum):
    """The type scale: every size and weight that the window uses."""

    BODY = _Face(INTERFACE_FAMILY, 13)
    BODY_MEDIUM = _Face(INTERFACE_FAMILY, 13, QFont.Weight.Medium)
    BODY_STRONG = _Face(INTERFACE_FAMILY, 13, QFont.Weight.DemiBold)
    NUMBER = _Face(INTERFACE_FAMILY, 13, tabular=True)
    SMALL = _Face(INTERFACE_FAMILY, 12)
    SMALL_STRONG = _Face(INTERFACE_FAMILY, 12, QFont.Weight.DemiBold)
    CAPTION = _Face(INTERFACE_FAMILY, 11)
    CAPTION_NUMBER = _Face(INTERFACE_FAMILY, 11, tabular=True)
    SPEAKER = _Face(INTERFACE_FAMILY, 11, QFont.Weight.DemiBold)
    HEAD = _Face(INTERFACE_FAMILY, 11, QFont.Weight.DemiBold, spacing=0.9, capitals=True)
    TITLE = _Face(INTERFACE_FAMILY, 15, QFont.Weight.DemiBold)
    PAGE_TITLE = _Face(INTERFACE_FAMILY, 19, QFont.Weight.DemiBold)
    PROJECT = _Face(INTERFACE_FAMILY, 14, QFont.Weight.Bold)
    KEY = _Face(INTERFACE_FAMILY, 11, QFont.Weight.DemiBold)
    LETTER = _Face(INTERFACE_FAMILY, 9.0, QFont.Weight.Bold)
    BADGE = _Face(INTERFACE_FAMILY, 11.5, QFont.Weight.Bold)
    READING = _Face(READING_FAMILY, 15.5)
    READING_SMALL = _Face(READING_FAMILY, 14)
    PROMPT = _Face(FIXED, 12)

    __hash__ = object.__hash__  # that of Enum is made again each time, and painters look for fonts all the time


READING_LEADING = 1.52
"""Line height of reading text as a multiple of its size."""


def load_fonts() -> list[str]:
    """Register the shipped faces with Qt; returns the file names that could not be read.

    Needs a QGuiApplication. Safe to call twice. Where a face is missing Qt falls back to the system's fonts.
    """
    global _missing
    if _missing is None:
        _missing = [name for name in FACES if QFontDatabase.addApplicationFont(str(resources() / "fonts" / name)) < 0]
    return list(_missing)


_missing: list[str] | None = None


def points(pixels: float) -> float:
    """``pixels`` as points of the primary screen: QFont takes fractional points but only whole pixels."""
    screen = QGuiApplication.primaryScreen()
    return pixels * 72.0 / (screen.logicalDotsPerInchY() if screen is not None else 96.0)


def make_font(style: Type, scale: float = 1.0) -> QFont:
    """The font of ``style`` at text size factor ``scale``."""
    face: _Face = style.value
    font = QFont(face.family) if face.family else QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(points(face.size * scale))
    font.setWeight(face.weight)
    font.setItalic(face.italic)
    # Unhinted outlines keep the fractional sizes of the scale and the same line breaks at every zoom.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if face.spacing:
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, face.spacing * scale)
    if face.capitals:
        font.setCapitalization(QFont.Capitalization.AllUppercase)
    if face.tabular:
        font.setFeature(QFont.Tag("tnum"), 1)
    return font


def draw_letters(font: QFont) -> None:
    """Have Qt make the letters of a font, at each quarter of a pixel on which one may begin: the first text that a
    window paints in it need not wait for them."""
    picture = QImage(1_600, 60, QImage.Format.Format_RGB32)  # with a window's format, since each has letters of its own
    with QPainter(picture) as painter:
        painter.setFont(font)
        for quarter in range(4):
            painter.drawText(QPointF(quarter / 4, 40), _LETTERS)
