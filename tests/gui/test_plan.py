"""The Plan view: tasks with people, agreement and what is undecided; and what can be done about them from there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.campaign.package_options import PackageOptions
from galley.core.campaign.plan import PackageLine
from galley.core.campaign.reviewer_quality import Proportion, ReviewerFigures
from galley.core.campaign.task_plan import PersonProgress, TaskLine
from galley.core.project import role_settings
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.tasks import slots
from galley.core.tasks.roles import Duty
from galley.gui.dialogs.name_dialogs import Reviewer
from galley.gui.dialogs.pack_dialog import PackFor
from galley.gui.plain_text import Button
from galley.gui.plan.plan_detail import PlanDetail
from galley.gui.plan.plan_view import PlanView
from galley.gui.review.response_cards import ReaderCards
from galley.gui.review.review_view import ReviewView
from galley.gui.settings import Settings
from galley.gui.shell.menu import NOT_IN_A_PACKAGE
from galley.gui.shell.window import Window
from galley.gui.theme import Mode, Theme
from tests.core.studies import back, cell, pack, packed, run, say, study
from tests.core.test_slots import unguarded
from tests.core.test_task_known import TRAINING, known_file
from tests.core.test_task_packages import PARAGRAPHS, SUPPORTING, both_say, rows
from tests.core.test_task_plan import places
from tests.core.test_task_rounds import settle
from tests.core.test_third_reader import NO_THIRD
from tests.gui import rooms
from tests.gui.scenes import copy_project

SAID = {
    "ann": ["yes", "yes", "no", "no", "yes", None, "yes", "no"],
    "ben": ["yes", "no", "no", "no", "yes", "yes"],
}


def campaign(folder: Path) -> Path:
    """Two readers of four items, one of whom is not through; they differ on one paragraph. Made once, and copied."""
    return copy_project(_make_campaign, folder)


def _make_campaign(folder: Path) -> Path:
    made = study(folder, count=4)
    pack(made, "--task", "supporting", "--for", "ann", "--for", "ben")
    for who, said in SAID.items():
        say(packed(folder, who), who, SUPPORTING, dict(zip(places(4), said, strict=False)))
        back(made, packed(folder, who))
        packed(folder, who).unlink()
    return made


@pytest.fixture
def window(tmp_path: Path, qapp: QApplication) -> Iterator[Window]:
    (tmp_path / "home").mkdir()
    with rooms.window(campaign(tmp_path), tmp_path / "home", qapp, size=QSize(1440, 900)) as made:
        made.settings.set_folder(tmp_path / "home")
        yield made


def plan(window: Window) -> PlanView:
    found = rooms.go(window, "plan")
    assert isinstance(found, PlanView)
    return found


def tabs(window: Window) -> list[str]:
    assert window.workspace is not None and window.workspace.top.views is not None
    return [name for name, _ in window.workspace.top.views._choices]


def test_the_view_says_what_the_command_says(window: Window, qtbot: QtBot) -> None:
    view = plan(window)
    assert tabs(window)[-1] == "plan"
    assert [line.name.partition(";")[0] for line in view.list.lines][:2] == ["supporting", "key"]
    first: Any = view.list.lines[0]
    assert view.session.project.path is not None
    said = run("campaign", "plan", "--project", str(view.session.project.path)).output
    for seat in first.line.seats:
        assert f"  {seat.name}: {seat.done} of {seat.given} cells" in said
    alpha = first.line.agreement[0]
    figures = f"α {alpha.value:.2f} [{alpha.low:.2f}, {alpha.high:.2f}]".replace("-", "−")
    assert figures in said and first.agreement[0] in said
    assert f"{first.line.undecided} undecided" in said and first.line.undecided == 2
    assert view.title.text() == "Two readers" and "6 tasks, 4 items, 2 people" in view.subtitle.text()
    assert view.detail.third.text() == "Send 2 undecided to a third reviewer…"
    assert view.detail.unsure.text() == "Send 1 unsure to another reviewer…"
    assert "ben: 3 of 4 items finished" in view.detail._packages_label.text()
    window.run("next-planned")
    assert view.list.current == 1 and view.detail.third.isHidden()


def test_from_there_cells_go_to_a_third_reader(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    view = plan(window)
    with qtbot.waitSignal(view.pack_wanted) as asked:
        # the window would open its dialog over the test
        assert window.workspace is not None
        window.workspace.pack_wanted.disconnect()
        qtbot.mouseClick(view.detail.third, Qt.MouseButton.LeftButton)
    wish, who = asked.args
    assert wish == PackageOptions(task="two/supporting", only="undecided") and who == ""
    project = view.session.project
    dialog = PackFor(window, window.theme, project, window.settings, wish, who)
    dialog.people.setText("cat")
    dialog.folder.setText(str(tmp_path))
    dialog.start()
    qtbot.waitUntil(lambda: bool(dialog.packages))
    dialog.reject()
    assert dialog.packages[0].package.task == "two/third"
    path = tmp_path / f"{project.path.stem}-cat.galley"
    assert rows(path, "SELECT count(*) FROM handed") == [(2,)]


def test_what_a_reader_has_not_finished_goes_back_and_to_somebody_else(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    view = plan(window)
    project = view.session.project
    menu = view.detail._menu()
    assert [one.words for one in menu.menus] == ["ann", "ben"]
    assert [entry.text() for entry in menu.menus[0].actions()] == ["Show them what was adjudicated differently…"]
    menu.menus[1].actions()[0].trigger()
    qtbot.waitUntil(lambda: view.plan is not None and view.plan.lines[1].void == 1)
    assert rows(project.path, "SELECT count(*) FROM void") == [(1,)]
    qtbot.waitUntil(lambda: view.detail.fill.text() == "Fill 1 free slot…")
    view.detail.revokeRequested.emit("ben", True)
    qtbot.waitUntil(lambda: view.plan is not None and view.plan.lines[1].void == 0)
    dialog = PackFor(window, window.theme, project, window.settings, PackageOptions(task="two/supporting"), "ben")
    assert "Unfinished items of ben are revoked" in dialog.lead.text()
    dialog.people.setText("cat, dan")  # the one seat that ben gives up is given once
    dialog.folder.setText(str(tmp_path))
    dialog.start()
    qtbot.waitUntil(lambda: bool(dialog.fault.text()))
    assert "is left for" in dialog.fault.text()
    dialog.people.setText("cat")
    dialog.start()
    qtbot.waitUntil(lambda: bool(dialog.packages))
    dialog.reject()
    assert dialog.packages[0].package.items == 1


ALL = "Items, Drawn from, Each item goes to, Seed"
SEATS = "Items, Drawn from, Seed"


@pytest.mark.parametrize(
    ("wish", "who", "title", "asks"),
    [
        (PackageOptions(), "", "Assign", ALL),
        (PackageOptions(only="undecided"), "", "Assign undecided items to a third reviewer", ALL),
        (PackageOptions(only="unsure"), "", "Assign unsure items to another reviewer", ALL),
        (PackageOptions(only="vacant"), "", "Fill free slots", SEATS),
        (PackageOptions(discuss=True), "", "Discuss undecided items again", SEATS),
        (PackageOptions(only="changed"), "ann", "Show them what was adjudicated differently", ""),
        (PackageOptions(), "ben", "Reassign unfinished items", ALL),
    ],
)  # fmt: skip
def test_each_kind_of_package_is_called_what_it_is_and_asks_only_what_it_takes(
    window: Window, qtbot: QtBot, wish: PackageOptions, who: str, title: str, asks: str
) -> None:
    project = plan(window).session.project
    dialog = PackFor(window, window.theme, project, window.settings, replace(wish, task="two/supporting"), who)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.title.text() == title
    fields = (dialog.size_, dialog.by, dialog.people_per_item, dialog.seed)
    assert ", ".join(field.accessibleName() for field in fields if field.isVisible()) == asks
    assert not dialog.outlook.text(), "what its task asks now is not every item of the project"
    assert ("revoked" in dialog.lead.text()) is (title == "Reassign unfinished items")
    dialog.reject()


def test_a_third_reader_who_can_resolve_nothing_is_not_promised_to(
    tmp_path: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    """By a unanimous rule one more answer leaves everything undecided, whatever it is."""
    (tmp_path / "other").mkdir()
    with rooms.window(study(tmp_path, NO_THIRD), tmp_path / "other", qapp) as window:
        assert window.workspace is not None
        opened, theme, settings = window.workspace.session.project, Theme(), Settings(tmp_path / "window.ini")
        for wish, told in (
            (PackageOptions(only="undecided"), True),
            (PackageOptions(only="vacant"), False),
            (PackageOptions(discuss=True), False),
        ):
            dialog = PackFor(window, theme, opened, settings, replace(wish, task="two/supporting"))
            qtbot.addWidget(dialog)
            assert ("and no task adjudicates it" in dialog.lead.text()) == told


def test_a_project_without_a_campaign_has_no_tab_until_the_menu_leads_there(
    tmp_path: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    from galley.core.importers.sample_project import make

    (tmp_path / "home").mkdir()
    with rooms.window(make(tmp_path), tmp_path / "home", qapp) as window:
        assert "plan" not in tabs(window)
        window.run("plan")
        assert tabs(window)[-1] == "plan"
        view = plan(window)
        assert [line.name.partition(";")[0] for line in view.list.lines] == ["Flags"]
        assert {seat.name for seat in view.detail.line.seats} == {"mira", "tomas"} if view.detail.line else False
        rooms.go(window, "review")
        assert "plan" not in tabs(window)


def test_a_package_has_no_plan(tmp_path: Path, qapp: QApplication) -> None:
    (tmp_path / "home").mkdir()
    made = study(tmp_path)
    pack(made, "--task", "supporting", "--for", "ann")
    with rooms.window(packed(tmp_path, "ann"), tmp_path / "home", qapp) as window:
        assert window.workspace is not None
        window.workspace.show_view("plan")
        assert window.workspace.name == "review" and [spec.name for spec in window.workspace.specs] == ["review"]
        assert window.offers("return") and not any(window.offers(name) for name in NOT_IN_A_PACKAGE)


def test_a_project_that_is_open_for_reading_offers_nothing_to_write(tmp_path: Path, qtbot: QtBot, qapp: Any) -> None:
    from galley.gui.session import Session
    from galley.gui.theme import Theme

    session = Session(Project.open(campaign(tmp_path), read_only=True), "ann", Theme())
    view = PlanView(session)
    qtbot.addWidget(view)
    with qtbot.waitSignal(view.ready):
        view.activate()
    assert all(button.isHidden() for button in (view.detail.pack, view.detail.third, view.detail.people))
    session.close()


def test_who_opens_a_frozen_project_is_not_told_that_its_task_asks_nothing(tmp_path: Path, qapp: QApplication) -> None:
    project = study(tmp_path)
    run("project", "freeze", "--as", "mira", "--project", str(project))
    (tmp_path / "other").mkdir()
    with rooms.window(project, tmp_path / "other", qapp) as window:
        words = window.findChildren(ReviewView)[0].stage.flags.detail._message.text()
        assert words == "You have answered nothing here, and nothing can be answered now."


def test_only_a_lead_hands_work_out_where_people_have_roles(window: Window, qtbot: QtBot) -> None:
    view = plan(window)
    assert window.workspace is not None
    project = view.session.project
    project.write(lambda connection: role_settings.put(connection, {"mira": Duty.LEAD}, "mira")).result()
    window.run("pack")
    assert "Ada is a reviewer here, and only a lead assigns work" in window.workspace.notice.label.text()
    with qtbot.waitSignal(view.session.failed):
        view.detail.revokeRequested.emit("ben", False)
    assert rows(project.path, "SELECT count(*) FROM void") == [(0,)]


def test_who_has_no_name_yet_says_it_before_a_role_is_asked_for(window: Window, qtbot: QtBot) -> None:
    """The account's name, such as root, is nobody's role."""
    view = plan(window)
    assert window.workspace is not None
    project, session = view.session.project, window.workspace.session
    project.write(lambda connection: role_settings.put(connection, {"mira": Duty.LEAD}, "mira")).result()
    session.is_named = False
    shown: list[str] = []

    def cancel() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, Reviewer)
        shown.append(dialog.name.currentText())
        dialog.reject()

    QTimer.singleShot(0, cancel)
    window.run("pack")
    assert shown == [""]
    assert window.workspace.notice.label.text().startswith("Only a lead assigns work and merges answers; say who")


def test_readers_discuss_what_they_left_undecided_and_see_why_the_other_said_so(
    window: Window, qtbot: QtBot, tmp_path: Path, qapp: QApplication
) -> None:
    view = plan(window)
    assert view.detail.discuss.text() == "Discuss 2 undecided again…"
    wish = PackageOptions(task="two/supporting", discuss=True)
    dialog = PackFor(window, window.theme, view.session.project, window.settings, wish)
    assert dialog.people.text() == "ann, ben" and "goes back to them" in dialog.lead.text()
    dialog.folder.setText(str(tmp_path))
    dialog.start()
    qtbot.waitUntil(lambda: bool(dialog.packages))
    dialog.reject()
    assert [one.package.round for one in dialog.packages] == [2, 2]
    (tmp_path / "other").mkdir()
    with rooms.window(dialog.packages[0].path, tmp_path / "other", qapp) as package:
        cards = package.findChildren(ReaderCards)[0]
        qtbot.waitUntil(lambda: bool(cards.cards) and cards.cards[0].isVisible())
        assert cards.cards[0].accessibleName() == "Reviewer 1: no"


def test_a_package_of_what_changed_shows_what_was_settled_and_takes_no_answer(
    window: Window, qtbot: QtBot, tmp_path: Path, qapp: QApplication
) -> None:
    view = plan(window)
    project = view.session.project
    item, where = cell(project, "k0", "article:1", SUPPORTING)
    DecisionWriter(project, "ito").adjudicate(item, where, "no", note="Nobody builds on it.").result()
    wish = PackageOptions(task="two/supporting", only="changed")
    dialog = PackFor(window, window.theme, project, window.settings, wish, "ann")
    assert dialog.people.text() == "ann" and dialog.who == ""
    dialog.folder.setText(str(tmp_path))
    dialog.start()
    qtbot.waitUntil(lambda: bool(dialog.packages))
    dialog.reject()
    (tmp_path / "other").mkdir()
    with rooms.window(dialog.packages[0].path, tmp_path / "other", qapp) as package:
        assert package.workspace is not None
        assert "only shows which of your answers" in package.workspace.notice.label.text()
        cards = package.findChildren(ReaderCards)[0]
        qtbot.waitUntil(lambda: bool(cards.cards) and cards.cards[0].isVisible())
        assert cards.cards[0].accessibleName() == "Adjudicated: no"
        assert cards.cards[0].accessibleDescription() == "Nobody builds on it."
        package.run("no-error")
        assert package.workspace.session.connection().execute("SELECT count(*) FROM decision").fetchone() == (1,)


def test_who_has_not_passed_the_training_gets_the_task_where_the_lead_says_so(
    tmp_path: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    project = study(tmp_path, TRAINING)
    known = known_file(tmp_path, ("k0", 0, "no"), ("k0", 1, "yes"))
    run("campaign", "known", "--task", "training", "--from", known, "--project", str(project))
    (tmp_path / "other").mkdir()
    with rooms.window(project, tmp_path / "other", qapp) as window:
        assert window.workspace is not None
        opened, theme, settings = window.workspace.session.project, Theme(), Settings(tmp_path / "window.ini")
        for task, offered in (("two/training", False), ("flags/flags", False), ("two/supporting", True)):
            dialog = PackFor(window, theme, opened, settings, PackageOptions(task=task))
            qtbot.addWidget(dialog)
            assert dialog.also_untrained.isVisibleTo(dialog) == offered
        dialog.folder.setText(str(tmp_path))
        dialog.people.setText("cat")
        dialog.start()
        qtbot.waitUntil(lambda: "has not done the training" in dialog.fault.text())
        dialog.also_untrained.setChecked(True)
        dialog.start()
        qtbot.waitUntil(lambda: bool(dialog.packages))
        assert dialog.packages[0].path.exists()


def test_training_says_the_known_answer_after_each(tmp_path: Path, qapp: QApplication, qtbot: QtBot) -> None:
    project = study(tmp_path, TRAINING)
    known = known_file(tmp_path, ("k0", 0, "no"), ("k0", 1, "yes"))
    run("campaign", "known", "--task", "training", "--from", known, "--project", str(project))
    pack(project, "--task", "training", "--for", "cat")
    (tmp_path / "other").mkdir()
    with rooms.window(packed(tmp_path, "cat"), tmp_path / "other", qapp) as package:
        assert package.workspace is not None
        cards = package.findChildren(ReaderCards)[0]
        assert not cards.isVisible(), "nothing is told before"
        with qtbot.waitSignal(package.workspace.session.saved):
            package.run("accept")
        rooms.settle()
        words = package.findChildren(ReviewView)[0].stage.flags.bar
        assert words._words.text() == "The known answer to the last one is: no"
        package.run("previous-flag")
        qtbot.waitUntil(lambda: bool(cards.cards) and cards.cards[0].isVisible())
        assert cards.cards[0].accessibleName() == "The known answer: no"


def test_the_detail_says_how_each_reader_does_and_a_reader_sees_only_themselves(window: Window, qtbot: QtBot) -> None:
    view = plan(window)
    both = "ann: with the others 4 of 5\nben: with the others 4 of 5"
    assert view.detail._checks.text() == both and view.detail._odd.isHidden()
    project = view.session.project
    said = run("campaign", "reviewers", "--project", str(project.path)).output
    assert "4 of 5 [" in said
    roles = {"mira": Duty.LEAD, "ann": Duty.READER}
    project.write(lambda connection: role_settings.put(connection, roles, "mira")).result()
    view.session.set_reviewer("ann")
    view.reload()
    qtbot.waitUntil(lambda: view.detail._checks.text() == "ann: with the others 4 of 5")


def test_who_has_nothing_to_discuss_is_not_asked_to(tmp_path: Path, qapp: QApplication, qtbot: QtBot) -> None:
    made = study(tmp_path, count=4)
    pack(made, "--task", "supporting", "--for", "ann", "--for", "ben", "--for", "cat", "--seed", "3")
    with Project.open(made, read_only=True) as opened:
        held = (
            opened.read_connection()
            .execute(
                "SELECT json_extract(settings, '$.package.reviewer'), key FROM package_item JOIN package ON "
                "package.id ="
                " package_id JOIN item ON item.id = item_id"
            )
            .fetchall()
        )
    readers = {key: sorted(who for who, each in held if each == key) for key in ("k0", "k1", "k2", "k3")}
    one, other = readers["k0"]  # they differ on it and on nothing else
    for who in ("ann", "ben", "cat"):
        mine = [place for place in places(4) if (who, place[0]) in held]
        say(packed(tmp_path, who), who, SUPPORTING, {p: "yes" if who == one and p[0] == "k0" else "no" for p in mine})
        back(made, packed(tmp_path, who))
    (tmp_path / "home").mkdir()
    with rooms.window(made, tmp_path / "home", qapp) as window:
        view = plan(window)
        wish = PackageOptions(task="two/supporting", discuss=True)
        dialog = PackFor(window, window.theme, view.session.project, window.settings, wish)
        assert dialog.people.text() == f"{one}, {other}"
        dialog.folder.setText(str(tmp_path / "home"))
        dialog.start()
        qtbot.waitUntil(lambda: len(dialog.packages) == 2)
        dialog.reject()


def test_the_report_is_one_button_away(window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    from galley.gui.dialogs.export_dialog import ExportTo

    view, came = plan(window), list[Any]()
    monkeypatch.setattr(ExportTo, "ask", lambda *given: came.append(given[-1]))
    qtbot.mouseClick(view.report, Qt.MouseButton.LeftButton)
    assert came == ["report"]
    assert window.workspace is not None
    dialog = ExportTo(window, window.theme, view.session.project, window.settings, "report")
    assert dialog.path.text().endswith(".html")
    assert dialog.options.people.isVisibleTo(dialog) and ".pdf" in dialog.beside.text()
    assert dialog.title.text() == "Report" and not dialog.format.isVisibleTo(dialog)
    dialog.path.setText(str(window.settings.folder() / "r.pdf"))
    dialog.start()
    qtbot.waitUntil(lambda: dialog.report is not None)
    dialog.reject()
    data = (window.settings.folder() / "r.pdf").read_bytes()
    assert data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF")


def test_many_readers_are_told_in_full_and_their_days_together(qtbot: QtBot) -> None:
    theme = Theme(Mode.LIGHT)
    detail = PlanDetail(theme)
    qtbot.addWidget(detail)
    detail.resize(detail.width(), 700)
    detail.show()
    buttons = [each for each in detail.findChildren(Button) if each.isVisible()]
    assert not buttons, "nothing is offered before the plan has been read"
    people = [f"a reader of some name {number}" for number in range(12)]
    days = (("2026-11-02", 3), ("2026-11-03", 2))
    seats = tuple(
        PersonProgress(name, 5, 5, "cells", days=days[: number % 2 + 1]) for number, name in enumerate(people)
    )
    line = TaskLine("t/a", "a", "", "answer", 2, seats, (), (), 9, 0, 0, 0, 0, ())
    packages = [PackageLine(n, n, "2026-11-01", 5, 5, 5, 0, None, None, "", "2026-11-04", task="t/a") for n in people]
    checks = [
        ReviewerFigures("t/a", name, 5, peer_agreement=Proportion(4, 5, 0.3, 0.9), warnings=(f"{name} is odd.",))
        for name in people
    ]
    detail.show_task(1, line, None, packages, [f"{name} is late." for name in people], True)
    detail.show_checks(checks)
    labels = (detail._checks, detail._odd, detail._packages_label, detail._missing)  # no line of which is cut
    qtbot.waitUntil(lambda: all(each.height() >= each.heightForWidth(each.width()) for each in labels))
    (together,) = detail.days._people
    assert together.name == "12 people" and dict(together.days) == {"2026-11-02": 36, "2026-11-03": 12}
    assert people[11] in detail.days.accessibleDescription()


def test_the_lead_says_in_the_plan_which_answers_beyond_the_slots_count(
    tmp_path: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    project = study(tmp_path)
    both_say(project, "ynyn", "ynyn")
    with unguarded():
        say(project, "dana", SUPPORTING, {PARAGRAPHS[1]: "yes", PARAGRAPHS[3]: "yes"})
    (tmp_path / "home").mkdir()
    with rooms.window(project, tmp_path / "home", qapp, size=QSize(1440, 900)) as made:
        view = plan(made)
        assert view.detail.open_lines() == ["dana: 2 items beyond the slots, not counted"]
        qtbot.mouseClick(view.detail.open_buttons()[0], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: view.plan is not None and not view.plan.surplus and not view.detail.open_lines())
        assert list(slots.sentences(view.session.connection())) == []


def test_answers_that_are_not_counted_and_adjudications_to_look_at_again_are_listed(
    tmp_path: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    """One adjudicated answer was given again after the adjudication."""
    project = study(tmp_path)
    both_say(project, "ynyn", "nnyn")
    settle(project, "ito", {PARAGRAPHS[0]: "no"})
    with unguarded():
        say(project, "ann", SUPPORTING, {PARAGRAPHS[0]: "no"})
    (tmp_path / "home").mkdir()
    with rooms.window(project, tmp_path / "home", qapp, size=QSize(1440, 900)) as made:
        view = plan(made)
        assert view.detail.open_lines() == ["1 adjudicated answer needs another look"]
        (button,) = view.detail.open_buttons()
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: made.workspace is not None and made.workspace.view is not view)
        assert made.workspace is not None and made.workspace.view is not None
        assert type(made.workspace.view).__name__ == "AdjudicateView"
