"""A share of the flags is decided before the judge's word is seen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from galley.core.metrics import sampling
from galley.core.review.items import FlagState
from galley.gui.dialogs.blind_mode import BlindShare
from galley.gui.review.flag_detail import BLIND
from galley.gui.text_panes.text_marks import MarkState
from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, flag, item

__all__ = ["desk"]
K = Qt.Key


def blind(window: DeskWindow, share: float) -> None:
    """Set the share as the dialog does."""
    window.session.watch(window.session.project.write(lambda c: sampling.set_blind(c, share)))


def test_a_blind_flag_hides_what_the_judge_said_until_it_is_decided(desk: Desk) -> None:
    window = desk.open()
    stage, detail = window.stage, window.stage.flags.detail
    assert not any(entry.blind for entry in window.entries)
    assert detail._explanation.text() == "So it seems."
    blind(window, 1.0)
    desk.until(lambda: window.entries[0].blind)
    first = window.entries[0]
    assert detail._explanation.text() == BLIND
    assert detail._who.text() == "" and detail._record.isHidden() and detail.reason.isHidden()
    assert not [quote for quote in detail.quotes.blocks if not quote.isHidden()]
    assert first.votes == "" and first.quote == first.unit.text
    marks = [mark for group in stage.panes.pane("summary").view._content.marks.values() for mark in group]
    assert {(mark.start, mark.end) for mark in marks} == {(None, None)}
    model = stage.flags.list.model()
    spoken = [model.data(model.index(r), Qt.ItemDataRole.AccessibleTextRole) for r in range(model.rowCount())]
    assert any("blind" in words for words in spoken)
    assert not any("4/5" in words or "postcards" in words for words in spoken)

    desk.press(window, K.Key_R)
    assert window.rows("SELECT count(*) FROM reason") == [(0,)]
    desk.press(window, K.Key_J)
    desk.press(window, K.Key_A)
    desk.until(lambda: window.states()[1] is FlagState.ACCEPTED)
    assert window.entries[0].blind and not window.entries[1].blind
    stage.choose_flag(1)
    assert detail._explanation.text() == "So it seems."
    assert detail._who.text().startswith("judge-1, 4 of 5 replies")
    assert not detail.quotes.blocks[0].isHidden()
    marks = [mark for group in stage.panes.pane("summary").view._content.marks.values() for mark in group]
    assert any((mark.start, mark.end, mark.state) == (20, 29, MarkState.ACCEPTED) for mark in marks)


def test_a_flag_left_unsure_stays_blind_and_undo_hides_it_again(desk: Desk) -> None:
    window = desk.open([item("kiosk-1", FLAGS[:1])])
    blind(window, 1.0)
    desk.until(lambda: window.entries[0].blind)
    desk.press(window, K.Key_U)
    desk.until(lambda: window.states() == [FlagState.UNSURE])
    assert window.entries[0].blind
    desk.press(window, K.Key_Escape)  # back from the end of the item, where no key decides
    desk.press(window, K.Key_X)
    desk.until(lambda: window.states() == [FlagState.OVERRIDDEN])
    assert not window.entries[0].blind
    window.view.decisions.undo()
    desk.until(lambda: window.states() == [FlagState.UNSURE])
    assert window.entries[0].blind


def test_the_share_is_what_is_blind(desk: Desk) -> None:
    flags = [flag("sum-a", unit, name) for unit in (0, 1) for name in ("changed-meaning", "extrinsic-context")]
    window = desk.open([item(f"kiosk-{n}", flags) for n in range(40)])
    blind(window, 0.2)
    desk.until(lambda: sampling.blind_share(window.session.connection()) == 0.2)
    found = []
    for number in window.stage.queue.model.ids:
        window.stage.open_item(number)
        found += [entry.blind for entry in window.entries]
    assert len(found) == 160 and 16 <= sum(found) <= 50


@pytest.mark.parametrize("key, share", [(K.Key_Right, 0.05), (K.Key_Left, 0.0)])
def test_the_dialog_offers_a_few_shares_and_keeps_the_one_chosen(
    desk: Desk, key: Qt.Key, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = desk.open()

    def answer(dialog: BlindShare) -> int:
        desk.bot.keyClick(dialog.share, key)
        return 1

    monkeypatch.setattr(BlindShare, "exec", answer)
    BlindShare.ask(window, desk.theme, window.session)
    desk.until(lambda: window.rows("SELECT count(*) FROM setting WHERE name = 'blind'") == [(1,)])
    assert sampling.blind_share(window.session.connection()) == share
    assert not window.failures
