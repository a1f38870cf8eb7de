"""What a call is known by, and whether its reply is in the project already."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from galley.core.judges import store
from galley.core.judges.clients.base import Finish, Reply, Request
from galley.core.judges.inquiry import prompts
from galley.core.judges.inquiry.labels import Reading
from galley.core.judges.order import UNSCORED, ReadyRun, body_of

if TYPE_CHECKING:
    from galley.core.judges.methods.base import Inquiry, ModelQuestion


def identity(request: Request, question: ModelQuestion) -> tuple[str, str]:
    """(the request as it is kept, the key that identical calls share)."""
    body = body_of(request)
    return body, store.call_key(body, prompts.hash_of(question.prompts), question.sample)


def kept(
    connection: sqlite3.Connection, plan: ReadyRun, inquiry: Inquiry, question: ModelQuestion, run: int = 0
) -> Reply | None:
    """The newest reply that this server gave to the question, under whatever cap of tokens; none where it was cut off
    by a lower cap than the present one, or is to be asked for again and was not yet by ``run``."""
    most = plan.request(inquiry, question).max_tokens
    found: store.Paid | None = None
    for limit in plan.limits:
        request = plan.request(inquiry, question, limit)
        paid = store.paid(connection, identity(request, question)[1], plan.server.others)
        if paid is None or (paid.reply.finish is Finish.TRUNCATED and request.max_tokens < most):
            continue
        if found is None or paid.call > found.call:
            found = paid
    if found is None:
        return None
    if plan.order.again and found.run != run:
        if plan.order.again == UNSCORED:
            again = bool(question.read(found.reply).unscored)
        else:
            again = found.call in plan.again
        if again:
            return None
    return found.reply


def known(
    connection: sqlite3.Connection, plan: ReadyRun, inquiry: Inquiry, question: ModelQuestion, run: int = 0
) -> Reading | None:
    """See ``Asker.known``."""
    reply = kept(connection, plan, inquiry, question, run)
    return None if reply is None else question.read(reply)


async def together(
    one: Callable[[ModelQuestion], Awaitable[Reading]], questions: Sequence[ModelQuestion]
) -> list[Reading]:
    """All at once. Nothing that was sent is given up because a sibling was not: replies are kept first."""
    results = await asyncio.gather(*map(one, questions), return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return [result for result in results if isinstance(result, Reading)]


class Knows:
    """An asker that asks nobody: it gives what is known of ``inquiry``, the present one, and counts or notes the
    rest."""

    inquiry: Inquiry

    def __init__(self, connection: sqlite3.Connection, plan: ReadyRun, run: int = 0) -> None:
        self.connection, self.plan, self.run = connection, plan, run

    def known(self, question: ModelQuestion) -> Reading | None:
        """See ``Asker.known``."""
        return known(self.connection, self.plan, self.inquiry, question, self.run)
