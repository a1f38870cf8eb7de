"""What may be said of an export in its dialog: shown where the format heeds it, and heeded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from datasets import load_dataset
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.domain import ChangeSet
from galley.core.exports.base import ExportChoices
from galley.core.exports.registry import REGISTRY, export
from galley.core.importers.sample_project import make
from galley.core.project.project import Project
from galley.core.review.decision_writer import DecisionWriter
from galley.core.review.items import load_item_view
from galley.core.storage import names
from galley.gui.dialogs.export_dialog import ExportTo
from galley.gui.settings import Settings
from galley.gui.theme import Theme
from tests.core import building
from tests.gui.test_dialogs import press, shown


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """Light."""
    return Theme()


def settled(folder: Path) -> Project:
    sample = Project.open(make(folder))
    view = load_item_view(sample.read_connection(), 1)
    DecisionWriter(sample, "chair").adjudicate(1, view.flags()[0].cell, "yes").result()
    return sample


def chosen(dialog: Any, name: str) -> Any:
    dialog.format.setCurrentIndex(dialog.format.findData(name))
    return dialog.options


def test_a_data_set_is_published_from_the_window_as_the_command_writes_it(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    with settled(tmp_path) as sample:
        dialog = shown(qtbot, ExportTo(None, theme, sample, Settings()))
        wishes = chosen(dialog, "dataset")
        assert dialog.place.text() == "Folder" and wishes.licence.isVisible() and not wishes.keys.isVisible()
        dialog.path.setText(str(tmp_path / "published"))
        press(dialog, "Export")
        qtbot.waitUntil(lambda: dialog.fault.isVisible())
        assert "published under a licence" in dialog.fault.text() and not (tmp_path / "published").exists()
        wishes.licence.setText("cc-by-4.0")
        wishes.texts.setCurrentIndex(1)
        wishes.languages.setText("en, de")
        wishes.title.setText("Reviewed news")
        wishes.citation.setPlainText("@misc{a, title={A}}")
        press(dialog, "Export")
        qtbot.waitUntil(lambda: dialog.report is not None, timeout=20_000)
        wanted = ExportChoices("none", licence="cc-by-4.0", languages=("en", "de"), title="Reviewed news",
                       citation="@misc{a, title={A}}")  # fmt: skip
        export(sample, "dataset", tmp_path / "again", choices=wanted)
        press(dialog, "Close")
    ours, theirs = tmp_path / "published", tmp_path / "again"
    assert (ours / "README.md").read_text("utf-8") == (theirs / "README.md").read_text("utf-8")
    gold = load_dataset(str(ours), "gold", cache_dir=str(tmp_path / "cache"))
    rows = [row for split in gold.values() for row in split]
    assert rows and "chair" not in json.dumps(rows, default=str), "without texts, people have pseudonyms"


@pytest.mark.parametrize("name", sorted(REGISTRY.names()))
def test_a_format_shows_what_it_heeds_and_nothing_else(qtbot: QtBot, theme: Theme, tmp_path: Path, name: str) -> None:
    with Project.create(tmp_path / "p.galley") as project:
        dialog = shown(qtbot, ExportTo(None, theme, project, Settings()))
        wishes = chosen(dialog, "dataset")
        wishes.licence.setText("mit")
        wishes.people.setCurrentIndex(1)
        wishes.keys.setPlainText("a\n\n b ")
        wishes = chosen(dialog, name)
        takes = (*getattr(REGISTRY.get(name), "takes", ()), "pseudonyms")  # which every format heeds
        given = wishes.read_choices()
        assert set(given.list_set_fields()) == {"licence", "pseudonyms", "keys"} & set(takes)
        assert given.keys == (("a", "b") if "keys" in takes else ())
        shown_names = {each for each, widget in wishes._rows if widget.isVisible()}
        assert shown_names == set(takes)
        assert dialog.only.isEnabled() != getattr(REGISTRY.get(name), "whole", False)
        dialog.close()


@pytest.mark.parametrize(
    ("schemes", "likely"), [((), "xlsx"), (("kgds-fact",), "kgds-json"), (("sumie-entry",), "sumie")]
)
def test_what_the_project_most_likely_needs_is_chosen(
    qtbot: QtBot, theme: Theme, tmp_path: Path, schemes: tuple[str, ...], likely: str
) -> None:
    with Project.create(tmp_path / "p.galley") as project:
        for scheme in schemes:
            project.write(lambda c, scheme=scheme: (names.add_scheme(c, scheme), ChangeSet(settings=True))).result()
        dialog = shown(qtbot, ExportTo(None, theme, project, Settings()))
        assert dialog.format.currentData() == likely and dialog.path.text().endswith(REGISTRY.all()[likely].suffix)
        one = shown(qtbot, ExportTo(None, theme, project, Settings(), "report"))
        assert one.format.currentData() == "report"


def test_the_report_takes_one_click_and_the_last_choices(
    qtbot: QtBot, theme: Theme, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a question where nothing would be replaced, and again over the report that was written last."""
    shown_dialogs: list[ExportTo] = []

    def run(dialog: ExportTo) -> int:
        shown_dialogs.append(dialog)
        dialog.show()
        qtbot.waitUntil(lambda: dialog.report is not None or (dialog.is_asking and dialog.isVisible()), timeout=20_000)
        if dialog.task is not None or not Path(dialog.path.text()).exists() or dialog.last_choices:
            qtbot.waitUntil(lambda: dialog.report is not None, timeout=20_000)
        return 0

    monkeypatch.setattr(ExportTo, "exec", run)
    settings = Settings(tmp_path / "window.ini")
    settings.set_folder(tmp_path)
    with building.project(tmp_path) as project:
        first = ExportTo.ask(None, theme, project, settings, "report")
        written = Path(settings.report(project.path)["path"])
        assert first is not None and written.exists() and not shown_dialogs[-1].is_asking
        settings.remember_report(project.path, tmp_path / "monday.pdf", "yes")
        again = ExportTo.ask(None, theme, project, settings, "report")
        assert again is not None and (tmp_path / "monday.pdf").read_bytes().startswith(b"%PDF-")
        assert shown_dialogs[-1].options.people.currentData() == "yes"
        other = Settings(tmp_path / "other.ini")
        other.set_folder(tmp_path)
        assert written.exists()
        assert ExportTo.ask(None, theme, project, other, "report") is None, "it is not known to be a report"
        assert shown_dialogs[-1].is_asking and shown_dialogs[-1].task is None
