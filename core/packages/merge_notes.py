"""What is worth knowing of a file that was merged: clocks that were wrong, opinions without a flag, and what is kept of
it in the table ``merged``."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from galley.core.packages import answers as files
from galley.core.packages import whose
from galley.core.packages.taken import Taken
from galley.core.packages.whose import ReviewerLog


def odd(connection: sqlite3.Connection, taken: Taken) -> list[str]:
    """Notes on clocks that were wrong and on decisions that have lost what they were about."""
    who, found = ", ".join(taken.file.reviewers), []
    if taken.passed:
        found.append(
            f"{taken.answers.file}: {taken.passed:,} opinions on a judge's reasons were left out, because that "
            "judge has been run anew and the flag is gone."
        )
    rows = "SELECT count(*), min(at), max(at) FROM decision WHERE id > ?"
    count, first, last = connection.execute(rows, (taken.top,)).fetchone()
    if not count:
        return found
    if taken.issued is not None and first < taken.issued.package.at:
        found.append(
            f"The clock of {who} ran behind: answers carry the time {_minute(first)}, before the package was made "
            f"at {_minute(taken.issued.package.at)} (UTC); their order is kept."
        )
    soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat(timespec="microseconds")
    if last > soon:
        found.append(
            f"The clock of {who} ran ahead: answers carry the time {_minute(last)} (UTC); their order is kept."
        )
    return found


def keep(connection: sqlite3.Connection, taken: Taken, lines: Sequence[ReviewerLog]) -> list[str]:
    """Keep what came of a file, with ``lines`` the logs in it; gives the notes on what only repeats."""
    answers, file, again = taken.answers, taken.file, taken.aside.standing
    kept = {"file": file.file, "new": file.new, "same": file.same, "left": file.left, "lines": whose.kept(lines)}
    kept |= {"again": again} if again else {}
    connection.execute(
        "INSERT OR IGNORE INTO merged (hash, at, reviewer, package, report) VALUES (?, ?, ?, ?, ?)",
        (
            files.content(answers),
            datetime.now(UTC).isoformat(timespec="microseconds"),
            ", ".join(file.reviewers),
            answers.head.package or None,
            json.dumps(kept, ensure_ascii=False),
        ),
    )
    what = f"{len(again):,} of the answers repeat earlier ones"
    return [f"{file.file}: {what}; galley readers says how far they agree."] if again else []


def _minute(at: str) -> str:
    return at[:16].replace("T", " ")
