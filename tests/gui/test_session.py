"""The session: what other threads do arrives in the main thread, in order, and the latest read of a slot wins."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from galley.core.domain import ChangeSet
from galley.core.errors import InputError, ProjectGone
from galley.core.importers import find
from galley.core.importers.run_import import import_files
from galley.core.paths import resources
from galley.core.project.project import Project
from galley.core.review import queue_totals
from galley.core.review.items import load_item_view
from galley.core.review.queue import Filter, ids
from galley.gui.dialogs.background_task import BackgroundTask
from galley.gui.session import Session
from galley.gui.theme import Theme


@pytest.fixture
def session(qtbot: QtBot, tmp_path: Path) -> Iterator[Session]:
    """The sample project, open for the reviewer Ada."""
    project = Project.create(tmp_path / "sample.galley")
    import_files(project, find("galley"), [resources() / "sample" / "sample.jsonl"])
    made = Session(project, "Ada", Theme())
    yield made
    made.close()


def test_a_decision_arrives_as_saved_and_changed_in_the_main_thread(session: Session, qtbot: QtBot) -> None:
    item = next(i for i in ids(session.connection(), Filter(), 0) if load_item_view(session.connection(), i).flags())
    seen: list[tuple[str, Any, bool]] = []

    def note(kind: str) -> Callable[[Any], None]:
        return lambda what: seen.append((kind, what, threading.current_thread() is threading.main_thread()))

    session.saved.connect(note("saved"))
    session.changed.connect(note("changed"))
    flag = load_item_view(session.connection(), item).flags()[0]
    session.watch(session.decision_writer.accept(item, flag), note("done"))
    qtbot.waitUntil(lambda: any(kind == "done" for kind, _, _ in seen))
    assert all(main for _, _, main in seen)
    assert [kind for kind, _, _ in seen][-3:] == ["saved", "changed", "done"], "who waits finds all views as they are"
    assert seen[-2][1].items == frozenset({item})


def test_changes_in_a_row_are_counted_once(session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    read, reads = queue_totals.totals, []

    def count(connection: Any, reviewer: int) -> queue_totals.QueueTotals:
        reads.append(reviewer)
        return read(connection, reviewer)

    monkeypatch.setattr(queue_totals, "totals", count)
    with qtbot.waitSignal(session.counted) as counted:
        for item in (1, 2, 3):
            session.changed.emit(ChangeSet(items=frozenset({item})))
    qtbot.waitUntil(lambda: session.at_rest)
    assert reads == [session.reviewer]
    assert counted.args == [read(session.connection(), session.reviewer)]


def test_another_reviewer_is_counted(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.counted) as counted:
        session.set_reviewer("Ben")
    assert counted.args is not None and counted.args[0].answered_flags == 0


def test_a_failed_write_is_told_once_and_changes_nothing(session: Session, qtbot: QtBot) -> None:
    def refuse(connection: Any) -> ChangeSet:
        raise ProjectGone("The project is gone; put it back.")

    failures: list[str] = []
    session.failed.connect(failures.append)
    told: list[Any] = []
    session.watch(session.project.write(refuse), lambda _: pytest.fail("it was not done"), told.append)
    qtbot.waitUntil(lambda: bool(failures))
    assert failures == ["The project is gone; put it back."] and isinstance(told[0], ProjectGone)


def test_a_bug_in_a_read_goes_to_the_excepthook(
    session: Session, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[type[BaseException]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: seen.append(kind))
    session.read(lambda connection: 1 // 0, lambda _: pytest.fail("it has no result"))
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [ZeroDivisionError]


def test_a_known_failure_of_a_read_is_a_sentence(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.failed) as told:
        session.read(
            lambda connection: load_item_view(connection, 10_000), lambda _: pytest.fail("there is no such item")
        )
    assert "10000" in told.args[0]


def test_the_latest_read_of_a_slot_wins_and_interrupts_the_one_that_runs(session: Session, qtbot: QtBot) -> None:
    """The first would count for minutes; it is stopped, and neither it nor the second is answered."""
    running = threading.Event()
    forever = (
        "WITH RECURSIVE n(x) AS (VALUES(0) UNION ALL SELECT x + 1 FROM n WHERE x < 2000000000) SELECT max(x) FROM n"
    )

    def slow(connection: Any) -> Any:
        running.set()
        return connection.execute(forever).fetchone()

    got: list[Any] = []
    session.read(slow, lambda _: got.append("slow"), slot="queue")
    assert running.wait(5)
    session.read(lambda connection: "second", got.append, slot="queue")
    session.read(lambda connection: "third", got.append, slot="queue")
    session.read(lambda connection: "other", got.append, slot="totals")
    qtbot.waitUntil(lambda: len(got) >= 2, timeout=5000)
    assert got == ["third", "other"]


def test_what_can_wait_lets_the_others_go_first_and_is_done_after_them(session: Session, qtbot: QtBot) -> None:
    """A judge's record kept a saved view of a large project waiting for a third of a second."""
    running, done = threading.Event(), list[str]()

    def endless(connection: Any) -> int:
        if running.is_set():
            return 7  # the second time
        running.set()
        counting = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
        return connection.execute(counting).fetchone()[0]

    session.read(endless, lambda found: done.append(f"record {found}"), slot="record", behind=True)
    assert running.wait(5)
    session.read(lambda _: 1, lambda found: done.append(f"later {found}"), slot="also behind", behind=True)
    session.read(lambda _: 2, lambda found: done.append(f"view {found}"), slot="view")
    qtbot.waitUntil(lambda: len(done) == 3)
    assert done[0] == "view 2"
    assert sorted(done[1:]) == ["later 1", "record 7"]
    assert session.at_rest


def test_a_newer_read_of_what_was_put_off_takes_its_place(session: Session, qtbot: QtBot) -> None:
    running, done = threading.Event(), list[str]()

    def endless(connection: Any) -> int:
        running.set()
        counting = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
        return connection.execute(counting).fetchone()[0]

    session.read(endless, lambda _: done.append("old"), slot="record", behind=True)
    assert running.wait(5)
    session.read(lambda _: 2, lambda _: done.append("view"), slot="view")
    session.read(lambda _: 3, lambda _: done.append("new"), slot="record", behind=True)
    qtbot.waitUntil(lambda: session.at_rest and len(done) == 2)
    assert done == ["view", "new"]


def test_an_answer_that_was_overtaken_after_it_was_ready_is_dropped(session: Session, qtbot: QtBot) -> None:
    got: list[str] = []
    finished = threading.Event()
    session.read(lambda connection: "old", got.append, slot="queue")
    session.read(lambda connection: finished.set(), lambda _: None)
    assert finished.wait(5)  # "old" is ready and posted; the main thread has not run since
    session.read(lambda connection: "new", got.append, slot="queue")
    qtbot.waitUntil(lambda: bool(got))
    qtbot.wait(20)
    assert got == ["new"]


def test_another_reviewer_starts_with_a_clean_slate(session: Session, qtbot: QtBot) -> None:
    first = session.reviewer
    with qtbot.waitSignal(session.reviewer_changed):
        session.set_reviewer("Grace")
    assert session.reviewer_name == "Grace" and session.reviewer not in (0, first)
    with pytest.raises(InputError, match="name"):
        session.set_reviewer("  ")
    assert session.reviewer_name == "Grace"


def test_closing_stops_a_read_at_once_and_delivers_nothing(session: Session, qtbot: QtBot) -> None:
    running = threading.Event()
    forever = "WITH RECURSIVE n(x) AS (VALUES(0) UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n"

    def slow(connection: Any) -> Any:
        running.set()
        return connection.execute(forever).fetchone()

    session.read(slow, lambda _: pytest.fail("the session is closed"))
    assert running.wait(5)
    session.close()
    session.close()
    qtbot.wait(20)


def test_a_reader_is_told_what_the_window_that_writes_has_written(session: Session, qtbot: QtBot) -> None:
    reader = Session(Project.open(session.project.path), "Ada", Theme())
    assert not reader.project.writable
    try:
        item = ids(session.connection(), Filter(), 0)[0]
        with qtbot.waitSignal(reader.changed) as told:
            done = session.decision_writer.note(item, None, "seen from there").result()
        assert told.args is not None
        assert told.args[0] == ChangeSet(frozenset({item}), (done.id,))
        assert load_item_view(reader.connection(), item).notes, "and reads it"
        with qtbot.waitSignal(reader.changed) as told:
            import_files(session.project, find("galley"), [resources() / "sample" / "sample.jsonl"])
        assert told.args == [ChangeSet(structure=True)]
    finally:
        reader.close()


def test_a_project_that_closes_waits_for_long_work_that_reads_it(session: Session, qtbot: QtBot) -> None:
    """Or SQLite crashes: a connection must not be closed while another thread reads from it."""
    reading, found = threading.Event(), []

    def work(progress: Callable[[int, int], bool]) -> None:
        connection = session.project.read_connection()
        while progress(0, 1):
            connection.execute("SELECT count(*) FROM unit a, unit b WHERE a.text < b.text").fetchone()
            reading.set()
        found.append(session.project.writable)

    task = BackgroundTask(work, session)
    task.start()
    assert reading.wait(20)
    session.close()
    assert found == [True], "it ended while the project was open"
    qtbot.waitUntil(lambda: not task.running)


def test_who_was_destroyed_meanwhile_is_not_answered(session: Session, qtbot: QtBot) -> None:
    """Blind mode closes views while charts are computed for them."""

    class Asker(QObject):
        def ask(self, kind: str) -> None:
            def within(number: int) -> None:
                answered.append(f"within {self.objectName()}{number}")

            ways = {"method": self.take, "partial": partial(self.take, then=1), "within": within}
            session.read(lambda _: 7, ways[kind])

        def take(self, number: int, then: int = 0) -> None:
            answered.append(f"method {self.objectName()}{number}")

    answered: list[str] = []
    kept, gone = Asker(), Asker()
    for asker in (gone, kept):
        for kind in ("method", "partial", "within"):
            asker.ask(kind)
    shiboken6.delete(gone)
    session.read(lambda _: None, lambda _: answered.append("last"))
    qtbot.waitUntil(lambda: "last" in answered)
    assert answered == ["method 7", "method 7", "within 7", "last"]
