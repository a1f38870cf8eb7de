"""Native records of made-up words, always the same for a seed: what the benchmarks import.

An item is a consultation of 12 turns, an article of 14 paragraphs, a summary of 5 sentences and 3 flags of one
judge, each with a confidence, an explanation, a span and a quote: about 5.5 KB of JSON. The words follow Zipf's
law over 20,000 made-up words, so that an index of them is as large and as uneven as one of real text.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

TURNS, PARAGRAPHS, SENTENCES, FLAGS = 12, 14, 5, 3
WORDS = 20_000
CRITERIA = ("changed-meaning", "extrinsic-context", "speaker-misattribution", "wrong-linking")
SYSTEMS = ("alder", "birch", "cedar", "dogwood")
COMMON, RARE, PHRASE, HAN = "bespoke", "quixotry", "bespoke marigold", "摘要"
"""Words planted for the searches: in one item of 5, of 2,000, a phrase in one of 20, two characters in one of 10."""


def records(count: int, seed: int = 7) -> Iterator[dict[str, Any]]:
    """``count`` native records."""
    chance = random.Random(seed)
    words = ["".join(chance.choices("abcdefghilmnoprstu", k=chance.randint(2, 9))) for _ in range(WORDS)]
    weights: list[float] = []
    total = 0.0
    for rank in range(WORDS):
        total += 1 / (rank + 3)
        weights.append(total)
    # drawn in one go and then cut: choosing word by word would take longer than importing them
    for number in range(count):
        drawn = iter(chance.choices(words, cum_weights=weights, k=900))

        def text(low: int, high: int, drawn: Iterator[str] = drawn) -> str:
            return " ".join(next(drawn) for _ in range(chance.randint(low, high))).capitalize() + "."

        turns = [{"speaker": ("Doctor", "Patient")[n % 2], "text": text(6, 16)} for n in range(TURNS)]
        paragraphs = [text(20, 38) for _ in range(PARAGRAPHS)]
        sentences = [text(10, 18) for _ in range(SENTENCES)]
        paragraphs[0] += planted(number)
        system = SYSTEMS[number % len(SYSTEMS)]
        yield {
            "key": f"visit-{number:06d}",
            "dataset": ("clinic", "ward")[number % 3 == 0],
            "split": "test",
            "meta": {},
            "documents": [
                {"id": "dialogue", "role": "dialogue", "turns": turns},
                {"id": "article", "role": "article", "paragraphs": paragraphs},
                {"id": "summary", "role": "summary", "system": system, "part": "whole", "sentences": sentences},
            ],
            "verdicts": [flag(n, turns, sentences, chance) for n in range(FLAGS)],
        }


def planted(number: int) -> str:
    """The words that the searches look for."""
    found = ""
    if number % 5 == 0:
        found += f" {COMMON}"
    if number % 20 == 0:
        found += " marigold"
    if number % 2_000 == 0:
        found += f" {RARE}"
    if number % 10 == 0:
        found += " 这是一份摘要。"
    return found


def flag(number: int, turns: list[dict[str, str]], sentences: list[str], chance: random.Random) -> dict[str, Any]:
    """A judge's positive verdict on one sentence, with a quote from a turn."""
    unit, turn = number, chance.randrange(TURNS)
    return {
        "annotator": "judge-a",
        "kind": "judge",
        "scheme": "dial-summer",
        "criterion": CRITERIA[chance.randrange(len(CRITERIA))],
        "document": "summary",
        "unit": unit,
        "value": "yes",
        "confidence": 0.8,
        "explanation": "The turn says otherwise: " + turns[turn]["text"][:60],
        "span": [0, sentences[unit].index(" ")],
        "evidence": [{"document": "dialogue", "unit": turn, "quote": turns[turn]["text"][:30].strip()}],
    }


def write(path: Path, count: int, seed: int = 7) -> int:
    """Write ``count`` records as JSON Lines and give the size of the file in bytes."""
    with path.open("wb") as stream:
        for record in records(count, seed):
            stream.write(orjson.dumps(record) + b"\n")
    return path.stat().st_size
