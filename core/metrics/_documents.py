"""The documents of a project as columns, and which cells a judged document has."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from galley.core.domain import TEXT_KINDS, Criterion, ItemId, Role, UnitKind
from galley.core.storage import limits
from galley.core.storage.connection import Connection
from galley.core.storage.queries import columns
from galley.core.storage.source_documents import find_all_origins

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

ROLES = tuple(role.value for role in Role)
KINDS = tuple(kind.value for kind in UnitKind)
OWN = tuple(ROLES.index(role) for role in ("summary", "table"))
"""A unit of one of these is judged as part of it; a unit of a source is judged against a summary or table."""


def column(text: str | None) -> Ints:
    """Whole numbers that SQL put together with ``group_concat``: one Python object instead of a million."""
    return np.fromstring(text, dtype=np.int64, sep=",") if text else np.empty(0, dtype=np.int64)


def runs(starts: Ints, counts: Ints) -> Ints:
    """start, start + 1, … for each start, one after the other."""
    total = int(counts.sum())
    if total == 0:
        return np.empty(0, dtype=np.int64)
    ends = np.cumsum(counts)
    return np.arange(total) - np.repeat(ends - counts, counts) + np.repeat(starts, counts)


def distinct(values: Ints) -> Ints:
    """The different values, rising. Keys of cells come in long sorted runs, which this sort is made for; numpy's
    ``unique`` hashes them and takes a hundred times as long."""
    ordered = np.sort(values, kind="stable")
    return ordered[np.concatenate([[True], ordered[1:] != ordered[:-1]])] if len(ordered) else ordered


class Documents:
    """One entry a document, in the order of their row ids."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._extents: dict[tuple[str, tuple[str, ...]], tuple[Ints, Ints, Ints]] = {}
        self._labels: dict[str, tuple[Ints, list[str]]] = {}
        self._homes: Ints = np.empty(0, dtype=np.int64)
        self._scope_cache: dict[object, tuple[Ints, Ints, Ints]] = {}

    def _column(self, name: str, codes: Sequence[str] = ()) -> Ints:
        return column(columns.read_document_column(self.connection, name, codes))

    @cached_property
    def id(self) -> Ints:
        """Row ids, rising."""
        return self._column("id")

    @cached_property
    def item(self) -> Ints:
        """The item of each."""
        return self._column("item_id")

    @property
    def whole(self) -> Ints:
        """The unit "whole" of each; the text units follow it without a gap. Raises: NotAProject where they cannot."""
        return self._extent[0]

    @property
    def units(self) -> Ints:
        """How many text units each has. Raises: NotAProject where there are fewer."""
        return self._extent[1]

    @cached_property
    def _extent(self) -> tuple[Ints, Ints]:
        whole, units = self._column("whole_id"), self._column("units")
        if len(whole):
            last = columns.read_extents(self.connection).unit or 0
            total = units.sum(dtype=float) + len(units)  # whole numbers could run over
            if whole.min() < 1 or units.min() < 0 or max(whole.max(), total) > last:
                raise limits.damage_error("The project", "A document counts more units than there are.")
        return whole, units

    @cached_property
    def _origins(self) -> Ints:
        return np.array(find_all_origins(self.connection), dtype=np.int64)

    def origin_of(self, items: Ints) -> Ints:
        """The source document behind each of these items, as a number: items with a dialogue or article of the same
        text in common have the same, whatever their keys; an item without one is a source document of its own."""
        return self._origins[items]

    @cached_property
    def origin(self) -> Ints:
        """The source document behind each document."""
        return self.origin_of(self.item)

    @cached_property
    def role(self) -> Ints:
        """The role of each, as its place in ROLES."""
        return self._column("role", ROLES)

    @cached_property
    def _place(self) -> Ints:
        places = np.full(int(self.id[-1]) + 1 if len(self.id) else 1, -1, dtype=np.int64)
        places[self.id] = np.arange(len(self.id))
        return places

    def place(self, documents: Ints) -> Ints:
        """Where these row ids are in the columns."""
        return self._place[documents]

    def home(self, units: Ints) -> Ints:
        """Where the documents are in the columns whose text these units (row ids) stand in or follow."""
        order, starts = self._by_whole
        if len(units) < len(starts):
            return order[np.searchsorted(starts, units, side="right") - 1]
        top = int(units.max()) + 1
        if len(self._homes) < top:
            ends = np.append(starts[1:], max(top, int(starts[-1]) + 1))
            self._homes = np.repeat(order, np.diff(ends, prepend=starts[0]))
            self._homes = np.concatenate([np.full(int(starts[0]), -1), self._homes])
        return self._homes[units]

    @cached_property
    def _by_whole(self) -> tuple[Ints, Ints]:
        order = np.argsort(self.whole)
        return order, self.whole[order]

    def labels(self, what: str) -> tuple[Ints, list[str]]:
        """A code for each document and the names that the codes stand for: its system, or the data set, split or
        key of its item."""
        if what not in self._labels:
            self._labels[what] = self._read_labels(what)
        return self._labels[what]

    def _read_labels(self, what: str) -> tuple[Ints, list[str]]:
        field = {"source": "dataset", "item": "key"}.get(what, what)
        codes: dict[str, int] = {}
        label_codes = [
            codes.setdefault(name, len(codes)) for name in columns.read_document_labels(self.connection, field)
        ]
        names = sorted(codes)
        rank = np.empty(len(names), dtype=np.int64)
        for number, name in enumerate(names):
            rank[codes[name]] = number
        return rank[np.array(label_codes, dtype=np.int64)] if names else np.empty(0, dtype=np.int64), names

    @cached_property
    def kind(self) -> Ints:
        """The kind of each document's text units."""
        return self._column("kind", KINDS)

    def cells(self, criterion: Criterion, targets: Ints) -> tuple[Ints, Ints]:
        """Units and targets of every cell that ``criterion`` has on these documents (row ids)."""
        homes, first, count = self._extents_of(criterion.unit.value, criterion.types)
        own, others, items = self._asked_of(criterion)
        judged = np.zeros(len(self.id), dtype=bool)
        judged[self.place(targets)] = True
        own_places = own[judged[homes[own]]]
        units = runs(first[own_places], count[own_places])
        about = np.repeat(self.id[homes[own_places]], count[own_places])
        if not len(others):
            return units, about
        # A source unit is judged against every summary or table of its item.
        target_places = np.flatnonzero(judged & self._judgeable)
        low, high = (
            np.searchsorted(items, self.item[target_places]),
            np.searchsorted(items, self.item[target_places], side="right"),
        )
        pick = others[runs(low, high - low)]
        against = np.repeat(np.repeat(self.id[target_places], high - low), count[pick])
        return np.concatenate([units, runs(first[pick], count[pick])]), np.concatenate([about, against])

    @cached_property
    def _judgeable(self) -> NDArray[np.bool_]:
        """Which documents are summaries or tables."""
        return np.isin(self.role, OWN)

    def _asked_of(self, criterion: Criterion) -> tuple[Ints, Ints, Ints]:
        """Where among the extents of its kind a criterion's own units are (judged as part of their document), where
        those of sources are, by item, and the items of the latter."""
        key = criterion.unit, criterion.types, criterion.roles, criterion.about
        if key not in self._scope_cache:
            homes = self._extents_of(criterion.unit.value, criterion.types)[0]
            # A derived unit lies with the first of its sources, which says nothing about what it is asked of.
            derived = criterion.unit not in TEXT_KINDS
            own = self._judgeable[homes] if criterion.about == "summary" else np.ones(len(homes), dtype=bool)
            role_codes = [ROLES.index(role.value) for role in criterion.roles]
            fits = np.isin(self.role[homes], role_codes) if not derived else np.ones(len(homes), dtype=bool)
            others = np.flatnonzero(~own & fits)
            others = others[np.argsort(self.item[homes[others]], kind="stable")]
            self._scope_cache[key] = np.flatnonzero(own & fits), others, self.item[homes[others]]
        return self._scope_cache[key]

    def _extents_of(self, kind: str, types: tuple[str, ...] = ()) -> tuple[Ints, Ints, Ints]:
        """Where units of a kind (derived ones of these types only) are: places of documents, the first unit's row id,
        how many follow one another."""
        key = (kind, types)
        if key not in self._extents:
            if kind == "whole":
                extents = np.arange(len(self.id)), self.whole, np.ones(len(self.id), dtype=np.int64)
            elif kind not in TEXT_KINDS:
                ids, homes = map(column, columns.read_derived_columns(self.connection, [kind], types))
                extents = self.place(homes), ids, np.ones(len(ids), dtype=np.int64)
            else:
                places = np.flatnonzero(self.kind == KINDS.index(kind))
                extents = places, self.whole[places] + 1, self.units[places]
            self._extents[key] = extents
        return self._extents[key]

    def build_filter_mask(
        self, systems: Sequence[str], datasets: Sequence[str], splits: Sequence[str], items: Sequence[ItemId]
    ) -> NDArray[np.bool_]:
        """Which documents pass these filters (names; row ids of items). Empty ones ask for nothing."""
        mask = np.ones(len(self.id), dtype=bool)
        for what, filter_values in (("system", systems), ("dataset", datasets), ("split", splits)):
            if filter_values:
                codes, names = self.labels(what)
                mask &= np.isin(codes, [number for number, name in enumerate(names) if name in set(filter_values)])
        if items:
            mask &= np.isin(self.item, np.asarray(items))
        return mask


def shape(criterion: Criterion) -> tuple[object, ...]:
    """What decides which cells a criterion has."""
    return criterion.unit, criterion.roles, criterion.about, criterion.types
