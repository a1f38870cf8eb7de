"""What core says is in the language of the window: one seam, and nothing English left in a German chart."""

from __future__ import annotations

import ast
import errno
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from galley.core.domain import Action
from galley.core.errors import GalleyError, SchemeError
from galley.core.exports import registry as exports
from galley.core.importers import registry as importers
from galley.core.incoming import Note
from galley.core.intake.intake import PreviewedRow
from galley.core.judges.inquiry import written
from galley.core.judges.methods import registry as methods
from galley.core.paths import resources
from galley.core.project.project import Project
from galley.core.protocols import protocol_file
from galley.core.query import Mistake, parse
from galley.core.schemes import loader
from galley.gui import language, naming
from galley.gui.core_words import find, said, said_count, sentences
from galley.gui.dialogs.message import Message
from galley.gui.dialogs.report_dialog import ReportPage, line_of
from galley.gui.notice import NoticeBar
from galley.gui.theme import Mode, Theme
from tests.gui import core_failures, english_left

MADE = {
    "{a}, with distractors", "{a}, without distractors", "with distractors", "system and dataset",
    "hands work out and takes answers in", "gives people roles", "What is set of a project",
    "the answers of other people and the judges' names",
    "undid: {s}", "redid: {s}", "1 decision and 1 item", "1 decision and {b} items",
    "1 decision", "1 verdict", "1 decision and {b} verdicts", "{a} decisions and {b} verdicts",
    "{a} decisions and 1 item", "{a} of {b} [{c}, {d}]",
    "text that is not empty", "text of at most {a} characters", "text of {a} characters", "a whole number or text",
    "a whole number from {a}", "a whole number to {a}", "a number from {a}", "a number to {a}", "text or a list",
    "text or an object", "an object or a list", "the document {a}: {s}", "a document: {s}", "a package: {s}",
    "the settings of the run {a}: {s}", "the setting {a}: {s}", "what came back of a package: {s}", "the roll-up “{a}”",
}  # fmt: skip
"""What core makes of names of settings and of parts, and what the window hands it for a sentence."""
ELSEWHERE = {
    "core/cli/": "the command line says it",
    "core/notebook/": "a notebook says it",
    "core/screening/": "galley screen says it, and a worker",
    "core/integration.py": "galley integrate says it",
    "core/judges/calibrating.py": "galley calibrate says it",
    "core/judges/judge_panel.py": "galley panel says it",
    "core/judges/nearby.py": "galley judge --base-url says it",
    "core/judges/trials/": "galley trial says it",
    "core/packages/writing.py": "galley write says it",
    "core/project/setting_rules.py": "galley settle says it",
}
"""What never reaches the window, and why."""
CORE = Path(__file__).resolve().parents[2] / "core"


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    language.install(qapp, "de")
    yield
    language.install(qapp, language.ENGLISH)


@pytest.mark.parametrize("name", ["frank", "kgds", "sumie", "finesure"])
def test_no_chart_holds_english_in_german(name: str) -> None:
    """In a process of its own, because texts are those of the start."""
    done = subprocess.run(
        [sys.executable, "-m", english_left.__name__, name],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONIOENCODING": "utf-8"},
    )
    *found, count = done.stdout.splitlines() or [done.stderr]
    assert done.returncode == 0, done.stderr
    assert found == []
    assert int(count.split()[0]) > 100


def test_the_walker_finds_english_and_lets_names_pass() -> None:
    assert english_left.left("Ausgelassen: 4 cells", []) and english_left.left("von 0.078 bis", [])
    assert not english_left.left("Out of context error: 0,83", ["Out of context error"])
    assert not english_left.left("starten Sie zuerst galley judge refine.", [])


def test_sentences_of_core_are_translated_with_their_values(german: None) -> None:
    assert said_count(1274, "cells with one verdict") == "1.274 Zellen mit nur einem Urteil"
    assert said_count(1, "cells of Error, gold without a verdict") == "1 Zelle von Error, gold ohne Urteil"
    assert said("No interval because 3 pairs are too few.") == "Kein Intervall, weil 3 Paare zu wenige sind."
    both = said("Undefined because no document has both. Stars: p below 0.05, 0.01 and 0.001.")
    assert both == "Undefiniert: kein Dokument hat beides. Sterne: p unter 0,05, 0,01 und 0,001."
    assert said("Redundancy and hallucination (section 4.4)").endswith("(Abschnitt 4.4)"), "a section is no quantity"
    assert said("Main results (table 1)") == "Hauptergebnisse (Tabelle 1)", "words of core in a place are core's, too"
    assert said("A share of 0.05 of the reviews is taken for wrong.").startswith("Ein Anteil von 0,05 ")
    assert said("Nobody knows this sentence.") == "Nobody knows this sentence."
    assert said_count(2, "things nobody knows") == "2 things nobody knows"


def test_failures_are_told_in_the_language_of_the_window(german: None, tmp_path: Path, qtbot: QtBot) -> None:
    with pytest.raises(GalleyError) as missing:
        Project.open(tmp_path / "gone.galley")
    expected = f"Unter {tmp_path / 'gone.galley'} gibt es kein Projekt"
    dialog = Message(None, Theme(Mode.LIGHT), missing.value)
    qtbot.addWidget(dialog)
    assert dialog.lead.text().startswith(expected)
    notice = NoticeBar(Theme(Mode.LIGHT))
    qtbot.addWidget(notice)
    notice.say(str(missing.value), "negative")
    assert notice.label.text().startswith(expected)


def test_queries_notes_reasons_and_counts_are_told_in_it_too(german: None, qtbot: QtBot) -> None:
    with pytest.raises(Mistake) as wrong:
        parse("criterion:")
    assert said(str(wrong.value)).startswith("Die Abfrage ist falsch bei Zeichen 1, „criterion:“: zu criterion fehlt")
    note = Note("a.csv", 3, "paragraph 2: 4 distractors are not in its text.")
    assert line_of(note) == "a.csv, Zeile 3: Absatz 2: 4 Störer stehen nicht im Text."
    page = ReportPage(Theme(Mode.LIGHT))
    qtbot.addWidget(page)
    page.show_report({"items": 1, "decisions that were here already": 1203})
    assert page.text().splitlines() == ["1\tEintrag", "1.203\tEntscheidungen, die schon hier waren"]
    assert said("the reply lists 3 sentences instead of 5") == "die Antwort nennt 3 Sätze statt 5"
    wrong = "a.jsonl, line 2, item 'a': verdicts[0].votes must be text, not a list of 2; nothing was imported."
    assert "verdicts[0].votes muss Text sein, nicht eine Liste von 2; nichts wurde" in said(wrong)
    row = PreviewedRow("row 3", "k", (("article", "", "A mill."), ("summary", "x", 2)), ((1, "verdicts"),))
    assert row.words(said, said_count) == "Zeile 3: k | Artikel: A mill. | Zusammenfassung x: 2 Teile | 1 Urteil"


def test_formats_methods_and_the_log_are_told_in_it_too(german: None) -> None:
    every = [each.title for kind in (importers, exports, methods) for each in kind.REGISTRY.all().values()]
    told = [title for title in every if re.search(r"\b[a-z]{2}", title)]  # the others are names alone
    assert len(told) > 40 and [title for title in told if find(title) is None] == []
    words = "added Supporting paragraph as no, paragraph 4: “It took years. It cost 870 million.”"
    assert said(words).startswith("ergänzte Nein zu Supporting paragraph, Absatz 4: “It took years.")
    assert said("undid: settled Coverage as yes, the whole summary of alpha") == (
        "nahm zurück: schlichtete Coverage: Ja, das Ganze (Zusammenfassung) von alpha"
    )
    act = "the merge of a.answers of 2026-11-23 03:56 UTC: 76 decisions and 3 items go; back from head 5 to head 06."
    assert said(act).startswith("Das Zusammenführen von a.answers (2026-11-23 03:56 UTC): 76 Entscheidungen und 3 ")
    assert said("Stage: gold") == "Stage: gold", "what stands in a file is no word of core"


TOML = (
    "a", "a = ", "a = 1 b", "= 1", "a = [1", "a = {b = 1", 'a = "x', "a = 'x", 'a = "\\q"', "a = 1\na = 2", "[a]\n[a]",
    "a = 1\n[a.b]", "a.b = 1\n[a]\n[a.b]", "[a", "[[a]", "a = 2026-13-45", "a = {b = 1, b = 2}", "a = 1 \x00", "!",
    'a = "\\ud800"', 'a = "\\u12"', "a = {b = 1}\na.c = 2", "a.b = 1\n[a.b]", "[[a]]\n[a]", "a = []\n[[a]]",
    "a.= 1", "a = 2026-02-30", "# \x01", 'a = "x\ny"', "[a.b]\n[a]\nb.c = 1",
)  # fmt: skip
"""Broken in every way that Python's reader knows a word for."""
DISK = (
    "ENOENT EACCES EPERM ENOSPC EDQUOT EISDIR ENOTDIR ENOTEMPTY EEXIST EFBIG ENAMETOOLONG EROFS EIO EMFILE ELOOP EXDEV"
    " EINVAL EBUSY EAGAIN ETXTBSY ENOMEM ENODEV ENXIO ESTALE ENOTCONN EHOSTDOWN EHOSTUNREACH ENETUNREACH ECONNREFUSED"
    " ETIMEDOUT ECONNRESET EOPNOTSUPP ENOLCK"
).split()
"""What a disk or a share can refuse a file with."""


def of_the_system() -> set[str]:
    """The templates of what Python and the system say, which core only hands on."""
    words = [os.strerror(getattr(errno, name)) for name in DISK]
    for text in TOML:
        with pytest.raises(SchemeError) as wrong:
            loader.parse(text, "a.toml")
        words.append(str(wrong.value).partition("valid TOML: ")[2])
    found = {words: find(words) for words in words}
    assert [words for words, template in found.items() if template is None] == []
    return {template[0] for template in found.values() if template}


def test_faults_of_files_that_people_write_are_told_in_it(german: None, tmp_path: Path) -> None:
    """Schemes, protocols and judges: where, who is at fault, and what the reader of TOML or the disk said of it."""
    scheme = 'id = "a"\nname = "A"\nversion = "1"\n[[criterion]]\nid = "b"\nunit = "page"\n'
    protocol = 'id = "p"\nname = "P"\n[[task]]\nid = "t"\nkind = "answer"\ncriteria = ["no/such"]\n'
    said_of = {}
    for name, text, reader in (("a", scheme, loader), ("p", protocol, protocol_file), ("j", "id =", written)):
        with pytest.raises(GalleyError) as wrong:
            reader.parse(text, f"{name}.toml")
        said_of[name] = said(str(wrong.value))
    assert said_of["a"].startswith("a.toml, Zeile 6: das Kriterium „b“ hat bei „unit“ das unbekannte „page“; ")
    assert said_of["p"].startswith("p.toml, Zeile 6: die Aufgabe „t“ nennt das Schema „no“, das es nicht gibt; ")
    assert said_of["j"] == "j.toml, Zeile 1: das ist kein gültiges TOML: ein Wert ist ungültig."
    denied = f"{tmp_path} cannot be read ({os.strerror(errno.EACCES)}); check the path and its permissions."
    assert said(denied) == f"{tmp_path} ist nicht lesbar (das ist nicht erlaubt); prüfen Sie den Pfad und die Rechte."


@pytest.mark.parametrize(
    ("english", "expected"),
    [
        ("wrote the fact “It took years.”", "schrieb Fakt “It took years.”"),
        ("split the opinion “A. B and C” into “A”, “B”", "teilte Meinung “A. B and C” in “A”, “B”"),
        ("changed the fact “He went to sea” from key to no type", "änderte Fakt “He went to sea” von key zu keine Art"),
        ("changed the opinion “x” from main to clarified", "änderte Meinung “x” von Hauptmeinung zu geklärt"),
        ("undid: took away the opinion “a”, “b”", "nahm zurück: entfernte Meinung “a”, “b”"),
        (
            "attached “no rain” as contradicting Coverage, sentence 2 of alpha: “It rained.” (flagged by jay)",
            "hängte “no rain” an, als Widerspruch zu Coverage, Satz 2 von alpha: “It rained.” (markiert von jay)",
        ),
        ("settled Better, pair 2", None),
        ("accepted Better, pair 2", "nahm Better an, Paar 2"),
    ],
)
def test_the_log_tells_of_units_written_and_evidence_attached(german: None, english: str, expected: str | None) -> None:
    assert said(english) == (expected or english)


def test_every_action_has_its_word() -> None:
    assert {*naming.ACTIONS} == {*Action}


def test_english_is_what_core_says(qapp: QApplication) -> None:
    assert said("No interval because 3 pairs are too few.") == "No interval because 3 pairs are too few."
    assert said_count(1, "ties") == "1 tie" and said_count(1203, "ties") == "1,203 ties"


def test_each_failure_of_core_has_its_german() -> None:
    """Also what an import notes, and why a judge's answer has no value: all that core words and the window may show."""
    known = [sentence for sentence in core_failures.sentences() if not sentence.where.startswith((*ELSEWHERE,))]
    assert len(known) > 900
    english = [sentence for sentence in known if " " in sentence.words.strip() and not _has_german(sentence.words)]
    assert [f"{sentence.where}: {sentence.words}" for sentence in english] == []


def _has_german(words: str) -> bool:
    """Whether all of it is found, and nothing but marks stands in the places that are put in as they are."""
    for sentence in sentences(words):
        if not _says(sentence):
            continue
        found = find(sentence)
        if found is None:
            return False
        if any(_says(value) and not (place in "st" and _has_german(value)) for place, value in found[1].items()):
            return False
    return True


def _says(text: str) -> bool:
    return re.search("[A-Za-z]{2}", re.sub("⟨.*?⟩", "", text)) is not None


def test_a_sentence_without_german_is_found() -> None:
    assert not _has_german("Nobody knows what ⟨0⟩ says.")
    assert not _has_german("Type “⟨0⟩” to set this rule. Nobody knows what ⟨0⟩ says.")
    assert _has_german("Type “⟨0⟩” to set this rule.")


def test_the_window_puts_what_core_raises_through_the_seam() -> None:
    """``str(error)`` stands in ``said``, or in what uses that: ``complain``, the bar's ``say``, ``failed``."""
    through = re.compile(r"(said|in_words|complain|notice\.say|failed\.emit)\($")
    bare = []
    for path in sorted((CORE.parent / "gui").rglob("*.py")):
        for at in re.finditer(r"str\(error\)", text := path.read_text("utf-8")):
            if not through.search(text[: at.start()]) and path.name not in ("screenshot.py", "core_words.py"):
                bare.append(f"{path.name}:{text.count(chr(10), 0, at.start()) + 1}")
    assert bare == []


@cache
def _literals() -> tuple[str, list[tuple[re.Pattern[str], int]]]:
    """Every literal of core, one a line, and patterns of those with places, with how much they say themselves."""
    plain: list[str] = []
    placed: list[list[str]] = []
    for path in CORE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                plain.append(node.value)
                if "{" in node.value and " " in node.value:
                    placed.append(re.split(r"\{[^}]*\}", node.value))
            elif isinstance(node, ast.JoinedStr):
                whole = "".join(str(p.value) if isinstance(p, ast.Constant) else "\0" for p in node.values)
                placed.append(whole.removeprefix("Undefined because ").removesuffix(".").split("\0"))
    plain += [part for parts in placed for part in parts]
    made = [(re.compile(".*".join(map(re.escape, parts))), sum(map(len, parts))) for parts in placed]
    return "\n".join(plain).lower(), made


@pytest.mark.parametrize("kind", ["said", "counted"])
def test_core_says_each_sentence_of_the_list(kind: str) -> None:
    """A sentence that core words anew must be worded anew in the list, or it would stay English."""
    with (resources() / "core_sentences.toml").open("rb") as file:
        every = tomllib.load(file)[kind]
    assert len(every) == len({*every})
    plain, placed = _literals()
    failures = {
        found[0] for each in core_failures.sentences() for part in sentences(each.words) if (found := find(part))
    }

    def held(text: str) -> bool:
        own = len(re.sub(r"\{[a-z]\}", "", text))
        longest = max(re.split(r"\{[a-z]\}|[,;(] ?", text.lower()), key=len).strip(" )")
        return longest in plain or any(size >= own / 3 and p.search(text) for p, size in placed)

    assert [text for text in every if text not in MADE | failures | of_the_system() and not held(text)] == []
