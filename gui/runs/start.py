"""The dialog that starts a run: method, model, what is asked, caps, and what all that will take."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from galley.core.errors import GalleyError
from galley.core.judges.methods.registry import find
from galley.core.judges.order import Order, Plan
from galley.core.judges.run_estimate import Estimate
from galley.gui.dialogs import file_dialogs
from galley.gui.dialogs.dialog_base import Dialog, Label
from galley.gui.dialogs.task import Task
from galley.gui.language import tr
from galley.gui.plain_text import Button
from galley.gui.runs.confirm import ConfirmRun
from galley.gui.runs.estimating import Estimator, address, summary
from galley.gui.runs.start_fields import Fields
from galley.gui.session import Session
from galley.gui.theme import Type
from galley.gui.widgets.hairline import Hairline


class StartRun(Dialog):
    """``order`` is there once the user has said yes to all of it."""

    def __init__(self, parent: QWidget | None, session: Session) -> None:
        super().__init__(
            parent,
            session.theme,
            tr("Start a run"),
            tr("A judge flags; you decide. Nothing is sent before you have seen what it takes."),
            width=660,
        )
        self._session = session
        self.order: Order | None = None
        self._known: tuple[Order, Plan, Estimate] | None = None
        self._tasks: list[Task] = []
        self.fields = Fields(session, self)
        self.column.addWidget(self.fields)
        self.column.addSpacing(8)
        self.column.addWidget(Hairline(self.theme))
        self.column.addSpacing(4)
        self.much = Label(self.theme, "", Type.BODY_STRONG)
        self.takes = Label(self.theme, "", Type.BODY, "second")
        self.fault = Label(self.theme, "", Type.BODY, "negative")
        for label in (self.much, self.takes, self.fault):
            self.column.addWidget(label)
        self.fault.hide()
        self.prompts: Button = self.button(tr("Prompts…"), left=True)
        self.prompts.clicked.connect(self._ask_prompts)
        self.keys: Button = self.button(tr("API keys…"), left=True)
        self.keys.clicked.connect(self._ask_keys)
        self.button(tr("Cancel")).clicked.connect(self.reject)
        self.go = self.button(tr("Start"), default=True)
        self.go.clicked.connect(self._start)
        self.estimator = Estimator(session.project, self)
        self.estimator.counting.connect(self._counting)
        self.estimator.known.connect(self._estimated)
        self.estimator.refused.connect(self._refused)
        self.fields.changed.connect(self._changed)
        self.fields.resized.connect(self.fit)
        self.fields.models_wanted.connect(self._list_models)
        self.fields.file_wanted.connect(self._choose_file)
        self.fields.judge_wanted.connect(self._write_judge)
        self._changed()
        self.fields.method.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, session: Session) -> Order | None:
        """Show it; the order, or None where it was left."""
        dialog = cls(parent, session)
        dialog.exec()
        dialog.deleteLater()
        return dialog.order

    def done(self, result: int) -> None:
        """Stop counting."""
        self.estimator.stop()
        super().done(result)

    def _changed(self) -> None:
        self._known = None
        self.go.setEnabled(False)
        self.fault.hide()
        self.much.setText(tr("Counting…"))
        self.takes.setText("")
        method = find(self.fields.method.currentData())
        self.prompts.setVisible(not method.local)
        self.keys.setVisible(not method.local and self.fields.provider.currentData() != "replay")
        missing = self.fields.missing()
        if missing:
            self.estimator.stop()
            self.much.setText(missing)
        else:
            try:
                self.estimator.ask(self.fields.order())
            except GalleyError as error:
                self.estimator.stop()
                self._refused(str(error))
        self.fit()

    def _counting(self, done: int, total: int) -> None:
        if total:
            self.much.setText(tr("Counting… {done:,} of {total:,} items", done=done, total=total))

    def _estimated(self, wanted: Order, plan: Plan, found: Estimate, missing: str) -> None:
        self._known = (wanted, plan, found)
        much, takes = summary(plan, found)
        self.much.setText(much)
        self.takes.setText(takes)
        self.fault.setText(missing)
        self.fault.setVisible(bool(missing))
        self.go.setEnabled(found.items > 0 and not missing)
        self.fit()

    def _refused(self, sentence: str) -> None:
        self.much.setText("")
        self.fault.setText(sentence)
        self.fault.show()
        self.fit()

    def _start(self) -> None:
        if self._known is None:
            return
        wanted, plan, found = self._known
        if address(wanted) and not ConfirmRun.ask(self, self.theme, plan, found):
            return
        self.order = wanted
        self.accept()

    def _list_models(self) -> None:
        provider, url = self.fields.provider.currentData(), self.fields.url.text().strip()
        try:
            reach = self.fields.order().reach
        except GalleyError as error:
            self.fields.say_models(str(error), bad=True)
            return
        self.fields.say_models(tr("Asking…"))

        def ask(_: Any) -> list[str]:
            from galley.core.judges.reaching import models

            return models(provider, url, reach=reach)

        task = Task(ask, self, apart=True)
        self._tasks.append(task)
        task.succeeded.connect(self.fields.show_models)
        task.failed.connect(lambda error: self.fields.say_models(str(error), bad=True))
        task.start()

    def _choose_file(self) -> None:
        near = self._session.project.path.parent
        chosen = file_dialogs.choose_file(
            self, tr("Recorded replies"), near, tr("JSON Lines (*.jsonl *.json);;All (*)")
        )
        if chosen is not None:
            self.fields.replies.setText(str(chosen))

    def _write_judge(self) -> None:
        from galley.gui.runs.own_judge import OwnJudge

        kept = OwnJudge.ask(self, self._session, self.fields.order, self.fields.judge.currentData())
        if kept:
            self.fields.show_judges(kept)

    def _ask_prompts(self) -> None:
        from galley.gui.runs.prompts_page import Prompts

        Prompts.ask(self, self._session, self.fields.method.currentData())
        self._changed()

    def _ask_keys(self) -> None:
        from galley.gui.dialogs.api_keys import ApiKeys

        ApiKeys.ask(self, self.theme)
        self._changed()
