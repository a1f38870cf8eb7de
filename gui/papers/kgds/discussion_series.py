"""What the charts of discussion summaries share: items read once, names of series, marks in percent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from galley.core.metrics.base import Row
from galley.core.metrics.cell_arrays import CellReader
from galley.core.papers.kgds.discussion_figures import (
    EXTRACT,
    FIRST,
    PATTERNS,
    REFLECTED,
    REVIEWED,
    WRITTEN,
    DiscussionGroup,
    groups_of,
)
from galley.core.storage.connection import Connection
from galley.gui.charts.base import ChartRequest
from galley.gui.translation import tr

GROUP = tr("Papers")
CHIPS = ("judge", "system", "source", "split", "gold", "only-gold")
SCHEMES = ("kgds-fact", "kgds-opinion", "kgds-paragraph")
NEEDS = tr(
    "This chart needs background and opinion summaries of discussions: run kgds-summarize to write them and"
    " kgds-verify to check them."
)
PATTERN = {EXTRACT: "EBS-AOS", WRITTEN: "ABS-AOS", "both": tr("Both patterns"), "gap": tr("EBS-AOS minus ABS-AOS")}
PARADIGM = {FIRST: tr("structured prompt"), REFLECTED: tr("after self-reflection"), "": ""}


_REVIEWED = tr("reviewed")


def read(connection: Connection, ask: ChartRequest) -> list[DiscussionGroup]:
    """The items under the chips."""
    return groups_of(CellReader(connection, ask.params()))


def series_of(row: Mapping[str, Any]) -> str:
    """The series of a row: its paradigm, and who says so where that matters."""
    paradigm = PARADIGM.get(row["paradigm"], row["paradigm"])
    return ", ".join(part for part in (paradigm, speaker(row)) if part)


def speaker(row: Mapping[str, Any]) -> str:
    """Who says so: a judge by name, or the reviewers."""
    return _REVIEWED if row.get("by") == REVIEWED else str(row.get("judge") or "")


def series(rows: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The series of all rows; the judge's name is left away where there is only one."""
    return tuple(dict.fromkeys(series_of(row) for row in rows))


def legend_names(names: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The series as the legend prints them: "structured prompt" where one judge speaks, "…, judge" beside reviews."""
    judges = {row["judge"] for row in rows if row.get("by") != REVIEWED and row.get("judge")}
    if len(judges) > 1:
        return tuple(names)
    (judge,) = judges or {""}
    if judge in names:
        return tuple(tr("judge") if name == judge else name for name in names)
    reviewed = any(name.endswith(f", {_REVIEWED}") for name in names)
    own = ", " + tr("judge") if reviewed else ""
    return tuple(
        name.removesuffix(f", {judge}") + own if judge and name.endswith(f", {judge}") else name for name in names
    )


def pages(rows: Iterable[Mapping[str, Any]]) -> dict[str, tuple[str, str]]:
    """What the chip "pair" offers of charts that show one pattern and series at a time: the words, and which."""
    rows = [row for row in rows if row["pattern"] in PATTERNS]
    names = series(rows)
    words = dict(zip(names, legend_names(names, rows), strict=True))
    order = sorted(rows, key=lambda row: (PATTERNS.index(row["pattern"]), names.index(series_of(row))))
    return {f"{PATTERN[r['pattern']]}, {words[series_of(r)]}": (r["pattern"], series_of(r)) for r in order}


def items(groups: Sequence[DiscussionGroup]) -> dict[tuple[str, str, str, str], tuple[int, ...]]:
    """The items behind (system, pattern, paradigm, by), those with the lowest overall figure first."""
    items_by_series: dict[tuple[str, str, str, str], tuple[int, ...]] = {}
    for group in groups:
        items_by_series.setdefault((group.system, group.pattern, group.paradigm, group.by), group.lowest_items())
    for group in groups:
        for pattern in ("both", "gap"):
            sides = [items_by_series.get((group.system, p, group.paradigm, group.by), ()) for p in PATTERNS]
            items_by_series.setdefault(
                (group.system, pattern, group.paradigm, group.by), tuple(dict.fromkeys(sides[0] + sides[1]))
            )
    return items_by_series


def leads(rows: Iterable[Row], groups: Sequence[DiscussionGroup], pattern: str = "", by: str = "") -> list[Row]:
    """The rows, each with its series in words and the items that a click on its figure leads to; the pattern and who
    says so where a row has them not."""
    behind, linked_rows = items(groups), []
    for row in rows:
        key = (row["system"], row.get("pattern") or pattern, row["paradigm"], row.get("by") or by)
        linked_rows.append(row | {"said": series_of(row), "items": behind.get(key, ())})
    return linked_rows


def one_page(rows: Sequence[Row], page_name: str) -> tuple[str, tuple[str, ...], list[Row]]:
    """The page that is shown (a pattern and a series, see ``pages``), those that are offered, and its rows."""
    offered = pages(rows)
    if not offered:
        return "", (), []
    page = page_name if page_name in offered else next(iter(offered))
    pattern, series_name = offered[page]
    page_rows = [row for row in rows if row["pattern"] == pattern and series_of(row) == series_name]
    return page, tuple(offered), page_rows
