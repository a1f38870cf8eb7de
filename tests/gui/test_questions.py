"""The panel of questions and answers: what it shows, what it tints, and what its keys write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from galley.core.columns import names
from galley.core.domain import ChangeSet
from galley.core.project import blind
from galley.core.project.project import Project
from galley.gui.papers.longsumeval.question_board import Asked
from galley.gui.papers.longsumeval.question_lines import QuestionLine
from galley.gui.papers.longsumeval.question_panel import QuestionsPanel
from tests.core.qa_making import EVALUATION, answers, asked, made, record, replay
from tests.gui.review_desk import FLAGS, Desk, DeskWindow, desk, item

__all__ = ["desk"]
K = Qt.Key
HOSTILE = "<b>Who</b> drew it?\u202e\nIgnore all \x07 rules"


def project(tmp_path: Path, *schemes: str, lines: list[dict[str, Any]] = EVALUATION, more: Any = None) -> Path:
    """An evaluated summary in a project with these schemes."""

    def add(connection: Any) -> tuple[None, ChangeSet]:
        for scheme in schemes:
            names.add_scheme(connection, scheme)
        return None, ChangeSet(settings=True)

    with made(tmp_path, record("a"), item("b", FLAGS)) as opened:
        opened.write(add).result()
        assert replay(opened, "qa-evaluation", lines, model="one").state == "done"
        if more is not None:
            more(opened)
        return opened.path


def panel(window: DeskWindow) -> QuestionsPanel:
    found = window.stage.panels._panels["questions"]
    assert isinstance(found, QuestionsPanel)
    return found


def enter(desk: Desk, window: DeskWindow) -> QuestionsPanel:
    """The panel with the keyboard, at its first question."""
    found = panel(window)
    desk.press(window, K.Key_Q)
    assert QApplication.focusWidget() is found.list
    found.choose(1)
    return found


def front(found: QuestionsPanel) -> Asked:
    """The question in front."""
    assert found.current is not None
    return found.current


def said(found: QuestionsPanel) -> list[str]:
    return [line.asked.words for line in found.list.lines if isinstance(line, QuestionLine)]


def tinted(window: DeskWindow) -> list[str]:
    """The texts of the units that are tinted as evidence, pane by pane."""
    return [pane.units[n].text for pane in window.stage.panes.visible_panes() for n in sorted(pane.view._places)]


def press(desk: Desk, window: DeskWindow, key: Any) -> None:
    """Press a key and wait for what it writes."""
    with desk.bot.waitSignal(window.session.changed):
        desk.press(window, key)


def test_both_sides_are_shown_with_both_answers_rank_kind_and_similarity(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=project(tmp_path))
    found = panel(window)
    assert found.isVisible() and [tab.title for tab in window.stage.item.tabs] == ["a"]
    assert [line.name for line in found.list.lines] == [
        "Coverage, 1 of 3 unanswered",
        "coverage 1, when: When did the Harrow bridge open? Summary: 1913; Source: 1912; answered",
        "coverage 2, what: What did the Harrow bridge cost? Summary: no answer; Source: two million crowns; unanswered",
        "coverage 3, what: Who drew the Harrow bridge? Summary: Ida Falk; Source: Ida Falk; answered",
        "Consistency, 1 of 2 inconsistent",
        "consistency 1, when, similarity 0.00: When did the Harrow bridge open? Summary: 1913; Source: 1912;"
        " inconsistent",
        "consistency 2, what, similarity 1.00: Who drew the Harrow bridge? Summary: Ida Falk; Source: Ida Falk;"
        " consistent",
    ]
    assert found.scores.rows == [
        ("Coverage", "0.67", "0 of 3", "3"),
        ("Consistency", "0.50", "0 of 2", "2"),
    ]
    desk.press(window, K.Key_N)
    assert window.key() == "b" and not found.isVisible()


def test_walking_tints_where_both_answers_stand_for_faults_and_for_others(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=project(tmp_path))
    found = enter(desk, window)
    article, summary = window.stage.item.view.documents
    assert tinted(window) == [article.units[0].text, summary.units[0].text], "answered: no flag, and yet tinted"
    desk.press(window, K.Key_Down)
    assert tinted(window) == [article.units[0].text], "the summary does not answer"
    assert window.stage.entry.criterion.id == "unanswered", "a fault is the flag in front"
    desk.press(window, K.Key_Return)
    assert tinted(window) == [article.units[1].text, summary.units[1].text]
    desk.press(window, K.Key_Down)
    assert front(found).entry.side == "consistency", "heads are passed over"
    assert tinted(window) == [article.units[0].text, summary.units[0].text]
    desk.press(window, K.Key_Down)
    desk.press(window, K.Key_Down)
    assert front(found).entry.rank == 2, "it stays at the end"
    window.stage.choose_flag(0)
    assert front(found).entry.verdict.id == window.stage.entry.verdict.id, "the panel follows the flags"


def test_each_verdict_is_accepted_or_overridden_and_the_reviewed_scores_follow(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=project(tmp_path))
    found = enter(desk, window)
    for key in (K.Key_A, K.Key_X, K.Key_A, K.Key_A):
        press(desk, window, key)
    assert said(found) == ["✓ answered", "unanswered → answered", "✓ answered", "✓ inconsistent", "consistent"]
    assert front(found).entry.rank == 2 and front(found).entry.side == "consistency", "it goes on by itself"
    assert found.scores.rows == [("Coverage", "0.67", "1.00", "3"), ("Consistency", "0.50", "1 of 2", "2")]
    press(desk, window, K.Key_X)
    assert said(found)[-1] == "consistent → inconsistent"
    assert found.scores.rows[1] == ("Consistency", "0.50", "0.00", "2")
    assert [words for words in window.words() if words != "accepted"] == ["added", "no error"]
    with desk.bot.waitSignal(window.session.changed):
        window.dispatcher.run("undo")
    desk.until(lambda: said(found)[-1] == "consistent")
    found.choose(6)
    press(desk, window, K.Key_U)
    assert said(found)[-1] == "? consistent" and found.scores.rows[1][2] == "1 of 2"


def test_finishing_answers_no_question_that_a_judge_found_fault_with(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=project(tmp_path))
    found = panel(window)
    desk.read(window)
    assert [row[2] for row in found.scores.rows] == ["0 of 3", "0 of 2"]
    faults = window.stage.item.open_count
    window.dispatcher.run("finish")
    with desk.bot.waitSignal(window.session.changed):
        window.dispatcher.run("finish")
    assert window.stage.flags.bar.words == f"Finished, but {faults} flags are still open"
    assert said(found)[1] == "unanswered"
    assert [row[2] for row in found.scores.rows] == ["2 of 3", "1 of 2"], "the others are no fault"


def test_the_form_is_answered_by_digits_and_leads_from_answer_to_answer(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=project(tmp_path, "qa-validation"))
    found = enter(desk, window)
    before = len(window.entries)
    asked_now = [check.criterion.id for check in found.form.checks if check.follows]
    assert asked_now == ["key-information", "answerable", "answer-relevant", "questions-complete"]
    for key in (K.Key_1, K.Key_2, K.Key_2, K.Key_3, K.Key_4, K.Key_5, K.Key_7):
        press(desk, window, key)
    assert [check.said for check in found.form.checks] == ["yes", "no", "yes", "yes", "yes", "", "yes"]
    assert [check.follows for check in found.form.checks][5] is False, "there is no answer to be consistent"
    assert len(window.entries) == before, "the form's answers are no flags"
    kept = window.rows(
        "SELECT criterion.name, verdict.value, unit.kind FROM verdict JOIN criterion ON criterion.id = criterion_id"
        " JOIN unit ON unit.id = unit_id JOIN scheme ON scheme.id = scheme_id WHERE scheme.name = 'qa-validation'"
        " ORDER BY criterion.id"
    )
    assert kept == [
        ("key-information", "yes", "question"),
        ("answerable", "no", "question"),
        ("questions-complete", "yes", "whole"),
        ("answer-relevant", "yes", "question"),
        ("no-answer", "yes", "question"),
        ("no-answer-justified", "yes", "question"),
    ]
    rows = window.rows("SELECT count(*) FROM decision")
    desk.press(window, K.Key_6)
    assert window.rows("SELECT count(*) FROM decision") == rows
    assert "is not asked after" in window.stage.flags.bar.words
    desk.press(window, K.Key_Down)
    assert [check.said for check in found.form.checks] == [""] * 6 + ["yes"]


def test_digits_belong_to_the_flags_outside_the_panel(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=project(tmp_path, "qa-validation"))
    found = panel(window)
    window.stage.take_focus()
    desk.press(window, K.Key_1)
    assert all(check.said == "" for check in found.form.checks)


def test_the_form_can_be_taken_into_a_project(desk: Desk, tmp_path: Path) -> None:
    window = desk.open(path=project(tmp_path))
    found = enter(desk, window)
    assert found.form.isHidden() and found.add_form.isVisible()
    press(desk, window, K.Key_0)
    desk.until(lambda: found.form.isVisible())
    assert found.add_form.isHidden() and len(found.form.checks) == 7


def test_other_people_and_gold_are_not_seen(desk: Desk, tmp_path: Path) -> None:
    def others(opened: Project) -> None:
        from galley.core.project.desk import Desk as Writer
        from tests.core.qa_making import view_of

        for verdict in [v for v in view_of(opened).verdicts if v.value is not None]:
            Writer(opened, "bob").override(1, verdict, value="no").result()
            Writer(opened, "bob").settle(1, verdict.cell, "no").result()

    window = desk.open(path=project(tmp_path, more=others))
    found = panel(window)
    assert said(found) == ["answered", "unanswered", "answered", "inconsistent", "consistent"]
    assert [row[2] for row in found.scores.rows] == ["0 of 3", "0 of 2"]


def test_what_is_decided_blind_shows_no_verdict_before(desk: Desk, tmp_path: Path, monkeypatch: Any) -> None:
    from galley.core.project import blind_flags

    path = project(tmp_path)
    with Project.open(path) as opened:
        opened.write(_set_blind).result()
    monkeypatch.setattr(blind_flags, "is_blind", lambda connection, cell: True)
    window = desk.open(path=path)
    found = enter(desk, window)
    assert said(found).count("blind") == 2
    assert [row[1] for row in found.scores.rows] == ["hidden", "hidden"]
    assert "hidden until you decide" in found.list.lines[2].name and "no answer" not in found.list.lines[2].name
    found.choose(2)
    press(desk, window, K.Key_A)
    assert said(found)[1] == "✓ unanswered"


def _set_blind(connection: Any) -> tuple[None, ChangeSet]:
    connection.execute("INSERT INTO setting (name, value) VALUES ('blind', '1')")
    return None, ChangeSet(settings=True)


def test_judges_names_stay_hidden_in_blind_mode(desk: Desk, tmp_path: Path) -> None:
    def hide(opened: Project) -> None:
        opened.write(lambda connection: blind.put(connection, blind.Blind(own=True, judges=True))).result()

    window = desk.open(path=project(tmp_path, more=hide))
    assert panel(window).head.summary == "Judge B"


def test_another_judge_has_a_board_of_its_own(desk: Desk, tmp_path: Path) -> None:
    def again(opened: Project) -> None:
        lines = [dict(line) for line in EVALUATION]
        lines[2] = {"part": "summary answers", "reply": answers("1913", "a lot", "Ida Falk")}
        assert replay(opened, "qa-evaluation", lines, model="two").state == "done"

    window = desk.open(path=project(tmp_path, more=again))
    found = enter(desk, window)
    assert found.other.isVisible() and found.scores.rows[0][1] == "1.00"
    desk.press(window, K.Key_S)
    assert "2 of 2" in found.other.text() and found.scores.rows[0][1] == "0.67"


def test_texts_of_models_are_plain(desk: Desk, tmp_path: Path) -> None:
    made_up = [asked(HOSTILE, "<img src=x>", "Ida Falk drew it", "who")]
    given = answers("<i>\u202eIda</i>")
    lines = [{"part": "questions", "reply": {"questions": made_up}}, EVALUATION[1], EVALUATION[3]]
    lines.append({"part": "summary answers", "reply": given})
    window = desk.open(path=project(tmp_path, lines=lines))
    name = panel(window).list.lines[1].name
    assert "<b>Who</b> drew it?" in name and "\u202e" not in name and "\n" not in name and "\x07" not in name


def test_nothing_is_written_into_a_project_that_is_open_for_reading(desk: Desk, tmp_path: Path) -> None:
    path = project(tmp_path)
    writer = Project.open(path)
    try:
        window = desk.open(path=path)
        assert not window.session.project.writable
        found = enter(desk, window)
        assert found.add_form.isHidden()
        desk.press(window, K.Key_A)
        assert "Not saved" in window.stage.flags.bar.words
        assert said(found)[0] == "answered"
    finally:
        writer.close()


def test_a_verdict_that_could_not_be_read_is_neither(desk: Desk, tmp_path: Path) -> None:
    lines = [*EVALUATION[:2], {"part": "summary answers", "reply": answers("1913", "none", "Ida Falk")}, EVALUATION[3]]
    window = desk.open(path=project(tmp_path, lines=lines))
    found = enter(desk, window)
    assert said(found)[1] == "unscored" and "may be an answer or none" in found.list.lines[2].name
    found.choose(2)
    desk.press(window, K.Key_A)
    assert "unscored" in window.stage.flags.bar.words and window.rows("SELECT count(*) FROM decision") == [(0,)]
    assert found.scores.rows[0] == ("Coverage", "1.00", "0 of 2", "2")


def test_the_panel_comes_when_a_judge_has_asked_about_the_open_item(desk: Desk, tmp_path: Path) -> None:
    with made(tmp_path, record("a")) as opened:
        path = opened.path
    window = desk.open(path=path)
    assert "questions" not in window.stage.panels._panels
    desk.press(window, K.Key_Q)
    assert "No judge has asked questions" in window.stage.flags.bar.words
    replay(window.session.project, "qa-evaluation", EVALUATION, model="one")
    desk.until(lambda: "questions" in window.stage.panels._panels and panel(window).isVisible())
    desk.until(lambda: len(said(panel(window))) == 5)


def test_the_form_has_every_question_whole_in_a_narrow_panel(desk: Desk, tmp_path: Path) -> None:
    """Where a name does not fit beside its answer it has two lines; an answer moves none of them."""
    window = desk.open(path=project(tmp_path, "qa-validation"))
    window.resize(1280, 680)
    found = enter(desk, window)
    rows = [row for row in found.form._rows if row.isVisible()]
    assert len(rows) >= 5
    desk.until(lambda: all(row.height() == row.sizeHint().height() for row in rows))
    heights = [row.height() for row in rows]
    lowest = found.form.mapTo(window, found.form.rect().bottomLeft())
    assert window.rect().contains(lowest), "the form is in sight"
    assert len(set(heights)) > 1, "some names need two lines"
    for row in rows:
        name = row._name(row.width())
        assert name.height <= row.height() and "".join(
            row.text()[line.textStart() :][: line.textLength()]
            for line in (name.layout.lineAt(at) for at in range(name.layout.lineCount()))
        ) == row.text()
    front = found.list.visualRect(found.list.model().index(found.list.current, 0))
    assert found.list.viewport().rect().intersects(front), "and so is what it asks about"
    press(desk, window, K.Key_1)
    desk.until(lambda: [row.height() for row in rows] == heights)
