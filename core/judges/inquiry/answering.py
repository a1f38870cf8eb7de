"""Which part of a reply is the answer, for every method: thoughts are cut off, the last complete answer counts, and
of two that differ neither does. Nor does one that the prose after it takes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from galley.core.judges.clients.base import Finish, Reply
from galley.core.judges.inquiry.labels import Reading
from galley.core.replies import chances, replies, thinking

ONLY_THOUGHTS = "nothing but reasoning in the reply"
_REASONS = frozenset({"reasoning", "reason", "explanation", "rationale"})


def read(reply: Reply, reader: Callable[[Reply], Reading]) -> Reading:
    """What ``reader`` makes of the answer in a reply."""
    kept, likely = chances.split(reply.text)
    if likely:
        plain = read(replace(reply, text=kept), reader)
        labels = likely[-len(plain.units) :] if plain.units else likely[-1:]
        return replace(plain, chances=labels if len(labels) == max(len(plain.units), 1) else ())
    if reply.finish is not Finish.STOP:
        return reader(reply)
    text, thoughts = thinking.split(reply.text)
    if thoughts and not text.strip():
        return Reading(unscored=ONLY_THOUGHTS)
    if thoughts:
        reply = replace(reply, text=text)
    parts = replies.answers(reply.text)
    if parts and replies.takes_back(reply.text[reply.text.rindex(parts[-1]) + len(parts[-1]) :]):
        return Reading(unscored=replies.TAKEN_BACK)
    if len(parts) < 2:
        return reader(reply)
    readings = [reader(replace(reply, text=part)) for part in parts]
    if not any(each.units or each.data is not None for each in readings):
        return reader(reply)
    found = replies.settled(readings, lambda each: not each.unscored, _says)
    return Reading(unscored=replies.TWO_ANSWERS) if found is None else found


def _says(reading: Reading) -> Any:
    """What of a reading two answers must agree in: all but the reasons."""
    units = tuple(None if said.labels is None else frozenset(said.labels) for said in reading.units)
    return units, _without_reasons(reading.data)


def _without_reasons(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _without_reasons(each) for name, each in value.items() if name not in _REASONS}
    if isinstance(value, list | tuple):
        return [_without_reasons(each) for each in value]
    return value
