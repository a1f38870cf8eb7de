"""What is counted again, or taken out, once the rows of an older project have the form of a schema version.

``storage/schema.py`` lays the rows out; it does not know what they mean.
"""

from __future__ import annotations

from galley.core.domain import TEXT_KINDS
from galley.core.storage import log_hashes, names, unit_queries
from galley.core.storage.connection import Connection
from galley.core.storage.queries import counting


def recount(connection: Connection, version: int) -> None:
    """Finish the step to a schema version, inside its transaction."""
    from galley.core.project import level_settings

    if version == 3:
        _count_ties(connection)
    elif version == 4:
        _take_out_stray_verdicts(connection)
        level_settings.recount(connection)


def _count_ties(connection: Connection) -> None:
    """Keep which items judges flagged; count those anew in which a cell that was left open was a tie, or the silence
    of gold was no "no", and those in which somebody is unsure: how many flags that is, earlier forms did not know."""
    from galley.core.review.progress import tally_all

    tally_all(connection, counting.keep_flagged_items(connection))


def _take_out_stray_verdicts(connection: Connection) -> None:
    """Take out what a judge once said of units that its criterion does not ask about, count their items anew, and write
    it down in the log.

    The built-in judge flagged sentences of articles without blank lines as uncovered paragraphs. A project with such
    flags could neither be packed nor its export be imported. One that somebody decided on stays where it is, since the
    log names it; exports leave it out and keep the decision."""
    from galley.core.review.progress import tally_all

    kinds = {row: criterion.unit.value for row, criterion in names.criteria(connection).items()}
    stray_verdicts = unit_queries.beside_units(connection, {r: k for r, k in kinds.items() if k in TEXT_KINDS})
    if not stray_verdicts:
        return
    kept_count = unit_queries.drop_verdicts(connection, [verdict for verdict, _ in stray_verdicts])
    tally_all(connection, sorted({item for _, item in stray_verdicts}))
    entry = {"what": "units", "verdicts": len(stray_verdicts) - kept_count, "kept": kept_count}
    log_hashes.event(connection, "repair", entry)
