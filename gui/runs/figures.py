"""Figures of runs in words: money, time, rates, states."""

from __future__ import annotations

from datetime import UTC, datetime

from core.judges.progress import Progress
from core.judges.reading import RunRow

NONE = "–"
STATES = {
    "running": ("running", "accent"),
    "waiting": ("waiting for a batch", "accent"),
    "paused": ("paused", "warning"),
    "done": ("done", "positive"),
    "stopped": ("stopped", "warning"),
    "cancelled": ("cancelled", "second"),
    "failed": ("failed", "negative"),
    "interrupted": ("interrupted", "warning"),
}
"""Each state with its words and the role of their colour. ``interrupted`` is a run that the program did not end."""

PROVIDERS = {
    "local": "this machine",
    "openai": "OpenAI",
    "anthropic": "Anthropic",
    "compatible": "server",
    "replay": "recorded",
}


def money(amount: float | None) -> str:
    """ "$0.42"; small amounts with four digits, so that a cent's hundredth can be seen."""
    if amount is None:
        return "price unknown"
    if amount == 0:
        return "$0"
    return f"${amount:,.2f}" if amount >= 1 else f"${amount:.4f}".rstrip("0").ljust(5, "0")


def cost(run: RunRow, now: Progress | None) -> str:
    """What a run has cost, against its budget."""
    if run.provider == "local":
        return "free"
    if run.provider == "replay":
        return NONE
    spent = (now.spent if now.priced else None) if now is not None and now.answered else run.cost
    budget = run.budget
    return f"{money(spent)} of {money(budget)}" if budget is not None else money(spent)


def seconds(count: float) -> str:
    """ "8 s", "3 min", "1 h 20 min"."""
    if count < 1:
        return "under 1 s"
    if count < 90:
        return f"{count:.0f} s"
    minutes = round(count / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def precise(count: float) -> str:
    """The time of one call: "0.42 s", "12 s"."""
    return f"{count:.2f} s" if count < 10 else seconds(count)


def started(at: str) -> str:
    """A stored time as the local clock shows it: the hour today, else the day and the hour."""
    moment = datetime.fromisoformat(at).astimezone()
    today = moment.date() == datetime.now(UTC).astimezone().date()
    return moment.strftime("today %H:%M" if today else "%Y-%m-%d %H:%M")


def took(run: RunRow) -> str:
    """How long a run that is over took, if it ended by itself."""
    if not run.finished or not run.over:
        return NONE
    gone = datetime.fromisoformat(run.finished) - datetime.fromisoformat(run.started)
    return seconds(gone.total_seconds())


def left(now: Progress) -> str:
    """How long a run still takes."""
    if now.state == "paused":
        return NONE
    if now.waiting > 0:
        return f"waits {seconds(now.waiting)}"
    if now.seconds_left is None or now.seconds < 1:
        return "…"
    return f"{seconds(now.seconds_left)} left"


def rate(now: Progress, local: bool) -> str:
    """Calls a second, or items where there are no calls."""
    if local:
        return f"{now.items_done / now.seconds:,.1f} items/s" if now.seconds > 0 else NONE
    return f"{now.rate:,.1f} /s"


def plural(count: int, one: str, many: str = "") -> str:
    """ "1 call", "2 calls"."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
