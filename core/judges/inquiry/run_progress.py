"""Where a run stands, for whoever watches it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class RunProgress:
    """Where a run stands. A copy; ask again for news. ``state`` is that of the run's row; money in US dollars:
    ``spent`` is what replies cost, ``possible`` what unanswered requests may cost, ``reserved_money`` what is set
    aside for those on their way, ``read`` counts the replies of which
    something could be read, ``second_calls`` those that were asked for once more. ``seconds_left`` None: unknown."""

    state: str = "running"
    why: str = ""
    run: int = 0
    is_resumed: bool = False
    items: int = 0
    items_done: int = 0
    skipped_items: int = 0
    requests_sent: int = 0
    replies_received: int = 0
    reused_calls: int = 0
    failed_calls: int = 0
    retries: int = 0
    second_calls: int = 0
    in_flight: int = 0
    repaired_calls: int = 0
    read: int = 0
    injections: int = 0
    flags: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_read: int = 0
    spent: float = 0.0
    possible: float = 0.0
    reserved_money: float = 0.0
    is_priced: bool = True
    budget: float | None = None
    waiting: float = 0.0
    seconds: float = 0.0
    rate: float = 0.0
    seconds_left: float | None = None
    unscored_reasons: Counter[str] = field(default_factory=Counter)
    quotes: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in ("done", "stopped", "cancelled", "failed")
