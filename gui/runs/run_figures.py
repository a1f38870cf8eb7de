"""Figures of runs in words: money, time, rates, states."""

from __future__ import annotations

from datetime import datetime

from galley.core.judges.flag_lineage import CHANGED, GONE, NEW, SAME
from galley.core.judges.inquiry.run_progress import RunProgress
from galley.core.judges.methods.base import Method
from galley.core.judges.run_report import RunRow
from galley.gui.translation import tr

NONE = "–"
STATES = {
    "running": (tr("running"), "accent"),
    "waiting": (tr("waiting for a batch"), "accent"),
    "paused": (tr("paused"), "warning"),
    "done": (tr("done"), "positive"),
    "stopped": (tr("stopped"), "warning"),
    "cancelled": (tr("cancelled"), "second"),
    "failed": (tr("failed"), "negative"),
    "interrupted": (tr("interrupted"), "warning"),
}
"""Each state with its words and the role of their colour. ``interrupted`` is a run that the program did not end."""

FATES = {SAME: tr("same"), NEW: tr("new"), GONE: tr("gone"), CHANGED: tr("changed")}
"""What became of a flag from one run to the next."""

PROVIDERS = {
    "local": tr("this machine"),
    "openai": "OpenAI",
    "anthropic": "Anthropic",
    "compatible": tr("server"),
    "replay": tr("recorded"),
}


def method_label(method: Method) -> str:
    """A method's short name for people."""
    return str(getattr(method, "label", method.name))


def format_money(amount: float | None) -> str:
    """ "$0.42"; small amounts with four digits, so that a cent's hundredth can be seen."""
    if amount is None:
        return tr("price unknown")
    if amount == 0:
        return "$0"
    return f"${amount:,.2f}" if amount >= 1 else f"${amount:.4f}".rstrip("0").ljust(5, "0")


def cost(run: RunRow, progress: RunProgress | None) -> str:
    """What a run has cost, against its budget."""
    if run.provider == "local":
        return tr("free")
    if run.provider == "replay":
        return NONE
    spent = (
        (progress.spent if progress.is_priced else None)
        if progress is not None and progress.replies_received
        else run.cost
    )
    budget = run.budget
    return (
        tr("{spent} of {budget}", spent=format_money(spent), budget=format_money(budget))
        if budget is not None
        else format_money(spent)
    )


def seconds(count: float) -> str:
    """ "8 s", "3 min", "1 h 20 min"."""
    if count < 1:
        return tr("under 1 s")
    if count < 90:
        return f"{count:.0f} s"
    minutes = round(count / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def format_call_time(count: float) -> str:
    """The time of one call: "0.42 s", "12 s"."""
    return f"{count:.2f} s" if count < 10 else seconds(count)


def format_duration(run: RunRow) -> str:
    """How long a run that is over took, if it ended by itself."""
    if not run.finished_at or not run.over:
        return NONE
    gone = datetime.fromisoformat(run.finished_at) - datetime.fromisoformat(run.started_at)
    return seconds(gone.total_seconds())


def format_time_left(progress: RunProgress) -> str:
    """How long a run still takes."""
    if progress.state == "paused":
        return NONE
    if progress.waiting > 0:
        return tr("waits {time}", time=seconds(progress.waiting))
    if progress.seconds_left is None or progress.seconds < 1:
        return "…"
    return tr("{time} left", time=seconds(progress.seconds_left))


def rate(progress: RunProgress, local: bool) -> str:
    """Calls a second, or items where there are no calls."""
    if local:
        return tr("{rate:,.1f} items/s", rate=progress.items_done / progress.seconds) if progress.seconds > 0 else NONE
    return f"{progress.rate:,.1f} /s"
