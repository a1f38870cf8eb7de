"""Keys: one table, no clashes, rebinding, and dispatch that is silent while one types."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QListWidget, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from galley.gui.settings import Settings
from galley.gui.shortcuts import Dispatcher, Keymap, actions, format_keys, portable

WANTED = {
    "next-flag": "J", "previous-flag": "K", "next-item": "N", "previous-item": "P", "accept": "A", "no-error": "X",
    "unsure": "U", "add-flag": "M", "note": "E", "finish": "F", "undo": "Ctrl+Z", "redo": "Ctrl+Shift+Z",
    "search": "/", "next-pane": "F6", "help": "?", "finish-next": "Ctrl+Return", "open": "Ctrl+O", "new": "Ctrl+N",
    "import": "Ctrl+I", "export": "Ctrl+E", "theme": "Ctrl+T", "usual-size": "Ctrl+0", "criterion-10": "0",
}  # fmt: skip


class Stage(QWidget):
    """A window with one of everything that takes keys itself."""

    def __init__(self, keys: Keymap) -> None:
        super().__init__()
        self.did: list[str] = []
        self.dispatcher = Dispatcher(self, keys)
        self.list, self.line, self.note = QListWidget(), QLineEdit(), QPlainTextEdit()
        self.button = QPushButton("Press")
        self.button.clicked.connect(lambda: self.did.append("pressed"))
        self.list.addItems(["alpha", "bravo", "juliet"])
        column = QVBoxLayout(self)
        for widget in (self.list, self.line, self.note, self.button):
            column.addWidget(widget)

    def targets(self, *names: str) -> dict[str, Callable[[], object]]:
        """Targets that write down their names."""
        return {name: (lambda name=name: self.did.append(name)) for name in names}  # type: ignore[misc]


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    """Shown and active."""
    made = Stage(Keymap())
    qtbot.addWidget(made)
    made.show()
    with qtbot.waitActive(made):
        made.activateWindow()
    made.list.setFocus()
    return made


def test_the_table_has_the_contract_keys_and_every_key_is_one() -> None:
    keys = Keymap()
    for action, key in WANTED.items():
        assert key in keys.keys(action), action
    for action in actions().values():
        assert action.title and action.group
        for key in action.keys:
            assert portable(key), f"{action.id}: {key!r} is no key"


def test_no_two_actions_share_a_key_where_both_could_answer() -> None:
    keys = Keymap()
    clashes = [(a.id, key) for a in actions().values() for key in a.keys if keys.clash(a.id, key)]
    assert clashes == []


@pytest.mark.parametrize(
    ("keys", "cap"),
    [("Ctrl+Z", "Ctrl Z"), ("Ctrl++", "Ctrl +"), ("J", "J"), ("Ctrl+Return", "Ctrl Enter"), ("+", "+"), ("/", "/")],
)
def test_caps_read_as_the_keyboard_does(keys: str, cap: str) -> None:
    assert format_keys(keys) == cap


def test_a_family_is_one_cap() -> None:
    keys = Keymap()
    assert keys.labels(["criterion-1", "criterion-9"]) == ["1–9"]
    assert keys.labels(["next-flag", "previous-flag"]) == ["J", "K"]


def test_binding_a_taken_key_takes_it_from_the_other(qtbot: QtBot) -> None:
    keys = Keymap()
    assert keys.clash("finish", "A") is actions()["accept"]
    with qtbot.waitSignal(keys.changed):
        keys.bind("finish", ["A"])
    assert keys.keys("finish") == ("A",) and keys.keys("accept") == ()
    assert keys.label("accept") == ""
    keys.bind("accept", ["F"])
    assert keys.own == {"finish": ("A",), "accept": ("F",)}
    keys.reset()
    assert keys.own == {} and keys.label("accept") == "A"


def test_own_keys_are_remembered_and_unknown_ones_passed_over(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "window.ini")
    settings.keys = {"accept": ("Y",), "gone": ("Q",)}
    settings.save()
    keys = Keymap(Settings(tmp_path / "window.ini").keys)
    assert keys.keys("accept") == ("Y",) and "gone" not in keys.own


def test_a_plain_key_reaches_its_action_and_not_the_list_under_the_keyboard(stage: Stage) -> None:
    stage.dispatcher.set_targets("review", stage.targets("next-flag", "accept", "help", "criterion-10"))
    for key in ("j", "a", "0", "?"):
        QTest.keyClicks(stage.list, key)
    assert stage.did == ["next-flag", "accept", "criterion-10", "help"]
    assert stage.list.currentRow() <= 0, "the list looked for an entry that begins with j"


@pytest.mark.parametrize("name", ["line", "note"])
def test_plain_keys_are_silent_while_typing_and_ctrl_keys_are_not(stage: Stage, name: str) -> None:
    field: QWidget = getattr(stage, name)
    field.setFocus()
    actions = ("next-flag", "search", "finish-next", "help-menu", "next-open")
    stage.dispatcher.set_targets("review", stage.targets(*actions))
    QTest.keyClicks(field, "j/? 1")
    text = stage.line.text() if field is stage.line else stage.note.toPlainText()
    assert text == "j/? 1" and stage.did == []
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(field, Qt.Key.Key_F1)
    assert stage.did == ["finish-next", "help-menu"]


def test_actions_of_another_view_are_silent(stage: Stage) -> None:
    stage.dispatcher.set_targets("scores", stage.targets("accept", "undo"))
    QTest.keyClick(stage.list, Qt.Key.Key_A)
    QTest.keyClick(stage.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert stage.did == ["undo"]
    assert not stage.dispatcher.run("accept")


def test_a_later_mapping_wins_and_targets_can_be_taken_away(stage: Stage) -> None:
    own = {"undo": lambda: stage.did.append("of the view")}
    stage.dispatcher.set_targets("review", stage.targets("undo"), own)
    QTest.keyClick(stage.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    stage.dispatcher.set_targets("review")
    QTest.keyClick(stage.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert stage.did == ["of the view"]


def test_the_space_bar_presses_the_button_that_has_the_keyboard(stage: Stage) -> None:
    stage.dispatcher.set_targets("review", stage.targets("next-open"))
    QTest.keyClick(stage.list, Qt.Key.Key_Space)
    stage.button.setFocus()
    QTest.keyClick(stage.button, Qt.Key.Key_Space)
    assert stage.did == ["next-open", "pressed"]


def test_a_key_bound_anew_works_at_once_and_the_old_one_no_more(qtbot: QtBot, stage: Stage) -> None:
    keys = Keymap()
    stage.dispatcher = Dispatcher(stage, keys)
    stage.dispatcher.set_targets("review", stage.targets("accept"))
    keys.bind("accept", ["Y"])
    QTest.keyClicks(stage.list, "ay")
    assert stage.did == ["accept"]


def test_only_harmless_keys_repeat() -> None:
    """A held key must not accept one flag after the other."""
    for action in actions().values():
        if action.group == "Decide" and action.id not in ("undo", "redo"):
            assert not action.repeat, action.id
    assert actions()["next-flag"].repeat and actions()["next-item"].repeat


@pytest.fixture
def mac(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The table as macOS has it."""
    monkeypatch.setattr(sys, "platform", "darwin")
    actions.cache_clear()
    yield
    actions.cache_clear()


@pytest.mark.parametrize(
    ("keys", "cap"),
    [("Ctrl+Z", "⌘Z"), ("Ctrl+Shift+Z", "⇧⌘Z"), ("Meta+Ctrl+F", "⌃⌘F"), ("Alt+1", "⌥1"), ("Ctrl++", "⌘+"), ("J", "J")],
)
def test_caps_read_as_a_mac_s_keyboard_does(mac: None, keys: str, cap: str) -> None:
    assert format_keys(keys) == cap


MAC_S_OWN = "Ctrl+H Ctrl+Alt+H Ctrl+M Ctrl+Space Ctrl+Tab Ctrl+` Ctrl+, Ctrl+Alt+D Ctrl+Shift+Q Ctrl+Shift+3 F3 F4 F11"
"""What macOS does with a key before a program gets it, or what means another thing in every program there."""


def test_no_key_is_one_of_macos_and_none_clashes_there(mac: None) -> None:
    keys = Keymap()
    taken = {portable(key) for key in MAC_S_OWN.split()}
    for action in actions().values():
        assert not taken & {portable(key) for key in keys.keys(action.id)}, action.id
        assert all(portable(key) for key in action.keys)
        assert not [key for key in action.keys if keys.clash(action.id, key)], action.id
        assert "Ctrl" not in keys.label(action.id) and "Shift" not in keys.label(action.id)


def test_no_text_of_the_window_names_ctrl_itself() -> None:
    """A Mac has no key of that name (it has Shift): such texts take it from ``printed``."""
    for path in sorted((Path(__file__).resolve().parents[2] / "gui").rglob("*.py")):
        for text in re.findall(r'tr(?:_n)?\(\s*"([^"]*)"', path.read_text("utf-8")):
            assert text in ("Ctrl", "Alt") or not re.search(r"\b(Ctrl|Alt)\b.", text), (path, text)
