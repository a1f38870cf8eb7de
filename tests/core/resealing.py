"""What somebody can do who edits answers and knows how a log is sealed: seal it anew. Written from the words of the
file alone, so it is also a second way to what `galley.core.storage.entry_bytes` gives from the rows of a project."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def said(key: str, entry: dict[str, Any], homes: dict[str, str] | None = None) -> bytes:
    """The content of a decision as a file of answers has it; ``homes`` are the documents of derived units."""
    unit = target = criterion = None
    if entry.get("criterion") is not None:
        criterion = [entry["scheme"], entry["criterion"]]
        unit = _unit([entry["document"], entry["unit"]] if "document" in entry else entry["unit"])
        target = entry["about"] if "about" in entry else entry.get("document") or (homes or {})[entry["unit"]]
    elif "document" in entry:
        target = entry["document"]
    made = entry.get("made")
    if made:
        units = [
            [each["id"], each["kind"], each["position"], each["text"], each.get("type"), each.get("meta"),
             [_unit(place) for place in each["from"]]]
            for each in made["units"]
        ]  # fmt: skip
        made = [units, [_unit(name) for name in made["replaces"]]]
    words = [
        entry["uid"], entry["at"], entry["reviewer"], entry["action"], key, unit, criterion, target, entry.get("value"),
        entry.get("as"), entry.get("spans"), entry.get("note"), entry.get("asked", []), entry.get("unread"), made,
        " ".join(entry["shown"]) if "shown" in entry else None, entry.get("task"), entry.get("round", 1),
        entry.get("seconds"), entry.get("act"), entry.get("refers"),
    ]  # fmt: skip
    return json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()


def _unit(place: Any) -> list[Any]:
    if isinstance(place, str):
        return [None, place]
    document, number = place
    return [document, -1 if number == "whole" else number]


def sealed(salt: bytes, words: bytes) -> bytes:
    return hashlib.blake2b(words, digest_size=32, salt=salt).digest()


def resealed(head: dict[str, Any], items: list[dict[str, Any]]) -> dict[str, Any]:
    """The first line for items that were edited, each decision with a seal that fits."""
    chain, *_ = head["chains"]
    log = [(item["key"], entry) for item in items for entry in item["decisions"]]
    others = {place: content for place, _, _, content in chain["others"]}
    free = (place for place in range(1, len(others) + len(log) + 1) if place not in others)
    contents = dict(others)
    for place, (key, entry) in zip(free, log, strict=False):
        salt = bytes(16)
        try:
            content = sealed(salt, said(key, entry)).hex()
        except (KeyError, TypeError, ValueError):
            content = "00" * 32
        entry["seal"] = [0, place, salt.hex(), content]
        contents[place] = content
    last = bytes.fromhex(chain["start"])
    for place in sorted(contents):
        last = hashlib.blake2b(last + bytes.fromhex(contents[place]), digest_size=32).digest()
    chain = {**chain, "head": last.hex()}
    return {**head, "chains": [chain], "head": hashlib.blake2b(last, digest_size=32).hexdigest()}
