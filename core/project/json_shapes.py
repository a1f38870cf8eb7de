"""What the JSON in a project must look like where code reads its fields, so that a file is told to be damaged before a
traceback tells it. Held against by `galley check`, and by imports of what brings settings and runs along.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Shape = type | tuple[type, ...] | Callable[[Any], bool]


def fits(value: Any, shape: Shape) -> bool:
    """Whether a value is of a type (True and False are no numbers), or what a function says it must be."""
    if isinstance(shape, type | tuple):
        kinds = shape if isinstance(shape, tuple) else (shape,)
        return isinstance(value, kinds) and (not isinstance(value, bool) or bool in kinds)
    return shape(value)


def listed(shape: Shape) -> Callable[[Any], bool]:
    """A list of such."""
    return lambda value: isinstance(value, list) and all(fits(each, shape) for each in value)


def fields(needed: Mapping[str, Shape], free: Mapping[str, Shape] | None = None) -> Callable[[Any], bool]:
    """An object that has the ``needed`` fields, and those of ``free`` in their form where it has them."""

    def has(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and all(name in value and fits(value[name], shape) for name, shape in needed.items())
            and all(fits(value[name], shape) for name, shape in (free or {}).items() if name in value)
        )

    return has


def _valued(shape: Shape) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, dict) and all(fits(each, shape) for each in value.values())


def _optional(shape: Shape) -> Callable[[Any], bool]:
    return lambda value: value is None or fits(value, shape)


def _place(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 6 and all(
        fits(each, int if at == 3 else str) for at, each in enumerate(value)
    )  # fmt: skip


def _pair(shape: Shape) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and len(value) == 2 and all(fits(each, shape) for each in value)


def _replaced(value: Any) -> bool:
    """See ``fold.replaced_by``."""
    if not isinstance(value, list) or len(value) != 9 or not all(isinstance(each, list) for each in value[7:]):
        return False
    return fits(value[0], int) and all(_pair(int)(span) for span in value[7]) and all(len(e) == 5 for e in value[8])


PACKAGE = fields(
    {"uid": str, "reviewer": str, "project": str, "at": str, "items": int},
    {
        **{"base": int, "share": str, "flags": bool, "instructions": str},
        **{"task": str, "round": int, "only": str, "others": bool, "dealt": _valued(listed(str))},
    },
)
_KEPT: dict[str, Shape] = {
    "seen": int, "judges": _valued(str), "settles": bool, "sealed": bool, "again": listed(listed(int)),
}  # fmt: skip
"""What a project knows of a package that it made, and the package does not."""
_RUN: dict[str, Shape] = {
    "budget": _optional((int, float)),
    "max_requests": _optional(int),
    "prompts": listed(fields({})),
}
RUN = fields({}, {**_RUN, "items": listed(int), "annotators": _valued(int)})
RUN_TOLD = fields({}, {**_RUN, "items": listed(str)})
"""As a native record tells of it: items by key."""
DRAW = fields(
    {"kind": str, "judge": str, "scheme": str, "criterion": str, "seed": int, "of": int, "places": listed(_place)}
)
_THING = listed(lambda value: isinstance(value, list) and len(value) == 3 and all(fits(each, str) for each in value))
TASK_DRAW = fields(
    {
        **dict.fromkeys(("task", "at", "of", "within"), str),
        **dict.fromkeys(("n", "seed", "least"), int),
        **{"groups": listed(fields({"within": str, "of": int, "drawn": int})), "frame": _THING, "places": _THING},
    }
)
_COUNTS = _valued(lambda value: listed(int)(value) and len(value) == 3)
_STRATUM = fields({"of": listed(str), "documents": int, "cells": _COUNTS, "drawn": listed(_pair(str))})
SCREENING = fields(
    {
        **dict.fromkeys(("name", "job", "judge"), str),
        **{"shards": listed(str), "by": listed(str), "mistakes": (int, float), "strata": listed(_STRATUM)},
    }
)
UNIT = fields(
    {"name": str, "kind": str, "document": int, "position": int, "text": str, "sources": listed(int)},
    {"type": _optional(str), "meta": _optional(dict)},
)
LINE = fields({"theirs": str, "here": str, "count": int, "chain": str})
COLUMNS: dict[str, dict[str, Shape]] = {
    "item_meta": {"value": dict},
    "document": {"meta": dict},
    "unit": {"meta": dict},
    "run": {"settings": RUN},
    "request": {"body": dict},
    "batch": {"calls": dict},
    "decision": {
        "spans": listed(_pair(int)),
        "asked": listed(_pair(int)),
        "unread": listed(_pair(int)),
        "replaced": listed(_replaced),
        "made": fields({"units": listed(UNIT), "replaces": listed(int)}),
        "source": lambda value: listed(int)(value) and len(value) == 3,
    },
    "package": {"settings": fields({"package": PACKAGE}, _KEPT)},
    "event": {"said": (list, dict)},
    "seal": {"signed": fields({}, {"reviewer": str, "asked": listed(list)})},
    "merged": {"report": fields({"lines": listed(LINE)})},
}
"""The columns that hold JSON, but for settings, which have each their own shape."""
SETTINGS: dict[str, Shape] = {
    "package": PACKAGE,
    "confidential": fields({"named": listed(str)}),
    "blind-mode": fields({}, dict.fromkeys(("own", "judges", "gold", "locked"), bool)),
    "blind": fields({}, {"share": (int, float), "seed": int}),
    "roles": _valued(str),
    "person-checks": fields({"purpose": str, "by": str, "at": str}),
    "frozen": fields({"at": str, "by": str}, {"why": str}),
    "sampling": listed(DRAW),
    "rated": listed(str),
    "task-draws": listed(TASK_DRAW),
    "screening": listed(SCREENING),
    "views": listed(fields({"name": str, "query": str}, {"task": str, "sort": str, "across": bool})),
}


def setting(name: str, value: Any) -> bool:
    """Whether the setting ``name`` may have this value. One that nobody knows may have any."""
    return fits(value, str) if name.startswith("prompt:") else name not in SETTINGS or fits(value, SETTINGS[name])
