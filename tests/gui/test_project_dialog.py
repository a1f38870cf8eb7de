"""What a project is for those who lead it, in one dialog: roles, figures by person, confidential, frozen; and encrypted
answers, which the merge reads with the private key."""

from __future__ import annotations

import builtins
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from galley.core.campaign import reviewer_quality
from galley.core.campaign.package_options import PackageOptions
from galley.core.project import freeze, outgoing, role_settings
from galley.core.tasks import roles
from galley.core.tasks.roles import Duty
from galley.gui.dialogs.merge_dialog import Merge
from galley.gui.dialogs.pack_dialog import PackFor
from galley.gui.dialogs.project_dialog import ProjectDialog
from galley.gui.shell.window import Window
from tests.core.studies import run, say
from tests.core.test_encryption import key
from tests.core.test_task_packages import SUPPORTING, rows
from tests.core.test_task_plan import places
from tests.gui import rooms
from tests.gui.test_plan import campaign


@pytest.fixture
def window(tmp_path: Path, qapp: QApplication) -> Iterator[Window]:
    (tmp_path / "home").mkdir()
    with rooms.window(campaign(tmp_path), tmp_path / "home", qapp) as made:
        made.settings.set_folder(tmp_path / "home")
        yield made


def asked(window: Window, qtbot: QtBot) -> Any:
    assert window.workspace is not None
    made = ProjectDialog(window, window.theme, window.workspace.session, window.close_project, window.open)
    made.show()
    qtbot.waitExposed(made)
    return made


def press(qtbot: QtBot, dialog: Any, words: str) -> None:
    (button,) = [each for each in dialog.findChildren(QPushButton) if each.text() == words]
    assert button.isEnabled()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def read(window: Window, what: Any) -> Any:
    assert window.workspace is not None
    return what(window.workspace.session.connection())


def test_roles_are_given_to_those_who_are_there_and_to_somebody_else(window: Window, qtbot: QtBot) -> None:
    dialog = asked(window, qtbot)
    assert [name for name, _ in dialog.roles] == ["Ada", "ann", "ben", ""]
    dialog.roles[1][1].setCurrentIndex(1)
    press(qtbot, dialog, "Save roles")
    qtbot.waitUntil(lambda: "A project with roles needs a lead" in dialog._roles_status.text())
    dialog.roles[0][1].setCurrentIndex(3)
    dialog.other.setText(" ito ")
    dialog.roles[3][1].setCurrentIndex(2)
    press(qtbot, dialog, "Save roles")
    qtbot.waitUntil(lambda: dialog._roles_status.text() == "3 people have a role now.")
    dialog.reject()
    assert read(window, roles.read_roles) == {"Ada": Duty.LEAD, "ann": Duty.READER, "ito": Duty.ADJUDICATOR}
    assert window.workspace is not None
    window.workspace.session.set_reviewer("ann")
    dialog = asked(window, qtbot)
    dialog.roles[0][1].setCurrentIndex(0)
    press(qtbot, dialog, "Save roles")
    qtbot.waitUntil(lambda: "ann is a reviewer here, and only a lead gives people roles" in dialog._roles_status.text())
    dialog.reject()
    assert read(window, roles.read_roles)["Ada"] is Duty.LEAD


def test_figures_by_person_want_a_purpose_and_are_deleted_by_a_typed_word(window: Window, qtbot: QtBot) -> None:
    dialog = asked(window, qtbot)
    press(qtbot, dialog, "Turn on")
    qtbot.waitUntil(lambda: "purpose" in dialog._figures_status.text())
    assert read(window, reviewer_quality.read_monitoring) is None
    dialog.purpose.setText("to find who wants help")
    press(qtbot, dialog, "Turn on")
    qtbot.waitUntil(lambda: "to find who wants help (stated by Ada)" in dialog._figures_status.text())
    dialog.reject()
    assert read(window, reviewer_quality.read_monitoring).purpose == "to find who wants help"
    dialog = asked(window, qtbot)
    dialog.forget.setText("del")
    (button,) = [each for each in dialog.findChildren(QPushButton) if each.text().startswith("Turn off and delete")]
    assert not button.isEnabled()
    dialog.forget.setText("delete")
    press(qtbot, dialog, "Turn off and delete")
    qtbot.waitUntil(lambda: "Figures by person are off" in dialog._figures_status.text())
    dialog.reject()
    assert read(window, reviewer_quality.read_monitoring) is None


def test_a_project_is_made_confidential_by_a_typed_word_and_says_what_left_it(window: Window, qtbot: QtBot) -> None:
    dialog = asked(window, qtbot)
    dialog.allowed_field.setText("http://localhost:8080, ollama")
    dialog.secret.setText("Confidential")
    press(qtbot, dialog, "Make confidential")
    qtbot.waitUntil(lambda: "http://localhost:8080, ollama" in dialog._privacy_status.text())
    dialog.reject()
    assert read(window, outgoing.named_providers) == ("http://localhost:8080", "ollama")
    dialog = asked(window, qtbot)
    words = " ".join(label.text() for label in dialog.findChildren(type(dialog._privacy_status)))
    assert "What was exported:" in words and "package  ben" in words
    dialog.reject()


def test_a_project_is_frozen_and_thawed_and_the_window_shows_it_so(window: Window, qtbot: QtBot) -> None:
    dialog = asked(window, qtbot)
    dialog.why.setText("published")
    dialog.confirm_field.setText("freeze")
    press(qtbot, dialog, "Freeze")
    qtbot.waitUntil(lambda: window.workspace is not None and not window.workspace.session.project.writable)
    assert window.workspace is not None
    assert "was frozen by Ada" in window.workspace.notice.label.text()
    dialog = asked(window, qtbot)
    assert "(published)" in dialog._frozen_status.text() and not hasattr(dialog, "roles")
    dialog.confirm_field.setText("unfreeze")
    press(qtbot, dialog, "Unfreeze")
    qtbot.waitUntil(lambda: window.workspace is not None and window.workspace.session.project.writable)
    assert read(window, freeze.read_freeze_record) is None


def test_only_the_lead_freezes_and_is_told_before_the_project_is_closed(window: Window, qtbot: QtBot) -> None:
    assert window.workspace is not None
    session = window.workspace.session
    session.project.write(lambda c: role_settings.put(c, {"mira": Duty.LEAD}, "mira")).result()
    dialog = asked(window, qtbot)
    dialog.confirm_field.setText("freeze")
    press(qtbot, dialog, "Freeze")
    assert "only a lead freezes or unfreezes" in dialog._frozen_status.text()
    assert window.workspace.session is session and session.project.writable
    dialog.reject()


def test_encrypted_answers_are_merged_with_the_private_key(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert window.workspace is not None
    project = window.workspace.session.project
    public, private = key(tmp_path, "lead")
    _, wrong = key(tmp_path, "wrong")
    (tmp_path / "out").mkdir()
    dialog = PackFor(
        window, window.theme, project, window.settings, PackageOptions(task="two/supporting", only="unsure")
    )
    dialog.people.setText("cat")
    dialog.folder.setText(str(tmp_path / "out"))
    dialog.start()
    qtbot.waitUntil(lambda: bool(dialog.packages))
    dialog.reject()
    path = dialog.packages[0].path
    say(path, "cat", SUPPORTING, {places(4)[5]: "no"})
    run("campaign", "submit", str(path), "--recipient", public)
    merge = Merge(window, window.theme, project, [], window.settings)
    merge.show()
    assert not merge.identity.isVisible()
    merge.take([path.with_name(f"{path.stem}.answers.age")])
    assert merge.identity.isVisible()
    merge.start()
    qtbot.waitUntil(lambda: "is encrypted" in merge.fault.text())
    merge.identity.setText(str(wrong))
    merge.start()
    qtbot.waitUntil(lambda: "No matching keys" in merge.fault.text())
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "pyrage":
            raise ImportError(name)
        return real(name, *rest, **more)

    merge.identity.setText(str(private))
    with monkeypatch.context() as patch:
        patch.setattr(builtins, "__import__", without)
        merge.start()
        qtbot.waitUntil(lambda: "install galley[encryption]" in merge.fault.text())
    merge.start()
    qtbot.waitUntil(lambda: merge.seen is not None)
    merge.start()
    qtbot.waitUntil(lambda: merge.report is not None)
    merge.accept()
    assert rows(project.path, "SELECT count(*) FROM decision JOIN annotator ON annotator.id = reviewer_id WHERE name ="
                " 'cat'") == [(1,)]  # fmt: skip
    assert not list(tmp_path.glob("*-answers-*")), "what was decrypted is gone again"


def test_others_answers_go_along_under_pseudonyms(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    assert window.workspace is not None
    (tmp_path / "out").mkdir()
    dialog = PackFor(window, window.theme, window.workspace.session.project, window.settings)
    dialog.pseudonyms.setChecked(True)
    assert not dialog.pseudonyms.isEnabled() and not dialog.build_options().pseudonyms
    dialog.others.setChecked(True)
    dialog.people.setText("cat")
    dialog.folder.setText(str(tmp_path / "out"))
    dialog.start()
    qtbot.waitUntil(lambda: bool(dialog.packages))
    dialog.reject()
    named = rows(dialog.packages[0].path, "SELECT name FROM annotator WHERE kind = 'human' ORDER BY 1")
    assert named == [("cat",), ("person-1",), ("person-2",), ("person-3",)]


def test_the_menu_leads_there(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    came: list[str] = []
    monkeypatch.setattr(ProjectDialog, "ask", lambda *_: came.append("project"))
    window.run("project")
    assert came == ["project"]
