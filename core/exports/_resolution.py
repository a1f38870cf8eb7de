"""How a resolved cell came by its gold, in words: of one cell with the names, of a count of cells without them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from galley.core.adjudication.bulk_adjudication import WORDS
from galley.core.columns.notes import TOGETHER
from galley.core.tasks.resolved import ResolvedCell, Source

IMPORTED = "as imported"
IMPLICIT = "implicit no"
_BY_RULE = re.compile("|".join(re.escape(words).replace(r"\{share:\.0%\}", r"\d+%") for words in WORDS.values()))


def bulk_rule(note: str | None) -> str:
    """The rule of a bulk adjudication in words, by the note of its decision; "" where the cell was decided alone."""
    words = (note or "").removeprefix(TOGETHER).strip(" .")
    return words if (note or "").startswith(TOGETHER) and _BY_RULE.fullmatch(words) else ""


def how(cell: ResolvedCell, called: Mapping[int, str], by: str = "", note: str | None = None) -> str:
    """How a cell came by its gold; ``called`` are people's names by row id. An adjudicator's decision has who made it,
    ``by``, and its ``note``."""
    if cell.source is Source.RULE:
        people = sorted(called[who] for who in cell.people)
        third = sorted(called[who] for who in cell.third)
        said = f"rule: {cell.rule.value} of {', '.join(people)}" if people else f"rule: {cell.rule.value}"
        said += f", third reader {', '.join(third)}" if third else ""
        silent = sorted(called[who] for who in cell.silent)
        return said + (f"; {IMPLICIT}" if cell.implicit else f"; {IMPLICIT} of {', '.join(silent)}" if silent else "")
    if not by:
        return IMPORTED
    return f"adjudicated by {by}" + (f", in bulk: {rule}" if (rule := bulk_rule(note)) else "")


def group(cell: ResolvedCell, adjudicated: bool = False, note: str | None = None) -> str:
    """The same for a count of cells: no names."""
    if cell.source is Source.RULE:
        said = f"rule: {cell.rule.value}" + (", with a third reader" if cell.third else "")
        return said + (f" ({IMPLICIT})" if cell.implicit else "")
    if not adjudicated:
        return IMPORTED + (f" ({IMPLICIT})" if cell.implicit else "")
    return f"adjudicated in bulk: {rule}" if (rule := bulk_rule(note)) else "adjudicated one by one"
