"""A report for people: method, counts, agreement, judges against gold, scores, examples, and what was left out.

One HTML file that loads nothing, with bars as inline SVG; where the file to write ends in ``.pdf`` the same on A4
pages, which Qt lays out (``gui/pdf.py``, called by its name: core knows no window). Every figure comes from
``galley.core.metrics`` and names its n; an interval is at 95 %.
"""

from __future__ import annotations

import importlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from galley.core.columns import names
from galley.core.domain import JUDGES
from galley.core.errors import Cancelled, InputError
from galley.core.exports import data_card
from galley.core.exports._page import Bar, Page
from galley.core.exports.base import ExportReport, Only, Progress
from galley.core.metrics import registry
from galley.core.metrics.base import Params, Row
from galley.core.project import item_reading, project_file
from galley.core.tables import paper_tables
from galley.core.tables.paper_table import Column, Figure, interval, printed
from galley.core.tables.table_forms import head, left

FEW = 2_000
"""Items up to which figures have bootstrapped intervals."""
EXAMPLES = 12
LONGEST = 700
"""Code points of a text in an example."""
STEPS = 6

Found = dict[str, Any]


class ReportExport:
    """A page to read or print."""

    name = "report"
    title = "report: a page for people (HTML, or PDF where the file is called .pdf) with figures and examples"
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

        pdf = _printer() if out.suffix.lower() == ".pdf" else None
        report.count(
            "items", connection.execute("SELECT count(*) FROM item" + data_card.where(only, "id")).fetchone()[0]
        )
        page = _Writer(connection, only, report, stopped, step).page()
        if pdf is None:
            out.write_text(page.html(), "utf-8", newline="\n")
        else:
            out.write_bytes(pdf.from_html(page.html(paper=True), page.figures, page.title))
        report.count("figures", len(page.figures))


def _printer() -> Any:
    try:
        return importlib.import_module("galley.gui.pdf")  # by name: core does not know the window
    except ImportError as error:
        raise InputError(
            f"A PDF needs Qt, which cannot be loaded here ({error}); give a file that ends in .html instead."
        ) from error


class _Writer:
    """Puts the page together. ``step`` is called between its parts and raises where the user stopped it."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        only: Only,
        report: ExportReport,
        stopped: Callable[[], bool],
        step: Callable[[], None],
    ) -> None:
        self.connection, self.only, self.stopped, self.step = connection, only, stopped, step
        project = project_file.path_of(connection).stem
        self.card = data_card.build(connection, project, "report", "", only, report, stopped)
        self.page_ = Page(f"{project}: report")
        self.criteria = names.criteria(connection)
        self.titles = {(c.scheme, c.id): c.name for c in self.criteria.values()}
        for scheme in names.schemes(connection):
            self.titles |= {(scheme.id, rollup.id): f"{rollup.name} (any)" for rollup in scheme.rollups}
        few = self.card["counts"]["items"] <= FEW
        items = data_card.chosen_items(connection, only)
        self.nothing = only is not Only.ALL and not items
        self.params = Params(items=items, resamples=1_000 if few else 0, cancelled=stopped)

    def page(self) -> Page:
        """The page."""
        page, made = self.page_, self.card
        page.head(page.title, 1)
        page.say(
            f"Made by {made['made_by']} on {made['made_at'][:10]}. In it: {data_card.WORDS[self.only]}, "
            f"{made['counts']['items']:,} in all.",
            small=True,
        )
        self._method()
        self.step()
        if not self.nothing:
            self._agreement()
            self.step()
            self._judges()
            self.step()
            self._scores()
            self.step()
            self._positions()
            self._papers()
            self.step()
            self._examples()
        self._left_out()
        return page

    def _method(self) -> None:
        page, made = self.page_, self.card
        page.head("Method")
        people = [a for a in made["annotators"] if _reviewed(a)]
        settled = [a for a in made["annotators"] if a["settled"]]
        gold = made["gold"]
        chairs = f", {_count(len(settled), 'person', 'people')} settled gold" if settled else ""
        page.say(
            f"{_count(len(people), 'person', 'people')} reviewed the items in Galley, sentence by sentence against the "
            f"sources{chairs}, and {_count(len(made['judges']), 'judge', 'judges')} (programs and imported verdicts) "
            "flagged what they took for errors. Finishing an item says no to every question of it that was not marked; "
            "what nobody answered is open and counts in no figure."
        )
        page.say(
            f"Gold is the adjudicated verdict of a cell ({gold['cells']:,} cells), else what more than half of the "
            f"people say. {gold['left open']:,} cells were left open on purpose and are out of it; "
            f"{gold['agreed without gold']:,} on which all people agree have no adjudicated verdict. Intervals are at "
            "95 %: Wilson's for shares, a bootstrap by item for the rest."
        )
        for scheme in made["schemes"]:
            page.head(f"{scheme['name']}, version {scheme['version']}", 3)
            asked = [c for c in self.criteria.values() if c.scheme == scheme["id"]]
            page.table(("criterion", "asked of", "definition"), [(c.name, c.unit.value, c.definition) for c in asked])
        page.head("What there is")
        page.table(("", "n"), [(what, f"{n:,}") for what, n in data_card.flat_counts(made["counts"])], (1,))
        page.table(
            ("who", "kind", "answers", "yes", "items gone through", "unsure or unscored"),
            [
                (a["name"], _kind(a), f"{a['verdicts']:,}", f"{a['yes']:,}", f"{a['items gone through']:,}",
                 f"{a.get('unsure', a.get('unscored', 0)):,}")
                for a in (*made["annotators"], *made["judges"])
            ],
            (2, 3, 4, 5),
        )  # fmt: skip
        judges = [(j["name"], j["method"], j["model"], j["prompt"][:16]) for j in made["judges"]]
        page.table(("judge", "method", "model", "prompt"), judges)

    def _agreement(self) -> None:
        page, rows = self.page_, self.card["agreement"]
        page.head("Agreement between people")
        if not rows:
            page.say("No two people answered the same cells.")
            return
        first = next(
            (c for c in ("alpha-nominal", "cohen-kappa", "ac1") if any(r["coefficient"] == c for r in rows)), ""
        )
        page.say(f"Bars show {first} by criterion.", small=True)
        page.bars(
            f"Agreement ({first})",
            [
                Bar(self._name(r), r["value"], r["low"], r["high"], f"n {r['n']:,}")
                for r in rows
                if r["coefficient"] == first
            ],
        )
        kinds = [c for c in data_card.COEFFICIENTS if any(r["coefficient"] == c for r in rows)]
        grouped: dict[tuple[str, str], dict[str, Row]] = {}
        for row in rows:
            grouped.setdefault((self._name(row), ", ".join(row["annotators"])), {})[row["coefficient"]] = row
        page.table(
            ("criterion", "between", *kinds, "n"),
            [
                (*who, *(_with_range(given[kind]) if kind in given else "" for kind in kinds), _most(given))
                for who, given in grouped.items()
            ],
            range(2, len(kinds) + 3),
        )

    def _judges(self) -> None:
        page = self.page_
        page.head("Judges against gold")
        rows = [row for row in registry.compute("detection", self.connection, self.params).rows if row["n"]]
        if not rows:
            page.say("No judge was asked about cells that have gold.")
            return
        page.say("Bars show the balanced accuracy over units; half is what guessing gives.", small=True)
        page.bars(
            "Balanced accuracy",
            [
                Bar(f"{self._name(r)}, {r['judge']}", r["s_bacc"], r["s_bacc_low"], r["s_bacc_high"], f"n {r['n']:,}")
                for r in rows
            ],
        )
        figures = ("precision", "recall", "f1", "s_bacc", "bacc", "mcc")
        page.table(
            ("criterion", "judge", "n", "found", "false", "missed", *figures),
            [
                (self._name(r), r["judge"], f"{r['n']:,}", r["tp"], r["fp"], r["fn"], *(_plain(r[f]) for f in figures))
                for r in rows
            ],
            range(2, 12),
        )

    def _scores(self) -> None:
        page = self.page_
        page.head("Scores by system")
        params = Params(items=self.params.items, by="system", resamples=0, cancelled=self.stopped)
        found = registry.compute("frequency", self.connection, params).rows
        rows = [row for row in found if row["summaries"] > row["open"]]
        if rows:
            page.say(
                "The share of summaries with each error, by gold: over the complete summaries, weighted for their"
                " length, and between which bounds the open ones leave it.",
                small=True,
            )
            shown = [row for row in rows if row["yes"] and row["n"]]
            bars = [
                Bar(f"{self._name(r)}, {r['system'] or 'no system'}", r["value"], r["low"], r["high"], f"n {r['n']:,}")
                for r in shown
            ]
            page.bars("Share of summaries with the error", bars)
            page.table(
                ("criterion", "system", "summaries", "with the error", "open", "complete", "share", "95 %", "bounds"),
                [
                    (self._name(r), r["system"], *(f"{r[name]:,}" for name in ("summaries", "yes", "open", "n")),
                     _value(r), _range(r), _range({"low": r["at_least"], "high": r["at_most"]}))
                    for r in rows
                ],
                range(2, 9),
            )  # fmt: skip
        stored = self.connection.execute(
            "SELECT metric, annotator.name, system, count(*), avg(score.value) FROM score"
            " JOIN document ON document.id = document_id AND document_id NOT IN (SELECT document_id FROM unusable)"
            " JOIN annotator ON annotator.id = annotator_id"
            f"{data_card.where(self.only, 'item_id')} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
        ).fetchall()
        page.table(
            ("score", "by", "system", "n", "mean"),
            [(metric, who, system, f"{n:,}", f"{mean:.4f}") for metric, who, system, n, mean in stored],
            (3, 4),
        )
        if not rows and not stored:
            page.say("There are no scores, and no gold to count errors by.")

    def _positions(self) -> None:
        params = Params(items=self.params.items, cancelled=self.stopped)
        found = registry.compute("position", self.connection, params)
        if not found.rows:
            return
        self.page_.head("Where errors stand")
        self.page_.say(
            "The share of each error's places in each part of the text, by gold. " + found.notes[0], small=True
        )
        self.page_.table(
            ("criterion", "n", "start", "middle", "end", "open"),
            [
                (self._name(r), f"{r['n']:,}", *(_plain(r[f"{part}_share"]) for part in ("start", "middle", "end")),
                 f"{r['open']:,}")
                for r in found.rows
            ],
            range(1, 6),
        )  # fmt: skip

    def _papers(self) -> None:
        """The tables of each work of which the project holds anything."""
        for paper in paper_tables.present(self.connection):
            for number, sheet in enumerate(paper_tables.filled(self.connection, paper, self.params)):
                if not number:
                    self.page_.head(f"{paper.title}: {paper.work}")
                self.page_.head(sheet.title, 3)
                self.page_.say(sheet.about, small=True)
                heads = [sheet.head, *(head(column) for column in sheet.columns)]
                rows = []
                group = ""
                for line in sheet.lines:
                    rows += [[line.group] + [""] * len(sheet.columns)] if line.group not in ("", group) else []
                    group = line.group
                    cells = zip(line.figures, sheet.columns, strict=True)
                    rows.append([line.label, *(_cell(figure, column) for figure, column in cells)])
                self.page_.table(heads, rows, [n + 1 for n, c in enumerate(sheet.columns) if c.kind != "text"])
                self.page_.say(" ".join(filter(None, (*sheet.notes, sheet.intervals, *left(sheet)))), small=True)

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
            lines = [(f"{view.key}, {target.system or target.name}, {unit.kind.value} {unit.position + 1}:", unit.text)]
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

    def _left_out(self) -> None:
        page, made = self.page_, self.card
        page.head("Left out")
        out = [*made["left_out"].items(), *((f"{w} (agreement)", n) for w, n in made["left_out_of_agreement"].items())]
        page.table(("what", "n"), [(what, f"{count:,}") for what, count in out], (1,))
        if not out:
            page.say("Nothing.")

    def _name(self, row: Row) -> str:
        return self.titles.get((row["scheme"], row["criterion"]), str(row["criterion"]))


def _cell(figure: Figure | None, column: Column) -> str:
    ends = interval(figure, column)
    return printed(figure, column) + (f" ({ends})" if ends else "")


def _reviewed(annotator: Found) -> bool:
    """Whether this is a person who answered something, and not only settled what others answered."""
    answered = annotator["verdicts"] or annotator.get("unsure") or annotator["items gone through"]
    return annotator["kind"] == "human" and bool(answered)


def _kind(annotator: Found) -> str:
    if not annotator.get("settled"):
        return str(annotator["kind"])
    return "human, adjudicator" if _reviewed(annotator) else "adjudicator"


def _value(row: Row) -> str:
    return _plain(row["value"]) if row["value"] is not None else f"undefined: {row.get('why') or ''}".strip(": ")


def _with_range(row: Row) -> str:
    return f"{_value(row)} ({row['low']:.2f}–{row['high']:.2f})" if row["low"] is not None else _value(row)


def _most(rows: dict[str, Row]) -> str:
    return f"{max(row['n'] for row in rows.values()):,}"


def _plain(value: float | None) -> str:
    return f"{value:.3f}" if value is not None else "–"


def _range(row: Row) -> str:
    return f"{row['low']:.3f} – {row['high']:.3f}" if row["low"] is not None else ""


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _short(words: str) -> str:
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"


EXPORT = ReportExport()
