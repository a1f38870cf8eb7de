"""Reading what a model replied: the list in its text, and what was done to it to make it readable.

Models fence their JSON, escape apostrophes, write Python literals, answer with an object where a list was
asked for, or are cut off in the middle. All of that is read here; what had to be mended is said
(``is_repaired``), and what cannot be read is unscored with a reason. Nothing is ever guessed into a verdict: a
list that is cut off, has the wrong length or names an unknown category gives a reason, not a "no".
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, NamedTuple, TypeVar

EMPTY = "empty reply"
NO_LIST = "no list in the reply"
UNREADABLE = "not readable"
TRUNCATED = "truncated"

_FENCE = re.compile(r"```[\w-]*[ \t]*\r?\n?(.*?)(?:```|\Z)", re.DOTALL)
_OPENING = re.compile(r"""\[\s*(?:[\[\{"'\]\d-]|true|false|null|None|True|False)|\{\s*["'\}]""")
_OBJECTS = re.compile(r"\[?\s*\{")
_BAD_ESCAPE = re.compile(r"""\\(?:(["\\/bfnrt]|u[0-9a-fA-F]{4})|(.))""", re.DOTALL)
_HALF = re.compile("[\ud800-\udfff]")
_GAP = re.compile(r"[\s,]*")
_MOST_CHARACTERS = 4_000_000
_MOST_TO_REPAIR = 200_000
_DEEPEST_TO_REPAIR = 30
"""Brackets in brackets: no answer that is asked for nests so deep, and json-repair takes minutes for 20 KB of them."""
_MOST_BROKEN = 8


@dataclass(frozen=True, slots=True)
class ParsedReply:
    """The list of a reply.

    ``entries`` are its members; after TRUNCATED, those that were complete. ``reason`` is "" if the list was
    read whole, otherwise why it was not. ``is_repaired`` is true if the reply was not what was asked for and
    was mended; ``how`` says in a few words with what: "escapes", "line breaks in strings", "Python
    literal", "object instead of a list", "json-repair". A fence or words around an intact list are not
    repairs. ``object`` is the object around the list, where there was one.
    """

    entries: tuple[Any, ...] = ()
    reason: str = ""
    how: tuple[str, ...] = ()
    object: Mapping[str, Any] | None = None

    @property
    def is_repaired(self) -> bool:
        """Whether anything had to be mended."""
        return bool(self.how)


def parse_list(reply: str) -> ParsedReply:
    """The list that ``reply`` holds: the last list of objects, or else the longest list. One that is begun after it
    and broken gives a reason: what went before was a draft.

    Never raises. Brackets inside strings are only text. The whole reply may be hostile: work is bounded by
    its length, of which no more than four million characters are read.
    """
    if not reply.strip():
        return ParsedReply(reason=EMPTY)
    values = _values(reply[:_MOST_CHARACTERS])
    for value in reversed(values):
        if value.objects:
            return value.parsed_reply
    whole = [value.parsed_reply for value in values if not value.parsed_reply.reason]
    broken = [value.parsed_reply for value in values if value.parsed_reply.reason]
    if broken:
        return broken[0]
    return max(whole, key=lambda parsed_reply: len(parsed_reply.entries)) if whole else ParsedReply(reason=NO_LIST)


def answers(reply: str) -> list[str]:
    """The parts of ``reply`` that may each be an answer: its lists with objects, and objects, in order. None where it
    has none, or the last one is broken."""
    values = [value for value in _values(reply[:_MOST_CHARACTERS]) if value.objects]
    if values and values[-1].parsed_reply.reason:
        return []
    return [value.text for value in values if not value.parsed_reply.reason]


T = TypeVar("T")
TWO_ANSWERS = "the reply gives two answers that differ"
ANSWER_WITHDRAWN = "the reply takes its answer back in the prose after it"
_TAKES_BACK = re.compile(
    r"\b(?:wait|actually|scratch that|on (?:second|further) thought|on reflection|correction|my mistake|i was wrong"
    r"|i made (?:a|an) (?:mistake|error)|sorry|let me (?:correct|revise|reconsider|re-?check)|should (?:be|have been)"
    r"|(?:right|correct|corrected|final|revised|real|true) (?:answer|label|verdict|rating|score|category))\b",
    re.IGNORECASE,
)


def withdraws_answer(prose: str) -> bool:
    """Whether the prose after an answer corrects it or states another one."""
    return _TAKES_BACK.search(prose[:_MOST_CHARACTERS]) is not None


def pick_reading(readings: Sequence[T], complete: Callable[[T], bool], says: Callable[[T], object]) -> T | None:
    """Which of several readings of one reply counts: the last one that is complete, else the last; None where two
    complete ones differ in what they say. ``readings`` has one at least."""
    whole = [reading for reading in readings if complete(reading)]
    if any(says(reading) != says(whole[0]) for reading in whole[1:]):
        return None
    return (whole or readings)[-1]


def parse_object(reply: str, field: str = "") -> tuple[dict[str, Any] | None, ParsedReply]:
    """The first object of ``reply`` and how it was read; None where there is none (see the reason).

    An object that has ``field`` is never taken for a mere wrapping of the one list in it.
    """
    parsed = parse_list(reply)
    if parsed.object is not None and field in parsed.object and not parsed.reason:
        how = tuple(step for step in parsed.how if step != _UNWRAPPED)
        return dict(parsed.object), replace(parsed, how=how)
    json_object = next((entry for entry in parsed.entries if isinstance(entry, dict)), None)
    if json_object is None or parsed.reason:
        return None, parsed if parsed.reason else replace(parsed, reason="no object in the reply")
    how = tuple(step for step in parsed.how if step != _UNWRAPPED)
    return json_object, replace(parsed, how=how)


def parse_entries(reply: str) -> ParsedReply:
    """As ``parse_list``, for a reply that was asked to be an object around one list: that is no repair then."""
    parsed = parse_list(reply)
    return replace(parsed, how=tuple(step for step in parsed.how if step != _UNWRAPPED))


@dataclass(frozen=True, slots=True)
class ReplyLabel:
    """What a reply says of one sentence: ``categories`` are criterion ids, none for "no error".

    ``unscored_reason`` is not empty where the reply names a category that was not offered: then there is no label.
    """

    categories: tuple[str, ...] = ()
    explanation: str = ""
    sentence: str = ""
    unscored_reason: str = ""


@dataclass(frozen=True, slots=True)
class ReplyLabels:
    """The labels of a reply, one for each sentence in order, or ``unscored_reason``: why there are none."""

    labels: tuple[ReplyLabel, ...] = ()
    unscored_reason: str = ""
    is_repaired: bool = False


def read_labels(reply: str, count: int, categories: Mapping[str, str]) -> ReplyLabels:
    """A FineSurE-style reply: a list of objects with "sentence", "reason" and "category", one for each
    sentence.

    ``count`` is the number of sentences that were asked about, ``categories`` maps the offered names and
    their aliases to criterion ids ("no error" is always offered and need not be among them).
    """
    parts = answers(reply)
    if parts and withdraws_answer(reply[reply.rindex(parts[-1]) + len(parts[-1]) :]):
        return ReplyLabels(unscored_reason=ANSWER_WITHDRAWN)
    readings = [_labels(part, count, categories) for part in parts or [reply]]
    reading = pick_reading(readings, _all_labelled, lambda read: [label.categories for label in read.labels])
    return ReplyLabels(unscored_reason=TWO_ANSWERS) if reading is None else reading


def _all_labelled(read: ReplyLabels) -> bool:
    return not read.unscored_reason and not any(label.unscored_reason for label in read.labels)


def _labels(reply: str, count: int, categories: Mapping[str, str]) -> ReplyLabels:
    parsed = parse_list(reply)
    if parsed.reason:
        return ReplyLabels(unscored_reason=parsed.reason, is_repaired=parsed.is_repaired)
    if not all(isinstance(entry, dict) and "category" in entry for entry in parsed.entries):
        return ReplyLabels(
            unscored_reason="the reply lists something else than categories", is_repaired=parsed.is_repaired
        )
    if len(parsed.entries) != count:
        message = f"the reply lists {len(parsed.entries)} sentences instead of {count}"
        return ReplyLabels(unscored_reason=message, is_repaired=parsed.is_repaired)
    criteria_by_name = {squeeze(name): criterion for name, criterion in categories.items()} | dict.fromkeys(
        _NO_ERROR, ""
    )
    return ReplyLabels(
        tuple(_label(entry, criteria_by_name) for entry in parsed.entries), is_repaired=parsed.is_repaired
    )


def squeeze(name: str) -> str:
    """A category's name without case, blanks and punctuation, as it is compared."""
    return re.sub(r"[\W_]+", "", name.casefold())


_NO_ERROR = ("noerror",)


def _label(entry: Mapping[str, Any], criteria_by_name: Mapping[str, str]) -> ReplyLabel:
    named = entry["category"]
    names = [str(name) for name in (named if isinstance(named, list) else [named]) if name is not None]
    sentence, explanation = _text(entry.get("sentence")), _text(entry.get("reason"))
    criteria: list[str] = []
    for name in names:
        criterion = criteria_by_name.get(squeeze(name))
        if criterion is None:
            return ReplyLabel((), explanation, sentence, f"the reply names an unknown category, “{name[:60]}”")
        criteria.append(criterion)
    if not criteria:
        return ReplyLabel((), explanation, sentence, "the reply names no category")
    return ReplyLabel(tuple(dict.fromkeys(c for c in criteria if c)), explanation, sentence)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else str(value)


_UNWRAPPED = "object instead of a list"


class _ReplyValue(NamedTuple):
    """A value of a reply: its own text and what was read."""

    text: str
    parsed_reply: ParsedReply

    @property
    def objects(self) -> bool:
        """Whether it is an object or a list of some, or is broken and begins like one."""
        if self.parsed_reply.reason:
            return _OBJECTS.match(self.text) is not None
        return any(isinstance(entry, dict) for entry in self.parsed_reply.entries)


def _values(reply: str) -> list[_ReplyValue]:
    """The values at the top level of a reply in order. What stands after a broken one may be its inside, so nothing
    from there on is trusted, but what a fence sets apart."""
    fences = [match.span(1) for match in _FENCE.finditer(reply)]
    values: list[_ReplyValue] = []
    at = broken = 0
    while (opening := _OPENING.search(reply, at)) and broken < _MOST_BROKEN:
        start = opening.start()
        read = _read(reply, start)
        if read is not None:
            values.append(_ReplyValue(reply[start : read[2]], _as_list(read[0], read[1])))
            at = read[2]
            continue
        inside = next((end for begin, end in fences if begin <= start < end), None)
        limit = inside or next((begin for begin, _ in fences if begin > start), len(reply))
        one, at = _repair_value(reply[:limit], start)
        values.append(_ReplyValue(reply[start:at], one))
        if one.reason:
            if limit == len(reply):
                break
            at, broken = limit, broken + 1
    return values


def find_value_end(text: str, start: int) -> int | None:
    """Where the value that begins at ``start`` ends; None where it is not whole, or would have to be guessed at."""
    read = _read(text, start)
    return None if read is None else read[2]


def _read(text: str, start: int) -> tuple[Any, tuple[str, ...], int] | None:
    """(the value that begins at ``start``, what was mended without guessing, where it ends)."""
    for how, decode in _READERS:
        read = decode(text, start)
        if read is not None:
            return read[0], how, read[1]
    return None


def _repair_value(text: str, start: int) -> tuple[ParsedReply, int]:
    """A broken value as far as it can be guessed at, and where it ends."""
    closed = _end(text, start)
    if closed is None:
        return ParsedReply(_complete(text, start), TRUNCATED), len(text)
    mended = repair_json(text[start:closed])
    if isinstance(mended, (list, dict)) and mended:
        return _as_list(mended, ("json-repair",)), closed
    return ParsedReply(reason=UNREADABLE), len(text)


def replace_surrogates(value: Any) -> Any:
    """A value of a reply without half characters (lone surrogates), which no file and no request can hold; each
    becomes the sign for what cannot be shown."""
    if isinstance(value, str):
        return _HALF.sub("\ufffd", value)
    if isinstance(value, list):
        return [replace_surrogates(child) for child in value]
    if isinstance(value, dict):
        return {replace_surrogates(name): replace_surrogates(child) for name, child in value.items()}
    return value


def _as_list(value: Any, how: tuple[str, ...]) -> ParsedReply:
    value = replace_surrogates(value)
    if isinstance(value, list):
        return ParsedReply(tuple(value), "", how)
    how = (*how, _UNWRAPPED)
    lists = [child for child in value.values() if isinstance(child, list)]
    if len(lists) == 1 and all(isinstance(entry, dict) for entry in lists[0]):
        return ParsedReply(tuple(lists[0]), "", how, value)
    if value and all(isinstance(entry, dict) for entry in value.values()):
        return ParsedReply(tuple(value.values()), "", how, value)
    return ParsedReply((value,), "", how, value)


_Read = tuple[Any, int] | None
_strict = json.JSONDecoder()
_lenient = json.JSONDecoder(strict=False)


def _json(text: str, start: int) -> _Read:
    try:
        return _strict.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None


def _json_lenient(text: str, start: int) -> _Read:
    try:
        return _lenient.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None


def _json_escapes(text: str, start: int) -> _Read:
    r"""JSON in which a backslash stands before a character that needs none, as in ``\'``."""
    mended, places = _without_bad_escapes(text, start)
    if not places:
        return None
    read = _json_lenient(mended, 0)
    if read is None:
        return None
    end = start + read[1]
    for place in places:  # each is a character that was taken out of the text before the end
        if place >= end:
            break
        end += 1
    return read[0], end


def _python(text: str, start: int) -> _Read:
    end = _end(text, start)
    if end is None:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)  # a model's "1st" is no fault of a program of ours
            value = ast.literal_eval(text[start:end])
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    return (value, end) if isinstance(value, (list, dict)) else None


_READERS: tuple[tuple[tuple[str, ...], Callable[[str, int], _Read]], ...] = (
    ((), _json),
    (("line breaks in strings",), _json_lenient),
    (("escapes",), _json_escapes),
    (("Python literal",), _python),
)


def _without_bad_escapes(text: str, start: int) -> tuple[str, list[int]]:
    pieces: list[str] = []
    places: list[int] = []
    at = start
    for match in _BAD_ESCAPE.finditer(text, start):
        if match.group(2) is not None:
            pieces.append(text[at : match.start()])
            places.append(match.start())
            at = match.start() + 1
    pieces.append(text[at:])
    return "".join(pieces), places


def _end(text: str, start: int) -> int | None:
    """Where the bracket that opens at ``start`` is closed (strings are passed over); None if never."""
    depth, quote, at = 0, "", start
    previous = ""
    while at < len(text):
        char = text[at]
        if quote:
            if char == "\\":
                at += 1
            elif char == quote:
                quote = ""
        elif char == '"' or (char == "'" and previous in "[{,:("):
            quote = char
        elif char in "[{":
            depth += 1
        elif char in "]}":
            depth -= 1
            if depth == 0:
                return at + 1
        if not char.isspace():
            previous = char
        at += 1
    return None


def _complete(text: str, start: int) -> tuple[Any, ...]:
    """The members of a list that is never closed, as far as they are complete."""
    mended, _ = _without_bad_escapes(text, start)
    if not mended.startswith("["):
        return ()
    entries: list[Any] = []
    at = 1
    while (gap := _GAP.match(mended, at)) and gap.end() < len(mended):
        read = _json_lenient(mended, gap.end())
        if read is None:
            break
        entries.append(read[0])
        at = read[1]
    return tuple(entries)


def _depth(text: str) -> int:
    """The most brackets that are open at a time, those in strings among them."""
    return max(accumulate((char in "[{") - (char in "]}") for char in text), default=0)


def repair_json(text: str) -> Any:
    """What json-repair makes of a text; None where it makes nothing. It may fail in any way on odd texts, an assertion
    of its own among them, and no reply may end a run."""
    if len(text) > _MOST_TO_REPAIR or _depth(text) > _DEEPEST_TO_REPAIR:
        return None
    import json_repair

    try:
        return json_repair.loads(text)
    except Exception:
        return None
