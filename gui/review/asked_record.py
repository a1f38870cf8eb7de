"""How often the judge whose flag is lit was right on that criterion: read while nothing else is to be done."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, QTimer

from galley.core.project import blind, judge_record
from galley.core.stats.result import Estimate
from galley.gui.desk.opened import Entry
from galley.gui.review.flags_column import FlagsColumn
from galley.gui.review.front import Front
from galley.gui.session import Session

_AFTER_START = 300
"""Milliseconds until the first record is read: its interval needs arrays, which take long to load at a start."""


class JudgeRecord(QObject):
    """Keeps the record beside what is lit up to date; ``ask`` after anything changed, ``forget`` what was counted."""

    def __init__(self, session: Session, flags: FlagsColumn, front: Front, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._flags, self._front = session, flags, front
        self._known: dict[tuple[int, int], tuple[Estimate, Estimate]] = {}
        self._rest = QTimer(self)  # at rest: the reader thread would hold up the painting
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._read)

    def forget(self) -> None:
        """What was counted may be wrong now."""
        self._known.clear()

    def ask(self) -> None:
        """Show what is known of the judge of the flag that is lit, and read it anew."""
        key = self._key()
        if key is None:
            self._flags.set_record(None)
            return
        nothing = Estimate(None, None, None, 0)
        self._flags.set_record(*self._known.get(key, (nothing, nothing)))
        self._rest.start(0 if "numpy" in sys.modules else _AFTER_START)

    def _key(self) -> tuple[int, int] | None:
        """The judge and the criterion, if their record may stand beside what is lit."""
        entry: Entry | None = self._front.entry
        if entry is None or entry.own or entry.blind or entry.question:
            return None
        if not blind.read(self._session.connection()).records:
            return None
        return entry.verdict.annotator, entry.criterion.row

    def _read(self) -> None:
        key = self._key()
        if key is None:
            return

        def arrived(record: tuple[Estimate, Estimate]) -> None:
            self._known[key] = record
            if self._key() == key:
                self._flags.set_record(*record)

        self._session.read(
            lambda c: (judge_record.precision(c, *key), judge_record.sound(c, *key)), arrived, slot="review-record"
        )
