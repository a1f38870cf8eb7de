"""How often the judge whose flag is lit was right on that criterion: read while nothing else is to be done."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, QTimer

from galley.core.domain import AnnotatorId, ChangeSet, CriterionId
from galley.core.review import blind, judge_record
from galley.core.stats.result import Estimate
from galley.gui.review.flags_column import FlagsColumn
from galley.gui.review.selection import Selection
from galley.gui.session import Session
from galley.gui.text_panes.item import FlagEntry

_REST, _AT_START = 150, 300
"""Milliseconds without another flag until a record is read: in a large project that takes a core for a while, which
the next flag would wait for; and at a start it loads arrays, which takes longer."""


class JudgeRecord(QObject):
    """Keeps the record beside what is lit up to date; ``ask`` after anything changed, ``forget`` what was counted."""

    def __init__(
        self, session: Session, flags: FlagsColumn, selection: Selection, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._flags, self._selection = session, flags, selection
        self._estimates: dict[tuple[int, int], tuple[Estimate, Estimate]] = {}
        self._current: set[tuple[int, int]] = set()
        self._writes = 0
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._read)
        session.changed.connect(self._mark_outdated)
        session.closing.connect(self._rest.stop)  # a closed project is not opened once more for it

    def forget(self) -> None:
        """What was counted may be wrong now."""
        self._estimates.clear()
        self._current.clear()

    def ask(self) -> None:
        """Show what is known of the judge of the flag that is lit; read it anew where something was written since."""
        key = self._key()
        if key is None:
            self._flags.set_record(None)
            return
        nothing = Estimate(None, None, None, 0)
        self._flags.set_record(*self._estimates.get(key, (nothing, nothing)))
        if key not in self._current:
            self._wait()

    def _mark_outdated(self, _: ChangeSet) -> None:
        self._writes += 1
        self._current.clear()
        self._wait()

    def _wait(self) -> None:
        self._rest.start(_REST if "numpy" in sys.modules else _AT_START)

    def _key(self) -> tuple[AnnotatorId, CriterionId] | None:
        """The judge and the criterion, if their record may stand beside what is lit."""
        entry: FlagEntry | None = self._selection.entry
        if entry is None or entry.own or entry.blind or entry.question:
            return None
        if not blind.read_blind(self._session.connection()).records:
            return None
        return entry.verdict.annotator, entry.criterion.row

    def _read(self) -> None:
        key = self._key()
        if key is None:
            return
        writes = self._writes

        def store_record(record: tuple[Estimate, Estimate]) -> None:
            self._estimates[key] = record
            if writes == self._writes:
                self._current.add(key)
            if self._key() == key:
                self._flags.set_record(*record)

        self._session.read(
            lambda c: (judge_record.precision(c, *key), judge_record.sound(c, *key)),
            store_record,
            slot="review-record",
            behind=True,
        )
