"""Caps that hold: the worst case of a request is set aside before it is sent."""

from __future__ import annotations

import asyncio


class BudgetLimitError(Exception):
    """The next request could go over a cap. The message says which."""


class Budget:
    """Money in US dollars and a number of requests (attempts, not questions); None is no cap.

    ``spent`` is what replies cost, ``possible`` the worst case of requests that were sent and never answered: a
    provider may charge them, so they count against the cap. ``reserved_money`` belongs to requests on their way.
    """

    def __init__(
        self, money: float | None = None, requests: int | None = None, spent: float = 0.0, requests_sent: int = 0
    ) -> None:
        self.money = money
        self.requests = requests
        self.spent = spent
        self.possible = 0.0
        self.reserved_money = 0.0
        self.requests_sent = requests_sent
        self._condition = asyncio.Condition()

    async def reserve(self, worst: float, wait: bool = True) -> None:
        """Set the worst case of one request aside; waits (unless told not to) while requests on their way may still
        give some back.

        Raises: Exhausted.
        """
        async with self._condition:
            while True:
                if self.requests is not None and self.requests_sent >= self.requests:
                    raise BudgetLimitError(f"The cap of {self.requests:,} requests is reached.")
                if self.money is None or self.spent + self.possible + self.reserved_money + worst <= self.money:
                    break
                if not wait or self.reserved_money <= 1e-12:
                    raise BudgetLimitError(
                        f"The next request could cost ${worst:.4f}, more than is left of the ${self.money:.2f}."
                    )
                await self._condition.wait()
            self.requests_sent += 1
            self.reserved_money += worst

    async def cancel(self, worst: float) -> None:
        """Give back what was set aside for a request that is not sent after all."""
        async with self._condition:
            self.requests_sent -= 1
            self.release(worst, 0.0)
            self._condition.notify_all()

    async def record_cost(self, worst: float, cost: float, *, answered: bool = True) -> None:
        """Put what a request did cost in the place of its worst case."""
        async with self._condition:
            self.release(worst, cost, answered=answered)
            self._condition.notify_all()

    def release(self, worst: float, cost: float, *, answered: bool = True) -> None:
        """``record_cost`` where nobody waits (a batch)."""
        self.reserved_money -= worst
        if self.reserved_money < 1e-12:  # what sums of fractions leave
            self.reserved_money = 0.0
        if answered:
            self.spent += cost
        else:
            self.possible += cost
