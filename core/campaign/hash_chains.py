"""The seals that come back with answers: writing them down, and taking them into a project beside the decisions.

Each source's chain comes whole, so that it can be followed to its head, also over decisions that are not in the file:
those that a package began with, and those that were erased. In the project it is kept under the name of its source. Of
two files that go on differently from one place, as copies of a package do, the second becomes a source of its own.
See ``galley.core.project.entry_hashes`` for what a seal is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from galley.core.errors import InputError
from galley.core.storage import log_hashes
from galley.core.storage.bulk_rows import insert
from galley.core.storage.connection import Connection
from galley.core.storage.entry_bytes import Contents
from galley.core.storage.log_row import LogRow
from galley.core.storage.queries import log_branches
from galley.core.storage.queries.decisions import DecisionSelection, read_log
from galley.core.storage.queries.log_branches import EntryHash, OpenBranch
from galley.core.storage.tombstones import find_erased_decisions

WRITE = "INSERT INTO seal (source_id, place, uid, salt, content, link, signed, away)"


@dataclass(slots=True)
class Chain:
    """The entry hashes of one log branch, in order, behind the link ``start``."""

    branch: str
    start: bytes
    note: str = ""
    entry_hashes: list[EntryHash] = field(default_factory=list)
    _links: list[bytes] = field(default_factory=list, repr=False, compare=False)

    def compute_links(self) -> list[bytes]:
        """The link of each entry hash, computed once: the hashes do not change afterwards."""
        if len(self._links) != len(self.entry_hashes):
            last = self.start
            self._links = [last := log_hashes.link(last, seal.content) for seal in self.entry_hashes]
        return self._links

    def log_digest(self) -> bytes:
        """The last link."""
        return self.compute_links()[-1] if self.entry_hashes else self.start


def read_chains(connection: Connection) -> list[Chain]:
    """All chains of a project."""
    chain_by_row: dict[int, Chain] = {}
    for branch in sorted(log_branches.read_branches(connection)):
        chain_by_row[branch.row] = Chain(branch.uid, branch.start, branch.note)
    for row, entry_hash in log_branches.read_entry_hashes(connection):
        chain_by_row[row].entry_hashes.append(entry_hash)
    return list(chain_by_row.values())


# In a file -----------------------------------------------------------------------------------------------------------


def encode_chains(chains: Sequence[Chain], items: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The chains as the first line has them; what is sealed of ``items`` is said beside each decision."""
    entry_by_uid = {entry["uid"]: entry for item in items for entry in item["decisions"]}
    chain_records = []
    for number, chain in enumerate(chains):
        others: list[list[Any]] = []
        for place, seal in enumerate(chain.entry_hashes, 1):
            words = [seal.salt.hex() if seal.salt else None, seal.content.hex()]
            if seal.uid in entry_by_uid:
                entry_by_uid[seal.uid]["seal"] = [number, place, *words]
            else:
                others.append([place, seal.uid, *words])
        head = chain.log_digest().hex()
        chain_records.append(
            {"source": chain.branch, "start": chain.start.hex(), "note": chain.note, "head": head, "others": others}
        )
    return chain_records


def decode_chains(chain_records: Any, items: Sequence[dict[str, Any]]) -> list[Chain]:
    """The chains of a file; what each decision says of its seal is taken out of ``items``.

    Raises: ValueError, TypeError, KeyError, InputError where they are broken (no file named).
    """
    hashes_by_place: list[dict[int, EntryHash]] = [{} for _ in chain_records]
    for item in items:
        for entry in item["decisions"]:
            number, place, salt, content = entry.pop("seal")
            _place(hashes_by_place[number], place, entry["uid"], salt, content)
    chains = []
    for chain_record, entry_hashes in zip(chain_records, hashes_by_place, strict=True):
        for place, uid, salt, content in chain_record["others"]:
            _place(entry_hashes, place, uid, salt, content)
        if sorted(entry_hashes) != list(range(1, len(entry_hashes) + 1)):
            raise InputError("its log lacks an entry hash")
        chain = Chain(str(chain_record["source"]), bytes.fromhex(chain_record["start"]), str(chain_record["note"]))
        chain.entry_hashes = [entry_hashes[place] for place in sorted(entry_hashes)]
        if chain.log_digest().hex() != chain_record["head"] or len(chain.start) != log_hashes.SIZE:
            raise InputError("its log does not match its digest")
        chains.append(chain)
    return chains


def _place(entry_hashes: dict[int, EntryHash], place: Any, uid: Any, salt: Any, content: Any) -> None:
    if place in entry_hashes or not isinstance(uid, str) or len(content) != 2 * log_hashes.SIZE:
        raise InputError("two of its decisions have the same entry hash")
    entry_hashes[place] = EntryHash(uid, bytes.fromhex(salt) if salt is not None else None, bytes.fromhex(content))


# Into a project ------------------------------------------------------------------------------------------------------


class ChainImport:
    """Imports the chains of one file after its decisions. ``rows`` are these as they are in the log, by uid;
    ``reviewer_names`` the name that each reviewer of the file has here; ``asked_pairs`` what a finish covered where it
    covers less here."""

    def __init__(
        self,
        connection: Connection,
        reviewer_names: Mapping[str, str],
        rows: Mapping[str, LogRow],
        asked_pairs: Mapping[str, list[list[Any]]],
        contents: Contents,
    ) -> None:
        self._connection, self._asked_pairs, self._rows_by_uid, self._contents = connection, asked_pairs, rows, contents
        self._their_names = {ours: theirs for theirs, ours in reviewer_names.items() if ours != theirs}
        self._erased_uids = find_erased_decisions(connection)
        self._signed_contents = {
            seal.uid: seal.signed_content for _, seal in log_branches.read_entry_hashes(connection, signed_only=True)
        }

    def import_chains(self, chains: Sequence[Chain], new: Sequence[LogRow]) -> None:
        """``new`` are the rows that were not in the log before.

        Raises: InputError for a decision that is not what was sealed, or has no seal (no file named)
        """
        if not chains:
            log_hashes.add_entry_hashes(self._connection, new, self._contents)  # from a Galley that made none
        bare = self._rows_by_uid.keys() - {seal.uid for chain in chains for seal in chain.entry_hashes}
        if chains and bare:
            raise InputError(f"the decision {min(bare)!r} has no entry hash, so the file was edited")
        for chain in chains:
            self._import_chain(chain)

    def _import_chain(self, chain: Chain) -> None:
        links = chain.compute_links()
        branch = log_branches.open_branch(self._connection, chain.branch, chain.start, chain.note, len(links))
        before = branch.links
        same = next((at for at, link in enumerate(before) if links[at] != link), len(before))
        if branch.start != chain.start or (same < len(links) and (same < len(before) or branch.is_own)):
            rest = Chain(f"{chain.branch}+{links[same].hex()[:16]}", links[same - 1] if same else chain.start)
            rest.note = f"“{rest.branch}” differs from “{chain.branch}” from its decision {same:,} on"
            rest.entry_hashes = chain.entry_hashes[same:]
            if rest.branch == chain.branch:
                raise InputError("its log does not continue the log that it names")
            self._recheck_known(chain.entry_hashes[:same], branch)
            self._import_chain(rest)
            return
        self._recheck_known(chain.entry_hashes[:same], branch)
        added = []
        rows = self._rows([seal.uid for seal in chain.entry_hashes[same:]])
        self._contents.load(row.item_id for row in rows.values())
        for place, (seal, link) in enumerate(zip(chain.entry_hashes[same:], links[same:], strict=True), same + 1):
            row = rows.get(seal.uid)
            if seal.uid in self._erased_uids:
                seal = seal._replace(salt=None)
            away = None if row is not None and seal.salt is not None else "left" if seal.salt else "erased"
            signed_content = None
            if row is not None and away is None:
                try:
                    signed_content = self._check_content(row, seal)
                except InputError:
                    if seal.uid in self._rows_by_uid:
                        raise
                    away = "left"  # what a package began with, under the names that its reader was shown
            added.append((branch.row, place, seal.uid, seal.salt, seal.content, link, signed_content, away))
        insert(self._connection, WRITE, added)

    def _recheck_known(self, known_hashes: Sequence[EntryHash], branch: OpenBranch) -> None:
        """Seals that are here already: a decision that was left out before may be in the log now."""
        waiting = branch.left_out
        added_hashes = [seal for seal in known_hashes if seal.uid in waiting and seal.uid in self._rows_by_uid]
        for seal in added_hashes:
            signed_content = self._check_content(self._rows_by_uid[seal.uid], seal)
            log_branches.bring_back_entry(self._connection, branch.row, waiting[seal.uid], signed_content)
        done = {seal.uid for seal in added_hashes}
        for seal in known_hashes:
            if seal.uid in self._rows_by_uid and seal.uid not in done:
                self._check_content(self._rows_by_uid[seal.uid], seal)

    def _rows(self, uids: Sequence[str]) -> dict[str, LogRow]:
        """The decisions of these uids that are in the log."""
        rows = {uid: self._rows_by_uid[uid] for uid in uids if uid in self._rows_by_uid}
        others = [uid for uid in uids if uid not in rows]
        return rows | {row.uid: row for row in read_log(self._connection, DecisionSelection(uids=others))}

    def _check_content(self, row: LogRow, entry_hash: EntryHash) -> str | None:
        """What the source said otherwise, as JSON. Raises: InputError"""
        if entry_hash.salt is None or entry_hash.uid in self._erased_uids:
            return None
        if (
            entry_hash.signed_content is None
            and log_hashes.content(entry_hash.salt, self._contents.encode_decision(row)) == entry_hash.content
        ):
            return None  # as nearly all are
        tried = [
            orjson.loads(text) if text else {}
            for text in dict.fromkeys((entry_hash.signed_content, self._signed_contents.get(row.uid)))
        ]
        name = self._contents.person(row.reviewer_id)
        more: dict[str, Any] = {"reviewer": self._their_names[name]} if name in self._their_names else {}
        more |= {"asked": self._asked_pairs[row.uid]} if row.uid in self._asked_pairs else {}
        for content in [*tried, *({**fields, **more} for fields in tried if more)]:
            if log_hashes.content(entry_hash.salt, self._contents.encode_decision(row, content)) == entry_hash.content:
                return orjson.dumps(content).decode() if content else None
        raise InputError(f"the decision {row.uid!r} was changed after it was made, so the file cannot be trusted")
