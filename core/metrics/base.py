"""What a metric is: a pure function of a read-only connection that gives rows.

A metric is one file in this folder with a module constant ``METRIC``. Its rows are plain dicts of the names and
figures of section 6 of the design notes; a figure that is undefined is None, and ``why`` says so in words. The names
in a row (scheme, criterion, judge, system, …) lead back to the cells behind it: see ``behind``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, cast

from galley.core.domain import ItemId
from galley.core.errors import Cancelled, InputError
from galley.core.metrics._memory import Memory
from galley.core.metrics._parameters import Takes
from galley.core.stats.result import Estimate
from galley.core.storage.connection import Connection

Row = dict[str, Any]
Found = TypeVar("Found")

BY = ("criterion", "group", "level", "system", "dataset", "source", "split", "item", "time", "check")
"""What rows may be split by; ``source`` is where the texts come from, which is the data set."""

TARGETS = ("new", "project")
"""What a figure with an interval is about: new documents like these, or this project, of which the rest is not answered
yet."""

LEVELS = ("", "unit", "summary", "spans", "system")
"""What a cell or pair is; each metric has some of them."""


@dataclass(frozen=True, slots=True)
class Params:
    """What a metric was asked. Empty asks for everything; names are those that people see.

    ``gold``: "gold" (what the task of each cell came to: adjudicated, else by its rule), "majority" (adjudicated, else
    the strict majority of the humans), "adjudicated" (adjudicated cells only) or an annotator. ``task``: only what this
    task asks, which must be said where people answered a criterion in several. ``against``: hold every criterion
    against gold on this one, CRITERION or SCHEME/CRITERION (DIAL-SUMMER holds a judge's plain "hallucination?" against
    the roll-up of its own taxonomy). ``level``: one of LEVELS. ``target``: one of TARGETS. ``resamples``: of the
    bootstrap; 0 leaves out its intervals, and those of agreement, which is what a chart wants that follows a decision
    at once. ``options``: settings of one metric as NAME=VALUE (see ``settings``). ``items``: row ids. ``cancelled`` is
    asked now and then. ``memory``: a chart that is computed again and again over one project passes the same one each
    time, and tells it what was written."""

    gold: str = "gold"
    task: str = ""
    judges: tuple[str, ...] = ()
    annotators: tuple[str, ...] = ()
    schemes: tuple[str, ...] = ()
    criteria: tuple[str, ...] = ()
    level: str = ""
    by: str = "criterion"
    systems: tuple[str, ...] = ()
    datasets: tuple[str, ...] = ()
    splits: tuple[str, ...] = ()
    items: tuple[ItemId, ...] = ()
    coefficients: tuple[str, ...] = ()
    pairs: bool = False
    passes: bool = False
    against: str = ""
    x: tuple[str, ...] = ()
    y: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    resamples: int = 2000
    confidence: float = 0.95
    seed: int = 0
    target: str = "new"
    cancelled: Callable[[], bool] | None = None
    memory: Memory | None = None

    def __post_init__(self) -> None:
        """Raises: InputError for a way to split or a level that there is not."""
        if self.by not in BY:
            raise InputError(f"Rows cannot be split by {self.by!r}; use one of: {', '.join(BY)}.")
        if self.level not in LEVELS:
            raise InputError(f"There is no level {self.level!r}; use one of: {', '.join(filter(None, LEVELS))}.")
        if self.target not in TARGETS:
            raise InputError(f"Figures cannot be about {self.target!r}; use one of: {', '.join(TARGETS)}.")
        if self.resamples < 0 or not 0 < self.confidence < 1:
            raise InputError("The number of resamples must be 0 or more, and the confidence between 0 and 1.")

    def sampling_fraction(self, answered: int, total: int) -> float:
        """How much of what a figure is about was drawn, from 0 to 1: of this project the share that was answered, of
        new documents nothing."""
        return answered / total if self.target == "project" and total else 0.0

    def go_on(self) -> None:
        """Raises: Cancelled where whoever asked wants it no more."""
        if self.cancelled is not None and self.cancelled():
            raise Cancelled("The figures were stopped before they were done.")

    def reuse_result(self, key: Hashable, inputs: Sequence[Any], compute: Callable[[], Found]) -> Found:
        """What ``compute`` gives; where there is a memory and the inputs (arrays, plain values) are those of the last
        time under ``key``, what it gave then. Callers must not change it."""
        if self.memory is None:
            return compute()
        whole = (key, self.resamples, self.confidence, self.seed, self.target)
        return cast("Found", self.memory.reuse_result(whole, inputs, compute))


def settings(params: Params, standard: Mapping[str, str]) -> dict[str, str]:
    """The settings of a metric: ``standard``, or what ``params.options`` say instead (see ``_parameters.check``)."""
    pairs = (option.partition("=") for option in params.options)
    return {**standard, **{name.strip(): value.strip() for name, _, value in pairs}}


@dataclass(frozen=True, slots=True)
class Reference:
    """What the page of metrics says of one, in Markdown; ``galley metrics --help NAME`` prints some of it.

    ``measures``: the figure and its formula. ``source``: the paper that it follows. ``interval``: how it is computed.
    ``undefined``: when the figure is empty. ``left_out``: what is skipped and counted."""

    measures: str
    source: str
    interval: str
    undefined: str
    left_out: str


@dataclass(frozen=True, slots=True)
class TableLayout:
    """How the plain table of a metric is printed. Columns in ``hidden``, and rows that hold one of ``hidden_values`` in
    a column, are printed only where they are named. ``heads`` are the words above columns, in which {units} is what the
    rows count; columns in ``per_hundred`` are shares printed per 100, their limits with them. ``closing`` is the
    sentence below the table, about the row with the greatest n among those of ``closing_rows`` (a column and what it
    holds): {low} and {high} are the limits of ``closing_figure``, other places are columns of the row."""

    hidden: tuple[str, ...] = ("documents", "design_effect", "rank")
    hidden_values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    heads: Mapping[str, str] = field(default_factory=dict)
    per_hundred: tuple[str, ...] = ()
    closing: str = "{subject}: between {low} and {high}, n = {n}."
    closing_figure: str = "value"
    closing_rows: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Result:
    """The answer of a metric. ``columns`` are the columns of the plain table in order; rows may hold more.

    ``uncovered`` counts what was passed over, by reason; ``notes`` are sentences about the whole; ``about`` says what
    the figures and their intervals are about; ``layout`` is that of the plain table, its words filled in.
    """

    metric: str
    gold: str
    rows: list[Row]
    left_out: dict[str, int] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    about: str = ""
    layout: TableLayout = TableLayout()


class Metric(Protocol):
    """One metric. ``name`` is what the command line and the charts call it, ``title`` one line for people, ``takes``
    which options change its figures: first as a rule, then in each view that takes others. The registry refuses all
    others, so that ``compute`` finds the rest of ``Params`` as it is unless set. A metric that ships has a
    ``reference``. One that is about certain schemes names them in ``about``, what its figures count in ``unit``, and in
    ``sample`` what its intervals take for the sample (source documents unless said): both are printed with them. One
    that ``weighs`` does so by the chances of draws, or is of what was drawn alike (see ``unweighted``).
    ``layout`` is how its plain table is printed (``TableLayout()`` where it names none)."""

    name: str
    title: str
    takes: tuple[Takes, ...]

    def compute(self, connection: Connection, params: Params) -> Result:
        """The figures. Raises: InputError for a name that the project does not hold, Cancelled."""
        ...


def put(row: Row, name: str, estimate: Estimate) -> None:
    """Write a figure and its interval into ``row``: NAME, NAME_low, NAME_high ("value": value, low, high); of the
    value also the source documents behind it and its design effect."""
    low, high = ("low", "high") if name == "value" else (f"{name}_low", f"{name}_high")
    row[name], row[low], row[high] = estimate.value, estimate.low, estimate.high
    if estimate.documents and name == "value":
        row["documents"], row["design_effect"] = estimate.documents, estimate.design


def why(figures: Mapping[str, Estimate]) -> str:
    """One text about all figures without a value or interval: "recall, f1: Undefined because …"."""
    sentences: dict[str, list[str]] = {}
    for name, estimate in figures.items():
        if estimate.why:
            sentences.setdefault(estimate.why, []).append(name)
    if len(figures) == 1:
        return next(iter(sentences), "")
    return " ".join(f"{', '.join(names)}: {sentence}" for sentence, names in sentences.items())


def pick(why: str, key: str) -> str:
    """The sentence about ``key`` where ``why`` speaks of several figures ("recall, f1: …. mcc: …."), else all."""
    parts: dict[str, str] = {}
    for sentence in why.replace(". ", ".\n").split("\n"):
        head, colon, tail = sentence.partition(": ")
        names = [name.strip() for name in head.split(",")]
        if colon and all(name.replace("_", "").replace("-", "").isalnum() for name in names):
            parts.update(dict.fromkeys(names, tail))
    return parts.get(key, "") if parts else why


def add_up(rows: list[Row]) -> dict[str, int]:
    """What the rows left out, added up. Roll-ups look at the cells of their criteria again and are not counted
    where those are among the rows."""
    plain = [row for row in rows if not row.get("rollup")] or rows
    total: dict[str, int] = {}
    for row in plain:
        for reason, count in row.get("left_out", {}).items():
            total[reason] = total.get(reason, 0) + count
    return total
