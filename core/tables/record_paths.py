"""Paths: where in an element a value lies.

``a.b`` is a field of a field, ``a[0]`` the first of a list (``a[-1]`` the last), ``a[]`` each of a list, ``su*_x`` each
field whose name fits, ``.`` this element, ``^`` the element around it (``^.a`` a field of that), ``@`` the name or
number under which this element stands in the one around it, ``@file`` the file's name without its ending, ``a|json``
the JSON that the text ``a`` holds, fences and talk around it off. A ``?`` at the end says that the field may be
missing. A name with a dot or a star in it is found as it stands where the element has that very field; ```a [%]```
in backquotes is a field by that very name, whatever is in it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

import orjson

from galley.core.errors import InputError


class Scope(NamedTuple):
    """An element that is looked into: its value, the name or number it is under, the file's stem, what is around."""

    value: Any
    name: Any
    file: str
    around: Scope | None


class Wrong(Exception):
    """A value that cannot be taken; the message is a sentence without the place."""


class RecordPath(NamedTuple):
    """A path that was read: the text, its steps, and whether it may match nothing."""

    text: str
    steps: tuple[tuple[str, Any], ...]
    optional: bool

    @property
    def first(self) -> str:
        """The name of the field that it begins with, from the outermost element on; "" where it begins elsewhere."""
        below = [step for step in self.steps if step[0] != "up"]
        return below[0][1] if below and below[0][0] in ("field", "fields") else ""


_STEP = re.compile(r"\[(-?\d*)\]|\|json|[^.\[\]|]+")


def is_quoted(text: str) -> bool:
    """Whether a path is one field's name in backquotes."""
    bare = text.removesuffix("?")
    return len(bare) > 2 and bare[0] == bare[-1] == "`"


def parse(text: str) -> RecordPath:
    """Read a path. Raises: InputError where it is none."""
    optional = text.endswith("?") and len(text) > 1
    bare = text[:-1] if optional else text
    if bare == ".":
        return RecordPath(bare, (), optional)
    if is_quoted(text):
        return RecordPath(bare[1:-1], (("field", bare[1:-1]),), optional)
    steps: list[tuple[str, Any]] = []
    at = 0
    while at < len(bare):
        if bare[at] == "." and steps and at + 1 < len(bare):
            at += 1
        match = _STEP.match(bare, at)
        if match is None:
            raise InputError(
                f"the path “{text}” cannot be read; paths are like a.b, a[0], a[], a*, ., ^.a, @ or a|json"
            )
        word = match.group()
        if word == "|json":
            steps.append(("json", None))
        elif word.startswith("["):
            steps.append(("each", None) if word == "[]" else ("at", int(match.group(1))))
        elif word == "^":
            steps.append(("up", None))
        elif word in ("@", "@file"):
            steps.append((word, None))
        else:
            steps.append(("fields" if "*" in word else "field", word))
        at = match.end()
    if not steps:
        raise InputError("a path is empty; leave the field out instead")
    return RecordPath(bare, tuple(steps), optional)


@functools.lru_cache(maxsize=4096)  # a table asks for the same few names in each row
def quote(name: str) -> str:
    """The path of a field by its very name: in backquotes where the name would read as something else."""
    try:
        steps = parse(name).steps
    except InputError:
        steps = ()
    is_plain = steps == (("field", name),) and not name.startswith("=") and not re.search(r"[{}?]|^\s|\s$", name)
    return name if is_plain else f"`{name}`"


def find(path: RecordPath, scope: Scope) -> Iterator[Scope]:
    """What a path leads to, each with what is around it; null leads nowhere.

    Raises: Wrong where a text is not the JSON that the path says it is.
    """
    if isinstance(scope.value, dict) and path.text in scope.value and len(path.steps) > 1:
        steps: tuple[tuple[str, Any], ...] = (("field", path.text),)
    else:
        steps = path.steps
    scopes = [scope]
    for step in steps:
        scopes = [child for one in scopes for child in _step(step, one)]
    yield from (one for one in scopes if one.value is not None)


@functools.lru_cache(1 << 16)
def fits(name: str, pattern: str) -> bool:
    """Whether a field's name fits a pattern with stars; the names of one file come back row after row."""
    return fnmatchcase(name, pattern)


def _step(step: tuple[str, Any], one: Scope) -> Iterator[Scope]:
    kind, what = step
    value = one.value
    if kind == "up":
        if one.around is not None:
            yield one.around
    elif kind == "@":
        yield one._replace(value=one.name, around=one)
    elif kind == "@file":
        yield one._replace(value=one.file, around=one)
    elif kind == "json":
        yield one._replace(value=reply(value))
    elif kind == "field":
        if isinstance(value, dict) and what in value:
            yield Scope(value[what], what, one.file, one)
    elif kind == "fields":
        if isinstance(value, dict):
            for name, inner in value.items():
                if fits(name, what):
                    yield Scope(inner, name, one.file, one)
    elif isinstance(value, list):
        if kind == "each":
            for number, inner in enumerate(value):
                yield Scope(inner, number, one.file, one.around or one)
        elif -len(value) <= what < len(value):
            yield Scope(value[what], what, one.file, one.around or one)


def reply(text: Any) -> Any:
    """The JSON in a model's reply: the whole text, what its fence holds, or from its first bracket to its last.

    Raises: Wrong.
    """
    if not isinstance(text, str):
        if isinstance(text, dict | list):
            return text
        raise Wrong("there is no text to read JSON from")
    tries = [text]
    if fenced := re.search(r"```(?:json)?\s*\n(.*?)```", text, re.S):
        tries.append(fenced.group(1))
    opens = [at for at in (text.find("{"), text.find("[")) if at >= 0]
    if opens:
        end = text.rfind("}" if text[min(opens)] == "{" else "]")
        tries.append(text[min(opens) : end + 1])
    for candidate in tries:
        try:
            return orjson.loads(candidate)
        except orjson.JSONDecodeError:
            continue
    raise Wrong(f"“{' '.join(text.split())[:60]}” contains no JSON")
