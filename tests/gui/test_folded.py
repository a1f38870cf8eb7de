"""Never more than four columns of text: three texts and the flags; the others are names on a strip."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from galley.gui.desk.folded_columns import MOST, Precedence
from galley.gui.desk.panel import Where
from tests.gui.review_desk import Desk, DeskWindow, desk
from tests.gui.test_panels import K, opened, panel, spec, use

__all__ = ["desk", "use"]


def columns(window: DeskWindow) -> list[str]:
    """The texts on the desk, from left to right."""
    panes = window.stage.panes
    return [name for name, column in panes._columns.items() if column.isVisible()]


def strip(window: DeskWindow) -> list[str]:
    folded = window.stage.panes.folded
    return [button.text() for button in folded.buttons] if folded.isVisible() else []


def test_a_fourth_text_folds_and_a_click_brings_it(desk: Desk, use: Any) -> None:
    use(spec(Where.BESIDE))
    window = opened(desk)
    assert panel(window, "made-beside").isVisible()
    assert (columns(window), strip(window)) == (["dialogue", "summary", "made-beside"], ["Article"])
    QTest.mouseClick(window.stage.panes.folded.buttons[0], Qt.MouseButton.LeftButton)
    assert (columns(window), strip(window)) == (["article", "summary", "made-beside"], ["Dialogue"])
    desk.press(window, K.Key_N)  # an item without the panel has room for all
    assert (columns(window), strip(window)) == (["dialogue", "article", "summary"], [])


def test_a_key_brings_it_in_the_place_of_the_text_with_the_keyboard(desk: Desk, use: Any) -> None:
    use(spec(Where.BESIDE))
    window = opened(desk)
    window.stage.panes.pane("summary").view.setFocus()
    desk.press(window, K.Key_H)
    assert (columns(window), strip(window)) == (["dialogue", "article", "made-beside"], ["Summary"])
    assert window.stage.panes.pane("article").view.hasFocus()


def test_what_is_walked_to_unfolds(desk: Desk, use: Any) -> None:
    use(spec(Where.BESIDE))
    window = opened(desk)
    article = window.stage.item.view.documents[1]
    window.stage.read_unit(article.units[0].id)
    assert "article" in columns(window) and len(columns(window)) == MOST


def test_the_order_gives_way_from_its_end() -> None:
    order = Precedence(("summary", "dialogue", "article"))
    assert order.unfolded({"dialogue", "article", "summary"}) == ["summary", "dialogue", "article"]
    wanted = {"dialogue", "article", "summary", "opinions", "questions"}
    assert order.unfolded(wanted) == ["summary", "opinions", "questions"]
    order.bring("article", wanted, "opinions")
    assert order.unfolded(wanted) == ["summary", "article", "questions"]
    order.bring("dialogue", wanted)
    assert order.unfolded(wanted) == ["summary", "article", "dialogue"]
    order.bring("nothing", wanted)
    assert order.unfolded(wanted) == ["summary", "article", "dialogue"]
