"""A made corpus of summaries with errors planted at known rates: any part of it can be made alone, the same each time.

A record made by ``record`` says in ``planted`` which of its sentences are wrong; what is written out does not.
"""

from __future__ import annotations

import datetime
import json
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

RATES = {"plain": 0.05, "keen": 0.12}
"""The share of wrong sentences of each system."""
WORSE = 1.5
"""How many times as many there are in the second week."""
MONDAY = datetime.date(2026, 11, 9)

_TOWNS = ("Ashford", "Brackley", "Cranbrook", "Dunmore", "Elmswell", "Fairlight", "Garston", "Hadleigh")
_NAMES = ("Abbott", "Barlow", "Conway", "Dalton", "Ellison", "Fletcher", "Graham", "Hartley", "Ingram", "Jarvis")
_MONTHS = ("January", "March", "April", "June", "August", "October", "December")
_WORKS = ("bridge", "library", "school", "harbour", "market", "station", "theatre", "swimming pool")
_REST = (
    "Residents had asked for a decision since the spring, when the old building was closed.",
    "Two members of the council were absent, and one of them sent a letter that was read aloud.",
    "The local paper reported that most people at the meeting were in favour of the plan.",
    "A traffic study is to follow, but nobody could say how long it will take.",
    "The meeting ended after three hours without further questions from the public.",
)


def record(number: int, seed: int = 0) -> dict[str, Any]:
    """The record of this number, the same whatever was made before."""
    rng = random.Random(f"{seed}/{number}")
    town, other = rng.sample(_TOWNS, 2)
    mayor, engineer, wrong = rng.sample(_NAMES, 3)
    month, later = rng.sample(_MONTHS, 2)
    work, million, jobs = rng.choice(_WORKS), rng.randint(2, 90), rng.randint(100, 900)
    system = rng.choice(tuple(RATES))
    week = rng.random() < 0.5
    rest = rng.sample(_REST, 4)
    article = " ".join(
        (
            f"The council of {town} voted on Monday to spend {million} million pounds on a new {work}.",
            rest[0],
            f"Mayor {mayor} said that the work is to begin in {month} and will bring {jobs} jobs to the town.",
            rest[1],
            f"The engineer {engineer} warned that the ground near the river is soft and must be drained first.",
            *rest[2:],
        )
    )
    begun = (f"Mayor {mayor} said that the work is to begin in {month}.",) * 4 + (
        f"Builders should get under way in {month}, {mayor} told reporters.",  # right, and in words of its own
    )
    right = (
        f"The council of {town} voted to spend {million} million pounds on a new {work}.",
        rng.choice(begun),
        f"The engineer {engineer} warned that the ground near the river must be drained first.",
    )
    false = (
        f"The council of {rng.choice((town, other))} voted to spend {million + rng.randint(3, 30)} million pounds on a"
        f" new {work}.",
        f"Mayor {mayor} said that the work is to begin in {later}.",
        f"The engineer {wrong} warned that the ground near the river must be drained first.",
    )
    rate = RATES[system] * (WORSE if week else 1.0)
    chosen = sorted(rng.sample(range(3), rng.choice((1, 2, 3))))
    planted = [at for at, _ in enumerate(chosen) if rng.random() < rate]
    sentences = [false[one] if at in planted else right[one] for at, one in enumerate(chosen)]
    day = MONDAY + datetime.timedelta(days=rng.randrange(7) + 7 * week)
    return {
        "id": f"made-{number}", "article": article, "summary": " ".join(sentences), "model": system,
        "day": day.isoformat(), "planted": planted,
    }  # fmt: skip


def records(first: int, count: int, seed: int = 0) -> Iterator[dict[str, Any]]:
    """``count`` records from number ``first`` on."""
    return (record(number, seed) for number in range(first, first + count))


def _shown(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != "planted"}


def write(
    folder: Path, count: int, shards: int, seed: int = 0, parquet: bool = False, first: int = 0
) -> list[Path]:
    """``count`` records from number ``first`` on as so many files of about the same size; gives their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    bounds = [first + count * at // shards for at in range(shards + 1)]
    paths = []
    for first, end in pairwise(bounds):
        path = folder / f"part-{first:07}.{'parquet' if parquet else 'jsonl'}"
        if parquet:
            import pyarrow
            from pyarrow import parquet as files

            rows = [_shown(each) for each in records(first, end - first, seed)]
            files.write_table(pyarrow.Table.from_pylist(rows), path)
        else:
            with path.open("w", encoding="utf-8") as stream:
                stream.writelines(json.dumps(_shown(each)) + "\n" for each in records(first, end - first, seed))
        paths.append(path)
    return paths


def rate(count: int, seed: int = 0, system: str = "", week: str = "") -> float:
    """The share of wrong sentences among the first ``count`` records, of one system or ISO week where it is named."""
    wrong = sentences = 0
    for each in records(0, count, seed):
        year, number, _ = datetime.date.fromisoformat(each["day"]).isocalendar()
        if system in ("", each["model"]) and week in ("", f"{year}-W{number:02}"):
            wrong += len(each["planted"])
            sentences += each["summary"].count(".")
    return wrong / sentences
