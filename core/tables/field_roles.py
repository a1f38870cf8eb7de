"""What each field of a file is under a mapping as it is written (a dict for JSON), and paths through lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from galley.core.errors import InputError
from galley.core.tables import record_paths, record_values
from galley.core.tables.build import Builder
from galley.core.tables.mapping import TEXTS, parse_mapping

META, LEFT, VERDICT, SCORE, SPEAKER = "meta", "left out", "verdict:", "score", "speaker"
OF_ITEMS = ("key", "dataset", "split")
OF_SUMMARIES = ("summary", "system", "part")
OF_VERDICTS = tuple("annotator confidence explanation reason evidence quote start end unit read_by".split())
"""Roles that only a mapping with verdicts knows."""
MOST_DEPTH = 6
NUMBERED = "{@file}-{@}"
"""The key of files without one."""


def roles(raw_mapping: dict[str, Any], paths: Iterable[str]) -> dict[str, str]:
    """The role of each path: the name of a field of the mapping, ``verdict:SCHEME/CRITERION``, ``META`` or ``LEFT``."""
    role_by_path: dict[str, str] = {}
    for path, role in _list_roles(raw_mapping):
        role_by_path.setdefault(path, role)
    stars = {path: role for path, role in role_by_path.items() if "*" in path}
    uses = Builder(parse_mapping(raw_mapping, "the mapping")).uses
    roles_by_field = {}
    for path in paths:
        rest = LEFT if "meta" in raw_mapping or uses(path) or uses(_first(path)) else META
        starred = next((role for star, role in stars.items() if record_paths.fits(path, star)), rest)
        roles_by_field[path] = role_by_path.get(path, starred)
    return roles_by_field


def _first(path: str) -> str:
    try:
        return record_paths.parse(path).first
    except InputError:
        return path


def _list_roles(raw_mapping: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name in OF_ITEMS:
        yield from ((path, name) for path in _paths(None, raw_mapping.get(name)))
    for name in TEXTS:
        yield from _of_text(None, raw_mapping.get(name), name)
    for block in raw_mapping.get("summaries") or ():
        yield from _of_text(block.get("each"), block.get("text"), "summary")
        for name in ("system", "part"):
            yield from ((path, name) for path in _paths(block.get("each"), block.get(name)))
    for block in raw_mapping.get("verdicts", ()):
        list_path = block.get("each")
        yield from ((path, f"{VERDICT}{_constant(block['criterion'])}") for path in _paths(list_path, block["value"]))
        for name in (*OF_VERDICTS, "system"):
            yield from ((path, name) for path in _paths(list_path, block.get(name)))
    for block in raw_mapping.get("scores", ()):
        yield from ((path, SCORE) for path in _paths(block.get("each"), block["value"]))
        yield from ((path, "system") for path in _paths(block.get("each"), block.get("system")))
    for value in raw_mapping.get("meta", {}).values():
        yield from ((path, META) for path in _paths(None, value))


def _of_text(list_path: str | None, value: Any, role: str) -> Iterator[tuple[str, str]]:
    if not isinstance(value, dict) or "of" in value:
        yield from ((path, role) for path in _paths(list_path, value))
        return
    parts = next(value[name] for name in ("turns", "paragraphs", "sentences") if name in value)
    whole = make_absolute(list_path, parts)
    yield from ((path, role) for path in _paths(whole, value.get("text", ".")))
    yield from ((path, SPEAKER) for path in _paths(whole, value.get("speaker")))


def _paths(list_path: str | None, value: Any) -> list[str]:
    """The paths of a value, from the record on."""
    if value is None:
        return []
    return [make_absolute(list_path, path.text) for path in record_values.parse(value, "the mapping").paths()]


def _constant(value: Any) -> str:
    return value[1:] if isinstance(value, str) and value.startswith("=") else ""


def make_absolute(list_path: str | None, path: str) -> str:
    """A path from an element of ``list_path`` on as one from the record on."""
    if not list_path:
        return path
    list_path = list_path.removesuffix("?")
    if path == ".":
        return list_path
    while path.startswith("^"):
        path = path[1:].removeprefix(".")
        list_path = list_path.rpartition(".")[0]
    return path if not list_path else f"{list_path}{path}" if path.startswith("[") else f"{list_path}.{path}"


def make_relative(list_path: str | None, path: str) -> str:
    """A path from the record on as one from an element of ``each`` on."""
    if not list_path:
        return path
    list_path = list_path.removesuffix("?")
    if path == list_path:
        return "."
    if path.startswith(f"{list_path}."):
        return path[len(list_path) + 1 :]
    if path.startswith(f"{list_path}["):
        return path[len(list_path) :]
    return "^." * (list_path.count(".") + 1) + path


def split_list_path(path: str) -> tuple[str | None, str]:
    """The list that a path goes through, if any, and the path in each of its elements."""
    list_path, bracket, _ = path.rpartition("[]")
    return (f"{list_path}[]", make_relative(f"{list_path}[]", path)) if bracket else (None, path)
