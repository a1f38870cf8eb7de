"""What several charts do alike: marks from a metric's row, names of criteria, axes around figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from galley.core.metrics.base import Result
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.gui.charts import printed_figures
from galley.gui.charts.base import FEW, Axis, Mark
from galley.gui.charts.chart_table import reason
from galley.gui.translation import tr

Row = dict[str, Any]
_ENDS = ("low", "high", "at_least", "at_most")


COUNTED = printed_figures.SideNote(tr("n: units with the error, of all reviewed units."))


def count_errors(row: Mapping[str, Any]) -> int | None:
    """How many of the units behind a row of a metric have the error, by people; None where the row does not say."""
    if row.get("tp") is not None:
        return int(row["tp"]) + int(row["fn"])
    return int(row["yes"]) if row.get("yes") is not None else None


def rests_on_few(row: Mapping[str, Any]) -> bool:
    """Whether a row rests on fewer than ``FEW`` units with the error (on fewer units, where it does not count them)."""
    rests = count_errors(row)
    rests = row.get("n") if rests is None else rests
    return rests is not None and rests < FEW


def mark(row: Row, key: str, series: int, who: str, kind: str = "number") -> Mark:
    """The figure ``key`` of a metric's row, with the bounds that open cells leave. ``who`` names the series for the
    tooltip. An interval without width is none. A row with ``items`` leads to these, and with none of them nowhere;
    its entry ``is_hollow`` says so in place of how much it rests on."""
    prefix = "" if key == "value" else f"{key}_"
    value, low, high, least, most = (row.get(name) for name in (key, *(f"{prefix}{end}" for end in _ENDS)))
    why = reason(str(row.get("why") or ""), key) if value is None else ""
    figure_text = tr("undefined: {why}", why=why) if value is None else printed_figures.format_figure(value, kind)
    if low is None or high is None or low == high:
        bounds = tr(", no interval") if low is not None and value is not None else ""
        low = high = None
    else:
        bounds = printed_figures.spread(low, high, kind)
    count = f", {n_of([row])}" if row.get("n") is not None else ""
    leads = None if row.get("items") == () else row
    words = f"{who}: {figure_text}{bounds}{count}"
    is_hollow = bool(row.get("is_hollow", rests_on_few(row)))
    if least is None or most is None or least == most:
        return Mark(value, low, high, series, why, leads, words, few=is_hollow)
    between = tr(
        "between {least} and {most}",
        least=printed_figures.format_figure(least, kind),
        most=printed_figures.format_figure(most, kind),
    )
    return Mark(value, low, high, series, why, leads, f"{words}; {between}", least, most, is_hollow)


def criteria(connection: Connection) -> dict[tuple[str, str], str]:
    """The display name of each criterion and roll-up by (scheme, id); with the scheme's where two are alike."""
    schemes = names.schemes(connection)
    criterion_names = {(s.id, c.id): c.name for s in schemes for c in s.criteria}
    criterion_names |= {(s.id, r.id): r.name for s in schemes for r in s.combined_criteria}
    display_names = list(criterion_names.values())
    return {
        key: name if display_names.count(name) == 1 else f"{name} ({key[0]})" for key, name in criterion_names.items()
    }


def name_of(criterion_names: Mapping[tuple[str, str], str], row: Row) -> str:
    """The display name of a row's criterion."""
    return criterion_names.get((row["scheme"], row["criterion"]), str(row["criterion"]))


def n_of(rows: Iterable[Row]) -> str:
    """ "n = 61", or "n = 58–61" where the series rest on different cells; "n = 3 of 61" where it is known how many of
    them have the error."""
    counted_rows = [row for row in rows if row.get("n")]
    if not counted_rows:
        return "n = 0"
    counts = printed_figures.span(int(row["n"]) for row in counted_rows)
    error_counts = [count for row in counted_rows if (count := count_errors(row)) is not None]
    if not error_counts:
        return f"n = {counts}"
    return tr("n = {errors} of {all}", errors=printed_figures.span(error_counts), all=counts)


def around(
    marks: Iterable[Mark], least: float, most: float, step: float = 0.1, title: str = "", kind: str = "number"
) -> Axis:
    """An axis that holds all marks and at least ``least`` to ``most``, on whole steps."""
    from math import ceil, floor

    figures = [v for m in marks for v in (m.value, m.low, m.high, m.least, m.most) if v is not None]
    low, high = min([least, *figures]), max([most, *figures])
    return Axis(round(floor(low / step + 1e-9) * step, 10), round(ceil(high / step - 1e-9) * step, 10), title, kind)


def join_sentences(*parts: str) -> str:
    """Sentences in a row, the empty ones left away; those that one need not read at once (``Aside``: which gold, what
    was left out) in a paragraph of their own."""
    first = " ".join(part for part in parts if part and not isinstance(part, printed_figures.SideNote))
    aside = " ".join(part for part in parts if part and isinstance(part, printed_figures.SideNote))
    return "\n".join(paragraph for paragraph in (first, aside) if paragraph)


def needs(result: Result, sentence: str) -> str:
    """Why a metric gave no rows: what it says itself, else ``sentence``."""
    return " ".join(result.notes) or sentence


def pages(rows: Sequence[Row], *by: str) -> dict[tuple[str, ...], list[Row]]:
    """A metric's rows by (scheme, criterion, …), in order; ``by`` are further columns."""
    rows_by_criterion: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        rows_by_criterion.setdefault(tuple(row[name] for name in ("scheme", "criterion", *by)), []).append(row)
    return rows_by_criterion


def score_name(criterion_names: Mapping[tuple[str, str], str], name: str) -> str:
    """A score in words: "verdict:ent-e@gpt-4o" is "Entity error, gpt-4o", of gold "Entity error, gold"."""
    if not name.startswith("verdict:"):
        metric, at, who = name.partition("@")
        return f"{metric}, {who}" if at else metric
    criterion, _, who = name.removeprefix("verdict:").partition("@")
    criterion_name = next(
        (words for (scheme, id_), words in criterion_names.items() if criterion in (id_, f"{scheme}/{id_}")), criterion
    )
    who = who or tr("gold")
    return f"{criterion_name}, {who}"
