"""A key after Ctrl+Z decides the flag that comes back, however slow the disk is."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from galley.core.domain import ChangeSet
from galley.gui.session import Session
from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, item

__all__ = ["desk"]
K, M = Qt.Key, Qt.KeyboardModifier


@contextmanager
def slow_disk(session: Session) -> Iterator[None]:
    """Nothing is written until the block ends: what is asked for stays in the writer's queue."""
    free = threading.Event()

    def wait(connection: object) -> ChangeSet:
        free.wait(60)
        return ChangeSet()

    session.project.write(wait)
    try:
        yield
    finally:
        free.set()


def log(desk: Desk, window: DeskWindow) -> list[tuple[str, int | None]]:
    """The reviewer's decisions in order: the action and the flag."""
    desk.until(lambda: window.session.at_rest)
    return window.session.connection().execute("SELECT action, flag_id FROM decision ORDER BY id").fetchall()


def press(window: DeskWindow, *keys: Qt.Key) -> None:
    for key in keys:
        modifier = M.ControlModifier if key in (K.Key_Z, K.Key_Y) else M.NoModifier
        QTest.keyClick(QApplication.focusWidget() or window, key, modifier)


@pytest.mark.parametrize("by_criterion", [False, True])
@pytest.mark.parametrize("slow", [False, True])
def test_a_key_after_undo_decides_the_flag_that_comes_back(desk: Desk, by_criterion: bool, slow: bool) -> None:
    """A, Ctrl+Z, X: X went to the next flag, then the window jumped back."""
    window = desk.open([item("one", FLAGS), item("two", FLAGS), item("three", FLAGS)])
    if by_criterion:
        press(window, K.Key_B)
        desk.until(lambda: window.stage.criterion_review.on and window.session.at_rest)
    first = window.stage.entry.verdict.id
    press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest)
    assert window.stage.entry.verdict.id != first
    if slow:
        with slow_disk(window.session):
            press(window, K.Key_Z, K.Key_X)
            QApplication.processEvents()
            assert window.view.held_keys.holding, "the key waits for the undo"
    else:
        press(window, K.Key_Z, K.Key_X)
    desk.until(lambda: not window.view.held_keys.holding)
    found = log(desk, window)
    assert [action for action, _ in found] == ["accept", "undo", "override"]
    assert found[0][1] == found[2][1] == first, "and never another flag"


def test_keys_keep_their_order_through_several_undos_and_redos(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS), item("two", FLAGS)])
    first = window.stage.entry.verdict.id
    press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest)
    second = window.stage.entry.verdict.id
    press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest)
    with slow_disk(window.session):
        press(window, K.Key_Z, K.Key_Z, K.Key_X, K.Key_U)
    desk.until(lambda: not window.view.held_keys.holding)
    found = log(desk, window)
    assert [action for action, _ in found] == ["accept", "accept", "undo", "undo", "override", "unsure"]
    assert [flag for _, flag in found[4:]] == [first, second]


def test_an_undo_of_nothing_and_one_that_fails_hold_nothing_up(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    window = desk.open([item("one", FLAGS)])
    first = window.stage.entry.verdict.id
    with slow_disk(window.session):
        press(window, K.Key_Z, K.Key_X)
    desk.until(lambda: not window.view.held_keys.holding)
    assert log(desk, window) == [("override", first)]
    from galley.core.errors import StorageFull

    def full(*_: object) -> None:
        raise StorageFull("The disk is full.")

    monkeypatch.setattr(type(window.session.decision_writer), "undo", full)
    second = window.stage.entry.verdict.id
    press(window, K.Key_Z, K.Key_A)
    desk.until(lambda: not window.view.held_keys.holding)
    assert log(desk, window)[-1] == ("accept", second)
    assert window.failures == ["The disk is full."]


def test_the_mouse_waits_as_keys_do(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS), item("two", FLAGS)])
    first = window.stage.entry.verdict.id
    press(window, K.Key_A)
    desk.until(lambda: window.session.at_rest)
    with slow_disk(window.session):
        press(window, K.Key_Z)
        window.stage.flags.detail.overridden.emit()
    desk.until(lambda: not window.view.held_keys.holding)
    assert log(desk, window)[-1] == ("override", first)
