"""A project opens on the next open flag, and a flag that was decided before is changed only once it was selected."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt

from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, flag, item, make_project

__all__ = ["desk"]
K = Qt.Key


def log(window: DeskWindow) -> list[tuple[str, int | None]]:
    return [(action, given) for action, given in window.rows("SELECT action, flag_id FROM decision ORDER BY id")]


def again(desk: Desk, window: DeskWindow, state: dict[str, object] | None = None) -> DeskWindow:
    """The project opened once more: as it was left, or after a kill (no state was kept)."""
    desk.until(lambda: window.session.at_rest)
    path = window.path
    window.close_all()
    desk.windows.remove(window)
    made = DeskWindow(path, desk.theme)
    made.view.restore(state or {})
    desk.windows.append(made)
    with desk.bot.waitActive(made):
        made.show()
    with desk.bot.waitSignal(made.view.ready):
        made.view.activate()
    desk.until(lambda: made.session.at_rest)
    return made


def test_the_first_key_after_opening_overturns_nothing(desk: Desk) -> None:
    """Finish a one-item project, quit, open, press X, then A: two decisions on a finished flag."""
    window = desk.open([item("one", [FLAGS[0]])])
    desk.press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest)
    before = log(window)
    window = again(desk, window, window.view.state())
    for key in (K.Key_X, K.Key_A, K.Key_U, K.Key_1):
        desk.press(window, key)
    desk.until(lambda: window.session.at_rest)
    assert log(window) == before
    assert "decided before" in window.stage.flags.bar.words
    desk.press(window, K.Key_J)  # there is one flag: the step selects it
    desk.press(window, K.Key_X)
    desk.until(lambda: len(log(window)) == len(before) + 1)
    assert log(window)[-1][0] == "override"


def test_after_a_kill_the_next_open_flag_comes_and_a_burst_decides_each_once(desk: Desk) -> None:
    window = desk.open([item(key, FLAGS) for key in ("one", "two", "three")])
    for _ in range(6):
        desk.press(window, K.Key_A)
        desk.until(lambda: window.session.at_rest)
    assert window.key() == "one" or window.key() == "two"
    decided = {given for _, given in log(window)}
    window = again(desk, window)
    assert window.stage.entry.open and window.stage.entry.verdict.id not in decided
    for _ in range(20):
        desk.press(window, K.Key_X)
    desk.until(lambda: window.session.at_rest)
    answers = [given for action, given in log(window) if action in ("accept", "override")]
    assert len(answers) == len(set(answers)), "no flag was decided twice"


def test_a_flag_that_was_just_decided_can_be_changed_at_once(desk: Desk) -> None:
    window = desk.open([item("one", [FLAGS[0]])])
    first = window.stage.entry.verdict.id
    desk.press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest)
    if window.view.ending.shown:
        desk.press(window, K.Key_Escape)
        window.stage.choose_flag(0)
    desk.press(window, K.Key_X)
    desk.until(lambda: window.session.at_rest)
    assert log(window) == [("accept", first), ("override", first)]


def test_the_order_and_the_criterion_come_back(desk: Desk, tmp_path: Path) -> None:
    other = [flag("sum-b", 0, "speaker-misattribution", (0, 3))]
    path = make_project(tmp_path / "order.galley", [item("one", FLAGS), item("two", other), item("three", FLAGS)])
    window = desk.open(path=path)
    desk.press(window, K.Key_B)
    desk.until(lambda: window.stage.walking.on and window.session.at_rest)
    criterion = window.stage.queue.wanted.criterion
    desk.press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest)
    window = again(desk, window, window.view.state())
    assert window.stage.walking.on and window.stage.queue.wanted.criterion == criterion
    assert window.stage.entry.open and window.stage.entry.criterion.row == criterion
    desk.press(window, K.Key_B)
    desk.until(lambda: window.session.at_rest)
    assert window.stage.queue.wanted.criterion == 0 and len(window.stage.queue.model.ids) == 3
