"""What a chart is: a question to the project (``Ask``) and its answer as plain data (``Picture``).

Four drawings cover every chart: ``Rows`` (points with intervals, one line a criterion), ``Matrix`` (a square of
figures), ``Plane`` (points and curves over two axes) and ``WorkTables`` (those of a work). Each mark keeps the row of
the metric that it came from, so that the cells behind it can be found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from galley.core.domain import ItemId
from galley.core.metrics import unweighted
from galley.core.metrics.base import Memory, Params
from galley.core.metrics.unresolved import without_gold
from galley.core.paper_tables.paper_table import Sheet
from galley.core.review import priority
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.gui.charts.chart_table import ChartTable
from galley.gui.translation import tr, tr_n

GROUPS = (
    tr("People"),
    tr("Judges"),
    tr("Errors"),
    tr("Rates and samples"),
    tr("Papers"),
)

WANTED = {
    tr("People"): ("item", "two"),
    tr("Judges"): ("item", "judge", "person"),
    tr("Errors"): ("item",),
    tr("Rates and samples"): ("item",),
}
"""What the charts of a group have nothing to show without."""

Build = Callable[[Any, "ChartRequest"], "Picture"]
"""Reads through a read-only connection, on the reader thread."""


@dataclass(frozen=True, slots=True)
class ChartRequest:
    """What the chips say. Names are those that people see; empty asks for everything.

    ``confounders`` are the confounders of a partial correlation (empty: the metric's own). ``only_gold`` counts
    adjudicated
    cells alone, whatever ``gold`` is. ``every_judge``, ``every_human`` and ``every_system`` are the names of all there
    are, in the order in which they came: a series keeps its colour and marker whatever the chips leave out.
    ``resamples`` 0 leaves out what takes long, so that a chart can follow a decision at once. ``points`` is the wanted
    precision, in percentage points to either side. ``memory`` is what computations over one project keep between them.
    ``items`` are row ids, where a part of the project is asked about.
    """

    schemes: tuple[str, ...] = ()
    criteria: tuple[str, ...] = ()
    judges: tuple[str, ...] = ()
    annotators: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    splits: tuple[str, ...] = ()
    gold: str = "gold"
    only_gold: bool = False
    pair: str = ""
    confounders: tuple[str, ...] = ()
    every_judge: tuple[str, ...] = ()
    every_human: tuple[str, ...] = ()
    every_system: tuple[str, ...] = ()
    resamples: int = 2000
    points: float = 5.0
    cancelled: Callable[[], bool] | None = None
    memory: Memory | None = None
    items: tuple[ItemId, ...] = ()

    def shown_judges(self) -> tuple[str, ...]:
        """The judges that the chips leave in, by name."""
        return self.judges or self.every_judge

    def shown_humans(self) -> tuple[str, ...]:
        """The people that the chips leave in, by name."""
        return self.annotators or self.every_human

    def params(self, **more: Any) -> Params:
        """The same for a metric; ``more`` adds to it or takes the place of what the chips say."""
        chip_params: dict[str, Any] = {
            "gold": "adjudicated" if self.only_gold else self.gold,
            "judges": self.judges,
            "annotators": self.annotators,
            "schemes": self.schemes,
            "criteria": self.criteria,
            "systems": self.systems,
            "datasets": self.sources,
            "splits": self.splits,
            "given": self.confounders,
            "resamples": self.resamples,
            "cancelled": self.cancelled,
            "memory": self.memory,
            "items": self.items,
        }
        return Params(**{**chip_params, **more})


FEW = 5
"""With fewer units with the error than this a figure is no more than a hint."""
DEFAULT_CHIPS = ("scheme", "criterion", "judge", "system", "source", "split", "gold", "only-gold")
"""The chips of most charts."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A figure in a drawing. ``value`` None is undefined, and ``why`` says so. ``row`` is the metric's row, or None
    where there is nothing behind it. ``words`` say it all for the tooltip and for those who cannot see it. ``least``
    and ``most`` are the bounds that open cells leave. ``few``: it rests on so few units with the error (``FEW``), or
    says so little (a difference that no test bears out), that it is drawn hollow and stands in no ranking."""

    value: float | None
    low: float | None = None
    high: float | None = None
    series: int = 0
    why: str = ""
    row: Mapping[str, Any] | None = None
    words: str = ""
    least: float | None = None
    most: float | None = None
    few: bool = False


@dataclass(frozen=True, slots=True)
class Axis:
    """From ``low`` to ``high``. ``kind``: number, percent, points, money, count or time (seconds since 1970)."""

    low: float
    high: float
    title: str = ""
    kind: str = "number"


@dataclass(frozen=True, slots=True)
class RowLine:
    """One line of a row chart: its label, its marks, and what stands at the right (the n)."""

    label: str
    marks: tuple[Mark, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Rows:
    """Points with intervals, a line each; ``guides`` are dashed verticals with a word (chance). ``bars``: amounts, of
    which there are no intervals: a bar from the start of the axis, with the figure at its end."""

    axis: Axis
    lines: tuple[RowLine, ...]
    guides: tuple[tuple[float, str], ...] = ()
    bars: bool = False


@dataclass(frozen=True, slots=True)
class Matrix:
    """Figures in rows and columns, tinted from ``low`` to ``high``. ``cells[r][c]`` None is left empty; ``texts``
    print each figure. ``across`` and ``down`` say what columns and rows are."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[Mark | None, ...], ...]
    texts: tuple[tuple[str, ...], ...]
    low: float = 0.0
    high: float = 1.0
    across: str = ""
    down: str = ""


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a plane; ``mark`` holds y and its interval, ``x_low`` and ``x_high`` that of x. ``label`` stands
    beside it."""

    x: float
    mark: Mark
    x_low: float | None = None
    x_high: float | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through points, with a band where it has intervals. ``label`` stands at its end; ``marks``, one a point
    or none at all, say what each point stands for and lead to the cells behind it."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    series: int = 0
    label: str = ""
    step: bool = False
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Plane:
    """Points and curves over two axes; ``guides`` are straight dashed lines ((x, y), (x, y), word)."""

    x: Axis
    y: Axis
    points: tuple[Point, ...] = ()
    curves: tuple[Curve, ...] = ()
    guides: tuple[tuple[tuple[float, float], tuple[float, float], str], ...] = ()


@dataclass(frozen=True, slots=True)
class WorkTables:
    """The tables of a work, one below the other. ``letters`` are the letter and colour of criteria by scheme and id."""

    sheets: tuple[Sheet, ...]
    letters: Mapping[tuple[str, str], tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Picture:
    """The answer of a chart. ``title``, the finding or the measure, heads it; the first paragraph of ``subtitle`` says
    what is measured, its second, which is folded, which gold and what was left out. ``warning`` is what one must know
    before one believes the figures; ``offer`` what the window can do about it (its name), and the words of the button.
    Without a drawing ``needs`` says in one sentence what there must be. ``series`` are the names that colour, marker
    and line pattern stand for, ``pairs`` what the chip "pair" offers."""

    title: str
    subtitle: str = ""
    drawing: Rows | Matrix | Plane | WorkTables | None = None
    table: ChartTable = field(default_factory=ChartTable)
    series: tuple[str, ...] = ()
    needs: str = ""
    pairs: tuple[str, ...] = ()
    warning: str = ""
    offer: tuple[str, str] = ("", "")

    @property
    def measure(self) -> str:
        """What is measured: the first paragraph of the subtitle."""
        return self.subtitle.partition("\n")[0]

    @property
    def details(self) -> str:
        """What one need not read at once."""
        return self.subtitle.partition("\n")[2]

    def with_detail(self, aside: str) -> Picture:
        """The same, with a sentence more among the details."""
        return replace(self, subtitle=f"{self.measure}\n{f'{self.details} {aside}'.strip()}")


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart. ``title`` stands in the list under ``group``; ``chips`` are the filters that concern it. ``paged``:
    what the chip "pair" offers are pages, of which the first is shown until another is chosen. ``about`` are the
    schemes that it is about, where it takes no others. ``intervals`` is what its intervals are about, in a sentence,
    where the subtitle that it builds does not say so. ``wants`` are the facts (``core/review/queue_totals.py``) without
    which it has nothing to show; where it names none, those of its group. ``weighs``: its figures weigh by the chances
    of draws, or say themselves that they do not. ``views``: the name of each chart that its page switches between, the
    chart itself first, and the word for it in the switch; the others do not stand in the list."""

    name: str
    title: str
    group: str
    order: int
    build: Build
    chips: tuple[str, ...] = DEFAULT_CHIPS
    paged: bool = False
    about: tuple[str, ...] = ()
    intervals: str = ""
    wants: tuple[str, ...] = ()
    weighs: bool = False
    views: tuple[tuple[str, str], ...] = ()

    def lacks(self, facts: Collection[str]) -> list[str]:
        """What a project with these facts has not that the chart needs."""
        return [fact for fact in self.wants or WANTED.get(self.group, ()) if fact not in facts]

    def _unweighted_warning(self, connection: Connection, params: Params) -> str:
        """What is to be said where reviews count alike that were drawn with unlike chances."""
        chances = {} if self.weighs else unweighted.unlike(connection)
        for name, (low, high) in chances.items():
            scheme, _, criterion = name.partition("/")
            if scheme in (params.schemes or (scheme,)) and criterion in (params.criteria or (criterion,)):
                criterion_names = {
                    (known_criterion.scheme, known_criterion.id): known_criterion.name
                    for known_criterion in names.criteria(connection).values()
                }
                return tr(
                    "The reviewed units of “{name}” were drawn with probabilities from {low:.2g} to {high:.2g}. "
                    "This figure does not weight them, so it is not an estimate of a rate.",
                    name=criterion_names.get((scheme, criterion), name),
                    low=low,
                    high=high,
                )
        return ""

    def picture(self, connection: Connection, ask: ChartRequest) -> Picture:
        """The chart under the chips. Over adjudicated cells alone it says how many cells it leaves out on which people
        agree."""
        picture, params = self.build(connection, ask), ask.params()
        bare = bool(ask.resamples) and picture.table.lacks_intervals()
        if picture.drawing is not None and self.intervals and not bare:
            picture = picture.with_detail(self.intervals)
        if picture.drawing is not None and bare:
            words = tr("No figure here has an interval: there are too few documents or items, or all are alike.")
            picture = replace(picture, subtitle=f"{picture.measure} {words}\n{picture.details}".rstrip())
        if picture.drawing is not None and "gold" in self.chips and (day := priority.since(connection)):
            words = tr(
                "Since {day} items were reviewed by priority, to find errors: figures from such reviews do not "
                "estimate a rate.",
                day=day,
            )
            picture = replace(picture, warning=f"{picture.warning} {words}".strip())
        if (
            picture.drawing is not None
            and "gold" in self.chips
            and (sentence := self._unweighted_warning(connection, params))
        ):
            picture = replace(picture, warning=f"{picture.warning} {sentence}".strip())
        if params.gold != "adjudicated" or not {"gold", "only-gold"} & set(self.chips):
            return picture
        cells, without = without_gold(connection, params, self.about)
        if not without:
            return picture
        sentence = tr_n(
            "{n:,} of {cells:,} cells on which people agree has no gold and is left out.",
            "{n:,} of {cells:,} cells on which people agree have no gold and are left out.",
            without,
            cells=cells,
        )
        if picture.drawing is None:
            return replace(picture, needs=f"{picture.needs} {sentence}")
        return picture.with_detail(sentence)
