"""The panel of questions and answers, for items whose summaries a judge asked questions about."""

from __future__ import annotations

from galley.core.domain import UnitKind
from galley.gui.desk.opened import Opened
from galley.gui.desk.panel import Panel, PanelSpec, Room, Where
from galley.gui.language import tr

TYPES = ("coverage", "consistency")


def _wanted(opened: Opened) -> bool:
    if UnitKind.QUESTION not in opened.kinds:
        return False
    asked = {unit.id for unit in opened.view.derived if unit.kind is UnitKind.QUESTION and unit.type in TYPES}
    return bool(asked) and any(verdict.cell.unit in asked for verdict in opened.view.verdicts)


def _make(room: Room) -> Panel:
    from galley.gui.papers.longsumeval.question_panel import QuestionsPanel

    return QuestionsPanel(room)


PANEL = PanelSpec(
    name="questions",
    title=tr("Questions and answers"),
    where=Where.BESIDE,
    order=3,
    wants=_wanted,
    factory=_make,
    kinds=frozenset({UnitKind.QUESTION}),
    forms=frozenset({"qa-validation"}),
    actions=("questions",),
    absent=tr("No judge has asked questions about this item; galley judge qa-evaluation asks them."),
)
