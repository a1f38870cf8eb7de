"""What the JSON in a project is where code reads its fields, so that a file is told to be damaged before a traceback
tells it. Held against by `galley project check`, and by imports of what brings settings and runs along.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, Required, TypedDict

from galley.core.domain import CriterionId, ItemId
from galley.core.storage.native_record import Span

Place = tuple[str, str, str, int, str, str]
"""A drawn cell."""
Thing = tuple[str, str, str]
"""Of what a task drew."""
ReplacedAnswer = tuple[int, Any, Any, Any, Any, Any, Any, list[Span], list[tuple[Any, Any, Any, Any, Any]]]
"""See ``choose_fold.replaced_by``."""


class PackageShape(TypedDict, total=False):
    """What a package says of itself."""

    uid: Required[str]
    reviewer: Required[str]
    project: Required[str]
    at: Required[str]
    items: Required[int]
    base: int
    share: str
    flags: bool
    instructions: str
    task: str
    round: int
    only: str
    others: bool
    dealt: dict[str, list[str]]
    sets: bool


class PackageSettings(TypedDict, total=False):
    """What a project knows of a package that it made, and what of it the package does not."""

    package: Required[PackageShape]
    seen: int
    judges: dict[str, str]
    settles: bool
    sealed: bool
    again: list[list[int]]


class _AnyRun(TypedDict, total=False):
    budget: float | None
    max_requests: int | None
    prompts: list[dict[str, Any]]


class RunSettings(_AnyRun, total=False):
    """A run's, items and annotators by row id."""

    items: list[ItemId]
    annotators: dict[str, int]


class RecordRunSettings(_AnyRun, total=False):
    """The same as a native record tells it: by key and by name."""

    items: list[str]
    annotators: dict[str, str]


class DrawShape(TypedDict):
    """Flags or cells that were drawn."""

    kind: str
    judge: str
    scheme: str
    criterion: str
    seed: int
    of: int
    places: list[Place]


class FrameShape(TypedDict):
    """What draws were drawn from."""

    way: str
    judge: str
    scheme: str
    criterion: str
    strata: list[str]
    documents: list[tuple[str, str, str, int, str]]
    units: list[tuple[str, str, str, str, int, str, int]]


class _Group(TypedDict):
    within: str
    of: int
    drawn: int


class TaskDrawShape(TypedDict):
    """What a task drew."""

    task: str
    at: str
    of: str
    within: str
    n: int
    seed: int
    least: int
    groups: list[_Group]
    frame: list[Thing]
    places: list[Thing]


class _Stratum(TypedDict):
    of: list[str]
    documents: int
    cells: dict[str, tuple[int, int, int]]
    drawn: list[tuple[str, str]]


class ScreeningShape(TypedDict):
    """What was screened, and what was drawn of it."""

    name: str
    job: str
    judge: str
    shards: list[str]
    by: list[str]
    mistakes: float
    strata: list[_Stratum]


class UnitShape(TypedDict, total=False):
    """A unit that a revision writes."""

    name: Required[str]
    kind: Required[str]
    document: Required[int]
    position: Required[int]
    text: Required[str]
    sources: Required[list[int]]
    type: str | None
    meta: dict[str, Any] | None


class _Made(TypedDict):
    units: list[UnitShape]
    replaces: list[int]


class ReturnedLine(TypedDict):
    """Whose answers came back of a package."""

    theirs: str
    here: str
    count: int
    chain: str


class _Report(TypedDict):
    lines: list[ReturnedLine]


class _SignedContent(TypedDict, total=False):
    reviewer: str
    asked: list[list[Any]]


class _Confidential(TypedDict):
    named: list[str]


class _BlindMode(TypedDict, total=False):
    own: bool
    judges: bool
    gold: bool
    locked: bool


class _Blind(TypedDict, total=False):
    share: float
    seed: int


class _PersonChecks(TypedDict):
    purpose: str
    by: str
    at: str


class _Frozen(TypedDict, total=False):
    at: Required[str]
    by: Required[str]
    why: str


class _SavedView(TypedDict, total=False):
    name: Required[str]
    query: Required[str]
    task: str
    sort: str
    across: bool


class StoredPair(NamedTuple):
    """What a finish covers or leaves; ``level`` stands there only where it is the whole document."""

    criterion: CriterionId
    target: int
    level: Literal["whole"] = "whole"


COLUMNS: dict[str, dict[str, Any]] = {
    "item_meta": {"value": dict},
    "document": {"meta": dict},
    "unit": {"meta": dict},
    "run": {"settings": RunSettings},
    "request": {"body": dict},
    "batch": {"calls": dict},
    "decision": {
        "spans": list[Span],
        "asked": list[StoredPair],
        "unread": list[StoredPair],
        "replaced": list[ReplacedAnswer],
        "made": _Made,
        "source": tuple[int, int, int],
    },
    "package": {"settings": PackageSettings},
    "event": {"said": list[Any] | dict[str, Any]},
    "seal": {"signed": _SignedContent},
    "merged": {"report": _Report},
}
"""The columns that hold JSON, but for settings, which have each their own type."""
_SETTINGS: dict[str, Any] = {
    "package": PackageShape,
    "confidential": _Confidential,
    "blind-mode": _BlindMode,
    "blind": _Blind,
    "roles": dict[str, str],
    "person-checks": _PersonChecks,
    "frozen": _Frozen,
    "sampling": list[DrawShape],
    "draw-frames": list[FrameShape],
    "rated": list[str],
    "levels": dict[str, Literal["whole", "units"]],
    "task-draws": list[TaskDrawShape],
    "screening": list[ScreeningShape],
    "views": list[_SavedView],
}


def of_setting(name: str) -> Any:
    """The type that a setting's value must be of; ``Any`` for one that nobody knows."""
    return str if name.startswith("prompt:") else _SETTINGS.get(name, Any)
