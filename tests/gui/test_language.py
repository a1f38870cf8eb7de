"""The languages of the window: every text can be translated, every translation is whole, and German is shown."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from galley.core.importers.sample_project import make
from galley.core.project.project import Project
from galley.gui import language
from galley.gui.language import tr, tr_n
from galley.gui.shell.menu import ENTRIES
from galley.gui.shell.window import Window
from galley.gui.theme import Mode, Roles, Theme
from galley.gui.window_settings import Settings
from tests.gui.texts import FILES, ROOT, Loose, Text, loose, places, translated

FOLDER = ROOT / "resources" / "translations"
WRITTEN = sorted(FOLDER.glob("*.ts"))
PLAIN = {
    "Galley", "Charis SIL",  # names
    "An export", "A draw", "Undefined because ",  # the start of a sentence that core says
    "no error", "n i",  # a state's value, a class of HTML
    "The project was closed; start it again to go on where it was.",  # what a project keeps about a run
}  # fmt: skip
"""Words that are the same in every language, or nobody's."""
BEFORE_THE_LANGUAGE = {
    f"galley.gui{name}"
    for name in (
        *("", ".application", ".collecting", ".ending", ".file_open", ".language", ".window_settings"),
        *(".shell", ".shell.app"),
    )
}
"""Modules that are imported before the language is known, beside those of the theme: none of them holds a text."""


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    """German from here on; English again afterwards."""
    language.install(qapp, "de")
    yield
    language.install(qapp, language.ENGLISH)


@pytest.fixture(scope="module")
def tools() -> ModuleType:
    """packaging/translations.py, which is no package's."""
    spec = spec_from_file_location("translations", ROOT / "packaging" / "translations.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def texts() -> list[Text]:
    return [text for path in FILES for text in translated(path) if isinstance(text, Text)]


def messages(ts: Path) -> dict[tuple[str, ...], ElementTree.Element]:
    """The messages of a .ts by their words: the text, and its plural where it counts."""
    found = {}
    for message in ElementTree.parse(ts).iter("message"):
        words = (message.findtext("source", ""), message.findtext("comment", ""))
        found[tuple(filter(None, words))] = message
    return found


def forms(message: ElementTree.Element) -> list[str]:
    translation = message.find("translation")
    assert translation is not None
    return [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]


# What the source says -----------------------------------------------------------------------------------------------


def test_every_text_is_a_literal_that_lupdate_can_read() -> None:
    faults = [found for path in FILES for found in translated(path) if isinstance(found, str)]
    assert [fault for fault in faults if not fault.startswith(("gui/shortcuts.py", "gui/core_words.py"))] == []


def test_every_place_of_a_text_has_a_value_and_every_value_a_place() -> None:
    for text in texts():
        if text.values or text.counts:
            assert frozenset().union(*map(places, text.words)) - {"n"} == text.values - {"n"}, text.where


def test_nothing_that_is_shown_passes_by_the_translation() -> None:
    roles = {field.name for field in fields(Roles)}

    def bare(found: Loose) -> bool:
        return (found.shown or found.sentence) and found.words not in PLAIN | roles

    assert [found for path in FILES for found in loose(path) if bare(found)] == []


def test_modules_with_texts_are_imported_after_the_language_is_known() -> None:
    code = "import sys, galley.gui.shell.app; print(*(name for name in sys.modules if name.startswith('galley.gui')))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    early = {name for name in done.stdout.split() if not name.startswith("galley.gui.theme")}
    assert early == BEFORE_THE_LANGUAGE
    for path in (ROOT / "gui" / "theme").glob("*.py"):
        assert list(translated(path)) == [], "a text of the theme would be made before its language is known"


# What the files say ---------------------------------------------------------------------------------------------------


def test_there_is_a_language_beside_english() -> None:
    assert [ts.stem for ts in WRITTEN] == ["galley_de"]


@pytest.mark.parametrize("ts", WRITTEN, ids=lambda ts: ts.stem)
def test_every_text_is_translated_and_nothing_else(ts: Path, tools: ModuleType) -> None:
    found = messages(ts)
    assert found.keys() == {text.words for text in texts()} | {(title,) for title in tools.titles()} | {*tools.counts()}
    for words, message in found.items():
        translation = message.find("translation")
        assert translation is not None and translation.get("type") is None, f"unfinished: {words}"
        assert all(form.strip() for form in forms(message)), f"empty: {words}"


@pytest.mark.parametrize("ts", WRITTEN, ids=lambda ts: ts.stem)
def test_translations_keep_the_places_the_shape_and_the_ends(ts: Path) -> None:
    for words, message in messages(ts).items():
        counts = message.get("numerus") == "yes"
        there = frozenset().union(*map(places, words if counts else words[:1]))
        for form in forms(message):
            assert places(form) | {"n"} == there | {"n"}, words
            assert form.count(";;") == words[0].count(";;"), f"filters of a file dialog: {words}"
            assert form.endswith("…") == words[0].endswith("…"), f"an ellipsis says that more is asked: {words}"
            assert form.startswith("✓") == words[0].startswith("✓"), words
            assert "&" not in form, f"no text has an accelerator, so none can clash: {words}"
        # a form that is the English singular would be taken for one that is missing
        assert not counts or words[0] not in forms(message)[1:] or words[0] == words[1], words


@pytest.mark.parametrize("ts", WRITTEN, ids=lambda ts: ts.stem)
def test_the_files_are_what_make_translations_gives(ts: Path, tools: ModuleType, tmp_path: Path) -> None:
    again, compiled = tmp_path / ts.name, tmp_path / "galley.qm"
    again.write_bytes(ts.read_bytes())
    tools.update(again)
    assert again.read_text("utf-8") == ts.read_text("utf-8")
    tools.release(again, compiled)
    assert compiled.read_bytes() == ts.with_suffix(".qm").read_bytes()


def test_no_two_entries_of_the_menu_have_the_same_words(german: None) -> None:
    words = Counter(tr(entry[0]) for entry in ENTRIES if entry is not None)
    assert [word for word, count in words.items() if count > 1] == []


# What is shown --------------------------------------------------------------------------------------------------------


def test_english_is_the_text_itself_and_loads_nothing(qapp: QApplication) -> None:
    language.install(qapp, language.ENGLISH)
    assert tr("Cancel") == "Cancel" and language.current() == "en"
    assert tr("{name} is open for reading, so nothing can be imported.", name="{n} {0}").startswith("{n} {0} is open")
    assert [tr_n("{n} criterion", "{n} criteria", n) for n in (0, 1, 2)] == ["0 criteria", "1 criterion", "2 criteria"]
    assert tr_n("{n:,} decision", "{n:,} decisions", 3_000_000_001) == "3,000,000,001 decisions"


def test_german_counts_and_puts_values_in_once(german: None) -> None:
    assert tr("Cancel") == "Abbrechen" and language.current() == "de"
    assert tr("Project {name}", name="{name} %n {0}") == "Projekt {name} %n {0}"
    assert [tr_n("{n} criterion", "{n} criteria", n) for n in (0, 1, 2)] == [
        "0 Kriterien",
        "1 Kriterium",
        "2 Kriterien",
    ]
    assert tr_n("{n:,} decision", "{n:,} decisions", 3_000_000_001).endswith("Entscheidungen")
    assert tr("a text that no file has") == "a text that no file has"
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen", "Qt's own words are German too"


def test_the_environment_wins_over_the_setting_and_the_setting_over_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QLocale, "uiLanguages", lambda self, *_: ["pt-BR", "de-AT", "en"])
    monkeypatch.setenv("GALLEY_LANGUAGE", "en")
    assert language.chosen("de") == "en"
    monkeypatch.delenv("GALLEY_LANGUAGE")
    assert language.chosen("en") == "en"
    assert language.chosen(language.SYSTEM) == "de", "the first language of the system that there is"
    assert language.chosen("xx") == "de", "one that is gone counts as none"
    monkeypatch.setattr(QLocale, "uiLanguages", lambda self, *_: ["ja"])
    assert language.chosen(language.SYSTEM) == "en"
    assert language.languages() == {"en": "English", "de": "Deutsch"}


def test_the_setting_is_kept(galley_home: Path) -> None:
    settings = Settings()
    assert settings.language == language.SYSTEM
    settings.language = "de"
    settings.save()
    assert Settings().language == "de"


IN_GERMAN = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton
import galley.gui.shell.app as app

def watch():
    import galley.gui.shell.window

    class Watched(galley.gui.shell.window.Window):
        def show(self):
            super().show()
            QTimer.singleShot(0, self.tell)

        def tell(self):
            if not self.workspace.view.isVisible():
                QTimer.singleShot(5, self.tell)
                return
            buttons = [button.text() for button in self.findChildren(QAbstractButton)]
            entries = [entry.text().partition(chr(9))[0] for entry in self.project_menu().actions()]
            print(json.dumps([buttons, entries]))
            self.close()

    galley.gui.shell.window.Window = Watched

install = app.language.install
app.language.install = lambda *given: (install(*given), watch())
sys.exit(app.main(Path(sys.argv[1])))
"""
"""Starts the program as it is; between its language and its window the window learns to tell its words."""


def test_the_program_starts_in_german(tmp_path: Path, galley_home: Path) -> None:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "GALLEY_LANGUAGE": "de", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", IN_GERMAN, str(make(tmp_path))],
        env=environment, capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    buttons, entries = json.loads(done.stdout)
    assert {"Annehmen", "Kein Fehler", "Unsicher", "Abschließen"} <= set(buttons)
    assert {"Exportieren…", "Sprache", "Beenden"} <= set(entries)


def test_the_menu_keeps_the_language_for_the_next_start_and_says_so(
    qtbot: QtBot, tmp_path: Path, galley_home: Path
) -> None:
    settings = Settings()
    window = Window(settings, Theme(Mode.LIGHT))
    qtbot.addWidget(window)
    window.show_project(Project.open(make(tmp_path)))
    assert window.workspace is not None
    languages = next(menu for menu in window.project_menu().findChildren(QMenu) if menu.title() == "Language")
    entries = {entry.text(): entry for entry in languages.actions()}
    assert list(entries) == ["As the system", "English", "Deutsch"]
    languages.aboutToShow.emit()
    assert entries["As the system"].isChecked()
    entries["Deutsch"].trigger()
    languages.aboutToShow.emit()
    assert entries["Deutsch"].isChecked() and not entries["As the system"].isChecked()
    assert "started again" in window.workspace.notice.label.text()
    assert tr("Cancel") == "Cancel", "not before then"
    window.close()
    assert Settings().language == "de"


ROOMS_IN_GERMAN = """
import sys, pytest
from galley.gui import application as app, language
application = app.make_application()
language.install(application, "de")
walk = ["tests/gui/test_text_size.py", "-k", "nothing_is_cut and 1.5", "-q", "-p", "no:cacheprovider"]
sys.exit(pytest.main([*walk, "--basetemp", sys.argv[1]]))
"""
"""The walk through every room at 150 %, with German words in them."""


def test_german_words_are_not_cut_in_any_room(tmp_path: Path) -> None:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", ROOMS_IN_GERMAN, str(tmp_path / "rooms")],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=110, check=False,
    )  # fmt: skip
    assert done.returncode == 0 and "2 passed" in done.stdout, done.stdout[-3000:]
