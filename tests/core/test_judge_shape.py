"""Where a server takes no schema, or says nothing and ignores it, the instructions say what shape a reply has."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from galley.core import paths
from galley.core.judges.clients.base import CallError, Request
from galley.core.judges.clients.registry import Source, maker
from galley.core.judges.inquiry import prompts
from galley.core.judges.methods import registry
from galley.core.judges.methods.base import Choices
from galley.core.project.project import Project
from tests.core import building, hostile_models
from tests.core.fake_models import Answer, Seen, error, serving
from tests.core.judging import calls, good, order, run, through

ALL = [prompt for folder in sorted(paths.prompts().iterdir()) if folder.is_dir()
       for prompt in prompts.read_shipped(folder.name).values() if prompt.schema is not None]  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with building.project(tmp_path) as made:
        yield made


def told(seen: Seen) -> Any:
    """The schema in the instructions of a request."""
    first = seen.body["messages"][0]
    assert first["role"] == "system"
    return json.loads(first["content"].split("which is not an answer itself:\n")[1])


def test_every_method_that_asks_has_a_prompt_here() -> None:
    asking = {name for name, method in registry.REGISTRY.all().items() if not method.local}
    # a model that was made for claims answers in one word
    assert asking - {"claim-check"} == {prompt.method for prompt in ALL}


def test_the_shape_is_said_for_every_prompt_of_every_method() -> None:
    refusing = hostile_models.refusing_formats("json_schema", "json_object")

    def script(seen: Seen, number: int) -> Answer:
        return refusing(seen, number) if "response_format" in seen.body else Answer("{}")

    with serving(script) as fake:
        make, _ = maker(Source("compatible", f"{fake.url}/v1"), 5)

        async def all_of_them() -> None:
            client = make()
            for prompt in ALL:
                await through(client, Request("m", prompt.system, "u", prompt.schema), 5)
            await client.close()

        asyncio.run(all_of_them())
        answered = [seen for seen in fake.seen if "response_format" not in seen.body]
    assert [told(seen) for seen in answered] == [prompt.schema for prompt in ALL]
    for seen, prompt in zip(answered, ALL, strict=True):
        assert seen.body["messages"][0]["content"].startswith(prompt.system[:200])


@pytest.mark.parametrize(
    ("message", "attempts"),
    [
        ("This model's maximum context length is 2048 tokens, your messages have 3000.", 1),
        ("The request exceeds the available context size (2048 tokens).", 1),
        ("response_format needs a context length of 4096 tokens", 3),
        ("invalid request", 3),
    ],
)
def test_a_text_that_is_too_long_is_not_sent_again_in_another_form(
    project: Project, message: str, attempts: int
) -> None:
    with serving(lambda *_: error(400, message)) as fake:
        assert run(project, order(fake, "compatible", model="small", concurrency=1)).failed_calls == 2
    assert {row[0] for row in calls(project, "attempts")} == {attempts}


@pytest.mark.parametrize("how", ["refuses", "ignores"])
def test_a_model_that_was_not_told_would_guess(project: Project, how: str) -> None:
    """The model answers in the shape that it is told, and in prose where it is told none."""

    def script(seen: Seen, number: int) -> Answer:
        if how == "refuses" and "response_format" in seen.body:
            return error(400, "unknown field response_format")
        return good(seen, number) if told(seen)["required"] == ["verdicts"] else hostile_models.garbage()

    with serving(script) as fake:
        end = run(project, order(fake, "compatible", model="m", choices=Choices(("changed-meaning",), 2)))
    assert (end.state, end.replies_received, end.unscored_reasons) == ("done", 4, Counter())


def test_without_a_schema_nothing_is_added_and_the_key_is_as_it_was() -> None:
    with serving(lambda *_: Answer("x")) as fake:
        make, _ = maker(Source("compatible", f"{fake.url}/v1"), 5)

        async def once() -> None:
            client = make()
            await client.complete(Request("m", "You judge.", "u"))
            await client.complete(Request("m", "", "u", {"type": "object"}))
            await client.close()

        asyncio.run(once())
        first, second = fake.seen
    assert first.body["messages"][0]["content"] == "You judge."
    assert told(second) == {"type": "object"}


@pytest.mark.parametrize(
    ("status", "words", "simpler"),
    [
        (400, "bad", True),
        (415, "bad", True),
        (422, "bad", True),
        (501, "bad", True),
        (404, "json_schema is not available on this route", True),
        (500, "failed to parse grammar", True),
        (404, "no such model", False),
        (500, "out of memory", False),
        (401, "bad key, response_format", False),
        (429, "too many with response_format", False),
    ],
)
def test_what_may_be_about_the_schema_is_asked_more_simply(status: int, words: str, simpler: bool) -> None:
    with serving(lambda *_: error(status, words)) as fake:
        make, _ = maker(Source("compatible", f"{fake.url}/v1"), 5)

        async def once() -> CallError:
            client = make()
            with pytest.raises(CallError) as caught:
                await client.complete(Request("m", "", "u", {"type": "object"}))
            await client.close()
            return caught.value

        problem = asyncio.run(once())
    assert (problem.instead is not None) is simpler
    assert len(fake.seen) == 1


def test_the_schema_repeated_is_no_answer(project: Project) -> None:
    """A small model says the schema again; before an answer it is skipped, alone it is unscored."""

    def script(seen: Seen, number: int) -> Answer:
        schema = json.dumps(told(seen))
        return Answer(f"The schema is:\n{schema}\n\n{good(seen, number).text}" if number else schema)

    with serving(script) as fake:
        end = run(project, order(fake, "compatible", model="m", concurrency=1))
    assert end.read == 1
    assert [bool(why) for (why,) in calls(project, "unscored")] == [True, False]
