"""A reviewer's own pace: how many flags an hour, how long for the rest, what they changed today; on request."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtWidgets import QWidget

from galley.core.review.pace import OwnPace, own_pace
from galley.gui.dialogs.base import Dialog, Label
from galley.gui.session import Session
from galley.gui.translation import tr, tr_n


class PaceDialog(Dialog):
    """A sentence a line."""

    def __init__(self, parent: QWidget | None, session: Session, pace: OwnPace) -> None:
        super().__init__(parent, session.theme, tr("Your pace today"), width=460)
        for words in sentences(pace):
            self.column.addWidget(Label(session.theme, words))
        self.show_changed = self.button(tr("Show what I changed"), left=True)
        self.show_changed.setEnabled(bool(pace.changed_items))
        self.show_changed.clicked.connect(self.accept)
        close = self.button(tr("Close"), default=True)
        close.clicked.connect(self.reject)
        close.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, session: Session) -> tuple[int, ...]:
        """Show it; the items (row ids) that are to be shown, if the reviewer asked for what they changed."""
        midnight = datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
        pace = own_pace(session.connection(), session.reviewer, midnight)
        dialog = cls(parent, session, pace)
        is_accepted = bool(dialog.exec())
        dialog.deleteLater()
        return pace.changed_items if is_accepted else ()


def sentences(pace: OwnPace) -> list[str]:
    """What there is to say, nothing where there is too little to go by."""
    lines = [
        tr_n("{n:,} flag answered today.", "{n:,} flags answered today.", pace.answers),
        tr_n("{n:,} item finished today.", "{n:,} items finished today.", pace.finished_items),
    ]
    if pace.per_hour is not None and pace.hours_left is not None:
        rate, (hours, minutes) = round(pace.per_hour), divmod(round(60 * pace.hours_left), 60)
        lines.append(tr("{rate:,} flags an hour, without pauses of over five minutes.", rate=rate))
        open_words = tr_n("{n:,} flag is open", "{n:,} flags are open", pace.remaining_flags)
        lines.append(
            tr("{left}: about {hours} h {minutes} min at this pace.", left=open_words, hours=hours, minutes=minutes)
        )
    else:
        lines.append(tr_n("{n:,} flag is open.", "{n:,} flags are open.", pace.remaining_flags))
        lines.append(tr("Galley shows your pace after ten answers in a row."))
    changed = len(pace.changed_items)
    lines.append(
        tr_n("You changed an answer in {n:,} item today.", "You changed an answer in {n:,} items today.", changed)
    )
    return lines
