"""The text pane in a real window: what it shows, where things lie, what can be clicked, selected and copied."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QFont,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QShortcut,
    QTextCursor,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QApplication, QToolTip, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from core.domain import Unit, UnitKind
from gui.panes.lanes import MOST_LANES, lane_sizes, line_rects, stack
from gui.panes.marks import Mark, MarkState, Place
from gui.panes.text_pane import TextPane
from gui.theme import Mode, Theme

BLUE = "#0072B2"
EMOJI = "Yes 👩‍👩‍👧 and 👍🏽, said 𠮷田."
ARABIC = "قالت المدينة يوم الثلاثاء إن السوق ستفتح قريبًا."
CHINESE = "新的市场三月初开放。"
MARKUP = "<b>bold</b> &amp; <img src='x'>\ttab\x07\nsecond line"
TEXTS = ("First words of the first unit.", EMOJI, ARABIC, CHINESE, MARKUP)
MakePane = Callable[..., TextPane]


def make_units(texts: Sequence[str], speakers: Sequence[str] = ()) -> list[Unit]:
    units, at = [], 0
    for position, text in enumerate(texts):
        speaker = speakers[position % len(speakers)] if speakers else ""
        units.append(Unit(position + 1, 1, UnitKind.TURN, position, at, at + len(text), text, speaker))
        at += len(text) + 1
    return units


def mark_on(texts: Sequence[str], unit: int, words: str, flag: int, pattern: str = "solid") -> Mark:
    start = texts[unit].index(words)
    return Mark(unit, start, start + len(words), BLUE, pattern, "U", flag)


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    return Theme(Mode.LIGHT)


@pytest.fixture
def make_pane(qtbot: QtBot, theme: Theme) -> MakePane:
    def make(texts: Sequence[str] = TEXTS, marks: Sequence[Mark] = (), size: tuple[int, int] = (320, 480)) -> TextPane:
        pane = TextPane(theme, "Dialogue")
        qtbot.addWidget(pane)
        pane.resize(*size)
        pane.set_document("Dialogue", make_units(texts, ("Doctor", "Patient")), "speaker", marks=marks)
        pane.show()
        qtbot.waitExposed(pane)
        return pane

    return make


def select(pane: TextPane, unit: int, start: int, end: int) -> None:
    """Select UTF-16 units [start, end) of a unit, as Qt counts them."""
    view = pane.view
    at = view.document().findBlockByNumber(unit).position()
    cursor = QTextCursor(view.document())
    cursor.setPosition(at + start)
    cursor.setPosition(at + end, QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)


def point_in(pane: TextPane, unit: int, position: int) -> QPoint:
    """Where the character at UTF-16 ``position`` of a unit stands, in the viewport."""
    view = pane.view
    block = view.document().findBlockByNumber(unit)
    view.document().documentLayout().blockBoundingRect(block)
    line = block.layout().lineForTextPosition(position)
    x = (line.cursorToX(position)[0] + line.cursorToX(position + 1)[0]) / 2
    y = line.y() + line.ascent() - 4
    at = block.layout().position() + QPointF(x, y - view.verticalScrollBar().value())
    return at.toPoint()


def colour_count(pane: TextPane, colour: str) -> int:
    image = pane.grab().toImage()
    return sum(
        image.pixelColor(x, y).name().upper() == colour
        for x in range(0, image.width())
        for y in range(0, image.height())
    )


# ---- the text


def test_one_unit_is_one_block_and_markup_is_only_text(make_pane: MakePane) -> None:
    pane = make_pane()
    document = pane.view.document()
    assert document.blockCount() == len(TEXTS)
    assert document.findBlockByNumber(4).text().startswith("<b>bold</b> &amp; <img src='x'>\ttab")
    assert "\x07" not in document.toPlainText()
    assert document.findBlockByNumber(4).text().endswith("\u2028second line")


def test_right_to_left_text_is_set_from_the_right_and_the_margin_stays_left(make_pane: MakePane) -> None:
    pane = make_pane()
    layouts = [pane.view.document().findBlockByNumber(index).layout() for index in range(3)]
    left_to_right, _, right_to_left = (layout.lineAt(0) for layout in layouts)
    assert left_to_right.cursorToX(0)[0] < left_to_right.width() / 2
    assert right_to_left.cursorToX(0)[0] > right_to_left.width() * 0.9
    assert layouts[0].position().x() == layouts[2].position().x()


def test_a_word_without_spaces_wraps(make_pane: MakePane) -> None:
    pane = make_pane(["x" * 3000])
    layout = pane.view.document().firstBlock().layout()
    assert layout.lineCount() > 20
    assert layout.boundingRect().right() < pane.view.viewport().width()


def test_an_empty_pane_says_why(make_pane: MakePane) -> None:
    pane = make_pane()
    pane.set_empty("Article", "No article in this item.")
    assert not pane.view.isVisible()
    assert pane.units == ()
    assert pane.view.accessibleDescription() == "No article in this item."
    pane.reveal(0)
    pane.set_current(3)
    assert pane.selection() is None
    pane.set_document("Dialogue", make_units(["Back again."]))
    assert pane.view.isVisible()


def test_a_document_without_units_paints_nothing_and_survives(make_pane: MakePane) -> None:
    pane = make_pane([])
    pane.set_marks([Mark(0, 0, 3, BLUE, "solid", "U", 1)])
    pane.set_coverage([True])
    pane.set_evidence([Place(0)])
    pane.grab()
    assert pane.selection() is None


# ---- selection and copying


@pytest.mark.parametrize("unit", range(len(TEXTS)))
def test_a_selection_is_told_in_code_points(make_pane: MakePane, unit: int) -> None:
    pane = make_pane()
    text = TEXTS[unit]
    for start, end in ((0, len(text)), (2, 7), (len(text) - 1, len(text))):
        units = [len(text[:i].encode("utf-16-le")) // 2 for i in (start, end)]
        select(pane, unit, *units)
        assert pane.selection() == (unit, start, end)
        assert pane.view.selected_text() == text[start:end]


def test_what_is_copied_is_the_stored_text_and_plain(make_pane: MakePane) -> None:
    pane = make_pane()
    pane.view.selectAll()
    data = pane.view.createMimeDataFromSelection()
    assert data.text() == "\n".join(TEXTS)
    assert data.formats() == ["text/plain"]
    assert pane.selection() == (0, 0, len(TEXTS[0]))


def test_copy_by_keyboard_puts_the_stored_text_on_the_clipboard(make_pane: MakePane, qtbot: QtBot) -> None:
    pane = make_pane()
    select(pane, 4, 0, len(MARKUP))
    qtbot.keyClick(pane.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == MARKUP


def test_text_is_selected_by_keyboard_from_the_current_unit(make_pane: MakePane, qtbot: QtBot) -> None:
    pane = make_pane()
    pane.set_current(1)
    pane.view.setFocus()
    with qtbot.waitSignal(pane.selectionMade):
        qtbot.keyClick(pane.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert pane.selection() == (1, 0, 1)
    qtbot.keyClick(pane.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert pane.selection() == (1, 0, 2)
    qtbot.keyClick(pane.view, Qt.Key.Key_Escape)
    assert pane.selection() is None


# ---- the mouse and the keys


def test_a_click_tells_the_unit_or_the_flag(make_pane: MakePane, qtbot: QtBot) -> None:
    marks = [mark_on(TEXTS, 0, "First words of", 7), mark_on(TEXTS, 0, "words", 8), mark_on(TEXTS, 1, "said", 9)]
    pane = make_pane(marks=marks)
    viewport = pane.view.viewport()
    click = lambda point: qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=point)  # noqa: E731
    with qtbot.waitSignal(pane.markClicked) as found, qtbot.assertNotEmitted(pane.unitClicked):
        click(point_in(pane, 0, 1))
    assert found.args == [7]
    with qtbot.waitSignal(pane.markClicked) as found:
        click(point_in(pane, 0, TEXTS[0].index("words") + 1))
    assert found.args == [8], "the shortest span wins"
    with qtbot.waitSignal(pane.unitClicked) as found:
        click(point_in(pane, 0, TEXTS[0].index("unit")))
    assert found.args == [0]
    with qtbot.waitSignal(pane.unitClicked) as found:
        click(QPoint(4, point_in(pane, 2, 3).y()))
    assert found.args == [2], "the margin belongs to the unit"
    position = len(EMOJI[: EMOJI.index("said")].encode("utf-16-le")) // 2
    with qtbot.waitSignal(pane.markClicked) as found:
        click(point_in(pane, 1, position + 1))
    assert found.args == [9]
    with qtbot.assertNotEmitted(pane.unitClicked), qtbot.assertNotEmitted(pane.markClicked):
        click(QPoint(100, viewport.height() - 2))


def test_dragging_selects_and_is_no_click(make_pane: MakePane, qtbot: QtBot) -> None:
    pane = make_pane()
    viewport, start, end = pane.view.viewport(), point_in(pane, 0, 0), point_in(pane, 0, 5)
    with qtbot.waitSignal(pane.selectionMade), qtbot.assertNotEmitted(pane.unitClicked):
        qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
        qtbot.mouseMove(viewport, end)
        qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=end)
    found = pane.selection()
    assert found is not None and found[0] == 0 and found[2] - found[1] >= 4


@pytest.mark.parametrize("key", [Qt.Key.Key_J, Qt.Key.Key_A, Qt.Key.Key_1, Qt.Key.Key_Question, Qt.Key.Key_Slash])
def test_letters_and_digits_are_left_to_the_window(make_pane: MakePane, key: Qt.Key) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "x")
    pane = make_pane()
    pane.view.keyPressEvent(event)
    assert not event.isAccepted()


def test_a_shortcut_of_the_window_works_while_a_pane_has_the_focus(theme: Theme, qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    pane = TextPane(theme)
    QVBoxLayout(window).addWidget(pane)
    pane.set_document("Summary", make_units(TEXTS))
    shortcut = QShortcut(Qt.Key.Key_J, window)
    window.show()
    qtbot.waitExposed(window)
    pane.setFocus()
    qtbot.waitUntil(pane.view.hasFocus)
    with qtbot.waitSignal(shortcut.activated):
        qtbot.keyClick(pane.view, Qt.Key.Key_J)


def test_arrows_and_pages_scroll(make_pane: MakePane, qtbot: QtBot) -> None:
    pane = make_pane([f"Paragraph {n} with several words in it." for n in range(60)])
    bar = pane.view.verticalScrollBar()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_End):
        before = bar.value()
        qtbot.keyClick(pane.view, key)
        assert bar.value() > before
    qtbot.keyClick(pane.view, Qt.Key.Key_Home)
    assert bar.value() == 0


def test_the_focus_ring_shows_for_the_keyboard(make_pane: MakePane, theme: Theme, qtbot: QtBot) -> None:
    pane = make_pane()
    qtbot.waitUntil(pane.isActiveWindow)  # or the window's own activation brings the focus, not the key
    pane.view.clearFocus()
    assert pane.grab().toImage().pixelColor(1, 200).name().upper() == theme.roles.panel
    pane.view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(pane.view.hasFocus)
    assert pane.grab().toImage().pixelColor(1, 200).name().upper() == theme.roles.accent


@pytest.mark.qt_log_ignore(r"This plugin does not support (raise|propagateSizeHints)\(\)")
def test_a_speaker_cut_short_is_told_in_full_as_plain_text(make_pane: MakePane, qtbot: QtBot) -> None:
    pane = make_pane()
    name = "<b>A speaker with a very long name</b>"
    pane.set_document("Dialogue", make_units(["Hello."], [name]), "speaker")
    at = QPoint(20, point_in(pane, 0, 0).y())
    pane.view.viewportEvent(QHelpEvent(QEvent.Type.ToolTip, at, pane.mapToGlobal(at)))
    assert "&lt;b&gt;A speaker with a very long name&lt;/b&gt;" in QToolTip.text()
    QToolTip.hideText()
    qtbot.waitUntil(lambda: not QToolTip.isVisible())


def test_the_pane_has_a_name_for_those_who_cannot_see_it(make_pane: MakePane) -> None:
    pane = make_pane()
    assert pane.view.accessibleName() == "Dialogue"
    pane.set_summary("5 turns, 1 not covered")
    assert pane.view.accessibleDescription() == "5 turns, 1 not covered"
    assert pane.head.summary == "5 turns, 1 not covered"


# ---- lanes


def test_overlapping_spans_get_lanes_of_their_own() -> None:
    spans = [(0, 20), (5, 10), (8, 30), (20, 25), (10, 12)]
    lanes = stack(spans)
    assert lanes == [0, 1, 2, 0, 1]
    for a in range(len(spans)):
        for b in range(a):
            if lanes[a] == lanes[b]:
                assert spans[a][1] <= spans[b][0] or spans[b][1] <= spans[a][0]
    assert stack([]) == []


def test_lanes_of_one_depth_never_touch_and_deep_ones_get_more_room() -> None:
    for depth in range(1, 30):
        sizes = lane_sizes(depth)
        assert sizes.pitch > sizes.width
        lowest = sizes.first + (min(depth, MOST_LANES + 1) - 1) * sizes.pitch + sizes.width / 2
        # Ascenders of the next line reach 0.74 em above its baseline.
        assert lowest <= 15.5 * 1.52 + sizes.extra - 0.74 * 15.5 + 0.5, depth


def test_a_span_over_two_lines_gives_two_runs_without_trailing_space(make_pane: MakePane) -> None:
    text = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    pane = make_pane([text], size=(260, 400))
    layout = pane.view.document().firstBlock().layout()
    assert layout.lineCount() >= 2
    runs = line_rects(layout, 0, len(text), mixed=False)
    assert len(runs) == layout.lineCount()
    for line, left, right in runs:
        assert left == line.x()
        assert right <= line.x() + line.naturalTextWidth()


def test_a_span_across_directions_covers_exactly_its_words(theme: Theme, qapp: QApplication) -> None:
    text = "abc אבג def"
    layout = QTextLayout(text)
    layout.setTextOption(QTextOption())
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(500)
    layout.endLayout()
    runs = line_rects(layout, 2, 5, mixed=True)  # "c א": the first Hebrew letter stands at the far right of its word
    assert len(runs) == 2
    space = line.cursorToX(4)[0] - line.cursorToX(3)[0]
    assert min(left for _, left, _ in runs) == pytest.approx(line.cursorToX(2)[0], abs=1)
    assert max(right for _, _, right in runs) == pytest.approx(line.cursorToX(8)[0] - abs(space), abs=1.5)


def test_every_pattern_and_state_is_painted(make_pane: MakePane, theme: Theme) -> None:
    plain = make_pane(["Some words that are marked here."])
    blank = plain.grab().toImage()
    seen = []
    for pattern in ("solid", "dotted", "dashed", "wavy", "double", "dash-dot"):
        for state in (MarkState.OPEN, MarkState.NO_ERROR, MarkState.UNSURE):
            plain.set_marks([Mark(0, 5, 10, BLUE, pattern, "U", 1, state)])
            image = plain.grab().toImage()
            assert image != blank
            assert all(image != other for other in seen), (pattern, state)
            seen.append(image)


def test_room_for_letters_is_made_and_taken_back(make_pane: MakePane) -> None:
    text = "Some words that are marked here, and more."
    pane = make_pane([text], size=(900, 300))
    line = lambda: pane.view.document().firstBlock().layout().lineAt(0)  # noqa: E731
    before = line().naturalTextWidth()
    pane.set_marks([Mark(0, 5, 31, BLUE, "solid", "U", 1)])
    assert before + 5 < line().naturalTextWidth() < before + 14
    pane.set_marks([Mark(0, 5, 31, BLUE, "solid", "U", 1, MarkState.ACCEPTED)])
    assert before + 5 < line().naturalTextWidth() < before + 14
    pane.set_marks([])
    assert line().naturalTextWidth() == pytest.approx(before, abs=0.1)


def test_a_letter_after_an_emoji_does_not_tear_it(make_pane: MakePane) -> None:
    pane = make_pane([EMOJI], size=(900, 300))
    family = "👩‍👩‍👧"
    before = pane.view.document().firstBlock().layout().lineAt(0).naturalTextWidth()
    pane.set_marks([mark_on([EMOJI], 0, family, 1)])
    after = pane.view.document().firstBlock().layout().lineAt(0).naturalTextWidth()
    assert after - before < 16, "the family is still one glyph"


def test_marks_that_lie_outside_do_no_harm(make_pane: MakePane) -> None:
    pane = make_pane()
    pane.set_marks(
        [
            Mark(99, 0, 3, BLUE, "solid", "U", 1),
            Mark(0, 5, 9999, BLUE, "wavy", "U", 2),
            Mark(1, 7, 7, BLUE, "odd", "", 3),
        ]
    )
    pane.set_evidence([Place(99), Place(0, 3, 9999)])
    pane.set_coverage([True] * 3)
    pane.grab()


# ---- tints, evidence, coverage


def test_tints_lie_behind_the_units_they_belong_to(make_pane: MakePane, theme: Theme) -> None:
    pane = make_pane()
    assert colour_count(pane, theme.roles.flag_tint) == 0
    pane.set_current(0)
    assert colour_count(pane, theme.roles.flag_tint) > 3000
    assert colour_count(pane, theme.roles.flag_edge) > 60
    assert colour_count(pane, theme.roles.evidence_tint) == 0
    pane.set_evidence([Place(1, 0, 8)])
    assert colour_count(pane, theme.roles.evidence_tint) > 3000
    assert colour_count(pane, theme.roles.evidence_span) > 200
    pane.set_current(None)
    pane.set_evidence([])
    assert colour_count(pane, theme.roles.flag_tint) == 0
    assert colour_count(pane, theme.roles.evidence_tint) == 0


def test_coverage_is_solid_where_covered_and_hatched_where_not(make_pane: MakePane, theme: Theme) -> None:
    pane = make_pane(["Covered unit here.", "Not covered at all.", "Nobody asked."])
    pane.set_coverage([True, False, None])
    image, view = pane.grab().toImage(), pane.view
    x = view.viewport().width() - 4
    columns = []
    for unit in range(3):
        y = pane.head.height() + point_in(pane, unit, 1).y()
        columns.append([image.pixelColor(x, y + step).name().upper() for step in range(-8, 9)])
    assert set(columns[0]) == {theme.roles.evidence_edge}
    assert len(set(columns[1])) > 2, "stripes and gaps"
    assert set(columns[2]) == {theme.roles.panel}


# ---- the reader's place


def test_a_new_document_starts_at_its_top(make_pane: MakePane) -> None:
    texts = [f"Paragraph {n} with a few words." for n in range(80)]
    pane = make_pane(texts)
    pane.reveal(70)
    assert pane.view.verticalScrollBar().value() > 0
    pane.set_document("Dialogue", make_units(texts))
    assert pane.view.verticalScrollBar().value() == 0


def test_reveal_scrolls_only_if_it_must_and_no_further(make_pane: MakePane) -> None:
    pane = make_pane([f"Paragraph {n} with a few words." for n in range(80)])
    bar = pane.view.verticalScrollBar()
    pane.reveal(1)
    assert bar.value() == 0
    for unit in (40, 79, 3, 60):
        pane.reveal(unit)
        assert pane.view.in_sight(unit)
        here = bar.value()
        pane.reveal(unit)
        assert bar.value() == here
    pane.reveal(61)
    assert bar.value() - here < 120


def test_nothing_moves_when_marks_evidence_or_the_current_unit_change(make_pane: MakePane) -> None:
    texts = [f"Paragraph {n} with a few words and some more." for n in range(80)]
    pane = make_pane(texts)
    pane.reveal(50)
    at = point_in(pane, 50, 0)
    pane.set_current(50, 3)
    pane.set_evidence([Place(10), Place(50, 2, 9)])
    pane.set_coverage([True] * 80)
    pane.set_marks([mark_on(texts, n, "with a few", n) for n in range(45)])
    assert (point_in(pane, 50, 0) - at).manhattanLength() <= 1


def test_the_first_unit_in_sight_stays_when_width_or_text_size_change(make_pane: MakePane, theme: Theme) -> None:
    pane = make_pane([f"Paragraph {n} with a few words, and with more than one line of them." for n in range(80)])
    pane.reveal(50)
    top = next(n for n in range(80) if pane.view.in_sight(n))
    pane.resize(600, 480)
    assert abs(next(n for n in range(80) if pane.view.in_sight(n)) - top) <= 1
    theme.set_scale(1.6)
    assert abs(next(n for n in range(80) if pane.view.in_sight(n)) - top) <= 1
    theme.set_mode(Mode.DARK)
    assert abs(next(n for n in range(80) if pane.view.in_sight(n)) - top) <= 1


def test_the_interface_font_never_reaches_the_text(make_pane: MakePane, qapp: QApplication) -> None:
    pane, font = make_pane(), qapp.font()
    other = QFont("Inter")
    other.setPointSizeF(30)
    try:
        qapp.setFont(other)
        assert pane.view.document().defaultFont().family() == "Charis SIL"
    finally:
        qapp.setFont(font)


# ---- time


def milliseconds(work: Callable[[], object], times: int = 3) -> float:
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best * 1000


def test_ten_thousand_marks_on_five_units_paint_in_bounded_time(make_pane: MakePane) -> None:
    text = "Words of all kinds stand here, one after the other, so that marks can be laid under them. " * 3
    marks = [
        Mark(n % 5, at := (n * 7) % 240, at + 3 + n % 20, BLUE, ("solid", "wavy", "dashed")[n % 3], "ABC"[n % 3], n)
        for n in range(10_000)
    ]
    pane = make_pane([text] * 5)
    assert milliseconds(lambda: pane.set_marks(marks)) < 500
    pane.grab()
    # Ten times what was measured on two busy cores; only growth with the number of marks would reach it.
    assert milliseconds(pane.view.viewport().repaint) < 150


def test_a_thousand_paragraphs_with_twenty_thousand_marks_scroll(make_pane: MakePane) -> None:
    text = "The council met on Tuesday and voted, after a long debate, to keep the hall open. " * 4
    marks = [Mark(n // 20, at := (n * 13) % 250, at + 5 + n % 30, BLUE, "solid", "U", n) for n in range(20_000)]
    pane = make_pane([text] * 1000)
    units = pane.units
    assert milliseconds(lambda: pane.set_document("Article", units, marks=marks)) < 400
    pane.grab()
    bar = pane.view.verticalScrollBar()

    def scroll() -> None:
        bar.setValue(bar.value() + 40)
        pane.view.viewport().repaint()

    assert milliseconds(scroll, 20) < 70


def test_a_typical_item_opens_at_once(make_pane: MakePane) -> None:
    texts = ["I do not have that one, but I could look for the other one next week, if you like."] * 14
    pane = make_pane(texts)
    units = make_units(texts, ("Human", "Assistant"))
    marks = [mark_on(texts, n, "look for the other", n, "wavy") for n in range(0, 14, 3)]

    def open_item() -> None:
        pane.set_document("Dialogue", units, "speaker", marks=marks)
        pane.set_coverage([True] * 14)
        pane.set_evidence([Place(3, 2, 9)])

    assert milliseconds(open_item, 10) < 40
