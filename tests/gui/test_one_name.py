"""One name for one thing: what a menu, a button, a key or the guide calls a dialog is what stands over it."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog

from galley.core.paths import resources
from galley.gui.dialogs.base import Dialog
from galley.gui.shell.menu import ENTRIES
from tests.core import pages
from tests.gui import scenes
from tests.gui.texts import FILES, Text, translated

NAMES = {action: words.removesuffix("…") for words, action in filter(None, ENTRIES)}
ASKING = [action for words, action in filter(None, ENTRIES) if words.endswith("…")]
OF_A_PACKAGE = {"return", "instructions"}
NO_DIALOG = {"plan": "a view of the window", "change-import": "the import page, where an import can be changed"}
CHOOSING = re.compile(
    r"Choose\b.*|Another file|A person|Save as .*|Change shortcuts|Shared folder|Reviewers|Start another judge"
    r"|Count answers beyond the slots|Report|Report of all charts|Sample .*|From a file|Assign to others"
)
"""Buttons that open a file dialog or a menu, or lead to one of several: what they open has no name of its own."""
UNDER_WAY = re.compile(
    r"(Ask|Look|Read|Stopp|Work|Writ|Count|List|Check|Comput)ing\b.*|The intervals are being .*|Press a key|ann=.*"
)
"""What is no button: something takes a while, or waits for an answer."""


@cache
def titles() -> set[str]:
    """What dialogs are called, by the source: the first text of each that is made, or what ``_title`` gives."""
    found = set()
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "super().__init__":
                found |= {_words(each) for each in [each for each in node.args if _is_text(each)][:1]}
            elif isinstance(node, ast.FunctionDef) and node.name == "_title" and path.parent.name == "dialogs":
                found |= {_words(each) for each in ast.walk(node) if _is_text(each)}
            elif isinstance(node, ast.Tuple) and path.name == "exclusive.py":
                found |= {_words(each) for each in node.elts[:1] if _is_text(each)}
    return found


def _words(call: ast.AST) -> str:
    assert isinstance(call, ast.Call) and isinstance(call.args[0], ast.Constant)
    return str(call.args[0].value)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "tr" and isinstance(node.args[0], ast.Constant)


def test_an_entry_of_the_menu_opens_what_is_called_so(
    tmp_path: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(Dialog, "exec", lambda dialog: opened.append(dialog.title.text()) or 0)
    for name in ("getOpenFileName", "getOpenFileNames", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda parent, title, *_: opened.append(title) or ("", ""))
    with scenes.opened(scenes.Scene("review"), tmp_path, qapp) as (window, _):
        for action in ASKING:
            if action not in OF_A_PACKAGE and action not in NO_DIALOG:
                opened.clear()
                window.run(action)
                assert opened == [NAMES[action]], action
    assert {NAMES[action] for action in OF_A_PACKAGE} <= titles()


def test_a_key_is_called_as_its_entry_of_the_menu() -> None:
    with (resources() / "shortcuts.toml").open("rb") as file:
        keys = {row["id"]: row["title"] for row in tomllib.load(file)["action"]}
    both = NAMES.keys() & keys.keys()
    assert len(both) > 8
    assert {action: keys[action] for action in both} == {action: NAMES[action] for action in both}


def test_a_button_that_asks_more_is_called_as_the_dialog_that_it_opens() -> None:
    there = titles() | {*NAMES.values()}
    words = {word for path in FILES for text in translated(path) if isinstance(text, Text) for word in text.words}
    asking = {word.removesuffix("…") for word in words if word.endswith("…") and "{" not in word}
    others = {word for word in asking if not CHOOSING.fullmatch(word) and not UNDER_WAY.fullmatch(word)}
    assert others - there == set()


@pytest.mark.parametrize("page", [page for page in pages.PAGES if page.exists()], ids=lambda page: page.name)
def test_a_heading_of_the_guide_that_names_a_thing_of_the_window_names_it_as_the_window_does(page: Path) -> None:
    """Same words in another shape ("Blind Mode", "Project setting") would be a second name."""
    known = titles() | {*NAMES.values()}
    heads = re.findall(r"^#+ (.+)$", pages.prose(page), re.MULTILINE)
    plain = {re.sub(r"\W|s\b", "", name).lower(): name for name in known}
    near = {head: plain[bare] for head in heads if (bare := re.sub(r"\W|s\b", "", head).lower()) in plain}
    assert {head: name for head, name in near.items() if head != name} == {}
