"""How a resolved cell came by its gold, in words: of one cell with the names, of a count of cells without them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from galley.core.adjudication.bulk_adjudication import WORDS
from galley.core.domain import AnnotatorId
from galley.core.storage.note_markers import BULK_NOTE_PREFIX
from galley.core.tasks.gold import ResolvedCell, Source

IMPORTED = "as imported"
IMPLICIT = "implicit no"
_BY_RULE = re.compile("|".join(re.escape(words).replace(r"\{share:\.0%\}", r"\d+%") for words in WORDS.values()))


def bulk_rule(note: str | None) -> str:
    """The rule of a bulk adjudication in words, by the note of its decision; "" where the cell was decided alone."""
    words = (note or "").removeprefix(BULK_NOTE_PREFIX).strip(" .")
    return words if (note or "").startswith(BULK_NOTE_PREFIX) and _BY_RULE.fullmatch(words) else ""


def describe_resolution(
    cell: ResolvedCell, names_by_annotator: Mapping[AnnotatorId, str], by: str = "", note: str | None = None
) -> str:
    """How a cell came by its gold; ``called`` are people's names by row id. An adjudicator's decision has who made it,
    ``by``, and its ``note``."""
    if cell.source is Source.RULE:
        people = sorted(names_by_annotator[who] for who in cell.people)
        third = sorted(names_by_annotator[who] for who in cell.third)
        text = f"rule: {cell.rule.value} of {', '.join(people)}" if people else f"rule: {cell.rule.value}"
        text += f", third reviewer {', '.join(third)}" if third else ""
        unmarked_by = sorted(names_by_annotator[who] for who in cell.implicit_people)
        return text + (
            f"; {IMPLICIT}" if cell.implicit else f"; {IMPLICIT} of {', '.join(unmarked_by)}" if unmarked_by else ""
        )
    if not by:
        return IMPORTED
    return f"adjudicated by {by}" + (f", in bulk: {rule}" if (rule := bulk_rule(note)) else "")


def resolution_group(cell: ResolvedCell, adjudicated: bool = False, note: str | None = None) -> str:
    """The same for a count of cells: no names."""
    if cell.source is Source.RULE:
        text = f"rule: {cell.rule.value}" + (", with a third reviewer" if cell.third else "")
        return text + (f" ({IMPLICIT})" if cell.implicit else "")
    if not adjudicated:
        return IMPORTED + (f" ({IMPLICIT})" if cell.implicit else "")
    return f"adjudicated in bulk: {rule}" if (rule := bulk_rule(note)) else "adjudicated one by one"
