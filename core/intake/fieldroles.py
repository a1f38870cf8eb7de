"""What each field of a file is under a mapping, and a mapping changed role by role: what the window shows and edits.

Everything here works on a mapping as it is written (a dict for JSON) and gives a new one.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from galley.core.errors import InputError
from galley.core.intake import guessing, pathlang, valuelang
from galley.core.intake import mapping as mappings
from galley.core.intake.builder import Builder
from galley.core.intake.elements import Element
from galley.core.intake.mapping import TEXTS

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
    found: dict[str, list[str]] = {}
    for element in elements:
        for path, value in _leaves(element.value, "", 0):
            samples = found.setdefault(path, [])
            if value is not None and len(samples) < SAMPLES:
                samples.append(" ".join(str(value)[:160].split()))
    return found


def _leaves(value: Any, path: str, depth: int) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict) and depth < MOST_DEPTH:
        for name, inner in value.items():
            yield from _leaves(inner, f"{path}.{name}" if path else str(name), depth + 1)
    elif isinstance(value, list) and depth < MOST_DEPTH and path:
        for inner in value[:SAMPLES]:
            yield from _leaves(inner, f"{path}[]", depth + 1)
    elif path:
        yield path, value


def roles(given: dict[str, Any], paths: Iterable[str]) -> dict[str, str]:
    """The role of each path: the name of a field of the mapping, ``verdict:SCHEME/CRITERION``, ``META`` or ``LEFT``."""
    said: dict[str, str] = {}
    for path, role in _given(given):
        said.setdefault(path, role)
    stars = {path: role for path, role in said.items() if "*" in path}
    uses = Builder(mappings.parse(given, "the mapping")).uses
    found = {}
    for path in paths:
        rest = LEFT if "meta" in given or uses(path) or uses(_first(path)) else META
        starred = next((role for star, role in stars.items() if pathlang.fits(path, star)), rest)
        found[path] = said.get(path, starred)
    return found


def _first(path: str) -> str:
    try:
        return pathlang.parse(path).first
    except InputError:
        return path


def _given(given: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name in OF_ITEMS:
        yield from ((path, name) for path in _paths(None, given.get(name)))
    for name in TEXTS:
        yield from _of_text(None, given.get(name), name)
    for block in given.get("summaries") or ():
        yield from _of_text(block.get("each"), block.get("text"), "summary")
        for name in ("system", "part"):
            yield from ((path, name) for path in _paths(block.get("each"), block.get(name)))
    for block in given.get("verdicts", ()):
        each = block.get("each")
        yield from ((path, f"{VERDICT}{_constant(block['criterion'])}") for path in _paths(each, block["value"]))
        for name in (*OF_VERDICTS, "system"):
            yield from ((path, name) for path in _paths(each, block.get(name)))
    for block in given.get("scores", ()):
        yield from ((path, SCORE) for path in _paths(block.get("each"), block["value"]))
        yield from ((path, "system") for path in _paths(block.get("each"), block.get("system")))
    for value in given.get("meta", {}).values():
        yield from ((path, META) for path in _paths(None, value))


def _of_text(each: str | None, value: Any, role: str) -> Iterator[tuple[str, str]]:
    if not isinstance(value, dict) or "of" in value:
        yield from ((path, role) for path in _paths(each, value))
        return
    parts = next(value[name] for name in ("turns", "paragraphs", "sentences") if name in value)
    whole = _absolute(each, parts)
    yield from ((path, role) for path in _paths(whole, value.get("text", ".")))
    yield from ((path, SPEAKER) for path in _paths(whole, value.get("speaker")))


def _paths(each: str | None, value: Any) -> list[str]:
    """The paths of a value, from the record on."""
    if value is None:
        return []
    return [_absolute(each, path.text) for path in valuelang.parse(value, "the mapping").paths()]


def _constant(value: Any) -> str:
    return value[1:] if isinstance(value, str) and value.startswith("=") else ""


def _absolute(each: str | None, path: str) -> str:
    if not each:
        return path
    each = each.removesuffix("?")
    if path == ".":
        return each
    while path.startswith("^"):
        path = path[1:].removeprefix(".")
        each = each.rpartition(".")[0]
    return path if not each else f"{each}{path}" if path.startswith("[") else f"{each}.{path}"


def _relative(each: str | None, path: str) -> str:
    """A path from the record on as one from an element of ``each`` on."""
    if not each:
        return path
    each = each.removesuffix("?")
    if path == each:
        return "."
    if path.startswith(f"{each}."):
        return path[len(each) + 1 :]
    if path.startswith(f"{each}["):
        return path[len(each) :]
    return "^." * (each.count(".") + 1) + path


def _cut(path: str) -> tuple[str | None, str]:
    """The list that a path goes through, if any, and the path in each of its elements."""
    each, bracket, _ = path.rpartition("[]")
    return (f"{each}[]", _relative(f"{each}[]", path)) if bracket else (None, path)


def assigned(given: dict[str, Any], path: str, role: str, names: Sequence[str]) -> dict[str, Any]:
    """The mapping in which ``path`` has another role; ``names`` are all paths of the file.

    What had that role and can only be once is metadata then. Raises: InputError where the path cannot have the role.
    """
    try:
        pathlang.parse(path)
    except InputError:
        raise InputError(
            f"The name “{path}” cannot be said as a path; rename the field, or name the others by a star (a*)."
        ) from None
    before = roles(given, names)
    made = _without(copy.deepcopy(given), path)
    if role == LEFT:
        made.setdefault("meta", {name: name for name, was in before.items() if was == META and name != path})
    elif role == META:
        if "meta" in made:
            made["meta"][path] = path
    elif role == "key":
        held = made["key"]
        several = isinstance(held, str) and held != NUMBERED and not held.startswith("=")
        made["key"] = f"{held if '{' in held else f'{{{held}}}'}/{{{path}}}" if several else path
    elif role in OF_ITEMS:
        made[role] = path
    elif role in TEXTS:
        each, inner = _cut(path)
        part = "turns" if role == "dialogue" else "paragraphs"
        made[role] = path if each is None else {part: each, **({} if inner == "." else {"text": inner})}
    elif role == SPEAKER:
        _speaker(made, path)
    elif role in OF_SUMMARIES:
        _of_summaries(made, path, role, names)
    elif role == SCORE or role.startswith(VERDICT):
        _answer(made, path, role)
    elif made.get("verdicts"):
        for block in made["verdicts"]:
            if role == "start" and not {"end", "quote"} & block.keys():
                raise InputError(f"“{path}” can be where a mark begins once its end or its words are said.")
            block[role] = _relative(block.get("each"), path)
    else:
        raise InputError(f"A field can be “{role}” only beside one that holds answers.")
    if roles(made, [path])[path] != role:
        raise InputError(f"“{path}” cannot be “{role}” by itself under this mapping; edit the mapping's words.")
    return made


def _speaker(made: dict[str, Any], path: str) -> None:
    each, inner = _cut(path)
    talk = made.get("dialogue")
    if each is None or not isinstance(talk, dict) or talk.get("turns") != each:
        raise InputError(f"“{path}” can only be the speaker where the dialogue is made of turns of the same list.")
    talk["speaker"] = inner


def _of_summaries(made: dict[str, Any], path: str, role: str, names: Sequence[str]) -> None:
    if role == "summary":
        each, inner = _cut(path)
        block: dict[str, Any] = {"text": inner} if each is None else {"each": each, "text": inner}
        system = guessing.by_name(names).get("system", path)
        if not made.get("summaries") and each is None and roles(made, [system])[system] == META and system != path:
            block["system"] = system
        blocks = made["summaries"] = [*(made.get("summaries") or []), block]
        if len(blocks) > 1:  # columns of several systems
            for one in blocks:
                one.setdefault("system", f"={_paths(one.get('each'), one['text'])[0]}")
        return
    if not made.get("summaries"):
        raise InputError(f"A field can be “{role}” only beside one that holds a summary.")
    for block in made["summaries"]:
        block[role] = _relative(block.get("each"), path)
    if role == "system":
        for block in (*made.get("verdicts", ()), *made.get("scores", ())):
            block[role] = _relative(block.get("each"), path)


def _answer(made: dict[str, Any], path: str, role: str) -> None:
    each, inner = _cut(path)
    block: dict[str, Any] = {} if each is None else {"each": each}
    if role == SCORE:
        block |= {"metric": f"={path}", "value": inner}
        blocks = made.setdefault("scores", [])
    else:
        blocks = made.setdefault("verdicts", [])
        block |= {"criterion": f"={role.removeprefix(VERDICT)}", "annotator": "=", "value": inner}
        if blocks and blocks[-1].get("each") == each:  # columns of one file are mostly by the same people
            block |= {name: blocks[-1][name] for name in ("annotator", "kind") if name in blocks[-1]}
    summaries = made.get("summaries") or []
    if len(summaries) == 1 and (system := _paths(summaries[0].get("each"), summaries[0].get("system"))):
        block["system"] = _relative(each, system[0])
    blocks.append(block)


def _without(made: dict[str, Any], path: str) -> dict[str, Any]:
    """Take the role of ``path`` away."""
    if path in _paths(None, made.get("key")):
        kept = [each for each in _paths(None, made["key"]) if each != path]
        made["key"] = NUMBERED if not kept else kept[0] if len(kept) == 1 else "/".join(f"{{{each}}}" for each in kept)
    for name in (*OF_ITEMS[1:], *TEXTS):
        found = dict(_of_text(None, made.get(name), name))
        if found.get(path) == SPEAKER:
            del made[name]["speaker"]
        elif path in found:
            del made[name]
    for kind, needed in (("summaries", "text"), ("verdicts", "value"), ("scores", "value")):
        kept_blocks = []
        for block in made.get(kind) or ():
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
            made[kind] = kept_blocks
        elif made.get(kind):
            del made[kind]
    if "meta" in made:
        made["meta"] = {name: value for name, value in made["meta"].items() if path not in _paths(None, value)}
    return made
