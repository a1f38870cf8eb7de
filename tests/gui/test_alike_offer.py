"""After a decision the same thing elsewhere is offered: previewed, decided one by one, undone as one."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt

from galley.core.review.items import FlagState
from galley.gui.dialogs.similar_flags import MoreAlike
from tests.gui.review_desk import Desk, desk, flag, item

__all__ = ["desk"]

SENTENCE = "The kiosk opens at nine and sells maps of the northern shore."


def twin(key: str, sentence: str = SENTENCE) -> dict[str, Any]:
    documents = [
        {"id": "article", "role": "article", "paragraphs": ["The kiosk opens at ten."]},
        {"id": "sum-a", "role": "summary", "system": "alpha", "sentences": [sentence]},
        {"id": "sum-b", "role": "summary", "system": "beta", "sentences": [SENTENCE.replace("maps", "map")]},
    ]
    flags = [flag("sum-a", 0, "changed-meaning"), flag("sum-b", 0, "changed-meaning")]
    return item(key, flags, documents=documents)


@pytest.mark.parametrize(("key", "action"), [(Qt.Key.Key_A, "accept"), (Qt.Key.Key_X, "override")])
def test_the_same_is_offered_previewed_and_undone_as_one(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, key: Qt.Key, action: str
) -> None:
    window = desk.open([twin("k-1"), twin("k-2", SENTENCE.replace("nine", "eight"))])
    seen: list[MoreAlike] = []

    def answered(dialog: MoreAlike) -> int:
        seen.append(dialog)
        dialog.list.item(1).setCheckState(Qt.CheckState.Unchecked)
        assert dialog.ticked_flags() == [offered[0].flag] and "1 flag" in dialog.go.text()
        return 1

    monkeypatch.setattr(MoreAlike, "exec", answered)
    desk.press(window, key)
    desk.until(lambda: window.view.alike.similar_flags)
    offered = list(window.view.alike.similar_flags)
    assert [(each.key, each.system) for each in offered] == [("k-1", "beta"), ("k-2", "beta")]  # eight is not nine
    assert window.stage.flags.bar.words == "2 more like this: Shift L shows them"
    desk.press(window, Qt.Key.Key_L)
    assert seen and window.rows("SELECT action FROM decision ORDER BY id") == [(action,), (action,)]
    desk.until(lambda: FlagState.OPEN not in window.states())
    desk.press(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: window.states().count(FlagState.OPEN) == 1)


def test_nothing_is_offered_for_unsure_or_where_nothing_is_alike(desk: Desk) -> None:
    window = desk.open([twin("k-1")])
    desk.press(window, Qt.Key.Key_U)
    desk.until(lambda: FlagState.UNSURE in window.states())
    desk.press(window, Qt.Key.Key_L)
    assert window.stage.flags.bar.words == "No other flag is like the one you decided last."
    assert window.rows("SELECT action FROM decision") == [("unsure",)]
