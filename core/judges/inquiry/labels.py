"""From a reply to what it says of each unit. A label is the whole field, or stands before punctuation and a reason;
what hedges, or says two things of one unit, is Unscored."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from galley.core.judges.clients.base import Finish, Reply
from galley.core.replies import chances, replies, thinking

GUESSED = "json-repair"
"""The one repair that guesses: what it gives can be a yes, never a no."""

LEFT_OUT = "left out of the reply"
_MOST_QUOTES = 8


CUT_OFF = f"{replies.TRUNCATED}: the reply reached its limit of tokens; raise --max-tokens or the server's context"


class Fault(StrEnum):
    """Why a reply may be asked for once more: its form is wrong, whatever it says."""

    NONE = ""
    CUT = "cut"
    MALFORMED = "malformed"


class CallId(NamedTuple):
    """A call of a run: the row of the document that it is about, and its key."""

    document: int
    key: str


@dataclass(frozen=True, slots=True)
class UnitReply:
    """What a reply says of one unit: ``labels`` that hold (none is a "no"), or None and ``why`` there is no answer."""

    labels: tuple[str, ...] | None
    why: str = ""
    explanation: str = ""
    quotes: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A reply as it was read. ``unscored_reason`` says why nothing of it counts, or that some units have no answer;
    ``units`` has one entry a unit, or none if nothing counts. ``data`` is the object of a reply that is no list of
    labels. ``chances`` has for each unit how likely the words were that its label could have begun with, where the
    server told. ``repairs`` names what was mended; ``call``, filled in by the runner, where the reply is kept.
    ``fault`` is what is wrong with the form: no JSON, cut off, or another number of units. A label that hedges is no
    such fault.
    """

    units: tuple[UnitReply, ...] = ()
    unscored_reason: str = ""
    repairs: str = ""
    data: Any = None
    call: CallId | None = None
    chances: tuple[Mapping[str, float], ...] = ()
    fault: Fault = Fault.NONE

    @property
    def nothing(self) -> bool:
        """Whether nothing of the reply could be read."""
        if self.units:
            return all(unit.labels is None for unit in self.units)
        return bool(self.unscored_reason) and (not self.data or bool(getattr(self.data, "why", "")))

    @property
    def is_guessed(self) -> bool:
        """Whether a repair may have changed what the model said."""
        return GUESSED in self.repairs


def find_stop_reason(reply: Reply) -> str:
    """Why a reply cannot be read at all, or nothing."""
    if reply.finish is Finish.REFUSED:
        refusal = " ".join(reply.refusal.split())
        return f"refused: {refusal[:160]}" if refusal else "refused"
    if reply.finish is Finish.TRUNCATED:
        return CUT_OFF
    if reply.finish is not Finish.STOP:
        return str(reply.finish)
    return ""


def read_object(reply: Reply, field: str) -> Reading:
    """A reply that is an object with ``field``."""
    why = find_stop_reason(reply)
    if why:
        return Reading(unscored_reason=why)
    json_object, parsed = replies.parse_object(reply.text, field)
    repaired = ", ".join(parsed.how)
    if json_object is None or field not in json_object:
        return _malformed(parsed.reason or f"the reply has no “{field}”", repaired)
    return Reading(data=json_object[field], repairs=repaired)


def read_units(
    reply: Reply,
    count: int,
    offered: Mapping[str, Sequence[str]],
    field: str = "label",
    explanation: str = "reasoning",
    what: str = "sentences",
    texts: Sequence[str] = (),
) -> Reading:
    """A reply that lists one object for each of ``count`` units; where their ``texts`` are given, also one object with
    these for keys and a reasoning that ends in "So the label is: …" for values (DIAL-SUMMER, table 6).

    ``offered`` maps each label to the ids it stands for (none: a "no"). Entries with ``number`` go by it (a unit with
    two labels that differ, or with none, is unscored); without numbers their order counts and there must be ``count``.
    """
    why = find_stop_reason(reply)
    if why:
        return Reading(unscored_reason=why)
    parsed = replies.parse_entries(reply.text)
    repaired = ", ".join(parsed.how)
    entries = [entry for entry in parsed.entries if isinstance(entry, dict)]
    if by_text := _read_keyed(parsed.object or (entries[0] if len(entries) == 1 else {}), texts, field, explanation):
        entries, parsed = by_text, replace(parsed, entries=tuple(by_text), reason="")
    if parsed.reason or len(entries) != len(parsed.entries):
        return _malformed(parsed.reason or "the reply lists something else than labels", repaired)
    numbers = [_number(entry.get("number")) for entry in entries]
    if None in numbers or not numbers:
        if len(entries) != count:
            return _malformed(f"the reply lists {len(entries)} {what} instead of {count}", repaired)
        numbers = list(range(1, count + 1))
    strange = [n for n in numbers if n is None or not 1 <= n <= count]
    if strange:
        return _malformed(f"the reply judges number {strange[0]} of {count} {what}", repaired)
    unit_replies = [UnitReply(None, LEFT_OUT)] * count
    seen: set[int] = set()
    for number, entry in zip(numbers, entries, strict=True):
        place = (number or 1) - 1
        one = _read_entry(entry, offered, field, explanation)
        if place in seen and one.labels != unit_replies[place].labels:
            one = UnitReply(None, f"the reply judges number {place + 1} twice, with labels that differ")
        unit_replies[place] = one
        seen.add(place)
    missing = [unit_reply.why for unit_reply in unit_replies if unit_reply.labels is None]
    why = f"{len(missing)} of {count} {what}: {missing[0]}" if missing else ""
    return Reading(
        tuple(unit_replies), why, repaired, fault=Fault.MALFORMED if set(missing) == {LEFT_OUT} else Fault.NONE
    )


def _malformed(why: str, repaired: str) -> Reading:
    return Reading(unscored_reason=why, repairs=repaired, fault=Fault.MALFORMED)


_STATED = re.compile(r"\blabel\s+is\b\s*:?", re.IGNORECASE)


def _read_keyed(json_object: Any, texts: Sequence[str], field: str, explanation: str) -> list[dict[str, Any]]:
    """The entries of an object whose keys are units' texts, in the form of a list; nothing where it is no such object.
    A value that states no label has none: what its prose says is not guessed."""
    if not isinstance(json_object, dict) or not all(isinstance(value, str) for value in json_object.values()):
        return []
    values_by_text = {replies.squeeze(key): value for key, value in json_object.items()}
    entries = []
    for number, text in enumerate(texts, 1):
        value = values_by_text.get(replies.squeeze(text))
        if value is None:
            continue
        stated = list(_STATED.finditer(value))
        entry: dict[str, Any] = {"number": number, explanation: value[: stated[-1].start()] if stated else value}
        entries.append(entry | ({field: value[stated[-1].end() :]} if stated else {}))
    return entries


def _number(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        match = re.fullmatch(r"\s*\[?[A-Z]?(\d{1,6})\]?\s*", value)
        return int(match[1]) if match else None
    return value if isinstance(value, int) else None


def _read_entry(
    entry: Mapping[str, Any],
    offered: Mapping[str, Sequence[str]],
    field: str,
    explanation: str,
) -> UnitReply:
    reason = entry.get(explanation)
    words = reason.strip() if isinstance(reason, str) else ""
    label_value = entry.get(field)
    names = [name for name in (label_value if isinstance(label_value, list) else [label_value]) if name is not None]
    labels: list[str] = []
    for name in names:
        ids = read_label(str(name), offered)
        if ids is None:
            return UnitReply(None, f"unknown label “{str(name)[:60]}”", words)
        labels += ids
    if not names:
        return UnitReply(None, "no label", words)
    return UnitReply(tuple(dict.fromkeys(labels)), "", words, _texts(entry.get("quotes")), _texts(entry.get("words")))


_OPENING = re.compile(r"\s*(?:so\s+)?the label is\s*:?\s*", re.IGNORECASE)
"""How DIAL-SUMMER's prompt lets an answer begin (table 6)."""
_REASON = re.compile(r"""[\s*_"'”’`]*(?:[.,:;!](?=\s|$)|\s[–—-]\s|\s*[(\[]|\n)""")
"""What stands between a label and its reason."""
_ORDINARY = frozenset({"no"})
"""Labels that are words of any reason as well; one in capitals is a label."""


def read_label(text: str, offered: Mapping[str, Sequence[str]]) -> tuple[str, ...] | None:
    """The ids of the label in ``text``: the whole of it, or what stands before punctuation and a reason. None for
    anything else: two labels, a hedge, a label within a sentence, a reason that names another label."""
    text = _OPENING.sub("", text, count=1) if _OPENING.match(text) else text
    ids_by_name = {replies.squeeze(name): tuple(ids) for name, ids in offered.items()}
    whole = ids_by_name.get(replies.squeeze(text)) if not re.search(r"[/|?]", text) else None
    if whole is not None:
        return whole
    stated = re.sub(r"""^[\s*_"'“‘`(\[]+""", "", text)
    for name in sorted(offered, key=len, reverse=True):
        if stated[: len(name)].casefold() != name.casefold():
            continue
        reason = stated[len(name) :]
        ids = tuple(offered[name])
        if not _REASON.match(reason) or any(_names(reason, other) for other in offered if tuple(offered[other]) != ids):
            return None
        return ids
    return None


def _names(reason: str, label: str) -> bool:
    """Whether a reason states another label, which makes the first one a hedge."""
    if label.isdecimal():  # a reason may count; "4, or 3" hedges
        return re.search(rf"\b(?:or|to|maybe|perhaps)\s+{label}\b", reason, re.IGNORECASE) is not None
    if label.casefold() in _ORDINARY:
        return re.search(rf"(?<!\w){re.escape(label.upper())}(?!\w)", reason) is not None
    return re.search(rf"(?<!\w){re.escape(label)}(?!\w)", reason, re.IGNORECASE) is not None


def _texts(value: Any) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    return tuple(text.strip() for text in values if isinstance(text, str) and text.strip())[:_MOST_QUOTES]


ONLY_THOUGHTS = "nothing but reasoning in the reply"
_REASONS = frozenset({"reasoning", "reason", "explanation", "rationale"})


def read_reply(reply: Reply, reader: Callable[[Reply], Reading]) -> Reading:
    """What ``reader`` makes of the answer in a reply."""
    plain_text, likely = chances.split_chances(reply.text)
    if likely:
        plain = read_reply(replace(reply, text=plain_text), reader)
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
