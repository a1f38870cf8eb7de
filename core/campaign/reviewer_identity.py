"""Whose answers these are: whether a name in a file is the person of that name in the project.

A log only grows, so a later file from one copy of a package begins with what an earlier one held. A file that does
neither continue nor repeat what came before is another copy's: two people under one name, or one person at two
machines. Only people know which, so they are asked (``--as``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import asdict, dataclass
from typing import Any

from galley.core.campaign import repeats
from galley.core.campaign.answer_checks import Rights
from galley.core.campaign.answers import Answers
from galley.core.campaign.package import PackageRecord
from galley.core.errors import InputError
from galley.core.hashing import blake2b
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.names import find_people
from galley.core.storage.queries import packages
from galley.core.storage.queries.decisions import DecisionSelection, find_logged_uids, read_log

LOOKED_UP = 10_000


@dataclass(frozen=True, slots=True)
class ReviewerLog:
    """The log of one reviewer as a file held it: called ``theirs`` there and ``here`` in the project; ``count``
    decisions whose uids in order give ``chain``."""

    theirs: str
    here: str
    count: int
    chain: str


def lines(
    connection: Connection,
    answers: Answers,
    package_record: PackageRecord | None,
    new_names: Mapping[str, str],
    rights: Rights,
) -> list[ReviewerLog]:
    """The logs in a file with the name that each gets here; ``new_names`` are those that the user gave, ``rights`` what
    the file may hold.

    Raises: InputError where a name is taken by somebody else, as far as one can tell.
    """
    logs: dict[str, list[Mapping[str, Any]]] = {}
    for item in answers.items:
        for entry in item["decisions"]:
            logs.setdefault(str(entry.get("reviewer")), []).append(entry)
    reviewer_logs = []
    for theirs, log in sorted(logs.items()):
        log.sort(key=lambda entry: (str(entry.get("at")), entry["uid"]))
        uids = [entry["uid"] for entry in log]
        if theirs in new_names:
            local_name = new_names[theirs]
        elif package_record is not None and theirs == package_record.package.reviewer:
            left_out = _find_left_out(log, rights)
            local_name = _of_package(connection, answers, package_record, uids, left_out)
        else:
            local_name = _of_name(connection, answers, theirs, uids)
        reviewer_logs.append(ReviewerLog(theirs, local_name, len(uids), _chain(uids)))
    return reviewer_logs


def _find_left_out(log: Sequence[Mapping[str, Any]], rights: Rights) -> set[str]:
    """The uids of a log's decisions that no merge takes, in order of their times: those that the reviewer may not make,
    and what undoes or repeats them."""
    left_out: set[str] = set()
    for entry in log:
        if not rights.holds(entry) or entry.get("refers") in left_out:
            left_out.add(entry["uid"])
    return left_out


def _of_package(
    connection: Connection,
    answers: Answers,
    package_record: PackageRecord,
    uids: Sequence[str],
    left_out: Set[str],
) -> str:
    name = package_record.package.reviewer
    earlier = _earlier(connection, package_record.package.uid, name)
    if not earlier:
        return name
    mergeable_uids = [uid for uid in uids if uid not in left_out]
    if _count_known(connection, mergeable_uids) == len(mergeable_uids):
        return _by(connection, uids) or name  # an earlier state of a copy that was merged
    for _, line in earlier:
        if line.count <= len(uids) and _chain(uids[: line.count]) == line.chain:
            return line.here
    at = earlier[-1][0][:10]
    raise InputError(
        f"{answers.file} comes from another copy of {name}'s package than the answers that were merged on {at}; "
        f"{ASK.format(name=name)}"
    )


def _of_name(connection: Connection, answers: Answers, name: str, uids: Sequence[str]) -> str:
    row = find_people(connection).get(name)
    has_answers = row is not None and packages.has_answers_of(connection, row)
    if not has_answers or _count_known(connection, uids):
        return name
    raise InputError(
        f"{answers.file} holds answers of {name}, and another reviewer with that name has answers here; "
        f"{ASK.format(name=name)}"
    )


ASK = "if both are the same person's, merge it with --rename “{name}”, else with --rename and another name."


def _earlier(connection: Connection, package: str, name: str) -> list[tuple[str, ReviewerLog]]:
    earlier_logs = []
    for _, at, text in packages.read_merged_files(connection, package):
        lines = (ReviewerLog(**line) for line in json.loads(text)["lines"])
        earlier_logs += [(at, line) for line in lines if line.theirs == name and line.count]
    return earlier_logs


def _count_known(connection: Connection, uids: Sequence[str]) -> int:
    again = len(repeats.uids(connection).intersection(uids))
    parts = (uids[at : at + LOOKED_UP] for at in range(0, len(uids), LOOKED_UP))
    return again + sum(len(find_logged_uids(connection, part)) for part in parts)


def _by(connection: Connection, uids: Sequence[str]) -> str:
    row = next(read_log(connection, DecisionSelection(uids=uids[:1])), None)
    return names.annotators(connection)[row.reviewer_id].name if row else ""


def _chain(uids: Sequence[str]) -> str:
    return blake2b("\n".join(uids).encode(), digest_size=16).hexdigest()


def as_rows(lines: Sequence[ReviewerLog]) -> list[dict[str, Any]]:
    """The lines as the table ``merged`` keeps them."""
    return [asdict(line) for line in lines]
