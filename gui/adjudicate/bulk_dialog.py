"""The dialog that adjudicates many cells at once: a rule, a preview in figures, typed words, and a way back."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QSpinBox, QWidget

from galley.core.adjudication import bulk_adjudication
from galley.core.adjudication.bulk_adjudication import BulkOrder, BulkPreview, BulkRule, PreviewCounts
from galley.core.domain import Criterion
from galley.core.errors import GalleyError
from galley.gui.dialogs.background_task import BackgroundTask, TaskPage
from galley.gui.dialogs.base import Dialog, Label
from galley.gui.plain_text import CheckBox
from galley.gui.session import Session
from galley.gui.shortcuts import format_keys
from galley.gui.theme import Type
from galley.gui.translation import tr
from galley.gui.widgets.line_paint import LineCell
from galley.gui.widgets.line_table import FITS, LineColumn, Lines, LineTable

_RULES = {
    BulkRule.MAJORITY: tr("Majority: what more than half of the votes say"),
    BulkRule.UNANIMOUS: tr("Unanimous: what all votes say"),
    BulkRule.THRESHOLD: tr("Threshold: what at least this share of the votes says"),
    BulkRule.DAWID_SKENE: tr("Dawid-Skene: the answer with at least this probability"),
    BulkRule.CONSISTENCY: tr("Consistency: keep agreement, leave the rest unresolved"),
    BulkRule.STRICT_YES: tr("Strict yes: yes where all say yes, else no"),
}
_HEADS = (
    tr("Criterion"),
    tr("Yes"),
    tr("No"),
    tr("Other"),
    tr("Unresolved"),
    tr("No answer"),
    tr("Too few votes"),
    tr("Already has gold"),
)


class Bulk(Dialog):
    """``criteria`` name the rows of the preview. Once carried out it offers to take everything back."""

    def __init__(self, parent: QWidget | None, session: Session, criteria: Sequence[Criterion]) -> None:
        lead = tr(
            "Each question gets its own decision under your name, which you can undo. Existing gold never changes."
        )
        super().__init__(parent, session.theme, tr("Adjudicate many"), lead, width=860)
        self.session = session
        self.plan: BulkPreview | None = None
        self.written_ids: list[int] = []
        self.task: BackgroundTask | None = None
        self._over = False
        self._rows: list[tuple[str | int, ...]] = []
        self._names = {c.row: c.name for c in criteria}
        self._build()
        self.rule.currentIndexChanged.connect(self._ask)
        self.share.valueChanged.connect(self._ask)
        self.ties.toggled.connect(self._ask)
        self.confirmation_field.textChanged.connect(self._allow)
        self._ask()

    @property
    def order(self) -> BulkOrder:
        """What is chosen."""
        rule = BulkRule(self.rule.currentData())  # Qt gives a plain text back
        return BulkOrder(rule, self.share.value() / 100, only_ties=self.ties.isChecked())

    def adjudicate(self) -> None:
        """Carry the plan out in the background."""
        if self.plan is None:
            return
        plan, project, reviewer = self.plan, self.session.project, self.session.reviewer
        typed = plan.confirmation if self._is_confirmed else ""
        self._run(
            lambda progress: bulk_adjudication.write_bulk_decisions(project, reviewer, plan, typed, progress),
            self._show_written,
        )

    def revoke(self) -> None:
        """Undo what was just adjudicated."""
        written_ids, project, reviewer = self.written_ids, self.session.project, self.session.reviewer
        self._run(lambda _: bulk_adjudication.undo_decisions(project, reviewer, written_ids), self._show_revoked)

    def reject(self) -> None:
        """Leave; while it works, stop it first."""
        if self.task is not None and self.task.running:
            self.task.cancel()
            self.page.show_stopping()
            return
        super().reject()

    def done(self, result: int) -> None:
        """It is closed."""
        self._over = True
        super().done(result)

    # ---- within

    def _build(self) -> None:
        theme = self.theme
        self.rule, self.share, self.ties = QComboBox(self), QSpinBox(self), CheckBox(tr("Ties only"), self)
        for rule, words in _RULES.items():
            self.rule.addItem(words, rule)
        self.rule.setAccessibleName(tr("Rule"))
        self.share.setRange(50, 100)
        self.share.setValue(90)
        self.share.setSuffix(" %")
        self.share.setAccessibleName(tr("Share or probability"))
        line = QHBoxLayout()
        line.setSpacing(10)
        line.addWidget(self.rule, 1)
        line.addWidget(self.share)
        line.addWidget(self.ties)
        self.column.addLayout(line)
        lines = Lines((LineColumn(_HEADS[0], 0),), lambda: len(self._rows), self._cell)
        self.table = LineTable(theme, lines, tr("Preview by criterion"), parent=self)
        self.table.setMinimumHeight(self.tall(260, 0.3))
        self.column.addWidget(self.table, 1)
        self.message_label = Label(theme, "", Type.BODY)
        self.column.addWidget(self.message_label)
        self.confirmation_field = QLineEdit(self)
        self.confirmation_field.setAccessibleName(tr("Confirmation"))
        self.column.addWidget(self.confirmation_field)
        self.page = TaskPage(theme, False, self)
        self.page.hide()
        self.column.addWidget(self.page)
        self.back = self.button(tr("Undo all"), left=True)
        self.back.clicked.connect(self.revoke)
        self.back.hide()
        self.leave = self.button(tr("Cancel"), default=True)
        self.leave.clicked.connect(self.reject)
        self.go = self.button(tr("Adjudicate"))
        self.go.clicked.connect(self.adjudicate)

    def _ask(self) -> None:
        """Work the preview out again."""
        order = self.order
        self.share.setVisible(order.rule in (BulkRule.THRESHOLD, BulkRule.DAWID_SKENE))
        self.plan = None
        self._allow()
        self.message_label.setText(tr("Counting…"))
        self.table.empty = ""  # nothing is known yet
        self.session.read(
            lambda c: bulk_adjudication.preview_adjudication(c, order), self._show_plan, slot="adjudicate-bulk"
        )

    def _show_plan(self, plan: BulkPreview) -> None:
        if self._over:
            return  # it was closed while the preview was on its way
        self.plan = plan
        rows = sorted(plan.criteria.items(), key=lambda pair: list(self._names).index(pair[0]))
        figures = [_figures(counted) for _, counted in rows]
        used = [at for at in range(len(_HEADS) - 1) if any(figure_row[at] for figure_row in figures)]
        self._rows = [(self._names[criterion], *(figure_row[at] for at in used))
                      for (criterion, _), figure_row in zip(rows, figures, strict=True)]  # fmt: skip
        self.table.empty = tr("This rule resolves no question here.")
        self.table.lines.reset(
            [LineColumn(_HEADS[0], 0), *(LineColumn(_HEADS[at + 1], FITS, right=True) for at in used)]
        )
        count = len(plan.outcomes)
        boundary_count = len(plan.unresolved_outcomes)
        if not count:
            words = tr("This rule resolves no question here.")
        elif boundary_count:
            words = tr(
                "Type “{word}” to give {count:,} questions a gold verdict; {left:,} of them stay unresolved.",
                word=self._word,
                count=count,
                left=boundary_count,
            )
        else:
            words = tr("Type “{word}” to give {count:,} questions a gold verdict.", word=self._word, count=count)
        unmarked = tr("{n:,} of them are unmarked by everybody: an implicit no.", n=plan.unmarked_count)
        self.message_label.setText(
            " ".join((words, *((unmarked,) if plan.unmarked_count else ()), *plan.model_warnings))
        )
        self.confirmation_field.setPlaceholderText(self._word if count else "")
        self._allow()
        self.fit()

    def _cell(self, line: int, column: int) -> LineCell:
        cell_value = self._rows[line][column]
        if isinstance(cell_value, str):
            return LineCell(cell_value, style=Type.BODY)
        return LineCell(f"{cell_value:,}" if cell_value else "", rank=cell_value)

    @property
    def _word(self) -> str:
        """What has to be typed."""
        return tr("adjudicate {count}", count=len(self.plan.outcomes)) if self.plan is not None else ""

    @property
    def _is_confirmed(self) -> bool:
        return self.confirmation_field.text().strip().casefold() == self._word.casefold()

    def _allow(self) -> None:
        plan = self.plan
        right = plan is not None and bool(plan.outcomes) and self._is_confirmed
        self.go.setEnabled(right and self.session.project.writable)

    def _run(self, work: object, then: object) -> None:
        self.task = BackgroundTask(work, parent=self)  # type: ignore[arg-type]
        self.task.moved.connect(self.page.show_progress)
        self.task.succeeded.connect(then)
        self.task.failed.connect(self._show_failure)
        self.page.show()
        self.page.show_progress(0, 0, -1)
        for widget in (self.go, self.rule, self.share, self.ties, self.confirmation_field, self.back):
            widget.setEnabled(False)
        self.leave.setText(tr("Stop"))
        self.task.start()

    def _show_written(self, written_ids: list[int]) -> None:
        self.written_ids = written_ids
        self.page.hide()
        self.go.hide()
        self.confirmation_field.hide()
        self.back.setVisible(bool(written_ids))
        self.back.setEnabled(True)
        self.leave.setText(tr("Close"))
        self.message_label.setText(
            tr(
                "{count:,} questions now have gold. {key} also undoes them one by one.",
                count=len(written_ids),
                key=format_keys("Ctrl+Z"),
            )
        )

    def _show_revoked(self, undone: int) -> None:
        self.page.hide()
        self.back.hide()
        self.leave.setText(tr("Close"))
        self.message_label.setText(
            tr("{count:,} of {of:,} questions are as they were before.", count=undone, of=len(self.written_ids))
        )

    def _show_failure(self, error: BaseException) -> None:
        self.page.hide()
        self.leave.setText(tr("Close"))
        if isinstance(error, GalleyError):
            self.message_label.setText(str(error))
        else:
            sys.excepthook(type(error), error, error.__traceback__)


def _figures(counted: PreviewCounts) -> tuple[int, ...]:
    others = sum(count for value, count in counted.values.items() if value not in ("yes", "no"))
    figures = (
        counted.values["yes"],
        counted.values["no"],
        others,
        counted.unresolved_count,
        counted.unanswered_count,
        counted.too_few_votes_count,
        counted.resolved_count,
    )
    return figures
