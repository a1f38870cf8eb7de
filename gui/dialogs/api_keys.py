"""API keys: which is used, and a way to store, try and forget one. No key is ever shown."""

from __future__ import annotations

import sys
from functools import partial
from typing import NamedTuple

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from galley.core.errors import GalleyError
from galley.core.judges.clients import keys
from galley.gui.dialogs.background_task import BackgroundTask
from galley.gui.dialogs.base import Dialog, Label
from galley.gui.plain_text import Button
from galley.gui.theme import Theme, Type
from galley.gui.translation import tr, tr_n
from galley.gui.widgets.hairline import Hairline

PROVIDERS = (("openai", "OpenAI"), ("anthropic", "Anthropic"), ("compatible", tr("Your own server")))
SOURCES = {
    "environment": tr("Used: the key in the environment ({variable})."),
    "keyring": tr("Used: the key in the system's keyring."),
}
LEAD = tr(
    "A key in the environment comes first, then the one in the system's keyring. Keys are stored nowhere else:"
    " never in a project, an export or a log."
)


class _Row(NamedTuple):
    field: QLineEdit
    store: Button
    test: Button
    forget: Button
    status: Label


class ApiKeys(Dialog):
    """One block a provider."""

    def __init__(self, parent: QWidget | None, theme: Theme) -> None:
        super().__init__(parent, theme, tr("API keys"), LEAD, width=600)
        self.rows: dict[str, _Row] = {}
        self._tasks: list[BackgroundTask] = []
        for number, (provider, words) in enumerate(PROVIDERS):
            if number:
                self.column.addWidget(Hairline(theme, role="hairline_soft"))
                self.column.addSpacing(2)
            self.rows[provider] = self._block(provider, words)
        close = self.button(tr("Close"), default=True)
        close.clicked.connect(self.accept)
        for provider in self.rows:
            self._look(provider)

    @classmethod
    def ask(cls, parent: QWidget | None, theme: Theme) -> None:
        """Show it until it is closed."""
        dialog = cls(parent, theme)
        dialog.exec()
        dialog.deleteLater()

    def done(self, result: int) -> None:
        """Leave nothing typed behind."""
        for row in self.rows.values():
            row.field.clear()
        super().done(result)

    def _block(self, provider: str, words: str) -> _Row:
        field = QLineEdit(self)
        field.setEchoMode(QLineEdit.EchoMode.Password)
        field.setPlaceholderText(tr("Paste a key to store it"))
        field.setAccessibleName(tr("Key for {provider}", provider=words))
        named = (
            (tr("Store"), tr("Store the key for {provider}", provider=words)),
            (tr("Test"), tr("Test the key for {provider}", provider=words)),
            (tr("Forget"), tr("Forget the key for {provider}", provider=words)),
        )
        buttons = [Button(name, self) for name, _ in named]
        status = Label(self.theme, tr("Checking…"), Type.SMALL, "second")
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(field, 1)
        doing = (self._store, self._test, self._forget)
        for button, (_, whole), does in zip(buttons, named, doing, strict=True):
            button.setAutoDefault(False)
            button.setEnabled(False)
            button.setAccessibleName(whole)
            button.clicked.connect(partial(self._run_action, does, provider))
            line.addWidget(button)
        if provider == "compatible":  # it is tried with an address, where a run is started
            buttons[1].hide()
        field.textChanged.connect(lambda text: buttons[0].setEnabled(bool(text.strip())))
        field.returnPressed.connect(partial(self._run_action, self._store, provider))
        block = QVBoxLayout()
        block.setSpacing(5)
        block.addWidget(Label(self.theme, words, Type.BODY_STRONG))
        block.addLayout(line)
        block.addWidget(status)
        self.column.addLayout(block)
        self.column.addSpacing(6)
        return _Row(field, buttons[0], buttons[1], buttons[2], status)

    def _run_action(self, does: object, provider: str, checked: bool = False) -> None:
        assert callable(does)
        does(provider)

    def _look(self, provider: str, first: str = "") -> None:
        """Say which key is used; the keyring may take its time, so it is asked in the background."""

        def show_key(key: keys.Key | None) -> None:
            row = self.rows[provider]
            if key is None:
                words = (
                    tr("No key is stored. {variable} is the environment variable that Galley reads.")
                    if provider != "compatible"
                    else tr(
                        "No key is stored; most servers need none. {variable} is the environment variable that "
                        "Galley reads."
                    )
                )
            else:
                words = SOURCES[key.source]
            words = words.format(variable=keys.VARIABLES[provider])
            row.status.setText(f"{first} {words}".strip())
            row.test.setEnabled(key is not None)
            row.forget.setEnabled(key is not None and key.source == "keyring")
            self.fit()

        self._work(provider, lambda: keys.find(provider), show_key)

    def _store(self, provider: str) -> None:
        row = self.rows[provider]
        secret = row.field.text()
        if not secret.strip():
            return

        def on_stored(_: object) -> None:
            row.field.clear()
            self._look(provider, tr("Stored."))

        self._work(provider, lambda: keys.store(provider, secret), on_stored)

    def _forget(self, provider: str) -> None:
        self._work(provider, lambda: keys.forget(provider), lambda _: self._look(provider, tr("Forgotten.")))

    def _test(self, provider: str) -> None:
        row = self.rows[provider]
        row.status.setText(tr("Listing the models…"))

        def ask() -> int:
            from galley.core.judges.connection_test import models

            return len(models(provider))

        self._work(
            provider,
            ask,
            lambda count: self._look(
                provider, tr_n("The key works: {n:,} models.", "The key works: {n:,} models.", count)
            ),
        )

    def _work(self, provider: str, work: object, on_done: object) -> None:
        assert callable(work) and callable(on_done)
        task = BackgroundTask(lambda _: work(), self, apart=True)
        self._tasks.append(task)

        def on_failed(error: BaseException) -> None:
            if isinstance(error, GalleyError):
                self.rows[provider].status.setText(str(error))
                self.fit()
            else:
                sys.excepthook(type(error), error, error.__traceback__)

        task.succeeded.connect(on_done)
        task.failed.connect(on_failed)
        task.start()
