"""Pictures of the panes for the eye: ``python tests/gui/gallery.py FOLDER`` writes them, light and dark.

All texts are made up.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from galley.core.domain import Unit, UnitKind
from galley.core.paths import resources
from galley.gui.text_panes.pane import TextPane
from galley.gui.text_panes.text_marks import EvidencePlace, MarkState, TextMark
from galley.gui.theme import Mode, Theme
from galley.gui.theme.icons import application_icon, icon
from galley.gui.widgets.badge import LetterBadge, WordBadge
from galley.gui.widgets.chip import Chip
from galley.gui.widgets.elided_label import ElidedLabel
from galley.gui.widgets.hairline import Hairline
from galley.gui.widgets.interval_bar import IntervalBar
from galley.gui.widgets.key_button import KeyButton
from galley.gui.widgets.key_cap import KeyCap
from galley.gui.widgets.progress_hairline import ProgressHairline
from galley.gui.widgets.segmented import SegmentedControl

VERMILION, BLUE, GREEN, PINK, ORANGE, SKY = (
    "#D55E00",
    "#0072B2",
    "#009E73",
    "#CC79A7",
    "#E69F00",
    "#56B4E9",
)
PATTERNS = ("solid", "dotted", "dashed", "wavy", "double", "dash-dot")
COLOURS = (BLUE, ORANGE, GREEN, VERMILION, PINK, SKY)

TURNS = (
    ("Reader", "Which of the two markets stays open in winter?"),
    ("Librarian", "The covered one by the canal, every day but Monday."),
    ("Reader", "I cannot get there before six. Is there anything later?"),
    ("Librarian", "Then try the night market at “Old Foundry”, or the one behind “St Anne’s”?"),
    ("Reader", "Too crowded. I do not have the patience for that."),
    ("Librarian", "“Old Foundry” is quieter now. Twenty stalls, four of them with hot food."),
    ("Reader", "Is it heated as well?"),
    ("Librarian", "The notice you showed me says heating comes in March."),
    ("Reader", "Good, that settles it."),
)
PARAGRAPHS = (
    "The city said on Tuesday that it had leased the canal hall to three traders, among them “Old Foundry” "
    "and “St Anne’s”.",
    "The stalls will leave the square at the end of February and open in the hall in the first week of "
    "March, a spokeswoman said.",
    "The city did not say what the lease costs. Traders put it at between 80 and 95 thousand a year.",
    "The square has lost visitors for two winters running. Rents rose in the autumn, from 7.90 to 9.40 a "
    "metre.",
    "“People come back to a place that is warm,” said the head of the traders’ guild.",
)
SENTENCES = (
    "A reader asked a librarian which market is open.",
    "The librarian first named the hall, and then, once it heard about six o’clock, “New Foundry” and “St "
    "Anne’s”.",
    "The reader did not have the patience for large markets, so the librarian proposed “Old Foundry”, which "
    "had moved to the hall in February.",
    "The reader then thanked the librarian warmly.",
)


def make_units(texts: tuple[str, ...], kind: UnitKind, speakers: tuple[str, ...] = ()) -> list[Unit]:
    """Units with exact offsets into their texts joined by line ends."""
    units, at = [], 0
    for position, text in enumerate(texts):
        speaker = speakers[position] if speakers else ""
        units.append(Unit(position + 1, 1, kind, position, at, at + len(text), text, speaker))
        at += len(text) + 1
    return units


def mark(
    texts: tuple[str, ...],
    unit: int,
    words: str,
    look: int,
    letter: str,
    flag: int,
    state: MarkState = MarkState.OPEN,
) -> TextMark:
    """A mark on ``words`` of a unit."""
    start = texts[unit].index(words)
    return TextMark(unit, start, start + len(words), COLOURS[look], PATTERNS[look], letter, flag, state)


def review_panes(theme: Theme) -> QWidget:
    """Three panes side by side, as in the review window."""
    window = QWidget()
    row = QHBoxLayout(window)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    dialogue, article, summary = (TextPane(theme) for _ in range(3))
    dialogue.set_document(
        "Dialogue",
        make_units(tuple(t for _, t in TURNS), UnitKind.TURN, tuple(s for s, _ in TURNS)),
        "speaker",
        summary="9 turns, 2 not covered",
        marks=[
            TextMark(6, None, None, PINK, "dashed", "M", 90, MarkState.NO_ERROR),
            TextMark(7, None, None, PINK, "dashed", "M", 91),
        ],
    )
    dialogue.set_coverage([True] * 6 + [False, False, True])
    dialogue.set_evidence([EvidencePlace(2), EvidencePlace(3, 9, 41, 0.6)])
    article.set_document(
        "Article", make_units(PARAGRAPHS, UnitKind.PARAGRAPH), "number", summary="5 paragraphs"
    )
    article.set_coverage([True, True, None, False, None])
    at = PARAGRAPHS[1].index("open in the hall")
    article.set_evidence([EvidencePlace(1, at, at + 45)])
    summary.set_document(
        "Summary",
        make_units(SENTENCES, UnitKind.SENTENCE),
        "number",
        summary="4 sentences, 3 flagged",
        marks=[
            mark(SENTENCES, 1, "New Foundry", 3, "C", 1, MarkState.ACCEPTED),
            mark(SENTENCES, 2, "The reader did not have the patience for large markets", 1, "V", 2),
            mark(SENTENCES, 2, "had moved to the hall in February", 0, "U", 3),
            mark(SENTENCES, 3, SENTENCES[3], 2, "X", 4),
        ],
    )
    summary.set_current(2, 3)
    for pane in (dialogue, article, summary):
        row.addWidget(pane, 1)
        if pane is not summary:
            row.addWidget(Hairline(theme, vertical=True))
    window.resize(890, 620)
    return window


SCRIPTS = (
    "会议定于周二举行。经理说,新的市场三月初开放,𠮷田先生不同意这个说法。",
    "قالت المدينة يوم الثلاثاء إن السوق ستفتح في الأسبوع الأول من شهر مارس، وإن الإيجار 95 ألفًا.",
    "Thumbs up 👍🏽 from the family 👩‍👩‍👧‍👦 and a flag 🏴󠁧󠁢󠁳󠁣󠁴󠁿, then plain words again.",
    "<b>Not bold</b> &amp; <img src=x onerror=alert(1)> <a href='x'>no link</a>",
    "An\x1b[31m escape, a\ttab, a bell \x07, zero\u200bwidth and\u202eoverride.\nA second line of one unit.",
    "https-like-strings-without-any-space/" + "abcdefghij" * 12,
)
SCRIPT_SPEAKERS = ("主持人", "المذيعة", "A very long speaker name", "<i>S</i>", "E", "F")
CROWDED = (
    "Five flags lie on these very words, and each of them can be told apart by its line and its letter.",
    "Two flags share this sentence; the next unit has one of every pattern there is.",
    "Solid, dotted, dashed, wavy, double, dash-dot.",
)


def odd_panes(theme: Theme) -> QWidget:
    """Other scripts, markup shown as text, many overlapping lanes, an empty pane."""
    window = QWidget()
    row = QHBoxLayout(window)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    scripts, crowded, long, empty = (TextPane(theme) for _ in range(4))
    scripts.set_document(
        "Scripts",
        make_units(SCRIPTS, UnitKind.TURN, SCRIPT_SPEAKERS),
        "speaker",
        marks=[
            mark(SCRIPTS, 0, "新的市场三月初", 0, "U", 1),
            mark(SCRIPTS, 1, "الأسبوع الأول من شهر مارس", 2, "X", 2),
            mark(SCRIPTS, 1, "الإيجار 95 ألفًا", 3, "C", 3),
            mark(SCRIPTS, 2, "👍🏽 from the family 👩‍👩‍👧‍👦", 1, "V", 4),
            mark(SCRIPTS, 3, "onerror", 3, "C", 5, MarkState.UNSURE),
        ],
    )
    scripts.set_coverage([True, True, False, None, True, False])
    scripts.set_evidence([EvidencePlace(1, 4, 20), EvidencePlace(2, 10, 25, 0.2)])
    marks = [
        mark(CROWDED, 0, "Five flags lie on these very words", 0, "A", 1),
        mark(CROWDED, 0, "flags lie on these", 1, "B", 2),
        mark(CROWDED, 0, "lie on these very words, and each", 2, "C", 3),
        mark(CROWDED, 0, "on these very words", 3, "D", 4),
        mark(CROWDED, 0, "these very words, and each of them can be told", 5, "E", 5),
        mark(CROWDED, 1, "Two flags share this sentence", 0, "S", 6),
        mark(CROWDED, 1, "share this sentence; the next unit", 4, "T", 7),
    ]
    for look, word in enumerate(("Solid", "dotted", "dashed", "wavy", "double", "dash-dot")):
        marks.append(mark(CROWDED, 2, word, look, "ABCDEF"[look], 10 + look))
    crowded.set_document("Crowded", make_units(CROWDED, UnitKind.SENTENCE), "number", marks=marks)
    crowded.set_current(0, 4)
    long.set_document(
        "Long", make_units(PARAGRAPHS * 40, UnitKind.PARAGRAPH), "number", summary="200 paragraphs"
    )
    long.set_coverage([index % 3 != 0 for index in range(200)])
    empty.set_empty("Article", "No article in this item.")
    for pane in (scripts, crowded, long, empty):
        row.addWidget(pane, 1)
        if pane is not empty:
            row.addWidget(Hairline(theme, vertical=True))
    window.resize(1180, 760)
    long.reveal(100)
    return window


def small_widgets(theme: Theme) -> QWidget:
    """Every shared widget in its states."""
    window = QWidget()
    column = QVBoxLayout(window)
    column.setContentsMargins(16, 16, 16, 16)
    column.setSpacing(12)

    def row(*widgets: QWidget) -> None:
        line = QHBoxLayout()
        line.setSpacing(8)
        for widget in widgets:
            line.addWidget(widget)
        line.addStretch(1)
        column.addLayout(line)

    on, off, counted = Chip(theme, "Open flags"), Chip(theme, "System"), Chip(theme, "Ties", 12)
    on.setChecked(True)
    views = [("review", "Review"), ("adjudicate", "Adjudicate"), ("scores", "Scores"), ("runs", "Runs")]
    progress, bar, blank = ProgressHairline(theme), IntervalBar(theme), IntervalBar(theme)
    progress.set_share(0.64, "128 of 200 items")
    progress.setFixedWidth(160)
    bar.set_figures(0.51, 0.62, 0.72)
    search, primary, plain = QLineEdit(), QPushButton("Import"), QPushButton("Cancel")
    search.setPlaceholderText("Search texts and notes")
    primary.setDefault(True)
    accept = KeyButton(theme, "Accept", "A", primary=True)
    none, unsure = KeyButton(theme, "No error", "X"), KeyButton(theme, "Unsure", "U")
    unsure.set_chosen(True)
    row(SegmentedControl(theme, views), ElidedLabel(theme, "128 of 200 items", role="second"), progress)
    row(on, off, counted, *(KeyCap(theme, key) for key in ("J", "K", "1–9", "Ctrl Z", "?")))
    row(*(LetterBadge(theme, letter, colour) for letter, colour in zip("ABCDEF", COLOURS, strict=True)))
    row(
        WordBadge(theme, "verbatim"),
        WordBadge(theme, "fuzzy", "warning"),
        WordBadge(theme, "missing", "negative"),
    )
    row(accept, none, unsure)
    row(search, primary, plain, QComboBox())
    glyphs = []
    for name in sorted(path.stem for path in (resources() / "icons").glob("*.svg")):
        label = QLabel()
        label.setPixmap((application_icon() if name == "galley" else icon(theme, name)).pixmap(20, 20))
        glyphs.append(label)
    row(*glyphs)
    tabs = QTabBar()
    for name in ("bart", "s2s", "pgn"):
        tabs.addTab(name)
    column.addWidget(tabs)
    column.addWidget(Hairline(theme))
    column.addWidget(bar)
    column.addWidget(blank)
    column.addStretch(1)
    window.resize(620, 440)
    return window


def main(folder: Path) -> None:
    """Write every picture into ``folder``."""
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    folder.mkdir(parents=True, exist_ok=True)
    for mode in (Mode.LIGHT, Mode.DARK):
        theme = Theme(mode)
        theme.apply(application)
        for make in (review_panes, odd_panes, small_widgets):
            window = make(theme)
            window.show()
            application.processEvents()
            window.grab().save(str(folder / f"{make.__name__}-{mode}.png"))
            window.close()
            window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
