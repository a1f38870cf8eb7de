"""Python's collector: what lies in cycles goes in the main thread, however much another thread makes."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest
from pytestqt.qtbot import QtBot

from galley.gui.qt_application import Collector


class Knot:
    """Refers to itself, so that only a collection ends it."""

    def __init__(self) -> None:
        self.itself = self


def test_another_thread_collects_nothing_and_the_main_thread_does(collector: Collector) -> None:
    ended: list[threading.Thread] = []
    many: list[list[int]] = []
    weakref.finalize(Knot(), lambda: ended.append(threading.current_thread()))
    other = threading.Thread(target=lambda: many.extend([number] for number in range(100_000)))
    other.start()
    other.join()
    assert ended == []
    collector.look()
    assert ended == [threading.main_thread()] and len(many) == 100_000


def test_it_looks_by_itself_but_not_while_a_large_module_is_loaded(collector: Collector, qtbot: QtBot) -> None:
    from galley.core.judges.clients.loading import import_without_gc

    ended: list[bool] = []
    with import_without_gc():
        weakref.finalize(Knot(), lambda: ended.append(True))
        many = [[number] for number in range(100_000)]
        collector.look()
        assert ended == []
    assert gc.get_threshold()[0] > 0
    weakref.finalize(Knot(), lambda: ended.append(True))
    many += [[number] for number in range(100_000)]
    assert ended == []
    qtbot.waitUntil(lambda: len(ended) == 1)
    assert len(many) == 200_000, "and what was made meanwhile is left out of later passes, garbage too"


def test_a_third_threshold_of_nought_asks_for_nothing(collector: Collector, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.14 has none; what is always above nought would look at everything, every second."""
    collected: list[int] = []
    monkeypatch.setattr(gc, "collect", collected.append)
    monkeypatch.setattr(gc, "get_threshold", lambda: (2000, 10, 0))
    for counts in ((1, 2, 30), (2001, 2, 30), (2001, 11, 30), (0, 0, 1)):
        monkeypatch.setattr(gc, "get_count", lambda counts=counts: counts)
        collector.look()
    assert collected == [0, 1]
