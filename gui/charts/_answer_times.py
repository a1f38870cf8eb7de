"""What the charts about the work share: answers by reviewer under the chips, and moments as numbers."""

from __future__ import annotations

from datetime import UTC, datetime

from galley.core.domain import CriterionId
from galley.core.storage import names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import activity
from galley.core.storage.queries.activity import Minute
from galley.gui.charts.base import ChartRequest
from galley.gui.translation import tr

NEEDS = tr("This chart needs decisions: accept or override some flags in Review.")


def read_answer_minutes(connection: Connection, ask: ChartRequest) -> list[Minute]:
    """Answers by reviewer and minute."""
    criteria: list[CriterionId] = []
    if ask.schemes or ask.criteria:
        for scheme in names.schemes(connection):
            if not ask.schemes or scheme.id in ask.schemes:
                unions = [c for r in scheme.combined_criteria if r.id in ask.criteria for c in r.criteria]
                criteria += [
                    c.row for c in scheme.criteria if not ask.criteria or c.id in ask.criteria or c.id in unions
                ]
    minutes = activity.minutes(connection, criteria, ask.systems, ask.sources, ask.splits)
    return [minute for minute in minutes if not ask.annotators or minute.reviewer in ask.annotators]


def to_epoch_seconds(minute: str) -> float:
    """ "2026-11-20T13:21" (UTC) as seconds since 1970."""
    return datetime.fromisoformat(minute).replace(tzinfo=UTC).timestamp()


def format_local_time(minute: str) -> str:
    """A moment as it stands on the clock here."""
    return datetime.fromtimestamp(to_epoch_seconds(minute)).strftime("%Y-%m-%d %H:%M")
