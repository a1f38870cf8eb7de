"""Models asked by way of files: requests of a shard in the form of OpenAI's batches, and the results read back.

The same file runs as a provider's batch or in vLLM's ``run-batch``; its results belong into the folder beside, under
the same name. A method in several steps shows the next requests when the results of the last are there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

import orjson

from galley.core import newfile
from galley.core.errors import GalleyError, InputError
from galley.core.judges.clients.base import CallError, Reply, Request
from galley.core.judges.inquiry import price
from galley.core.judges.inquiry.labels import Reading
from galley.core.judges.known import identity
from galley.core.judges.methods.base import ModelQuestion
from galley.core.judges.order import ReadyRun
from galley.core.screening import rowwise, screener, screenjob, shardfile
from galley.core.screening.unkept import view

REQUESTS, RESULTS = "requests", "results"
MOST_REQUESTS, MOST_BYTES = 50_000, 190_000_000
"""Of one file; OpenAI takes no more."""


class _Later(Exception):
    """The reply is not there yet."""


@dataclass
class Left:
    """What is left of a shard: ``new`` requests, written into hidden ``parts``, with about so many tokens; and those
    that ``wait``: they were written before, and their results are not there."""

    new: int = 0
    waiting: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    parts: tuple[str, ...] = ()


class Filed(screener.Silent):
    """Answers from the results of a shard, and takes down what they do not answer."""

    def __init__(self, folder: Path, plan: ReadyRun, shard: Path) -> None:
        self._plan = plan
        self.stem = shardfile.output(folder, shard).name.removesuffix(shardfile.SUFFIX)
        self._mark = self.stem.rpartition("-")[2]
        self._files: list[BinaryIO] = []
        self._places = dict(_ids(folder / RESULTS, self.stem, self._files))
        self.asked = {name for name, _ in _ids(folder / REQUESTS, self.stem, self._files, keep=False)}
        self.pending: dict[str, tuple[Request, ModelQuestion]] = {}

    def __enter__(self) -> Filed:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files:
            file.close()

    async def one(self, question: ModelQuestion) -> Reading:
        """See ``Asker``."""
        found = self.known(question)
        if found is None:
            raise _Later
        return found

    async def all(self, questions: Iterable[ModelQuestion]) -> list[Reading]:
        """See ``Asker``."""
        found = [self.known(question) for question in questions]
        if any(each is None for each in found):
            raise _Later
        return [each for each in found if each is not None]

    def known(self, question: ModelQuestion) -> Reading | None:
        """See ``Asker``; what is not known is taken down."""
        assert self.inquiry is not None
        request = self._plan.request(self.inquiry, question)
        key = identity(request, question)[1]
        name = f"{self._mark}-{blake2b(key.encode(), digest_size=12).hexdigest()}"
        if name not in self._places:
            self.pending.setdefault(name, (request, question))
            return None
        reply = self._reply(*self._places[name])
        if isinstance(reply, CallError):
            return Reading(unscored=f"no reply ({reply})")
        return question.read(reply)

    def _reply(self, file: int, at: int) -> Reply | CallError:
        from galley.core.judges.clients.openai import batch_entry

        self._files[file].seek(at)
        return batch_entry(orjson.loads(self._files[file].readline()))


def _ids(
    folder: Path, stem: str, files: list[BinaryIO], keep: bool = True
) -> Iterable[tuple[str, tuple[int, int]]]:
    """The custom ids of a shard's files, each with its file and place (bytes). Raises: InputError for a bad line."""
    for path in sorted(folder.glob(f"{stem.replace('[', '[[]')}.*.jsonl")):
        stream = path.open("rb")
        at = 0
        for number, text in enumerate(stream, 1):
            try:
                name = orjson.loads(text)["custom_id"]
            except (ValueError, KeyError, TypeError):
                stream.close()
                raise InputError(
                    f"{path}, line {number}: this is no line of a batch; put the results there as they came."
                ) from None
            yield name, (len(files), at)
            at += len(text)
        if keep:
            files.append(stream)
        else:
            stream.close()


def ask_shard(folder: str, path: str) -> str:
    """Judge a shard if every reply is there; else write what is to be asked. Gives ``Left`` as JSON."""
    job, plan, source = screenjob.known(folder)
    home, shard = Path(folder), Path(path)
    if screener.done(job, shard, shardfile.output(home, shard)):
        return "{}"
    with Filed(home, plan, shard) as filed:
        tally = screener.ScreenTally(job, plan, screener.Told(), filed)
        left = Left()
        writer = _Parts(home, filed, left, shard)
        try:
            for row in rowwise.rows(shard, source, lambda _: None):
                look(tally, filed, row)
                writer.take(filed.pending)
            writer.close()
        except BaseException:
            writer.drop()
            raise
        if not left.new and not left.waiting:
            screener.judge_shard(folder, path, filed)
        return json.dumps(left.__dict__)


def look(tally: screener.ScreenTally, filed: Filed, row: rowwise.RecordRow) -> None:
    """Go through a record's inquiries, each as far as replies are known."""
    with suppress(Exception):  # what a record does wrong is told when it is judged
        item = view(row.record)
        for inquiry in tally.plan.method.inquiries(item, tally.plan.context):
            with suppress(_Later):
                tally.outcome(inquiry)


class _Parts:
    """Writes requests into hidden files, none larger than a provider takes."""

    def __init__(self, folder: Path, filed: Filed, left: Left, shard: Path) -> None:
        self._folder, self._filed, self._left, self._shard = folder / REQUESTS, filed, left, shard
        self._seen = set(filed.asked)
        self._waiting: set[str] = set()
        self._stream: BinaryIO | None = None
        self._count = self._bytes = 0

    def take(self, pending: dict[str, tuple[Request, ModelQuestion]]) -> None:
        """Write those that were not written before."""
        from galley.core.judges.clients.openai import batch_line

        for name, (request, question) in pending.items():
            if name in self._filed.asked:
                self._waiting.add(name)
            elif name not in self._seen:
                self._seen.add(name)
                self._line(orjson.dumps(batch_line(name, request)) + b"\n")
                self._left.new += 1
                schema = json.dumps(request.schema) if request.schema else ""
                self._left.tokens_in += sum(map(price.guess, (*request.texts(), schema)))
                self._left.tokens_out += question.expect
        pending.clear()

    def _line(self, text: bytes) -> None:
        full = self._count == MOST_REQUESTS or self._bytes + len(text) > MOST_BYTES
        if self._stream is None or full:
            self._end()
            stem, number = self._filed.stem, len(self._left.parts) + 1
            path = self._folder / f".{stem}.{number}.part"
            path.unlink(missing_ok=True)
            newfile.make(path, self._shard)
            self._left.parts = (*self._left.parts, str(path))
            self._stream, self._count, self._bytes = path.open("wb"), 0, 0
        self._stream.write(text)
        self._count, self._bytes = self._count + 1, self._bytes + len(text)

    def _end(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def close(self) -> None:
        """All of them are written."""
        self._end()
        self._left.waiting = len(self._waiting)

    def drop(self) -> None:
        """Take them away."""
        self._end()
        drop(self._left.parts)


def drop(parts: Sequence[str]) -> None:
    """Take hidden request files away."""
    for part in parts:
        Path(part).unlink(missing_ok=True)


def place(folder: Path, parts: Sequence[str]) -> int:
    """Give the hidden request files their names, after those that are there; gives how many."""
    for part in parts:
        path = Path(part)
        stem = path.name.removeprefix(".").rpartition(".")[0].rpartition(".")[0]
        there = len(list((folder / REQUESTS).glob(f"{stem.replace('[', '[[]')}.*.jsonl")))
        path.rename(folder / REQUESTS / f"{stem}.{there + 1:03}.jsonl")
    return len(parts)


def within(plan: ReadyRun, found: Sequence[Left]) -> str:
    """What all of it takes, in a sentence. Raises: GalleyError where it is more than a cap allows."""
    requests, tokens_in, tokens_out = (sum(getattr(each, name) for each in found) for name in
                                       ("new", "tokens_in", "tokens_out"))  # fmt: skip
    cost = plan.cost(tokens_in, tokens_out)
    said = f"{requests:,} requests, about {tokens_in:,} tokens in and {tokens_out:,} out"
    said += ", at an unknown price" if cost is None else f", about ${cost:,.2f} as a batch"
    order = plan.order
    if order.max_requests is not None and requests > order.max_requests:
        most = f"--max-requests {order.max_requests:,}"
        raise GalleyError(f"That would be {said}, more than {most}; nothing was written.")
    if order.budget is not None and cost is not None and cost > order.budget:
        raise GalleyError(f"That would be {said}, more than the budget of ${order.budget:,.2f}; nothing was written.")
    return said
