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


def find_reply(
    connection: sqlite3.Connection, plan: ReadyRun, inquiry: Inquiry, question: ModelQuestion, run: int = 0
) -> Reply | None:
    """The newest reply that this server gave to the question, under whatever cap of tokens; none where it was cut off
    by a lower cap than the present one, or is to be asked for again and was not yet by ``run``."""
    most = plan.request(inquiry, question).max_tokens
    newest: store.PaidReply | None = None
    for limit in plan.limits:
        request = plan.request(inquiry, question, limit)
        paid = store.find_paid_reply(connection, identity(request, question)[1], plan.server.others)
        if paid is None or (paid.reply.finish is Finish.TRUNCATED and request.max_tokens < most):
            continue
        if newest is None or paid.call > newest.call:
            newest = paid
    if newest is None:
        return None
    if plan.order.again and newest.run != run:
        if plan.order.again == UNSCORED:
            again = bool(question.read(newest.reply).unscored_reason)
        else:
            again = newest.call in plan.again
        if again:
            return None
    return newest.reply


def find_reading(
    connection: sqlite3.Connection, plan: ReadyRun, inquiry: Inquiry, question: ModelQuestion, run: int = 0
) -> Reading | None:
    """See ``Asker.find_reading``."""
    reply = find_reply(connection, plan, inquiry, question, run)
    return None if reply is None else question.read(reply)


async def ask_all(
    one: Callable[[ModelQuestion], Awaitable[Reading]], questions: Sequence[ModelQuestion]
) -> list[Reading]:
    """All at once. Nothing that was sent is given up because a sibling was not: replies are kept first."""
    results = await asyncio.gather(*map(one, questions), return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return [result for result in results if isinstance(result, Reading)]


class StoredReplies:
    """An asker that asks nobody: it gives what is known of ``inquiry``, the present one, and counts or notes the
    rest."""

    inquiry: Inquiry

    def __init__(self, connection: sqlite3.Connection, plan: ReadyRun, run: int = 0) -> None:
        self.connection, self.plan, self.run = connection, plan, run

    def find_reading(self, question: ModelQuestion) -> Reading | None:
        """See ``Asker.find_reading``."""
        return find_reading(self.connection, self.plan, self.inquiry, question, self.run)
