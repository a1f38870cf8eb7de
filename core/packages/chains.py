"""The seals that come back with answers: writing them down, and taking them into a project beside the decisions.

Each source's chain comes whole, so that it can be followed to its head, also over decisions that are not in the file:
those that a package began with, and those that were erased. In the project it is kept under the name of its source. Of
two files that go on differently from one place, as copies of a package do, the second becomes a source of its own.
See ``galley.core.project.seals`` for what a seal is.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson

from galley.core.errors import InputError
from galley.core.project import seals
from galley.core.project.bulk_rows import insert
from galley.core.project.logrow import COLUMNS, LogRow
from galley.core.project.said import Contents

WRITE = "INSERT INTO seal (source_id, place, uid, salt, content, link, signed, away)"


class Seal(NamedTuple):
    """Of one decision; no ``salt`` where it was erased. ``signed`` as in the table."""

    uid: str
    salt: bytes | None
    content: bytes
    signed: str | None = None
    away: str | None = None


@dataclass(slots=True)
class Chain:
    """What a source made, in order, behind the link ``start``."""

    source: str
    start: bytes
    note: str = ""
    seals: list[Seal] = field(default_factory=list)
    _links: list[bytes] = field(default_factory=list, repr=False, compare=False)

    def links(self) -> list[bytes]:
        """The link of each seal. They are reckoned once: the seals stay as they are from then on."""
        if len(self._links) != len(self.seals):
            last = self.start
            self._links = [last := seals.link(last, seal.content) for seal in self.seals]
        return self._links

    def head(self) -> bytes:
        """The last link."""
        return self.links()[-1] if self.seals else self.start


def read(connection: sqlite3.Connection) -> list[Chain]:
    """All chains of a project."""
    found: dict[int, Chain] = {}
    for row, uid, start, note in connection.execute("SELECT id, uid, start, note FROM source ORDER BY id"):
        found[row] = Chain(uid, start, note)
    for row, *seal in connection.execute(
        "SELECT source_id, uid, salt, content, signed, away FROM seal ORDER BY source_id, place"
    ):
        found[row].seals.append(Seal(*seal))
    return list(found.values())


# In a file -----------------------------------------------------------------------------------------------------------


def written(chains: Sequence[Chain], items: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The chains as the first line has them; what is sealed of ``items`` is said beside each decision."""
    said = {entry["uid"]: entry for item in items for entry in item["decisions"]}
    found = []
    for number, chain in enumerate(chains):
        others: list[list[Any]] = []
        for place, seal in enumerate(chain.seals, 1):
            words = [seal.salt.hex() if seal.salt else None, seal.content.hex()]
            if seal.uid in said:
                said[seal.uid]["seal"] = [number, place, *words]
            else:
                others.append([place, seal.uid, *words])
        head = chain.head().hex()
        found.append(
            {"source": chain.source, "start": chain.start.hex(), "note": chain.note, "head": head, "others": others}
        )
    return found


def unwritten(given: Any, items: Sequence[dict[str, Any]]) -> list[Chain]:
    """The chains of a file; what each decision says of its seal is taken out of ``items``.

    Raises: ValueError, TypeError, KeyError, InputError where they are broken (no file named).
    """
    placed: list[dict[int, Seal]] = [{} for _ in given]
    for item in items:
        for entry in item["decisions"]:
            number, place, salt, content = entry.pop("seal")
            _place(placed[number], place, entry["uid"], salt, content)
    found = []
    for known, there in zip(given, placed, strict=True):
        for place, uid, salt, content in known["others"]:
            _place(there, place, uid, salt, content)
        if sorted(there) != list(range(1, len(there) + 1)):
            raise InputError("its log lacks a seal")
        chain = Chain(str(known["source"]), bytes.fromhex(known["start"]), str(known["note"]))
        chain.seals = [there[place] for place in sorted(there)]
        if chain.head().hex() != known["head"] or len(chain.start) != seals.SIZE:
            raise InputError("its log is not the one of its head")
        found.append(chain)
    return found


def _place(there: dict[int, Seal], place: Any, uid: Any, salt: Any, content: Any) -> None:
    if place in there or not isinstance(uid, str) or len(content) != 2 * seals.SIZE:
        raise InputError("two of its decisions have one seal")
    there[place] = Seal(uid, bytes.fromhex(salt) if salt is not None else None, bytes.fromhex(content))


# Into a project ------------------------------------------------------------------------------------------------------


class Sealing:
    """Takes the chains of one file in, after its decisions. ``rows`` are these as they are in the log, by uid; ``here``
    the name that each reviewer of the file has there; ``asked`` what a finish covered where it covers less here."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        here: Mapping[str, str],
        rows: Mapping[str, LogRow],
        asked: Mapping[str, list[list[Any]]],
        contents: Contents,
    ) -> None:
        self._connection, self._asked, self._came, self._contents = connection, asked, rows, contents
        self._there = {ours: theirs for theirs, ours in here.items() if ours != theirs}
        self._erased = {uid for (uid,) in connection.execute("SELECT mark FROM tombstone WHERE kind = 'decision'")}
        self._signed = dict(connection.execute("SELECT uid, signed FROM seal WHERE signed IS NOT NULL"))

    def take(self, chains: Sequence[Chain], new: Sequence[LogRow]) -> None:
        """``new`` are the rows that were not in the log before.

        Raises: InputError for a decision that is not what was sealed, or has no seal (no file named)
        """
        if not chains:
            seals.seal(self._connection, new, self._contents)  # from a Galley that made none
        bare = self._came.keys() - {seal.uid for chain in chains for seal in chain.seals}
        if chains and bare:
            raise InputError(f"the decision {min(bare)!r} has no seal, so the file was edited")
        for chain in chains:
            self._take(chain)

    def _take(self, chain: Chain) -> None:
        links = chain.links()
        source, own, start = self._source(chain)
        before = self._connection.execute(
            "SELECT link FROM seal WHERE source_id = ? ORDER BY place LIMIT ?", (source, len(links))
        ).fetchall()
        same = next((at for at, (link,) in enumerate(before) if links[at] != link), len(before))
        if start != chain.start or (same < len(links) and (same < len(before) or own)):
            rest = Chain(f"{chain.source}+{links[same].hex()[:16]}", links[same - 1] if same else chain.start)
            rest.note = f"“{rest.source}” goes on otherwise than “{chain.source}” from its decision {same:,} on"
            rest.seals = chain.seals[same:]
            if rest.source == chain.source:
                raise InputError("its log does not go on where it says that it does")
            self._again(chain.seals[:same], source)
            self._take(rest)
            return
        self._again(chain.seals[:same], source)
        added = []
        rows = self._rows([seal.uid for seal in chain.seals[same:]])
        self._contents.load(row.item_id for row in rows.values())
        for place, (seal, link) in enumerate(zip(chain.seals[same:], links[same:], strict=True), same + 1):
            row = rows.get(seal.uid)
            if seal.uid in self._erased:
                seal = seal._replace(salt=None)
            away = None if row is not None and seal.salt is not None else "left" if seal.salt else "erased"
            signed = None
            if row is not None and away is None:
                try:
                    signed = self._sound(row, seal)
                except InputError:
                    if seal.uid in self._came:
                        raise
                    away = "left"  # what a package began with, under the names that its reader was shown
            added.append((source, place, seal.uid, seal.salt, seal.content, link, signed, away))
        insert(self._connection, WRITE, added)

    def _source(self, chain: Chain) -> tuple[int, bool, bytes]:
        query = "SELECT id, own, start FROM source WHERE uid = ?"
        row = self._connection.execute(query, (chain.source,)).fetchone()
        if row is None:
            made = "INSERT INTO source (uid, own, start, note) VALUES (?, 0, ?, ?) RETURNING id"
            values = (chain.source, chain.start, chain.note)
            return (self._connection.execute(made, values).fetchone()[0], False, chain.start)
        return (row[0], bool(row[1]), row[2])

    def _again(self, known: Sequence[Seal], source: int) -> None:
        """Seals that are here already: a decision that was left out before may be in the log now."""
        waiting = dict(
            self._connection.execute("SELECT uid, place FROM seal WHERE source_id = ? AND away = 'left'", (source,))
        )
        waiting |= dict(
            self._connection.execute("SELECT uid, place FROM seal WHERE source_id = ? AND away = 'back'", (source,))
        )
        came = [seal for seal in known if seal.uid in waiting and seal.uid in self._came]
        for seal in came:
            signed = self._sound(self._came[seal.uid], seal)
            self._connection.execute(
                "UPDATE seal SET away = NULL, signed = ? WHERE source_id = ? AND place = ?",
                (signed, source, waiting[seal.uid]),
            )
        done = {seal.uid for seal in came}
        for seal in known:
            if seal.uid in self._came and seal.uid not in done:
                self._sound(self._came[seal.uid], seal)

    def _rows(self, uids: Sequence[str]) -> dict[str, LogRow]:
        """The decisions of these uids that are in the log."""
        found = {uid: self._came[uid] for uid in uids if uid in self._came}
        others = json.dumps([uid for uid in uids if uid not in found])
        query = f"SELECT {COLUMNS} FROM decision WHERE uid IN (SELECT value FROM json_each(?))"
        return found | {row[1]: LogRow(*row) for row in self._connection.execute(query, (others,))}

    def _sound(self, row: LogRow, seal: Seal) -> str | None:
        """What the source said otherwise, as JSON. Raises: InputError"""
        if seal.salt is None or seal.uid in self._erased:
            return None
        if seal.signed is None and seals.content(seal.salt, self._contents.of(row)) == seal.content:
            return None  # as nearly all are
        tried = [orjson.loads(text) if text else {} for text in dict.fromkeys((seal.signed, self._signed.get(row.uid)))]
        name = self._contents.person(row.reviewer_id)
        more: dict[str, Any] = {"reviewer": self._there[name]} if name in self._there else {}
        more |= {"asked": self._asked[row.uid]} if row.uid in self._asked else {}
        for said in [*tried, *({**each, **more} for each in tried if more)]:
            if seals.content(seal.salt, self._contents.of(row, said)) == seal.content:
                return orjson.dumps(said).decode() if said else None
        raise InputError(f"the decision {row.uid!r} was changed after it was made, so the file cannot be trusted")
