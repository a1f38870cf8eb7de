"""Native verdicts to rows: which cell a record's words name, and whether its value, spans and quotes are sound."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from galley.core.domain import NO_UNIT, TEXT_KINDS, AnnotatorId, AnnotatorKind, Criterion, Match, UnitId
from galley.core.errors import InputError
from galley.core.storage import names
from galley.core.storage.record_rows import Layout, PlacedDocument

STANDING_FOR = ("group", "pair")
"""Kinds of units that tasks ask in the place of others."""
UnitText = Callable[[PlacedDocument, int], str]
Length = Callable[[], int]
"""The length of a unit in code points, looked up when it is asked for: few verdicts have a span."""


class EvidenceRow(NamedTuple):
    """What a quote turned out to be: unit row id or None, span inside it or None, and whether it was found."""

    unit: UnitId | None
    start: int | None
    end: int | None
    quote: str
    match: str


class Vocabulary:
    """Annotators and criteria by name, cached; what is new is added to the project as it appears."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._annotators: dict[tuple[str, str], AnnotatorId] = {}
        self._kind_by_name: dict[str, str] = {}
        self._schemes: dict[str, dict[str, Criterion]] = {}
        self._criteria: dict[tuple[str, str], Criterion] = {}
        self.rows: dict[tuple[str, str], int] = {}
        """The row ids of the criteria that were named so far."""

    def tell(self, entry: dict[str, Any]) -> None:
        """What a header says of an annotator: an entry that names them without a kind is theirs. Of a name that it has
        under two kinds it tells nothing."""
        _, kind = self.annotator(entry)
        name = entry["annotator"]
        self._kind_by_name[name] = kind if self._kind_by_name.get(name, kind) == kind else ""

    def annotator(self, entry: dict[str, Any], default_kind: str = "import") -> tuple[AnnotatorId, str]:
        """Row id and kind of the annotator that an entry names; the kind is that of the entry, else of the header."""
        name, kind = entry.get("annotator"), entry.get("kind")
        if kind is None:
            kind = (self._kind_by_name.get(name, "") if name else "") or default_kind
        try:
            return self._annotators[name, kind], kind  # type: ignore[index]
        except KeyError:
            pass
        if not name or not name.strip():
            raise InputError("an entry names no annotator")
        about = [entry.get(field) or "" for field in ("method", "model", "prompt")]
        row = names.annotator(self._connection, name, AnnotatorKind(kind), *about)
        self._annotators[name, kind] = row
        return row, kind

    def human(self, name: str) -> AnnotatorId:
        """Row id of a person."""
        return self._annotators.get((name, "human")) or self.annotator({"annotator": name, "kind": "human"})[0]

    def scheme(self, name: Any) -> dict[str, Criterion]:
        """The criteria of a scheme by id; a shipped scheme is added to the project when it first appears."""
        try:
            return self._schemes[name]
        except KeyError:
            pass
        if name is None:
            raise InputError("an entry names no scheme")
        stored_scheme = next((s for s in names.schemes(self._connection) if s.id == name), None)
        scheme = stored_scheme or names.add_scheme(self._connection, name)
        self._schemes[name] = {c.id: c for c in scheme.criteria}
        return self._schemes[name]

    def criterion(self, scheme: Any, name: Any) -> Criterion:
        """The criterion that an entry names."""
        try:
            return self._criteria[scheme, name]
        except KeyError:
            pass
        criteria = self.scheme(scheme)
        criterion = criteria.get(name)
        if criterion is None:
            raise InputError(f"the scheme {scheme!r} has no criterion {name!r}; it has: {', '.join(criteria)}")
        self._criteria[scheme, name] = criterion
        self.rows[scheme, name] = criterion.row
        return criterion


def place(
    entry: dict[str, Any], criterion: Criterion, layout: Layout, decided: bool = False
) -> tuple[UnitId, int, Length]:
    """Where a verdict lies: unit row id, target document id, unit length. What was ``decided`` stands in the log, of
    whatever kind the unit is (an earlier judge flagged units that its criterion does not ask about)."""
    length: Length
    unit, document_name = entry.get("unit"), entry.get("document")
    if isinstance(unit, str) and unit != "whole":
        return _place_derived(entry, unit, criterion, layout)
    document = layout.documents.get(document_name) if document_name else None
    if document is None:
        raise InputError(f"a verdict names the document {document_name!r}, which this item does not have")
    if unit == "whole":
        row, length = document.whole, lambda: document.length
    elif isinstance(unit, int) and 0 <= unit < document.count:
        row, length = UnitId(document.first + unit), partial(document.lengths.__getitem__, unit)
    else:
        raise InputError(
            f"a verdict names unit {unit!r} of {document_name!r}, which has {document.count} (counted from 0)"
        )
    kind = "whole" if unit == "whole" else document.kind
    if not decided and kind != criterion.unit and not (kind == "whole" and _stands_for(criterion, document)):
        raise InputError(
            f"{criterion.id} asks about a {criterion.unit}, but the verdict is on a {kind} of {document_name!r}"
        )
    return row, target(entry, criterion, document, layout), length


def _stands_for(criterion: Criterion, document: PlacedDocument) -> bool:
    """Whether the whole of a document may be asked in the place of its units: of what is under judgement."""
    if criterion.unit not in TEXT_KINDS:
        return False
    return document.role in ("summary", "table") if criterion.about == "summary" else document.role in criterion.roles


def _place_derived(
    entry: dict[str, Any], unit: str, criterion: Criterion, layout: Layout
) -> tuple[UnitId, int, Length]:
    if unit not in layout.derived_units:
        raise InputError(f"a verdict names the unit {unit!r}, which this item does not have")
    row, home, kind, text = layout.derived_units[unit]
    if kind != criterion.unit and kind not in STANDING_FOR:
        raise InputError(f"{criterion.id} asks about a {criterion.unit}, but {unit!r} is a {kind}")
    named = entry.get("about") or entry.get("document")
    document = layout.documents.get(named) if named else None
    if named and document is None:
        raise InputError(f"a verdict names the document {named!r}, which this item does not have")
    if document is None:
        document = next(d for d in layout.documents.values() if d.id == home)
    return row, target(entry, criterion, document, layout), partial(len, text)


def target(entry: dict[str, Any], criterion: Criterion, document: PlacedDocument, layout: Layout) -> int:
    """The document under judgement (see ``galley.core.domain``)."""
    about = entry.get("about")
    if about is not None:
        summary = layout.documents.get(about)
        if summary is None:
            raise InputError(f"a verdict is about {about!r}, which this item does not have")
        return summary.id
    if document.role == "summary" or criterion.about != "summary":
        return document.id
    summaries = layout.summaries()
    if len(summaries) == 1:
        return summaries[0].id
    raise InputError(
        f"a verdict of {criterion.id} on {document.name!r} must say which summary it is about "
        f'("about": one of {", ".join(s.name for s in summaries) or "no summary here"})'
    )


def value(entry: dict[str, Any], criterion: Criterion) -> tuple[Any, str | None]:
    """(value, None) or (None, reason), checked against the criterion's scale."""
    answer = entry.get("value")
    if answer is None:
        reason = entry.get("reason")
        if not reason:
            raise InputError(f"a verdict of {criterion.id} has neither a value nor a reason why there is none")
        return None, str(reason)
    if criterion.scale == "yes-no":
        sound = answer in ("yes", "no")
        allowed = '"yes" or "no"'
    elif criterion.scale == "choice":
        sound = answer in criterion.choices
        allowed = "one of " + ", ".join(criterion.choices)
    else:
        sound = (
            isinstance(answer, int | float)
            and not isinstance(answer, bool)
            and (criterion.low <= answer <= criterion.high)
        )
        allowed = f"a number from {criterion.low} to {criterion.high}"
    if not sound:
        raise InputError(f"{criterion.id} takes {allowed}, not {answer!r}")
    return answer, None


def details(entry: dict[str, Any]) -> tuple[float | None, str | None, str | None]:
    """(confidence, votes, explanation) of a verdict."""
    confidence = entry.get("confidence")
    return None if confidence is None else float(confidence), entry.get("votes"), entry.get("explanation")


def opinions(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """What people said about a verdict's explanation: one object or a list; those of the log are left out."""
    values = entry["explanation_verdict"]
    return [opinion for opinion in (values if isinstance(values, list) else [values]) if not opinion.get("decision")]


def source(place: Any, name: str, layout: Layout) -> tuple[int, int]:
    """(unit row id, row id of its document) of what a derived unit comes from: [document, number] or a unit's name."""
    if isinstance(place, str) and place in layout.derived_units:
        return layout.derived_units[place][:2]
    document = None if isinstance(place, str) else layout.documents.get(place[0])
    if document is not None and place[1] == "whole":
        return document.whole, document.id
    if document is None or not 0 <= place[1] < document.count:
        raise InputError(f"the unit {name!r} comes from {place!r}, which this item does not have")
    return document.first + place[1], document.id


def home(entry: dict[str, Any], sources: list[tuple[int, int]], layout: Layout) -> int:
    """The row id of the document that a derived unit belongs to: the named one, its first source's, or the first."""
    named = entry.get("document")
    if named is not None and named not in layout.documents:
        raise InputError(f"a unit names the document {named!r}, which this item does not have")
    if named is not None:
        return layout.documents[named].id
    if sources:
        return sources[0][1]
    if not layout.documents:
        raise InputError(f"the unit {entry['id']!r} belongs to an item without documents")
    return next(iter(layout.documents.values())).id


def spans(entry: dict[str, Any], length: Length) -> list[tuple[int, int]]:
    """The spans of a verdict inside its unit. Raises: InputError where one lies outside."""
    raw_spans = entry.get("spans")
    if raw_spans is None:
        one = entry.get("span")
        raw_spans = [] if one is None else [one]
    ranges = []
    for span in raw_spans:
        start, end = span
        if not 0 <= start < end <= length():
            raise InputError(f"the span {span!r} is outside its unit, which has {length()} characters")
        ranges.append((start, end))
    return ranges


def evidence(entry: dict[str, Any], layout: Layout, unit_text: UnitText) -> list[EvidenceRow]:
    """The quotes of a verdict, each looked up in the sources: verbatim, fuzzy or missing."""
    return [_locate_evidence(quote, layout, unit_text) for quote in entry.get("evidence") or ()]


def _locate_evidence(entry: dict[str, Any], layout: Layout, unit_text: UnitText) -> EvidenceRow:
    words, match = entry.get("quote") or "", entry.get("match")
    document, unit = layout.documents.get(entry.get("document") or ""), entry.get("unit")
    hinted = document is not None and isinstance(unit, int) and 0 <= unit < document.count
    if document is not None and isinstance(unit, int) and hinted:
        row, length = UnitId(document.first + unit), document.lengths[unit]
    elif document is not None and unit == "whole":
        row, length = document.whole, document.length
    elif isinstance(unit, str) and unit in layout.derived_units:
        row, length = layout.derived_units[unit][0], len(layout.derived_units[unit][3])
    else:
        row, length = NO_UNIT, 0
    if row:
        if entry.get("span") is not None:
            ((start, end),) = spans({"span": entry["span"]}, lambda: length)
            return EvidenceRow(row, start, end, words, match or Match.VERBATIM.value)
        if not words or not hinted or ("span" in entry and match is not None):
            return EvidenceRow(row, None, None, words, match or Match.VERBATIM.value)
        if document is not None and isinstance(unit, int) and (at := unit_text(document, unit).find(words)) >= 0:
            return EvidenceRow(row, at, at + len(words), words, Match.VERBATIM.value)
    if not words or match == Match.MISSING.value:
        return EvidenceRow(None, None, None, words, Match.MISSING.value)
    return _search_quote(words, document.name if document else "", unit if hinted else None, layout, unit_text)


def _search_quote(words: str, document_name: str, unit: int | None, layout: Layout, unit_text: UnitText) -> EvidenceRow:
    from galley.core.text.quotes import locate

    sources = [d for d in layout.documents.values() if d.role in ("dialogue", "article")]
    places = [(d, i) for d in sources for i in range(d.count)]
    hint = next((n for n, (d, i) in enumerate(places) if d.name == document_name and i == unit), None)
    location = locate(words, [unit_text(d, i) for d, i in places], hint=hint)
    if location.unit_index is None:
        return EvidenceRow(None, None, None, words, Match.MISSING.value)
    document, index = places[location.unit_index]
    return EvidenceRow(UnitId(document.first + index), location.start, location.end, words, location.match.value)
