"""A version of a refined summary against the one before it, sentence by sentence, over the sources; below the changes
the feedback that it was written after, and the text as the reviewer lets it stand."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QVBoxLayout, QWidget

from galley.core.domain import NO_CRITERION, NO_UNIT, AnnotatorId, Cell, CriterionId, Document
from galley.core.judges.qa.difference import SentenceFate, Stretch, inline
from galley.core.judges.qa.outcome import FAULT
from galley.core.judges.qa.outcome import SCHEME as EVALUATION
from galley.core.papers.longsumeval import acceptance
from galley.core.text.visible import LINE
from galley.gui.papers.longsumeval.version_rows import VersionHead, VersionRow, change
from galley.gui.review.answer_list import PlacedLine, plain
from galley.gui.review.task_view_page import SurfacePage
from galley.gui.session import Session
from galley.gui.text_panes.item import ReviewItem
from galley.gui.translation import tr
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
        self._versions: tuple[Document, ...] = ()

    def show_item(self, review_item: ReviewItem) -> None:
        """Another item."""
        super().show_item(review_item)
        self._versions = ()

    def show_state(self, review_item: ReviewItem, active: int | None) -> None:
        """Show the version that is active, as the reviewer lets it stand."""
        reviewer = self._session.reviewer
        version = review_item.entries[active].target if active is not None else None
        version = version or next((document for document in self._versions[1:]), None)
        before = acceptance.find_previous(review_item.view, version) if version is not None else None
        if version is None or before is None:
            self._versions = ()
            self.list.show_answers((), None, keep=False)
            gone = tr("The version before this one is no longer in the item.")
            self.head.set(tr("Version"), gone if version is not None else "")
            return
        keep = [d.id for d in self._versions] == [before.id, version.id]
        self._versions = before, version
        self._show_head(version)
        lines = [*_changes(review_item, before, version), *_feedback(review_item, before, version, reviewer)]
        self.list.show_answers([*lines, *_standing(review_item, version, reviewer)], active, keep)

    def set_active(self, review_item: ReviewItem, active: int | None) -> None:
        """Tint another change; that of another version brings it."""
        if active is not None and review_item.entries[active].target.id not in [
            document.id for document in self._versions[1:]
        ]:
            self.show_state(review_item, active)
        self.list.set_active(active)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Both versions were read once the last line was painted."""
        bar = self.list.verticalScrollBar()
        if event.type() is QEvent.Type.Paint and bar.value() >= bar.maximum():
            for document in self._versions:
                self.documentRead.emit(document.id)
        return super().eventFilter(watched, event)

    def _show_head(self, version: Document) -> None:
        history = acceptance.history(version)
        number, dimension = history.get("round"), history.get("dimension")
        about = tr("to fix {dimension}", dimension=plain(dimension)) if isinstance(dimension, str) else ""
        if not acceptance.is_final(history):
            about = tr("{about}; it got worse, so the previous version is used", about=about)
        self.head.set(tr("Version {number}", number=number if isinstance(number, int) else "?"), about)


def _changes(review_item: ReviewItem, before: Document, version: Document) -> list[PlacedLine]:
    rows = _rows(review_item, acceptance.SCHEME)
    places = {entry.verdict.cell: place for place, entry in reversed(list(enumerate(review_item.entries)))}
    lines: list[PlacedLine] = [VersionHead(_title(before), second=_title(version))]
    for step in acceptance.changes(before, version):
        old = before.units[step.before].text if step.before is not None else ""
        new = version.units[step.after].text if step.after is not None else ""
        stretches = inline(old, new) if old and new else [Stretch(step.kind, old or new)]
        cell = acceptance.cell(step, before, version, rows) if step.kind.value in rows else None
        place = places.get(cell) if cell is not None else None
        entry = review_item.entries[place] if place is not None else None
        lines.append(change(old, new, stretches, step.kind, entry, place))
    return lines


def _feedback(review_item: ReviewItem, before: Document, version: Document, reviewer: AnnotatorId) -> list[PlacedLine]:
    """What the model was told to mend; struck through what the reviewer has overridden since."""
    history = acceptance.history(version)
    feedback, row = (
        history.get("feedback"),
        _rows(review_item, EVALUATION).get(FAULT.get(str(history.get("dimension")), ""), NO_CRITERION),
    )
    units, none = {unit.name: unit.id for unit in review_item.view.derived_units}, tr("no answer")
    lines: list[PlacedLine] = []
    for remark in feedback if isinstance(feedback, list) else ():
        if isinstance(remark, dict):
            cell = Cell(units.get(str(remark.get("unit")), NO_UNIT), row, before.id)
            answer = review_item.view.answer(reviewer, cell)
            gone = answer is not None and answer.value == "no"
            question, summary, source = (plain(str(remark.get(f) or "")) for f in ("question", "summary", "document"))
            answers = tr("Summary: {summary} · Source: {source}", summary=summary or none, source=source or none)
            question_stretch = Stretch(SentenceFate.REMOVED if gone else SentenceFate.KEPT, question)
            caption = tr("crossed out") if gone else ""
            lines.append(VersionRow([[question_stretch, Stretch(SentenceFate.KEPT, LINE + answers)]], caption))
    return [VersionHead(tr("Feedback"), tr("{count} used", count=len(lines))), *lines] if lines else []


def _standing(review_item: ReviewItem, version: Document, reviewer: AnnotatorId) -> list[PlacedLine]:
    rows = _rows(review_item, acceptance.SCHEME)
    if not all(kind.value in rows for kind in SentenceFate if kind is not SentenceFate.KEPT):
        return []
    stands = acceptance.build_accepted_text(review_item.view, version, rows, reviewer)
    words = tr(
        "{accepted} accepted, {rejected} rejected, {open} open",
        accepted=stands.accepted_count,
        rejected=stands.rejected_count,
        open=stands.open,
    )
    about = tr("Open changes keep the old words.") if stands.open else ""
    return [VersionHead(tr("As accepted"), words), VersionRow([[Stretch(SentenceFate.KEPT, stands.text)]], about)]


def _rows(review_item: ReviewItem, scheme: str) -> dict[str, CriterionId]:
    return {c.id: c.row for candidate in review_item.schemes if candidate.id == scheme for c in candidate.criteria}


def _title(document: Document) -> str:
    return plain(document.system or document.name)
