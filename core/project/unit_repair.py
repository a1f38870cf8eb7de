"""What a judge once said of units that its criterion does not ask about: the built-in judge flagged sentences of
articles without blank lines as uncovered paragraphs. A project with such flags could neither be packed nor its export
be imported, so they are taken out when it is brought to schema 4. One that somebody decided on stays where it is, since
the log names it; exports leave it out and keep the decision."""

from __future__ import annotations

import sqlite3

from galley.core.domain import TEXT_KINDS
from galley.core.storage import names, unit_queries


def repair(connection: sqlite3.Connection) -> None:
    """Take them out, count their items anew, and write it down in the log."""
    from galley.core.review.progress import tally_all
    from galley.core.storage import log_hashes

    kinds = {row: criterion.unit.value for row, criterion in names.criteria(connection).items()}
    stray_verdicts = unit_queries.beside_units(connection, {r: k for r, k in kinds.items() if k in TEXT_KINDS})
    if not stray_verdicts:
        return
    kept_count = unit_queries.drop_verdicts(connection, [verdict for verdict, _ in stray_verdicts])
    tally_all(connection, sorted({item for _, item in stray_verdicts}))
    entry = {"what": "units", "verdicts": len(stray_verdicts) - kept_count, "kept": kept_count}
    log_hashes.event(connection, "repair", entry)
