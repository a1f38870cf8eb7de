"""A version of a refined summary against the one before it, sentence by sentence, over the sources; below the changes
the feedback that it was written after, and the text as the reviewer lets it stand."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.domain import Cell, Document
from galley.core.judges.qa.difference import SentenceFate, Stretch, inline
from galley.core.judges.qa.outcome import FAULT
from galley.core.judges.qa.outcome import SCHEME as EVALUATION
from galley.core.papers.longsumeval import acceptance
from galley.core.text.visible import LINE
from galley.gui.desk.opened import Opened
from galley.gui.language import tr
from galley.gui.papers.longsumeval.version_rows import VersionHead, VersionRow, change
from galley.gui.review.answer_list import PlacedLine, plain
from galley.gui.review.surface_page import SurfacePage
from galley.gui.session import Session
from galley.gui.widgets.pane_head import PaneHead


class VersionPage(SurfacePage):
    """See the module."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(session.theme, parent)
        self._session = session
        self.head = PaneHead(self.theme, tr("Version"))
        self.list = self.answers(tr("Sentences of this version and of the one before"))
        self.list.viewport().installEventFilter(self)
        upper = QWidget()
        column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.list, 1)
        self.lay_out(upper, self.texts, shares=(3, 2))
        self._shown: tuple[Document, ...] = ()

    def show_item(self, opened: Opened) -> None:
        """Another item."""
        super().show_item(opened)
        self._shown = ()

    def show_state(self, opened: Opened, lit: int | None) -> None:
        """Show the version that is lit, as the reviewer lets it stand."""
        reviewer = self._session.reviewer
        version = opened.entries[lit].target if lit is not None else None
        version = version or next((document for document in self._shown[1:]), None)
        before = acceptance.previous(opened.view, version) if version is not None else None
        if version is None or before is None:
            self._shown = ()
            self.list.show_answers((), None, keep=False)
            gone = tr("The version that this one was written from is not in the item any more.")
            self.head.set(tr("Version"), gone if version is not None else "")
            return
        keep = [d.id for d in self._shown] == [before.id, version.id]
        self._shown = before, version
        self._name(version)
        lines = [*_changes(opened, before, version), *_feedback(opened, before, version, reviewer)]
        self.list.show_answers([*lines, *_standing(opened, version, reviewer)], lit, keep)

    def set_lit(self, opened: Opened, lit: int | None) -> None:
        """Tint another change; that of another version brings it."""
        if lit is not None and opened.entries[lit].target.id not in [document.id for document in self._shown[1:]]:
            self.show_state(opened, lit)
        self.list.set_lit(lit)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Both versions were read once the last line was painted."""
        bar = self.list.verticalScrollBar()
        if event.type() is QEvent.Type.Paint and bar.value() >= bar.maximum():
            for document in self._shown:
                self.documentRead.emit(document.id)
        return super().eventFilter(watched, event)

    def _name(self, version: Document) -> None:
        told = acceptance.history(version)
        number, dimension = told.get("round"), told.get("dimension")
        about = tr("to mend {dimension}", dimension=plain(dimension)) if isinstance(dimension, str) else ""
        if not acceptance.stands(told):
            about = tr("{about}; it got worse, and the version before stands", about=about)
        self.head.set(tr("Version {number}", number=number if isinstance(number, int) else "?"), about)


def _changes(opened: Opened, before: Document, version: Document) -> list[PlacedLine]:
    rows = _rows(opened, acceptance.SCHEME)
    places = {entry.verdict.cell: place for place, entry in reversed(list(enumerate(opened.entries)))}
    lines: list[PlacedLine] = [VersionHead(_title(before), second=_title(version))]
    for step in acceptance.changes(before, version):
        old = before.units[step.before].text if step.before is not None else ""
        new = version.units[step.after].text if step.after is not None else ""
        stretches = inline(old, new) if old and new else [Stretch(step.kind, old or new)]
        cell = acceptance.cell(step, before, version, rows) if step.kind.value in rows else None
        place = places.get(cell) if cell is not None else None
        entry = opened.entries[place] if place is not None else None
        lines.append(change(old, new, stretches, step.kind, entry, place))
    return lines


def _feedback(opened: Opened, before: Document, version: Document, reviewer: int) -> list[PlacedLine]:
    """What the model was told to mend; struck through what the reviewer has overridden since."""
    told = acceptance.history(version)
    given, row = told.get("feedback"), _rows(opened, EVALUATION).get(FAULT.get(str(told.get("dimension")), ""), 0)
    units, none = {unit.name: unit.id for unit in opened.view.derived}, tr("no answer")
    lines: list[PlacedLine] = []
    for each in given if isinstance(given, list) else ():
        if isinstance(each, dict):
            cell = Cell(units.get(str(each.get("unit")), 0), row, before.id)
            said = opened.view.answer(reviewer, cell)
            gone = said is not None and said.value == "no"
            question, summary, source = (plain(str(each.get(f) or "")) for f in ("question", "summary", "document"))
            answers = tr("Summary: {summary} · Source: {source}", summary=summary or none, source=source or none)
            asked = Stretch(SentenceFate.REMOVED if gone else SentenceFate.KEPT, question)
            caption = tr("crossed out") if gone else ""
            lines.append(VersionRow([[asked, Stretch(SentenceFate.KEPT, LINE + answers)]], caption))
    return [VersionHead(tr("Feedback"), tr("{count} used", count=len(lines))), *lines] if lines else []


def _standing(opened: Opened, version: Document, reviewer: int) -> list[PlacedLine]:
    rows = _rows(opened, acceptance.SCHEME)
    if not all(kind.value in rows for kind in SentenceFate if kind is not SentenceFate.KEPT):
        return []
    stands = acceptance.accepted(opened.view, version, rows, reviewer)
    words = tr(
        "{accepted} accepted, {rejected} rejected, {open} open",
        accepted=stands.accepted,
        rejected=stands.rejected,
        open=stands.open,
    )
    about = tr("Open changes keep the old words.") if stands.open else ""
    return [VersionHead(tr("As accepted"), words), VersionRow([[Stretch(SentenceFate.KEPT, stands.text)]], about)]


def _rows(opened: Opened, scheme: str) -> dict[str, int]:
    return {c.id: c.row for each in opened.schemes if each.id == scheme for c in each.criteria}


def _title(document: Document) -> str:
    return plain(document.system or document.name)
