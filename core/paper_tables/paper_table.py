"""What a work's table is: a title, columns, lines of figures with interval and n, and what was left out of it.

A work (``Paper``) is one file in this folder with the constant ``PAPER``; it declares its tables. The window draws any
of them with one widget, ``galley metrics --table`` prints them, and a report holds those that the project has figures
for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any

from galley.core.metrics.base import Params, pick
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries.columns import find_answered_pairs, list_scores
from galley.core.tasks.uncounted_answers import ITEMS, SUMMARIES
from galley.core.text.plurals import MINUS

Build = Callable[[Connection, Params], "Sheet | None"]
"""Fills a table; None where the project holds nothing for it."""

DEFAULT_PARAMETERS = ("gold", "judges", "systems", "datasets", "splits", "resamples", "seed")
"""What a table of judges against gold takes."""
STARS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))


@dataclass(frozen=True, slots=True)
class Figure:
    """A cell: a figure with its interval, or words. ``value`` None is undefined and ``why`` says so. ``p`` is shown as
    stars behind the figure. ``row`` is the metric's row that it came from: the way back to the cells behind it."""

    value: float | str | None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    p: float | None = None
    why: str = ""
    is_marked: bool = False
    row: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """``group`` stands above several columns side by side. ``kind``: number, percent (of a fraction), signed (a
    difference), points (a difference of fractions, in points), count, p or text. ``top`` says which end of the scale
    is marked: "high", "low", "far" (from 0) or none; ``heat`` from where to where cells are tinted."""

    title: str
    group: str = ""
    kind: str = "number"
    top: str = ""
    heat: tuple[float, float] | None = None
    places: int = 2


@dataclass(frozen=True, slots=True)
class Line:
    """A line under the head ``group``; ``criterion`` (scheme, id) is what it is about, where it is about one."""

    label: str
    figures: Sequence[Figure | None]
    group: str = ""
    criterion: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A filled table, called as its ``PaperTable`` is. ``head`` stands above the labels, ``about`` says what it
    measures under which gold, ``notes`` are sentences below it, ``intervals`` what its intervals are about (a page of
    the window says so itself). ``along`` says among which figures the top value is: of a "row" or a "column" (of each
    group of lines)."""

    head: str
    columns: Sequence[Column]
    lines: Sequence[Line]
    about: str = ""
    notes: tuple[str, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    along: str = "column"
    name: str = ""
    title: str = ""
    intervals: str = ""

    @property
    def has_groups(self) -> bool:
        """Whether heads stand above groups of columns."""
        return any(column.group for column in self.columns)


@dataclass(frozen=True, slots=True)
class PaperTable:
    """One table: ``source`` is where it stands in the work ("table 3"), ``takes`` which fields of ``Params`` change it,
    ``settings`` what ``--set`` may name, with what holds unless set; ``needs`` says what there must be for it;
    ``beyond`` are titles of columns and labels of lines that the work does not print: a note under the table names
    them; ``schemes`` on which schemes' gold its figures rest, whose implicit "no" a note counts."""

    name: str
    title: str
    source: str
    build: Build
    needs: str
    takes: tuple[str, ...] = DEFAULT_PARAMETERS
    settings: Mapping[str, str] = field(default_factory=dict)
    beyond: tuple[str, ...] = ()
    schemes: tuple[str, ...] = ()

    def describe_additions(self, sheet: Sheet) -> str:
        """The note that names what of a filled table is not in the work; "" for nothing."""
        titles = {*(column.title for column in sheet.columns), *(line.label for line in sheet.lines)}
        added = [name for name in self.beyond if name in titles]
        return f"Not in the paper: {', '.join(added)}." if added else ""

    def restrict_params(self, params: Params) -> Params:
        """``params`` without what this table does not take."""
        accepted_params = {name: getattr(params, name) for name in (*self.takes, "items", "cancelled", "memory")}
        options = tuple(o for o in params.options if o.partition("=")[0].strip() in self.settings)
        return replace(Params(), **accepted_params, options=options)


@dataclass(frozen=True, slots=True)
class Paper:
    """A work. ``title`` is the short name of docs/references.md, ``description`` says in a few words what it is;
    ``has`` tells quickly whether a project holds anything of it; ``sample`` what intervals are over."""

    name: str
    title: str
    description: str
    order: int
    has: Callable[[Connection], bool]
    tables: tuple[PaperTable, ...]
    sample: str = "items"


def figure(row: Mapping[str, Any], key: str = "value", n: str = "n") -> Figure:
    """The figure ``key`` of a metric's row, with its interval (low and high, or KEY_low and KEY_high)."""
    low, high = ("low", "high") if key == "value" else (f"{key}_low", f"{key}_high")
    value = row.get(key)
    why = pick(str(row.get("why") or ""), key) if value is None else ""
    return Figure(value, row.get(low), row.get(high), row.get(n), None, why, row=row)


def count(value: int | None) -> Figure:
    """A count, which has no interval."""
    return Figure(value)


def words(text: str) -> Figure:
    """A cell of words."""
    return Figure(text)


def shared_count(counts: Iterable[int | None]) -> Figure:
    """The n of a line; from and to where its figures are of different ones."""
    unique_counts = sorted({n for n in counts if n is not None})
    return Figure(unique_counts[0] if len(unique_counts) == 1 else f"{unique_counts[0]:,}–{unique_counts[-1]:,}")


Part = tuple[Column, str | Callable[[Mapping[str, Any]], Figure | None]]
"""A column, and what of a metric's row stands in it: the field of this name, without an interval, or what is made."""


def cells(row: Mapping[str, Any], parts: Sequence[Part]) -> tuple[Figure | None, ...]:
    """The cells of a line that is one row of a metric."""
    return tuple(Figure(row[part]) if isinstance(part, str) else part(row) for _, part in parts)


def columns(parts: Sequence[Part]) -> tuple[Column, ...]:
    """Their columns."""
    return tuple(column for column, _ in parts)


def mark_top_values(sheet: Sheet) -> Sheet:
    """The sheet with the lines of each group together and the top values marked: of each row among the columns that
    share a title under different heads (where there are no heads, among all of one kind), or of each column among the
    lines of a group. Equal figures are top together; where all are equal none is. It
    is not a test: see the metric ``comparing``."""
    order = list(dict.fromkeys(line.group for line in sheet.lines))
    sheet = replace(sheet, lines=tuple(sorted(sheet.lines, key=lambda line: order.index(line.group))))
    top_places: set[tuple[int, int]] = set()
    for places in _contests(sheet):
        values = {(r, c): v for r, c in places if isinstance(v := _value(sheet, r, c), int | float)}
        end = sheet.columns[places[0][1]].top
        if len(values) < 2 or not end:
            continue
        scale = {"high": lambda v: v, "low": lambda v: -v, "far": abs}[end]
        top = max(scale(v) for v in values.values())
        if all(scale(v) >= top - 1e-12 for v in values.values()):
            continue
        top_places |= {place for place, v in values.items() if scale(v) >= top - 1e-12}

    def mark(line: Line, r: int) -> Line:
        figures = (f and replace(f, is_marked=f.is_marked or (r, c) in top_places) for c, f in enumerate(line.figures))
        return replace(line, figures=tuple(figures))

    lines = tuple(mark(line, r) for r, line in enumerate(sheet.lines))
    return replace(sheet, lines=lines)


def _contests(sheet: Sheet) -> list[list[tuple[int, int]]]:
    places_by_contest: dict[tuple[object, ...], list[tuple[int, int]]] = {}
    for r, line in enumerate(sheet.lines):
        for c, column in enumerate(sheet.columns):
            title = column.title if column.group else ""
            key = (r, title, column.kind) if sheet.along == "row" else (c, line.group)
            places_by_contest.setdefault(key, []).append((r, c))
    return list(places_by_contest.values())


def _value(sheet: Sheet, row: int, column: int) -> float | str | None:
    cell = sheet.lines[row].figures[column]
    return cell.value if cell is not None else None


def format_cell(cell: Figure | None, column: Column) -> str:
    """A cell without its interval, as a table prints it: "0.78", "71.4", "+0.02", "1,438", "< 0.001"; "–" where it is
    undefined, nothing where there is none."""
    if cell is None:
        return ""
    if cell.value is None:
        return "–"
    if isinstance(cell.value, str):
        return cell.value
    return number(cell.value, column) + stars(cell.p)


def number(value: float, column: Column) -> str:
    """A figure of a column in print."""
    if column.kind == "count":
        return f"{value:,.0f}"
    if column.kind == "p":
        return "< 0.001" if value < 0.001 else f"{value:.3f}"
    places = 1 if column.kind in ("percent", "points") else column.places
    text = f"{100 * value if column.kind in ('percent', 'points') else value:.{places}f}"
    if not text.strip("-0."):
        return text.lstrip("-")
    sign = "+" if column.kind in ("signed", "points") and not text.startswith("-") else ""
    return sign + text.replace("-", MINUS)


def interval(cell: Figure | None, column: Column) -> str:
    """The interval of a cell: "0.70–0.86"; with "to" between where an end has a sign; nothing where there is none."""
    if cell is None or cell.low is None or cell.high is None:
        return ""
    ends = [number(end, column) for end in (cell.low, cell.high)]
    return (" to " if MINUS in "".join(ends) or column.kind in ("signed", "points") else "–").join(ends)


def stars(p: float | None) -> str:
    """Stars for p: * below 0.05, ** below 0.01, *** below 0.001."""
    return next((mark for limit, mark in STARS if p is not None and p < limit), "")


def describe_gold(gold: str) -> str:
    """Which gold, as a sentence."""
    if gold == "adjudicated":
        return "Gold: adjudicated only."
    return "Gold: adjudicated, else by rule." if gold in ("gold", "majority", "") else f"Gold: {gold}."


def add_left_out(parts: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """What several metrics left out, added up."""
    total: dict[str, int] = {}
    for part in parts:
        for reason, n in part.items():
            before = total.get(reason, 0)  # what is out of all of them is out once
            total[reason] = max(before, n) if reason in (ITEMS, SUMMARIES) else before + n
    return total


def has_verdicts(connection: Connection, scheme: str, criterion: str = "*") -> bool:
    """Whether anybody gave a verdict, or is on record as having judged, under a scheme and criterion; either may be
    written with an asterisk."""
    rows = [
        row
        for row, entry in names.criteria(connection).items()
        if fnmatchcase(entry.scheme, scheme) and fnmatchcase(entry.id, criterion)
    ]
    return bool(find_answered_pairs(connection, rows, counted=False, wholes=False))


def has_scores(connection: Connection, *metrics: str) -> bool:
    """Whether there are scores under one of these names."""
    return any(metric in metrics for metric, _ in list_scores(connection))
