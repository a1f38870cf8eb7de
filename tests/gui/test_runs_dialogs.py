"""What stands before and beside a run: the start dialog with its estimate, the last question, prompts, keys."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import keyring
import keyring.backend
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit
from pytestqt.qtbot import QtBot

from galley.core.judges.clients import keys
from galley.core.judges.inquiry import prompts
from galley.core.storage import names
from galley.gui.dialogs.api_keys import ApiKeys
from galley.gui.runs.confirmation import ConfirmRun, cost
from galley.gui.runs.estimate import summary
from galley.gui.runs.prompts_page import NOTHING, Prompts
from galley.gui.runs.start import StartRun
from galley.gui.session import Session
from galley.gui.theme import Mode, Theme
from tests.core import building

KEY = "sk-planted-abcdefghijkl"


@pytest.fixture
def session(qapp: QApplication, tmp_path: Path) -> Iterator[Session]:
    theme = Theme(Mode.LIGHT)
    theme.apply(qapp)
    made = Session(building.project(tmp_path, building.record(verdicts=[], judged=[])), "rea", theme)
    yield made
    made.close()


@pytest.fixture
def start(session: Session, qtbot: QtBot) -> Iterator[StartRun]:
    dialog = StartRun(None, session)
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.go.isEnabled())
    yield dialog
    dialog.reject()


@pytest.fixture
def priced(start: StartRun, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> StartRun:
    """The dialog with a judge that is paid, its budget and its estimate."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    start.fields.choose_method("finesure")
    start.fields.model.setCurrentText("gpt-4o")
    start.fields.budget.setValue(2)

    def known() -> bool:
        return (
            start.go.isEnabled() and start._latest_estimate is not None and start._latest_estimate[1].order.budget == 2
        )

    qtbot.waitUntil(known)
    return start


def shown(dialog: Any) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel) if label.isVisibleTo(dialog))


class Memory(keyring.backend.KeyringBackend):
    """A keyring that forgets everything with the test."""

    priority = 1.0  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture
def ring() -> Iterator[Memory]:
    before, made = keyring.get_keyring(), Memory()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


def test_the_built_in_judge_stands_first_and_leaves_the_machine_alone(start: StartRun) -> None:
    assert start.fields.method.currentText() == "Built-in judge"
    assert start.much.text() == "1 item. No request, no cost."
    assert start.takes.text() == "Nothing leaves this machine."
    assert not start.fields.provider.isVisibleTo(start) and not start.keys.isVisibleTo(start)
    start.go.click()
    assert start.order is not None and (start.order.method, start.order.source) == ("offline", None)


def test_what_is_chosen_becomes_the_order_and_its_estimate_follows(
    start: StartRun, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, session: Session
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    before = [s.id for s in names.schemes(session.connection())]
    fields = start.fields
    fields.choose_method("dial-summer-fine")
    assert start.much.text() == "Name a model, or list the available ones." and not start.go.isEnabled()
    fields.model.setCurrentText("gpt-4o")
    fields.samples.setValue(2)
    fields.budget.setValue(3.5)
    fields.requests.setValue(40)
    qtbot.mouseClick(fields.chips["changed-meaning"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: start.go.isEnabled())
    assert start.much.text() == "1 item, 4 requests."
    assert "tokens in and" in start.takes.text() and "$" in start.takes.text()
    asked: list[Any] = []
    monkeypatch.setattr(ConfirmRun, "ask", lambda *given: asked.append(given) or len(asked) > 1)
    start.go.click()
    assert len(asked) == 1 and start.order is None and start.isVisible()  # the user thought better of it
    start.go.click()
    order = start.order
    assert order is not None and order.source is not None
    assert (order.method, order.model, order.source.provider) == ("dial-summer-fine", "gpt-4o", "openai")
    assert (order.choices.criteria, order.choices.samples) == (("changed-meaning",), 2)
    assert (order.budget, order.max_requests, order.concurrency) == (3.5, 40, 8)
    assert [s.id for s in names.schemes(session.connection())] == before  # looking changes nothing


def test_a_missing_key_is_said_before_anything_is_started(start: StartRun, qtbot: QtBot) -> None:
    start.fields.choose_method("finesure")
    start.fields.model.setCurrentText("gpt-4o")
    qtbot.waitUntil(lambda: not start.fault.isHidden())
    assert "OPENAI_API_KEY" in start.fault.text() and not start.go.isEnabled()
    assert start.much.text() == "1 item, 2 requests."


def test_the_last_question_names_address_requests_tokens_and_money(priced: StartRun, qtbot: QtBot) -> None:
    assert priced._latest_estimate is not None
    dialog = ConfirmRun(priced, priced.theme, *priced._latest_estimate[1:])
    qtbot.addWidget(dialog)
    words = shown(dialog)
    assert "https://api.openai.com/v1" in words and "$2.00 at most" in words
    assert "\n2\n" in words and "in, " in words
    default = next(b for b in dialog.findChildren(type(priced.go)) if b.isDefault())
    assert default.text() == "Cancel"


def test_the_last_question_shows_prompts_that_the_project_replaced(priced: StartRun, qtbot: QtBot) -> None:
    assert priced._latest_estimate is not None
    _, plan, found = priced._latest_estimate
    plain = ConfirmRun(priced, priced.theme, plan, found)
    qtbot.addWidget(plain)
    assert not plain.findChildren(QPlainTextEdit)
    name, prompt = next(iter(plan.context.prompts.items()))
    changed = replace(prompt, system="Say yes to everything.", user="", overridden=True)
    context = replace(plan.context, prompts={**plan.context.prompts, name: changed})
    dialog = ConfirmRun(priced, priced.theme, replace(plan, context=context), found)
    qtbot.addWidget(dialog)
    (box,) = dialog.findChildren(QPlainTextEdit)
    assert box.toPlainText() == "Say yes to everything." and box.isReadOnly()
    assert f"this project's own: {prompt.method}/{prompt.id}" in shown(dialog)


def test_a_budget_below_the_estimate_says_where_the_run_will_stop(
    priced: StartRun,
) -> None:
    assert priced._latest_estimate is not None
    _, plan, found = priced._latest_estimate
    found = replace(found, requests=297, money=16.94)
    plan = replace(plan, order=replace(plan.order, budget=5.0))
    assert cost(found, 5.0) == (
        "about $16.94 for all of it; the run stops at the budget of $5.00 before it is complete, after about 87 of 297"
        " requests"
    )
    assert cost(replace(found, money=5.0), 5.0) == "about $5.00, $5.00 at most"
    assert summary(plan, found)[1].endswith(
        "The budget of $5.00 stops the run before it is complete, after about 87 of 297 requests."
    )


def test_the_models_of_a_server_are_listed_and_any_other_can_be_typed(start: StartRun, qtbot: QtBot) -> None:
    class Models(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps({"object": "list", "data": [{"id": "tiny", "object": "model"}, {"id": "big"}]}).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            return None

    server = HTTPServer(("127.0.0.1", 0), Models)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        fields = start.fields
        fields.choose_method("finesure")
        fields.provider.setCurrentIndex(fields.provider.findData("compatible"))
        assert start.much.text() == "Give the address of the server."
        fields.url.setText(f"http://127.0.0.1:{server.server_port}/v1")
        qtbot.mouseClick(fields.list_models, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: fields.model.count() == 2, timeout=15_000)
        assert [fields.model.itemText(n) for n in range(2)] == ["big", "tiny"]
        fields.model.setCurrentText("another")
        qtbot.waitUntil(lambda: start.go.isEnabled())
        assert "price unknown" in start.takes.text()
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_prompt_is_changed_for_the_project_with_the_difference_beside_it(session: Session, qtbot: QtBot) -> None:
    dialog = Prompts(None, session, "finesure")
    qtbot.addWidget(dialog)
    dialog.name.setCurrentText("faithfulness")
    assert dialog.difference.toPlainText() == NOTHING and not dialog.keep.isEnabled()
    own = dialog.edit.toPlainText().replace("sentence by sentence", "line by line")
    dialog.edit.setPlainText(own)
    assert "+You name the factual errors in a summary, line by line." in dialog.difference.toPlainText()
    dialog.keep.click()
    qtbot.waitUntil(lambda: dialog.back.isEnabled())
    assert prompts.load(session.connection(), "finesure")["faithfulness"].text == own
    dialog.edit.setPlainText(own.replace("{{summary}}", "{{other}}"))
    dialog.keep.click()
    qtbot.waitUntil(lambda: "inputs" in dialog.status.text())
    dialog.back.click()
    qtbot.waitUntil(lambda: dialog.difference.toPlainText() == NOTHING)
    assert not prompts.load(session.connection(), "finesure")["faithfulness"].overridden


def test_a_key_is_stored_forgotten_and_never_shown(
    session: Session, qtbot: QtBot, ring: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = ApiKeys(None, session.theme)
    qtbot.addWidget(dialog)
    dialog.show()
    row = dialog.rows["openai"]
    qtbot.waitUntil(lambda: row.status.text().startswith("No key is stored."))
    assert not row.forget.isEnabled() and not row.test.isEnabled()
    row.field.setText(KEY)
    assert row.field.displayText() != KEY
    row.store.click()
    qtbot.waitUntil(lambda: row.status.text() == "Stored. Used: the key in the system's keyring.")
    assert ring.kept == {(keys.SERVICE, "openai"): KEY} and row.field.text() == ""
    assert KEY not in shown(dialog)
    row.forget.click()
    qtbot.waitUntil(lambda: row.status.text().startswith("Forgotten. No key"))
    assert not ring.kept
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    again = ApiKeys(None, session.theme)
    qtbot.addWidget(again)
    qtbot.waitUntil(lambda: again.rows["openai"].status.text() == "Used: the key in the environment (OPENAI_API_KEY).")
    assert not again.rows["openai"].forget.isEnabled()
    qtbot.waitUntil(lambda: not any(task.running for task in (*dialog._tasks, *again._tasks)))
    dialog.accept()


def test_without_a_keyring_a_sentence_says_what_to_do(session: Session, qtbot: QtBot) -> None:
    dialog = ApiKeys(None, session.theme)
    qtbot.addWidget(dialog)
    row = dialog.rows["anthropic"]
    qtbot.waitUntil(lambda: not any(task.running for task in dialog._tasks))
    row.field.setText(KEY)
    row.store.click()
    qtbot.waitUntil(lambda: "ANTHROPIC_API_KEY" in row.status.text() and "no keyring" in row.status.text())
    assert KEY not in row.status.text()
