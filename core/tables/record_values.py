"""Values: a path, ``"=constant"``, a template ``"{path}/{path}"``, ``{of, match, map}``, or a list of these
of which the first that leads anywhere counts.

``match`` is a regular expression without nested repetition, tried on at most 2,000 characters; its first group (or the
whole match) is the value. ``map`` gives a value another: numbers are written in one way (1.0 is 1), ``null`` drops the
value, ``"*"`` is for all others, and ``"."`` as the target keeps a value as it is.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from galley.core.errors import InputError
from galley.core.tables import record_paths
from galley.core.tables.record_paths import RecordPath, Scope, Wrong

Scalar = str | int | float | bool
LONGEST_MATCHED = 2_000
MOST_OPEN = 2
EXACT = 2.0**53
"""From here on a float no longer tells a whole number from the next."""
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,17})(?:\.\d{1,17})?(?:[eE][-+]?\d{1,3})?")
_BEGINS_NUMBER = frozenset("-0123456789")
_SINGLE = frozenset({"field", ".", "@"})
"""Steps that lead to one value at most."""
_HOLE = re.compile(r"\{([^{}]*)\}")


class UnmappedValueError(Wrong):
    """A value that a map does not name. ``value`` is it, ``path`` where it came from."""

    def __init__(self, path: str, value: str, known_values: str) -> None:
        super().__init__(f"the value “{value[:60]}” of “{path}” is not in the map; it has: {known_values}")
        self.path, self.value = path, value


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a mapping that was read. ``raw_value`` is it as written."""

    raw_value: Any
    constant: str | None = None
    path: RecordPath | None = None
    parts: tuple[str | Value, ...] = ()
    others: tuple[Value, ...] = ()
    of: Value | None = None
    match: re.Pattern[str] | None = None
    map: Mapping[str, str | int | float | None] | None = None

    def paths(self) -> Iterator[RecordPath]:
        """All paths in it."""
        if self.path:
            yield self.path
        for inner in (*(p for p in self.parts if isinstance(p, Value)), *self.others, *([self.of] if self.of else ())):
            yield from inner.paths()

    @property
    def targets(self) -> frozenset[Any]:
        """What it can give, where that is known without the data: the constant, or what a map gives."""
        if self.constant is not None:
            return frozenset({self.constant})
        return frozenset(target for target in (self.map or {}).values() if target is not None)


def parse(raw_value: Any, where: str) -> Value:
    """Read a value of a mapping; ``where`` names its field. Raises: InputError."""
    if isinstance(raw_value, str):
        if raw_value.startswith("="):
            return Value(raw_value, constant=raw_value[1:])
        if "{" in raw_value and not record_paths.is_quoted(raw_value):
            return _template(raw_value, where)
        try:
            return Value(raw_value, path=record_paths.parse(raw_value))
        except InputError as error:
            raise InputError(f"{where}: {error}") from None
    if isinstance(raw_value, list) and raw_value:
        return Value(raw_value, others=tuple(parse(element, where) for element in raw_value))
    if isinstance(raw_value, dict) and "of" in raw_value and not raw_value.keys() - {"of", "match", "map"}:
        return Value(
            raw_value, of=parse(raw_value["of"], where), match=_match(raw_value, where), map=_map(raw_value, where)
        )
    raise InputError(
        f'{where}: {raw_value!r} is not a value; write a path, "=constant", "{{path}}" or {{"of", "match", "map"}}'
    )


def _template(template: str, where: str) -> Value:
    parts: list[str | Value] = []
    at = 0
    for hole in _HOLE.finditer(template):
        parts += [template[at : hole.start()], parse(hole.group(1) or ".", where)]
        at = hole.end()
    parts.append(template[at:])
    if any(isinstance(part, str) and ("{" in part or "}" in part) for part in parts):
        raise InputError(f"{where}: the braces of “{template}” do not pair; a template is like {{dataset}}/{{id}}")
    return Value(template, parts=tuple(part for part in parts if part))


def _match(raw_value: dict[str, Any], where: str) -> re.Pattern[str] | None:
    pattern = raw_value.get("match")
    if pattern is None:
        return None
    bare = re.sub(r"\\.|\[(?:\\.|[^\]])+\]", "x", pattern) if isinstance(pattern, str) else ""
    if not bare or len(pattern) > 200:
        raise InputError(f"{where}: match must be a regular expression of at most 200 characters")
    if re.search(r"\)[*+?{]|\(\?P=", bare) or re.search(r"\\[1-9]", pattern):
        raise InputError(f"{where}: the match “{pattern}” repeats a group or refers back to one, which is not allowed")
    if len(re.findall(r"[*+]|\{\d*,\d*\}", bare)) > MOST_OPEN:
        raise InputError(f"{where}: the match “{pattern}” has more than {MOST_OPEN} repetitions; split it or name more")
    try:
        return re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        raise InputError(f"{where}: the match “{pattern}” is not a regular expression ({error})") from None


def _map(raw_value: dict[str, Any], where: str) -> Mapping[str, str | int | float | None] | None:
    table = raw_value.get("map")
    if table is None:
        return None
    if not isinstance(table, dict) or not table:
        raise InputError(f'{where}: map must be an object such as {{"0": "yes", "1": "no"}}')
    for target in table.values():
        if isinstance(target, bool) or not isinstance(target, str | int | float | None):
            raise InputError(f"{where}: a map gives a text, a number or null, not {target!r}")
    return {canonical(name): target for name, target in table.items()}


def canonical(value: Scalar) -> str:
    """A value as a text, numbers written in one way: 1.0 and "1.0" are "1"; "007" stays, being no number."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < EXACT else repr(value)
    text = value.strip()
    if text[:1] not in _BEGINS_NUMBER:  # as most texts: spares a search
        return text
    if _NUMBER.fullmatch(text):
        number = float(text)
        if number.is_integer() and abs(number) < EXACT:
            return str(int(number))
    return text


def as_text(value: Scalar, path: str) -> str:
    """A value where a text is wanted. Raises: Wrong for a number whose digits the file or its reader did not keep."""
    if isinstance(value, float) and abs(value) >= EXACT:
        raise Wrong(f"“{path}” is {value!r}, a number with too many digits; write it as text")
    return value if isinstance(value, str) else canonical(value)


def number(value: Scalar) -> int | float | None:
    """The number that a value is or that its text writes; None where it is none or not finite."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        if not _NUMBER.fullmatch(value.strip()):
            return None
        value = float(value) if re.search(r"[.eE]", value) else int(value)
    if isinstance(value, float):
        if not isfinite(value):
            return None
        return int(value) if value.is_integer() and abs(value) < EXACT else value
    return value


def single_value(value: Value, scope: Scope) -> Scalar | None:
    """The one value that this gives in a scope; None where it leads nowhere.

    Raises: Wrong where it gives several, a list, an object, a date or no finite number, or a map does not name it.
    """
    if value.constant is not None:
        return value.constant
    path = value.path
    if path is not None and len(path.steps) < 2:  # most values: spares three generators
        kind, name = path.steps[0] if path.steps else (".", None)
        if kind in _SINGLE:
            if kind == "field":
                field_value = scope.value.get(name) if isinstance(scope.value, dict) else None
            else:
                field_value = scope.value if kind == "." else scope.name
            return None if field_value is None else _scalar(field_value, path.text)
    elif value.of is not None and value.of.path is not None and len(value.of.path.steps) < 2:
        kind = value.of.path.steps[0][0] if value.of.path.steps else "."
        if kind in _SINGLE:
            source_value = single_value(value.of, scope)
            return None if source_value is None else _transform(value, source_value)
    elif value.parts:
        return _join_parts(value, scope)
    values = list(all_values(value, scope))
    if len(values) > 1:
        raise Wrong(f"“{value_name(value)}” gives {len(values)} values where one is wanted")
    return values[0] if values else None


def all_values(value: Value, scope: Scope) -> Iterator[Scalar]:
    """All values that this gives in a scope. Raises: Wrong, as `single_value`."""
    if value.constant is not None:
        yield value.constant
    elif value.path is not None:
        for match_scope in record_paths.find(value.path, scope):
            yield _scalar(match_scope.value, value.path.text)
    elif value.others:
        for other in value.others:
            if values := list(all_values(other, scope)):
                yield from values
                return
    elif value.of is not None:
        for source_value in all_values(value.of, scope):
            if (new_value := _transform(value, source_value)) is not None:
                yield new_value
    elif (text := _join_parts(value, scope)) is not None:
        yield text


def _join_parts(value: Value, scope: Scope) -> str | None:
    pieces = []
    for part in value.parts:
        if not isinstance(part, str):
            scalar = single_value(part, scope)
            if scalar is None:
                return None
            part = scalar if isinstance(scalar, str) else as_text(scalar, value_name(part))
        pieces.append(part)
    return "".join(pieces)


def _transform(value: Value, source_value: Scalar) -> Scalar | None:
    if value.match is not None:
        text = source_value if isinstance(source_value, str) else canonical(source_value)
        match = value.match.search(text[:LONGEST_MATCHED])
        if match is None:
            raise UnmappedValueError(value_name(value), text, f"what fits {value.match.pattern}")
        source_value = match.group(1 if value.match.groups else 0) or ""
    if value.map is None:
        return source_value
    name = canonical(source_value)
    if name not in value.map and "*" not in value.map:
        raise UnmappedValueError(value_name(value), name, ", ".join(value.map))
    target = value.map.get(name, value.map.get("*"))
    return source_value if target == "." else target


def value_name(value: Value) -> str:
    """What a sentence calls a value: its first path, else what is written."""
    return next((path.text for path in value.paths()), str(value.raw_value))


def _scalar(value: Any, path: str) -> Scalar:
    if isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        if not isfinite(value):
            raise Wrong(f"“{path}” is {value}, which is not a value; leave it empty")
        return value
    if isinstance(value, datetime.date | datetime.time | datetime.timedelta):
        raise Wrong(f"“{path}” holds a date or time ({value}); write it as text if it is none")
    if isinstance(value, bytes):
        raise Wrong(f"“{path}” is {len(value)} bytes that are not text")
    what = "an object" if isinstance(value, dict) else "a list" if isinstance(value, list) else type(value).__name__
    raise Wrong(f"“{path}” is {what}, not one value")
