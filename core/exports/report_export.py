"""A report for people: what came out first, how it was made and what the words mean last.

One HTML file that loads nothing; where the file to write ends in ``.pdf`` the same on A4 pages. Its charts are those
of the window, drawn by Qt (``gui/scores/for_report.py``, ``gui/pdf.py``); where Qt is missing the page has the tables
alone and says so. Every figure comes from ``galley.core.metrics`` and names its n; an interval is at 95 %.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from galley.core.columns import names
from galley.core.domain import JUDGES
from galley.core.errors import Cancelled
from galley.core.exports import _report_tables, data_card
from galley.core.exports._page import NO_CHARTS, PrintedPage, drawing, width
from galley.core.exports.base import ExportReport, Only, Progress
from galley.core.metrics.base import Params
from galley.core.project import item_reading, project_file
from galley.core.tables import paper_tables
from galley.core.tables.paper_table import Sheet
from galley.core.text.clarified import unmarked

FEW = 2_000
"""Items up to which figures have bootstrapped intervals."""
EXAMPLES = 12
LONGEST = 700
"""Code points of a text in an example."""
STEPS = 6
CHARTS = ("detection", "frequency", "position", "agreement", "ties")

Found = dict[str, Any]


class ReportExport:
    """A page to read or print."""

    name = "report"
    title = "a page for people (HTML, or PDF where the file is called .pdf) with figures and examples"
    suffix = ".html"

    def write(
        self, connection: sqlite3.Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write the page. See ``Export.write``. Raises: InputError for a PDF where Qt is missing."""
        done = 0

        def stopped() -> bool:
            return not progress(done, STEPS)

        def step() -> None:
            nonlocal done
            done += 1
            if stopped():
                raise Cancelled("The export was stopped; nothing was written.")

        writer = _Writer(connection, only, report, stopped, step, drawing(out), width(out))
        page = writer.page()
        report.count("items", writer.card["counts"]["items"])
        report.count("figures", len(page.figures))
        page.write(out)


class _Writer:
    """Puts the page together. ``step`` is called between its parts and raises where the user stopped it."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        only: Only,
        report: ExportReport,
        stopped: Callable[[], bool],
        step: Callable[[], None],
        drawn_by: Any,
        wide: int,
    ) -> None:
        self.connection, self.only, self.step = connection, only, step
        project = project_file.path_of(connection).stem
        self.card = data_card.build(connection, project, "report", "", only, report, stopped)
        self.page_ = PrintedPage(f"{project}: report")
        self.criteria = names.criteria(connection)
        items = data_card.chosen_items(connection, only)
        self.nothing = only is not Only.ALL and not items
        resamples = 1_000 if self.card["counts"]["items"] <= FEW else 0
        self.params = Params(items=items, resamples=resamples, cancelled=stopped)
        self.drawn: dict[str, Any] = {}
        self.without_charts = drawn_by is None
        if drawn_by is not None and not self.nothing:
            self.drawn = drawn_by.figures(connection, CHARTS, items, resamples, stopped, wide)

    def page(self) -> PrintedPage:
        """The page."""
        page, made = self.page_, self.card
        page.head(page.title, 1)
        page.say(
            f"Made by {made['made_by']} on {made['made_at'][:10]}. In it: {data_card.WORDS[self.only]}, "
            f"{made['counts']['items']:,} in all."
            + (" The project is confidential." if made["confidential"] else "")
            + (NO_CHARTS * self.without_charts),
            small=True,
        )
        self.step()
        if not self.nothing:
            self._results()
            self._papers()
            self.step()
            self._examples()
        self._method()
        if self.card["schemes"]:
            self._definitions()
        self._left_out()
        return page

    def _results(self) -> None:
        tables = _report_tables.ReportTables(self.connection, self.params, self.only, self.card)
        for title, chart, build in (
            ("Judges against people", "detection", tables.judges),
            ("How often errors occur", "frequency", tables.errors),
            ("Scores by system", "", tables.scores),
            ("Where errors stand", "position", tables.positions),
            ("Agreement between people", "agreement", tables.agreement),
            ("Ties, and who settled them", "ties", tables.ties),
        ):
            said, sheets = build()
            if not said and not any(sheet.lines for sheet in sheets):
                continue
            self.page_.head(title)
            for sentence in said:
                self.page_.say(sentence)
            if chart in self.drawn:
                drawn = self.drawn[chart]
                self.page_.head(drawn.title, 3)
                self.page_.chart(drawn.svg, drawn.subtitle)
            for sheet in sheets:
                self._sheet(sheet)
            if chart in ("detection", "position", "ties"):
                self.step()

    def _sheet(self, sheet: Sheet) -> None:
        """A filled table, its notes below."""
        if not sheet.lines:
            return
        if sheet.title:
            self.page_.head(sheet.title, 3)
        if sheet.about:
            self.page_.say(sheet.about, small=True)
        heads, rows = _report_tables.printed_rows(sheet)
        self.page_.table(heads, rows, [n + 1 for n, c in enumerate(sheet.columns) if c.kind != "text"])
        if left := _report_tables.below(sheet):
            self.page_.say(left, small=True)

    def _papers(self) -> None:
        """The tables of each work of which the project holds anything."""
        for paper in paper_tables.present(self.connection):
            for number, sheet in enumerate(paper_tables.filled(self.connection, paper, self.params)):
                if not number:
                    self.page_.head(f"{paper.title}: {paper.work}")
                self._sheet(sheet)

    def _examples(self) -> None:
        page = self.page_
        found = list(self._flags())
        if not found:
            return
        page.head("Examples")
        page.say("For each criterion the first flag that somebody accepted and the first that somebody overrode.", True)
        for item, flag, answer in found[:EXAMPLES]:
            view = item_reading.load(self.connection, item)
            verdicts = {v.id: v for v in view.verdicts}
            said, mine = verdicts[flag], verdicts[answer]
            unit, target = view.unit(said.cell.unit), view.document(said.cell.target)
            criterion = self.criteria[said.cell.criterion]
            page.head(f"{criterion.name}: {'accepted' if mine.value == said.value else 'overridden'}", 3)
            lines = [(f"{view.key}, {target.system or target.name}, {unit.kind.value} {unit.number}:", unit.text)]
            lines.append(
                (f"{view.annotators[said.annotator].name} flagged it:", said.explanation or "(no explanation)")
            )
            lines += [(f"evidence ({each.match.value}):", each.quote) for each in said.evidence[:3]]
            note = view.note(mine.annotator, mine.cell)
            lines.append(
                (f"{view.annotators[mine.annotator].name} answered:", str(mine.value) + (f"; {note}" if note else ""))
            )
            page.quote([(name, _short(words)) for name, words in lines])

    def _flags(self) -> Iterator[tuple[int, int, int]]:
        """(item, a judge's verdict, a person's): one that was accepted and one overridden for each criterion."""
        people = "SELECT id FROM annotator WHERE kind = 'human'"
        where = data_card.where(self.only, "f.item_id") or " WHERE 1"
        for criterion in self.criteria:
            for same in ("=", "<>"):
                row = self.connection.execute(
                    "SELECT f.item_id, f.id, h.id FROM verdict AS f JOIN annotator ON annotator.id = f.annotator_id"
                    " JOIN verdict AS h ON h.criterion_id = f.criterion_id AND h.unit_id = f.unit_id"
                    f" AND h.target_id = f.target_id AND h.annotator_id IN ({people}){where}"
                    " AND f.criterion_id = ? AND f.value = 'yes' AND annotator.kind IN (?, ?)"
                    f" AND h.value {same} f.value ORDER BY f.explanation IS NULL, f.id LIMIT 1",
                    (criterion, *JUDGES),
                ).fetchone()
                if row:
                    yield row

    def _method(self) -> None:
        page, made = self.page_, self.card
        page.head("How it was made")
        people = [a for a in made["annotators"] if _reviewed(a)]
        settled = [a for a in made["annotators"] if a["settled"]]
        gold = made["gold"]
        chairs = f" {_count(len(settled), 'person', 'people')} settled gold." if settled else ""
        read = f"{_count(len(people), 'person', 'people') if people else 'Nobody'} reviewed the items.{chairs}"
        if made["judges"]:
            read += f" {_count(len(made['judges']), 'judge', 'judges')} flagged what they took for errors."
        page.say(
            f"{read} Finishing an item says no to every question of it that was not marked; what nobody answered is "
            "open and counts in no figure."
        )
        said = [
            "Gold of a cell is what an adjudicator said, else what the rule of its task makes of the answers; without a"
            " task, what more than half of the people say."
        ]
        hows = [f"{n:,} {how}" for how, n in gold["resolved by"].items()]
        said.append(f"{_count(gold['cells'], 'cell has', 'cells have')} gold{': ' * bool(hows)}{'; '.join(hows)}.")
        if gold["left open"]:
            said.append(f"{_count(gold['left open'], 'cell was', 'cells were')} left open on purpose and out of it.")
        if gold["agreed without gold"]:
            agreed = _count(gold["agreed without gold"], "cell", "cells")
            said.append(f"On {agreed} all people agree, and the rule of their task makes no gold of it.")
        page.say(" ".join([*said, "Intervals are at 95 %, by source document."]))
        page.table(("In it", "n"), [(what, f"{n:,}") for what, n in data_card.flat_counts(made["counts"])], (1,))
        page.table(
            ("Who", "Kind", "Answers", "Yes", "Items gone through", "Unsure or unscored"),
            [(a["name"], _kind(a), *_answered(a)) for a in made["annotators"]],
            (2, 3, 4, 5),
        )
        judges = [(j["name"], j["method"], j["model"], _prompt(j["prompt"]), *_answered(j)) for j in made["judges"]]
        page.table(("Judge", "Method", "Model", "Prompt", "Answers", "Yes", "Items", "Unscored"), judges, (4, 5, 6, 7))
        page.say(f"The log of this project ends in {made['head']}.", small=True)
        for sentence in made.get("erased", ()):
            page.say(sentence, small=True)

    def _definitions(self) -> None:
        self.page_.head("What was asked")
        for scheme in self.card["schemes"]:
            self.page_.head(f"{scheme['name']}, version {scheme['version']}", 3)
            asked = [c for c in self.criteria.values() if c.scheme == scheme["id"]]
            rows = [(c.name, c.unit.value, c.definition) for c in asked]
            self.page_.table(("Criterion", "Asked of", "Definition"), rows)

    def _left_out(self) -> None:
        page, made = self.page_, self.card
        page.head("What was left out")
        out = [*made["left_out"].items(), *((f"{w} (agreement)", n) for w, n in made["left_out_of_agreement"].items())]
        page.table(("What", "n"), [(what, f"{count:,}") for what, count in out], (1,))
        if not out:
            page.say("Nothing.")


def _reviewed(annotator: Found) -> bool:
    """Whether this is a person who answered something, and not only settled what others answered."""
    answered = annotator["verdicts"] or annotator.get("unsure") or annotator["items gone through"]
    return annotator["kind"] == "human" and bool(answered)


def _kind(annotator: Found) -> str:
    kind = "person" if annotator["kind"] == "human" else str(annotator["kind"])
    if not annotator.get("settled"):
        return kind
    return f"{kind}, adjudicator" if _reviewed(annotator) else "adjudicator"


def _answered(annotator: Found) -> tuple[str, ...]:
    """How many answers, how many of them yes, items gone through, and what is unsure or unscored."""
    given = annotator["verdicts"], annotator["yes"] or 0, annotator["items gone through"]
    return tuple(f"{n:,}" for n in (*given, annotator.get("unsure", annotator.get("unscored", 0))))


def _prompt(prompt: str) -> str:
    """A prompt by its name, or the beginning of its hash."""
    return prompt[:12] if re.fullmatch("[0-9a-f]{64}", prompt) else prompt


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _short(words: str) -> str:
    words = unmarked(words)
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"


EXPORT = ReportExport()
