"""Writing opinions and facts: new ones, and clearer words, parts, merges, types of those that are there.

Every change is one revision, one decision, one undo. What is meant is the unit that is looked at, or lit; for a merge
those over which text is selected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from galley.core.domain import Unit, UnitKind
from galley.core.review.decision_writer import DecisionWriter, SaveFuture
from galley.core.review.revisions import Draft, How, RevisionOrigin, lineage
from galley.core.text.clarified import strip_marks
from galley.core.text.excerpts import quote_text
from galley.core.text.visible import make_visible
from galley.gui import labels
from galley.gui.plain_text import Menu
from galley.gui.review import unit_drafts
from galley.gui.review.unit_editor import Doing, UnitEditor
from galley.gui.session import Session
from galley.gui.translation import tr

if TYPE_CHECKING:
    from galley.gui.review.decisions import Decisions
    from galley.gui.review.review_workbench import ReviewWorkbench

KINDS = (UnitKind.OPINION, UnitKind.FACT)
_SOURCES = (UnitKind.TURN, UnitKind.PARAGRAPH)
_LONGEST = 300
_ORIGIN_WORDS = {
    How.WRITE: tr("Written by {who}, {when}."),
    How.CLARIFY: tr("Clarified by {who}, {when}."),
    How.SPLIT: tr("Split off by {who}, {when}."),
    How.MERGE: tr("Merged by {who}, {when}."),
    How.DROP: tr("Dropped by {who}, {when}."),
}


class UnitWriting:
    """``actions`` are what the keys do."""

    def __init__(self, session: Session, stage: ReviewWorkbench, decisions: Decisions) -> None:
        self._session, self._stage, self._decisions = session, stage, decisions
        self._unsaved_text: tuple[object, list[str]] | None = None

    def actions(self) -> dict[str, Callable[[], object]]:
        """The verbs, from everywhere in the view."""
        return {
            "opinions": self.show,
            "clarify-unit": self.clarify,
            "split-unit": self.split,
            "merge-units": self.merge,
            "write-unit": self.write,
            "drop-unit": self.drop,
            "unit-type": self.choose_type,
        }

    def show(self) -> None:
        """Go to the opinions, or the facts where there are none: the tab that has them, or the surface."""
        stage = self._stage
        tabs = stage.item.tabs if stage.item is not None else ()
        at = next((n for kind in KINDS for n, tab in enumerate(tabs) if tab.kind is kind), None)
        if at is not None:
            stage.show_tab(at)
        elif stage.item is None or not any(entry.unit.kind in KINDS for entry in stage.item.entries):
            stage.tell(tr("This item has no opinions and facts."))
            return
        stage.take_focus()

    def clarify(self) -> None:
        """Other words for the unit at hand."""
        units = self._ready()
        if units:
            text = self._ask(Doing.CLARIFY, units[:1], units[0].text, self.describe_unit(units[0]))
            if text and text[0] != units[0].text.strip():
                self._revise(How.CLARIFY, [unit_drafts.draft_clarified(units[0], text[0])], units[:1])

    def split(self) -> None:
        """Its parts, one a line; sentences and joints are proposed."""
        units = self._ready()
        if units:
            proposed = unit_drafts.propose_parts(units[0], self._speaker(units[0]))
            texts = self._ask(Doing.SPLIT, units[:1], "\n".join(proposed), self.describe_unit(units[0]))
            if texts:
                self._revise(How.SPLIT, unit_drafts.parts(units[0], texts), units[:1])

    def merge(self) -> None:
        """One for those over which text is selected."""
        units = self._ready()
        if units is None:
            return
        if len(units) < 2 or len({unit.kind for unit in units}) > 1:
            self._stage.tell(tr("Select text over two or more opinions, or two or more facts, first."))
            return
        text = self._ask(Doing.MERGE, units, unit_drafts.join_texts(units), "")
        if text:
            self._revise(How.MERGE, [unit_drafts.draft_merged(units, text[0])], units)

    def write(self) -> None:
        """A new one from the turn or paragraph at hand, or from what the unit at hand comes from."""
        stage = self._stage
        if stage.item is None or not self._writable():
            return
        unit_and_home = stage.item.units.get(stage.panes.focus.unit)
        if unit_and_home is None or unit_and_home[0].kind not in (*_SOURCES, *KINDS):
            stage.tell(tr("Click the turn or paragraph that it comes from first."))
            return
        unit, home = unit_and_home
        about = tr("From {place}: {text}", place=labels.place_label(unit, home), text=_short(unit.text))
        text = self._ask(Doing.WRITE, [unit], "", about)
        if text and unit.kind in KINDS:
            self._revise(How.WRITE, [unit_drafts.draft_beside(unit, text[0])], [])
        elif text:
            self._revise(
                How.WRITE, [unit_drafts.draft_from_source(unit, home, text[0], stage.item.view.derived_units)], []
            )

    def drop(self) -> None:
        """Take away what is at hand, or all over which text is selected."""
        units = self._ready()
        if units:
            self._revise(How.DROP, [], units)

    def choose_type(self) -> None:
        """Offer the types of a fact, or the steps of an opinion."""
        if self._ready():
            menu = self.menu_of_types()
            focus = QApplication.focusWidget() or self._stage.panes
            menu.popup(focus.mapToGlobal(QPoint(30, 30)))
            menu.setActiveAction(next((a for a in menu.actions() if a.isChecked()), menu.actions()[0]))

    def menu_of_types(self) -> Menu:
        """The menu; the caller shows it."""
        menu = Menu(self._stage)
        menu.aboutToHide.connect(menu.deleteLater)
        unit = next(iter(self._at_hand()), None)
        if unit is not None:
            current_type = unit_drafts.step(unit) or unit.type
            for number, (choice, words) in enumerate(unit_drafts.choices(unit.kind), 1):
                menu.add_entry(
                    words, partial(self._mark, unit, choice), mnemonic=str(number), checked=choice == current_type
                )
        return menu

    def describe_unit(self, unit: Unit) -> str:
        """What a unit is, who wrote it and when, and what it was before; names as blind mode lets them be seen."""
        stage = self._stage
        assert stage.item is not None
        origin = lineage(self._session.connection(), [unit], self._session.reviewer).get(unit.id)
        gone = {retired_unit.id: retired_unit for retired_unit in stage.item.view.retired_units}
        before = [gone[row] for row in (origin.before if origin is not None else ()) if row in gone]
        sentences = [labels.sentence_case(unit_drafts.state_name(unit)) + ".", _origin(origin) if origin else ""]
        sentences += [tr("Before: {text}.", text=quote_text(_short(earlier_unit.text))) for earlier_unit in before]
        return " ".join(filter(None, sentences))

    # ---- within

    def _mark(self, unit: Unit, choice: str, *_: object) -> None:
        if self._writable() and choice != (unit_drafts.step(unit) or unit.type):
            self._revise(How.CLARIFY, [unit_drafts.draft_marked(unit, choice)], [unit])

    def _at_hand(self) -> list[Unit]:
        """The opinions and facts that are meant: those with selected text, else the one that is looked at or lit."""
        stage = self._stage
        if stage.item is None:
            return []
        units = stage.item.units
        at = [unit.id for unit, _ in stage.panes.several()] or [stage.panes.focus.unit]
        return [units[row][0] for row in at if row in units and units[row][0].kind in KINDS]

    def _ready(self) -> list[Unit] | None:
        """What is meant, if something may be done with it; else it is said why not."""
        if not self._writable():
            return None
        units = self._at_hand()
        if not units:
            self._stage.tell(tr("Choose an opinion or a fact first."))
        return units or None

    def _writable(self) -> bool:
        project = self._session.project
        if not project.writable:
            self._stage.tell(tr("{name} is open read-only, so nothing can be saved in it.", name=project.path.name))
        return bool(project.writable)

    def _speaker(self, unit: Unit) -> str:
        """Who voices an opinion, where it is one person."""
        assert self._stage.item is not None
        units = self._stage.item.units
        names = {units[row][0].speaker for row in unit.sources if row in units}
        return names.pop() if len(names) == 1 else ""

    def _ask(self, doing: Doing, units: Sequence[Unit], text: str, about: str) -> list[str]:
        """The editor, with what could not be saved the last time."""
        key = doing, *(unit.id for unit in units)
        if self._unsaved_text is not None and self._unsaved_text[0] == key:
            text = "\n".join(self._unsaved_text[1])
        written_lines = UnitEditor.ask(self._stage.window(), self._session.theme, doing, text, about)
        self._unsaved_text = (key, written_lines) if written_lines else None
        return written_lines

    def _revise(self, how: How, drafts: Sequence[Draft], units: Sequence[Unit]) -> None:
        stage = self._stage
        assert stage.item is not None
        item, replaced = stage.item.id, [unit.id for unit in units]
        before = {unit.id for unit in stage.item.view.derived_units}

        def make(writer: DecisionWriter) -> SaveFuture:
            return writer.revise(item, how, drafts, replaced)

        def on_saved(_: object) -> None:
            self._unsaved_text = None
            if stage.item is None or stage.item.id != item:
                return
            stage.refresh()
            fresh = next((unit.id for unit in stage.item.view.derived_units if unit.id not in before), None)
            if fresh is not None:
                stage.choose_unit(fresh)

        self._decisions.write(item, make, on_saved)


def _origin(origin: RevisionOrigin) -> str:
    who = " ".join(make_visible(origin.who).split()) or tr("another reviewer")
    return _ORIGIN_WORDS[origin.how].format(who=who, when=_when(origin))


def _when(origin: RevisionOrigin) -> str:
    moment = datetime.fromisoformat(origin.at).astimezone()
    today = moment.date() == datetime.now(UTC).astimezone().date()
    return tr("today {time}", time=moment.strftime("%H:%M")) if today else moment.strftime("%Y-%m-%d %H:%M")


def _short(text: str) -> str:
    short_text = " ".join(make_visible(strip_marks(text, 0, 2 * _LONGEST)).split())
    return short_text if len(short_text) <= _LONGEST else short_text[: _LONGEST - 1] + "…"
