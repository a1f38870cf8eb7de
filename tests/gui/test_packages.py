"""Packages in the window: packing, opening one, returning, merging after a preview."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.campaign import answers, pack
from galley.core.campaign.pack import PackageOptions
from galley.core.campaign.workload import AssignmentOptions
from galley.core.definitions import protocol_files
from galley.core.domain import Action
from galley.core.importers.sample_project import make
from galley.core.project import protocol_use
from galley.core.project.project import Project
from galley.gui.dialogs import merge_dialog
from galley.gui.dialogs.base import Dialog
from galley.gui.dialogs.merge_dialog import Merge
from galley.gui.dialogs.pack_dialog import PackFor
from galley.gui.dialogs.submit_dialog import Instructions, Return
from galley.gui.plain_text import Button
from galley.gui.session import Session
from galley.gui.settings import Settings
from galley.gui.shell import packages
from galley.gui.shell.menu import OF_A_PACKAGE, OF_A_PROJECT
from galley.gui.shell.window import Window
from galley.gui.theme import Theme
from tests.core.made import review


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme()


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project.open(make(tmp_path)) as opened:
        yield opened


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    found = Settings()
    found.set_folder(tmp_path)
    return found


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, settings: Settings) -> Iterator[Window]:
    made = Window(settings, theme, keep=False)
    qtbot.addWidget(made)
    yield made
    made.close()


def shown(qtbot: QtBot, dialog: Dialog) -> Any:
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def press(qtbot: QtBot, button: Any) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def packed(project: Project, folder: Path, *people: str) -> dict[str, Path]:
    targets = pack.list_package_paths(people, folder, project.path)
    pack.pack(project, targets, PackageOptions(judges=True, instructions="Look\ntwice."))
    return targets


def answered(path: Path, name: str) -> Path:
    with Project.open(path) as own:
        steps = [Action.ACCEPT, Action.OVERRIDE, Action.FINISH]
        review(own, [(name, action, n, n * 3 + 1, "x") for n, action in enumerate(steps * 4)], names=(name,))
    out = path.with_suffix(answers.SUFFIX)
    answers.write_answers(path, out, overwrite=True)
    return out


def offered(window: Window) -> set[str]:
    """The entries of the menu about packages that one sees."""
    menu = window.project_menu()
    menu.aboutToShow.emit()
    about = {*OF_A_PROJECT, *OF_A_PACKAGE}
    entries = [entry for submenu in menu.menus for entry in submenu.actions()]
    return {e.data()[1] for e in entries if isinstance(e.data(), tuple) and e.isVisible()} & about


def test_packing_from_the_dialog_writes_what_it_promised(
    qtbot: QtBot, theme: Theme, project: Project, settings: Settings, tmp_path: Path
) -> None:
    dialog = shown(qtbot, PackFor(None, theme, project, settings))
    assert not dialog.go.isEnabled()
    dialog.people.setText("ann, ben , cat,")
    dialog.people_per_item.setValue(2)
    assert dialog.outlook.text() == "3 packages of about 17 items."
    dialog.judges.setChecked(True)
    dialog.instructions.setPlainText("Look twice.")
    press(qtbot, dialog.go)
    qtbot.waitUntil(lambda: bool(dialog.packages))
    assert [(p.package.reviewer, p.path.name) for p in dialog.packages] == [
        (name, f"sample-{name}.galley") for name in ("ann", "ben", "cat")
    ]
    assert sum(p.package.items for p in dialog.packages) == 52
    assert dialog.build_options().order == AssignmentOptions(each=2) and "sample-ann.galley: " in dialog.outcome.text()
    again = shown(qtbot, PackFor(None, theme, project, settings))
    again.people.setText("ann")
    press(qtbot, again.go)
    qtbot.waitUntil(again.fault.isVisible)
    assert "sample-ann.galley already exists" in again.fault.text() and again.packages == []


def test_both_ends_propose_the_folder_of_the_file_that_is_open(
    project: Project, tmp_path: Path, qtbot: QtBot, theme: Theme, settings: Settings
) -> None:
    """The last folder of the window may be anywhere."""
    (tmp_path / "elsewhere").mkdir()
    settings.set_folder(tmp_path / "elsewhere")
    dialog = shown(qtbot, PackFor(None, theme, project, settings))
    assert Path(dialog.folder.text()) == project.path.parent
    path = pack.pack(project, {"ann": tmp_path / "for-ann.galley"})[0].path
    with Project.open(path) as own:
        package = packages.get_package(own)
        assert package is not None
        session = Session(own, "ann", theme)
        answers_dialog = shown(qtbot, Return(None, theme, session, package, settings))
        assert Path(answers_dialog.path.text()) == path.with_suffix(".answers")
        session.close()


def test_the_task_is_chosen_in_the_dialog_that_assigns(
    project: Project, tmp_path: Path, qtbot: QtBot, theme: Theme, settings: Settings
) -> None:
    """It always assigned the first open task."""
    toml = (
        protocol_files.builtin()["frank"]
        .toml.replace('id = "questions"', 'id = "grading"')
        .replace('method = "qa-factuality"', 'kind = "answer"\ncriteria = ["usable/usable"]\nask = "Good?"')
    )
    project.write(lambda c: protocol_use.use_text(c, toml, "lea")).result()
    dialog = shown(qtbot, PackFor(None, theme, project, settings, PackageOptions(task="frank/sentences")))
    offered = [dialog.task_choice.itemText(at) for at in range(dialog.task_choice.count())]
    assert offered == ["Wrong sentences", "Factuality by questions"], "no judge is among them"
    dialog.task_choice.setFocus()
    qtbot.keyClick(dialog.task_choice, Qt.Key.Key_Down)
    assert "frank/grading" in dialog.lead.text()
    qtbot.keyClicks(dialog.people, "ann")
    qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(dialog.packages))
    assert dialog.packages[0].package.task == "frank/grading"
    undecided = PackageOptions(task="frank/sentences", only="undecided")
    only = shown(qtbot, PackFor(None, theme, project, settings, undecided))
    assert not only.task_choice.isVisible()


def test_return_presses_the_button_that_has_the_keyboard(
    qtbot: QtBot, theme: Theme, project: Project, settings: Settings, tmp_path: Path
) -> None:
    dialog = shown(qtbot, PackFor(None, theme, project, settings))
    dialog.people.setText("ann")
    dialog.cancel.setFocus()
    qtbot.keyClick(dialog.cancel, Qt.Key.Key_Return)
    assert dialog.isHidden() and dialog.packages == [] and not [*tmp_path.glob("*-ann.galley")]
    dialog = shown(qtbot, PackFor(None, theme, project, settings))
    dialog.people.setText("ann")
    qtbot.keyClick(dialog.people, Qt.Key.Key_Return)  # elsewhere it presses the default one
    qtbot.waitUntil(lambda: bool(dialog.packages))


def test_a_package_opens_for_its_reviewer_and_says_so(
    qtbot: QtBot, project: Project, window: Window, tmp_path: Path
) -> None:
    path = packed(project, tmp_path, "ann")["ann"]
    window.show()
    assert window.open(path)
    workspace = window.workspace
    assert workspace is not None and workspace.session.reviewer_name == "ann"
    assert workspace.notice.isVisible()
    assert workspace.notice.label.text() == "A package for ann: 26 items of “sample”. Look twice."
    assert offered(window) == set(OF_A_PACKAGE)
    window.run("reviewer")
    assert workspace.session.reviewer_name == "ann" and "made for ann" in workspace.notice.label.text()
    copy = Path(shutil.copy(make(tmp_path / "more"), tmp_path / "plain.galley"))
    assert window.open(copy)
    assert offered(window) == set(OF_A_PROJECT)
    workspace = window.workspace
    assert workspace is not None and workspace.session.reviewer_name == window.settings.reviewer
    assert not workspace.notice.isVisible()


def test_long_instructions_are_told_in_part(project: Project, tmp_path: Path, qtbot: QtBot, theme: Theme) -> None:
    targets = pack.list_package_paths(["ann"], tmp_path, project.path)
    pack.pack(project, targets, PackageOptions(instructions="word " * 100))
    with Project.open(targets["ann"]) as own:
        package = packages.get_package(own)
        assert package is not None
    said = packages.greeting(package)
    assert said.endswith("word … (the full text: People → Instructions)") and len(said) < 300
    dialog = shown(qtbot, Instructions(None, theme, package))
    assert "26 items of “sample” for ann" in dialog.lead.text()


def test_returning_writes_the_answers_and_replaces_nothing_unasked(
    qtbot: QtBot, theme: Theme, project: Project, window: Window, settings: Settings, tmp_path: Path
) -> None:
    path = packed(project, tmp_path, "ann")["ann"]
    answered(path, "ann").unlink()
    window.show()
    assert window.open(path) and window.workspace is not None and window.package is not None
    dialog = shown(qtbot, Return(window, theme, window.workspace.session, window.package, settings))
    press(qtbot, dialog.go)
    qtbot.waitUntil(lambda: dialog.head is not None)
    assert dialog.head.decisions == 12 and (tmp_path / "sample-ann.answers").exists()
    again = shown(qtbot, Return(window, theme, window.workspace.session, window.package, settings))
    press(qtbot, again.go)
    qtbot.waitUntil(again.fault.isVisible)
    assert "already exists" in again.fault.text() and again.head is None


def test_merging_shows_first_what_would_happen(
    qtbot: QtBot, theme: Theme, project: Project, settings: Settings, tmp_path: Path
) -> None:
    files = [answered(path, name) for name, path in packed(project, tmp_path, "ann", "ben").items()]
    before = project.read_connection().execute("SELECT count(*) FROM decision").fetchone()
    dialog = shown(qtbot, Merge(None, theme, project, files, settings))
    press(qtbot, dialog.go)
    qtbot.waitUntil(lambda: dialog.seen is not None)
    assert dialog.go.text() == "Merge 24 decisions"
    assert "sample-ann.answers: ann, 12 new, 0 here already" in dialog.outcome.text()
    assert project.read_connection().execute("SELECT count(*) FROM decision").fetchone() == before
    press(qtbot, dialog.go)
    qtbot.waitUntil(lambda: dialog.report is not None)
    assert dialog.title.text() == "Merged" and not dialog.go.isVisible()
    assert project.read_connection().execute("SELECT count(*) FROM decision").fetchone()[0] == before[0] + 24
    again = shown(qtbot, Merge(None, theme, project, files, settings))
    press(qtbot, again.go)
    qtbot.waitUntil(lambda: again.report is not None)
    assert again.title.text() == "Nothing was new"


def test_return_does_what_comes_next_in_a_dialog_that_works(
    qtbot: QtBot, theme: Theme, project: Project, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After files were chosen it previews; after a refusal it does not cancel, which would lose what was typed."""
    files = [answered(path, name) for name, path in packed(project, tmp_path, "ann").items()]
    dialog = shown(qtbot, Merge(None, theme, project, (), settings))
    assert dialog.focusWidget().text() == "Choose files…"
    monkeypatch.setattr(merge_dialog, "choose_answers", lambda *_: files)
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert dialog.focusWidget() is dialog.go
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dialog.seen is not None)
    dialog.reject()
    pack = shown(qtbot, PackFor(None, theme, project, settings))
    pack.people.setText("ann")
    pack.people.setFocus()
    for _ in range(2):
        qtbot.keyClick(pack.focusWidget(), Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: "already exists" in pack.fault.text() and pack.is_asking)
        assert pack.isVisible() and pack.focusWidget() is pack.people
    pack.reject()


def test_answers_that_are_dropped_on_a_project_are_offered_for_merging(
    project: Project, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = packed(project, tmp_path, "ann")["ann"]
    file = answered(path, "ann")
    asked: list[list[Path]] = []
    monkeypatch.setattr(Merge, "ask", classmethod(lambda cls, *given: asked.append(list(given[3]))))
    project.close()
    window.show()
    assert window.open(project.path)
    window.take([file])
    assert asked == [[file]]


def test_a_name_that_is_in_doubt_is_asked_for_on_the_first_page(
    qtbot: QtBot, theme: Theme, project: Project, settings: Settings, tmp_path: Path
) -> None:
    path = packed(project, tmp_path, "ann")["ann"]
    copy = Path(shutil.copy(path, tmp_path / "copy.galley"))
    files = [answered(path, "ann"), answered(copy, "ann")]
    dialog = shown(qtbot, Merge(None, theme, project, files, settings))
    press(qtbot, dialog.go)
    qtbot.waitUntil(dialog.fault.isVisible)
    assert "another copy of ann's package" in dialog.fault.text()
    first = shown(qtbot, Merge(None, theme, project, files[:1], settings))
    for _ in range(2):
        press(qtbot, first.go)
        qtbot.waitUntil(lambda: not first.task.running and first.current_page is not first.progress)
    second = shown(qtbot, Merge(None, theme, project, files[1:], settings))
    second.name.setText("anna")
    press(qtbot, second.go)
    qtbot.waitUntil(lambda: second.seen is not None)
    assert "copy.answers: anna, 12 new" in second.outcome.text()


def test_a_round_through_a_shared_folder(
    qtbot: QtBot, theme: Theme, project: Project, settings: Settings, window: Window, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("GALLEY_HOME", str(tmp_path / "own"))
    shared = tmp_path / "shared"
    shared.mkdir()
    pack_for = shown(qtbot, PackFor(None, theme, project, settings))
    pack_for.people.setText("ann")
    pack_for.folder.setText(str(shared))
    pack_for.shared_folder.setChecked(True)
    press(qtbot, pack_for.go)
    qtbot.waitUntil(lambda: bool(pack_for.packages))
    (package,) = (shared / "ann").iterdir()
    assert f"ann/{package.name}: " in pack_for.outcome.text()
    content = package.read_bytes()
    assert window.open(package)
    session = window.workspace.session
    assert session.project.path == tmp_path / "own" / "data" / "packages" / "sample-ann.galley"
    review(session.project, [("ann", Action.ACCEPT, 1, 4, "x")], names=("ann",))
    back = shown(qtbot, Return(None, theme, session, window.package, settings))
    monkeypatch.setattr("galley.gui.dialogs.submit_dialog.choose_folder", lambda *_: shared)
    press(qtbot, back.findChild(Button, "shared"))
    press(qtbot, back.go)
    qtbot.waitUntil(lambda: back.head is not None)
    assert Path(back.path.text()).parent == shared / "ann" and back.head.decisions == 1
    assert package.read_bytes() == content and len(list((shared / "ann").iterdir())) == 2
    (shared / "ann" / "half.answers.part").write_text("x")
    merge = shown(qtbot, Merge(None, theme, project, [], settings))
    monkeypatch.setattr("galley.gui.dialogs.merge_dialog.choose_folder", lambda *_: shared)
    press(qtbot, merge.findChild(Button, "shared"))
    press(qtbot, merge.go)
    qtbot.waitUntil(lambda: merge.seen is not None)
    assert "ann/half.answers.part is still being written by the tool that syncs it" in merge.outcome.text()
    assert project.read_connection().execute("SELECT count(*) FROM merged").fetchone()[0] == 0
    (shared / "ann" / f"{'0' * 32}.answers").write_text("what comes after the preview waits for the next one")
    press(qtbot, merge.go)
    qtbot.waitUntil(lambda: merge.report is not None)
    assert merge.report.new == 1 and "0000" not in merge.outcome.text()
    merge.close()
    assert not list(tmp_path.glob("sample-answers-*"))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no permission bits, so no key is called readable there")
def test_a_private_key_that_others_may_read_is_warned_of_before_a_merge(
    qtbot: QtBot, theme: Theme, project: Project, settings: Settings, tmp_path: Path
) -> None:
    dialog = shown(qtbot, Merge(None, theme, project, [tmp_path], settings))
    key = tmp_path / "key.txt"
    key.write_text("AGE-SECRET-KEY-1\n", "utf-8")
    key.chmod(0o644)
    assert dialog.exposure_warning.isHidden()
    dialog.identity.setText(str(key))
    warning = dialog.exposure_warning
    assert warning.isVisible() and "other users of this machine can read" in warning.text()
    key.chmod(0o600)
    dialog.identity.setText("")
    dialog.identity.setText(str(key))
    assert dialog.exposure_warning.isHidden()
