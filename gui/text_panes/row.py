"""The centre: dialogue, article and summary side by side. A pane with nothing to show folds away."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

from galley.core.domain import Document, Role, Span, Unit, UnitId, UnitKind
from galley.gui import labels
from galley.gui.text_panes import flag_marks
from galley.gui.text_panes.answer_margin import MarginAnswer
from galley.gui.text_panes.backdrop import Backdrop
from galley.gui.text_panes.evidence import Focus
from galley.gui.text_panes.gutter import GutterKind
from galley.gui.text_panes.item import ReviewItem, Tab
from galley.gui.text_panes.pane import TextPane
from galley.gui.text_panes.read_tracker import last_units
from galley.gui.text_panes.summary_tabs import SummaryTabs
from galley.gui.text_panes.text_marks import EvidencePlace, TextMark
from galley.gui.theme import Theme

DIALOGUE, ARTICLE, RIGHT = "dialogue", "article", "summary"
_NARROWEST = 170
_CENTRE = 1.8
"""How much wider what stands in the place of a text is than a text."""
_ROLES = {DIALOGUE: Role.DIALOGUE, ARTICLE: Role.ARTICLE}


class PanesRow(QSplitter):
    """Shows an ``ReviewItem`` item. Units leave here as row ids of the project.

    ``unitChosen(unit)``: a click on a unit. ``flagChosen(verdict)``: a click on a mark. ``tabChosen(index)``.
    ``inFront(column)``: what is to be looked at now is in this column. ``documentRead(document)``: the last unit of a
    document was painted.
    """

    unitChosen = Signal(int)
    flagChosen = Signal(object)
    tabChosen = Signal(int)
    inFront = Signal(QWidget)
    documentRead = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._panes = {
            DIALOGUE: TextPane(theme, labels.TITLES[Role.DIALOGUE], self),
            ARTICLE: TextPane(theme, labels.TITLES[Role.ARTICLE], self),
        }
        self.tabs = SummaryTabs(theme, self)
        self._panes[RIGHT] = self.tabs.pane
        self._columns: dict[str, QWidget] = {**self._panes, RIGHT: self.tabs}
        self._item: ReviewItem | None = None
        self._tab = 0
        self._at: dict[int, tuple[str, int]] = {}
        self._ends: dict[str, dict[int, int]] = {}
        self._focus = Focus()
        self._marks: dict[str, list[TextMark]] = {}
        self._answers: dict[int, MarginAnswer] = {}
        self._weights: dict[str, float] = dict.fromkeys(self._columns, 1.0)
        self._last = RIGHT
        self._shown_panes: set[str] = set()
        self._put_away: set[str] = set()
        self._stand_in: QWidget | None = None
        self._backdrop = Backdrop()
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        for name, pane in self._panes.items():
            pane.unitClicked.connect(lambda index, name=name: self._unit_clicked(name, index))
            pane.markClicked.connect(self.flagChosen)
            pane.view.reached.connect(lambda index, name=name: self._on_end_reached(name, index))
            pane.selectionMade.connect(lambda name=name: self._on_selection_made(name))
        self.tabs.chosen.connect(self.tabChosen)
        self.splitterMoved.connect(self._on_splitter_moved)
        theme.changed.connect(self._widen)
        self._widen()

    # ---- what is shown

    @property
    def tab(self) -> Tab | None:
        """The tab in front."""
        return self._item.tabs[self._tab] if self._item is not None and self._item.tabs else None

    @property
    def tab_index(self) -> int:
        """Its place."""
        return self._tab

    def columns(self) -> Collection[QWidget]:
        """All of them, in sight or not."""
        return self._columns.values()

    def pane(self, name: str) -> TextPane:
        """The pane "dialogue", "article" or "summary"."""
        return self._panes[name]

    def open(self, review_item: ReviewItem, tab: int, coverage: Mapping[UnitId, bool | None]) -> None:
        """Show another item with its tab ``tab`` in front."""
        self._item, self._tab = review_item, tab
        self._focus = Focus()
        self._at, self._ends = {}, {}
        shown_panes = set()
        for name, role in _ROLES.items():
            documents = tuple(d for d in review_item.documents(role) if review_item.shows(d))
            for document in documents:
                if not document.units:
                    self.documentRead.emit(document.id)
            if documents:
                shown_panes.add(name)
                self._fill(name, labels.TITLES[role], _units(documents))
        if review_item.tabs:
            shown_panes.add(RIGHT)
            self.tabs.set_tabs(review_item.tabs, tab)
            self._fill_right()
        self._fold(shown_panes)
        self.set_coverage(coverage)
        self._dress()

    def show_tab(self, index: int, coverage: Mapping[UnitId, bool | None]) -> None:
        """Bring another tab to the front; the sources stay where they are."""
        if index == self._tab or self._item is None:
            return
        self._tab = index
        self.tabs.set_current(index)
        self._at = {unit: at for unit, at in self._at.items() if at[0] != RIGHT}
        self._fill_right()
        self._remark(DIALOGUE, ARTICLE)
        self.set_coverage(coverage)
        self._dress()

    def show_state(self, review_item: ReviewItem) -> None:
        """Show the same item as it is now: only marks and heads change, nothing moves."""
        before, self._item = self._item, review_item
        if before is not None and before.tabs != review_item.tabs:  # units were written, or taken away
            self._retab(before)
        self._remark(DIALOGUE, ARTICLE, RIGHT)
        tab = self.tab
        if tab is not None:
            self.tabs.pane.set_summary(*flag_marks.tab_summary(review_item.entries, tab))
        self._dress()

    def set_answers(self, answers: Mapping[int, MarginAnswer]) -> None:
        """What is answered of units (row ids), in a margin of their texts. A text has the margin if one of its units
        was among these when it was opened."""
        self._answers = dict(answers)
        for pane in self._panes.values():
            pane.set_answers(self._answers_on(pane.units))

    def stand_in(self, widget: QWidget | None) -> None:
        """Show ``widget``, wider than the sources, in the place of the text at the right and its tabs; None gives it
        back."""
        if widget is not None and widget.parentWidget() is not self.tabs:
            self.tabs.add(widget)
        if widget is not self._stand_in:
            self._stand_in = widget
            self.tabs.show_instead(widget)
            self._spread()

    def set_backdrop(self, backdrop: Backdrop) -> None:
        """Which paragraphs or turns step back, and where a quiet line is drawn under their words."""
        self._backdrop = backdrop
        self._dress()

    def set_coverage(self, coverage: Mapping[UnitId, bool | None]) -> None:
        """Say which source units the summary in front covers."""
        for name in _ROLES:
            pane = self._panes[name]
            units = pane.units if self._item is not None else ()
            if name in {at[0] for at in self._at.values()}:
                pane.set_coverage([coverage.get(unit.id) for unit in units] if coverage else [])
                pane.set_summary(*flag_marks.source_summary(units, coverage))

    def set_focus(self, focus: Focus, *, reveal: bool = True, animate: bool = False) -> None:
        """Tint the unit whose flag the keys decide, in another colour the one that is only looked at, and the evidence;
        bring the first place of each pane into sight."""
        self._focus = focus
        active, current = self._at.get(focus.active_unit), self._at.get(focus.unit)
        whole = "" if active else self._find_pane_of_whole(focus.active_unit)
        grouped: dict[str, list[EvidencePlace]] = {}
        for unit, places in focus.places.items():
            at = self._at.get(unit)
            if at is not None:
                grouped.setdefault(at[0], []).extend(replace(place, unit_index=at[1]) for place in places)
        for name, pane in self._panes.items():
            pane.set_current(active[1] if active and active[0] == name else None, focus.active_flag)
            pane.head.set_active(name == whole)
            pane.set_read(current[1] if current and current != active and current[0] == name else None)
            pane.set_evidence(grouped.get(name, []))
        if reveal:
            seen: set[str] = set()
            for unit in focus.first:
                at = self._at.get(unit)
                if at is not None and at[0] not in seen:
                    seen.add(at[0])
                    self._panes[at[0]].reveal(at[1], animate)
            if current is not None:
                self.inFront.emit(self._columns[current[0]])

    def _find_pane_of_whole(self, unit: UnitId) -> str:
        """The pane whose document as a whole is the unit; "" for none."""
        if self._item is None or not unit:
            return ""
        tab = self.tab
        if tab is not None and tab.document is not None and tab.document.whole == unit:
            return RIGHT
        sources = ((name, document) for name, role in _ROLES.items() for document in self._item.documents(role))
        return next((name for name, document in sources if document.whole == unit), "")

    @property
    def focus(self) -> Focus:
        """What is tinted now."""
        return self._focus

    # ---- selection

    def place_of(self, unit: UnitId) -> tuple[str, int] | None:
        """Pane and index at which a unit is shown, or None."""
        return self._at.get(unit)

    def selection(self) -> tuple[Unit, Span | None] | None:
        """The selected text's unit and span; else the unit under review, whole. None where the text is of several units
        (``several``): which of them is meant, nobody said."""
        if self.several():
            return None
        order = [self._find_focused_pane() or self._last, *self._panes]
        for name in order:
            selection = self._panes[name].selection() if not self._columns[name].isHidden() else None
            if selection is not None:
                index, start, end = selection
                return self._panes[name].units[index], Span(start, end)
        current = self._item.units.get(self._focus.unit) if self._item is not None else None
        return (current[0], None) if current is not None else None

    def several(self) -> list[tuple[Unit, Span]]:
        """The parts of a selected text that is of several units, one for each; none where it is of one."""
        for name, pane in self._panes.items():
            selections = pane.view.selections() if not self._columns[name].isHidden() else []
            if len(selections) > 1:
                return [(pane.units[index], Span(start, end)) for index, start, end in selections]
        return []

    def clear_selection(self) -> None:
        """Select no text."""
        for pane in self._panes.values():
            pane.clear_selection()

    def visible_panes(self) -> list[TextPane]:
        """The panes that are unfolded, from left to right."""
        return [
            pane for name, pane in self._panes.items() if not self._columns[name].isHidden() and not pane.isHidden()
        ]

    def put_away(self) -> bool:
        """Fold the pane that has the keyboard away, or bring back what was put away; False where it is the only one."""
        if self._put_away:
            self._put_away = set()
        elif len(self.visible_panes()) > 1:
            self._put_away = {self._find_focused_pane() or self._last}
        else:
            return False
        self._fold(self._shown_panes)
        return True

    def stops(self) -> list[QWidget]:
        """Where F6 stops, from left to right."""
        return [pane.view for pane in self.visible_panes()]

    def home(self) -> QWidget | None:
        """Where the keyboard belongs while one reviews: the rightmost text."""
        panes = self.visible_panes()
        return panes[-1].view if panes else None

    # ---- the user's widths

    def state(self) -> dict[str, float]:
        """The relative widths of the columns."""
        return dict(self._weights)

    def restore(self, state: Mapping[str, float]) -> None:
        """Take widths that ``state`` gave."""
        for name, value in state.items():
            if name in self._columns and isinstance(value, int | float) and 0.05 <= value <= 20:
                self._weights[name] = float(value)

    # ---- within

    def _answers_on(self, units: Sequence[Unit]) -> dict[int, MarginAnswer]:
        return {index: self._answers[unit.id] for index, unit in enumerate(units) if unit.id in self._answers}

    def _fill(self, name: str, title: str, units: Sequence[Unit]) -> None:
        assert self._item is not None
        gutter = GutterKind.SPEAKER if any(unit.speaker for unit in units) else GutterKind.NUMBER
        marks = self._marks[name] = flag_marks.marks_on(self._item.entries, units, self.tab)
        words, answers = flag_marks.count_words(units), self._answers_on(units)
        self._panes[name].set_document(title, units, gutter, summary=words, marks=marks, answers=answers or None)
        self._at.update((unit.id, (name, index)) for index, unit in enumerate(units))
        derived = name == RIGHT and self.tab is not None and self.tab.document is None
        self._ends[name] = {} if derived else last_units(units)
        self._panes[name].view.await_ends(self._ends[name])

    def _on_end_reached(self, name: str, index: int) -> None:
        document = self._ends.get(name, {}).get(index)
        if document is not None:
            self.documentRead.emit(document)

    def _fill_right(self) -> None:
        tab = self.tab
        assert tab is not None and self._item is not None
        title = labels.TITLES[tab.document.role] if tab.document is not None else tab.title.split()[0]
        if self.tabs.pane.isHidden():  # a surface stands in its place
            self._marks.pop(RIGHT, None)
            return
        if not tab.units:
            self.tabs.pane.set_empty(title, labels.empty_text(tab.document.role) if tab.document is not None else "")
            if tab.document is not None:
                self.documentRead.emit(tab.document.id)
            return
        self._fill(RIGHT, title, [self._label_unit(unit) for unit in tab.units] if tab.kind is not None else tab.units)
        self.tabs.pane.set_summary(*flag_marks.tab_summary(self._item.entries, tab))

    def _retab(self, before: ReviewItem) -> None:
        """The tabs of units are others: what is in front stays there, and nothing scrolls."""
        assert self._item is not None
        was = before.tabs[self._tab] if before.tabs else None
        tabs = self._item.tabs
        if was is None:
            place = 0
        else:
            place = next((n for n, t in enumerate(tabs) if (t.document, t.kind) == (was.document, was.kind)), 0)
        self._tab = place
        self._at = {unit: at for unit, at in self._at.items() if at[0] != RIGHT}
        shown_panes = self._shown_panes - {RIGHT}
        if tabs:
            bar = self.tabs.pane.view.verticalScrollBar()
            value = bar.value()
            self.tabs.set_tabs(tabs, place)
            self._fill_right()
            bar.setValue(value)
            shown_panes = shown_panes | {RIGHT}
        self._fold(shown_panes)
        self.set_focus(self._focus, reveal=False)

    def _label_unit(self, unit: Unit) -> Unit:
        """A derived unit with who voices it, or of which type it is, where a turn has its speaker."""
        assert self._item is not None
        units = self._item.units
        speakers = {units[row][0].speaker for row in unit.sources if row in units} - {""}
        label = unit.type if unit.kind is UnitKind.FACT else speakers.pop() if len(speakers) == 1 else ""
        return replace(unit, speaker=label)

    def _remark(self, *names: str) -> None:
        assert self._item is not None
        for name in names:
            pane = self._panes[name]
            if self._columns[name].isHidden() or pane.isHidden() or not pane.units:
                continue
            marks = flag_marks.marks_on(self._item.entries, pane.units, self.tab)
            if marks != self._marks.get(name):
                self._marks[name] = marks
                pane.set_marks(marks)

    def _dress(self) -> None:
        """Show the source texts before the backdrop that a surface wants."""
        dim, dotted = self._backdrop.dim, self._backdrop.dotted_spans
        for name in _ROLES:
            indexes = {unit: at[1] for unit, at in self._at.items() if at[0] == name} if dim or dotted else {}
            self._panes[name].set_backdrop(
                {index for unit, index in indexes.items() if unit in dim},
                {index: dotted[unit] for unit, index in indexes.items() if unit in dotted},
            )

    def _widen(self) -> None:
        """No column is narrower than a few words of its text."""
        for column in self._columns.values():
            column.setMinimumWidth(round(self._theme.px(_NARROWEST)))

    def _fold(self, shown_panes: set[str]) -> None:
        changed, self._shown_panes = False, set(shown_panes)
        shown_panes = shown_panes - self._put_away or shown_panes
        focus = self.window().focusWidget()  # of a window that is not shown yet, too
        for name, column in self._columns.items():
            if column.isHidden() == (name in shown_panes):
                if focus is not None and name not in shown_panes and column.isAncestorOf(focus):
                    self._leave(shown_panes)
                column.setVisible(name in shown_panes)
                changed = True
        if changed:
            self._spread()

    def _leave(self, shown_panes: set[str]) -> None:
        """The column that has the keyboard folds away: give it to a text that stays, or Qt would choose."""
        stays = [pane.view for name, pane in self._panes.items() if name in shown_panes]
        if stays:
            stays[-1].setFocus(Qt.FocusReason.OtherFocusReason)

    def _spread(self) -> None:
        self.setSizes(
            [
                0 if column.isHidden() else round(1000 * self._weights[name] * self._share(name))
                for name, column in self._columns.items()
            ]
        )

    def _share(self, name: str) -> float:
        return _CENTRE if name == RIGHT and self._stand_in is not None else 1.0

    def _on_splitter_moved(self) -> None:
        widths = {name: width for name, width in zip(self._columns, self.sizes(), strict=True) if width}
        mean = sum(widths.values()) / len(widths) if widths else 1
        self._weights.update((name, width / mean / self._share(name)) for name, width in widths.items())

    def _unit_clicked(self, name: str, index: int) -> None:
        self._last = name
        self.unitChosen.emit(self._panes[name].units[index].id)

    def _on_selection_made(self, name: str) -> None:
        self._last = name
        for other, pane in self._panes.items():
            if other != name:
                pane.clear_selection()

    def _find_focused_pane(self) -> str | None:
        widget = QApplication.focusWidget()
        return next((name for name, pane in self._panes.items() if widget is pane.view), None)


def _units(documents: Sequence[Document]) -> list[Unit]:
    return [unit for document in documents for unit in document.units]
