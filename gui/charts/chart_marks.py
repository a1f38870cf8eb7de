"""What several charts do alike: marks from a metric's row, names of criteria, axes around figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from galley.core.columns import names
from galley.core.metrics.base import Result
from galley.gui.charts import printed_figures
from galley.gui.charts.base import Axis, Mark
from galley.gui.charts.chart_table import reason
from galley.gui.language import tr

Row = dict[str, Any]


def mark(row: Row, key: str, series: int, who: str, kind: str = "number") -> Mark:
    """The figure ``key`` of a metric's row, with the bounds that open cells leave. ``who`` names the series for the
    tooltip."""
    low, high = ("low", "high") if key == "value" else (f"{key}_low", f"{key}_high")
    value = row.get(key)
    why = reason(str(row.get("why") or ""), key) if value is None else ""
    said = tr("undefined: {why}", why=why) if value is None else printed_figures.printed(value, kind)
    bounds = printed_figures.spread(row.get(low), row.get(high))
    count = f", n = {printed_figures.count(row['n'])}" if row.get("n") is not None else ""
    prefix = "" if key == "value" else f"{key}_"
    least, most = (row.get(f"{prefix}{end}") for end in ("at_least", "at_most"))
    if least is None or most is None or least == most:
        return Mark(value, row.get(low), row.get(high), series, why, row, f"{who}: {said}{bounds}{count}")
    between = tr(
        "between {least} and {most}",
        least=printed_figures.printed(least, kind),
        most=printed_figures.printed(most, kind),
    )
    words = f"{who}: {said}{bounds}{count}; {between}"
    return Mark(value, row.get(low), row.get(high), series, why, row, words, least, most)


def criteria(connection: Any) -> dict[tuple[str, str], str]:
    """The display name of each criterion and roll-up by (scheme, id); with the scheme's where two are alike."""
    schemes = names.schemes(connection)
    found = {(s.id, c.id): c.name for s in schemes for c in s.criteria}
    found |= {(s.id, r.id): r.name for s in schemes for r in s.rollups}
    shown = list(found.values())
    return {key: name if shown.count(name) == 1 else f"{name} ({key[0]})" for key, name in found.items()}


def name_of(known: Mapping[tuple[str, str], str], row: Row) -> str:
    """The display name of a row's criterion."""
    return known.get((row["scheme"], row["criterion"]), str(row["criterion"]))


def n_of(rows: Iterable[Row]) -> str:
    """ "n = 61", or "n = 58–61" where the series rest on different cells."""
    counts = sorted({int(row["n"]) for row in rows if row.get("n")})
    if not counts:
        return "n = 0"
    ends = [printed_figures.count(counts[0]), printed_figures.count(counts[-1])]
    return f"n = {ends[0]}" if len(counts) == 1 else f"n = {ends[0]}–{ends[1]}"


def around(
    marks: Iterable[Mark], least: float, most: float, step: float = 0.1, title: str = "", kind: str = "number"
) -> Axis:
    """An axis that holds all marks and at least ``least`` to ``most``, on whole steps."""
    from math import ceil, floor

    held = [v for m in marks for v in (m.value, m.low, m.high, m.least, m.most) if v is not None]
    low, high = min([least, *held]), max([most, *held])
    return Axis(round(floor(low / step + 1e-9) * step, 10), round(ceil(high / step - 1e-9) * step, 10), title, kind)


def told(*parts: str) -> str:
    """Sentences in a row, the empty ones left away."""
    return " ".join(part for part in parts if part)


def needs(result: Result, sentence: str) -> str:
    """Why a metric gave no rows: what it says itself, else ``sentence``."""
    return " ".join(result.notes) or sentence


def pages(rows: Sequence[Row]) -> dict[tuple[str, str], list[Row]]:
    """A metric's rows by (scheme, criterion), in order."""
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        found.setdefault((row["scheme"], row["criterion"]), []).append(row)
    return found


def score_name(known: Mapping[tuple[str, str], str], name: str) -> str:
    """A score in words: "verdict:ent-e@gpt-4o" is "Entity error, gpt-4o", of gold "Entity error, gold"."""
    if not name.startswith("verdict:"):
        metric, at, who = name.partition("@")
        return f"{metric}, {who}" if at else metric
    criterion, _, who = name.removeprefix("verdict:").partition("@")
    shown = next((words for (scheme, id_), words in known.items() if criterion in (id_, f"{scheme}/{id_}")), criterion)
    who = who or tr("gold")
    return f"{shown}, {who}"
