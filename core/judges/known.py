"""What a call is known by, and whether its reply is in the project already."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from galley.core.judges import prompts, store
from galley.core.judges.clients.base import Reply, Request
from galley.core.judges.labels import Reading
from galley.core.judges.order import Plan, body_of

if TYPE_CHECKING:
    from galley.core.judges.methods.base import Question, Task


def identity(request: Request, question: Question) -> tuple[str, str]:
    """(the request as it is kept, the key that identical calls share)."""
    body = body_of(request)
    return body, store.call_key(body, prompts.hash_of(question.prompts), question.sample)


def kept(connection: sqlite3.Connection, plan: Plan, key: str) -> Reply | None:
    """The reply that this server gave to an identical call."""
    found = store.paid(connection, key, plan.server.others)
    return None if found is None else found.reply


def known(connection: sqlite3.Connection, plan: Plan, task: Task, question: Question) -> Reading | None:
    """See ``Asker.known``."""
    _, key = identity(plan.request(task, question), question)
    reply = kept(connection, plan, key)
    return None if reply is None else question.read(reply)
