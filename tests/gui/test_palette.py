"""The command palette: everything by its words, with its key, within 50 milliseconds."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.project.project import Project
from galley.core.review import saved_views
from galley.core.review.saved_views import SavedView
from galley.gui.settings import Settings
from galley.gui.shell import palette_entries
from galley.gui.shell.palette import Palette
from galley.gui.shell.palette_entries import PaletteHit, doubtful, filter_hits, matches
from galley.gui.shell.window import Window
from galley.gui.shortcuts import actions
from galley.gui.theme import Mode, Theme
from tests.gui.matrices import matrices
from tests.gui.review_desk import FLAGS, item, make_project


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Window]:
    """The whole window with a project of three items."""
    theme = Theme(Mode.LIGHT)
    theme.apply(qapp)
    settings = Settings()
    settings.reviewer = "rea"
    made = Window(settings, theme, keep=False)
    project = Project.open(make_project(tmp_path / "p.galley", [item(f"conf-{n}", FLAGS) for n in range(3)]))
    project.write(saved_views.save(SavedView("confirmed on Monday", "key:conf-2"))).result()
    made.resize(1280, 720)
    made.show_project(project)
    with qtbot.waitActive(made):
        made.show()
    qtbot.waitUntil(lambda: made.workspace.view.stage.item is not None)
    yield made
    made.close()
    made.deleteLater()


def opened(qtbot: QtBot, window: Window, typed: str = "") -> list[str]:
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    palette = window._palette
    assert palette is not None and palette.isVisible()
    qtbot.waitUntil(lambda: palette.field.hasFocus() and bool(palette._charts))
    QTest.keyClicks(palette.field, typed)
    if typed:
        qtbot.waitUntil(lambda: palette._project[0] == typed)
    return [found.words for found in palette.shown_hits()]


def test_actions_views_charts_settings_criteria_items_and_texts_are_found(qtbot: QtBot, window: Window) -> None:
    words = opened(qtbot, window, "conf")
    assert {"Confusion", "confirmed on Monday", "conf-0", "conf-1", "conf-2", "Search the texts for “conf”"} <= {*words}
    groups = [found.group for found in window._palette.shown_hits()]
    assert len({*groups}) == len([g for at, g in enumerate(groups) if not at or groups[at - 1] != g])  # each once
    palette = window._palette
    for typed, wanted, group, key in (
        ("larger", "Larger text", "Actions", "Ctrl +"), ("reduced mo", "Reduced motion", "Settings", ""),
        ("missed tu", "Missed turn", "Criteria", ""), ("adjud", "Adjudicate", "Views and charts", "Alt 2"),
        ("accept", "Accept the flag", "Actions", "A"), ("assign", "Assign…", "Actions", ""),
    ):  # fmt: skip
        palette.field.setText(typed)
        qtbot.waitUntil(lambda typed=typed: palette._project[0] == typed)
        found = next(found for found in palette.shown_hits() if found.words == wanted)
        assert (found.group, found.key) == (group, key)
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)
    assert not palette.isVisible() and window.workspace.isAncestorOf(QApplication.focusWidget())


def test_return_is_the_palettes_over_a_view_that_has_that_key(qtbot: QtBot, window: Window) -> None:
    """Scores opens the cells behind a point with Return, and took it from the palette."""
    window.workspace.show_view("scores")
    opened(qtbot, window, "adjud")
    palette = window._palette
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert window.workspace.name == "adjudicate" and not palette.isVisible()


def test_return_does_what_is_chosen(qtbot: QtBot, window: Window) -> None:
    stage = window.workspace.view.stage
    for typed, done in (
        ("conf-1", lambda: stage.item.view.key == "conf-1" and len(stage.queue.model.ids) == 3),
        (
            "missed turn",
            lambda: stage.queue.is_by_criterion and {e.criterion.id for e in stage.item.entries} == {"missed-turn"},
        ),
        ("confirmed on", lambda: not stage.queue.is_by_criterion and list(stage.queue.model.ids) == [3]),
        ("runs", lambda: window.workspace.name == "runs"),
    ):  # fmt: skip
        opened(qtbot, window, typed)
        palette = window._palette
        row = next(at for at, found in enumerate(palette.shown_hits()) if found.words.casefold().startswith(typed))
        for _ in range(row):
            QTest.keyClick(palette.field, Qt.Key.Key_Down)
        QTest.keyClick(palette.field, Qt.Key.Key_Return)
        assert not palette.isVisible()
        qtbot.waitUntil(done)


def test_every_key_that_acts_is_listed_and_nothing_else(qtbot: QtBot, window: Window) -> None:
    opened(qtbot, window)
    listed = {found.words for found in window._palette._entries}
    titles = {action.title for name, action in actions().items() if window.offers(name) and name != "palette"}
    assert titles <= listed
    silent = {action.title for name, action in actions().items() if not window.offers(name)} - titles
    assert not silent & {found.words for found in window._palette._entries if found.group == "Actions" and found.key}


def test_words_match_at_their_beginnings_first() -> None:
    assert matches("List only confirmed errors", "conf err") == [(10, 14), (20, 23)]
    assert matches("Unconfirmed", "conf") == [(2, 6)] and matches("Accept", "conf") is None
    assert matches("Straße", "strasse") == [] and matches("x", "") == []
    assert filter_hits([], "x") == []


@pytest.mark.parametrize("holds", [False, True])
def test_of_discussions_and_entities_only_a_project_that_holds_some_tells(
    qtbot: QtBot, window: Window, tmp_path: Path, holds: bool
) -> None:
    if holds:
        window.show_project(Project.open(matrices(tmp_path)))
        qtbot.waitUntil(lambda: window.workspace.view.stage.item is not None)
    window.run("palette")
    palette = window._palette
    assert palette is not None and palette._absent == doubtful(), "until it is known nothing of them is shown"
    qtbot.waitUntil(lambda: bool(palette._charts) and window.workspace.session.at_rest)
    found = [hit for typed in ("opinion", "entity", "sumie", "kgds") for hit in _typed(palette, typed)]
    groups, words = ({getattr(hit, part) for hit in found} for part in ("location", "words"))
    assert ("Opinions and facts" in groups) is holds and ("KGDS" in words) is holds
    assert "Table of entries" not in groups and not {"SUMIE", "Entity tables by turn"} & words


def _typed(palette: Palette, typed: str) -> list[PaletteHit]:
    palette.field.setText(typed)
    return palette.shown_hits()


def test_what_takes_a_moment_is_read_beside_the_window(
    qtbot: QtBot, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading in the charts held the first opening up for half a second."""
    where, absent = list[threading.Thread](), palette_entries.absent
    monkeypatch.setattr(palette_entries, "absent", lambda c: (where.append(threading.current_thread()), absent(c))[1])
    window.run("palette")
    palette = window._palette
    assert palette is not None and palette.isVisible() and not palette._charts and palette.shown_hits()
    qtbot.waitUntil(lambda: bool(palette._charts))
    assert where and threading.main_thread() not in where


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("kappa", {"Agreement", "Pairs of people"}),
        ("alpha", {"Agreement", "Pairs of people"}),
        ("f1", {"Right and missed", "Precision and recall", "Confusion"}),
        ("agreement", {"Agreement", "Pairs of people", "Ties"}),
        ("report", {"Export", "Report of all charts…"}),
        ("pdf", {"Report of all charts…"}),
        ("decide acc", {"Accept the flag"}),
        ("judges", {"Right and missed", "Calibration"}),
    ],
)
def test_groups_and_other_words_find_too(qtbot: QtBot, window: Window, typed: str, wanted: set[str]) -> None:
    assert wanted <= {*opened(qtbot, window, typed)}


def test_empty_it_offers_to_resume_and_says_when_nothing_is_found(qtbot: QtBot, window: Window) -> None:
    stage = window.workspace.view.stage
    QTest.keyClick(window, Qt.Key.Key_N)
    qtbot.waitUntil(lambda: stage.item.view.key == "conf-1")
    words = opened(qtbot, window)
    assert words[:3] == ["Resume: next open flag", "Next tie", "Export…"]
    palette = window._palette
    at = stage.current
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: stage.current == at + 1)
    opened(qtbot, window)
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "tie" in stage.flags.bar.words)
    assert opened(qtbot, window, "zzqx") == ["Search the texts for “zzqx”"]
    assert [line.name for line in palette.list.lines if not line.selectable] == ["Nothing found", "Items"]
    assert palette.list.lines[palette.list.current].selectable


def test_a_command_is_run_on_the_flag_in_front(qtbot: QtBot, window: Window) -> None:
    stage, session = window.workspace.view.stage, window.workspace.session
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_J)
    flag = stage.entry.verdict.id
    opened(qtbot, window, "accept the")
    QTest.keyClick(window._palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: session.at_rest)
    decided = session.connection().execute("SELECT action, flag_id FROM decision").fetchall()
    assert decided == [("accept", flag)]
