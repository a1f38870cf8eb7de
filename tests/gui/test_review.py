"""What the Review view shows: texts as they are, evidence, coverage, marks, empty pages, and what may never move."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication

from galley.core.importers import registry
from galley.core.importers.run_import import import_files
from galley.core.paths import resources
from galley.core.project.project import Project
from galley.core.review import items, judge_record
from galley.core.review.items import FlagState
from galley.core.review.queue import Filter, Show
from galley.core.stats.result import Estimate
from galley.gui.text_panes.criterion_styles import Catalogue
from galley.gui.text_panes.queue_model import PAGE, QueueModel, QueueRow
from tests.core import building
from tests.gui.review_desk import FLAGS, ITEM, Desk, DeskWindow, desk, flag, item

__all__ = ["desk"]
K = Qt.Key
NASTY = "<b>bold</b> \x1b[31mred\x1b[0m \x00\x07 \u202eabc & &amp; <img src=x>"


def select(window: DeskWindow, pane: str, unit: int, words: str) -> None:
    """Select words of a unit as the mouse would."""
    view = window.stage.panes.pane(pane).view
    block = view.document().findBlockByNumber(unit)
    at = block.text().index(words)
    start = block.position() + len(block.text()[:at].encode("utf-16-le")) // 2
    cursor = QTextCursor(view.document())
    cursor.setPosition(start)
    cursor.setPosition(start + len(words.encode("utf-16-le")) // 2, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    view.selectionMade.emit()


def test_m_adds_a_flag_on_text_behind_an_emoji_at_the_right_place(desk: Desk) -> None:
    window = desk.open([item("one")])
    select(window, "summary", 0, "by the lake")
    desk.press(window, K.Key_M)
    chooser = window.stage.flags.chooser
    assert not chooser.isHidden()
    desk.press(window, K.Key_L)
    desk.until(lambda: len(window.entries) == 1)
    entry = window.entries[0]
    assert entry.own and entry.criterion.id == "wrong-linking"
    assert entry.quote == "by the lake"
    ((start, end),) = window.rows('SELECT start, "end" FROM span')
    assert entry.unit.text[start:end] == "by the lake"
    assert window.stage.current == 0
    assert chooser.isHidden()


def test_m_on_a_unit_offers_what_fits_its_kind(desk: Desk) -> None:
    window = desk.open([item("one")])
    turn = window.stage.item.documents("dialogue")[0].units[1]
    window.stage.choose_unit(turn.id)
    desk.press(window, K.Key_M)
    chooser = window.stage.flags.chooser
    assert [o.criterion.id for o in chooser.options] == ["missed-turn", "missed-conversation"]
    desk.press(window, K.Key_Down)
    desk.press(window, K.Key_Return)
    desk.until(lambda: len(window.entries) == 1)
    entry = window.entries[0]
    assert entry.criterion.id == "missed-conversation"
    assert entry.target.system == "alpha" and entry.unit == turn
    desk.press(window, K.Key_X)
    desk.until(lambda: not window.entries)


def test_escape_leaves_the_chooser_and_nothing_is_written(desk: Desk) -> None:
    window = desk.open([item("one")])
    before = QApplication.focusWidget()
    window.stage.choose_unit(window.stage.panes.tab.units[0].id)
    desk.press(window, K.Key_M)
    desk.press(window, K.Key_N)
    assert window.stage.flags.chooser.isHidden() is False, "no criterion has the letter N, and N is no command here"
    desk.press(window, K.Key_Escape)
    assert window.stage.flags.chooser.isHidden()
    assert QApplication.focusWidget() is before
    assert window.rows("SELECT count(*) FROM decision") == [(0,)]


def test_m_on_a_paragraph_that_nothing_asks_about_says_so(desk: Desk) -> None:
    window = desk.open([item("one", FLAGS[:1])])
    window.stage.choose_unit(window.stage.item.documents("article")[0].units[0].id)
    desk.press(window, K.Key_M)
    assert window.stage.flags.chooser.isHidden()
    assert window.stage.flags.bar.words == "No criterion of the schemes in use asks about article 1."


def test_a_flag_tints_its_unit_and_the_judges_quotes(desk: Desk) -> None:
    window = desk.open()
    window.stage.choose_flag(1)
    entry = window.entries[1]
    assert entry.criterion.id == "changed-meaning"
    panes = window.stage.panes
    assert panes.focus.unit == entry.unit.id
    (places,) = panes.focus.places.values()
    (unit,) = panes.focus.places
    assert panes.place_of(unit) == ("dialogue", 1)
    text = window.stage.item.units[unit][0].text
    assert text[places[0].start : places[0].end] == "maps"


def test_a_sentence_leads_to_its_sources_and_a_source_to_its_sentences(desk: Desk) -> None:
    window = desk.open([item("one")])
    panes = window.stage.panes
    first = panes.tab.units[0]
    panes.pane("summary").unitClicked.emit(0)
    assert panes.focus.unit == first.id
    asked = window.stage.item.documents("dialogue")[0].units[0]
    assert asked.id in panes.focus.places
    panes.pane("dialogue").unitClicked.emit(0)
    assert panes.focus.unit == asked.id
    assert first.id in panes.focus.places


def test_the_heads_count_units_and_what_is_not_covered(desk: Desk) -> None:
    window = desk.open()
    panes = window.stage.panes
    assert panes.pane("dialogue").head.summary == "3 turns, 1 that no summary sentence covers"
    assert panes.pane("article").head.summary.startswith("2 paragraphs")
    assert panes.pane("summary").head.summary == "2 sentences, 1 flagged"


def test_a_click_on_a_mark_brings_its_flag(desk: Desk) -> None:
    window = desk.open()
    window.stage.panes.pane("dialogue").markClicked.emit(window.entries[2].verdict.id)
    assert window.stage.current == 2


def test_markup_escapes_and_control_characters_are_shown_as_they_are(desk: Desk) -> None:
    documents = [
        {"id": "dialogue", "role": "dialogue", "turns": [{"speaker": NASTY, "text": NASTY}]},
        {"id": "sum-a", "role": "summary", "system": NASTY, "sentences": [NASTY]},
    ]
    nasty = flag("sum-a", 0, "changed-meaning", (0, 4), explanation=NASTY, annotator=NASTY)
    nasty["evidence"] = [{"document": "dialogue", "unit": 0, "quote": NASTY}]
    window = desk.open([{"key": NASTY, "documents": documents, "verdicts": [nasty]}])
    shown = "<b>bold</b> ␛[31mred␛[0m ␀␇ ◀abc & &amp; <img src=x>"
    for pane in ("dialogue", "summary"):
        assert window.stage.panes.pane(pane).view.document().findBlockByNumber(0).text() == shown
    detail = window.stage.flags.detail
    assert detail._explanation.text() == shown
    assert detail._who.text() == f"{shown}, 4 of 5 replies."
    assert detail.quotes.blocks[0]._text == shown
    assert window.stage.panes.tabs.bar.tabText(0) == shown.replace("&", "&&")
    assert window.entries[0].quote == "<b>b"


def test_reading_the_item_again_after_a_decision_moves_nothing(desk: Desk) -> None:
    turns = [{"speaker": "Ada", "text": f"Turn {n}: " + "the lake and the kiosk " * 12} for n in range(60)]
    documents = [{**ITEM["documents"][0], "turns": turns}, *ITEM["documents"][1:]]  # type: ignore[index, dict-item]
    window = desk.open([item("long", (*FLAGS[:2], FLAGS[3]), documents=documents)])
    bar = window.stage.panes.pane("dialogue").view.verticalScrollBar()
    bar.setValue(700)
    select(window, "summary", 0, "kiosk")
    with desk.bot.waitSignal(window.session.changed):
        window.stage.flags.detail.doubt.click()
    assert window.states().count(FlagState.UNSURE) == 1
    assert window.stage.panes.pane("summary").selection() == (0, 20, 25)
    where = bar.value()
    window.stage.refresh()
    assert bar.value() == where


class Painted(QObject):
    """Notes which text each pane shows whenever it is painted."""

    def __init__(self, window: DeskWindow) -> None:
        super().__init__(window)
        self.seen: list[tuple[str, str]] = []
        self._views = {}
        for name in ("dialogue", "summary"):
            view = window.stage.panes.pane(name).view
            self._views[view.viewport()] = (name, view)
            view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            name, view = self._views[watched]
            self.seen.append((name, view.document().firstBlock().text()))
        return False


def test_opening_an_item_paints_no_pane_half_done(desk: Desk) -> None:
    other = [
        {"id": "dialogue", "role": "dialogue", "turns": [{"speaker": "Cy", "text": "Elsewhere."}]},
        {"id": "sum-a", "role": "summary", "system": "alpha", "sentences": ["Another text."]},
    ]
    window = desk.open([item("one"), item("two", documents=other)])
    QApplication.processEvents()
    painted = Painted(window)
    desk.press(window, K.Key_N)
    desk.until(lambda: len({name for name, _ in painted.seen}) == 2)
    assert set(painted.seen) == {("dialogue", "Elsewhere."), ("summary", "Another text.")}
    assert len(painted.seen) == 2


def test_an_item_that_was_read_ahead_is_opened_as_it_is_now(desk: Desk) -> None:
    window = desk.open()
    second = window.stage.queue.model.ids[1]
    desk.until(lambda: window.stage._ahead.following is not None and window.stage._ahead.following.id == second)
    first_flag = items.load_item_view(window.session.connection(), second).flags()[0]
    window.session.decision_writer.accept(second, first_flag).result()
    desk.press(window, K.Key_N)
    desk.until(lambda: window.stage.item.id == second)
    assert next(e.state for e in window.entries if e.verdict.id == first_flag.id) is FlagState.ACCEPTED


def test_without_a_scheme_there_is_nothing_to_finish(desk: Desk) -> None:
    window = desk.open([item("one")])
    window.stage.catalogue = Catalogue()
    desk.press(window, K.Key_F)
    assert "nothing to finish" in window.stage.flags.bar.words
    assert window.rows("SELECT count(*) FROM decision") == [(0,)]


def test_a_pane_without_text_folds_away_and_comes_back(desk: Desk) -> None:
    short = item("short", documents=[ITEM["documents"][1], ITEM["documents"][3]])  # type: ignore[index]
    window = desk.open([item("one"), short, item("three")])
    assert [p.head.title for p in window.stage.panes.visible_panes()] == ["Dialogue", "Article", "Summary"]
    desk.press(window, K.Key_N)
    assert [p.head.title for p in window.stage.panes.visible_panes()] == ["Article", "Summary"]
    desk.press(window, K.Key_N)
    assert len(window.stage.panes.visible_panes()) == 3


def test_a_decision_that_cannot_be_saved_comes_back_with_the_sentence(desk: Desk) -> None:
    window = desk.open()
    for path in window.path.parent.glob("desk.galley*"):
        path.rename(path.with_name("moved-" + path.name))
    try:
        desk.press(window, K.Key_A)
        desk.until(lambda: window.failures)
        assert window.stage.current == 0
        assert window.states()[0] is FlagState.OPEN
        assert "moved" in window.stage.flags.bar.words
        assert window.stage.flags.bar.words.startswith("Not saved: ")
    finally:
        for path in window.path.parent.glob("moved-desk.galley*"):
            path.rename(path.with_name(path.name.removeprefix("moved-")))


def test_an_empty_project_says_how_to_begin(desk: Desk) -> None:
    window = desk.open([])
    page = window.stage._pages.currentWidget()
    assert page.accessibleName() == "This project has no items yet"
    for key in (K.Key_J, K.Key_A, K.Key_N, K.Key_F, K.Key_M, K.Key_E, K.Key_Space, K.Key_BracketLeft):
        desk.press(window, key)
    assert window.rows("SELECT count(*) FROM decision") == [(0,)]


def test_a_search_without_a_match_offers_the_way_back(desk: Desk) -> None:
    window = desk.open()
    queue = window.stage.queue
    with desk.bot.waitSignal(queue.filled):
        window.view.search("zeppelin")
    assert queue._pages.currentWidget().accessibleName() == "Nothing matches"
    assert window.key() == "kiosk-1", "what is being read stays"
    with desk.bot.waitSignals([queue.filled, window.view.search_changed]):
        queue._empty.button.click()
    assert len(queue.model.ids) == 2


def test_the_search_finds_words_of_texts_and_notes(desk: Desk) -> None:
    window = desk.open([item("one"), item("two", FLAGS[:1])])
    window.view._note((2, None), "look at the stove")
    desk.until(lambda: window.rows("SELECT count(*) FROM note") == [(1,)])
    for words, found in (("stove", [2]), ("northern shore", [1, 2]), ("one", [1])):
        with desk.bot.waitSignal(window.stage.queue.filled):
            window.view.search(words)
        assert list(window.stage.queue.model.ids) == found


def test_an_item_without_flags_says_which_key_adds_one(desk: Desk) -> None:
    window = desk.open([item("one")])
    said = window.stage.flags.detail._message.text()
    assert said.startswith("No judge has flagged anything here. M adds a flag. Space shows each sentence")
    desk.press(window, K.Key_A)
    desk.read(window)
    desk.press(window, K.Key_F)
    desk.until(lambda: window.stage.item.is_finished)
    assert window.stage.flags.bar.words.startswith("✓ Finished")


def test_other_reviewers_answers_are_not_shown(desk: Desk) -> None:
    other = {**flag("sum-a", 0, "wrong-linking"), "annotator": "tomas", "kind": "human", "votes": ""}
    window = desk.open([item("one", [other, FLAGS[0]])])
    assert [e.criterion.id for e in window.entries] == ["changed-meaning"]


def test_the_judges_record_follows_each_decision(desk: Desk) -> None:
    window = desk.open()
    record = window.stage.flags.detail._record
    desk.until(lambda: "none of its flags decided" in record.text())
    desk.press(window, K.Key_A)
    desk.until(lambda: window.states()[0] is FlagState.ACCEPTED)
    desk.press(window, K.Key_K)
    desk.until(lambda: "<b>100\u00a0%</b>" in record.text() and "n\u00a0=\u00a01" in record.text())


def test_the_judges_record_is_read_in_a_pause_and_again_only_after_something_was_written(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a large project it takes a core for a while, which the next flag would wait for."""
    read: list[tuple[int, int]] = []

    def precision(connection: Any, *key: int) -> Estimate:
        read.append(key)
        return judge_record.precision(connection, *key)

    monkeypatch.setattr("galley.gui.review.judge_record_reader.judge_record", SimpleNamespace(
        precision=precision, sound=judge_record.sound))  # fmt: skip
    window = desk.open()
    stage = window.stage
    keys = {(entry.verdict.annotator, entry.criterion.row) for entry in window.entries}
    for at in range(len(window.entries)):
        stage.choose_flag(at)
        desk.until(lambda at=at: stage._record._key() in stage._record._current)
    assert sorted(read) == sorted(keys)
    for at in range(len(window.entries)):
        stage.choose_flag(at)
        assert not stage._record._rest.isActive()
    desk.press(window, K.Key_A)
    desk.until(lambda: len(read) == len(keys) + 1)


def test_ten_thousand_flags_on_one_item(desk: Desk) -> None:
    sentences = [f"Sentence {n} about the lake." for n in range(2000)]
    documents = [{"id": "s", "role": "summary", "system": "alpha", "sentences": sentences}]
    kinds = "changed-meaning extrinsic-context wrong-linking viewpoint-distortion speaker-identity-bias"
    flags = [flag("s", n, c, (0, 8)) for n in range(2000) for c in kinds.split()]
    window = desk.open([item("many", flags, documents=documents)])
    assert len(window.entries) == 10_000
    for key in (K.Key_A, K.Key_X, K.Key_J, K.Key_U):
        desk.press(window, key)
    desk.until(lambda: window.stage.item.open_count == 9997, timeout=20_000)
    assert window.stage.current == 4
    assert window.stage.flags.head.summary == "9,997 open of 10,000"


def test_items_of_kgds_open_with_their_opinions_and_facts(desk: Desk, tmp_path: Path, shared_data: Path) -> None:
    path = tmp_path / "kgds.galley"
    source = shared_data / "kgds" / "KGDS.json"
    with Project.create(path) as project:
        import_files(project, registry.recognise([source]), [source])
    window = desk.open(path=path)
    assert [tab.kind for tab in window.stage.item.tabs] == ["opinion", "fact"]
    derived = window.stage.item.view.derived_units
    for unit in (next(unit for unit in derived if unit.kind == kind) for kind in ("opinion", "fact")):
        window.stage.choose_unit(unit.id)
        assert set(window.stage.panes.focus.places) == set(unit.sources) and unit.sources


@pytest.mark.parametrize("position", [0, 6, 14, 15, 16, 17, 22])
def test_every_flag_of_the_sample_can_be_looked_at(desk: Desk, tmp_path: Path, position: int) -> None:
    line = (resources() / "sample" / "sample.jsonl").read_text(encoding="utf-8").splitlines()[position]
    window = desk.open([json.loads(line)])
    for index, entry in enumerate(window.entries):
        window.stage.choose_flag(index)
        place = window.stage.panes.place_of(entry.unit.id)
        assert place is not None or entry.unit.kind == "whole", entry.place
        if place is not None:
            pane = window.stage.panes.pane(place[0])
            desk.until(lambda pane=pane, place=place: pane.view.is_fully_visible(place[1]))


def test_the_queue_is_a_sound_model_that_reads_by_page(qtmodeltester: object) -> None:
    from array import array

    asked: list[int] = []

    def fetch(ids):  # type: ignore[no-untyped-def]
        asked.append(len(ids))
        return [QueueRow(i, f"item-{i}", "", 1, 1, 0, False, 0, "") for i in ids]

    model = QueueModel(fetch)
    model.set_ids(array("q", range(1, 1001)))
    qtmodeltester.check(model)  # type: ignore[attr-defined]
    model = QueueModel(fetch)
    model.set_ids(array("q", range(1, 1001)))
    asked.clear()
    assert model.data(model.index(500)) == "item-501"
    assert model.data(model.index(501)) == "item-502"
    assert asked == [PAGE]
    model.forget([501])
    assert model.row(500) is not None
    assert asked == [PAGE, 1]


def test_state_and_filter_come_back(desk: Desk) -> None:
    window = desk.open()
    desk.press(window, K.Key_N)
    window.stage.queue.filters.set_filter(Filter(show=Show.OPEN))
    state = json.loads(json.dumps(window.view.state()))
    again = DeskWindow(window.path, desk.theme)
    desk.windows.append(again)
    again.view.restore(state)
    again.view.restore({"item": "x", "widths": [1], "queue": 3, "panes": []})
    again.view.restore(state)
    again.show()
    with desk.bot.waitSignal(again.view.ready):
        again.view.activate()
    assert again.key() == "kiosk-2"
    assert again.stage.queue.queue_filter.show is Show.OPEN


def test_a_cleared_up_reference_has_no_asterisks_beside_its_flag(desk: Desk) -> None:
    window = desk.open([building.discussion()])
    stage = window.stage
    assert stage.entry.unit.text == "Ann likes the **ferry**."
    assert stage.flags.detail._unit.text() == "Ann likes the ferry."
