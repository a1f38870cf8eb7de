"""Which part of a reply is the answer, for every method: thoughts are cut off, the last complete answer counts, and
of two that differ neither does. Nor does one that the prose after it takes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from galley.core.judges.clients.base import Finish, Reply
from galley.core.judges.inquiry.labels import Fault, Reading
from galley.core.replies import chances, replies, thinking

ONLY_THOUGHTS = "nothing but reasoning in the reply"
_REASONS = frozenset({"reasoning", "reason", "explanation", "rationale"})


def read(reply: Reply, reader: Callable[[Reply], Reading]) -> Reading:
    """What ``reader`` makes of the answer in a reply."""
    plain_text, likely = chances.split_chances(reply.text)
    if likely:
        plain = read(replace(reply, text=plain_text), reader)
        labels = likely[-len(plain.units) :] if plain.units else likely[-1:]
        return replace(plain, chances=labels if len(labels) == max(len(plain.units), 1) else ())
    if reply.finish is not Finish.STOP:
        return reader(reply)
    text, thoughts = thinking.split_thoughts(reply.text)
    if thoughts and not text.strip():
        return Reading(unscored_reason=ONLY_THOUGHTS, fault=Fault.MALFORMED)
    if thoughts:
        reply = replace(reply, text=text)
    parts = replies.answers(reply.text)
    if parts and replies.withdraws_answer(reply.text[reply.text.rindex(parts[-1]) + len(parts[-1]) :]):
        return Reading(unscored_reason=replies.ANSWER_WITHDRAWN)
    if len(parts) < 2:
        return reader(reply)
    readings = [reader(replace(reply, text=part)) for part in parts]
    if not any(reading.units or reading.data is not None for reading in readings):
        return reader(reply)
    chosen_reading = replies.pick_reading(readings, lambda reading: not reading.unscored_reason, _says)
    return Reading(unscored_reason=replies.TWO_ANSWERS) if chosen_reading is None else chosen_reading


def _says(reading: Reading) -> Any:
    """What of a reading two answers must agree in: all but the reasons."""
    units = tuple(None if unit.labels is None else frozenset(unit.labels) for unit in reading.units)
    return units, _without_reasons(reading.data)


def _without_reasons(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _without_reasons(child) for name, child in value.items() if name not in _REASONS}
    if isinstance(value, list | tuple):
        return [_without_reasons(child) for child in value]
    return value
