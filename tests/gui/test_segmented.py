"""A row of choices in less room than it wants: the words stay whole."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QFontMetricsF
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from galley.gui.theme import Mode, Theme, Type
from galley.gui.widgets.segmented import SegmentedControl

WORDS = ("Eintrag", "Kriterium")


def test_air_goes_before_words(qtbot: QtBot) -> None:
    theme = Theme(Mode.LIGHT)
    made = SegmentedControl(theme, [(word, word) for word in WORDS])
    qtbot.addWidget(made)
    metrics = QFontMetricsF(theme.font(Type.BODY_STRONG))
    needs = [metrics.horizontalAdvance(word) for word in WORDS]
    made.show()
    made.setFixedWidth(made.sizeHint().width())
    wide = made._fitting()
    assert all(width > need + 10 for width, need in zip(wide, needs, strict=True))
    made.setFixedWidth(round(sum(needs)) + 16)
    tight = made._fitting()
    assert sum(tight) <= made.width() and all(a >= b for a, b in zip(tight, needs, strict=True))
    QTest.mouseClick(made, Qt.MouseButton.LeftButton, pos=QPoint(made.width() - 6, made.height() // 2))
    assert made.current == "Kriterium"


def test_it_is_read_out_as_a_list_of_tabs(qtbot: QtBot) -> None:
    made = SegmentedControl(Theme(Mode.LIGHT), [(word, word) for word in WORDS])
    qtbot.addWidget(made)
    interface = QAccessible.queryAccessibleInterface(made)
    assert interface.role() is QAccessible.Role.PageTabList
    assert interface.text(QAccessible.Text.Name) == "Eintrag"
