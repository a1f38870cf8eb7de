"""The chips over a chart: what it counts. A judge's chip carries the marker of its series."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QActionGroup, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from galley.core.domain import JUDGES, AnnotatorKind, CombinedCriterion, Criterion, Scheme
from galley.core.metrics.score_columns import confounding
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import filter_choices
from galley.core.text.visible import make_visible
from galley.gui.charts.base import Chart, ChartRequest
from galley.gui.plain_text import Menu
from galley.gui.scores.drawing import series_style
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr
from galley.gui.widgets.chip import Chip
from galley.gui.widgets.flow import FlowLayout

_LONGEST = 30
_MOST_JUDGES = 8
_MOST_PAIRS = 24
_MARKER_ROOM = 14.0
GIVEN = {"system", "dataset"}
GOLDS = {
    "gold": tr("Adjudicated, else by each task's rule"),
    "majority": tr("Adjudicated, else majority"),
    "adjudicated": tr("Adjudicated only"),
}
TITLES = {
    "scheme": tr("Scheme: {words}"),
    "criterion": tr("Criterion: {words}"),
    "judges": tr("Judges: {words}"),
    "people": tr("People: {words}"),
    "system": tr("System: {words}"),
    "source": tr("Source: {words}"),
    "split": tr("Split: {words}"),
    "gold": tr("Gold: {words}"),
    "pair": tr("Pair: {words}"),
    "given": tr("Given: {words}"),
}
"""What each chip with a menu is about, for those who cannot see it."""
EVERY = {
    "scheme": (tr("All schemes"), tr("all schemes")),
    "criterion": (tr("All criteria"), tr("all criteria")),
    "system": (tr("All systems"), tr("all systems")),
    "source": (tr("All sources"), tr("all sources")),
    "split": (tr("All splits"), tr("all splits")),
}
"""What a menu offers first, and how its chip says so."""
_MARKERS = {
    "circle": tr("circle"),
    "square": tr("square"),
    "triangle": tr("triangle"),
    "diamond": tr("diamond"),
    "down": tr("down"),
    "cross": tr("cross"),
}
_GOLD_CHIPS = {
    "gold": tr("gold: by rule"),
    "majority": tr("gold: majority"),
    "adjudicated": tr("gold: adjudicated"),
}


@dataclass(frozen=True, slots=True)
class FilterChoices:
    """What the project has to choose from."""

    schemes: tuple[Scheme, ...] = ()
    judges: tuple[str, ...] = ()
    humans: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    splits: tuple[str, ...] = ()
    confounders: tuple[str, ...] = ()


def read(connection: Connection) -> FilterChoices:
    """The choices of a project."""
    people = names.annotators(connection).values()
    return FilterChoices(
        tuple(names.schemes(connection)),
        tuple(dict.fromkeys(a.name for a in people if a.kind in JUDGES)),
        tuple(dict.fromkeys(a.name for a in people if a.kind is AnnotatorKind.HUMAN)),
        tuple(filter_choices.list_choices(connection, "system")),
        tuple(filter_choices.list_choices(connection, "dataset")),
        tuple(filter_choices.list_choices(connection, "split")),
        tuple(confounding(connection)),
    )


class SeriesWord(QWidget):
    """What a marker stands for, where no chip says so."""

    def __init__(self, theme: Theme, text: str, series: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._text, self._series = theme, text, series
        self.setAccessibleName(f"{_MARKERS[series_style.symbol(series)]}: {text}")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Marker and words."""
        wide = series_style.width(self._theme, Type.SMALL, self._text) + self._theme.px(30.0)
        return QSize(round(wide), round(self._theme.px(22.0)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Marker and words."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            series_style.paint_sample(painter, self._theme, self._series, QRectF(self.rect()), self._text)


class SeriesChip(Chip):
    """A judge, with the marker that stands for it in the chart (-1 for none)."""

    def __init__(self, theme: Theme, text: str, series: int, parent: QWidget | None = None) -> None:
        self.series = series
        super().__init__(theme, text, parent=parent)

    def beside(self) -> float:
        """Room for the marker."""
        return self._theme.px(_MARKER_ROOM) if self.series >= 0 else 0.0

    def paint_beside(self, painter: QPainter) -> None:
        """The marker, pale while the judge is left out."""
        if self.series >= 0:
            painter.setOpacity(1.0 if self.isChecked() else 0.4)
            at = QPointF(self.width() - self._theme.px(14.0), self.height() / 2)
            series_style.paint_marker(painter, self._theme, self.series, at, 4.6)


@dataclass(slots=True)
class _FilterState:
    scheme: str = ""
    criterion: str = ""
    system: str = ""
    source: str = ""
    split: str = ""
    gold: str = "gold"
    only_gold: bool = False
    pair: str = ""
    without: set[str] = field(default_factory=set)
    people: set[str] = field(default_factory=set)
    given: set[str] = field(default_factory=set)


class ScoreFilters(QWidget):
    """Emits ``changed()`` when the user asked for something else; ``ask()`` says what. ``without`` holds the judges
    that were switched off, ``people`` the annotators that alone are wanted,
    ``given`` the confounders (none: system and data set)."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._choices = FilterChoices()
        self._state = _FilterState()
        self._shows: tuple[Chart | None, tuple[str, ...], tuple[str, ...], frozenset[int]] = (None, (), (), frozenset())
        self._chips: list[tuple[str, Chip]] = []
        self._words: list[SeriesWord] = []
        self._flow = FlowLayout(self)
        self._flow.setContentsMargins(0, 0, 0, 0)

    def set_choices(self, choices: FilterChoices) -> None:
        """The project holds other things now; what is gone is not asked for any longer."""
        self._choices, state = choices, self._state
        for name in ("scheme", "system", "source", "split"):
            if getattr(state, name) and getattr(state, name) not in self._names(name):
                setattr(state, name, "")
        if state.criterion not in [value for value, _ in self._criteria()]:
            state.criterion = ""
        if state.gold not in GOLDS and state.gold not in (*choices.humans, *choices.judges):
            state.gold = "gold"
        self._build()

    def set_chart(
        self,
        chart: Chart,
        series: Sequence[str] = (),
        pairs: Sequence[str] = (),
        used: frozenset[int] = frozenset(),
    ) -> None:
        """Show the chips that concern this chart; ``series`` are the names behind its markers, ``used`` those that it
        draws, ``pairs`` the pairs of scores that it has."""
        shows = (chart, tuple(series), tuple(pairs), used)
        if shows != self._shows:
            self._shows = shows
            self._build()

    @property
    def _chart(self) -> Chart | None:
        return self._shows[0]

    @property
    def _series(self) -> tuple[str, ...]:
        return self._shows[1]

    @property
    def _pairs(self) -> tuple[str, ...]:
        return self._shows[2]

    def ask(self) -> ChartRequest:
        """What the chips say, as far as the chart that is shown heeds them."""
        assert self._chart is not None
        return self.ask_for(self._chart)

    def ask_for(self, chart: Chart) -> ChartRequest:
        """What the chips say, as far as ``chart`` heeds them."""
        state, choices, heeds = self._state, self._choices, set(chart.chips)
        scheme, _, criterion = state.criterion.rpartition("/")
        schemes = scheme or state.scheme if "criterion" in heeds else state.scheme
        judges = tuple(name for name in choices.judges if name not in state.without)
        has_judge_filter = "judge" in heeds and len(judges) < len(choices.judges)

        def one(name: str, value: str) -> tuple[str, ...]:
            return (value,) if value and name in heeds else ()

        return ChartRequest(
            schemes=one("scheme", schemes),
            criteria=one("criterion", criterion),
            judges=judges if has_judge_filter else (),
            annotators=tuple(name for name in choices.humans if name in state.people) if "people" in heeds else (),
            systems=one("system", state.system),
            sources=one("source", state.source),
            splits=one("split", state.split),
            gold=state.gold if "gold" in heeds else "gold",
            only_gold=state.only_gold and "only-gold" in heeds,
            pair=state.pair if "pair" in heeds else "",
            confounders=tuple(name for name in choices.confounders if name in state.given) if "given" in heeds else (),
            every_judge=choices.judges,
            every_human=choices.humans,
            every_system=choices.systems,
        )

    def state(self) -> dict[str, Any]:
        """What to remember."""
        w = self._state
        names_ = ("scheme", "criterion", "system", "source", "split", "gold", "only_gold", "pair")
        plain = {name: getattr(w, name) for name in names_}
        return plain | {name: sorted(getattr(w, name)) for name in ("without", "people", "given")}

    def restore(self, state: dict[str, Any]) -> None:
        """What ``state`` gave; entries of another form are passed over."""
        for name, value in state.items():
            if name in ("without", "people", "given") and isinstance(value, list):
                setattr(self._state, name, {str(text) for text in value})
            elif name == "only_gold" and isinstance(value, bool):
                self._state.only_gold = value
            elif name in ("scheme", "criterion", "system", "source", "split", "gold", "pair") and isinstance(
                value, str
            ):
                setattr(self._state, name, value)

    def menu(self, name: str) -> Menu:
        """The menu behind a chip; the caller shows it."""
        menu = Menu(self)
        if name == "given":
            for option in self._choices.confounders:
                menu.add_entry(
                    _line(option), partial(self._toggle, name, option), checked=option in self._active_confounders()
                )
            return menu
        if name in ("people", "judges"):
            everybody = self._choices.humans if name == "people" else self._choices.judges
            for option in everybody:
                on = not self._state.people or option in self._state.people
                checked = on if name == "people" else option not in self._state.without
                menu.add_entry(_line(option), partial(self._toggle, name, option), checked=checked)
            return menu
        group = QActionGroup(menu)
        current = getattr(self._state, name)
        options = self._options(name)
        below: dict[str, Menu] = {}
        for value, words in options:
            place = menu
            if name == "pair" and value and len(options) > _MOST_PAIRS:  # a menu a first score
                first = words.partition(tr("{one} and {other}", one="", other=""))[0]
                place = below.setdefault(first, below.get(first) or menu.add_menu(first))
            place.add_entry(words, partial(self._set, name, value), checked=value == current).setActionGroup(group)
            if not value:
                menu.addSeparator()
        return menu

    def _active_confounders(self) -> set[str]:
        """The confounders that are on."""
        return self._state.given & set(self._choices.confounders) or GIVEN & set(self._choices.confounders)

    def _names(self, name: str) -> list[str]:
        c = self._choices
        options: dict[str, Sequence[str]] = {"system": c.systems, "source": c.sources, "split": c.splits}
        return [scheme.id for scheme in c.schemes] if name == "scheme" else list(options[name])

    def _schemes(self) -> list[tuple[str, str]]:
        labels = [scheme.name for scheme in self._choices.schemes]
        return [
            (scheme.id, _line(scheme.name if labels.count(scheme.name) == 1 else f"{scheme.name} ({scheme.id})"))
            for scheme in self._choices.schemes
        ]

    def _criteria(self) -> list[tuple[str, str]]:
        criteria: list[tuple[str, str]] = []
        for scheme in self._choices.schemes:
            if self._state.scheme in ("", scheme.id):
                parts: list[Criterion | CombinedCriterion] = [*scheme.criteria, *scheme.combined_criteria]
                criteria += [(f"{scheme.id}/{part.id}", part.name) for part in parts]
        labels = [words for _, words in criteria]
        return [(v, w if labels.count(w) == 1 else f"{w} ({v.partition('/')[0]})") for v, w in criteria]

    @property
    def _has_pages(self) -> bool:
        return self._chart is not None and self._chart.paged

    def _options(self, name: str) -> list[tuple[str, str]]:
        if name == "gold":
            return [
                *GOLDS.items(),
                *((annotator, _line(annotator)) for annotator in (*self._choices.humans, *self._choices.judges)),
            ]
        if name == "pair":
            first = _line(self._pairs[0]) if self._has_pages and self._pairs else tr("The strongest")
            return [("", first), *((pair, _line(pair)) for pair in self._pairs[1 if self._has_pages else 0 :])]
        if name == "criterion":
            return [("", EVERY[name][0]), *self._criteria()]
        if name == "scheme":
            return [("", EVERY[name][0]), *self._schemes()]
        return [("", EVERY[name][0]), *((option, _line(option)) for option in self._names(name))]

    def _build(self) -> None:
        while self._flow.takeAt(0) is not None:
            pass
        for _, chip in self._chips:
            chip.hide()
            chip.deleteLater()
        self._chips = []
        for word in self._words:
            word.hide()
            word.deleteLater()
        self._words = []
        for name in self._chart.chips if self._chart else ():
            self._add(name)
        chip_judges = self._choices.judges if self._chart and "judge" in self._chart.chips else ()
        if (
            self._series
            and (len(chip_judges) > _MOST_JUDGES or set(self._series) - set(chip_judges))
            and len(self._series) > 1
        ):
            for number, name in enumerate(self._series):
                if number in self._shows[3] and (name not in chip_judges or len(chip_judges) > _MOST_JUDGES):
                    word = SeriesWord(self._theme, _line(name), number, self)
                    self._words.append(word)
                    self._flow.addWidget(word)
                    word.show()
        self.updateGeometry()

    def _add(self, name: str) -> None:
        state, choices = self._state, self._choices
        if name == "judge":
            self._add_judges()
        elif name == "people":
            if len(choices.humans) > 1:
                some = len(state.people & set(choices.humans))
                of = len(choices.humans)
                words = tr("{count} of {of} people", count=some, of=of) if some else tr("all {count} people", count=of)
                self._menu_chip("people", words, bool(some))
        elif name == "given":
            if choices.confounders:
                active_names = [
                    confounder for confounder in choices.confounders if confounder in self._active_confounders()
                ]
                self._menu_chip(
                    "given", tr("given: {names}", names=", ".join(active_names) or tr("nothing")), bool(state.given)
                )
        elif name == "only-gold":
            chip = self._chip(name, Chip(self._theme, tr("only adjudicated"), parent=self), state.only_gold)
            chip.clicked.connect(partial(self._set, "only_gold"))
        elif name == "gold":
            words = _GOLD_CHIPS.get(state.gold, tr("gold: {name}", name=state.gold))
            self._menu_chip("gold", words, state.gold != "gold")
        else:
            options = dict(self._options(name))
            if name == "scheme" and len(options) == 2:
                self._menu_chip(name, list(options.values())[1], True)
            elif len(options) > (1 if name == "pair" and self._has_pages else 2):
                value = getattr(state, name)
                if name == "pair":
                    nothing = options[""] if self._has_pages else tr("strongest pair")
                else:
                    nothing = EVERY[name][1]
                self._menu_chip(name, options.get(value, value) if value else nothing, bool(value))

    def _add_judges(self) -> None:
        judges = self._choices.judges
        if len(judges) > _MOST_JUDGES:
            selected_count = len([name for name in judges if name not in self._state.without])
            self._menu_chip(
                "judges",
                tr("{count} of {of} judges", count=selected_count, of=len(judges)),
                selected_count < len(judges),
            )
            return
        for name in judges:
            series = self._series.index(name) if name in self._series else -1
            chip = SeriesChip(self._theme, _short(_line(name)), series, self)
            self._chip("judge", chip, name not in self._state.without)
            chip.setAccessibleName(tr("Judge {name}", name=_line(name)))
            chip.clicked.connect(partial(self._toggle, "judges", name))

    def _menu_chip(self, name: str, words: str, on: bool) -> None:
        chip = self._chip(name, Chip(self._theme, _short(_line(words)), parent=self), on)
        chip.setAccessibleName(TITLES[name].format(words=_line(words)))
        chip.clicked.connect(partial(self._pop, name, chip))

    def _chip(self, name: str, chip: Chip, on: bool) -> Chip:
        chip.setChecked(on)
        self._chips.append((name, chip))
        self._flow.addWidget(chip)
        chip.show()
        return chip

    def _pop(self, name: str, chip: Chip, checked: bool) -> None:
        chip.setChecked(not checked)  # the menu, not the press, decides
        menu = self.menu(name)
        menu.exec(chip.mapToGlobal(QPoint(0, chip.height() + 2)))
        menu.deleteLater()

    def _set(self, name: str, value: Any, _checked: bool = False) -> None:
        setattr(self._state, name, value)
        if name == "scheme":
            self._state.criterion = ""
        self._build()
        self.changed.emit()

    def _toggle(self, name: str, who: str, _checked: bool = False) -> None:
        if name == "judges":
            self._state.without ^= {who}
            if not set(self._choices.judges) - self._state.without:
                self._state.without.clear()
        elif name == "given":
            # With none of them it would be no partial correlation; then the usual ones are back.
            confounders = self._active_confounders() ^ {who}
            self._state.given = set() if confounders == GIVEN & set(self._choices.confounders) else confounders
        else:
            people = self._state.people or set(self._choices.humans)
            people = people ^ {who}
            self._state.people = set() if not people or people >= set(self._choices.humans) else people
        self._build()
        self.changed.emit()


def _line(text: str) -> str:
    return " ".join(make_visible(text).split())


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
