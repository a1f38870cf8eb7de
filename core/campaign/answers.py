"""What a reviewer decided, without the texts: the file that comes back from a package.

JSON Lines in UTF-8. The first line says whose answers these are and to which package they belong; each further line is
an item: its key, a hash of each of its documents, and the decisions on it in the words of the native record. The
first line holds a hash over itself and everything after it, so that a file that was edited or cut off is refused.

A whole project, a package or not, is read into the same form (``of_project``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any, TypedDict

import orjson
from msgspec import Meta, convert

from galley.core import __version__
from galley.core.campaign import encryption, hash_chains
from galley.core.campaign.hash_chains import Chain
from galley.core.campaign.package import ANSWERS_SUFFIX, read_package
from galley.core.errors import InputError
from galley.core.exports._items import iterate_items
from galley.core.exports._places import IdWords
from galley.core.exports.base import ExportReport
from galley.core.exports.galley import Record
from galley.core.foreign_files import MOST_ANSWERS, read_whole
from galley.core.hashing import blake2b
from galley.core.new_files import replace_file
from galley.core.project.rebuild import logs
from galley.core.storage import limits, log_hashes, project_file, row_checks, schema
from galley.core.storage.connection import Connection, one_state
from galley.core.storage.native_record import RecordDecision
from galley.core.storage.queries import log_check
from galley.core.storage.queries.decisions import DecisionSelection, LogOrder, read_log
from galley.core.storage.queries.exports import ItemChoice
from galley.core.storage.queries.items import read_documents
from galley.core.typed_reading import check

FORMAT = 3
"""1 and 2 were without seals."""
SUFFIX = ANSWERS_SUFFIX
HEAD = b'{"galley_answers":'


class AnsweredItem(TypedDict):
    """A further line."""

    key: str
    documents: dict[str, str]
    decisions: list[RecordDecision]


TABLES = ("documents", "derived", "sources", "verdicts", "decisions")

Progress = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class AnswersHead:
    """The first line. ``package`` is the uid of the package, "" for a whole project that is none; ``hash`` is hex,
    and so is ``head``, that of the project (``galley.core.storage.log_hashes``)."""

    galley_answers: Annotated[int, Meta(ge=1, le=3)]
    package: str
    reviewer: str
    project: str
    made: str
    by: str
    items: int
    decisions: int
    hash: str = ""
    head: str = ""
    chains: Sequence[Any] = ()


@dataclass(frozen=True, slots=True)
class Answers:
    """``items`` are the lines: {"key", "documents": {name: hash in hex}, "decisions": [...]}. ``file`` names where
    they come from; ``whole`` if that is a whole project; ``chains`` what seals them; ``data`` the bytes of the file."""

    head: AnswersHead
    items: list[dict[str, Any]]
    file: str
    whole: bool = False
    chains: Sequence[Chain] = ()
    data: bytes = b""


def write_answers(
    project: Path, out: Path, *, overwrite: bool = False, progress: Progress | None = None, key: str = ""
) -> AnswersHead:
    """Write the answers of the package at ``project`` to ``out``, whole or not at all; where there is a public ``key``,
    so that only its owner can read them.

    Raises: InputError where it is not a package or ``out`` is there already, ProjectError, Cancelled.
    """
    if out.exists() and not overwrite:
        raise InputError(f"{out} already exists, and nothing was written; move it or choose another name.")
    if key:
        encryption.check(key)
    answers = of_project(project, progress)
    if not answers.head.package:
        raise InputError(f"{project.name} is not a package; the lead can merge the whole project file.")
    head = replace(answers.head, chains=hash_chains.encode_chains(answers.chains, answers.items))
    lines = [orjson.dumps(item, option=orjson.OPT_APPEND_NEWLINE) for item in answers.items]
    head = replace(head, hash=_hash(head, lines))
    with replace_file(out, project) as unfinished:
        with unfinished.open("wb") as stream:
            stream.write(orjson.dumps(asdict(head), option=orjson.OPT_APPEND_NEWLINE))
            stream.writelines(lines)
        if key:
            encryption.encrypt(unfinished, key)
    return head


def read_answers(path: Path, progress: Progress | None = None, identity: Path | None = None) -> Answers:
    """The answers in a file, or in a whole project file; in an encrypted one with the key in the file ``identity``.

    Raises: InputError, ProjectError, Cancelled.
    """
    try:
        with path.open("rb") as stream:
            begin = stream.read(len(project_file.SQLITE_MAGIC))
    except OSError as error:
        if path.is_dir():  # Windows calls that a lack of permission
            raise InputError(f"{path} is a folder; name the files in it.") from None
        raise InputError(f"{path} cannot be read ({error.strerror}); check the path and its permissions.") from error
    if begin == project_file.SQLITE_MAGIC:
        return of_project(path, progress)
    try:
        if encryption.is_encrypted(path):
            if identity is None:
                raise InputError(f"{path} is encrypted; name the file with your private key: --identity KEYFILE.")
            data = encryption.decrypt_bytes(path, identity)
        else:
            data = read_whole(path, MOST_ANSWERS)
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check the path and its permissions.") from error
    if data.startswith(project_file.SQLITE_MAGIC):
        raise InputError(f"{path} is a whole project; decrypt it with galley campaign decrypt, and merge that.")
    if not data.startswith(HEAD):
        raise InputError(
            f"{path.name} is not an answers file or a project; ask for the answers file that the reviewer submitted."
        )
    return _of_bytes(path, data)


def _of_bytes(path: Path, data: bytes) -> Answers:
    stream = BytesIO(data)
    first, lines = stream.readline(), stream.readlines()
    try:
        head_fields = orjson.loads(first)
        version = head_fields["galley_answers"]
        if isinstance(version, int) and version > FORMAT:
            raise InputError(
                f"{path.name} was written by a newer Galley ({head_fields.get('by')}); update Galley to merge it."
            )
        head = convert(head_fields, AnswersHead)
    except (ValueError, TypeError, KeyError):
        raise InputError(f"The first line of {path.name} is broken; ask for the file again.") from None
    if len(lines) < head.items or (lines and not lines[-1].endswith(b"\n")):
        raise InputError(
            f"{path.name} is only a part of a file: {len(lines):,} of {head.items:,} items are there; ask for it again."
        )
    if head.hash != _hash(head, lines):
        raise InputError(f"{path.name} was edited after it was written, so it cannot be trusted; ask for it again.")
    try:
        items = [_line(line) for line in lines]
        entry_chains = hash_chains.decode_chains(head.chains, items) if version >= FORMAT else []
        if version >= FORMAT and head.head != log_hashes.combine_links(chain.log_digest() for chain in entry_chains):
            raise InputError("its log does not match its digest")
        return Answers(head, items, path.name, chains=entry_chains, data=data)
    except InputError as error:
        raise InputError(f"{path.name} cannot be trusted: {error}; ask for it again.") from error
    except (ValueError, TypeError, KeyError, IndexError) as error:
        raise InputError(f"{path.name} does not hold answers as Galley writes them ({error}).") from error


def _line(line: bytes) -> dict[str, Any]:
    item: dict[str, Any] = orjson.loads(line)
    check(item, AnsweredItem)
    return item


def _hash(head: AnswersHead, lines: list[bytes]) -> str:
    head_fields = asdict(replace(head, hash=""))
    if head.galley_answers < FORMAT:
        del head_fields["head"], head_fields["chains"]
    digest = blake2b(orjson.dumps(head_fields), digest_size=32)
    for line in lines:
        digest.update(line)
    return digest.hexdigest()


def hash_content(answers: Answers) -> str:
    """A hash of the answers alone: the same whenever and from which file they are written."""
    digest = blake2b(answers.head.package.encode(), digest_size=32)
    for item in answers.items:
        digest.update(orjson.dumps(item))
    return digest.hexdigest()


def of_project(path: Path, progress: Progress | None = None) -> Answers:
    """The decisions in a project file: of a package those that it did not begin with, of any other all.

    Raises: InputError, ProjectError, Cancelled.
    """
    version = project_file.probe(path)
    if version < schema.VERSION:
        raise InputError(f"{path.name} is of an older schema ({version}); open it once, or run galley project migrate.")
    try:
        with closing(project_file.connect(path, write=False)) as connection, one_state(connection):
            limits.refuse(connection, path)
            _require_untouched(path, read_package(connection) is not None)
            return _of_connection(connection, path, progress or (lambda done, total: True))
    except project_file.TROUBLE as error:
        raise project_file.explain(error, path) from error


def _require_untouched(path: Path, package: bool) -> None:
    """Raises: InputError where a decision is not what was sealed, or what a package stores is not what its own log adds
    up to."""
    with closing(row_checks.attach_beside_empty(path)) as connection:
        wrong = next(log_check.wrong(connection, "file"), "") or (next(logs(connection), "") if package else "")
    if wrong:
        raise InputError(f"{path.name} was changed by hand, so its answers cannot be trusted. {wrong}")


def _of_connection(connection: Connection, path: Path, progress: Progress) -> Answers:
    package = read_package(connection)
    base = package.base if package else 0
    new_decisions = [*read_log(connection, DecisionSelection(after=base), LogOrder.STORED)]
    new = {row.uid for row in new_decisions}
    words = IdWords.of(connection)
    item_records: list[dict[str, Any]] = []
    choice = ItemChoice(items={row.item_id for row in new_decisions})
    for item in iterate_items(connection, choice, TABLES, ExportReport(), progress):
        log = [entry for entry in Record(item, words).decisions() if entry["uid"] in new]
        hashes = {head.name: head.hash.hex() for head in read_documents(connection, [item.id])}
        item_records.append({"key": item.key, "documents": hashes, "decisions": log})
    head = AnswersHead(
        galley_answers=FORMAT,
        package=package.uid if package else "",
        reviewer=package.reviewer if package else "",
        project=package.project if package else path.stem,
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        by=__version__,
        items=len(item_records),
        decisions=sum(len(item["decisions"]) for item in item_records),
        head=log_hashes.log_digest(connection),
    )
    head = replace(head, hash=_hash(replace(head, made=""), [orjson.dumps(item) for item in item_records]))
    return Answers(head, item_records, path.name, whole=True, chains=hash_chains.read_chains(connection))
