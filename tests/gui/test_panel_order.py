"""The order of the queue by how far the judges of a panel are apart: offered where there is a panel."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.domain import Annotator, AnnotatorKind
from galley.core.review.queue import Sort
from galley.gui.plain_text import Menu
from galley.gui.review.review_filters import ReviewFilters
from galley.gui.theme import Theme

APART = "Judges of an ensemble furthest apart"


def test_it_is_offered_where_there_is_a_panel_and_not_where_it_would_tell(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    filters = ReviewFilters(Theme())
    qtbot.addWidget(filters)
    offered: list[list[str]] = []

    def choose(menu: Any, *_: Any) -> None:
        order = menu.menus[-1]
        offered.append([entry.text() for entry in order.actions()])
        for entry in order.actions():
            if entry.text() == APART:
                entry.trigger()

    monkeypatch.setattr(Menu, "exec", choose)
    judge = Annotator(1, "j", AnnotatorKind.JUDGE, method="finesure")
    filters.set_choices([], [judge], [])
    filters._ask_filter()
    assert APART not in offered[-1]
    filters.set_choices([], [judge, Annotator(2, "panel of 2 (majority)", AnnotatorKind.JUDGE, method="panel")], [])
    filters._ask_filter()
    assert APART in offered[-1] and filters.queue_filter.sort is Sort.APART
    filters.set_ties(False)
    assert filters.queue_filter.sort is Sort.FILE
    filters._ask_filter()
    assert APART not in offered[-1], "it would tell a blind reviewer what judges said"
