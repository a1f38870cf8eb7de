"""Files in somebody's hands held against a project: whether what they sealed is what the project says.

A head or a file that somebody else kept is the only proof that a log was not rewritten (see
``galley.core.storage.log_hashes``). Answers, packages, backups and whole projects can be compared.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from galley.core.campaign import hash_chains
from galley.core.campaign.answers import Answers, read_answers
from galley.core.campaign.hash_chains import Chain
from galley.core.errors import InputError
from galley.core.hashing import blake2b
from galley.core.storage.connection import Connection
from galley.core.storage.queries import decisions, log_branches, log_check, packages
from galley.core.text.plurals import format_count

FAST = 1
"""How hard kept bytes are deflated: a tenth more of them, in a third of the time."""


@dataclass(slots=True)
class ComparisonReport:
    """``wrong`` are sentences about what differs, ``confirmations`` about what does not."""

    wrong: list[str] = field(default_factory=list)
    confirmations: list[str] = field(default_factory=list)


def keep(connection: Connection, answers: Answers) -> None:
    """Keep the bytes of a file of answers that is taken in; of a whole project its seals say enough."""
    if answers.data:
        at = datetime.now(UTC).isoformat(timespec="seconds")
        content = zlib.compress(answers.data, FAST)
        packages.keep_file(connection, hash_bytes(answers.data), at, answers.file, content)


def hash_bytes(data: bytes) -> str:
    """The hash under which the bytes of a file are kept."""
    return blake2b(data, digest_size=32).hexdigest()


def compare(connection: Connection, paths: Sequence[Path], identity: Path | None = None) -> ComparisonReport:
    """Hold files against the project that ``connection`` reads; ``identity`` has the private key to encrypted ones."""
    report = ComparisonReport()
    project_chains = hash_chains.read_chains(connection)
    for path in paths:
        try:
            answers = read_answers(path, identity=identity)
        except InputError as error:
            report.wrong.append(str(error))
            continue
        _bytes(connection, answers, report)
        for chain in answers.chains:
            _chain(connection, chain, project_chains, answers.file, report)
        if not answers.chains:
            report.confirmations.append(
                f"{answers.file} is from a Galley that made no entry hashes, so only its bytes are compared."
            )
    return report


def _bytes(connection: Connection, answers: Answers, report: ComparisonReport) -> None:
    if not answers.data:
        return
    row = packages.read_kept_file(connection, hash_bytes(answers.data))
    if row is None:
        report.confirmations.append(
            f"{answers.file} is not a file that was merged; its decisions are compared one by one."
        )
    elif row[1] is not None and _unpack(row[1], len(answers.data)) != answers.data:
        report.wrong.append(f"{answers.file} was merged on {row[0][:10]}, and its stored copy has other bytes.")
    else:
        report.confirmations.append(f"{answers.file} is byte for byte the file that was merged on {row[0][:10]}.")


def _unpack(stored_bytes: bytes, size: int) -> bytes:
    """What is kept of a file, as far as it may be a byte longer than it was; b"" where that is damaged."""
    try:
        return zlib.decompressobj().decompress(stored_bytes, size + 1)
    except zlib.error:
        return b""


def _chain(
    connection: Connection, chain: Chain, project_chains: Sequence[Chain], file: str, report: ComparisonReport
) -> None:
    ours = [
        own_chain
        for own_chain in project_chains
        if own_chain.branch == chain.branch or own_chain.branch.startswith(f"{chain.branch}+")
    ]
    project_hashes = {(seal.uid, seal.content) for own_chain in ours for seal in own_chain.entry_hashes}
    uids = {uid for uid, _ in project_hashes}
    other = [
        seal.uid for seal in chain.entry_hashes if seal.uid in uids and (seal.uid, seal.content) not in project_hashes
    ]
    absent = sum(seal.uid not in uids for seal in chain.entry_hashes)
    for uid in other[:20]:
        which = log_branches.decision(connection, uid)
        report.wrong.append(f"{file}: the decision {which} says something else there than in the project.")
    log = f"{format_count(len(chain.entry_hashes), 'decisions')} of {log_branches.source(connection, chain.branch)}"
    if absent:
        report.wrong.append(f"{file}: the project's log lacks {absent:,} of the {log}.")
    if chain.entry_hashes and not absent and not other:
        gone = _gone(connection, chain, ours)
        report.confirmations.append(f"{file}: the project has the {log} unchanged.{gone}")


def _gone(connection: Connection, chain: Chain, ours: Sequence[Chain]) -> str:
    """How many of a file's decisions have a seal in the project alone, and are not in its log; "" for none."""
    theirs = {seal.uid for seal in chain.entry_hashes if seal.left_out != "event"}
    reason_by_uid = {
        seal.uid: seal.left_out
        for own_chain in ours
        for seal in own_chain.entry_hashes
        if seal.left_out in ("erased", "back", "left")
    }
    uids = theirs & reason_by_uid.keys()
    absent = uids - decisions.find_logged_uids(connection, uids, or_entries=True)
    counts = Counter(reason_by_uid[uid] for uid in absent)
    parts = [f"{count:,} {log_check.REASONS[str(why)]}" for why, count in sorted(counts.items(), key=str)]
    return f" Of these, {', '.join(parts)}: they are not in its log." if parts else ""
