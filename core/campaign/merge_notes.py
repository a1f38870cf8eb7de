"""What is worth knowing of a file that was merged: clocks that were wrong, opinions without a flag, and what is kept of
it in the table ``merged``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from galley.core.campaign import reviewer_identity
from galley.core.campaign.answers import hash_content
from galley.core.campaign.merge_source import Taken
from galley.core.campaign.reviewer_identity import ReviewerLog
from galley.core.storage.connection import Connection
from galley.core.storage.queries import packages


def list_warnings(connection: Connection, file_merge: Taken) -> list[str]:
    """Notes on clocks that were wrong and on decisions that have lost what they were about."""
    who, notes = ", ".join(file_merge.file.reviewers), []
    if file_merge.skipped_opinions:
        notes.append(
            f"{file_merge.answers.file}: {file_merge.skipped_opinions:,} opinions on a judge's reasons were "
            f"left out, because that judge ran again and the flag is gone."
        )
    _, first, last = packages.read_time_span(connection, file_merge.top)
    if first is None or last is None:
        return notes
    if file_merge.package_record is not None and first < file_merge.package_record.package.at:
        notes.append(
            f"The clock of {who} ran behind: answers carry the time {_minute(first)}, before the package was made "
            f"at {_minute(file_merge.package_record.package.at)} (UTC); their order is unchanged."
        )
    soon = (datetime.now(UTC) + timedelta(hours=1)).isoformat(timespec="microseconds")
    if last > soon:
        notes.append(
            f"The clock of {who} ran ahead: answers carry the time {_minute(last)} (UTC); their order is unchanged."
        )
    return notes


def keep(connection: Connection, file_merge: Taken, lines: Sequence[ReviewerLog]) -> list[str]:
    """Keep what came of a file, with ``lines`` the logs in it; gives the notes on what only repeats."""
    answers, file, again = file_merge.answers, file_merge.file, file_merge.aside.standing
    merge_record = {
        "file": file.file,
        "new": file.new,
        "same": file.known_decisions,
        "left": file.not_imported,
        "lines": reviewer_identity.as_rows(lines),
    }
    merge_record |= {"again": again} if again else {}
    packages.add_merged_file(
        connection,
        hash_content(answers),
        datetime.now(UTC).isoformat(timespec="microseconds"),
        ", ".join(file.reviewers),
        answers.head.package or None,
        json.dumps(merge_record, ensure_ascii=False),
    )
    what = f"{len(again):,} of the answers repeat earlier ones"
    return [f"{file.file}: {what}; galley campaign reviewers shows how far they agree."] if again else []


def _minute(at: str) -> str:
    return at[:16].replace("T", " ")
