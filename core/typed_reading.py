"""Data from outside held against a type that is written down: what is not of it is refused in a plain sentence that
names the place in it ("verdicts[3].votes must be text, not 5").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from galley.core.errors import InputError

_WORDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "null",
}
_TOLD = re.compile(r"(?P<what>.*?)(?: - at `(?P<path>.*)`)?", re.DOTALL)
_EXPECTED = re.compile(r"Expected `(?P<kinds>[^`]+)`(?P<bound>[^,]*)(?:, got (?P<got>.*))?", re.DOTALL)
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<number>\d+|\.\.\.)\]")


def fits(given: Any, kind: Any) -> bool:
    """Whether JSON data is of a type (a ``TypedDict``, a list, a ``Literal``, …); True and False are no numbers, and
    fields that a ``TypedDict`` does not name may be anything."""
    return not _refusal(given, kind)


def check(given: Any, kind: Any, what: str = "") -> None:
    """The same. Raises: InputError that says where in ``given`` (called ``what``) it is not so, and what should be."""
    refusal = _refusal(given, kind)
    if refusal:
        told = _in_words(refusal, given, kind)
        raise InputError(f"{what}: {told}" if what else told)


def _refusal(given: Any, kind: Any) -> str:
    """What msgspec says against it, "" where nothing."""
    import msgspec  # 30 ms, of which a window that opens a project has no need

    try:
        msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _in_words(told: str, given: Any, kind: Any) -> str:
    """What msgspec said, as a sentence without a full stop."""
    found = _TOLD.fullmatch(told)
    what, path = (found["what"], (found["path"] or "$").removeprefix("$")) if found else (told, "")
    held, inside, _ = path.partition("[...]")  # what holds values by names of its own does not say which
    where = held.removeprefix(".") or "it"
    where = f"a value of {where}" if inside else where
    value, wanted = _look(path, given, kind)
    expected = _EXPECTED.fullmatch(what)
    if expected is not None:
        kinds = [_WORDS.get(each, each) for each in expected["kinds"].split(" | ") if each != "null"]
        shown = _WORDS.get((expected["got"] or "").strip("`"), "that") if inside else _shown(value)
        return f"{where} must be {' or '.join(kinds)}{_bounded(expected['bound'], kinds)}, not {shown}"
    if what.startswith("Object missing required field"):
        return f"{where} lacks {what.split('`')[1]}" if path else f"{what.split('`')[1]} is missing"
    if what.startswith("Invalid enum value"):
        return f"{where} cannot be {_shown(value)}; use one of: {', '.join(_allowed(wanted))}"
    return f"{where}: {what}"


def _bounded(told: str, kinds: list[str]) -> str:
    """How long or large it may be."""
    if told == " of length >= 1":
        return " that is not empty"
    ours = {" of length <=": " of at most", " of length": " of", ">=": "from", "<=": "to", " matching regex": " with"}
    for theirs, word in ours.items():
        told = told.replace(theirs, word)
    told = told.removesuffix(".0")
    return f"{told} characters" if kinds == ["text"] and told.startswith(" of ") else told


def _look(path: str, given: Any, kind: Any) -> tuple[Any, Any]:
    """What stands at a place, and its type."""
    for step in _STEP.finditer(path):
        name, number = step["name"], step["number"]
        if name is not None:
            given = given.get(name) if isinstance(given, dict) else None
            kind = next((get_type_hints(one)[name] for one in _plain(kind) if is_typeddict(one)), Any)
        else:
            at = int(number) if number.isdigit() else None
            given = given[at] if at is not None and isinstance(given, list | tuple) else None
            inner = next((get_args(one) for one in _plain(kind) if get_args(one)), ())
            kind = inner[min(at or 0, len(inner) - 1)] if inner else Any
    return given, kind


def _plain(kind: Any) -> Iterator[Any]:
    """A type without what is written around it, each of several alone."""
    if get_origin(kind) in (Union, UnionType):
        for each in get_args(kind):
            yield from _plain(each)
    else:
        yield kind


def _allowed(kind: Any) -> list[str]:
    """The values of a ``Literal`` or an enumeration."""
    found: list[Any] = []
    for each in _plain(kind):
        if get_origin(each) is Literal:
            found += get_args(each)
        elif isinstance(each, type) and issubclass(each, Enum):
            found += [one.value for one in each]
    return sorted(map(str, found))


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return "null" if value is None else repr(value)[:80]
