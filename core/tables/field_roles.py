"""What each field of a file is under a mapping, and a mapping changed role by role: what the window shows and edits.

Everything here works on a mapping as it is written (a dict for JSON) and gives a new one.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from galley.core.errors import InputError
from galley.core.tables import guesses, record_paths, record_values
from galley.core.tables.build import Builder
from galley.core.tables.elements import Element
from galley.core.tables.mapping import TEXTS, parse_mapping

META, LEFT, VERDICT, SCORE, SPEAKER = "meta", "left out", "verdict:", "score", "speaker"
OF_ITEMS = ("key", "dataset", "split")
OF_SUMMARIES = ("summary", "system", "part")
OF_VERDICTS = tuple("annotator confidence explanation reason evidence quote start end unit read_by".split())
"""Roles that only a mapping with verdicts knows."""
MOST_DEPTH = 6
SAMPLES = 3
NUMBERED = "{@file}-{@}"
"""The key of files without one."""


def fields(elements: Iterable[Element]) -> dict[str, list[str]]:
    """The paths of some first elements, each with a few of its values as text."""
    samples_by_path: dict[str, list[str]] = {}
    for element in elements:
        for path, value in _leaves(element.value, "", 0):
            samples = samples_by_path.setdefault(path, [])
            if value is not None and len(samples) < SAMPLES:
                samples.append(" ".join(str(value)[:160].split()))
    return samples_by_path


def _leaves(value: Any, path: str, depth: int) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict) and depth < MOST_DEPTH:
        for name, inner in value.items():
            yield from _leaves(inner, f"{path}.{name}" if path else str(name), depth + 1)
    elif isinstance(value, list) and depth < MOST_DEPTH and path:
        for inner in value[:SAMPLES]:
            yield from _leaves(inner, f"{path}[]", depth + 1)
    elif path:
        yield path, value


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


def assign_role(raw_mapping: dict[str, Any], path: str, role: str, names: Sequence[str]) -> dict[str, Any]:
    """The mapping in which ``path`` has another role; ``names`` are all paths of the file.

    What had that role and can only be once is metadata then. Raises: InputError where the path cannot have the role.
    """
    try:
        record_paths.parse(path)
    except InputError:
        raise InputError(
            f"The name “{path}” cannot be said as a path; rename the field, or name the others by a star (a*)."
        ) from None
    before = roles(raw_mapping, names)
    changed_mapping = _remove_role(copy.deepcopy(raw_mapping), path)
    if role == LEFT:
        changed_mapping.setdefault("meta", {name: name for name, was in before.items() if was == META and name != path})
    elif role == META:
        if "meta" in changed_mapping:
            changed_mapping["meta"][path] = path
    elif role == "key":
        old_key = changed_mapping["key"]
        several = isinstance(old_key, str) and old_key != NUMBERED and not old_key.startswith("=")
        changed_mapping["key"] = f"{old_key if '{' in old_key else f'{{{old_key}}}'}/{{{path}}}" if several else path
    elif role in OF_ITEMS:
        changed_mapping[role] = path
    elif role in TEXTS:
        list_path, inner = split_list_path(path)
        part = "turns" if role == "dialogue" else "paragraphs"
        changed_mapping[role] = (
            path if list_path is None else {part: list_path, **({} if inner == "." else {"text": inner})}
        )
    elif role == SPEAKER:
        _speaker(changed_mapping, path)
    elif role in OF_SUMMARIES:
        _of_summaries(changed_mapping, path, role, names)
    elif role == SCORE or role.startswith(VERDICT):
        _answer(changed_mapping, path, role)
    elif changed_mapping.get("verdicts"):
        for block in changed_mapping["verdicts"]:
            if role == "start" and not {"end", "quote"} & block.keys():
                raise InputError(f"“{path}” can be where a mark begins once its end or its words are said.")
            block[role] = make_relative(block.get("each"), path)
    else:
        raise InputError(f"A field can be “{role}” only beside one that holds answers.")
    if roles(changed_mapping, [path])[path] != role:
        raise InputError(f"“{path}” cannot be “{role}” by itself under this mapping; edit the mapping's words.")
    return changed_mapping


def _speaker(raw_mapping: dict[str, Any], path: str) -> None:
    list_path, inner = split_list_path(path)
    talk = raw_mapping.get("dialogue")
    if list_path is None or not isinstance(talk, dict) or talk.get("turns") != list_path:
        raise InputError(f"“{path}” can only be the speaker where the dialogue is made of turns of the same list.")
    talk["speaker"] = inner


def _of_summaries(raw_mapping: dict[str, Any], path: str, role: str, names: Sequence[str]) -> None:
    if role == "summary":
        list_path, inner = split_list_path(path)
        block: dict[str, Any] = {"text": inner} if list_path is None else {"each": list_path, "text": inner}
        system = guesses.by_name(names).get("system", path)
        if (
            not raw_mapping.get("summaries")
            and list_path is None
            and roles(raw_mapping, [system])[system] == META
            and system != path
        ):
            block["system"] = system
        blocks = raw_mapping["summaries"] = [*(raw_mapping.get("summaries") or []), block]
        if len(blocks) > 1:  # columns of several systems
            for one in blocks:
                one.setdefault("system", f"={_paths(one.get('each'), one['text'])[0]}")
        return
    if not raw_mapping.get("summaries"):
        raise InputError(f"A field can be “{role}” only beside one that holds a summary.")
    for block in raw_mapping["summaries"]:
        block[role] = make_relative(block.get("each"), path)
    if role == "system":
        for block in (*raw_mapping.get("verdicts", ()), *raw_mapping.get("scores", ())):
            block[role] = make_relative(block.get("each"), path)


def _answer(raw_mapping: dict[str, Any], path: str, role: str) -> None:
    list_path, inner = split_list_path(path)
    block: dict[str, Any] = {} if list_path is None else {"each": list_path}
    if role == SCORE:
        block |= {"metric": f"={path}", "value": inner}
        blocks = raw_mapping.setdefault("scores", [])
    else:
        blocks = raw_mapping.setdefault("verdicts", [])
        block |= {"criterion": f"={role.removeprefix(VERDICT)}", "annotator": "=", "value": inner}
        if blocks and blocks[-1].get("each") == list_path:  # columns of one file are mostly by the same people
            block |= {name: blocks[-1][name] for name in ("annotator", "kind") if name in blocks[-1]}
    summaries = raw_mapping.get("summaries") or []
    if len(summaries) == 1 and (system := _paths(summaries[0].get("each"), summaries[0].get("system"))):
        block["system"] = make_relative(list_path, system[0])
    blocks.append(block)


def _remove_role(raw_mapping: dict[str, Any], path: str) -> dict[str, Any]:
    """Take the role of ``path`` away."""
    if path in _paths(None, raw_mapping.get("key")):
        key_paths = [key_path for key_path in _paths(None, raw_mapping["key"]) if key_path != path]
        raw_mapping["key"] = (
            NUMBERED
            if not key_paths
            else key_paths[0]
            if len(key_paths) == 1
            else "/".join(f"{{{key_path}}}" for key_path in key_paths)
        )
    for name in (*OF_ITEMS[1:], *TEXTS):
        text_roles = dict(_of_text(None, raw_mapping.get(name), name))
        if text_roles.get(path) == SPEAKER:
            del raw_mapping[name]["speaker"]
        elif path in text_roles:
            del raw_mapping[name]
    for kind, needed in (("summaries", "text"), ("verdicts", "value"), ("scores", "value")):
        kept_blocks = []
        for block in raw_mapping.get(kind) or ():
            if path in dict(_of_text(block.get("each"), block[needed], "")):
                continue
            for name in [name for name in block if name in (*OF_VERDICTS, "system", "part")]:
                if path in _paths(block.get("each"), block[name]):
                    del block[name]
            if kind == "verdicts":
                block.setdefault("annotator", "=")
                if not {"end", "quote"} & block.keys():
                    block.pop("start", None)
            kept_blocks.append(block)
        if kept_blocks:
            raw_mapping[kind] = kept_blocks
        elif raw_mapping.get(kind):
            del raw_mapping[kind]
    if "meta" in raw_mapping:
        raw_mapping["meta"] = {
            name: value for name, value in raw_mapping["meta"].items() if path not in _paths(None, value)
        }
    return raw_mapping
