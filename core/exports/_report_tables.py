"""The tables of the report, as sheets: judges, errors, scores, positions, agreement, ties."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from galley.core.exports.base import Only
from galley.core.metrics import implicit_no, registry
from galley.core.metrics.base import Params, Result
from galley.core.metrics.detection import find_both_levels
from galley.core.paper_tables.formats import describe_left_out, head
from galley.core.paper_tables.paper_table import (
    Column,
    Figure,
    Line,
    Sheet,
    count,
    figure,
    format_cell,
    interval,
    shared_count,
)
from galley.core.storage import names, score_names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import filter_choices
from galley.core.storage.queries.exports import ItemChoice, count_items_by_readers, read_score_means

ACROSS = 10
"""Systems that have room side by side."""
COEFFICIENTS = {
    "alpha-nominal": "Krippendorff's α",
    "alpha-ordinal": "Krippendorff's α, ordinal",
    "cohen-kappa": "Cohen's κ",
    "ac1": "Gwet's AC1",
    "percent": "Equal, %",
}
MEANS = "These are means of stored scores; no interval is known for them."
FIGURES, BALANCED = ("precision", "recall"), {"unit": "s_bacc", "summary": "bacc"}
Built = tuple[list[str], list[Sheet]]
"""Sentences, and the tables under them."""


@dataclass(frozen=True, slots=True)
class ReportTables:
    """What the report says in figures. ``card`` is the data card of the same choice of items."""

    connection: Connection
    params: Params
    only: Only
    card: Mapping[str, Any]

    def _of(self, metric: str, **more: Any) -> Result:
        return registry.compute(metric, self.connection, replace(self.params, **more))

    def _criterion_title(self, row: Mapping[str, Any]) -> str:
        titles = {(c.scheme, c.id): c.name for c in names.criteria(self.connection).values()}
        for scheme in names.schemes(self.connection):
            titles |= {(scheme.id, rollup.id): rollup.name for rollup in scheme.combined_criteria}
        return titles.get((row["scheme"], row["criterion"]), str(row["criterion"]))

    def judges(self) -> Built:
        """How well each judge finds what people call an error."""
        result = self._of("detection")
        rows = [row for row in result.rows if row["n"]]
        if not rows:
            return ["No judge was asked about cells that have gold."] if self.card["judges"] else [], []
        both = find_both_levels(rows)
        has_within = any("within" in row for row in rows)
        columns = (
            *(Column(title, kind="count") for title in ("n", "Found", "False", "Missed")),
            *(Column(f"{title}, %", kind="percent") for title in ("Precision", "Recall", "Balanced accuracy")),
            *[Column("Within data sets, %", kind="percent")] * has_within,
            Column("Implicit “no”, %", kind="percent"),
        )
        lines = [
            Line(
                row["judge"],
                (*(count(row[name]) for name in ("n", "tp", "fp", "fn")),
                 *(figure(row, figure_name) for figure_name in (*FIGURES, BALANCED[row["level"]])),
                 *[figure(row, "within") if "within" in row else None] * has_within,
                 Figure(row.get(implicit_no.COLUMNS[0]))),
                self._criterion_title(row) + ", summaries" * (row["level"] == "summary" and _criterion(row) in both),
            )
            for row in rows
        ]  # fmt: skip
        about = "n counts what the criterion asks about: sentences, turns. A balanced accuracy of 50 % is guessing."
        about += " “Within data sets” is the mean of the balanced accuracies within each of them." * has_within
        about += f" Implicit “no”: the share of gold's “no” that nobody gave. {implicit_no.describe_unchecked(rows)}"
        if any(row["level"] == "summary" for row in rows):
            about += " Where only whole summaries have gold, they are summaries."
        return [], [Sheet("Judge", columns, lines, about.replace("  ", " ").rstrip(), (result.layout.closing,))]

    def _errors_of(self, metric: str, **more: Any) -> tuple[list[dict[str, Any]], Result]:
        """The rows of a metric that are about errors."""
        error_ids, result = names.errors(self.connection), self._of(metric, **more)
        return [row for row in result.rows if (row["scheme"], row["criterion"]) in error_ids], result

    def errors(self) -> Built:
        """The share of summaries with each error, by gold."""
        rows, result = self._errors_of("frequency", by="system", level="summary", resamples=0)
        rows = [row for row in rows if row["summaries"] > row["open"]]
        order = ["", *filter_choices.list_choices(self.connection, "system")]
        about = [self._criterion_title(row) for row in rows]
        rows.sort(key=lambda row: (about.index(self._criterion_title(row)), order.index(row["system"])))
        open_ = any(row["open"] for row in rows)
        columns = (
            *(Column(title, kind="count") for title in ("Summaries", "Open", "Complete", "With the error")),
            Column("Share, %", kind="percent"),
            *[Column("Bounds, %", kind="percent")] * open_,
        )
        lines = [
            Line(
                row["system"] or "(no system)",
                (*(count(row[name]) for name in ("summaries", "open", "n", "yes")), figure(row),
                 *[self._bounds(row)] * open_),
                self._criterion_title(row),
            )
            for row in rows
        ]  # fmt: skip
        note = "By gold, over the complete summaries, weighted for length."
        about_shares = note + " The bounds say where open ones leave it." * open_
        return [], [Sheet("System", columns, lines, about_shares, (result.layout.closing,))]

    @staticmethod
    def _bounds(row: Mapping[str, Any]) -> Figure | None:
        """Between which shares open summaries leave the true one; nothing where none is open."""
        ends = Figure(0.0, row["at_least"], row["at_most"])
        return Figure(interval(ends, Column("", kind="percent"))) if row["open"] else None

    def scores(self) -> Built:
        """The mean of each score that was imported or computed."""
        stored = read_score_means(self.connection, ItemChoice(self.only))
        several = len({score.annotator for score in stored}) > 1
        means: dict[tuple[str, str], dict[str, tuple[int, float]]] = defaultdict(dict)
        for score in stored:
            means[score.annotator if several else "", score.metric][score.system] = score.number, score.mean
        systems = [
            system
            for system in ("", *filter_choices.list_choices(self.connection, "system"))
            if any(system in row for row in means.values())
        ]
        lines: list[Line] = []
        if len(systems) > ACROSS:
            below = Column("n", kind="count"), Column("Mean")
            for (who, metric), by in sorted(means.items()):
                score_name = ": ".join(filter(None, (who, score_names.format_score_name(metric))))
                present_systems = [system for system in systems if system in by]
                lines += [
                    Line(system, (count(by[system][0]), Figure(by[system][1])), score_name)
                    for system in present_systems
                ]
            return [], [Sheet("System", below, lines, notes=(MEANS,))]
        for (who, metric), by in sorted(means.items()):
            cells = (Figure(by[system][1]) if system in by else None for system in systems)
            lines.append(
                Line(score_names.format_score_name(metric), (shared_count(n for n, _ in by.values()), *cells), who)
            )
        columns = Column("n", kind="count"), *(Column(system or "(no system)") for system in systems)
        return [], [Sheet("Score", columns, lines, "Means. n: documents of a system that have the score.", (MEANS,))]

    def positions(self) -> Built:
        """In which part of a text each error stands."""
        rows, result = self._errors_of("position", resamples=0)
        parts = ("start", "middle", "end")
        columns = (
            Column("n", kind="count"), *(Column(f"{part.title()}, %", kind="percent") for part in parts),
            Column("Open", kind="count"),
        )  # fmt: skip
        lines = [
            Line(
                self._criterion_title(r),
                (count(r["n"]), *(figure(r, f"{part}_share") for part in parts), count(r["open"])),
            )
            for r in rows
            if r["n"]
        ]
        about = "The share of each error's places in each part of the text, by gold. " + " ".join(result.notes[:1])
        return [], [Sheet("Criterion", columns, lines, about if lines else "", (result.layout.closing,))]

    def agreement(self) -> Built:
        """How far people say the same, and how much of the work two of them read."""
        readers = count_items_by_readers(self.connection, ItemChoice(self.only))
        if not readers:
            return [], []
        parts = [f"{n:,} by {who} {'person' if who == 1 else 'people'}" for who, n in readers.items()]
        sentences = [f"Items read, of {self.card['counts']['items']:,}: {', '.join(parts)}."]
        rows = self.card["agreement"]
        if not rows:
            return [*sentences, "No two people answered the same cells."], []
        kinds = [coefficient for coefficient in COEFFICIENTS if any(row["coefficient"] == coefficient for row in rows)]
        rows_by_annotators: dict[tuple[str, str], dict[str, Any]] = defaultdict(dict)
        for row in rows:
            title = self._criterion_title(row) + ", summaries" * (row["level"] == "summary")
            rows_by_annotators[title, ", ".join(row["annotators"])][row["coefficient"]] = row
        columns = (
            Column("n", kind="count"),
            *(
                Column(COEFFICIENTS[coefficient], kind="percent" if coefficient == "percent" else "number")
                for coefficient in kinds
            ),
        )
        between = {who for _, who in rows_by_annotators}
        lines = [
            Line(
                title,
                (count(max(row["n"] for row in rows_by_coefficient.values())),
                 *(figure(rows_by_coefficient[coefficient]) if coefficient in rows_by_coefficient else None
                 for coefficient in kinds)),
                f"Between {who}" if len(between) > 1 else "",
            )
            for (title, who), rows_by_coefficient in sorted(rows_by_annotators.items(), key=lambda pair: pair[0][1])
        ]  # fmt: skip
        about = "" if len(between) > 1 else f"Between {next(iter(between))}."
        closing = registry.close_table("agreement", self.connection, rows)
        return sentences, [Sheet("Criterion", columns, lines, about, (closing,))]

    def ties(self) -> Built:
        """Cells without a majority, and by whom and by which rule gold was settled."""
        result = self._of("ties", resamples=0)
        rows = [row for row in result.rows if row["n"]]
        if not rows:
            return [], []
        count_columns = {
            "Cells with two votes": "n", "Ties": "ties", "Adjudicated": "settled", "Unresolved": "left_open",
            "Still open": "open",
        }  # fmt: skip
        lines = [
            Line(self._criterion_title(row), tuple(count(row[name]) for name in count_columns.values())) for row in rows
        ]
        chairs = [Line(a["name"], (count(a["settled"]),)) for a in self.card["annotators"] if a["settled"]]
        rules = [Line(how, (count(n),)) for how, n in self.card["gold"]["resolved by"].items()]
        return [], [
            Sheet(
                "Criterion",
                tuple(Column(title, kind="count") for title in count_columns),
                lines,
                notes=(result.layout.closing,),
            ),
            Sheet("Adjudicated by", (Column("Cells", kind="count"),), chairs),
            Sheet("Gold, by what made it", (Column("Cells", kind="count"),), rules),
        ]


def _criterion(row: Mapping[str, Any]) -> tuple[str, str]:
    return row["scheme"], row["criterion"]


def printed_rows(sheet: Sheet) -> tuple[list[str], list[list[str]]]:
    """(heads, rows) of a sheet as texts, intervals behind their figures; a group of lines has a row of its own."""
    heads = [sheet.head, *(head(column) for column in sheet.columns)]
    rows: list[list[str]] = []
    group = ""
    for line in sheet.lines:
        rows += [[line.group] + [""] * len(sheet.columns)] if line.group not in ("", group) else []
        group = line.group
        cells = zip(line.figures, sheet.columns, strict=True)
        rows.append([line.label, *(_cell(cell, column) for cell, column in cells)])
    return heads, rows


def text_below(sheet: Sheet) -> str:
    """What is said under a sheet."""
    return " ".join(filter(None, (*sheet.notes, sheet.intervals, *describe_left_out(sheet))))


def _cell(cell: Figure | None, column: Column) -> str:
    ends = interval(cell, column)
    return format_cell(cell, column) + (f" ({ends})" if ends else "")
