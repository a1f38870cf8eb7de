"""The dialog that starts a run: method, model, what is asked, caps, and what all that will take."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from galley.core.errors import GalleyError
from galley.core.judges.methods.registry import find
from galley.core.judges.order import Order
from galley.gui.dialogs import file_dialogs
from galley.gui.dialogs.background_task import BackgroundTask
from galley.gui.plain_text import Button
from galley.gui.runs.order_dialog import OrderDialog
from galley.gui.runs.start_fields import StartFields
from galley.gui.session import Session
from galley.gui.translation import tr
from galley.gui.widgets.hairline import Hairline


class StartRun(OrderDialog):
    """``order`` is there once the user has said yes to all of it."""

    def __init__(self, parent: QWidget | None, session: Session) -> None:
        super().__init__(
            parent,
            session,
            tr("Start a run"),
            tr("A judge flags; you decide. You see the cost before anything is sent."),
            width=660,
        )
        self._tasks: list[BackgroundTask] = []
        self.fields = StartFields(session, self)
        self.column.addWidget(self.fields)
        self.column.addSpacing(8)
        self.column.addWidget(Hairline(self.theme))
        self.column.addSpacing(4)
        self.prompts: Button = self.button(tr("Prompts…"), left=True)
        self.prompts.clicked.connect(self._ask_prompts)
        self.keys: Button = self.button(tr("API keys…"), left=True)
        self.keys.clicked.connect(self._ask_keys)
        self.show_figures(tr("Start"))
        self.estimator.counting.connect(self._counting)
        self.fields.changed.connect(self._update_estimate)
        self.fields.resized.connect(self.fit)
        self.fields.models_wanted.connect(self._list_models)
        self.fields.file_wanted.connect(self._choose_file)
        self.fields.judge_wanted.connect(self._write_judge)
        self._update_estimate()
        self.fields.method.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None, session: Session) -> Order | None:
        """Show it; the order, or None where it was left."""
        dialog = cls(parent, session)
        dialog.exec()
        dialog.deleteLater()
        return dialog.order

    def _update_estimate(self) -> None:
        self.show_counting()
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
                self.show_refusal(str(error))
        self.fit()

    def _counting(self, done: int, total: int) -> None:
        if total:
            self.much.setText(tr("Counting… {done:,} of {total:,} items", done=done, total=total))

    def _list_models(self) -> None:
        provider, url = self.fields.provider.currentData(), self.fields.url.text().strip()
        try:
            reach = self.fields.order().reach
        except GalleyError as error:
            self.fields.say_models(str(error), bad=True)
            return
        self.fields.say_models(tr("Asking…"))

        def ask(_: Any) -> list[str]:
            from galley.core.judges.connection_test import models

            return models(provider, url, reach=reach)

        task = BackgroundTask(ask, self, apart=True)
        self._tasks.append(task)
        task.succeeded.connect(self.fields.show_models)
        task.failed.connect(lambda error: self.fields.say_models(str(error), bad=True))
        task.start()

    def _choose_file(self) -> None:
        near = self.session.project.path.parent
        path = file_dialogs.choose_file(self, tr("Recorded replies"), near, tr("JSON Lines (*.jsonl *.json);;All (*)"))
        if path is not None:
            self.fields.replies.setText(str(path))

    def _write_judge(self) -> None:
        from galley.gui.runs.custom_judge import CustomJudgeDialog

        judge_id = CustomJudgeDialog.ask(self, self.session, self.fields.order, self.fields.judge.currentData())
        if judge_id:
            self.fields.show_judges(judge_id)

    def _ask_prompts(self) -> None:
        from galley.gui.runs.prompts_page import Prompts

        Prompts.ask(self, self.session, self.fields.method.currentData())
        self._update_estimate()

    def _ask_keys(self) -> None:
        from galley.gui.dialogs.api_keys import ApiKeys

        ApiKeys.ask(self, self.theme)
        self._update_estimate()
