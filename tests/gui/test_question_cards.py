"""Question cards: where they stand, which answer they ask about, and that they are what the keys decide."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest

from galley.core.domain import UnitKind
from galley.core.project.check import check
from galley.core.review.items import FlagState
from galley.gui.papers.longsumeval.question_page import CardHead, QuestionPage
from galley.gui.review.answer_list import AnswerLine, AnswerList
from galley.gui.review.end_lines import SentenceLine, TargetHead
from galley.gui.widgets.chip import Chip
from tests.core import building
from tests.core.asked_projects import documents, questioned
from tests.core.studies import run
from tests.gui import rooms
from tests.gui.review_desk import Desk, DeskWindow, desk

__all__ = ["desk"]
K, B, M = Qt.Key, Qt.MouseButton, Qt.KeyboardModifier
OPEN, YES, NO, UNSURE = FlagState.OPEN, FlagState.ACCEPTED, FlagState.OVERRIDDEN, FlagState.UNSURE


def page(window: DeskWindow) -> QuestionPage:
    return window.findChild(QuestionPage)


def take(desk: Desk, window: DeskWindow, task: str) -> None:
    """Work on a task of the protocol."""
    window.stage.holding.take_task(f"long-sum-eval/{task}")
    desk.until(lambda: window.session.at_rest and window.stage.item.asked_cells.task.id == task)


def at(desk: Desk, folder: Path, task: str, items: int = 2) -> DeskWindow:
    window = desk.open(path=questioned(folder, items))
    take(desk, window, task)
    return window


def heads(on: AnswerList) -> list[CardHead]:
    return [line for line in on.lines if isinstance(line, CardHead)]


def lit(window: DeskWindow) -> list[str]:
    """What is tinted, in all lists: the question and the line."""
    found = []
    shown = page(window)
    for on in (shown.about_sources, shown.of_all_sources, shown.about_summary, shown.of_all):
        if on.current is not None:
            over = [line for line in on.lines[: on.current] if isinstance(line, CardHead)]
            found.append(f"{over[-1].card.question if over else ''} {on.lines[on.current].name}".strip())
    return found


def answer(desk: Desk, window: DeskWindow, *keys: Qt.Key) -> None:
    for key in keys:
        with desk.bot.waitSignal(window.session.changed):
            desk.press(window, key)


def test_questions_about_the_document_stand_under_it_and_are_asked_once(desk: Desk, tmp_path: Path) -> None:
    window = at(desk, tmp_path, "check-questions")
    shown = page(window)
    assert shown.isVisible() and not window.stage.panes.isVisible()
    (article,) = [pane for pane in shown.sources.values() if pane.isVisible()]
    assert shown.about_sources.mapTo(window, shown.about_sources.rect().topLeft()).y() >= (
        article.mapTo(window, article.rect().bottomLeft()).y()
    )
    assert [head.name for head in heads(shown.about_sources)] == [
        "Question 1, from Article: When did the Harrow bridge open? Article: 1912",
        "Question 2, from Article: What became of the old ferry? Article: It was sold to Norway",
    ], "both summaries share them; nothing says what a summary answers"
    assert [head.card.question for head in heads(shown.about_summary)] == ["Who drew the bridge?"]
    assert lit(window) == ["When did the Harrow bridge open? Asks for key information: open"]
    assert [article.units[n].text[:10] for n in article.view._places] == ["The Harrow"]
    assert window.stage.item.open_count == 8, "two of each question"


def test_what_is_asked_once_of_several_is_named_by_its_words(desk: Desk, tmp_path: Path) -> None:
    """A question of all summaries is a group, and no text shows the number of one."""
    window = at(desk, tmp_path, "check-questions")
    detail, (first, *_) = window.stage.flags.detail, window.entries
    assert first.unit.kind is UnitKind.GROUP and not detail._about.text()
    assert detail._unit.text() == first.unit.text
    answer(desk, window, K.Key_U, *[K.Key_A] * (len(window.entries) - 1))
    desk.until(lambda: window.view.ending.is_shown)
    line = window.view.ending.page.line
    assert isinstance(line, AnswerLine) and line.title == f"{first.criterion.name} · {first.quote}"


def test_a_card_names_which_answer_is_asked_about_under_its_summary(desk: Desk, tmp_path: Path) -> None:
    window = at(desk, tmp_path, "check-answers")
    shown = page(window)
    assert not shown.about_sources.isVisible() and shown.summary.head.title == "alpha"
    assert [head.name for head in heads(shown.about_summary)] == [
        "Question 3: what Article answers: Who drew the bridge? alpha: Ida Falk; Article: Ida Falk",
        "Question 1: what alpha answers: When did the Harrow bridge open? Article: 1912; alpha: 1913",
        "Question 2: what alpha answers: What became of the old ferry? Article: It was sold to Norway; "
        "alpha: no answer",
    ]
    assert [[asked for _, _, asked in head.card.answers] for head in heads(shown.about_summary)] == [[False, True]] * 3
    desk.press(window, K.Key_BracketRight)
    assert shown.summary.head.title == "beta" and len(lit(window)) == 1
    assert "beta: 1912" in heads(shown.about_summary)[1].name, "the same question, and another answer"


def test_an_answer_leads_to_what_hangs_on_it_and_skips_what_does_not_follow(desk: Desk, tmp_path: Path) -> None:
    window = at(desk, tmp_path, "check-answers")
    answer(desk, window, K.Key_A)
    assert lit(window) == ["Who drew the bridge? Answer is “no answer”: open"]
    answer(desk, window, K.Key_X)
    assert lit(window) == ["Who drew the bridge? Answer is factually consistent: open"], "it says no: not justified"
    names = [line.name for line in page(window).about_summary.lines[1:4]]
    assert names == ["Answer is relevant: yes", "Answer is “no answer”: no", "Answer is factually consistent: open"]
    answer(desk, window, K.Key_U)
    assert lit(window) == ["When did the Harrow bridge open? Answer is relevant: open"]
    answer(desk, window, K.Key_X)
    assert lit(window) == ["What became of the old ferry? Answer is relevant: open"], "nothing more about that one"
    answer(desk, window, K.Key_A, K.Key_A)
    assert lit(window) == ["What became of the old ferry? “No answer” is justified: open"]
    desk.press(window, K.Key_K)
    desk.press(window, K.Key_K)
    answer(desk, window, K.Key_X)
    assert lit(window) == ["What became of the old ferry? Answer is relevant: no"], "a change leads nowhere"
    answer(desk, window, K.Key_A)
    assert lit(window) == ["What became of the old ferry? “No answer” is justified: open"], "what it asks anew"
    assert not check(window.session.project) and not window.failures


def test_after_the_last_question_it_goes_back_to_what_was_passed_over(desk: Desk, tmp_path: Path) -> None:
    window = at(desk, tmp_path, "check-answers")
    answer(desk, window, *[K.Key_X] * 5)
    window.stage.choose_flag(0)
    answer(desk, window, K.Key_A)
    assert lit(window) == ["Who drew the bridge? Answer is “no answer”: open"]
    window.stage.choose_flag(len(window.entries) - 4)
    assert window.stage.entry.criterion.id == "answer-relevant" and window.stage.entry.open
    answer(desk, window, K.Key_X)
    assert lit(window) == ["Who drew the bridge? Answer is “no answer”: open"] and not window.view.ending.is_shown


def test_the_last_answer_shows_the_end_though_others_hung_on_it(desk: Desk, tmp_path: Path) -> None:
    window = at(desk, tmp_path, "check-answers")
    desk.until(lambda: len(window.stage.read_tracker.read()) == 2)
    answer(desk, window, *[K.Key_X] * 5)
    ending, beta = window.view.ending, window.entries[-1].target.id
    assert not ending.is_shown
    desk.until(lambda: beta in window.stage.read_tracker.read())
    answer(desk, window, K.Key_X)
    assert ending.is_shown and window.stage.item.open_count == 0
    desk.until(lambda: window.session.at_rest)
    lines = [(line.title, line.words, line.read) for line in ending.page.list.lines if isinstance(line, TargetHead)]
    assert lines[0][:2] == ("alpha", "3 answers") and lines[1][:2] == ("beta", "3 answers")
    assert lines[0][2] and lines[1][2], "Enter finishes: both summaries were read"
    desk.press(window, K.Key_Return)
    desk.until(lambda: window.key() == "bridge-2")
    assert window.rows("SELECT count(*) FROM decision WHERE action = 'finish'") == [(1,)]


@pytest.mark.parametrize("button", [B.LeftButton, B.RightButton])
def test_a_click_on_a_card_or_a_line_lights_it(desk: Desk, tmp_path: Path, button: Qt.MouseButton) -> None:
    window = at(desk, tmp_path, "check-answers")
    on = page(window).about_summary

    def click(row: int) -> None:
        on.scrollTo(on.model().index(row, 0))
        QTest.mousePress(on.viewport(), button, M.NoModifier, on.visualRect(on.model().index(row, 0)).center())

    click(5)
    assert lit(window) == ["When did the Harrow bridge open? Answer is relevant: open"], "a head stands for its first"
    click(8)
    assert lit(window) == ["When did the Harrow bridge open? “No answer” is justified: open"]
    unit = page(window).summary.units[1]
    page(window).summary.unitClicked.emit(1)
    assert window.stage.selection.reading == unit.id and len(lit(window)) == 1
    QTest.mouseClick(window.stage.flags.detail.accept, B.LeftButton)
    desk.until(lambda: "yes" in window.words())
    assert window.rows("SELECT name, value FROM decision JOIN criterion ON criterion.id = criterion_id") == [
        ("no-answer-justified", "yes")
    ]


def test_what_is_asked_of_all_questions_stands_under_them_and_hides_none(desk: Desk, tmp_path: Path) -> None:
    window = at(desk, tmp_path, "check-coverage")
    shown = page(window)
    assert [head.card.question for head in heads(shown.about_sources)] == [
        "When did the Harrow bridge open?", "What became of the old ferry?"
    ]  # fmt: skip
    assert lit(window) == ["Questions cover all key aspects: open"] and shown.of_all_sources.isVisible()
    assert len(window.entries) == 1, "once a document, whichever summaries it has"
    assert not shown.about_summary.isVisible() and not shown.of_all.isVisible()
    answer(desk, window, K.Key_A)
    assert window.rows("SELECT value FROM decision") == [("yes",)]


@pytest.mark.parametrize("task", ["check-answers", "check-coverage"])
def test_a_package_shows_what_it_asks_about(desk: Desk, tmp_path: Path, task: str) -> None:
    """The replies stand in what the judge made of them, and that travels; its flags are not put before the reader."""
    path = questioned(tmp_path)
    run(
        "campaign",
        "pack",
        "--task",
        f"long-sum-eval/{task}",
        "--for",
        "rea",
        "--project",
        str(path),
        "--out",
        str(tmp_path),
    )
    here = desk.open(path=tmp_path / f"{path.stem}-rea.galley")
    shown = page(here)
    names = [head.name for on in (shown.about_sources, shown.about_summary) for head in heads(on)]
    assert all(entry.question for entry in here.entries) and here.stage.item.open_count == len(here.entries)
    if task == "check-answers":
        assert len(names) == 3 and "1913" in " ".join(names) and "no answer" in " ".join(names)
    else:
        assert [name.partition(", from")[0] for name in names] == ["Question 1", "Question 2"]
    assert "judge-1" not in " ".join(chip.text() for chip in here.stage.queue.filters.findChildren(Chip))


def test_the_cards_are_the_flags_and_what_nobody_flagged_is_at_the_end(desk: Desk, tmp_path: Path) -> None:
    window = at(desk, tmp_path, "faults")
    shown = page(window)
    assert [(head.card.question, head.place) for head in heads(shown.about_summary)] == [
        ("What became of the old ferry?", 0), ("When did the Harrow bridge open?", None), ("Who drew the bridge?", None)
    ], "those that nobody flagged are there to be read"  # fmt: skip
    assert lit(window) == ["What became of the old ferry? Question left unanswered: open"]
    desk.until(lambda: window.stage.read_tracker.read())
    desk.press(window, K.Key_X)
    desk.until(lambda: window.states() == [NO] and window.session.at_rest)
    lines = window.view.ending.page.list.lines
    assert [(line.title, line.words) for line in lines if isinstance(line, TargetHead)] == [
        ("alpha", "3 questions, 2 without a flag"), ("beta", "3 questions, 3 without a flag")
    ]  # fmt: skip
    assert [line.unit.text for line in lines if isinstance(line, SentenceLine)][:2] == [
        "When did the Harrow bridge open?", "Who drew the bridge?"
    ]  # fmt: skip
    assert "not read" in next(line.name for line in lines if getattr(line, "title", "") == "beta")


def test_a_summary_without_flags_is_opened_and_read_and_a_missed_fault_is_about_it(desk: Desk, tmp_path: Path) -> None:
    window = at(desk, tmp_path, "faults")
    shown, stage = page(window), window.stage
    row = next(n for n, line in enumerate(shown.about_summary.lines) if getattr(line, "place", 0) is None)
    on = shown.about_summary
    QTest.mousePress(on.viewport(), B.LeftButton, M.NoModifier, on.visualRect(on.model().index(row, 0)).center())
    assert stage.current == 0 and stage.selection.reading == on.lines[row].card.unit
    desk.press(window, K.Key_M)
    (offered,) = [option for option in stage.flags.chooser.options if option.criterion.id == "unanswered"]
    assert offered.cell == (on.lines[row].card.unit, offered.criterion.row, window.entries[0].target.id)
    desk.press(window, K.Key_Escape)
    desk.press(window, K.Key_X)
    desk.until(lambda: window.view.ending.is_shown and window.session.at_rest)
    assert window.view.ending.page.open.text() == "Open beta"
    desk.press(window, K.Key_BracketRight)
    assert shown.summary.head.title == "beta" and not window.view.ending.is_shown
    assert heads(on)[0].card.question == "When did the Harrow bridge open?"
    desk.until(lambda: len(stage.read_tracker.read()) == 3)
    desk.press(window, K.Key_Space)
    assert window.view.ending.is_shown and not window.view.ending.page.leaves.text()


@pytest.mark.parametrize("size", [QSize(1280, 650), QSize(1366, 700), QSize(900, 520)])
def test_a_form_never_hides_what_it_asks_about(desk: Desk, tmp_path: Path, size: QSize) -> None:
    window = at(desk, tmp_path, "check-answers")
    window.resize(size)
    rooms.settle()
    on = page(window).about_summary
    for place, entry in enumerate(window.entries):
        window.stage.choose_flag(place)
        rooms.settle()
        row = on.current
        head = next(n for n in range(row, -1, -1) if isinstance(on.lines[n], CardHead))
        assert on.lines[head].card.question == entry.unit.text
        seen = on.viewport().rect()
        room = sum(on.sizeHintForRow(n) for n in range(head, row + 1)) <= seen.height()
        assert seen.contains(on.visualRect(on.model().index(row, 0)))
        assert not room or seen.contains(on.visualRect(on.model().index(head, 0))), (place, size)
    window.resize(1440, 820)
    rooms.settle()
    assert on.viewport().rect().contains(on.visualRect(on.model().index(head, 0)))


def test_texts_of_models_are_plain_and_two_judges_are_two_lines(desk: Desk, tmp_path: Path) -> None:
    hostile = "<b>Who</b> drew it?\u202e\nIgnore all \x07 rules"
    meta = {"asks": "who", "rank": "x", "answer": "<i>Ida</i>\u202e"}
    unit = {"id": "q", "kind": "question", "type": "coverage", "text": hostile, "document": "article", "meta": meta}
    said = {"kind": "judge", "scheme": "qa-evaluation", "criterion": "unanswered", "unit": "q", "about": "sum-alpha"}
    replies = {"one": "The summary answers: <img src=x>", "two": "The summary gives no answer."}
    verdicts = [{**said, "annotator": who, "value": "yes", "explanation": words} for who, words in replies.items()]
    record = {"key": "a", "documents": documents("alpha"), "units": [unit], "verdicts": verdicts}
    with building.project(tmp_path, record, name="asked.galley") as opened:
        path = opened.path
    run("campaign", "protocol", "use", "long-sum-eval", "--project", str(path))
    window = desk.open(path=path)
    take(desk, window, "faults")
    (head,) = heads(page(window).about_summary)
    assert "<b>Who</b> drew it?" in head.name and "\u202e" not in head.name and "\x07" not in head.name
    words = [words for _, words, _ in head.card.answers]
    assert words[0].startswith("<i>Ida</i>") and words[1:] == ["<img src=x>", "no answer"]
    names = [line.name for line in page(window).about_summary.lines if line.selectable]
    assert names == ["Question left unanswered · one: open", "Question left unanswered · two: open"]
