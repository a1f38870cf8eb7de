"""What is laid under and beside the text of a pane: lanes, letters, tints, coverage."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from PySide6.QtGui import (
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QApplication

from galley.gui.text_panes.geometry import line_rects
from galley.gui.text_panes.mark_lanes import MOST_LANES, lane_sizes, stack
from galley.gui.text_panes.pane import TextPane
from galley.gui.text_panes.text_marks import EvidencePlace, MarkState, TextMark
from galley.gui.theme import Theme
from tests.gui.panes import (
    BLUE,
    EMOJI,
    MakePane,
    colour_count,
    make_pane,
    point_in,
    theme,
)

__all__ = ["make_pane", "theme"]


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
            plain.set_marks([TextMark(0, 5, 10, BLUE, pattern, "U", 1, state)])
            image = plain.grab().toImage()
            assert image != blank
            assert all(image != other for other in seen), (pattern, state)
            seen.append(image)


@pytest.mark.parametrize("text", ["Some words that are marked here, more of them said, until the line is full.", EMOJI])
def test_no_letter_moves_a_word(make_pane: MakePane, text: str) -> None:
    """Neither those that are there when the text is laid out nor those that come, change or go."""

    def places(pane: TextPane) -> list[float]:
        layout = pane.view.document().firstBlock().layout()
        return [layout.lineForTextPosition(at).cursorToX(at)[0] for at in range(len(layout.text()))]  # type: ignore[index]

    words = [match.span() for match in re.finditer(r"\S+", text)]
    marks = [TextMark(0, start, end, BLUE, "solid", "UVW"[n % 3], n) for n, (start, end) in enumerate(words)]
    bare = places(make_pane([text], size=(360, 300)))
    pane = make_pane([text], size=(360, 300), marks=marks)
    assert places(pane) == bare
    for others in ([replace(mark, letter="MM", state=MarkState.UNSURE) for mark in marks], [], marks[:2]):
        pane.set_marks(others)
        assert places(pane) == bare


def test_marks_that_lie_outside_do_no_harm(make_pane: MakePane) -> None:
    pane = make_pane()
    pane.set_marks(
        [
            TextMark(99, 0, 3, BLUE, "solid", "U", 1),
            TextMark(0, 5, 9999, BLUE, "wavy", "U", 2),
            TextMark(1, 7, 7, BLUE, "odd", "", 3),
        ]
    )
    pane.set_evidence([EvidencePlace(99), EvidencePlace(0, 3, 9999)])
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
    pane.set_evidence([EvidencePlace(1, 0, 8)])
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
