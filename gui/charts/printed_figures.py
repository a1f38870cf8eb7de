"""How figures are printed, in the language of the window: two decimals, a true minus, whole counts with their thousands
apart, shares in per cent and the difference of two shares in points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from galley.core.metrics.unresolved import AGREED
from galley.core.text.plurals import MINUS, format_count, format_number
from galley.gui.translation import tr, tr_n

MISSING = "–"


def number(value: float, places: int = 2) -> str:
    """ "0.78", "−0.02"; never "−0.00"."""
    return format_number(value, places)


def percent(value: float) -> str:
    """A fraction as "12.5 %"."""
    return f"{number(100 * value, 1)} %"


def signed_number(value: float, places: int = 2) -> str:
    """A difference as "+0.14"."""
    text = number(value, places)
    return text if text.startswith(MINUS) or not text.strip("0.,") else f"+{text}"


def points(value: float) -> str:
    """The difference of two shares as "+2.5 points"."""
    text = signed_number(100 * value, 1)
    return tr("{figure} points", figure=text)


def money(value: float) -> str:
    """US dollars: cents, or what is left of a cent."""
    return f"${value:,.2f}" if value >= 0.1 or value == 0 else f"${value:.4f}"


def p_value(value: float) -> str:
    """ "0.013", "< 0.001"."""
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def format_p(value: float | None) -> str:
    """ "p = 0.013", "p < 0.001", in one piece where a line is broken."""
    words = "= –" if value is None else p_value(value) if value < 0.001 else f"= {p_value(value)}"
    return f"p {words}".replace(" ", "\u00a0")


def count(value: float) -> str:
    """ "1,432"."""
    return f"{value:,.0f}"


def span(counts: Iterable[int]) -> str:
    """ "61", or "58–61" where they are not all alike."""
    sorted_counts = sorted({*counts})
    ends = dict.fromkeys(count(end) for end in (sorted_counts[0], sorted_counts[-1]))
    return "–".join(ends)


_PRINT = {
    **{"number": number, "percent": percent, "points": points, "signed": signed_number},
    **{"money": money, "p": p_value, "count": count},
}


def format_figure(value: Any, kind: str) -> str:
    """``value`` as a column of this kind prints it."""
    if value is None:
        return ""
    maker = _PRINT.get(kind)
    return maker(value) if maker is not None else str(value)


def spread(low: float | None, high: float | None, kind: str = "number") -> str:
    """ " [0.71, 0.84]", of shares " [71.0, 84.0]", or nothing."""
    return f" {ends(low, high, kind)}" if low is not None and high is not None else ""


def ends(low: float, high: float, kind: str = "number") -> str:
    """An interval in brackets; that of a share is in per cent, that of a difference of shares in points."""
    times, places = (100, 1) if kind in ("percent", "points") else (1, 2)
    return f"[{number(times * low, places)}, {number(times * high, places)}]"


class SideNote(str):
    """A sentence that one need not read at once: which gold, what was left out, what the intervals are about."""

    __slots__ = ()


NAMED = 3
"""How many reasons are named; the others are added up."""


def left_out(counts: dict[str, int], pairs: bool = False) -> SideNote:
    """What was passed over, the largest first, or nothing: "Left out: 31 ties, 4 cells without gold." Of ``pairs``
    these are sums over all of them. What people agree on without gold is said by the chart (see ``Chart.picture``)."""
    ranked = sorted(((n, reason) for reason, n in counts.items() if n and reason != AGREED), key=lambda pair: -pair[0])
    if not ranked:
        return SideNote()
    rest = sum(n for n, _ in ranked[NAMED:])
    parts = [format_count(n, reason) for n, reason in ranked[:NAMED]]
    if rest:
        parts.append(tr_n("{n:,} for another reason", "{n:,} for other reasons", rest))
    count_words = ", ".join(parts)
    whole = (
        tr("Left out, over all pairs: {counts}.", counts=count_words)
        if pairs
        else tr("Left out: {counts}.", counts=count_words)
    )
    return SideNote(whole)


OVER_DOCUMENTS = SideNote(
    tr("95 % intervals by source document, about new documents like these with the same people and systems.")
)
OVER_ITEMS = SideNote(tr("The intervals are about new items like these with the same people and systems."))
OVER_PAIRS = SideNote(
    tr("95 % intervals by source document, between systems by system, about new ones like these with the same people.")
)
OVER_FLAGS = SideNote(tr("The intervals are about more flags like these, decided by the same people."))
OVER_DRAW = SideNote(
    tr("The interval is about the cells of this project that the sample was drawn from, with the same people.")
)


def about(rows: Iterable[Mapping[str, Any]]) -> SideNote:
    """What the intervals of these rows are about, and how far cells of one source document hang together."""
    note = OVER_DOCUMENTS
    effects = [row["design_effect"] for row in rows if row.get("design_effect") is not None]
    if not effects:
        return note
    both = dict.fromkeys(number(end, 1) for end in (min(effects), max(effects)))
    return SideNote(f"{note} " + tr("Design effect {effect}.", effect="–".join(both)))


def gold(name: str) -> SideNote:
    """Which gold, as a sentence."""
    if name == "adjudicated":
        return SideNote(tr("Gold: adjudicated only."))
    is_default = name in ("gold", "majority", "")
    return SideNote(tr("Gold: adjudicated, else majority.") if is_default else tr("Gold: {name}.", name=name))
