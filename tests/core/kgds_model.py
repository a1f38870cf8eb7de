"""A model that has read the benchmark: it answers every prompt of the kgds methods from what the records hold.

Its verifier is exact: a fact or opinion is held where its words stand in the summary. Its summaries are put together
from the facts and opinions themselves; ``Taste`` says how many of them, so that an independent count knows the figures.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import Reading
from galley.core.judges.methods.base import Inquiry, ModelQuestion
from galley.core.judges.order import Order, item_ids, iter_inquiries, prepare
from galley.core.project.project import Project
from tests.core.fake_models import Answer, Seen

ERRORS = (
    "Opinion fact inconsistency", "Opinion sentiment distortion", "Implicit reference unclarified",
    "Implicit reference incorrectly clarified", "Opinion misattribution",
)  # fmt: skip


@dataclass(frozen=True)
class Taste:
    """What shares of what there is the model takes: of key facts and opinions and supporting paragraphs (``right``),
    and of the others (``wrong``); by the hash of the text, so that every ask gives the same."""

    right: float = 1.0
    wrong: float = 0.0
    salt: str = ""

    def takes(self, text: str, good: bool) -> bool:
        """Whether this text is among what the model takes."""
        number = int(hashlib.sha256(f"{self.salt}{text}".encode()).hexdigest()[:8], 16) / 16**8
        return number < (self.right if good else self.wrong)


@dataclass
class Model:
    """Knows records of the benchmark by the first paragraph of their article."""

    records: Sequence[Mapping[str, Any]]
    first: Taste = field(default_factory=Taste)
    second: Taste = field(default_factory=lambda: Taste(0.9, 0.05, "again"))

    def __post_init__(self) -> None:
        self.known = {flat(record["SBK"][0]["paragraph_text"]): record for record in self.records}

    def script(self, seen: Seen, _: int) -> Answer:
        """For the loopback servers: tokens by the length of the texts."""
        said = [_text(m["content"]) for m in seen.body["messages"] if m["role"] != "system"]
        system = [m["content"] for m in seen.body["messages"] if m["role"] == "system"]
        parts = [seen.body.get("system") or "".join(system), *said]
        text = self.reply(*parts)
        return Answer(text, tokens=(len("".join(parts)) // 4, len(text) // 4))

    def reply(self, system: str, user: str, *more: str) -> str:
        """The answer to a prompt; ``more`` are the messages of the chat after the first question."""
        blocks = {name: lines(text) for name, text in re.findall(r"<([a-z]+)-[0-9a-f]{10}>\n(.*?)\n</\1-", user, re.S)}
        if "atomic facts" in system:
            return json.dumps({"facts": self._facts(blocks["paragraph"])})
        if "draft" in system:
            return json.dumps({"opinions": self._opinions(blocks["article"])})
        if "two extracts" in flat(system).casefold():
            return json.dumps({"reasoning": "Compared.", "better": "A" if len(user) % 3 else "B"})
        if "two things" in system:
            return json.dumps(self._summary(blocks["article"], "background_summary" in system, bool(more)))
        if "kinds of error" in flat(system):
            return self._verdicts(blocks["opinions"], lambda text: ERRORS[len(text) % 5])
        if "other paragraphs of the same article" in flat(system):
            return self._verdicts(blocks["facts"], lambda text: "YES" if text in self.masked else "NO")
        held = flat(" ".join(blocks["summary"]))
        asked = blocks.get("facts") or blocks["opinions"]
        return self._verdicts(asked, lambda text: "YES" if text in held else "NO", held)

    @property
    def masked(self) -> set[str]:
        """The facts that the benchmark masks."""
        return {
            flat(fact["atomic_fact"])
            for record in self.records for group in record["BNPAF"] for fact in group["atomic_facts"]
            if fact["type"] >= 4
        }  # fmt: skip

    def _verdicts(self, texts: Sequence[str], label: Callable[[str], str], held: str = "") -> str:
        return json.dumps({"verdicts": [
            {"number": n, "reasoning": "Looked.", "quotes": [text] if held and text in held else [],
             "label": label(text)} for n, text in enumerate(texts, 1)
        ]})  # fmt: skip

    def _facts(self, paragraph: Sequence[str]) -> list[str]:
        wanted = flat(" ".join(paragraph))
        for record in self.records:
            index = next((p["paragraph_index"] for p in record["SBK"] if flat(p["paragraph_text"]) == wanted), None)
            for group in (*record["BSPAF"], *record["BNPAF"]) if index is not None else ():
                if group["paragraph_index"] == index:
                    return [fact["atomic_fact"] for fact in group["atomic_facts"]]
        return []

    def _opinions(self, article: Sequence[str]) -> list[dict[str, Any]]:
        record = self.known[flat(article[0])]
        speakers = [turn["participant"] for turn in record["KGD"]]
        return [
            {"turn": speakers.index(text.split()[0]) + 1, "speaker": text.split()[0], "opinion": text}
            for text in record["CAO"]
        ]

    def _summary(self, article: Sequence[str], written: bool, again: bool) -> dict[str, Any]:
        record, taste = self.known[flat(article[0])], self.second if again else self.first
        opinions = " ".join(text for text in record["CAO"] if taste.takes(text, True))
        answer: dict[str, Any] = {"reflection": "Checked."} if again else {}
        if written:
            facts = [
                fact["atomic_fact"]
                for name in ("BSPAF", "BNPAF") for group in record[name] for fact in group["atomic_facts"]
                if fact["type"] in (0, 1) and taste.takes(fact["atomic_fact"], fact["type"] == 1)
            ]  # fmt: skip
            return answer | {"background_summary": " ".join(facts), "opinion_summary": opinions}
        good = {p["paragraph_index"] for p in record["BSP"]}
        numbers = [
            at for at, p in enumerate(record["SBK"], 1)
            if taste.takes(p["paragraph_text"], p["paragraph_index"] in good)
        ]  # fmt: skip
        return answer | {"paragraphs": numbers, "opinion_summary": opinions}


def _text(content: str | list[dict[str, str]]) -> str:
    """What a message says, whose beginning may be marked for the provider to keep."""
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


def flat(text: str) -> str:
    """A text with single blanks."""
    return " ".join(text.split())


def lines(block: str) -> list[str]:
    """The units of a numbered block without their numbers; continuation lines are joined."""
    return [flat(part) for part in re.split(r"(?:^|\n)\[[A-Z]?\d+\] ", block) if part.strip()]


class Recorder:
    """An asker that writes down what the model would reply, for ``replay``."""

    def __init__(self, model: Model, out: list[str]) -> None:
        self.model, self.out, self.inquiry = model, out, None

    async def one(self, question: ModelQuestion) -> Reading:
        text = self.model.reply(question.system, *chain.from_iterable(question.earlier), question.user)
        inquiry: Inquiry | None = self.inquiry
        assert inquiry is not None
        place = {
            "item": inquiry.view.key,
            "document": inquiry.target.name,
            "part": question.part,
            "sample": question.sample,
        }
        tokens = {"tokens_in": len(question.user) // 4, "tokens_out": len(text) // 4}
        self.out.append(json.dumps({**place, "reply": text, **tokens}))
        return question.reader(Reply(text))

    async def all(self, questions: Sequence[ModelQuestion]) -> list[Reading]:
        return [await self.one(question) for question in questions]

    def known(self, question: ModelQuestion) -> Reading | None:
        return None


def record(project: Project, order: Order, model: Model, path: Path) -> Path:
    """Write the replies that ``order`` will ask for into ``path``."""
    plan, out = prepare(project, order), []
    asker = Recorder(model, out)

    async def go() -> None:
        connection = project.read_connection()
        for _, inquiries in iter_inquiries(connection, plan, item_ids(connection, order)):
            for inquiry in inquiries:
                asker.inquiry = inquiry
                await plan.method.work(inquiry, plan.context, asker)

    path.write_text("", "utf-8")
    asyncio.run(go())
    path.write_text("\n".join(out) + "\n", "utf-8")
    return path
