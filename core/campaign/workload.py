"""Who gets which items: all of them, a random or stratified sample, or folds that overlap.

Two questions, answered one after the other: which items are assigned at all (``size``, ``by``), and to how many
reviewers each of them goes (``each``). The same project, names and seed always give the same shares.
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from galley.core.domain import ItemId
from galley.core.errors import InputError
from galley.core.review import priority
from galley.core.storage.connection import Connection
from galley.core.storage.queries import find_items, packages, read_metadata

SPEAKER_PAIR = re.compile(r"\s*([^=,]+?)\s*=\s*([^,]*?)\s*(?:,|$)")
"""One of "ann=Human, ben=Assistant"."""
COLUMNS = ("dataset", "split", "system", "flags")
"""What items can be stratified by, beside a key of their metadata."""
FLAGS = ((0, "0"), (1, "1"), (2, "2"), (5, "3-5"))
"""Strata of flag counts: up to this many; what is above is one stratum."""


@dataclass(frozen=True, slots=True)
class AssignmentOptions:
    """``size`` items are assigned (0: all), in proportion to the strata of ``by`` if that is named ("dataset",
    "split", "system", "flags" or a key of the metadata); each goes to ``each`` reviewers (0: to all of them).
    With ``value`` it is not drawn which items are handed out: they are those in which errors are likeliest
    (``priority``). ``pairs`` are people who read the same items ("ann+ben,cat+dan"): each item goes to one of them.
    ``speakers`` says who speaks as whom ("ann=Human,ben=Assistant"), or under which key the metadata of items says
    it."""

    size: int = 0
    by: str = ""
    each: int = 0
    seed: int = 0
    value: bool = False
    pairs: str = ""
    speakers: str = ""

    @property
    def teams(self) -> tuple[tuple[str, ...], ...]:
        """The people of each of ``pairs``. Raises: InputError where one names nobody, one person or somebody twice."""
        teams = tuple(tuple(name.strip() for name in pair.split("+")) for pair in self.pairs.split(",") if self.pairs)
        people = [name for team in teams for name in team]
        if any(len(team) < 2 for team in teams) or not all(people) or len({*people}) < len(people):
            raise InputError(f"--pairs is written as ann+ben,cat+dan, each name once, not {self.pairs!r}.")
        return teams

    @property
    def words(self) -> str:
        """The order in words, as it is kept with each package."""
        how = priority.PRIORITY_LABEL if self.value else "at random"
        what = f"{self.size:,} items {how}" if self.size else "all items"
        if self.by:
            what += f" by {self.by}"
        who = f"each to {self.each}" if self.each else "each to everybody"
        if self.pairs:
            who = f"each to one of {', '.join(' and '.join(team) for team in self.teams)}"
        return f"{what}, {who}" + (f", seed {self.seed}" if self.size or self.each or self.pairs else "")


def draw_workload(
    connection: Connection,
    reviewers: Sequence[str],
    order: AssignmentOptions,
    within: Collection[ItemId] | None = None,
    readers: Mapping[ItemId, Collection[str]] | None = None,
) -> dict[str, list[ItemId]]:
    """The items (row ids, in the order of the project) of each reviewer; ``within`` are those that there are to hand
    out, all unless given. Loads differ by one item at most. An item that one of ``pairs`` reads already, by
    ``readers``, stays with them.

    Raises: InputError where the order asks for more reviewers or items than there are, or for an unknown stratum.
    """
    if not reviewers:
        raise InputError("Name at least one reviewer to pack for.")
    if order.each < 0 or order.each > len(reviewers):
        raise InputError(
            f"Each item cannot go to {order.each} of {len(reviewers)} reviewers; name more reviewers or ask for fewer."
        )
    if order.pairs and {*reviewers} != {name for team in order.teams for name in team}:
        raise InputError("--pairs already names who gets packages; name the same people with --for, or omit it.")
    if order.pairs and order.each:
        raise InputError("--pairs says to how many people each item goes; leave --each out.")
    items = [item for item in find_items(connection) if within is None or item in within]
    if not items:
        raise InputError("There is no item to assign.")
    if order.size < 0 or order.size > len(items):
        raise InputError(f"{order.size:,} items cannot be drawn from {len(items):,}; ask for fewer.")
    chance = random.Random(f"galley share {order.seed}")
    strata = _strata(connection, items, order.by)
    by_priority = priority.order(connection).tolist() if order.value and order.size else []
    places = {item: at for at, item in enumerate(by_priority)}
    for members in strata:
        chance.shuffle(members)
        members.sort(key=lambda item: places.get(item, 0))
    sample = _sample(strata, order.size, chance) if order.size else strata
    if order.pairs:
        return _deal_to_teams([item for members in sample for item in members], order.teams, readers or {}, chance)
    if not order.each or order.each == len(reviewers):
        everything = sorted(item for members in sample for item in members)
        return {reviewer: list(everything) for reviewer in reviewers}
    return _deal([item for members in sample for item in members], reviewers, order.each, chance)


def read_speakers(connection: Connection, order: AssignmentOptions, item: ItemId) -> dict[str, set[str]]:
    """As whom each reviewer speaks in an item (row id), as ``speakers`` of the order says it.

    Raises: InputError for a text that is neither pairs nor a key of the metadata, or metadata that say no pairs.
    """
    said: Any = order.speakers
    if said and "=" not in said:
        said = read_metadata(connection, item).get(item, {}).get(order.speakers)
        if said is None:
            raise InputError(
                f"An item has no {order.speakers!r} in its metadata; write --speakers as "
                "ann=Human,ben=Assistant, or as a metadata key with such a text in each item."
            )
    if isinstance(said, dict):
        pairs = [(str(who), str(speaker)) for who, speaker in said.items()]
    else:
        pairs = SPEAKER_PAIR.findall(str(said))
        if said and not pairs:
            raise InputError(f"--speakers is written as ann=Human,ben=Assistant, not {said!r}.")
    speakers: dict[str, set[str]] = defaultdict(set)
    for who, speaker in pairs:
        speakers[who].add(speaker)
    return speakers


def _deal(
    items: Sequence[ItemId], reviewers: Sequence[str], per_item: int, chance: random.Random
) -> dict[str, list[ItemId]]:
    """Every item to the ``each`` reviewers who have least, in random order where several have as little."""
    shares: dict[str, list[ItemId]] = {reviewer: [] for reviewer in reviewers}
    for item in items:
        for reviewer in sorted(reviewers, key=lambda name: (len(shares[name]), chance.random()))[:per_item]:
            shares[reviewer].append(item)
    return {reviewer: sorted(items) for reviewer, items in shares.items()}


def _deal_to_teams(
    items: Sequence[ItemId],
    teams: Sequence[Sequence[str]],
    readers: Mapping[ItemId, Collection[str]],
    chance: random.Random,
) -> dict[str, list[ItemId]]:
    """Every item to the pair that reads it already, else to the one that has least."""
    items_by_team: dict[Sequence[str], list[ItemId]] = {team: [] for team in teams}
    free_items: list[ItemId] = []
    for item in items:
        team = next((team for team in teams if {*team} & {*readers.get(item, ())}), None)
        (free_items if team is None else items_by_team[team]).append(item)
    for item in free_items:
        items_by_team[min(teams, key=lambda team: (len(items_by_team[team]), chance.random()))].append(item)
    return {who: sorted(team_items) for team, team_items in items_by_team.items() for who in team}


def _sample(strata: list[list[ItemId]], size: int, chance: random.Random) -> list[list[ItemId]]:
    """So many of each stratum as its part of the whole is; what is left by rounding goes to the largest remainders."""
    total = sum(map(len, strata))
    exact = [size * len(members) / total for members in strata]
    counts = [int(part) for part in exact]
    ties = [chance.random() for _ in strata]
    rest = sorted(range(len(strata)), key=lambda at: (counts[at] - exact[at], ties[at]))
    for at in rest[: size - sum(counts)]:
        counts[at] += 1
    return [members[:count] for members, count in zip(strata, counts, strict=True)]


def _strata(connection: Connection, items: list[ItemId], by: str) -> list[list[ItemId]]:
    if not by:
        return [list(items)]
    if by in COLUMNS:
        stratum_by_item = packages.read_strata(connection, by)
    else:
        metas = read_metadata(connection)
        stratum_by_item = {item: json.dumps(meta[by], sort_keys=True) for item, meta in metas.items() if by in meta}
        if not stratum_by_item:
            raise InputError(
                f"No item has {by!r} in its metadata; divide by one of: {', '.join(COLUMNS)}, or a metadata key."
            )
    strata: dict[str, list[ItemId]] = defaultdict(list)
    for item in items:
        strata[_stratum_name(stratum_by_item.get(item, ""), by)].append(item)
    return [strata[name] for name in sorted(strata)]


def _stratum_name(value: str | int, by: str) -> str:
    if by != "flags":
        return str(value)
    return next((name for most, name in FLAGS if int(value or 0) <= most), "more")
