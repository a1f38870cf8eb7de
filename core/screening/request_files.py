"""Models asked by way of files: requests of a shard in the form of OpenAI's batches, and the results read back.

The same file runs as a provider's batch or in vLLM's ``run-batch``; its results belong into the folder beside, under
the same name. A method in several steps shows the next requests when the results of the last are there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import orjson

from galley.core import new_files
from galley.core.errors import GalleyError, InputError
from galley.core.hashing import blake2b
from galley.core.judges.clients.base import CallError, Reply, Request
from galley.core.judges.inquiry import price
from galley.core.judges.inquiry.labels import Reading
from galley.core.judges.known_calls import identity
from galley.core.judges.methods.base import ModelQuestion
from galley.core.judges.order import ReadyRun
from galley.core.screening import run, shard_files, shard_job, streaming
from galley.core.screening.in_memory_item import view

REQUESTS, RESULTS = "requests", "results"
MOST_REQUESTS, MOST_BYTES = 50_000, 190_000_000
"""Of one file; OpenAI takes no more."""


class _Later(Exception):
    """The reply is not there yet."""


@dataclass
class RequestTally:
    """What is left of a shard: ``new`` requests, written into hidden ``parts``, with about so many tokens; and those
    that ``wait``: they were written before, and their results are not there."""

    new: int = 0
    waiting: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    parts: tuple[str, ...] = ()


class FileAsker(run.NullAsker):
    """Answers from the results of a shard, and takes down what they do not answer."""

    def __init__(self, folder: Path, plan: ReadyRun, shard: Path) -> None:
        self._plan = plan
        self.stem = shard_files.output(folder, shard).name.removesuffix(shard_files.SUFFIX)
        self._mark = self.stem.rpartition("-")[2]
        self._files: list[BinaryIO] = []
        self._places = dict(_ids(folder / RESULTS, self.stem, self._files))
        self.requested_names = {name for name, _ in _ids(folder / REQUESTS, self.stem, self._files, keep=False)}
        self.pending: dict[str, tuple[Request, ModelQuestion]] = {}

    def __enter__(self) -> FileAsker:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files:
            file.close()

    async def one(self, question: ModelQuestion) -> Reading:
        """See ``Asker``."""
        reading = self.find_reading(question)
        if reading is None:
            raise _Later
        return reading

    async def all(self, questions: Iterable[ModelQuestion]) -> list[Reading]:
        """See ``Asker``."""
        readings = [self.find_reading(question) for question in questions]
        if any(reading is None for reading in readings):
            raise _Later
        return [reading for reading in readings if reading is not None]

    def find_reading(self, question: ModelQuestion) -> Reading | None:
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
            return Reading(unscored_reason=f"no reply ({reply})")
        return question.read(reply)

    def _reply(self, file: int, at: int) -> Reply | CallError:
        from galley.core.judges.clients.openai import batch_entry

        self._files[file].seek(at)
        return batch_entry(orjson.loads(self._files[file].readline()))


def _ids(folder: Path, stem: str, files: list[BinaryIO], keep: bool = True) -> Iterable[tuple[str, tuple[int, int]]]:
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
                    f"{path}, line {number}: this is not a line of a batch; copy the results there unchanged."
                ) from None
            yield name, (len(files), at)
            at += len(text)
        if keep:
            files.append(stream)
        else:
            stream.close()


def ask_shard(folder: str, path: str) -> str:
    """Judge a shard if every reply is there; else write what is to be asked. Gives ``RequestTally`` as JSON."""
    job, plan, source = shard_job.load_job(folder)
    home, shard = Path(folder), Path(path)
    if run.is_done(job, shard, shard_files.output(home, shard)):
        return "{}"
    with FileAsker(home, plan, shard) as asker:
        tally = run.ScreenTally(job, plan, run.MessageCounter(), asker)
        request_tally = RequestTally()
        writer = _Parts(home, asker, request_tally, shard)
        try:
            for row in streaming.rows(shard, source, lambda _: None):
                collect_requests(tally, asker, row)
                writer.take(asker.pending)
            writer.close()
        except BaseException:
            writer.drop()
            raise
        if not request_tally.new and not request_tally.waiting:
            run.judge_shard(folder, path, asker)
        return json.dumps(request_tally.__dict__)


def collect_requests(tally: run.ScreenTally, asker: FileAsker, row: streaming.RecordRow) -> None:
    """Go through a record's inquiries, each as far as replies are known."""
    with suppress(Exception):  # what a record does wrong is told when it is judged
        item = view(row.record)
        for inquiry in tally.plan.method.inquiries(item, tally.plan.context):
            with suppress(_Later):
                tally.outcome(inquiry)


class _Parts:
    """Writes requests into hidden files, none larger than a provider takes."""

    def __init__(self, folder: Path, asker: FileAsker, request_tally: RequestTally, shard: Path) -> None:
        self._folder, self._asker, self._tally, self._shard = folder / REQUESTS, asker, request_tally, shard
        self._seen = set(asker.requested_names)
        self._waiting: set[str] = set()
        self._stream: BinaryIO | None = None
        self._count = self._bytes = 0

    def take(self, pending: dict[str, tuple[Request, ModelQuestion]]) -> None:
        """Write those that were not written before."""
        from galley.core.judges.clients.openai import batch_line

        for name, (request, question) in pending.items():
            if name in self._asker.requested_names:
                self._waiting.add(name)
            elif name not in self._seen:
                self._seen.add(name)
                self._line(orjson.dumps(batch_line(name, request)) + b"\n")
                self._tally.new += 1
                schema = json.dumps(request.schema) if request.schema else ""
                self._tally.tokens_in += sum(map(price.estimate_tokens, (*request.texts(), schema)))
                self._tally.tokens_out += question.expect
        pending.clear()

    def _line(self, text: bytes) -> None:
        full = self._count == MOST_REQUESTS or self._bytes + len(text) > MOST_BYTES
        if self._stream is None or full:
            self._end()
            stem, number = self._asker.stem, len(self._tally.parts) + 1
            path = self._folder / f".{stem}.{number}.part"
            path.unlink(missing_ok=True)
            new_files.make(path, self._shard)
            self._tally.parts = (*self._tally.parts, str(path))
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
        self._tally.waiting = len(self._waiting)

    def drop(self) -> None:
        """Take them away."""
        self._end()
        drop(self._tally.parts)


def drop(parts: Sequence[str]) -> None:
    """Take hidden request files away."""
    for part in parts:
        Path(part).unlink(missing_ok=True)


def place(folder: Path, parts: Sequence[str]) -> int:
    """Give the hidden request files their names, after those that are there; gives how many."""
    for part in parts:
        path = Path(part)
        stem = path.name.removeprefix(".").rpartition(".")[0].rpartition(".")[0]
        file_count = len(list((folder / REQUESTS).glob(f"{stem.replace('[', '[[]')}.*.jsonl")))
        path.rename(folder / REQUESTS / f"{stem}.{file_count + 1:03}.jsonl")
    return len(parts)


def check_caps(plan: ReadyRun, tallies: Sequence[RequestTally]) -> str:
    """What all of it takes, in a sentence. Raises: GalleyError where it is more than a cap allows."""
    requests, tokens_in, tokens_out = (sum(getattr(tally, name) for tally in tallies) for name in
                                       ("new", "tokens_in", "tokens_out"))  # fmt: skip
    cost = plan.cost(tokens_in, tokens_out)
    sentence = f"{requests:,} requests, about {tokens_in:,} tokens in and {tokens_out:,} out"
    sentence += ", at an unknown price" if cost is None else f", about ${cost:,.2f} as a batch"
    order = plan.order
    if order.max_requests is not None and requests > order.max_requests:
        most = f"--max-requests {order.max_requests:,}"
        raise GalleyError(f"That would be {sentence}, more than {most}; nothing was written.")
    if order.budget is not None and cost is not None and cost > order.budget:
        raise GalleyError(
            f"That would be {sentence}, more than the budget of ${order.budget:,.2f}; nothing was written."
        )
    return sentence
