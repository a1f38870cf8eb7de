"""Between the table and the calls: what came of the chosen run in words, and what can be done with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from galley.core.judges.flag_lineage import STATES
from galley.core.judges.inquiry.run_progress import RunProgress
from galley.core.judges.run_report import RunRow
from galley.gui.plain_text import Button
from galley.gui.runs.run_figures import FATES, format_money
from galley.gui.runs.run_table import state
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.elided_label import ElidedLabel


class RunBar(QWidget):
    """``pressed(name)``: "pause", "cancel", "again" or "review"."""

    pressed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.title = ElidedLabel(theme, "", Type.BODY_STRONG)
        self.words = ElidedLabel(theme, "", Type.SMALL, "second")
        self.buttons = {
            name: Button(words, self)
            for name, words in (
                ("review", tr("Review its flags")),
                ("again", tr("Continue")),
                ("pause", tr("Pause")),
                ("cancel", tr("Cancel")),
            )
        }
        self.warning = ElidedLabel(theme, "", Type.SMALL, "warning")
        self.warning.hide()
        column = QVBoxLayout()
        column.setSpacing(1)
        column.addWidget(self.title)
        column.addWidget(self.words)
        column.addWidget(self.warning)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 9, 16, 9)
        row.setSpacing(8)
        row.addLayout(column, 1)
        for name, button in self.buttons.items():
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, name=name: self.pressed.emit(name))
            row.addWidget(button)
        theme.changed.connect(self.update)

    def show_run(self, run: RunRow | None, progress: RunProgress | None, writable: bool) -> None:
        """Show a run as it is now."""
        live = progress is not None
        where = state(run, progress) if run is not None else ""
        self.buttons["pause"].setVisible(live)
        self.buttons["pause"].setText(tr("Resume") if where == "paused" else tr("Pause"))
        self.buttons["cancel"].setVisible(live)
        self.buttons["again"].setVisible(where in ("stopped", "failed", "interrupted", "cancelled"))
        self.buttons["again"].setEnabled(writable)
        self.buttons["review"].setVisible(run is not None and (progress.flags if progress else run.flags) > 0)
        if run is None:
            self.title.set_text("")
            self.words.set_text("")
            return
        self.title.set_text(run.judge)
        bad = where in ("failed", "stopped")
        self.words.set_role("negative" if where == "failed" else "warning" if bad else "second")
        self.words.set_text(describe_run(run, progress))

    def show_warnings(self, sentences: Sequence[str]) -> None:
        """Show what is suspicious about the flags of the run."""
        self.warning.set_text(" ".join(sentences))
        self.warning.setVisible(bool(sentences))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The panel with a hairline under it."""
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theme.color("panel"))
            painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.color("hairline"))


def describe_run(run: RunRow, progress: RunProgress | None) -> str:
    """A run in a sentence: why it ended, else what came of it."""
    why = progress.why if progress is not None else run.why
    if not why and state(run, progress) == "interrupted":
        why = tr(
            "Galley closed during this run. Finished calls are stored: continue the run, and you pay for nothing twice."
        )
    parts = [why.rstrip(".")] if why else []
    if progress is not None:
        parts += _live_parts(progress)
    else:
        parts += _final_parts(run)
    return "  ·  ".join(part for part in parts if part)


def _final_parts(run: RunRow) -> list[str]:
    parts = [tr_n("{n:,} flag", "{n:,} flags", run.flags)]
    if not run.calls and run.unscored_cells:
        parts.append(tr_n("{n:,} cell unscored", "{n:,} cells unscored", run.unscored_cells))
    elif run.calls:
        if run.reused_calls:
            parts.append(
                tr_n(
                    "{reused:,} of {n:,} call known already",
                    "{reused:,} of {n:,} calls known already",
                    run.calls,
                    reused=run.reused_calls,
                )
            )
        parts.append(
            tr_n("{n:,} call unscored", "{n:,} calls unscored", run.unscored_count) if run.unscored_count else ""
        )
        if run.second_calls:
            share = run.second_calls / run.calls
            parts.append(tr("{count:,} ({share:.1%}) asked once more", count=run.second_calls, share=share))
        parts.append(tr("{count:,} repaired", count=run.repaired_calls) if run.repaired_calls else "")
        parts.append(tr("{count:,} failed", count=run.failed_calls) if run.failed_calls else "")
    if run.fates:
        counted = [(count, FATES[state]) for state in STATES if (count := run.fates.get(state))]
        fates = ", ".join(f"{f'{count:,}'} {fate}" for count, fate in counted)
        parts.append(tr("against the run before: {fates}", fates=fates))
    if run.tokens_in or run.tokens_out:
        parts.append(
            tr("{tokens_in:,} tokens in and {tokens_out:,} out", tokens_in=run.tokens_in, tokens_out=run.tokens_out)
        )
    return parts


def _live_parts(progress: RunProgress) -> list[str]:
    parts = [tr_n("{n:,} flag", "{n:,} flags", progress.flags)]
    parts.append(tr("{count:,} in progress", count=progress.in_flight) if progress.in_flight else "")
    parts.append(
        tr("{amount} reserved", amount=format_money(progress.reserved_money)) if progress.reserved_money > 0 else ""
    )
    parts.append(
        tr("{amount} more may be charged", amount=format_money(progress.possible)) if progress.possible > 0 else ""
    )
    parts.append(tr("{count:,} known already", count=progress.reused_calls) if progress.reused_calls else "")
    parts.append(
        tr("{count:,} items without anything to judge", count=progress.skipped_items) if progress.skipped_items else ""
    )
    parts.append(tr("{count:,} tried again", count=progress.retries) if progress.retries else "")
    parts.append(tr("{count:,} asked once more", count=progress.second_calls) if progress.second_calls else "")
    parts.append(tr("{count:,} repaired", count=progress.repaired_calls) if progress.repaired_calls else "")
    quotes: Counter[str] = progress.quotes
    if quotes:
        counts = ", ".join(f"{count:,} {match}" for match, count in quotes.most_common())
        parts.append(tr("quotes {counts}", counts=counts))
    if progress.injections:
        parts.append(
            tr_n(
                "{n:,} text that tries to instruct the judge",
                "{n:,} texts that try to instruct the judge",
                progress.injections,
            )
        )
    parts += [f"{count:,} × {note[:1].lower()}{note[1:]}" for note, count in progress.notes.most_common(3)]
    return parts
