"""The KGDS benchmark's own file, of what people made by its protocol: what ``kgds`` reads.

The article without its boundary paragraphs, renumbered; the discussion, the supporting paragraphs, all facts by
paragraph with the numbers of their types, and the atomic opinions (KGDS, section 4 and appendix B). An article of which
a paragraph is not settled, or a fact has no fitting type, is left out. Written as the published file is, so
that one that was imported comes out byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from galley.core.domain import NO_CRITERION, CriterionId, Unit, UnitKind
from galley.core.exports._items import iterate_items
from galley.core.exports.base import ExportReport, Only, Progress
from galley.core.judges.methods import _kgds
from galley.core.papers.kgds.importers.kgds import TYPES
from galley.core.review.items import ItemView, load_item_view
from galley.core.review.resolved_items import with_rulings
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries.exports import ItemChoice

NUMBERS = {name: number for number, name in reversed(TYPES.items())}
"""The number of each type; of the three that mask the first, unless the metadata of the item know which it was."""
FITTING = {True: ("key", "non-key", _kgds.REPEATED), False: (_kgds.OTHER, _kgds.MASKED, _kgds.REPEATED)}
"""The types that facts of supporting paragraphs have, and of others."""


class KGDSExport:
    """One array of records."""

    name = "kgds-json"
    title = "KGDS benchmark: articles, discussions, supporting paragraphs, facts and opinions; imports back"
    suffix = ".json"

    def write(
        self, connection: Connection, out: Path, only: Only, report: ExportReport, progress: Progress
    ) -> None:
        """Write a record for each discussion whose gold is whole. See ``Export.write``."""
        criterion_row = next((c.row for c in names.criteria(connection).values() if c.id == "supporting"), NO_CRITERION)
        with out.open("w", encoding="utf-8", newline="") as stream:
            stream.write("[")
            between = "\n"
            for item in iterate_items(connection, ItemChoice(only), (), report, progress):
                record = _record(with_rulings(connection, load_item_view(connection, item.id)), criterion_row)
                if isinstance(record, str):
                    report.leave_out(record)
                    report.count("items", -1)
                    continue
                text = json.dumps(record, ensure_ascii=False, indent=4)
                stream.write(between + "\n".join(f"    {line}" for line in text.split("\n")))
                between = ",\n"
            stream.write("]" if between == "\n" else "\n]")


def _record(view: ItemView, criterion_row: CriterionId) -> dict[str, Any] | str:
    """An item in the form of the file, or why it has none."""
    text, talk = _kgds.article(view), _kgds.dialogue(view)
    if text is None or talk is None:
        return "items without an article and a discussion"
    gold, excluded_places = _kgds.supporting(view, text, criterion_row), _kgds.boundary(view, text, criterion_row)
    units = [unit for unit in text.units if unit.position not in excluded_places]
    if any(unit.position not in gold for unit in units):
        return "items with an unresolved paragraph"
    number = {unit.position: at for at, unit in enumerate(units, 1)}
    groups = dict(_kgds.by_source(_kgds.of_kind(view, UnitKind.FACT), text))
    facts = {place: groups.get(place, []) for place in number}
    if any(unit.type not in FITTING[gold[place]] for place, group in facts.items() for unit in group):
        return "items of which a fact has no type that fits its paragraph"
    masked = view.meta.get("masked")
    masks = masked if isinstance(masked, Mapping) else {}

    def paragraphs(which: Sequence[Unit]) -> list[dict[str, Any]]:
        return [{"paragraph_index": number[u.position], "paragraph_text": u.text} for u in which]

    def atomic(supporting: bool) -> list[dict[str, Any]]:
        return [
            {"paragraph_index": number[place], "atomic_facts": [_fact(unit, masks) for unit in group]}
            for place, group in facts.items()
            if gold[place] is supporting
        ]

    return {
        "SBK": paragraphs(units),
        "KGD": [{"participant": turn.speaker, "utterance": turn.text} for turn in talk.units],
        "BSP": paragraphs([unit for unit in units if gold[unit.position]]),
        "CAO": [unit.text for unit in _kgds.of_kind(view, UnitKind.OPINION)],
        "BSPAF": atomic(True),
        "BNPAF": atomic(False),
    }


def _fact(unit: Unit, masks: Mapping[str, Any]) -> dict[str, Any]:
    fact_type = masks.get(unit.name)
    is_masked = unit.type == _kgds.MASKED and isinstance(fact_type, int) and TYPES.get(fact_type) == _kgds.MASKED
    return {"atomic_fact": unit.text, "type": fact_type if is_masked else NUMBERS[unit.type]}


EXPORT = KGDSExport()
