"""From a file of one's own to the first decision by mouse alone, in a real window: a workbook of two sheets, a CSV with
semicolons and a mark at its start, nested JSON Lines. Each journey counts its clicks; one writes the table back."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import xlsxwriter
from python_calamine import CalamineWorkbook

from tests.e2e.hands import Hands, wait

if TYPE_CHECKING:
    from tests.e2e.conftest import Display

MOST_CLEAN, MOST_MESSY = 6, 10
"""Clicks from the drop to the first decision."""
DIALOGUE = "Nora: Is the midday boat off?\nJoss: Until Easter, yes. It was in the paper."
ARTICLE = "The ferry keeps to a winter timetable until Easter. A return ticket will cost 6.80."
SUMMARIES = ("Nora asks about the boat. It is off until May.", "The boat is off. A ticket costs 6.80.")
HEADS = ["ID", "Dialogue", "Article", "Summary A", "Summary B", "GPT flag A", "GPT comment A", "GPT flag B", "Mia A"]


def make_row(n: int) -> list[str]:
    is_wrong = n % 3 == 0
    reason = "It says May, and the dialogue says Easter." if is_wrong else ""
    mia = ("ok", "wrong", "")[n % 3]
    flags = ["yes" if is_wrong else "no", reason, "yes" if n == 4 else "no", mia]
    return [f"N-{n}", DIALOGUE, f"{ARTICLE} Row {n}.", *SUMMARIES, *flags]


ROWS = [make_row(n) for n in range(12)]


def answer(hands: Hands, question: str, choice: str) -> None:
    """Click an answer of an open question, and wait until it is open no more."""
    ids = wait(lambda: hands.ask("questions"), f"open question “{question}”")
    (name,) = [each for each in ids if each.startswith(question)]
    hands.click("segment", question=name, choice=choice)
    wait(lambda: name not in (hands.ask("questions") or [name]) or not hands.ask("questions"), "answer")


def decide(hands: Hands) -> None:
    """Import, close the report, and accept the first flag."""
    hands.push("Import ")
    hands.push("Close")
    wait(lambda: hands.ask("pressed", words="Close") is None and hands.ask("state")["item"], "item")
    hands.wait_for_state(lambda state: state["rest"], "rest")
    hands.click("decide", button="accept")


def read_decisions(path: Path) -> list[tuple[Any, ...]]:
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        rows = connection.execute(
            "SELECT decision.action, item.key FROM decision JOIN item ON item.id = item_id ORDER BY decision.id"
        ).fetchall()
    connection.close()
    return rows


def wait_for_decisions(hands: Hands, path: Path, count: int = 1) -> list[tuple[Any, ...]]:
    """The decisions of a project once there are ``count``."""
    wait(lambda: len(read_decisions(path)) >= count, "decision")
    return read_decisions(path)


@pytest.mark.usefixtures("manager")
def test_a_workbook_of_two_sheets_with_an_answer_of_a_person(xvfb: Display, tmp_path: Path) -> None:
    path = tmp_path / "june.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("June")
        for at, row in enumerate([HEADS, *ROWS]):
            sheet.write_row(at, 0, row)
        book.add_worksheet("Notes").write_row(0, 0, ["Ann read rows 1 to 6."])
    hands = Hands(xvfb, path)
    answer(hands, "error:", "yes")
    answer(hands, "what:", "answer")
    answer(hands, "about:", "flag")
    decide(hands)
    assert wait_for_decisions(hands, path.with_suffix(".galley")) == [("accept", "N-0")]
    assert hands.clicks <= MOST_MESSY, hands.clicks
    print(f"clicks, workbook: {hands.clicks}")
    hands.display.xdo("key", "ctrl+e")
    wait(lambda: "My table back" in (hands.ask("words") or "") or hands.ask("title") == "Export", "dialog")
    hands.push("Export")
    wait(lambda: hands.ask("title") == "Exported" or "Close" in (hands.ask("words") or ""), "report")
    place = path.with_name("june - reviewed.xlsx")
    with CalamineWorkbook.from_path(str(place)) as written:
        heads, *rows = written.get_sheet_by_name("June").to_python()
        assert written.sheet_names[:2] == ["June", "Notes"]
    assert heads[: len(HEADS)] == HEADS and [row[: len(HEADS)] for row in rows] == ROWS
    assert [row[heads.index("GPT flag A · ito · answer")] for row in rows] == ["accepted", *[""] * 11]


@pytest.mark.usefixtures("manager")
def test_a_table_with_semicolons_and_a_mark(xvfb: Display, tmp_path: Path) -> None:
    path = tmp_path / "news.csv"
    lines = ["ID;Article;Summary;GPT flag;GPT comment"]
    lines += [f"{n};{ARTICLE};It rained.;{'yes' if n == 0 else 'no'};It did not." for n in range(6)]
    path.write_text("\ufeff" + "\r\n".join(lines) + "\r\n", "utf-8", newline="")
    hands = Hands(xvfb, path)
    answer(hands, "error:", "yes")
    decide(hands)
    # nobody need look for more in a whole summary that is flagged: its item is finished
    assert wait_for_decisions(hands, path.with_suffix(".galley"), 2) == [("accept", "0"), ("finish", "0")]
    assert hands.clicks <= MOST_CLEAN, hands.clicks
    print(f"clicks, CSV: {hands.clicks}")


@pytest.mark.usefixtures("manager")
def test_nested_json_lines(xvfb: Display, tmp_path: Path) -> None:
    path = tmp_path / "chats.jsonl"
    turns = [{"speaker": "Nora", "text": "Is the boat off?"}, {"speaker": "Joss", "text": "Until Easter."}]
    records = [
        {"id": f"c{n}", "dialogue": turns, "summary": "The boat is off until May.",
         "check": {"judge_label": "error" if n == 0 else "ok", "judge_reason": "Easter."}}
        for n in range(6)
    ]  # fmt: skip
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    hands = Hands(xvfb, path)
    wait(lambda: hands.ask("questions") == [], "page without an open question")
    decide(hands)
    # nobody need look for more in a whole summary that is flagged: its item is finished
    assert wait_for_decisions(hands, path.with_suffix(".galley"), 2) == [("accept", "c0"), ("finish", "c0")]
    assert hands.clicks <= MOST_CLEAN, hands.clicks
    print(f"clicks, JSON Lines: {hands.clicks}")


@pytest.mark.usefixtures("manager")
def test_galley_with_a_file_opens_the_same_page(xvfb: Display, tmp_path: Path) -> None:
    path = tmp_path / "news.csv"
    path.write_text(f"ID,Article,Summary\n1,{ARTICLE},It rained.\n", "utf-8")
    xvfb.start(path, HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path / "data"), XDG_CONFIG_HOME=str(tmp_path / "config"))
    xvfb.window("^Import a table$")
