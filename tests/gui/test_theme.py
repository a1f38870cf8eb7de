"""The theme: contrast of every pair that is drawn, criterion colours, fonts, modes, text size."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontInfo, QFontMetricsF, QGuiApplication, QImage, QPalette
from PySide6.QtWidgets import QApplication, QDoubleSpinBox, QLineEdit, QSpinBox
from pytestqt.qtbot import QtBot

from galley.core.paths import resources
from galley.gui.theme import Mode, Theme, Type
from galley.gui.theme.contrast import GRAPHIC_CONTRAST, TEXT_CONTRAST, adapt, contrast, mix, pick_text_color
from galley.gui.theme.fonts import FACES, load_fonts
from galley.gui.theme.icons import application_icon, icon
from galley.gui.theme.roles import load_roles

OKABE_ITO = ("#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
GROUNDS = ("window", "panel", "row", "hover", "flag_tint", "evidence_tint")
TEXTS = {
    "text": (*GROUNDS, "chip", "flag_span", "evidence_span"),
    "second": GROUNDS,
    "accent": ("window", "panel", "row", "hover"),
    "on_accent": ("accent", "accent_hover"),
    "chip_text": ("chip",),
    "key_text": ("key",),
    "positive": GROUNDS,
    "warning": GROUNDS,
    "negative": GROUNDS,
    "selection_text": ("selection",),
}
GRAPHICS = {
    "accent": ("window", "panel", "row"),
    "evidence_edge": ("window", "panel", "evidence_tint", "flag_tint", "chip"),
    "uncovered": ("panel", "flag_tint", "evidence_tint"),
    "text": ("chip", "interval"),
}


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(Mode.LIGHT)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.478, abs=0.001)
    assert contrast("#FFFFFF", "#777777") == contrast("#777777", "#FFFFFF")
    with pytest.raises(ValueError, match="#RRGGBB"):
        contrast("red", "#FFFFFF")


@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_text_reaches_aa_on_every_ground_it_stands_on(name: str) -> None:
    roles = load_roles(name)
    low = {
        (text, ground): round(ratio, 2)
        for text, grounds in TEXTS.items()
        for ground in grounds
        if (ratio := contrast(getattr(roles, text), getattr(roles, ground))) < TEXT_CONTRAST
    }
    assert low == {}


@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_graphic_stands_out(name: str) -> None:
    roles = load_roles(name)
    low = {
        (shape, ground): round(ratio, 2)
        for shape, grounds in GRAPHICS.items()
        for ground in grounds
        if (ratio := contrast(getattr(roles, shape), getattr(roles, ground))) < GRAPHIC_CONTRAST
    }
    assert low == {}


@pytest.mark.parametrize("mode", [Mode.LIGHT, Mode.DARK])
def test_criterion_colours_stand_out_and_stay_apart(qapp: QApplication, mode: Mode) -> None:
    theme = Theme(mode)
    for colour in OKABE_ITO:
        for ground in theme.roles.grounds():
            assert contrast(theme.mark(colour).name().upper(), ground) >= GRAPHIC_CONTRAST
            assert contrast(theme.mark_text(colour).name().upper(), ground) >= TEXT_CONTRAST
        badge = theme.mark(colour)
        assert contrast(theme.text_color_on(badge).name().upper(), badge.name().upper()) >= TEXT_CONTRAST
    marks = [theme.mark(colour) for colour in OKABE_ITO]
    for one, other in combinations(marks, 2):
        distance = sum(abs(a - b) for a, b in zip(one.getRgb(), other.getRgb(), strict=True))
        assert distance > 60, (one.name(), other.name())


@pytest.mark.parametrize("name", ["light", "dark"])
def test_a_colour_is_changed_no_more_than_it_must_be(name: str) -> None:
    """Against a walk through all shades, one after the other."""
    grounds, chance = load_roles(name).grounds(), random.Random(7)
    pole = "#000000" if name == "light" else "#FFFFFF"
    for wanted in (GRAPHIC_CONTRAST, TEXT_CONTRAST):
        for _ in range(60):
            colour = f"#{chance.randrange(1 << 24):06X}"
            shades = (mix(colour, pole, step / 200) for step in range(201))
            first = next(s for s in shades if all(contrast(s, ground) >= wanted for ground in grounds))
            assert adapt(colour, grounds, wanted) == first


def test_a_colour_that_stands_out_already_is_not_touched() -> None:
    assert adapt("#0072b2", ("#FFFFFF",)) == "#0072B2"
    assert adapt("#FFFFFF", ("#FFFFFF",), 21.0) == "#000000"
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"
    assert pick_text_color("#FFFF00") == "#000000"


def test_all_faces_are_shipped_with_their_licences_and_load(qapp: QApplication, theme: Theme) -> None:
    assert load_fonts() == []
    folder = resources() / "fonts"
    assert {path.name for path in folder.glob("*.[ot]tf")} == set(FACES)
    for name in ("OFL-Inter.txt", "OFL-CharisSIL.txt"):
        assert "SIL OPEN FONT LICENSE" in (folder / name).read_text(encoding="utf-8")
    assert QFontInfo(theme.font(Type.BODY)).family() == "Inter"
    assert QFontInfo(theme.font(Type.READING)).family() == "Charis SIL"
    letters = QFontMetricsF(theme.font(Type.PROMPT))
    assert letters.horizontalAdvance("i" * 9) == letters.horizontalAdvance("W" * 9), "of one width, the system's own"
    for style in set(Type) - {Type.PROMPT}:
        found = QFontInfo(theme.font(style))
        assert (found.family(), found.weight()) == (style.value.family, style.value.weight.value), style


def test_a_broken_theme_file_is_named(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "odd.toml").write_text('[roles]\nwindow = "#FFFFFF"\n', encoding="utf-8")
    monkeypatch.setattr("galley.gui.theme.roles.resources", lambda: tmp_path)
    with pytest.raises(ValueError, match=r"odd\.toml"):
        load_roles("odd")


def test_text_size_multiplies_every_font_and_is_clamped(qtbot: QtBot, theme: Theme) -> None:
    before = theme.font(Type.READING).pointSizeF()
    with qtbot.waitSignal(theme.changed):
        theme.set_scale(2.0)
    assert theme.font(Type.READING).pointSizeF() == pytest.approx(2 * before)
    assert theme.px(10) == 20
    theme.set_scale(9.0)
    assert theme.scale == 2.0
    theme.set_scale(0.1)
    assert theme.scale == 0.8


def test_modes_switch_once_and_say_so(qtbot: QtBot, theme: Theme) -> None:
    assert not theme.dark
    with qtbot.waitSignal(theme.changed):
        theme.set_mode(Mode.DARK)
    assert theme.dark
    assert theme.color("panel").name().upper() == "#1F2023"
    with qtbot.assertNotEmitted(theme.changed):
        theme.set_mode(Mode.DARK)


def test_system_mode_follows_the_system(qapp: QApplication) -> None:
    theme = Theme(Mode.SYSTEM)
    system = QGuiApplication.styleHints().colorScheme()
    assert theme.dark == (system is Qt.ColorScheme.Dark)
    theme.set_mode(Mode.DARK)
    theme.set_mode(Mode.SYSTEM)
    assert theme.dark == (system is Qt.ColorScheme.Dark)


def test_the_application_is_dressed_again_after_a_change(qapp: QApplication, theme: Theme) -> None:
    before = (qapp.palette(), qapp.styleSheet(), qapp.font(), qapp.style().name())
    try:
        theme.apply(qapp)
        light = qapp.styleSheet()
        assert qapp.palette().color(QPalette.ColorRole.Base).name().upper() == "#FFFFFF"
        theme.set_mode(Mode.DARK)
        assert qapp.palette().color(QPalette.ColorRole.Base).name().upper() == "#1F2023"
        assert qapp.styleSheet() != light
        assert "$" not in qapp.styleSheet()
        assert qapp.font().family() == "Inter"
    finally:
        qapp.setPalette(before[0])
        qapp.setStyleSheet(before[1])
        qapp.setFont(before[2])


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5, 2.0])
def test_fields_beside_each_other_are_as_high(qapp: QApplication, qtbot: QtBot, scale: float) -> None:
    theme = Theme(Mode.LIGHT, scale)
    theme.apply(qapp)
    try:
        fields = [QLineEdit(), QSpinBox(), QDoubleSpinBox()]
        for field in fields:
            qtbot.addWidget(field)
            field.show()
        assert len({field.sizeHint().height() for field in fields}) == 1
    finally:
        Theme(Mode.LIGHT).apply(qapp)


def test_icons_take_the_colour_of_their_role(theme: Theme) -> None:
    image: QImage = icon(theme, "status-current", "accent").pixmap(16, 16).toImage()
    colours = {
        image.pixelColor(x, y).name()
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() == 255
    }
    assert colours == {theme.color("accent").name()}
    assert not application_icon().pixmap(64, 64).isNull()
    with pytest.raises(OSError, match="no-such"):
        icon(theme, "no-such")
