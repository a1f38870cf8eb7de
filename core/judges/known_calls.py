"""What a call is known by, and whether its reply is in the project already."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from galley.core.judges import store
from galley.core.judges.clients.base import Finish, Reply, Request
from galley.core.judges.inquiry import prompts
from galley.core.judges.inquiry.labels import Fault, Reading
from galley.core.judges.order import UNSCORED, ReadyRun, body_of
from galley.core.storage.connection import Connection

if TYPE_CHECKING:
    from galley.core.judges.methods.base import Inquiry, ModelQuestion


def identity(request: Request, question: ModelQuestion) -> tuple[str, str]:
    """(the request as it is kept, the key that identical calls share)."""
    body = body_of(request)
    return body, store.call_key(body, prompts.hash_of(question.prompts), question.sample)


SECOND = ", asked again"
"""What follows the part of a question that is asked once more, in the list of calls."""


def second_question(
    plan: ReadyRun, inquiry: Inquiry, question: ModelQuestion, reading: Reading
) -> ModelQuestion | None:
    """The question that is asked once more where the form of a reply is wrong; None where the reply stands.

    A reply that was cut off gets twice the tokens, where there is room for them. To any other, the error is named.
    """
    is_allowed = getattr(plan.method, "asks_again", False)
    if question.is_second or plan.provider == "replay":
        return None
    second = replace(question, part=question.part + SECOND, is_second=True, limit_factor=2)
    if reading.fault is Fault.CUT and (is_allowed or plan.provider == "compatible"):
        has_room = plan.request(inquiry, second).max_tokens > plan.request(inquiry, question).max_tokens
        return second if has_room else None
    if reading.fault is Fault.MALFORMED and is_allowed:
        error = (
            f"\n\nAn earlier reply to this could not be read: {reading.unscored_reason}. Answer again, in exactly the"
            " form that is asked for."
        )
        return replace(second, user=question.user + error, limit_factor=1)
    return None


def choose_reading(first: Reading, second: Reading) -> Reading:
    """The reading that counts of a reply and of the one that was asked for once more."""
    return second if not second.unscored_reason or (first.nothing and not second.nothing) else first


def find_reply(
    connection: Connection, plan: ReadyRun, inquiry: Inquiry, question: ModelQuestion, run: int = 0
) -> Reply | None:
    """The newest reply that this server gave to the question, under whatever cap of tokens; none where it was cut off
    by a lower cap than the present one, or is to be asked for again and was not yet by ``run``."""
    most = plan.request(inquiry, question).max_tokens
    newest: store.PaidReply | None = None
    for cap in plan.caps:
        request = plan.request(inquiry, question, cap)
        paid = store.find_paid_reply(connection, identity(request, question)[1], plan.server.others)
        if paid is None or (paid.reply.finish is Finish.TRUNCATED and request.max_tokens < most):
            continue
        if newest is None or paid.call > newest.call:
            newest = paid
    if newest is None:
        return None
    if plan.order.again and newest.run != run:
        if plan.order.again == UNSCORED:
            reading = question.read(newest.reply)
            again = bool(reading.unscored_reason)
            if again and (second := second_question(plan, inquiry, question, reading)) is not None:
                second_reply = find_reply(connection, plan, inquiry, second, run)
                again = second_reply is None or bool(second.read(second_reply).unscored_reason)
        else:
            again = newest.call in plan.again
        if again:
            return None
    return newest.reply


def find_reading(
    connection: Connection, plan: ReadyRun, inquiry: Inquiry, question: ModelQuestion, run: int = 0
) -> Reading | None:
    """See ``Asker.find_reading``."""
    reply = find_reply(connection, plan, inquiry, question, run)
    if reply is None:
        return None
    reading = question.read(reply)
    second = second_question(plan, inquiry, question, reading)
    if second is None:
        return reading
    second_reading = find_reading(connection, plan, inquiry, second, run)
    return None if second_reading is None else choose_reading(reading, second_reading)


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

    def __init__(self, connection: Connection, plan: ReadyRun, run: int = 0) -> None:
        self.connection, self.plan, self.run = connection, plan, run

    def find_reading(self, question: ModelQuestion) -> Reading | None:
        """See ``Asker.find_reading``."""
        return find_reading(self.connection, self.plan, self.inquiry, question, self.run)
