"""What row ids are called in a file: annotators, criteria, documents, units and cells by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from galley.core.domain import JUDGES, AnnotatorId, AnnotatorKind, Criterion, CriterionId, UnitId, unit_number
from galley.core.exports._items import Item, Row
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries.tasks import read_task_sources

KINDS = tuple(kind.value for kind in (*JUDGES, AnnotatorKind.HUMAN, AnnotatorKind.GOLD))


class IdWords(NamedTuple):
    """What ids stand for: annotators as (name, kind), in the order in which a file has them, and criteria. That order,
    by kind and name, is the place of each in ``order``: row ids tell whose answers were merged first. ``tasks`` are the
    full names of tasks."""

    annotators: dict[AnnotatorId, tuple[str, str]]
    criteria: dict[CriterionId, Criterion]
    order: dict[AnnotatorId, int]
    tasks: dict[int, str]

    @classmethod
    def of(cls, connection: Connection) -> IdWords:
        """Read them."""
        annotators_by_row = {row: (a.name, a.kind.value) for row, a in names.annotators(connection).items()}
        ordered_annotators = sorted(
            annotators_by_row.items(), key=lambda entry: (KINDS.index(entry[1][1]), entry[1][0])
        )
        places = {row: place for place, (row, _) in enumerate(ordered_annotators)}
        tasks = {row: name for name, row in read_task_sources(connection)[1]}
        return cls(dict(ordered_annotators), names.criteria(connection), places, tasks)

    def who(self, annotator: AnnotatorId) -> dict[str, Any]:
        """The annotator as a record names it."""
        name, kind = self.annotators[annotator]
        return {"annotator": name, "kind": kind}

    def criterion_fields(self, criterion: CriterionId) -> dict[str, Any]:
        """The criterion as a record names it."""
        full_criterion = self.criteria[criterion]
        return {"scheme": full_criterion.scheme, "criterion": full_criterion.id}


class Places:
    """The documents (row id to row) and derived units (row id to name) of one item, and where cells lie in them."""

    def __init__(self, item: Item) -> None:
        self.rows = item.rows
        self.documents = {row[1]: row for row in item.rows["documents"]}
        self._kinds = {row[1]: units.kind for row, units in zip(item.rows["documents"], item.units, strict=True)}
        self.homes = {row[1]: row[2] for row in item.rows["derived"]}
        self.derived_names = self._names()
        self._units: dict[UnitId, tuple[Row | None, int | str]] = {}

    def _names(self) -> dict[int, str]:
        """Names of the derived units; one that has none, or another's, gets one that is free."""
        names_by_unit: dict[int, str] = {}
        used_names: set[str] = {"whole"}
        for _, row, _, kind, _, name, *_ in self.rows["derived"]:
            free, number = name or kind, 1
            while free in used_names:
                number += 1
                free = f"{name or kind}-{number}"
            names_by_unit[row] = free
            used_names.add(free)
        return names_by_unit

    def unit(self, unit: UnitId) -> tuple[Row | None, int | str]:
        """(its document or None for a derived unit; its number, its name or "whole")."""
        place = self._units.get(unit)
        if place is None:
            place = self._units[unit] = self._find_unit(unit)
        return place

    def _find_unit(self, unit: UnitId) -> tuple[Row | None, int | str]:
        for row in self.rows["documents"]:
            offset = unit - row[8]
            if 0 <= offset <= row[9]:
                return row, offset - 1 if offset else "whole"
        return None, self.derived_names[unit]

    def asks(self, unit: UnitId, criterion: Criterion) -> bool:
        """Whether a criterion asks about units of this kind; the whole of a text may stand for its units."""
        document, number = self.unit(unit)
        return document is None or number == "whole" or self._kinds[document[1]] == criterion.unit

    def cell(self, unit: UnitId, target: int, criterion: Criterion) -> dict[str, Any]:
        """Where a cell lies; ``about`` is said wherever it does not follow from the rest."""
        document, number = self.unit(unit)
        home_document = document or self.documents[self.homes[unit]]
        cell: dict[str, Any] = {"unit": number} if document is None else {"document": home_document[2], "unit": number}
        if home_document[1] != target or (home_document[3] != "summary" and criterion.about == "summary"):
            cell["about"] = self.documents[target][2]
        return cell

    @staticmethod
    def words(place: Mapping[str, Any]) -> str:
        """A place of a record as people read it, numbered as the window numbers it; "" where it is nowhere."""
        unit = place.get("unit")
        number = unit_number(unit) if isinstance(unit, int) else unit
        return " ".join(str(part) for part in (place.get("document"), number) if part is not None)

    def evidence(
        self, unit: UnitId | None, start: int | None, end: int | None, quote: str, match: str
    ) -> dict[str, Any]:
        """A row of evidence as a record has it. A span that is None is said, so that nobody searches for it again."""
        entry: dict[str, Any] = {}
        if unit is not None:
            document, number = self.unit(unit)
            if document is not None:
                entry["document"] = document[2]
            entry["unit"] = number
            entry["span"] = None if start is None else [start, end]
        entry["quote"] = quote
        entry["match"] = match
        return entry
