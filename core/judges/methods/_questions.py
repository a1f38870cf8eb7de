"""What the methods that ask a model share: definitions in words, offered labels, questions in several samples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from galley.core.domain import Criterion
from galley.core.errors import InputError
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import Reading
from galley.core.judges.inquiry.model_texts import sources, summaries
from galley.core.judges.inquiry.prompts import Prompt
from galley.core.judges.methods.base import Choices, Context, Inquiry, ModelQuestion, ProjectContent, Setting
from galley.core.review.items import ItemView

VOTES = Setting(
    "votes",
    "readable",
    "a majority counts the replies that could be read, or all (DIAL-SUMMER)",
    values=("readable", "all"),
)
UNIT_TOKENS = 70
"""Tokens that a reply spends on one unit, for estimates: a reason of two sentences and a quote."""


class AsksAModel:
    """What most methods that ask a model are: one question a thing, one annotator, nothing fitted. ``writes`` is the
    scheme of their verdicts; a method without one gives none. Each summary is asked about by those ``parts`` that are
    chosen (``usual`` unless any is named; ``part_noun`` says what one is), or by the one ``part`` there is."""

    name = ""
    samples = 1
    local = False
    writes = ""
    part = ""
    parts: tuple[str, ...] = ()
    usual: tuple[str, ...] = ()
    part_noun = ""

    def schemes(self, choices: Choices, content: ProjectContent) -> tuple[str, ...]:
        """See ``Method``."""
        return (self.writes,) if self.writes else ()

    def annotator_keys(self, choices: Choices) -> tuple[str, ...]:
        """See ``Method``."""
        return ("",)

    def fingerprint(self) -> str:
        """See ``Method``."""
        return ""

    def check(self, context: Context) -> None:
        """See ``Method``."""
        self.asks(context.choices)

    def asks(self, choices: Choices) -> tuple[str, ...]:
        """The parts that are asked. Raises: InputError for one that is not there."""
        if self.parts:
            return select_names(self.parts, choices.criteria, self.usual or self.parts, self.part_noun)
        nothing_to_choose(self.name, choices)
        return (self.part,)

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: a summary and a part, where there are sources."""
        voices = self.annotator_keys(context.choices)
        if sources(view):
            for summary in summaries(view, context.choices.systems):
                for part in self.asks(context.choices):
                    yield Inquiry(view, summary, part, part if part in voices else "")


def nothing_to_choose(name: str, choices: Choices) -> None:
    """Raises: InputError where criteria were named for a method that has none."""
    if choices.criteria:
        raise InputError(f"{name} has no criteria to choose among; leave --criteria out.")


def definitions(criteria: Iterable[Criterion]) -> str:
    """The criteria as a list in words."""
    return "\n".join(f"- {c.name}: {c.definition}" for c in criteria)


def labels(criteria: Iterable[Criterion]) -> dict[str, tuple[str, ...]]:
    """What a reply may call the criteria (name, id, aliases), with the id that is meant."""
    return {name: (c.id,) for c in criteria for name in (c.name, c.id, *c.aliases)}


def select_names(offered: Sequence[str], names: Sequence[str], standard: Sequence[str], what: str) -> tuple[str, ...]:
    """The names that the user chose, in the order of ``offered``; ``standard`` if none, all for "all".

    Raises: InputError that lists what there is.
    """
    if not names:
        return tuple(standard)
    if tuple(names) == ("all",):
        return tuple(offered)
    for name in names:
        if name not in offered:
            raise InputError(f"There is no {what} {name!r} here; there are: {', '.join(offered)}.")
    return tuple(name for name in offered if name in names)


def question(
    part: str,
    prompt: Prompt,
    inputs: Mapping[str, str],
    reader: Callable[[Reply], Reading],
    expect: int,
    more: Sequence[Prompt] = (),
    alike: int = 1,
    labels: tuple[str, Iterable[str]] | None = None,
) -> ModelQuestion:
    """One question from a prompt; ``more`` are other prompts whose text is among the inputs,
    ``count_shared_questions`` is how many
    questions begin as it does: where it is the only one, there is nothing to be gained by keeping the beginning.
    ``labels`` is a field of the reply and all that it may hold, for the schema that is sent."""
    system, user, shared = prompt.fill(**{name: inputs[name] for name in prompt.inputs})
    shared = shared if alike > 1 else 0
    schema = prompt.schema if labels is None else with_labels(prompt.schema, labels[0], tuple(labels[1]))
    return ModelQuestion(part, system, user, schema, (prompt, *more), reader, 0, expect, shared_length=shared)


def with_labels(schema: Any, field: str, names: Sequence[str]) -> Any:
    """A reply's schema whose ``field``, a text or a list of texts, holds only these names."""
    if isinstance(schema, list):
        return [with_labels(part, field, names) for part in schema]
    if not isinstance(schema, dict):
        return schema
    new_schema = {key: with_labels(value, field, names) for key, value in schema.items()}
    one = new_schema.get("properties", {}).get(field) if isinstance(new_schema.get("properties"), dict) else None
    if isinstance(one, dict):
        (one["items"] if one.get("type") == "array" else one)["enum"] = list(names)
    return new_schema


def count_shared_questions(inquiry: Inquiry, context: Context, times: int = 1) -> int:
    """How many questions about an item begin with its sources, where each summary is asked about ``each`` times."""
    return times * context.samples * len(summaries(inquiry.view, context.choices.systems))


def repeat_question(one: ModelQuestion, count: int) -> list[ModelQuestion]:
    """The same question so many times."""
    return [replace(one, sample=number) for number in range(count)]
