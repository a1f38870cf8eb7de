"""What the window shows of one open project: top bar, notices, the views, status bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from galley.core.domain import Cell, ChangeSet, ItemId
from galley.core.review import blind
from galley.core.review.blind import Blind
from galley.core.review.pace import OwnPace, count_hours, own_pace
from galley.core.review.queue import Filter
from galley.core.review.queue_totals import QueueTotals
from galley.core.storage.queries.tasks import has_task_rows
from galley.gui.dialogs.base import Label
from galley.gui.notices import NoticeBar
from galley.gui.plain_text import Menu
from galley.gui.session import Session
from galley.gui.shell.pace_strip import find_midnight
from galley.gui.shell.statusbar import StatusBar
from galley.gui.shell.topbar import TopBar
from galley.gui.theme import Type
from galley.gui.translation import tr
from galley.gui.views import View, ViewSpec

TITLE = tr("Hidden by blind mode")
_WIDTH = 520.0


def find_hidden_views(blind: Blind) -> frozenset[str]:
    """The views that would show what is hidden, by name."""
    view_names = {"adjudicate", "scores", "plan"} if not blind.figures else set()
    return frozenset(view_names | ({"runs"} if blind.judges else set()))


def _words(blind: Blind) -> str:
    """What is hidden: "the answers of other people, the judges' names and gold"."""
    parts = [
        words
        for hidden, words in (
            (blind.own, tr("the answers of other people")),
            (blind.judges, tr("the judges' names")),
            (blind.gold, tr("gold")),
        )
        if hidden
    ]
    return tr("{some} and {last}", some=", ".join(parts[:-1]), last=parts[-1]) if len(parts) > 1 else "".join(parts)


class HiddenView(View):
    """Says why there is nothing to see. It asks nothing of the project but its blind mode."""

    def __init__(self, session: Session, blind: Blind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme = session.theme
        self.setAccessibleName(TITLE)
        way = (
            tr("It is locked in this file: only the person who made the package can change it.")
            if blind.locked
            else tr("The project's owner can change it: Checks → Blind mode.")
        )
        page = QWidget(self)
        page.setMaximumWidth(round(theme.px(_WIDTH)))
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addStretch(2)
        column.addWidget(Label(theme, TITLE, Type.PAGE_TITLE))
        column.addWidget(
            Label(theme, tr("This view would show {hidden}. {way}", hidden=_words(blind), way=way), Type.BODY, "second")
        )
        column.addStretch(3)
        row = QHBoxLayout(self)
        row.setContentsMargins(32, 0, 32, 0)
        row.addStretch(1)
        row.addWidget(page, 100)
        row.addStretch(1)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        for label in page.findChildren(Label):  # on this ground Qt would take another role for them
            label.setForegroundRole(QPalette.ColorRole.WindowText)

    def showEvent(self, event: QShowEvent) -> None:
        """There is nothing to wait for."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self.ready.emit)


class Workspace(QWidget):
    """Builds each view when it is first shown. ``view_shown`` follows every switch, ``moved`` each move within a view
    too, so that ``state`` is another, ``counted`` fresh figures,
    ``reviewer_wanted`` the press on the reviewer's name, ``writing_wanted`` the press that takes up the offer to write
    to what was open for reading, ``pack_wanted(Wish, who)`` that of a view for packages, ``action_wanted(name)`` what
    else a view wants the window to do."""

    view_shown = Signal()
    moved = Signal()
    counted = Signal()
    reviewer_wanted = Signal()
    reviewer_named = Signal(str)
    writing_wanted = Signal()
    pack_wanted = Signal(object, str)
    action_wanted = Signal(str)

    def __init__(
        self,
        session: Session,
        specs: Sequence[ViewSpec],
        menu: Menu,
        help_menu: Menu,
        state: Mapping[str, Any] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """``state`` is what ``state()`` gave the last time this project was open; with ``stays`` true all is shown as
        it was, else the next that is open."""
        super().__init__(parent)
        self.session = session
        self._specs = {spec.name: spec for spec in specs}
        self._states: dict[str, Any] = {}
        self._views: dict[str, View] = {}
        self._pending: dict[str, ChangeSet] = {}
        self._name = ""
        self._is_new, self._first_line = bool((state or {}).get("new")), ""
        session.is_named = not (state or {}).get("unnamed")
        self._blind = blind.read_blind(session.connection())
        theme, keys = session.theme, session.keys
        self._offered_views = self._on_offer("")
        self.top = TopBar(theme, keys, session.project.path.stem, self._offered_views, menu, help_menu, self)
        self.notice = NoticeBar(theme, self)
        self.stack = QStackedWidget(self)
        self.status = StatusBar(theme, keys, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.top, self.notice, self.stack, self.status):
            column.addWidget(widget, 1 if widget is self.stack else 0)
        self._understood = True
        self.top.view_chosen.connect(self.show_view)
        self.top.searched.connect(self._search)
        self.top.left_search.connect(self._left_search)
        self.status.reviewer_pressed.connect(self.reviewer_wanted)
        self.status.pace_pressed.connect(self.show_pace)
        self._totals: QueueTotals | None = None
        session.changed.connect(self._apply_changes)
        session.saved.connect(self.status.show_saved)
        session.counted.connect(self._show_totals)
        session.failed.connect(self._show_failure)
        session.unsaved.connect(self.status.show_failed)
        session.reviewer_changed.connect(self._reviewer_changed)
        session.name_wanted.connect(self._ask_name)
        session.freed.connect(self._on_lock_freed)
        self.notice.pressed.connect(self.writing_wanted)
        self.notice.answered.connect(self._name_reviewer)
        self._open(state or {})

    @property
    def name(self) -> str:
        """The name of the view that is shown; "" where there is none."""
        return self._name

    @property
    def view(self) -> View | None:
        """The view that is shown."""
        return self._views.get(self._name)

    def show_view(self, name: str) -> None:
        """Show the view called ``name``, built now if this is the first time."""
        if name == self._name or name not in self._specs:
            return
        if self.view is not None:
            self.view.deactivate()
        self._name = name
        self._offer()
        if self.top.views is not None:
            self.top.views.set_current(name)
        view = self._views.get(name) or self._build(name)
        self.stack.setCurrentWidget(view)
        missed = self._pending.pop(name, None)
        if missed:
            view.apply(missed)
        view.activate()
        self._hint()
        self.view_shown.emit()

    @property
    def specs(self) -> Sequence[ViewSpec]:
        """The views that there are, in order."""
        return tuple(self._specs.values())

    def search_for(self, text: str) -> None:
        """Search for something as if it had been typed into the search box of the Review view."""
        self.show_view("review")
        self.top.search.setText(text)

    def targets(self) -> dict[str, Callable[[], object]]:
        """What the window-wide actions do while this project is open."""
        targets: dict[str, Callable[[], object]] = {
            "search": self._into_search,
            "pace": self.show_pace,
            "undo": lambda: self.session.watch(self.session.decision_writer.undo()),
            "redo": lambda: self.session.watch(self.session.decision_writer.redo()),
            "next-pane": partial(self._next_pane, 1),
            "previous-pane": partial(self._next_pane, -1),
        }
        for number, name in enumerate(self._specs, 1):
            targets[f"view-{number}"] = partial(self.show_view, name)
        return targets

    def state(self) -> dict[str, Any]:
        """What to remember for the next start: the view shown, and what each view says of itself."""
        views = {**self._states, **{name: view.state() for name, view in self._views.items()}}
        left_state: dict[str, Any] = {"at": datetime.now(UTC).isoformat(timespec="seconds")}
        if self._totals is not None:
            left_state |= {"finished": self._totals.finished_items, "items": self._totals.items}
        return {"view": self._name, "views": views, "left": left_state}

    def _open(self, state: Mapping[str, Any]) -> None:
        views = state.get("views")
        self._states = dict(views) if isinstance(views, dict) else {}
        self._stays = bool(state.get("stays"))
        project = self.session.project
        self._show_reviewer()
        if project.writable:
            self.status.show_saved("")
        else:
            self.status.show_reading()
        if project.notices:
            self.notice.say(" ".join(project.notices))
        view_name = state.get("view")
        if self._specs:
            self.show_view(view_name if view_name in self._specs else next(iter(self._specs)))
        self.session.count()

    def _build(self, name: str) -> View:
        if name in find_hidden_views(self._blind):
            return self._place(name, HiddenView(self.session, self._blind))
        view = self._specs[name].factory(self.session)
        self._place(name, view)
        view.open_queue.connect(self.open_queue)
        view.open_flag.connect(self.open_flag)
        view.open_call.connect(self.open_call)
        view.pack_wanted.connect(self.pack_wanted)
        view.viewRequested.connect(self._go_to)
        view.search_changed.connect(self.top.search.show_query)
        view.hinted.connect(self._hint)
        state = self._states.get(name)
        if isinstance(state, dict):
            view.restore({**state, "stays": True} if self._stays else state)
        return view

    def _hint(self) -> None:
        view = self.view
        if view is not None:
            keys = () if isinstance(view, HiddenView) else self._specs[self._name].keys
            self.status.hints.set_hints(view.hints() or keys)
            self.moved.emit()

    def _place(self, name: str, view: View) -> View:
        self._views[name] = view
        self.stack.addWidget(view)
        return view

    def _on_offer(self, name: str) -> tuple[ViewSpec, ...]:
        """The views to offer at the top: that of the plan once there is something planned, or it is shown."""
        planned = has_task_rows(self.session.connection(), "protocol", "package")
        return tuple(spec for spec in self._specs.values() if planned or not spec.needs_plan or spec.name == name)

    def _offer(self) -> None:
        offered_views = self._on_offer(self._name)
        if offered_views != self._offered_views:
            self._offered_views = offered_views
            self.top.offer(offered_views)

    def _follow_blind_mode(self) -> None:
        """Take away the views that blind mode closes now, or closed until now; they are built when next shown."""
        before, self._blind = self._blind, blind.read_blind(self.session.connection())
        if before == self._blind:
            return
        for name in find_hidden_views(before) | find_hidden_views(self._blind):
            view = self._views.pop(name, None)
            self._pending.pop(name, None)
            if view is not None:
                view.deactivate()
                self.stack.removeWidget(view)
                view.deleteLater()
        if self._name not in self._views:
            name, self._name = self._name, ""
            self.show_view(name)

    def open_queue(self, queue_filter: Filter) -> None:
        """Show the Review view with these items in its queue."""
        if "review" in self._specs:
            self.show_view("review")
            self._views["review"].show_queue(queue_filter)

    def open_flag(self, item: ItemId, cell: Cell) -> None:
        """Show the Review view with this cell of this item in front."""
        if "review" in self._specs:
            self.show_view("review")
            self._views["review"].show_flag(item, cell)

    def open_decision(self, decision: int) -> None:
        """Show the Review view with what a decision (row id) was about in front."""
        if "review" in self._specs:
            self.show_view("review")
            self._views["review"].show_decision(decision)

    def _go_to(self, name: str) -> None:
        if name in self._specs:
            self.show_view(name)
        else:
            self.action_wanted.emit(name)

    def open_call(self, verdict: int) -> None:
        """Show the Runs view with a call that this verdict was read from."""
        if "runs" in find_hidden_views(self._blind):
            self.notice.say(tr("Blind mode hides the judges in this project, so their calls are closed."))
        elif "runs" in self._specs:
            self.show_view("runs")
            self._views["runs"].show_call(verdict)

    def _apply_changes(self, changes: ChangeSet) -> None:
        if changes.settings or changes.structure:
            self._follow_blind_mode()
            self._offer()
        for name, view in self._views.items():
            if name == self._name:
                view.apply(changes)
            else:
                self._pending[name] = self._pending.get(name, ChangeSet()) | changes

    def _show_totals(self, totals: QueueTotals) -> None:
        self._show_first_line(totals)
        self._totals = totals
        self._read_hours()
        self.counted.emit()

    def _read_hours(self) -> None:
        """Count the reviewer's answers of today, behind all other reads."""
        reviewer, since = self.session.reviewer, find_midnight()
        self.session.read(
            lambda connection: count_hours(connection, reviewer, since),
            self.status.pace.show_hours,
            slot="pace-hours",
            behind=True,
        )

    def show_pace(self) -> None:
        """How fast this reviewer was today and what is left; what they changed can be held in the queue."""
        reviewer, since = self.session.reviewer, find_midnight()

        def show_menu(pace: OwnPace) -> None:
            changed = Filter(items=pace.changed_items, about=tr("changed today"))
            self.status.pace.show_menu(pace, partial(self.open_queue, changed))

        self.session.read(lambda connection: own_pace(connection, reviewer, since), show_menu, slot="pace")

    def _show_first_line(self, totals: QueueTotals) -> None:
        """In a project that was never opened before, say what the keys do once there are items, until a decision is
        made; where the reviewer has no name yet, ask for it."""
        label, before = self.notice.label, self._totals
        if before is None or not before.items:
            is_asked = self._is_new and bool(totals.items) and (not totals.decisions or not self.session.is_named)
            is_free = self.session.project.writable and self.notice.isHidden() and self._name == "review"
            if is_asked and is_free:
                key = self.session.keys.label
                self.notice.say(
                    tr(
                        "The keys decide the amber flag. {accept} accepts, {reject} says no error. "
                        "Press {help} for all keys.",
                        accept=key("accept"),
                        reject=key("no-error"),
                        help=key("help"),
                    ),
                    "accent",
                    field="" if self.session.is_named else tr("Your name, for your decisions"),
                )
                self._first_line = label.text()
        elif totals.decisions > before.decisions and label.text() == self._first_line:
            self.notice.hide()

    def _ask_name(self) -> None:
        """A decision was asked for before the reviewer said who they are: the keyboard goes to the field."""
        self.notice.say(
            tr("Whose decisions are these? Type your name and press Enter, then decide."),
            "accent",
            field=tr("Your name, for your decisions"),
        )
        self._first_line = self.notice.label.text()
        self.notice.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _name_reviewer(self, name: str) -> None:
        self.notice.field.hide()
        self.reviewer_named.emit(name)
        self._into_view()

    def _show_failure(self, sentence: str) -> None:
        self.notice.say(sentence, "negative")

    def _show_reviewer(self) -> None:
        self.status.set_reviewer(self.session.reviewer_name if self.session.is_named else tr("not named yet"))

    def _reviewer_changed(self) -> None:
        self._show_reviewer()
        # Whose progress is shown has changed everywhere, as if every item had.
        self._apply_changes(ChangeSet(structure=True, settings=True))

    def _on_lock_freed(self, free: bool) -> None:
        project = self.session.project
        if free:
            words = tr("{name} was closed in the other program, so you can edit it here.", name=project.path.name)
            self.notice.say(words, "accent", tr("Open for writing"))
        else:
            self.notice.say(" ".join(project.notices))

    def _search(self, text: str) -> None:
        self._understood = self.view is None or self.view.search(text)

    def _left_search(self) -> None:
        """Into the view; a mistake is mended first: the next letters would be keys there."""
        if self._understood:
            self._into_view()

    def _into_search(self) -> None:
        self.top.search.setFocus()
        self.top.search.selectAll()

    def _into_view(self) -> None:
        if self.view is not None:
            self.view.activate()

    def _next_pane(self, step: int) -> None:
        """Search field, view, status bar, and round again."""
        stops: list[QWidget] = [self.top.search, self.stack, self.status.reviewer]
        focus = QApplication.focusWidget()
        at = next((i for i, stop in enumerate(stops) if focus is stop or (focus and stop.isAncestorOf(focus))), 0)
        next_stop = stops[(at + step) % len(stops)]
        if next_stop is self.stack:
            self._into_view()
        else:
            next_stop.setFocus()
