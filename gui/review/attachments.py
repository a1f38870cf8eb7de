"""Evidence by the reviewer: selected text is put to what is lit; and the walk through all evidence of what is lit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galley.core.domain import TEXT_KINDS, Span, Stance, Unit, UnitKind
from galley.gui import labels
from galley.gui.review.decisions import Decisions
from galley.gui.translation import tr

if TYPE_CHECKING:
    from galley.gui.review.review_workbench import ReviewWorkbench

_CUT = TEXT_KINDS - {UnitKind.WHOLE}
"""What a text is cut into."""


class Attaching:
    """``attach`` puts the selected text, or the unit that is read, to what is lit; ``step`` walks its evidence."""

    def __init__(self, stage: ReviewWorkbench, decisions: Decisions) -> None:
        self._stage, self._decisions = stage, decisions

    def can_attach(self) -> bool:
        """Whether what is selected can be evidence of what is lit."""
        return self._places() is not None

    def _places(self) -> list[tuple[Unit, Span]] | None:
        entry, panes = self._stage.entry, self._stage.panes
        if entry is None or entry.pair is not None:
            return None
        one = panes.selection()
        places = [(one[0], one[1] or Span(0, len(one[0].text)))] if one is not None else panes.several()
        sound = all(unit.kind in _CUT and unit.id != entry.unit.id and unit.text for unit, _ in places)
        return places if places and sound else None

    def attach(self, stance: Stance) -> None:
        """Supports or contradicts; where that is what stands of the same words, it is taken away again."""
        stage, entry, places = self._stage, self._stage.entry, self._places()
        if stage.item is None or entry is None or places is None:
            stage.tell(tr("Select the words of another text that support or contradict what is flagged."))
            return
        same = [
            (evidence.source, evidence.span)
            for evidence in entry.attached_evidence
            for unit, span in places
            if evidence.source == unit.id and evidence.stance is stance and _overlap(evidence.span, span)
        ]
        put = same or [(unit.id, span) for unit, span in places]
        new_stance, cell, item = Stance.NEITHER if same else stance, entry.verdict.cell, stage.item.id
        stage.panes.clear_selection()
        message = {
            Stance.SUPPORTS: tr("Attached: it supports what is flagged."),
            Stance.CONTRADICTS: tr("Attached: it contradicts what is flagged."),
            Stance.NEITHER: tr("No longer attached."),
        }[new_stance]
        self._decisions.write(
            item, lambda writer: writer.attach(item, cell, put, new_stance), lambda _: stage.tell(message)
        )

    def step(self, step: int) -> None:
        """The next place of its evidence, or the one before, round and round."""
        stage = self._stage
        units = stage.evidence_units()
        if stage.item is None or not units:
            stage.tell(tr("There is no evidence to step through."))
            return
        reading = stage.selection.reading
        at = units.index(reading) if reading in units else -1 if step > 0 else 0
        at = (at + step) % len(units)
        stage.read_evidence(units[at])
        place = labels.place_label(*stage.item.units[units[at]])
        stage.tell(tr("Evidence {n} of {count}: {place}", n=at + 1, count=len(units), place=place))


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
