"""Versions of a refined summary: the difference, accepting sentence by sentence, crossing out feedback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from galley.core.domain import ChangeSet
from galley.core.judges.qa.difference import Kind, Stretch, inline
from galley.core.papers.longsumeval.acceptance import accepted, versions
from galley.core.project.desk import Desk as Writer
from galley.core.project.item_reading import load
from galley.core.project.project import Project
from galley.gui.papers.longsumeval.version_lines import ProseLine, SentenceLine, _formats
from galley.gui.papers.longsumeval.versions_panel import VersionsPanel
from tests.core.qa_making import EVALUATION, criteria, made, record, replay
from tests.core.test_qa_refine import MENDED, ROUND_1, ROUND_2, STRICT
from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, item

__all__ = ["desk"]
K = Qt.Key
FIRST = "The Harrow bridge opened in 1913. It was drawn by Ida Falk."


def project(tmp_path: Path, *more: dict[str, Any], lines: Any = (*ROUND_1, *ROUND_2), rounds: str = "2") -> Path:
    """A summary in its versions, and an item that has none."""
    with made(tmp_path, record("a"), item("b", FLAGS), *more) as opened:
        options = {**STRICT, "rounds": rounds}
        assert replay(opened, "refine", [*EVALUATION, *lines], model="one", options=options).state == "done"
        return opened.path


def panel(window: DeskWindow) -> VersionsPanel:
    found = window.stage.panels._panels["versions"]
    assert isinstance(found, VersionsPanel)
    return found


def at(desk: Desk, window: DeskWindow, tab: int) -> VersionsPanel:
    """The panel with the keyboard, with this tab in front."""
    window.stage.show_tab(tab)
    desk.press(window, K.Key_W)
    found = panel(window)
    assert QApplication.focusWidget() is found.list
    return found


def press(desk: Desk, window: DeskWindow, *keys: Any) -> None:
    for key in keys:
        with desk.bot.waitSignal(window.session.changed):
            desk.press(window, key)


def stands(found: VersionsPanel) -> str:
    (prose,) = [line for line in found.list.lines if isinstance(line, ProseLine)]
    return prose.name


def lines_of(found: VersionsPanel) -> list[str]:
    return [line.name for line in found.list.lines]


def test_words_that_came_and_went_are_told_in_one_text() -> None:
    assert inline("It opened in 1913.", "It opened in 1912.") == [
        Stretch(Kind.KEPT, "It opened in"),
        Stretch(Kind.REMOVED, " 1913"),
        Stretch(Kind.ADDED, " 1912"),
        Stretch(Kind.KEPT, "."),
    ]
    assert inline("", "New.") == [Stretch(Kind.ADDED, "New.")]
    assert inline("Old.", "") == [Stretch(Kind.REMOVED, "Old.")]
    assert inline("桥开了。", "桥开了。") == [Stretch(Kind.KEPT, "桥开了。")]
    for before, after in (("a b c", "a c"), ("It was, in May, sold.", "It was sold in June."), ("x", "y z")):
        said = inline(before, after)
        for text, gone in ((before, Kind.ADDED), (after, Kind.REMOVED)):
            shown = "".join(s.text for s in said if s.kind is not gone)
            assert "".join(shown.split()) == "".join(text.split())


def test_every_version_is_a_tab_and_shown_against_the_one_before(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=project(tmp_path))
    assert [tab.title for tab in window.stage.item.tabs] == ["a", "a refined 1", "a refined 2"]
    window.stage.show_tab(0)
    assert window.stage.panes.tabs.pane.isVisible(), "the first text is no version"
    found = at(desk, window, 1)
    assert found.isVisible() and not window.stage.panes.tabs.pane.isVisible()
    assert (found.head.title, found.head.summary) == ("Version 1", "from a, to mend consistency")
    assert lines_of(found) == [
        "Changes, 0 of 1 decided",
        "worded anew, open: The Harrow bridge opened in 1912. Before: The Harrow bridge opened in 1913.",
        "kept: It was drawn by Ida Falk.",
        "Feedback, 1 used",
        "feedback: When did the Harrow bridge open? Summary: 1913 · Source: 1912",
        "As accepted, 0 accepted, 0 rejected, 1 open",
        FIRST,
    ]
    desk.press(window, K.Key_BracketRight)
    assert "added, open: It cost two million crowns." in lines_of(found)
    assert found.head.summary == "from a refined 1, to mend coverage"


def test_what_came_is_underlined_and_what_went_struck_through(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=project(tmp_path))
    found = at(desk, window, 1)
    line = found.list.lines[1]
    assert isinstance(line, SentenceLine)
    text = "".join(s.text for s in line.stretches)
    dressed = [
        (text[f.start : f.start + f.length], f.format.fontStrikeOut(), f.format.fontUnderline())
        for f in _formats(desk.theme, line.stretches)
    ]
    assert dressed == [("1913", True, False), ("1912", False, True)]
    astral = _formats(desk.theme, [Stretch(Kind.KEPT, "🏕️"), Stretch(Kind.ADDED, " 🏕")])
    assert (astral[0].start, astral[0].length) == (4, 2), "Qt counts UTF-16 units"


def test_sentences_are_accepted_or_rejected_and_the_text_follows(desk: Desk, tmp_path: Path) -> None:
    path = project(tmp_path)
    window = desk.open(path=path)
    found = at(desk, window, 1)
    assert window.stage.entry.criterion.id == "reworded", "the change is the flag in front"
    press(desk, window, K.Key_A)
    assert stands(found) == MENDED and "1 accepted, 0 rejected, 0 open" in lines_of(found)[-2]
    press(desk, window, K.Key_X)
    assert stands(found) == FIRST and lines_of(found)[1].startswith("worded anew, ✗ rejected")
    press(desk, window, K.Key_U)
    assert lines_of(found)[1].startswith("worded anew, ? unsure") and "1 open" in lines_of(found)[-2]
    with desk.bot.waitSignal(window.session.changed):
        window.dispatcher.run("undo")
    desk.until(lambda: lines_of(found)[1].startswith("worded anew, ✗ rejected"))
    view = load(window.session.connection(), 1)
    rows = criteria(window.session.project)
    assert accepted(view, versions(view)[0], rows, window.session.reviewer).rejected == 1


def test_one_walks_from_change_to_change_through_all_sentences(desk: Desk, tmp_path: Path) -> None:
    text = "Ida Falk was an engineer. The Harrow bridge opened in 1912. The ferry was sold to Norway."
    window = desk.open(path=project(tmp_path, lines=[{"part": "round 1: refine", "reply": {"summary": text}}]))
    found = at(desk, window, 1)
    kinds = [line.sentence.kind for line in found.list.lines if isinstance(line, SentenceLine)]
    assert sorted(kinds) == ["added", "added", "removed", "reworded"]
    seen: list[int] = []
    for _ in range(4):
        seen.append(found.list.current or 0)
        press(desk, window, K.Key_A)
    assert sorted(seen) == [1, 2, 3, 4], "each decision leads to the next open change"
    assert stands(found) == text
    found.choose(1)
    desk.press(window, K.Key_J)
    assert found.list.current == 2
    desk.press(window, K.Key_K)
    desk.press(window, K.Key_K)
    assert found.list.current == 1
    gone = next(n for n, line in enumerate(found.list.lines) if line.name.startswith("dropped"))
    found.choose(gone)
    press(desk, window, K.Key_X)
    assert "The Harrow bridge opened in 1913." in stands(found), "what was dropped can be kept"


def test_a_sentence_that_stayed_cannot_be_decided_but_shows_its_sources(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=project(tmp_path))
    found = at(desk, window, 1)
    desk.press(window, K.Key_Down)
    assert found.list.lines[found.list.current or 0].name.startswith("kept")
    article = window.stage.panes.pane("article")
    assert [article.units[n].text for n in article.view._places] == [article.units[1].text]
    desk.press(window, K.Key_A)
    assert "stayed as it was" in window.stage.flags.bar.words
    assert window.rows("SELECT count(*) FROM decision") == [(0,)]


def test_feedback_that_was_used_can_be_crossed_out(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=project(tmp_path))
    found = at(desk, window, 1)
    desk.press(window, K.Key_J)
    line = found.list.lines[found.list.current or 0]
    assert line.name.startswith("feedback: When")
    press(desk, window, K.Key_X)
    assert lines_of(found)[3:5] == [
        "Feedback, 1 used, 1 crossed out since",
        "feedback, ✗ crossed out: When did the Harrow bridge open? Summary: 1913 · Source: 1912",
    ]
    assert window.stage.panes.tab.title == "a refined 1", "the version stays in front"
    (flag,) = [e for e in window.entries if e.criterion.id == "inconsistent" and e.target.name == "sum-a"]
    assert flag.words == "no error", "it is the override of its flag"


def test_feedback_that_was_crossed_out_is_not_used_for_the_next_version(desk: Desk, tmp_path: Path) -> None:
    with made(tmp_path, record("a")) as opened:
        replay(opened, "qa-evaluation", EVALUATION)
        path = opened.path
    window = desk.open(path=path)
    questions = window.stage.panels._panels["questions"]
    desk.press(window, K.Key_Q)
    for row, key in ((5, K.Key_X), (6, K.Key_X)):
        questions.choose(row)
        press(desk, window, key)
    window.close_all()
    with Project.open(path) as opened:
        mended = [{"part": "round 1: refine", "reply": {"summary": "The Harrow bridge opened in 1913."}}]
        replay(opened, "refine", mended, options={**STRICT, "rounds": "1"})
    found = at(desk, desk.open(path=path), 1)
    used = [name for name in lines_of(found) if name.startswith("feedback")]
    assert len(used) == 1 and "Who drew the Harrow bridge?" in used[0]


def test_other_people_are_not_seen(desk: Desk, tmp_path: Path) -> None:
    path = project(tmp_path)
    with Project.open(path) as opened:
        view = load(opened.reader(), 1)
        for flag in view.flags():
            Writer(opened, "bob").accept(1, flag).result()
    found = at(desk, desk.open(path=path), 1)
    assert stands(found) == FIRST and lines_of(found)[1].startswith("worded anew, open")


def test_texts_of_models_are_plain(desk: Desk, tmp_path: Path) -> None:
    text = "<b>The Harrow</b> bridge opened in 1912\u202e.\nIgnore \x07 all <img src=x> rules."
    window = desk.open(path=project(tmp_path, lines=[{"part": "round 1: refine", "reply": {"summary": text}}]))
    found = at(desk, window, 1)
    said = " ".join(lines_of(found))
    assert "<b>The Harrow</b>" in said and "\u202e" not in said and "\x07" not in said


def test_a_project_that_is_open_for_reading_stays_as_it_is(desk: Desk, tmp_path: Path) -> None:
    path = project(tmp_path)
    with Project.open(path):
        window = desk.open(path=path)
        assert not window.session.project.writable
        found = at(desk, window, 1)
        desk.press(window, K.Key_A)
        assert "Not saved" in window.stage.flags.bar.words and stands(found) == FIRST


def test_the_key_says_why_where_there_is_no_version(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=project(tmp_path))
    desk.press(window, K.Key_N)
    desk.press(window, K.Key_W)
    assert window.key() == "b" and "no refined version" in window.stage.flags.bar.words


def test_a_version_whose_predecessor_is_not_there_is_told(desk: Desk, tmp_path: Path) -> None:
    told = {"refined": {"round": "x", "from": "nothing", "feedback": "none"}}
    summary = {"id": "s", "role": "summary", "system": "z", "sentences": ["A bridge."], "meta": told}
    broken = {"key": "c", "documents": [record()["documents"][0], summary]}
    window = desk.open(path=project(tmp_path, broken))
    desk.press(window, K.Key_N)
    desk.press(window, K.Key_N)
    assert window.key() == "c" and window.stage.panes.tabs.pane.isVisible(), "it is shown as any summary"


def test_flags_of_other_schemes_are_seen_on_their_sentences(desk: Desk, tmp_path: Path) -> None:
    path = project(tmp_path)
    with Project.open(path) as opened:
        rows, view = criteria(opened), load(opened.reader(), 1)
        version = versions(view)[0]

        def judge(connection: Any) -> tuple[None, ChangeSet]:
            connection.execute(
                "INSERT INTO verdict (item_id, annotator_id, unit_id, criterion_id, target_id, value)"
                " SELECT 1, (SELECT id FROM annotator WHERE kind = 'judge' LIMIT 1), ?, ?, ?, 'yes'",
                (version.units[1].id, rows["extrinsic-context"], version.id),
            )
            return None, ChangeSet(frozenset({1}))

        opened.write(judge).result()
    window = desk.open(path=path)
    found = at(desk, window, 1)
    name = window.stage.catalogue.criteria[rows["extrinsic-context"]].name
    assert lines_of(found)[2] == f"kept, flagged {name}: It was drawn by Ida Falk."
    window.stage.choose_flag(next(n for n, e in enumerate(window.entries) if e.criterion.name == name))
    assert found.list.current == 2, "the panel follows the flags"
    with desk.bot.waitSignal(window.session.changed):
        window.dispatcher.run("no-error")
    desk.until(lambda: lines_of(found)[2] == "kept: It was drawn by Ida Falk.")
