"""What is tinted when something is selected: the places that a flag, a sentence or a source unit rests on."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from galley.core.domain import NO_UNIT, Document, Unit, UnitId, UnitKind
from galley.gui.text_panes.item import SOURCES, FlagEntry, ReviewItem, Tab
from galley.gui.text_panes.text_marks import EvidencePlace

if TYPE_CHECKING:
    from galley.core.text.evidence_links import Links

AT_ONCE = 24_000
"""Characters of source and summary up to which links are made while the item opens: some five milliseconds."""

_STATED = (UnitKind.FACT, UnitKind.OPINION)


def is_linking_loaded() -> bool:
    """Whether what linking needs is loaded; that takes some 40 ms, which the first paint does not wait for."""
    return "galley.core.text.evidence_links" in sys.modules


@dataclass(frozen=True, slots=True)
class Focus:
    """What is selected: the unit that is looked at, the flag on it, and the places of its evidence by unit row id.

    The keys decide about the flag ``active_flag`` on the unit ``active_unit``, whatever is looked at; 0 and None for
    none.
    """

    unit: UnitId = NO_UNIT
    flag: int | None = None
    places: Mapping[UnitId, tuple[EvidencePlace, ...]] = field(default_factory=dict)
    first: tuple[UnitId, ...] = ()
    """Units to be brought into sight, the most telling of each pane first."""
    active_unit: UnitId = NO_UNIT
    active_flag: int | None = None


class EvidenceReader:
    """The links between an item's summaries and its sources, made once a summary.

    ``known`` are links by document that were made before; what is made here is added to it.
    """

    def __init__(self, review_item: ReviewItem, known_links: dict[int, Links] | None = None) -> None:
        self._item = review_item
        self._sources = [u for d in review_item.view.documents if d.role in SOURCES for u in d.units]
        self._index = {unit.id: at for at, unit in enumerate(self._sources)}
        self._length = sum(len(unit.text) for unit in self._sources)
        self._links_by_document: dict[int, Links] = known_links if known_links is not None else {}
        self._derived_links: dict[tuple[int, UnitKind, tuple[int, ...]], Links] = {}

    def follow(self, review_item: ReviewItem) -> None:
        """The same item was read again; derived units may have come and gone, texts never do."""
        self._item = review_item

    def matches_item(self, review_item: ReviewItem) -> bool:
        """Whether an item as it was read now has the texts that were linked: the same item in another task."""
        return self._item.view.documents is review_item.view.documents

    def can_link_now(self, document: Document) -> bool:
        """Whether linking this summary takes so little that the window need not notice; at the first it never does."""
        return document.id in self._links_by_document or (
            is_linking_loaded() and self._length + len(document.text) <= AT_ONCE
        )

    def make(self, document: Document) -> Links:
        """Link a summary with the sources; a pure function of texts, so any thread may call it."""
        from galley.core.text.evidence_links import links

        texts = [unit.text for unit in self._sources]
        return links([u.text for u in document.units], texts, [u.speaker for u in self._sources])

    def store_links(self, document: Document, document_links: Links) -> None:
        """Remember what ``make`` gave."""
        self._links_by_document[document.id] = document_links

    def get_links(self, document: Document | None) -> Links | None:
        """The links of a summary, made now if that is quick; None while there are none."""
        if document is None or not self._sources or not document.units:
            return None
        if document.id not in self._links_by_document and self.can_link_now(document):
            self.store_links(document, self.make(document))
        return self._links_by_document.get(document.id)

    def coverage(self, tab: Tab | None) -> Mapping[UnitId, bool | None]:
        """Source unit to whether the tab's summary covers it, which a flag's evidence says of it, too; None where there
        is nothing to cover."""
        document_links = self.get_links(tab.document if tab is not None and tab.target else None)
        if document_links is None or tab is None:
            return {}
        named = self._find_named_units(tab)
        return {
            unit.id: True if unit.id in named else cover.is_covered if cover.content else None
            for unit, cover in zip(self._sources, document_links.sources, strict=True)
        }

    def _find_named_units(self, tab: Tab) -> set[UnitId]:
        """The units that judges name as evidence of what they flag in the tab's summary: it speaks of them."""
        own = {unit.id for unit in tab.units}
        return {
            evidence.unit
            for entry in self._item.entries
            if entry.unit.id in own and entry.target.id == tab.target and not entry.blind
            for evidence in entry.verdict.evidence
            if evidence.unit is not None
        }

    def of_flag(self, entry: FlagEntry) -> Focus:
        """The judge's own quotes if it found any in the texts (and they may be seen), else the links of the flagged
        sentence; and what the reviewer attached, which comes last."""
        focus = self._build_flag_focus(entry)
        places = dict(focus.places)
        for evidence in entry.attached_evidence:
            places[evidence.source] = (
                *places.get(evidence.source, ()),
                EvidencePlace(0, *evidence.span, stance=evidence.stance),
            )
        first = tuple(dict.fromkeys((*focus.first, *places)))
        return replace(focus, active_unit=entry.unit.id, active_flag=entry.verdict.id, places=places, first=first)

    def _build_flag_focus(self, entry: FlagEntry) -> Focus:
        """What the flag rests on by the judge, or by the links."""
        verdict, unit, home = entry.verdict, entry.unit, entry.home
        quoted = [e for e in verdict.evidence if e.unit is not None and not entry.blind]
        if quoted:
            places: dict[UnitId, list[EvidencePlace]] = {}
            for e in quoted:
                assert e.unit is not None
                span = e.span or (None, None)
                places.setdefault(e.unit, []).append(EvidencePlace(0, span[0], span[1]))
            # A fact is quoted from the summary and comes from the article.
            for source, evidence_places in self._find_sources(unit).items():
                places.setdefault(source, evidence_places)
            target = self._document(verdict.cell.target)
            if target is not None and not any(u.id in places for u in target.units):
                places |= self._find_closest(unit, target)
            return _focus(unit.id, verdict.id, places)
        if unit.sources:
            return _focus(
                unit.id,
                verdict.id,
                self._find_sources(unit) | self._find_closest(unit, self._document(verdict.cell.target)),
            )
        linked = self._find_linked(unit, home) or self._find_closest(unit, self._document(verdict.cell.target))
        return _focus(unit.id, verdict.id, linked)

    def of_unit(self, unit: Unit, home: Document, tab: Tab | None) -> Focus:
        """A sentence's sources, a derived unit's sources and the sentence of the summary in front that comes closest
        to it, or the sentences that cover a source unit."""
        if unit.sources:
            return _focus(
                unit.id, None, self._find_sources(unit) | self._find_closest(unit, tab.document if tab else None)
            )
        if unit.id in self._index:
            return _focus(unit.id, None, self._find_covering(unit, tab))
        return _focus(unit.id, None, self._find_linked(unit, home))

    def _find_sources(self, unit: Unit) -> dict[UnitId, list[EvidencePlace]]:
        """The units that a derived one came from. An entry quotes its evidence: the words where they stand, and nothing
        where no paragraph holds them."""
        if unit.kind is UnitKind.GROUP:  # what its members rest on
            source_units = (self._item.units[row][0] for row in unit.sources if row in self._item.units)
            return {
                row: evidence_places
                for source_unit in source_units
                for row, evidence_places in self._find_sources(source_unit).items()
            }
        places = {source: [EvidencePlace(0)] for source in unit.sources}
        if unit.kind is not UnitKind.ENTRY:
            return places
        from galley.core.text.quotes import locate

        source_rows = [source for source in unit.sources if source in self._index]
        quote = str(unit.meta.get("evidence") or "")
        quote_match = (
            locate(quote, [self._sources[self._index[source]].text for source in source_rows])
            if quote.strip()
            else None
        )
        if quote_match is None or quote_match.unit_index is None:
            return {}
        for part in quote_match.parts:
            places[source_rows[part.unit]] = [EvidencePlace(0, part.start, part.end)]
        return places

    def _document(self, row: int) -> Document | None:
        return next((d for d in self._item.view.documents if d.id == row), None)

    def _find_closest(self, unit: Unit, document: Document | None) -> dict[UnitId, list[EvidencePlace]]:
        """The sentence of a summary that comes closest to a fact, an opinion or what of a source was left out, if one
        comes close."""
        stated = unit.kind in _STATED
        among = [u for u in self._item.view.derived_units if u.kind is unit.kind] if stated else [unit]
        if document is None or document.role in SOURCES or not document.units:
            return {}
        if not (stated or unit.id in self._index) or unit not in among or not is_linking_loaded():
            return {}
        length = sum(len(u.text) for u in among) + len(document.text)
        key = (document.id, unit.kind, tuple(u.id for u in among))
        if key not in self._derived_links:
            if length > AT_ONCE:
                return {}
            from galley.core.text.evidence_links import links

            self._derived_links[key] = links([u.text for u in among], [u.text for u in document.units])
        near = self._derived_links[key].sentences[among.index(unit)][:1]
        return {
            document.units[link.source].id: [EvidencePlace(0, s.start, s.end) for s in link.spans] or [EvidencePlace(0)]
            for link in near
        }

    def _find_linked(self, unit: Unit, home: Document) -> dict[UnitId, list[EvidencePlace]]:
        document_links = self.get_links(home)
        at = next((i for i, u in enumerate(home.units) if u.id == unit.id), None)
        if document_links is None or at is None or unit.id in self._index:
            return {}
        places: dict[UnitId, list[EvidencePlace]] = {}
        for link in document_links.sentences[at]:
            where = [EvidencePlace(0, s.start, s.end, link.strength) for s in link.spans]
            places[self._sources[link.source].id] = where or [EvidencePlace(0, strength=link.strength)]
        return places

    def _find_covering(self, unit: Unit, tab: Tab | None) -> dict[UnitId, list[EvidencePlace]]:
        """The derived units that rest on a source unit, wherever they are shown, and the sentences that cover it."""
        places = {u.id: [EvidencePlace(0)] for u in self._item.view.derived_units if unit.id in u.sources}
        document_links = self.get_links(tab.document if tab is not None else None)
        if document_links is None or tab is None:
            return places
        source = self._index[unit.id]
        for at in document_links.sources[source].sentences:
            spans = [s for link in document_links.sentences[at] if link.source == source for s in link.sentence_spans]
            places[tab.units[at].id] = [EvidencePlace(0, s.start, s.end) for s in spans] or [EvidencePlace(0)]
        return places


def _focus(unit: UnitId, flag: int | None, places: Mapping[UnitId, Sequence[EvidencePlace]]) -> Focus:
    return Focus(unit, flag, {row: tuple(evidence_places) for row, evidence_places in places.items()}, (unit, *places))
