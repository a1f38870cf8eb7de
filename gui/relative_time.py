"""When something was, as people say it."""

from __future__ import annotations

from datetime import UTC, datetime

from galley.gui.translation import tr


def when(at: str) -> str:
    """A stored time as the local clock shows it: the hour today, else the day and the hour. Raises: ValueError"""
    moment = datetime.fromisoformat(at).astimezone()
    today = moment.date() == datetime.now(UTC).astimezone().date()
    return tr("today {time}", time=moment.strftime("%H:%M")) if today else moment.strftime("%Y-%m-%d %H:%M")


def short_time(at: str) -> str:
    """A stored time in a narrow column: the hour today, else month and day. Raises: ValueError"""
    moment = datetime.fromisoformat(at).astimezone()
    today = moment.date() == datetime.now(UTC).astimezone().date()
    return moment.strftime("%H:%M" if today else "%m-%d")
