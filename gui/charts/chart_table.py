"""The table under a chart, as plain data: typed columns, printed cells, and the same with full precision as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from galley.core.metrics.base import pick
from galley.gui.charts.printed_figures import MISSING, ends, format_figure
from galley.gui.translation import tr

INTERVAL = "interval"
EXACT = "exact"
"""In a line: words for an interval of no width, where the figure is known and not estimated."""
NUMERIC = frozenset({"number", "percent", "points", "count", "money", "p", "signed", INTERVAL})


@dataclass(frozen=True, slots=True)
class ChartColumn:
    """``key`` names the entry of a row; ``kind`` is text, number, percent, count, money, p, signed (a difference),
    points (a difference of shares) or interval, whose entries are KEY_low and KEY_high (low and high for the key
    "value"); ``of`` is the kind of an interval that has no figure beside it. ``why`` names the entry that tells why a
    figure is undefined."""

    key: str
    title: str
    kind: str = "text"
    why: str = "why"
    of: str = "number"

    def bounds(self) -> tuple[str, str]:
        """The entries of an interval."""
        return ("low", "high") if self.key == "value" else (f"{self.key}_low", f"{self.key}_high")


@dataclass(frozen=True, slots=True)
class ChartTable:
    """Columns and rows; ``behind[i]`` is the row of the metric behind line ``i``, or None; ``closing`` is the sentence
    below the table."""

    columns: tuple[ChartColumn, ...] = ()
    rows: tuple[Mapping[str, Any], ...] = ()
    behind: tuple[Mapping[str, Any] | None, ...] = field(default=())
    closing: str = ""

    def beside(self, column: int) -> bool:
        """Whether a column is the interval of the figure before it."""
        spec = self.columns[column]
        return column > 0 and spec.kind == INTERVAL and self.columns[column - 1].key == spec.key

    def lacks_intervals(self) -> bool:
        """Whether no line has an interval, though the table has a place for one."""
        places = [spec.bounds() for spec in self.columns if spec.kind == INTERVAL]
        ends = [(entry.get(low), entry.get(high)) for entry in self.rows for low, high in places]
        exact = any(entry.get(EXACT) for entry in self.rows)
        return bool(ends) and not exact and not any(None not in pair and pair[0] != pair[1] for pair in ends)

    def text(self, row: int, column: int) -> str:
        """What stands in a cell: a printed figure, an interval, or "undefined: …" in words."""
        entry, spec = self.rows[row], self.columns[column]
        if spec.kind == INTERVAL:
            low, high = (entry.get(name) for name in spec.bounds())
            if low is None or high is None:
                return ""
            kind = next((other.kind for other in self.columns if other.key == spec.key and other is not spec), spec.of)
            return str(entry.get(EXACT) or tr("no interval")) if low == high else ends(low, high, kind)
        value = entry.get(spec.key)
        if value is not None or spec.kind not in NUMERIC:
            return format_figure(value, spec.kind)
        why = self.why(row, column)
        return tr("undefined: {why}", why=why) if why else MISSING if spec.key in entry else ""

    def why(self, row: int, column: int) -> str:
        """Why the figure in a cell is undefined, without the words that introduce it; "" where it is defined."""
        entry, spec = self.rows[row], self.columns[column]
        if spec.kind == INTERVAL or spec.kind not in NUMERIC or entry.get(spec.key) is not None:
            return ""
        return reason(str(entry.get(spec.why) or ""), spec.key)

    def csv(self) -> str:
        """The table with full precision; an interval is two columns, named after its figure where there are several;
        an undefined figure is empty and has its reason in the last column."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        heads: list[str] = []
        titles = {spec.key: spec.title for spec in self.columns if spec.kind != INTERVAL}
        several = sum(spec.kind == INTERVAL for spec in self.columns) > 1
        for spec in self.columns:
            title = spec.title or (titles.get(spec.key, "") if several else "")
            heads += [f"{title} {end}".strip() for end in ("low", "high")] if spec.kind == INTERVAL else [title]
        writer.writerow([*heads, "why"])
        for number_, entry in enumerate(self.rows):
            cells: list[Any] = []
            whys: list[str] = []
            for place, spec in enumerate(self.columns):
                if spec.kind == INTERVAL:
                    cells += [entry.get(name) for name in spec.bounds()]
                else:
                    cells.append(_safe(entry.get(spec.key)))
                    whys.append(self.why(number_, place))
            writer.writerow(
                [*("" if cell is None else cell for cell in cells), "; ".join(w for w in dict.fromkeys(whys) if w)]
            )
        return out.getvalue()

    def to_tsv(self) -> str:
        """The printed table with tabs, for the clipboard."""
        lines = ["\t".join(spec.title for spec in self.columns)]
        lines += ["\t".join(self.text(row, c) for c in range(len(self.columns))) for row in range(len(self.rows))]
        return "\n".join(lines) + "\n"


def _safe(value: Any) -> Any:
    """A spreadsheet would compute a text that begins like a formula."""
    return "'" + value if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def reason(why: str, key: str) -> str:
    """The reason that concerns ``key`` in a metric's ``why``, as the end of a sentence.

    >>> reason("recall, f1: Undefined because gold has no yes among these cells.", "f1")
    'gold has no yes among these cells'
    """
    why = pick(why, key)
    why = why.removeprefix("Undefined because ").removeprefix("undefined because ").removeprefix("undefined: ")
    return why.strip().rstrip(".")


def plain(
    rows: Sequence[Mapping[str, Any]], columns: Sequence[ChartColumn], above: str = "", closing: str = ""
) -> ChartTable:
    """A table whose lines lead to the cells behind them: one line a row of a metric. The column ``above`` is left away
    where it says the same in every line, as the page says above; ``closing`` is about intervals, and is left away with
    them."""
    alike = len({row.get(above) for row in rows}) == 1
    closing = closing if any(column.kind == INTERVAL for column in columns) else ""
    return ChartTable(tuple(c for c in columns if c.key != above or not alike), tuple(rows), tuple(rows), closing)
