"""What stands beside, instead of or below the three panes, for the items that want it: opinions and facts that are
written, questions with their answers, a table of entries, a strip for ratings.

A panel is one module in this folder that declares a ``PanelSpec`` under the name ``PANEL``; nothing else is told. The
module imports nothing heavy, since it is loaded with the first item: ``factory`` imports the widget, which lives in a
``_module`` of this folder or, where it takes several, in a package of its own under ``gui/``.

From then on the review stage does the rest:

- ``wants(opened)`` is asked of each item as it is read, in the reader thread too, so it looks at ``opened`` only. An
  item that is wanted has the panel's name in ``opened.panels``, and no tabs of the unit kinds ``kinds``: the panel
  shows those. A kind that no wanting panel takes is a tab of the summary pane, as ever.
- ``where`` says where it stands. ``BESIDE``: a column right of the summary, with its own width, folded away where it is
  not wanted. ``INSTEAD``: in the place of the summary's text, under its tabs (which fold away too if ``own_tabs`` is
  set), while a tab in front is one that it ``takes``. ``BELOW``: a strip under the summary's text, on the same terms.
- The widget is built when it is first shown, and kept. It hears ``show_item`` when another item or another tab comes
  to the front, ``show_state`` when the same item was read again after a write (nothing may move or be scrolled then),
  ``set_focus`` when something is tinted, ``leave`` before another item or another view is shown.
- It speaks through signals. ``unitChosen(row)`` tints a unit and what it rests on; ``flagChosen(verdict)`` makes that
  flag the one that A, X, U and the digits decide, and tints what a verdict that is no flag rests on;
  ``tabChosen(index)`` brings another tab of ``opened.tabs`` to the front; ``said(words, role)`` speaks in the bar under
  the flags; ``write(make)`` writes: ``make`` is called with the reviewer's ``galley.core.project.desk.Desk`` and gives
  its future. What is written comes back as ``show_state``; what could not be is told in a sentence. A panel opens no
  connection of its own and never writes past the desk.
- ``backdrop()`` says which paragraphs or turns step back while the panel is in sight, and where a quiet line is drawn
  under their words; ``backdropChanged`` has it asked again.
- F6 stops at ``stop()``, and the ring shows there. Keys that mean something only while the panel has the keyboard
  (digits for a rating) are named by ``inner_keys``: there they reach ``keyPressEvent`` and not the window. Keys that
  work from everywhere are actions of ``resources/shortcuts.toml`` (view "review"), named in the spec's ``actions`` and
  answered by ``actions()``; the stage says so where the panel is not in sight.

Texts are shown as plain text, colours come from the theme, and every control has an accessible name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.domain import Span, Unit, UnitKind
from galley.core.project.desk import Desk, Saved
from galley.gui.desk.backdrop import Backdrop
from galley.gui.desk.catalogue import Catalogue
from galley.gui.desk.evidence import Focus
from galley.gui.desk.opened import Opened, Tab
from galley.gui.session import Session
from galley.gui.widgets.focus_ring import LED_HERE, FocusRing
from galley.gui.widgets.pane_head import PaneHead


class Where(StrEnum):
    """Where a panel stands."""

    BESIDE = "beside"
    INSTEAD = "instead"
    BELOW = "below"


@dataclass(frozen=True, slots=True)
class Room:
    """What a panel is given: theme, keys, reviewer and reads are the session's; ``catalogue()`` is that of now."""

    session: Session
    catalogue: Callable[[], Catalogue]


class Panel(QWidget):
    """What every panel is: a head (none without a title), the widget given to ``set_body``, and a focus ring.

    ``show_item`` and ``show_state`` are for each panel to answer; the others may be left as they are.
    """

    unitChosen = Signal(int)
    flagChosen = Signal(object)
    tabChosen = Signal(int)
    said = Signal(str, str)
    write = Signal(object)
    backdropChanged = Signal()

    inner_keys: frozenset[Qt.Key] = frozenset()
    """Plain keys that belong to the panel while it has the keyboard."""

    def __init__(self, room: Room, title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.room = room
        self.theme = room.session.theme
        self.head = PaneHead(self.theme, title, parent=self)
        self.head.setVisible(bool(title))
        self.setAccessibleName(title)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.head)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.ring = FocusRing(self.theme, self)

    def set_body(self, body: QWidget) -> None:
        """Put ``body`` under the head. Called once, when ``stop()`` can be answered."""
        self._column.addWidget(body, 1)
        self.stop().installEventFilter(self)
        self.setFocusProxy(self.stop())

    # ---- what the stage asks

    def show_item(self, opened: Opened, tab: Tab | None) -> None:
        """Show another item, or the same beside another tab (None: the item has no tabs), from its start."""

    def show_state(self, opened: Opened, tab: Tab | None) -> None:
        """Show the same item as it is now; derived units may have come and gone, nothing else moves."""

    def expect(self, opened: Opened) -> None:
        """An item that may be next, while nothing is to be done: what opening it will need can be measured now, as
        far as that takes a few milliseconds."""

    def set_focus(self, focus: Focus, animate: bool = False) -> None:
        """Tint ``focus.unit`` as under review and the units of ``focus.places`` as evidence, if any is here, and bring
        the first of ``focus.first`` that is here into sight."""

    def leave(self) -> None:
        """Write what is being written (emit ``write``), or let go of it."""

    def stop(self) -> QWidget:
        """The widget that F6 gives the keyboard to."""
        return self

    def selection(self) -> tuple[Unit, Span | None] | None:
        """The text selected in the panel, to which M adds a flag; None for nothing. The unit under review counts
        anyway."""
        return None

    def actions(self) -> Mapping[str, Callable[[], object]]:  # type: ignore[override]
        """What the actions named in the spec do."""
        return {}

    def backdrop(self) -> Backdrop:
        """How the source texts are shown while the panel is in sight; ``backdropChanged`` has it asked again."""
        return Backdrop()

    # ---- within

    def event(self, event: QEvent) -> bool:
        """Keep ``inner_keys`` from the window's shortcuts."""
        if event.type() is QEvent.Type.ShortcutOverride and self._is_inner(event):
            event.accept()
            return True
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the ring while the widget that F6 stops at has the keyboard, and keep ``inner_keys`` from it: a list
        would search with them."""
        if isinstance(event, QFocusEvent):
            self.ring.set_shown(event.gotFocus() and event.reason() in LED_HERE)
        if event.type() is QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and self._is_inner(event):
            self.keyPressEvent(event)
            return True
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the ring around the whole panel."""
        super().resizeEvent(event)
        self.ring.fit()

    def _is_inner(self, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        return event.key() in self.inner_keys


@dataclass(frozen=True, slots=True)
class PanelSpec:
    """A panel before it is built; see the module. ``order`` sorts panels in the same place, ``name`` is the module's
    in kebab case and the one under which its width is remembered. ``forms`` are schemes, or criteria
    ("scheme/criterion"), that the reviewer fills in here: what is answered there is no flag of theirs in the list.
    ``absent`` is said where a key of the panel is pressed and the item has none; ``begin`` is written where it is
    pressed again, beside a tab that the panel takes."""

    name: str
    title: str
    where: Where
    order: int
    wants: Callable[[Opened], bool]
    factory: Callable[[Room], Panel]
    kinds: frozenset[UnitKind] = frozenset()
    forms: frozenset[str] = frozenset()
    takes: Callable[[Tab], bool] = lambda tab: True
    own_tabs: bool = False
    actions: tuple[str, ...] = ()
    absent: str = ""
    begin: Callable[[Desk], Saved] | None = None
