"""Mutations of an input: of its bytes, and of its structure where it is JSON."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

TOKENS = [
    *(b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\n", b"\r", b"\r\n", b"\t", b'"', b"'", b"\\", b","),
    *(b";", b"{", b"}", b"[", b"]", b"[" * 200, b"{" * 50, b":", b"null", b"true", b"NaN", b"-1", b"0", b"1e999"),
    *(b"9" * 5_000, b'r="XFD1048576"', b"\xff\xff\xff\xff\x07"),
    *(b'table:number-rows-repeated="1048576"', b'table:number-columns-repeated="16384"'),
    *(b"9" * 20, b"\xe2\x80\xae", b"\xe2\x80\x8b", b"\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7", b"e\xcc\x81"),
    *(b"\xd9\x85", b"\xe4\xb8\xad", b"../../etc/passwd", b"/dev/null", b"=1+1", b"<script>", b"\x1b[2J", b"%s%n"),
    *(b"| --- |", b"```", b"\\u0000", b"\\ud800", b"yes", b"no", b"unit", b"whole", b"value", b"verdicts", b"undo"),
]
VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 2**70, 10**400, 1.5, 1e308, "", " ", "whole", "yes", "\u0000"),
    *("\ud83d", "x" * 5000, "\u202eabc", "../..", [], {}, [[]], [{}], [None], {"a": None}, [1, 2], [[0, 1]], "1"),
]


def mutated(seeds: list[bytes], chance: random.Random) -> bytes:
    """A new input from one or two of the seeds."""
    data = chance.choice(seeds)
    if chance.random() < 0.5 and (shaped := _shaped(data, chance)) is not None:
        data = shaped
        if chance.random() < 0.7:
            return data
    if chance.random() < 0.1:
        other = chance.choice(seeds)
        data = data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]
    for _ in range(1 << chance.randrange(5)):
        data = _one(data, chance)
    return data


def _one(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    size = min(1 << chance.randrange(8), len(data) - at)
    match chance.randrange(7):
        case 0:
            return data[:at] + data[at + size :]
        case 1:
            return data[:at] + data[at : at + size] * chance.choice([2, 3, 50]) + data[at + size :]
        case 2:
            return data[:at] + chance.choice(TOKENS) + data[at:]
        case 3:
            return data[:at] + chance.choice(TOKENS) + data[at + size :]
        case 4:
            return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
        case 5:
            other = chance.randrange(len(data) + 1)
            return data[:at] + data[other : other + size] + data[at:]
        case _:
            return data[:at]


def _shaped(data: bytes, chance: random.Random) -> bytes | None:
    """The same with some values of its JSON changed; None where it is not JSON (or JSON Lines)."""
    try:
        text = data.decode()
        whole: Any = json.loads(text)
        lines = None
    except (ValueError, RecursionError):
        try:
            lines = [json.loads(line) for line in data.decode().splitlines() if line.strip()]
        except (ValueError, RecursionError):
            return None
        if not lines:
            return None
        whole = lines
    for _ in range(1 + chance.randrange(3)):
        whole = _changed(whole, chance, 0)
    try:
        if lines is not None and isinstance(whole, list):
            return "\n".join(json.dumps(line) for line in whole).encode("utf-8", "surrogatepass")
        return json.dumps(whole, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return None


def _changed(value: Any, chance: random.Random, depth: int) -> Any:
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice(list(value))
        match chance.randrange(8):
            case 0:
                return {k: v for k, v in value.items() if k != key}
            case 1:
                return {(chance.choice(list(value)) + "x" if k == key else k): v for k, v in value.items()}
            case _:
                return {**value, key: _changed(value[key], chance, depth + 1)}
    if isinstance(value, list) and value and chance.random() < 0.85:
        at = chance.randrange(len(value))
        match chance.randrange(8):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return [*value[:at], value[at], *value[at:]]
            case 2:
                return [*value[:at], chance.choice(value), *value[at + 1 :]]
            case _:
                return [*value[:at], _changed(value[at], chance, depth + 1), *value[at + 1 :]]
    return chance.choice(VALUES)


def each_value(seed: bytes) -> Iterator[bytes]:
    """The seed with each value of its JSON (or JSON Lines) in turn made each of ``ODD``, and each key left out; nothing
    where it is not JSON."""
    try:
        whole: Any = json.loads(seed)
        lines = False
    except (ValueError, RecursionError):
        try:
            whole = [json.loads(line) for line in seed.decode().splitlines() if line.strip()]
            lines = True
        except (ValueError, RecursionError):
            return
    for made in _each(whole):
        if lines and isinstance(made, list):
            yield b"\n".join(json.dumps(line).encode() for line in made)
        elif not lines:
            yield json.dumps(made).encode()


ODD: list[Any] = [
    *(None, True, 0, -1, 2_000_000_000, 2**70, 1.5, 1e308, "", "x", "x" * 20_000, "\u0000", [], {}, [[]], [{}]),
    *([None], ["a"], [1, 2], {"a": 1}, {"a": []}),
]


def _each(value: Any) -> Iterator[Any]:
    yield from ODD
    if isinstance(value, dict):
        for key in value:
            yield {k: v for k, v in value.items() if k != key}
            yield from ({**value, key: made} for made in _each(value[key]))
    elif isinstance(value, list):
        for at in range(min(len(value), 3)):
            yield from ([*value[:at], made, *value[at + 1 :]] for made in _each(value[at]))
