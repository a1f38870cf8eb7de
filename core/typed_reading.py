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
_REFUSAL_PATTERN = re.compile(r"(?P<what>.*?)(?: - at `(?P<path>.*)`)?", re.DOTALL)
_EXPECTED = re.compile(r"Expected `(?P<kinds>[^`]+)`(?P<bound>[^,]*)(?:, got (?P<got>.*))?", re.DOTALL)
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<number>\d+|\.\.\.)\]")


def fits(json_value: Any, kind: Any) -> bool:
    """Whether JSON data is of a type (a ``TypedDict``, a list, a ``Literal``, …); True and False are no numbers, and
    fields that a ``TypedDict`` does not name may be anything."""
    return not _refusal(json_value, kind)


def check(json_value: Any, kind: Any, what: str = "") -> None:
    """The same. Raises: InputError that says where in ``given`` (called ``what``) it is not so, and what should be."""
    refusal = _refusal(json_value, kind)
    if refusal:
        message = _in_words(refusal, json_value, kind)
        raise InputError(f"{what}: {message}" if what else message)


def _refusal(json_value: Any, kind: Any) -> str:
    """What msgspec says against it, "" where nothing."""
    import msgspec  # 30 ms, of which a window that opens a project has no need

    try:
        msgspec.convert(json_value, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _in_words(refusal: str, json_value: Any, kind: Any) -> str:
    """What msgspec said, as a sentence without a full stop."""
    match = _REFUSAL_PATTERN.fullmatch(refusal)
    what, path = (match["what"], (match["path"] or "$").removeprefix("$")) if match else (refusal, "")
    outer, inside, _ = path.partition("[...]")  # what holds values by names of its own does not say which
    where = outer.removeprefix(".") or "it"
    where = f"a value of {where}" if inside else where
    value, expected_kind = _look(path, json_value, kind)
    expected = _EXPECTED.fullmatch(what)
    if expected is not None:
        kinds = [_WORDS.get(word, word) for word in expected["kinds"].split(" | ") if word != "null"]
        actual = _WORDS.get((expected["got"] or "").strip("`"), "that") if inside else _describe(value)
        return f"{where} must be {' or '.join(kinds)}{_format_bound(expected['bound'], kinds)}, not {actual}"
    if what.startswith("Object missing required field"):
        return f"{where} lacks {what.split('`')[1]}" if path else f"{what.split('`')[1]} is missing"
    if what.startswith("Invalid enum value"):
        return f"{where} cannot be {_describe(value)}; use one of: {', '.join(_list_allowed(expected_kind))}"
    return f"{where}: {what}"


def _format_bound(limit_text: str, kinds: list[str]) -> str:
    """How long or large it may be."""
    if limit_text == " of length >= 1":
        return " that is not empty"
    ours = {" of length <=": " of at most", " of length": " of", ">=": "from", "<=": "to", " matching regex": " with"}
    for theirs, word in ours.items():
        limit_text = limit_text.replace(theirs, word)
    limit_text = limit_text.removesuffix(".0")
    return f"{limit_text} characters" if kinds == ["text"] and limit_text.startswith(" of ") else limit_text


def _look(path: str, json_value: Any, kind: Any) -> tuple[Any, Any]:
    """What stands at a place, and its type."""
    for step in _STEP.finditer(path):
        name, number = step["name"], step["number"]
        if name is not None:
            json_value = json_value.get(name) if isinstance(json_value, dict) else None
            kind = next((get_type_hints(one)[name] for one in _plain(kind) if is_typeddict(one)), Any)
        else:
            at = int(number) if number.isdigit() else None
            json_value = json_value[at] if at is not None and isinstance(json_value, list | tuple) else None
            inner = next((get_args(one) for one in _plain(kind) if get_args(one)), ())
            kind = inner[min(at or 0, len(inner) - 1)] if inner else Any
    return json_value, kind


def _plain(kind: Any) -> Iterator[Any]:
    """A type without what is written around it, each of several alone."""
    if get_origin(kind) in (Union, UnionType):
        for member in get_args(kind):
            yield from _plain(member)
    else:
        yield kind


def _list_allowed(kind: Any) -> list[str]:
    """The values of a ``Literal`` or an enumeration."""
    values: list[Any] = []
    for member in _plain(kind):
        if get_origin(member) is Literal:
            values += get_args(member)
        elif isinstance(member, type) and issubclass(member, Enum):
            values += [one.value for one in member]
    return sorted(map(str, values))


def _describe(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return "null" if value is None else repr(value)[:80]
