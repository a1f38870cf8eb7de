"""A report for people: what came out first, how it was made and what the words mean last.

One HTML file that loads nothing; where the file to write ends in ``.pdf`` the same on A4 pages. Its charts are those
of the window, drawn by Qt (``gui/scores/report_charts.py``, ``gui/pdf.py``); where Qt is missing the page has the
tables alone and says so. Every figure comes from ``galley.core.metrics`` and names its n; an interval is at 95 %.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from galley.core.domain import JUDGES
from galley.core.errors import Cancelled
from galley.core.exports import _report_tables, data_card
from galley.core.exports._page import NO_CHARTS, PrintedPage, drawing, width
from galley.core.exports.base import ExportReport, Only, Progress
from galley.core.metrics import overview
from galley.core.metrics.base import Params
from galley.core.paper_tables import registry
from galley.core.paper_tables.paper_table import Sheet
from galley.core.review.items import load_item_view
from galley.core.storage import names, project_file
from galley.core.text.clarified import strip_marks

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

        def is_stopped() -> bool:
            return not progress(done, STEPS)

        def step() -> None:
            nonlocal done
            done += 1
            if is_stopped():
                raise Cancelled("The export was stopped; nothing was written.")

        writer = _Writer(connection, only, report, is_stopped, step, drawing(out), width(out))
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
        self.has_no_items = only is not Only.ALL and not items
        resamples = 1_000 if self.card["counts"]["items"] <= FEW else 0
        self.params = Params(items=items, resamples=resamples, cancelled=stopped)
        self.charts: dict[str, Any] = {}
        self.without_charts = drawn_by is None
        if drawn_by is not None and not self.has_no_items:
            self.charts = drawn_by.figures(connection, CHARTS, items, resamples, stopped, wide)

    def page(self) -> PrintedPage:
        """The page."""
        page, card = self.page_, self.card
        page.head(page.title, 1)
        page.say(
            f"Made by {card['made_by']} on {card['made_at'][:10]}. In it: {data_card.WORDS[self.only]}, "
            f"{card['counts']['items']:,} in all."
            + (" The project is confidential." if card["confidential"] else "")
            + (NO_CHARTS * self.without_charts),
            small=True,
        )
        self.step()
        if not self.has_no_items:
            self._overview()
            self._results()
            self._papers()
            self.step()
            self._examples()
        self._method()
        if self.card["schemes"]:
            self._definitions()
        self._left_out()
        return page

    def _overview(self) -> None:
        """Page one: what was found, as in the Scores view."""
        found = overview.build_overview(self.connection, params=self.params)
        self.page_.head("What was found")
        self.page_.say(found.about, small=True)
        for card in found.cards:
            self.page_.head(f"{card.question} {card.finding}", 3)
            if card.details:
                self.page_.say(card.details, small=True)
            figures = [(bar.label, overview.format_bar(bar, card.scale)) for bar in card.bars]
            figures += [(words, f"{count:,}") for words, count in card.counts]
            if figures:
                unit = {"percent": "Of 100", "alpha": "Alpha", "progress": "Flags"}[card.scale]
                self.page_.table(("", unit), figures, (1,))
        for sentence in found.cautions:
            self.page_.say(f"Read with care: {sentence}", small=True)

    def _results(self) -> None:
        tables = _report_tables.ReportTables(self.connection, self.params, self.only, self.card)
        for title, chart, build in (
            ("Judges against people", "detection", tables.judges),
            ("How often errors occur", "frequency", tables.errors),
            ("Scores by system", "", tables.scores),
            ("Where errors stand", "position", tables.positions),
            ("Agreement between people", "agreement", tables.agreement),
            ("Ties and their adjudication", "ties", tables.ties),
        ):
            sentences, sheets = build()
            if not sentences and not any(sheet.lines for sheet in sheets):
                continue
            self.page_.head(title)
            for sentence in sentences:
                self.page_.say(sentence)
            if chart in self.charts:
                chart_drawing = self.charts[chart]
                self.page_.head(chart_drawing.title, 3)
                self.page_.chart(chart_drawing.svg, chart_drawing.subtitle)
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
        if left_out_lines := _report_tables.text_below(sheet):
            self.page_.say(left_out_lines, small=True)

    def _papers(self) -> None:
        """The tables of each work of which the project holds anything."""
        for paper in registry.papers_present(self.connection):
            for number, sheet in enumerate(registry.fill_tables(self.connection, paper, self.params)):
                if not number:
                    self.page_.head(f"{paper.title}: {paper.description}")
                self._sheet(sheet)

    def _examples(self) -> None:
        page = self.page_
        examples = list(self._flags())
        if not examples:
            return
        page.head("Examples")
        page.say("For each criterion the first flag that somebody accepted and the first that somebody overrode.", True)
        for item, flag, answer in examples[:EXAMPLES]:
            view = load_item_view(self.connection, item)
            verdicts = {v.id: v for v in view.verdicts}
            flag_verdict, answer_verdict = verdicts[flag], verdicts[answer]
            unit, target = view.unit(flag_verdict.cell.unit), view.document(flag_verdict.cell.target)
            criterion = self.criteria[flag_verdict.cell.criterion]
            page.head(
                f"{criterion.name}: {'accepted' if answer_verdict.value == flag_verdict.value else 'overridden'}", 3
            )
            lines = [(f"{view.key}, {target.system or target.name}, {unit.kind.value} {unit.number}:", unit.text)]
            lines.append(
                (
                    f"{view.annotators[flag_verdict.annotator].name} flagged it:",
                    flag_verdict.explanation or "(no explanation)",
                )
            )
            lines += [(f"evidence ({place.match.value}):", place.quote) for place in flag_verdict.evidence[:3]]
            note = view.note(answer_verdict.annotator, answer_verdict.cell)
            lines.append(
                (
                    f"{view.annotators[answer_verdict.annotator].name} answered:",
                    str(answer_verdict.value) + (f"; {note}" if note else ""),
                )
            )
            page.quote([(name, _short(words)) for name, words in lines])

    def _flags(self) -> Iterator[tuple[int, int, int]]:
        """(item, a judge's verdict, a person's): one that was accepted and one overridden for each criterion."""
        people = "SELECT id FROM annotator WHERE kind = 'human'"
        where = data_card.items_condition(self.only, "f.item_id") or " WHERE 1"
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
        page, card = self.page_, self.card
        page.head("How it was made")
        people = [a for a in card["annotators"] if _is_reviewer(a)]
        adjudicators = [a for a in card["annotators"] if a["settled"]]
        gold = card["gold"]
        chairs = f" {_count(len(adjudicators), 'person', 'people')} adjudicated." if adjudicators else ""
        read = f"{_count(len(people), 'person', 'people') if people else 'Nobody'} reviewed the items.{chairs}"
        if card["judges"]:
            read += f" {_count(len(card['judges']), 'judge', 'judges')} flagged what they took for errors."
        page.say(
            f"{read} Finishing an item says no to every question of it that was not marked; what nobody answered is "
            "open and counts in no figure."
        )
        sentences = [
            "Gold of a cell is what an adjudicator said, else what the rule of its task makes of the answers; without a"
            " task, what more than half of the people say."
        ]
        hows = [f"{n:,} {how}" for how, n in gold["resolved by"].items()]
        sentences.append(f"{_count(gold['cells'], 'cell has', 'cells have')} gold{': ' * bool(hows)}{'; '.join(hows)}.")
        if gold["left open"]:
            sentences.append(
                f"{_count(gold['left open'], 'cell was', 'cells were')} left unresolved on purpose and out of it."
            )
        if gold["agreed without gold"]:
            agreed = _count(gold["agreed without gold"], "cell", "cells")
            sentences.append(f"On {agreed} all people agree, and the rule of their task makes no gold of it.")
        page.say(" ".join([*sentences, "Intervals are at 95 %, by source document."]))
        page.table(("In it", "n"), [(what, f"{n:,}") for what, n in data_card.flat_counts(card["counts"])], (1,))
        page.table(
            ("Who", "Kind", "Answers", "Yes", "Items gone through", "Unsure or unscored"),
            [(a["name"], _kind(a), *_annotator_figures(a)) for a in card["annotators"]],
            (2, 3, 4, 5),
        )
        judges = [
            (j["name"], j["method"], j["model"], _prompt(j["prompt"]), *_annotator_figures(j)) for j in card["judges"]
        ]
        page.table(("Judge", "Method", "Model", "Prompt", "Answers", "Yes", "Items", "Unscored"), judges, (4, 5, 6, 7))
        page.say(f"The log of this project ends in {card['head']}.", small=True)
        for sentence in card.get("erased", ()):
            page.say(sentence, small=True)

    def _definitions(self) -> None:
        self.page_.head("What was asked")
        for scheme in self.card["schemes"]:
            self.page_.head(f"{scheme['name']}, version {scheme['version']}", 3)
            scheme_criteria = [c for c in self.criteria.values() if c.scheme == scheme["id"]]
            rows = [(c.name, c.unit.value, c.definition) for c in scheme_criteria]
            self.page_.table(("Criterion", "Asked of", "Definition"), rows)

    def _left_out(self) -> None:
        page, card = self.page_, self.card
        page.head("What was left out")
        out = [*card["left_out"].items(), *((f"{w} (agreement)", n) for w, n in card["left_out_of_agreement"].items())]
        page.table(("What", "n"), [(what, f"{count:,}") for what, count in out], (1,))
        if not out:
            page.say("Nothing.")


def _is_reviewer(annotator: Found) -> bool:
    """Whether this is a person who answered something, and not only settled what others answered."""
    has_answers = annotator["verdicts"] or annotator.get("unsure") or annotator["items gone through"]
    return annotator["kind"] == "human" and bool(has_answers)


def _kind(annotator: Found) -> str:
    kind = "person" if annotator["kind"] == "human" else str(annotator["kind"])
    if not annotator.get("settled"):
        return kind
    return f"{kind}, adjudicator" if _is_reviewer(annotator) else "adjudicator"


def _annotator_figures(annotator: Found) -> tuple[str, ...]:
    """How many answers, how many of them yes, items gone through, and what is unsure or unscored."""
    counts = annotator["verdicts"], annotator["yes"] or 0, annotator["items gone through"]
    return tuple(f"{n:,}" for n in (*counts, annotator.get("unsure", annotator.get("unscored", 0))))


def _prompt(prompt: str) -> str:
    """A prompt by its name, or the beginning of its hash."""
    return prompt[:12] if re.fullmatch("[0-9a-f]{64}", prompt) else prompt


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _short(words: str) -> str:
    words = strip_marks(words)
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"


EXPORT = ReportExport()
