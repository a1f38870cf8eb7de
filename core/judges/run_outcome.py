"""What came of a run, counted from the project, so that it holds after any number of restarts."""

from __future__ import annotations

import sqlite3
from collections import Counter
from dataclasses import dataclass

from galley.core.errors import InputError
from galley.core.judges import flag_lineage as lineage
from galley.core.judges import run_report
from galley.core.judges.methods.base import NOT_ASKED
from galley.core.judges.run_report import RunRow


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """``unscored_reasons`` are cells by reason, ``not_asked`` units that were left out on purpose, by what they are,
    ``quotes`` the quotes of flags by badge, ``errors`` failed calls by
    what went wrong, ``lineage`` flags against the run before (empty for a first one)."""

    run: RunRow
    unscored_reasons: Counter[str]
    not_asked: Counter[str]
    quotes: Counter[str]
    errors: Counter[str]
    lineage: Counter[str]


def report(connection: sqlite3.Connection, run: int) -> RunOutcome:
    """The report of the run with this row id. Raises: InputError if there is none."""
    rows = run_report.runs(connection, [run])
    if not rows:
        raise InputError(f"There is no run number {run} in this project.")

    def count_rows(query: str) -> Counter[str]:
        return Counter(dict(connection.execute(query, {"run": run, "not_asked": NOT_ASKED})))

    return RunOutcome(
        rows[0],
        count_rows(
            "SELECT reason, count(*) FROM verdict WHERE run_id = :run AND value IS NULL"
            " AND instr(reason, :not_asked) <> 1 GROUP BY reason"
        ),
        count_rows(
            "SELECT substr(reason, length(:not_asked) + 1), count(DISTINCT unit_id) FROM verdict"
            " WHERE run_id = :run AND value IS NULL AND instr(reason, :not_asked) = 1 GROUP BY reason"
        ),
        count_rows(
            "SELECT match, count(*) FROM evidence JOIN verdict ON verdict.id = verdict_id"
            " WHERE run_id = :run AND value = 'yes' GROUP BY match"
        ),
        count_rows("SELECT error, count(*) FROM call WHERE run_id = :run AND state = 'failed' GROUP BY error"),
        lineage.counts(connection, run),
    )
