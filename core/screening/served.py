"""Models asked on a server of one's own: each worker by one client, with a bounded number of requests at a time.

What is answered is kept as it comes, in the form of a batch's results, so that a worker that ends loses nothing but
what is on its way, and the shard is judged from there.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import orjson

from galley.core import durable, newfile
from galley.core.errors import GalleyError
from galley.core.judges.clients.base import CallError, Client, Finish, Reply, Request
from galley.core.judges.clients.registry import maker
from galley.core.judges.order import ReadyRun
from galley.core.judges.retry import attempt
from galley.core.screening import rowwise, screener, screenjob, shardfile
from galley.core.screening.request_files import RESULTS, Filed, look

AT_ONCE = 256
"""Requests that are collected before they are sent."""
_FINISH = {Finish.TRUNCATED: "length", Finish.REFUSED: "content_filter"}


def serve_shard(folder: str, path: str) -> str:
    """Have a shard's requests answered, step by step, and judge it; gives where the verdicts are.

    Raises: GalleyError where the server does not answer; what it answered is kept.
    """
    job, plan, source = screenjob.known(folder)
    home, shard = Path(folder), Path(path)
    out = shardfile.output(home, shard)
    if screener.done(job, shard, out):
        return str(out)
    kept = home / RESULTS / f"{out.name.removesuffix(shardfile.SUFFIX)}.served.jsonl"
    _mend(kept, shard)
    while True:
        with Filed(home, plan, shard) as filed:
            tally = screener.ScreenTally(job, plan, screener.Told(), filed)
            sent: set[str] = set()
            for row in rowwise.rows(shard, source, lambda _: None):
                look(tally, filed, row)
                if len(filed.pending) >= AT_ONCE:
                    _answered(plan, filed, sent, kept)
            _answered(plan, filed, sent, kept)
            if not sent:
                return screener.judge_shard(folder, path, filed)


def _mend(kept: Path, shard: Path) -> None:
    """Cut off a line that was begun when a worker ended."""
    if not kept.exists():
        newfile.make(kept, shard)
        return
    with kept.open("r+b") as stream:
        whole = stream.read().rfind(b"\n") + 1
        stream.truncate(whole)


def _answered(plan: ReadyRun, filed: Filed, sent: set[str], kept: Path) -> None:
    """Send what is pending and was not sent yet, and keep what comes back."""
    fresh = {name: request for name, (request, _) in filed.pending.items() if name not in sent}
    filed.pending.clear()
    if fresh:
        sent.update(fresh)
        with kept.open("ab") as stream:
            asyncio.run(_sent(plan, fresh, stream))
            durable.sync(stream)


async def _sent(plan: ReadyRun, requests: dict[str, Request], stream: Any) -> None:
    assert plan.order.source is not None
    make, _ = maker(plan.order.source, plan.order.policy.timeout, plan.order.stream, plan.order.reach)
    client, room = make(), asyncio.Semaphore(plan.order.concurrency)

    async def one(name: str, request: Request) -> None:
        async with room:
            line = await _line(plan, client, name, request)
        stream.write(orjson.dumps(line) + b"\n")

    try:
        async with asyncio.TaskGroup() as group:
            for name, request in requests.items():
                group.create_task(one(name, request))
    except* GalleyError as errors:
        raise errors.exceptions[0] from None
    finally:
        await client.close()


async def _line(plan: ReadyRun, client: Client, name: str, request: Request) -> dict[str, Any]:
    """What a request came to, as a line of a batch's results. Raises: GalleyError."""
    policy = plan.order.policy
    for failed in range(1, policy.attempts + 1):
        try:
            reply = await attempt(client, request, policy)
            return {"custom_id": name, "response": {"status_code": 200, "body": _body(reply)}, "error": None}
        except CallError as error:
            if error.instead is not None:
                request = error.instead
                continue
            if error.fatal or (error.retry and failed == policy.attempts):
                raise GalleyError(
                    f"The server did not answer ({error}); what it answered is kept, and the same command goes on."
                ) from None
            if not error.retry:
                return {"custom_id": name, "response": None, "error": {"message": str(error)}}
            await asyncio.sleep(policy.wait(failed, error.after))
    raise GalleyError("The server wants every request in another form; see what galley judge says of it.")


def _body(reply: Reply) -> dict[str, Any]:
    message = {"role": "assistant", "content": reply.text, "refusal": reply.refusal or None}
    return {
        "model": reply.version,
        "choices": [{"finish_reason": _FINISH.get(reply.finish, "stop"), "message": message}],
        "usage": {"prompt_tokens": reply.tokens_in, "completion_tokens": reply.tokens_out},
    }
