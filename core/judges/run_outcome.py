"""What came of a run, counted from the project, so that it holds after any number of restarts."""

from __future__ import annotations

import sqlite3
from collections import Counter
from dataclasses import dataclass

from galley.core.errors import InputError
from galley.core.judges import flag_lineage, run_report
from galley.core.judges.methods.base import NOT_ASKED
from galley.core.judges.run_report import RunRow
from galley.core.storage.queries import runs


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

    unscored, not_asked, quotes, errors = map(Counter, runs.count_run_reasons(connection, run, NOT_ASKED))
    return RunOutcome(rows[0], unscored, not_asked, quotes, errors, flag_lineage.counts(connection, run))
