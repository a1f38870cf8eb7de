"""What a judge once said of units that its criterion does not ask about: the embedded judge flagged sentences of
articles without blank lines as uncovered paragraphs. A project with such flags could neither be packed nor its export
be imported, so they are taken out when it is brought to schema 4. One that somebody decided on stays where it is, since
the log names it; exports leave it out and keep the decision."""

from __future__ import annotations

import sqlite3

from galley.core.columns import names
from galley.core.domain import TEXT_KINDS
from galley.core.storage import unit_queries


def repair(connection: sqlite3.Connection) -> None:
    """Take them out, count their items anew, and write it down in the log."""
    from galley.core.project import seals
    from galley.core.project.tally import tally_all

    kinds = {row: criterion.unit.value for row, criterion in names.criteria(connection).items()}
    found = unit_queries.beside_units(connection, {r: k for r, k in kinds.items() if k in TEXT_KINDS})
    if not found:
        return
    kept = unit_queries.drop_verdicts(connection, [verdict for verdict, _ in found])
    tally_all(connection, sorted({item for _, item in found}))
    said = {"what": "units", "verdicts": len(found) - kept, "kept": kept}
    seals.event(connection, "repair", said)
