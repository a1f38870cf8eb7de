"""The column "Opinions and facts": every change is one revision, one decision, one Ctrl+Z."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.domain import Role, Span, Unit, UnitKind
from galley.core.project.revision import Draft, How
from galley.core.project.unit_lineage import Origin, lineage
from galley.gui.desk.evidence import Focus
from galley.gui.desk.opened import Opened, Tab
from galley.gui.desk.panel import Panel, Room
from galley.gui.language import tr
from galley.gui.papers.kgds import opinion_drafts, opinion_rows
from galley.gui.papers.kgds.opinion_editor import HINTS, Doing
from galley.gui.papers.kgds.opinion_foot import Foot
from galley.gui.papers.kgds.opinion_list import OpinionsList
from galley.gui.papers.kgds.opinion_painting import Tint
from galley.gui.plain_text import Menu

_KINDS = (UnitKind.OPINION, UnitKind.FACT)
_AHEAD = 150
_KEY = Qt.Key
_CLARIFY, _SPLIT, _MERGE, _NEW, _DROP, _TYPE = "clarify", "split", "merge", "new", "drop", "type"
_EARLIER = "earlier"
_VERBS = (
    (_CLARIFY, tr("Clarify"), "↵"),
    (_SPLIT, tr("Split", "to split"), "S"),
    (_MERGE, tr("Merge"), "M"),
    (_NEW, tr("New"), "N"),
    (_TYPE, tr("Type"), "T"),
    (_DROP, tr("Drop"), tr("Del")),
    (_EARLIER, tr("Earlier"), "H"),
)
_KEYS = {
    _KEY.Key_Return: _CLARIFY,
    _KEY.Key_Enter: _CLARIFY,
    _KEY.Key_S: _SPLIT,
    _KEY.Key_M: _MERGE,
    _KEY.Key_N: _NEW,
    _KEY.Key_T: _TYPE,
    _KEY.Key_Delete: _DROP,
    _KEY.Key_H: _EARLIER,
}
_ALWAYS = frozenset(_KEYS) - {_KEY.Key_M}
_EMPTY = tr("No opinions or facts yet. Click a turn or a paragraph, then press {key} to write what it says.")


class OpinionsPanel(Panel):
    """See the module. Keys of the pane: Enter, S, M (with several selected; else M adds a flag, as everywhere), N, T,
    Delete, H."""

    inner_keys = _ALWAYS

    def __init__(self, room: Room) -> None:
        super().__init__(room, tr("Opinions and facts"))
        self.list = OpinionsList(self.theme)
        self.list.empty = _EMPTY.format(key=room.session.keys.label("write-unit"))
        self.list.setAccessibleDescription(self.list.empty)
        self.editor = self.list.editor
        self.foot = Foot(self.theme, _VERBS, (_EARLIER,))
        self._opened: Opened | None = None
        self._tab: Tab | None = None
        self._focus = Focus()
        self._origins: Mapping[int, Origin] = {}
        self._source: Unit | None = None
        self._blank: Unit | None = None
        self._from: tuple[Unit | None, Unit | None] = (None, None)
        self._editing: tuple[Unit, ...] = ()
        self._unsaved: tuple[tuple[object, ...], str] | None = None
        self._wrote = False
        self._shows_earlier = False
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.list, 1)
        column.addWidget(self.foot)
        self.list.chosen.connect(self._chosen)
        self.list.menuWanted.connect(self._show_menu)
        self.list.selectionModel().selectionChanged.connect(self._selection_changed)
        self.editor.saved.connect(self._save)
        self.editor.left.connect(self._let_go)
        self.foot.done.connect(self._do)
        self.set_body(body)

    # ---- what the stage asks

    def show_item(self, opened: Opened, tab: Tab | None) -> None:
        """Another item from its start, or the same beside another summary."""
        again = self._opened is not None and self._opened.id == opened.id
        current = self.list.current if again else 0
        self._opened, self._tab = opened, tab
        self._source = self._source if again else None
        self._shows_earlier = False
        self._read_origins()
        self._fill(current, keep=again)

    def expect(self, opened: Opened) -> None:
        """Measure its lines, the first at least: a list asks for the height of each before it shows one."""
        units = [unit for unit in opened.view.derived if unit.kind in _KINDS]
        self.list.measure(opinion_rows.line(unit) for unit in units[:_AHEAD])

    def show_state(self, opened: Opened, tab: Tab | None) -> None:
        """The same item after a write: what was just written, or came back, is the current line."""
        before = self.list.lines.units
        at = before.index(self.list.current) if self.list.current in before else 0
        known = {u.id for u in self._units()}
        self._opened, self._tab = opened, tab
        self._read_origins()
        now = [u.id for u in self._units()]
        if self._editing and not all(unit.id in now for unit in self._editing):
            self._close()
        fresh = [unit for unit in now if unit not in known]
        current, wrote = self.list.current, self._wrote
        self._wrote = False
        moved = current not in now or (wrote and bool(fresh))
        if moved:
            current = fresh[0] if fresh else now[min(at, len(now) - 1)] if now else 0
        self._fill(current, keep=True)
        if moved and current and known != set(now):
            self.list.reveal(current)
            self.unitChosen.emit(current)

    def set_focus(self, focus: Focus, animate: bool = False) -> None:
        """Tint, and follow the flag in front."""
        self._focus = focus
        self.list.set_tint(Tint(focus.lit, frozenset(focus.places)))
        if self._opened is None:
            return
        if focus.unit in self.list.lines.units:
            if focus.unit not in self.list.selected:
                self.list.set_current(focus.unit)
            self._show_foot()
        else:
            found = self._opened.units.get(focus.unit)
            if found is not None and found[1].role in (Role.DIALOGUE, Role.ARTICLE):
                self._source = found[0]
        first = next((unit for unit in focus.first if self.list.lines.row_of(unit) is not None), None)
        if first is not None:
            self.list.reveal(first)

    def leave(self) -> None:
        """Save what is being written; nothing is kept of a text that says nothing."""
        if self.list.editing is not None:
            self._save()
        self._close()

    def stop(self) -> QWidget:
        """The list."""
        return self.list

    def selection(self) -> tuple[Unit, Span | None] | None:
        """The current opinion or fact."""
        unit = self._unit(self.list.current)
        return (unit, None) if unit is not None else None

    def actions(self) -> Mapping[str, Callable[[], object]]:  # type: ignore[override]
        """The same verbs from everywhere."""
        return {
            "opinions": partial(self.list.setFocus, Qt.FocusReason.ShortcutFocusReason),
            "clarify-unit": partial(self._do, _CLARIFY),
            "split-unit": partial(self._do, _SPLIT),
            "merge-units": partial(self._do, _MERGE),
            "write-unit": partial(self._do, _NEW),
            "drop-unit": partial(self._do, _DROP),
            "unit-type": partial(self._do, _TYPE),
        }

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The plain keys of the pane."""
        verb = _KEYS.get(Qt.Key(event.key()))
        if verb is None or event.key() not in self.inner_keys:
            event.ignore()
        else:
            self._do(verb)

    # ---- the verbs

    def _do(self, verb: str) -> None:
        {
            _CLARIFY: self._clarify,
            _SPLIT: self._split,
            _MERGE: self._merge,
            _NEW: self._new,
            _DROP: self._drop,
            _TYPE: self._choose_type,
            _EARLIER: self._toggle_earlier,
        }[verb]()

    def _clarify(self) -> None:
        unit = self._ready()
        if unit is not None:
            self._edit(Doing.CLARIFY, (unit,), unit.text)

    def _split(self) -> None:
        unit = self._ready()
        if unit is not None:
            self._edit(Doing.SPLIT, (unit,), "\n".join(opinion_drafts.lines(unit, self._speaker(unit))))

    def _merge(self) -> None:
        if self._ready() is None:
            return
        units = self._selected()
        if len(units) < 2 or len({unit.kind for unit in units}) > 1:
            self.said.emit(
                tr("Select two or more opinions, or two or more facts, with Shift and the arrows first."), "second"
            )
            return
        self._edit(Doing.MERGE, tuple(units), opinion_drafts.joined(units))

    def _new(self) -> None:
        """From the turn or paragraph that is selected, else from the sources of the current line."""
        if not self._writable() or self._opened is None:
            return
        near = self._unit(self._focus.unit)
        source = self._source if near is None else None
        near = near or (self._unit(self.list.current) if source is None else None)
        if source is None and near is None:
            self.said.emit(tr("Click the turn or paragraph that it comes from first."), "second")
            return
        self.leave()
        draft = self._draft_new(source, near, "")
        self._blank = Unit(0, draft.document, draft.kind, len(self._of(draft.kind)), 0, 0, "", type=draft.type,
                           sources=draft.sources, meta=draft.meta)  # fmt: skip
        self._from = (source, near)
        self._fill(0, keep=True)
        self._edit(Doing.WRITE, (), "")

    def _drop(self) -> None:
        if self._ready() is None:
            return
        self._revise(How.DROP, [], self._selected())

    def _choose_type(self) -> None:
        unit = self._ready()
        if unit is None:
            return
        menu = self.menu_of_types()
        row = self.list.lines.row_of(unit.id)
        assert row is not None
        rect = self.list.visualRect(self.list.lines.index(row))
        menu.popup(self.list.viewport().mapToGlobal(QPoint(rect.left() + 30, rect.bottom() + 1)))
        menu.setActiveAction(next((a for a in menu.actions() if a.isChecked()), menu.actions()[0]))

    def menu_of_types(self) -> Menu:
        """The types of a fact, or the steps of an opinion, for all selected units of the kind; the caller shows it."""
        unit = self._unit(self.list.current)
        menu = Menu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        if unit is None:
            return menu
        now = opinion_drafts.step(unit) or unit.type
        for number, (choice, words) in enumerate(opinion_drafts.choices(unit.kind), 1):
            menu.entry(words, partial(self._mark, choice), mnemonic=str(number), checked=choice == now)
        return menu

    def _mark(self, choice: str) -> None:
        unit = self._ready()
        if unit is not None and choice != (opinion_drafts.step(unit) or unit.type):
            self._revise(How.CLARIFY, [opinion_drafts.marked(unit, choice)], [unit])

    def _toggle_earlier(self) -> None:
        self._shows_earlier = not self._shows_earlier
        self._show_foot()

    def _show_menu(self, at: QPoint) -> None:
        menu = Menu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        for name, word, key in _VERBS:
            menu.entry(word, partial(self._do, name), key=key).setEnabled(self._can(name))
        menu.popup(at)

    # ---- writing

    def _ready(self) -> Unit | None:
        """The current unit, if something may be done with it."""
        if not self._writable():
            return None
        self.leave()
        unit = self._unit(self.list.current)
        if unit is None:
            self.said.emit(tr("Choose an opinion or a fact first."), "second")
        return unit

    def _writable(self) -> bool:
        project = self.room.session.project
        if not project.writable:
            self.said.emit(
                tr("{name} is open for reading, so nothing can be saved in it.", name=project.path.name), "second"
            )
        return project.writable

    def _edit(self, doing: Doing, units: tuple[Unit, ...], text: str) -> None:
        self._editing = units
        before = self._unsaved
        key = (doing, *(unit.id for unit in units))
        self.editor.begin(doing, before[1] if before is not None and before[0] == key else text)
        self.list.open_editor(units[0].id if units else 0)
        self.foot.say(HINTS[doing])

    def _save(self) -> None:
        """Make a revision of what was written; what says nothing stays open, and a sentence says why."""
        doing, units, text = self.editor.doing, self._editing, self.editor.toPlainText().strip()
        texts = [part.strip() for part in text.split("\n") if part.strip()]
        if not text:
            self.said.emit(tr("It needs words; Esc leaves it as it was, and Delete drops it."), "second")
            return
        if doing is Doing.SPLIT and len(texts) < 2:
            self.said.emit(tr("A split needs two lines or more, one for each part."), "second")
            return
        key = (doing, *(unit.id for unit in units))
        self._close()
        if doing is Doing.CLARIFY and text == units[0].text.strip():
            return
        self._unsaved = (key, text)
        if doing is Doing.WRITE:
            self._revise(How.WRITE, [self._draft_new(*self._from, text)], [])
        elif doing is Doing.CLARIFY:
            self._revise(How.CLARIFY, [opinion_drafts.clarified(units[0], text)], units)
        elif doing is Doing.SPLIT:
            self._revise(How.SPLIT, opinion_drafts.parts(units[0], texts), units)
        else:
            self._revise(How.MERGE, [opinion_drafts.merged(units, text)], units)

    def _let_go(self) -> None:
        self._unsaved = None
        self._close()

    def _close(self) -> None:
        """Take the editor away."""
        if self.list.editing is None:
            return
        self.list.close_editor()
        self._editing = ()
        if self._blank is not None:
            self._blank = None
            self._fill(self.list.current, keep=True)
        self._show_foot()

    def _revise(self, how: How, made: Sequence[Draft], units: Sequence[Unit]) -> None:
        assert self._opened is not None
        item, replaced = self._opened.id, [unit.id for unit in units]
        self._wrote = True
        self.write.emit(lambda desk: desk.revise(item, how, made, replaced))

    def _draft_new(self, source: Unit | None, near: Unit | None, text: str) -> Draft:
        assert self._opened is not None
        if source is not None:
            home = self._opened.units[source.id][1]
            return opinion_drafts.written(source, home, text, self._opened.view.derived)
        assert near is not None
        return opinion_drafts.beside(near, text)

    # ---- within

    def _units(self) -> list[Unit]:
        """The opinions and facts that stand."""
        return [u for u in self._opened.view.derived if u.kind in _KINDS] if self._opened is not None else []

    def _of(self, kind: UnitKind) -> list[Unit]:
        return [unit for unit in self._units() if unit.kind is kind]

    def _unit(self, row: int) -> Unit | None:
        return next((unit for unit in self._units() if unit.id == row), None) if row else None

    def _selected(self) -> list[Unit]:
        return [unit for row in self.list.selected if (unit := self._unit(row)) is not None]

    def _speaker(self, unit: Unit) -> str:
        """Who voices an opinion, where it is one person."""
        assert self._opened is not None
        names = {self._opened.units[row][0].speaker for row in unit.sources if row in self._opened.units}
        return names.pop() if len(names) == 1 else ""

    def _read_origins(self) -> None:
        assert self._opened is not None
        session = self.room.session
        self._origins = lineage(session.connection(), self._units(), session.reviewer)

    def _fill(self, current: int, keep: bool) -> None:
        assert self._opened is not None
        lines = opinion_rows.build(self._opened, self._tab, self.room.catalogue().criteria, self._origins, self._blank)
        self.list.show_lines(lines, current, keep)
        self.head.set(tr("Opinions and facts"), f"{len(self._units()):,}" if self._units() else "")
        self._show_foot()

    def _show_foot(self) -> None:
        if self.list.editing is not None or self._opened is None:
            return
        unit = self._unit(self.list.current)
        origin = self._origins.get(unit.id) if unit is not None else None
        before = self._earlier(origin) if self._shows_earlier else []
        self.foot.show_unit(unit, origin, before)
        self.foot.offer(self._can)

    def _earlier(self, origin: Origin | None) -> list[Unit]:
        assert self._opened is not None
        gone = {unit.id: unit for unit in self._opened.view.retired}
        return [gone[row] for row in (origin.before if origin is not None else ()) if row in gone]

    def _can(self, verb: str) -> bool:
        """Whether a verb means something now."""
        if verb == _EARLIER:
            return bool(self._earlier(self._origins.get(self.list.current)))
        if not self.room.session.project.writable:
            return False
        if verb == _NEW:
            return True
        if verb == _MERGE:
            return len(self._selected()) > 1
        return bool(self.list.current)

    def _selection_changed(self) -> None:
        self.inner_keys = frozenset(_KEYS) if len(self.list.selected) > 1 else _ALWAYS
        self._show_foot()

    def _chosen(self, row: int) -> None:
        """A line was chosen: its flag about the summary in front comes to the front, or its sources are tinted."""
        if self.list.editing is not None and row not in (unit.id for unit in self._editing):
            self.leave()
        at = self.list.lines.row_of(row)
        line = self.list.lines.line(at) if at is not None else None
        flags = line.flags if isinstance(line, opinion_rows.Line) else ()
        if not flags:
            self.unitChosen.emit(row)
        elif self._focus.unit != row or self._focus.lit_flag not in [flag.verdict.id for flag in flags]:
            self.flagChosen.emit(next((f for f in flags if f.open and not f.own), flags[0]).verdict.id)
