"""Items with a source in common: against going from item to item by hand."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing

import pytest

from galley.core.storage.source_documents import find_all_origins, find_origins


def _made(seed: int) -> tuple[sqlite3.Connection, dict[int, set[bytes]]]:
    """Items of up to three sources of few texts, some with none; a summary's text joins nothing."""
    chance = random.Random(seed)
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE item (id INTEGER PRIMARY KEY)")
    connection.execute("CREATE TABLE document (item_id, role, hash)")
    texts: dict[int, set[bytes]] = {}
    for item in chance.sample(range(1, 60), 30):
        texts[item] = {bytes([chance.randrange(25)]) for _ in range(chance.randrange(4))}
        rows = [(item, chance.choice(("dialogue", "article")), text) for text in texts[item]]
        connection.execute("INSERT INTO item VALUES (?)", (item,))
        connection.executemany("INSERT INTO document VALUES (?, ?, ?)", [*rows, (item, "summary", b"the same")])
    return connection, texts


def _reached(texts: dict[int, set[bytes]], item: int) -> set[int]:
    """All items to which one comes from this one over texts in common."""
    seen, left = {item}, [item]
    while left:
        here = left.pop()
        for other in texts.keys() - seen:
            if texts[here] & texts[other]:
                seen.add(other)
                left.append(other)
    return seen


@pytest.mark.parametrize("seed", range(20))
def test_items_with_a_source_in_common_have_one_number(seed: int) -> None:
    connection, texts = _made(seed)
    chosen = random.Random(seed).choices(list(texts), k=20)  # some of them twice
    with closing(connection):
        every, some = find_all_origins(connection), find_origins(connection, chosen)
    for one in texts:
        assert {each for each in texts if every[each] == every[one]} == _reached(texts, one)
    there = {each: texts[each] for each in chosen}
    numbers = dict(zip(chosen, some, strict=True))
    for at, one in enumerate(chosen):
        assert some[at] == numbers[one]
        assert {each for each in there if numbers[each] == numbers[one]} == _reached(there, one)
