"""Which cells a criterion has in an item, on units of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from galley.core.domain import TEXT_KINDS, Cell, Criterion, Role, UnitId, UnitKind
from galley.core.tasks.answer_sheet import Home, TaskSheet
from galley.core.text.opinion_steps import ATOMIC, step_of

OWN = (Role.SUMMARY.value, Role.TABLE.value)
"""A unit of one of these is judged as part of it; a unit of a source is judged against each of them."""


def applies_to_part(criterion: Criterion, part: str, meta: Mapping[str, Any]) -> bool:
    """Whether a criterion is asked about a summary: by its part, or part and pattern. Without a part a summary is
    whole; without a pattern it is an extract if it names its paragraphs, and else written."""
    extract = isinstance(meta.get("paragraphs"), list)
    pattern = meta.get("pattern") or ("ebs-aos" if extract else "abs-aos")
    part = part or "whole"
    return not criterion.parts or part in criterion.parts or f"{part} {pattern}" in criterion.parts


def cells(sheet: TaskSheet, criterion: Criterion, kind: str, types: Mapping[UnitId, str]) -> list[Cell]:
    """The cells of a criterion on units of ``kind`` (its own kind, or one that a task puts in its place), in the order
    of documents and units. ``types`` are those that gold gives derived units, where it gives any."""
    row, asked_cells = criterion.row, list[Cell]()
    about = [
        home.id
        for home in sheet.homes.values()
        if home.role in OWN and (criterion.about != "summary" or applies_to_part(criterion, home.part, home.meta))
    ]
    if kind not in TEXT_KINDS:
        for unit in sheet.derived_units.values():
            if unit.kind != kind or (criterion.types and types.get(unit.id, unit.type) not in criterion.types):
                continue
            if sheet.homes[unit.document].role not in criterion.roles:
                continue
            if kind == UnitKind.OPINION and step_of(unit.meta) != ATOMIC:
                continue
            asked_cells += [
                Cell(unit.id, row, target) for target in _targets(criterion, sheet.homes[unit.document], about)
            ]
        return asked_cells
    for home in sheet.homes.values():
        if kind == UnitKind.WHOLE and criterion.unit is not UnitKind.WHOLE:
            # the whole in the place of its units: of what is under judgement, not of where the units stand
            if home.id in about if criterion.about == "summary" else home.role in criterion.roles:
                asked_cells.append(Cell(home.whole, row, home.id))
            continue
        if home.role not in criterion.roles or (kind != home.kind and kind != UnitKind.WHOLE):
            continue
        units = (
            [home.whole]
            if kind == UnitKind.WHOLE
            else [UnitId(row) for row in range(home.whole + 1, home.whole + 1 + home.units)]
        )
        targets = _targets(criterion, home, about)
        asked_cells += [Cell(unit, row, target) for target in targets for unit in units]
    return asked_cells


def _targets(criterion: Criterion, home: Home, about: list[int]) -> list[int]:
    """What units of a document are judged as part of, or against."""
    if criterion.about != "summary":
        return [home.id]
    if home.role in OWN:
        return [home.id] if home.id in about else []
    return about
