"""Files in somebody's hands held against a project: whether what they sealed is what the project says.

A head or a file that somebody else kept is the only proof that a log was not written anew (see
``galley.core.project.seals``). Answers, packages, backups and whole projects can be compared.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from galley.core.errors import InputError
from galley.core.packages import answers as files
from galley.core.packages import chains
from galley.core.packages.answers import Answers
from galley.core.packages.chains import Chain
from galley.core.project import seal_check, source_words
from galley.core.storage import queries
from galley.core.text.counted import counted

FAST = 1
"""How hard kept bytes are deflated: a tenth more of them, in a third of the time."""


@dataclass(slots=True)
class Compared:
    """``wrong`` are sentences about what differs, ``told`` about what does not."""

    wrong: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)


def keep(connection: sqlite3.Connection, answers: Answers) -> None:
    """Keep the bytes of a file of answers that is taken in; of a whole project its seals say enough."""
    if answers.data:
        connection.execute(
            "INSERT OR IGNORE INTO kept (hash, at, name, data) VALUES (?, ?, ?, ?)",
            (
                hashed(answers.data),
                datetime.now(UTC).isoformat(timespec="seconds"),
                answers.file,
                zlib.compress(answers.data, FAST),
            ),
        )


def hashed(data: bytes) -> str:
    """The hash under which the bytes of a file are kept."""
    return hashlib.blake2b(data, digest_size=32).hexdigest()


def compare(connection: sqlite3.Connection, paths: Sequence[Path], identity: Path | None = None) -> Compared:
    """Hold files against the project that ``connection`` reads; ``identity`` has the private key to encrypted ones."""
    found = Compared()
    here = chains.read(connection)
    for path in paths:
        try:
            answers = files.read(path, identity=identity)
        except InputError as error:
            found.wrong.append(str(error))
            continue
        _bytes(connection, answers, found)
        for chain in answers.chains:
            _chain(connection, chain, here, answers.file, found)
        if not answers.chains:
            found.told.append(f"{answers.file} is from a Galley that made no seals, so its bytes alone are compared.")
    return found


def _bytes(connection: sqlite3.Connection, answers: Answers, found: Compared) -> None:
    if not answers.data:
        return
    row = connection.execute("SELECT at, data FROM kept WHERE hash = ?", (hashed(answers.data),)).fetchone()
    if row is None:
        found.told.append(f"{answers.file} is no file that was taken in; its decisions are compared one by one.")
    elif row[1] is not None and _unpacked(row[1], len(answers.data)) != answers.data:
        found.wrong.append(f"{answers.file} was taken in on {row[0][:10]}, and other bytes are kept of it.")
    else:
        found.told.append(f"{answers.file} is byte for byte the file that was taken in on {row[0][:10]}.")


def _unpacked(kept: bytes, size: int) -> bytes:
    """What is kept of a file, as far as it may be a byte longer than it was; b"" where that is damaged."""
    try:
        return zlib.decompressobj().decompress(kept, size + 1)
    except zlib.error:
        return b""


def _chain(connection: sqlite3.Connection, chain: Chain, here: Sequence[Chain], file: str, found: Compared) -> None:
    ours = [each for each in here if each.source == chain.source or each.source.startswith(f"{chain.source}+")]
    known = {(seal.uid, seal.content) for each in ours for seal in each.seals}
    uids = {uid for uid, _ in known}
    other = [seal.uid for seal in chain.seals if seal.uid in uids and (seal.uid, seal.content) not in known]
    absent = sum(seal.uid not in uids for seal in chain.seals)
    for uid in other[:20]:
        which = source_words.decision(connection, uid)
        found.wrong.append(f"{file}: the decision {which} says something else there than in the project.")
    log = f"{counted(len(chain.seals), 'decisions')} of {source_words.source(connection, chain.source)}"
    if absent:
        found.wrong.append(f"{file}: the project's log lacks {absent:,} of the {log}.")
    if chain.seals and not absent and not other:
        found.told.append(f"{file}: the project has the {log} as sealed.{_gone(connection, chain, ours)}")


def _gone(connection: sqlite3.Connection, chain: Chain, ours: Sequence[Chain]) -> str:
    """How many of a file's decisions have a seal in the project alone, and are not in its log; "" for none."""
    theirs = {seal.uid for seal in chain.seals if seal.away != "event"}
    sealed = {seal.uid: seal.away for each in ours for seal in each.seals if seal.away in ("erased", "back", "left")}
    absent = queries.find_absent_decisions(connection, theirs & sealed.keys())
    counts = Counter(sealed[uid] for uid in absent)
    parts = [f"{count:,} {seal_check.REASONS[str(why)]}" for why, count in sorted(counts.items(), key=str)]
    return f" Of these, {', '.join(parts)}: they are not in its log." if parts else ""
