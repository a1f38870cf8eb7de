"""From the flags of an item to the marks of one pane, and what the heads of the panes say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from galley.core.domain import Criterion, Unit, UnitId
from galley.core.review.items import FlagState
from galley.gui import labels
from galley.gui.text_panes.item import FlagEntry, Tab
from galley.gui.text_panes.text_marks import MarkState, TextMark
from galley.gui.translation import tr_n

_STATES = {
    FlagState.OPEN: MarkState.OPEN,
    FlagState.ACCEPTED: MarkState.ACCEPTED,
    FlagState.OVERRIDDEN: MarkState.NO_ERROR,
    FlagState.UNSURE: MarkState.UNSURE,
}


def marks_on(entries: Iterable[FlagEntry], units: Sequence[Unit], tab: Tab | None) -> list[TextMark]:
    """The marks of a pane that shows ``units`` while ``tab`` is in front.

    A flag about a summary is marked while that summary is in front, one about a source itself always.
    """
    places = {unit.id: index for index, unit in enumerate(units)}
    target = tab.target if tab is not None else 0
    marks: list[TextMark] = []
    for entry in entries:
        index = places.get(entry.unit.id)
        if index is None or entry.question:  # what is asked of a unit is no mark on it
            continue
        derived = tab is not None and tab.kind is entry.unit.kind
        if entry.target.id not in (target, entry.home.id) and not derived:
            continue
        state = MarkState.ACCEPTED if entry.own else _STATES[entry.state]
        if entry.instead is not None:  # in the place of the flag's own mark, so that no line of the text moves
            marks += _marks(entry, index, entry.instead, MarkState.ACCEPTED)
        else:
            marks += _marks(entry, index, entry.criterion, state)
    return marks


def _marks(entry: FlagEntry, index: int, criterion: Criterion, state: MarkState) -> list[TextMark]:
    """A mark a span; only the last one carries the letter, or a flag of many words would fill the line with it."""
    verdict_spans = () if entry.blind else sorted(entry.verdict.spans)
    spans: Sequence[tuple[int | None, int | None]] = verdict_spans or ((None, None),)
    return [
        TextMark(
            index,
            start,
            end,
            criterion.colour,
            criterion.line,
            criterion.letter if number == len(spans) else "",
            entry.verdict.id,
            state,
        )
        for number, (start, end) in enumerate(spans, 1)
    ]


def count_words(units: Sequence[Unit]) -> str:
    """ "9 turns", "1 paragraph"; a text of several kinds counts its units."""
    kinds = {unit.kind for unit in units}
    kind = kinds.pop() if len(kinds) == 1 else None
    return labels.count_label(len(units), kind)


def source_summary(units: Sequence[Unit], coverage: Mapping[UnitId, bool | None]) -> tuple[str, str]:
    """What the head of a source says, "9 turns, 2 that no summary sentence covers"; in less room, "2 not covered"."""
    bare = sum(1 for unit in units if coverage.get(unit.id) is False)
    words = count_words(units)
    if not bare:
        return words, words
    whole = tr_n(
        "{units}, {n:,} that no summary sentence covers",
        "{units}, {n:,} that no summary sentence covers",
        bare,
        units=words,
    )
    return whole, tr_n("{n:,} not covered", "{n:,} not covered", bare)


def tab_summary(entries: Iterable[FlagEntry], tab: Tab) -> tuple[str, str]:
    """What the head of a summary says, "4 sentences, 3 flagged", and in less room, "3 flagged"."""
    own = {unit.id for unit in tab.units}
    flagged = {e.unit.id for e in entries if e.unit.id in own and not e.question}
    words = count_words(tab.units)
    if not flagged:
        return words, words
    whole = tr_n("{units}, {n:,} flagged", "{units}, {n:,} flagged", len(flagged), units=words)
    return whole, tr_n("{n:,} flagged", "{n:,} flagged", len(flagged))
