"""What a task looks like in the middle of the desk: answers in the margin, a matrix, ratings side by side.

A surface is one module in ``gui/review/task_views`` that declares a ``SurfaceSpec`` under the name ``SURFACE``; nothing
else is told. The module imports nothing heavy, since it is loaded with the first item of a task: ``factory`` imports
the widgets. A task whose criteria no surface ``fits`` has the three panes and the list, as ever.

There is one list of what the task asks (``item.entries``), one selection in it (``active``, a place in these entries)
and one bar of answers, and the stage has all three. A surface shows the same entries in another order and says what was
clicked; it keeps no selection of its own and writes nothing:

- ``show_item(item, active)``: another item. ``show_state(item, active)``: the same, read again after a decision:
  nothing may move or scroll. ``set_active(item, active)``: another entry is active: tint it (role ``flag_tint``) and
  bring it into sight. Each entry has its unit, home, target, criterion, ``state``, ``words`` and, once answered, the
  answer as ``verdict.value``; ``item.asked`` has the task.
- ``entryClicked(place)``: an entry was clicked. Emit it on the press, with any button, so that the next key decides
  this entry. ``unitClicked(unit)``: a place was clicked that nothing is asked of; it gets the quieter tint (role
  ``row``).
- ``answered(value)``: an answer to the active entry was clicked in the surface itself (``None``: unsure). The keys A,
  X, U and the digits need nothing: the stage decides the active entry by them.
- ``documentRead(document)``: the last unit of a document was painted by the surface (see
``galley.gui.text_panes.read_tracker``).
- ``widget()`` takes the place of the panes (``PageSurface`` does this with a ``SurfacePage``); ``None`` leaves these
  and works in them through ``context.panes``, as ``margin`` does: what it has to say there it says in ``show_item``,
  which comes before the panes are filled.
- ``turn_to(item, target)``: a summary (row id) of which nothing is asked is to be read; the active entry stays.
- ``reveal_hidden_answers(item, active)``: the key for what the task shows only after the answers (judges' ratings). It
  shows it, or says in a sentence why not; ``context.session.decision_writer.read_tracker`` records what is shown: a
  later answer has seen it.
- ``header_widget()`` stands above the panes, which stay and show what the active entry is about, as for ``matrix``;
  ``highlight_unit(unit)`` tints a unit that is only looked at.
- ``set_tab(item, index)``: another tab is in front, ``set_active`` follows. ``messageShown(text, role)`` shows a
  sentence in the bar under the list. ``write(make)`` writes: ``make`` is called with the reviewer's
  ``galley.core.review.decision_writer.DecisionWriter`` and
  gives its future. ``actions()`` are what the keys do that the spec names (view "review" of
  ``resources/shortcuts.toml``).
- ``stops()`` are the widgets that F6 goes to. ``leave()`` comes before another item or view: what is being written is
  to be written. ``restore_panes()`` comes when a task of another surface follows: it undoes what was done to the panes.

Other people's answers, and judges' where the task does not show them, are not in ``item.entries``; a surface must not
look for them in ``item.view``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from galley.core.domain import Role, UnitId, UnitKind
from galley.core.tasks.questions import AskedCells
from galley.gui.session import Session
from galley.gui.text_panes.item import ReviewItem
from galley.gui.translation import tr

if TYPE_CHECKING:
    from galley.gui.text_panes.row import PanesRow

NOTHING_MORE = tr("This task has nothing to show after the answer.")


@dataclass(frozen=True, slots=True)
class SurfaceContext:
    """What a surface is given: theme, keys, reviewer and reads are the session's; ``panes`` are the three texts."""

    session: Session
    panes: PanesRow


class Surface(QObject):
    """See the module. ``show_item``, ``show_state`` and ``set_active`` are for each surface to answer; the others
    may be left as they are."""

    entryClicked = Signal(int)
    unitClicked = Signal(int)
    answered = Signal(object)
    documentRead = Signal(int)
    messageShown = Signal(str, str)
    write = Signal(object)

    def __init__(self, context: SurfaceContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.context = context

    def widget(self) -> QWidget | None:
        """What takes the place of the panes; None where they stay."""
        return None

    def header_widget(self) -> QWidget | None:
        """What stands above the panes; None where nothing does."""
        return None

    def show_item(self, review_item: ReviewItem, active: int | None) -> None:
        """Show another item."""

    def show_state(self, review_item: ReviewItem, active: int | None) -> None:
        """Show the same item as it is now."""

    def set_active(self, review_item: ReviewItem, active: int | None) -> None:
        """Tint another entry."""

    def turn_to(self, review_item: ReviewItem, target: int) -> None:
        """Show a summary of which nothing is asked."""

    def reveal_hidden_answers(self, review_item: ReviewItem, active: int | None) -> str:
        """Show what the task shows only after the answers; a sentence where there is nothing, or it is too early."""
        return NOTHING_MORE

    def set_tab(self, review_item: ReviewItem, index: int) -> None:
        """Another tab is in front."""

    def actions(self) -> Mapping[str, Callable[[], object]]:
        """What the keys do that the spec names."""
        return {}

    def highlight_unit(self, unit: UnitId) -> None:
        """Tint a unit (its row id) that is only looked at."""

    def stops(self) -> list[QWidget]:
        """Where F6 stops, from left to right, before the panes where these stay; the first has the keyboard when the
        surface comes."""
        return []

    def leave(self) -> None:
        """Another item or view follows: write what is being written."""

    def restore_panes(self) -> None:
        """A task of another surface follows: leave the panes as they were."""


@dataclass(frozen=True, slots=True)
class SurfaceSpec:
    """A surface before it is built. ``name`` is the module's in kebab case; ``fits(asked)`` says whether a task is one
    for it, by its kind and criteria; of several the first by ``order`` is taken. ``page`` is the module that
    ``factory`` imports, so that it can be loaded while nothing is to be done. Units of ``kinds`` are shown by it, and
    have no tab of their own. Where ``asked_units`` or ``asked_schemes`` are declared, ``fits`` is called only for a
    task that asks a criterion of one of these units or schemes. In a project without tasks an item has it, too, if one
    of its documents has one of ``roles`` and ``stands(opened)`` says so: a paper's code runs only where the paper's
    documents are. ``absent`` is said where a key of ``actions`` is pressed and the surface is not there."""

    name: str
    order: int
    fits: Callable[[AskedCells], bool]
    factory: Callable[[SurfaceContext], Surface]
    page: str = ""
    kinds: frozenset[UnitKind] = frozenset()
    asked_units: frozenset[UnitKind] = frozenset()
    asked_schemes: frozenset[str] = frozenset()
    roles: frozenset[Role] = frozenset()
    stands: Callable[[ReviewItem], bool] = lambda review_item: True
    actions: tuple[str, ...] = ()
    absent: str = ""
