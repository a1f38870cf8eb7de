"""A lead and three readers by mouse, with no terminal: from a spreadsheet to gold, report and data set. The test lists
each answer as it is clicked, derives gold from its own list by hand and compares every cell with the exports. Clicks
are counted."""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet
import pytest
import xlsxwriter

from galley.core.project.check import check
from tests.e2e.hands import Hands, wait

if TYPE_CHECKING:
    from tests.e2e.conftest import Display

READERS = ("ann", "ben", "cat")
SENTENCES = ("The ferry runs at ten.", "A ticket costs 6.80.", "Dogs travel free.")
ITEMS = 3
CRITERION = "hallucination"
BUTTONS = {"yes": "accept", "no": "override", None: "doubt"}
MOST_CLICKS_OF_LEAD = 47
MOST_CLICKS_OF_READER = 16
Cell = tuple[str, str, int]
"""The key of an item, a criterion, the place of a sentence."""


def choose_answer(reader: str, cell: Cell) -> str | None:
    """What a reader answers, the same in each run: 40 % yes, 40 % no, else unsure (None)."""
    share = hashlib.sha256(f"{reader} {cell}".encode()).digest()[0] / 256
    return "yes" if share < 0.4 else "no" if share < 0.8 else None


def answer_all(display: Display, path: Path, reader: str, log: dict[tuple[str, Cell], str | None]) -> int:
    """A reader opens their package, answers all of it by clicks, and writes the file; the number of clicks."""
    person = Hands(display, path)
    wait(lambda: person.ask("state")["item"], "item")

    def find_next() -> Any:
        state = person.ask("state")
        if not state["rest"]:
            return None
        ends = (words for words in ("Submit answers", "Finish and next") if person.ask("pressed", words=words))
        return state["front"] or (state["hears"] and next(ends, None))

    while (front := wait(find_next, "question")) != "Submit answers":
        if front == "Finish and next":  # an answer of the item is unsure, so that nobody finishes it by a slip
            person.push(front)
            wait(lambda: person.ask("pressed", words="Finish and next") is None, "the next item")
            continue
        cell = (front[0], front[1], front[2])
        assert (reader, cell) not in log, cell
        answer = log[reader, cell] = choose_answer(reader, cell)
        person.click("decide", button=BUTTONS[answer])
        wait(lambda cell=cell: person.ask("state")["front"] != list(cell), "the next question")
    person.wait_for_words("All answered: send it")
    wait(lambda: person.ask("state")["hears"], "a page that takes a click")
    person.push("Submit answers")
    person.wait_for_words(f"You have finished {ITEMS} of {ITEMS} items")
    person.push("Write the file")
    person.push("Close")
    person.leave()
    return person.clicks


def adjudicate_all(lead: Hands, ties: set[Cell], gold: dict[Cell, str]) -> None:
    """Answer each tie that comes in front, yes and no by turns, and list what was said."""
    for at in range(len(ties)):
        front = wait(lambda: (case := lead.ask("case")) and tuple(case) not in gold and case, "a tie")
        cell = (front[0], front[1], front[2])
        assert cell in ties, cell
        gold[cell] = "yes" if at % 2 == 0 else "no"
        lead.push(gold[cell].capitalize())
    lead.wait_for_words("That was the last question of this queue.")


def derive_gold(log: dict[tuple[str, Cell], str | None], adjudicated: dict[Cell, str]) -> dict[Cell, str]:
    """The gold of each cell: what two of three readers answered, else what was adjudicated."""
    gold = {}
    for cell in {cell for _, cell in log}:
        counts = {"yes": 0, "no": 0, None: 0}
        for reader in READERS:
            counts[log[reader, cell]] += 1
        if counts["yes"] >= 2:
            gold[cell] = "yes"
        elif counts["no"] >= 2:
            gold[cell] = "no"
        else:
            gold[cell] = adjudicated.get(cell, "tie")
    return gold


def write_spreadsheet(path: Path) -> None:
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet("Harbour")
        sheet.write_row(0, 0, ["id", "source", "summary"])
        for at in range(ITEMS):
            source = f"The ferry keeps to its timetable. A ticket costs 6.80. Row {at}."
            sheet.write_row(at + 1, 0, [f"h{at}", source, " ".join(SENTENCES)])


def collect_gold(rows: Iterable[Mapping[str, Any]]) -> dict[Cell, str]:
    """The gold of each cell in the rows of a table or of a data set."""
    return {(row["key"], row["criterion"], int(row["unit"])): row["value"] for row in rows if row["kind"] == "gold"}


@pytest.mark.timeout(230)
@pytest.mark.usefixtures("manager")
def test_from_a_spreadsheet_to_gold_report_and_data_set(xvfb: Display, tmp_path: Path) -> None:
    table = tmp_path / "harbour.xlsx"
    write_spreadsheet(table)
    lead = Hands(xvfb, table)
    lead.push("Import ")
    lead.push("Close")
    wait(lambda: lead.ask("pressed", words="harbour"), "project")
    lead.open_menu("harbour", "People", "New study…")
    lead.choose("Protocol", "Reviewers and an adjudicator")
    lead.fill("People", "3")
    lead.choose("Gold if", "more than half")
    lead.push("Use this study")
    lead.wait_for_words("The study is in the project")
    lead.push("Close")
    lead.push("Assign…")
    lead.fill("Reviewers, with commas between their names", ", ".join(READERS))
    lead.push("Write packages")
    lead.wait_for_words("Send each reviewer their file")
    lead.push("Close")

    log: dict[tuple[str, Cell], str | None] = {}
    clicks = {who: answer_all(xvfb, tmp_path / f"harbour-{who}.galley", who, log) for who in READERS}
    cells = {(f"h{at}", CRITERION, place) for at in range(ITEMS) for place in range(len(SENTENCES))}
    assert set(log) == {(who, cell) for who in READERS for cell in cells}

    lead.push("Merge answers…")
    lead.push("Choose files…")
    lead.display.window("Choose answers to merge")
    lead.display.xdo("type", "--delay", "3", " ".join(f'"harbour-{who}.answers"' for who in READERS))
    lead.display.xdo("key", "Return")
    lead.push("Preview")
    lead.push(f"Merge {len(log) + ITEMS * len(READERS)} decisions")  # a finish is a decision, too
    lead.wait_for_words("Merged")
    lead.push("Close")

    ties = {cell for cell, value in derive_gold(log, {}).items() if value == "tie"}
    assert len(ties) >= 2
    lead.push(f"Adjudicate {len(ties)} undecided…")
    adjudicated: dict[Cell, str] = {}
    adjudicate_all(lead, ties, adjudicated)
    assert set(adjudicated) == ties

    lead.open_menu("harbour", "File", "Export…")
    lead.choose("Format", "table: one row a cell")
    lead.choose("Items", "Items with a gold verdict")
    lead.push("Export")
    lead.wait_for_words("Exported")
    lead.push("Close")
    lead.open_menu("harbour", "People", "Report")
    lead.wait_for_words("Exported")
    lead.push("Close")
    lead.open_menu("harbour", "File", "Export…")
    lead.choose("Format", "data set to publish")
    lead.fill("Licence", "cc-by-4.0")
    lead.push("Export")
    lead.wait_for_words("Exported")
    lead.push("Close")
    lead.leave()
    print(f"clicks, lead: {lead.clicks}; readers: {clicks} for {len(cells)} answers each")

    assert check(tmp_path / "harbour.galley") == []
    gold = derive_gold(log, adjudicated)
    assert set(gold) == cells and "tie" not in gold.values()
    with (tmp_path / "harbour.csv").open(encoding="utf-8-sig", newline="") as file:
        assert collect_gold(csv.DictReader(file)) == gold
    (part,) = (tmp_path / "harbour" / "data" / "gold").iterdir()
    assert collect_gold(pyarrow.parquet.read_table(part).to_pylist()) == gold
    page = re.sub(r"(<[^>]*>|\s)+", " ", (tmp_path / "harbour.html").read_text("utf-8"))
    assert f"{len(cells)} of {len(cells)} answers that were asked for have gold" in page
    assert f"by the rule {len(cells) - len(ties)} by ito {len(ties)} " in page
    for who in READERS:
        unsure = sum(1 for (reader, _), answer in log.items() if reader == who and answer is None)
        assert f"{who} {len(cells)} {len(cells)} 100.0 {unsure} " in page
    assert lead.clicks <= MOST_CLICKS_OF_LEAD and max(clicks.values()) <= MOST_CLICKS_OF_READER
