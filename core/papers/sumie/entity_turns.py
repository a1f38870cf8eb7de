"""What the methods that keep an entity's table share: a turn after the other, each table a document of its own."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from galley.core.domain import Document, Role
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import Reading, find_stop_reason
from galley.core.judges.inquiry.model_texts import delimit
from galley.core.judges.methods._questions import AsksAModel
from galley.core.judges.methods.base import Asker, Context, Inquiry, ModelQuestion, Outcome, Setting
from galley.core.papers.sumie import entry_model, table_replies
from galley.core.papers.sumie.entry_model import LEFT_OUT, Fact, Turn, TurnTable
from galley.core.papers.sumie.table_replies import TableReading
from galley.core.review.items import ItemView

ENTRY_TOKENS = 45
"""Tokens of an entry with its evidence, for estimates."""
ENTRIES_A_TURN = 9
"""About as many entries as a paragraph of the benchmark adds (SUMIE, table 4)."""


KEPT = "kept"
WITHOUT = "without distractors"


class TableMethod(AsksAModel, ABC):
    """A method that keeps a table turn by turn. The tables of a system that are there already are not made again. With
    ``distractors=left-out`` the marked sentences of the paragraphs are left out (SUMIE, table 2): that is a system of
    another name, so that both stand side by side."""

    heeds: tuple[str, ...] = ()
    settings = (Setting("distractors", KEPT, "whether the paragraphs keep their distractors", values=(KEPT, LEFT_OUT)),)
    name = ""
    way = ""
    """What ``meta["method"]`` of the tables says."""

    def check(self, context: Context) -> None:
        """See ``Method``: there is nothing to choose."""

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: an entity that lacks the table of some turn."""
        article = entry_model.find_article(view)
        if article is None or not article.units:
            return
        if context.settings["distractors"] == LEFT_OUT and not any(t.distractors for t in entry_model.turns(view)):
            return  # nothing is marked, so it would be the same table again
        turns_present = {table.turn for table in self.own_tables(view, context)}
        if not turns_present.issuperset(range(1, len(article.units) + 1)):
            yield Inquiry(view, article, "tables")

    def own_tables(self, view: ItemView, context: Context) -> list[TurnTable]:
        """The tables that this model has made in this way."""
        return [table for table in entry_model.tables(view) if table.system == self.system(context)]

    def system(self, context: Context) -> str:
        """What the tables' system is called: the model, and the way, since one model may do both."""
        suffix = f" {WITHOUT}" if context.settings["distractors"] == LEFT_OUT else ""
        return f"{context.speaker} {self.way}{suffix}"

    def beginning(self, view: ItemView, context: Context) -> tuple[int, list[Fact], dict[str, str]]:
        """(turns that are done, the table after them, what the prompts are told of the entity)."""
        done, facts = 0, list[Fact]()
        for table in self.own_tables(view, context):
            if table.turn == done + 1:
                done = table.turn
                if not table.invalid:
                    facts = [entry.fact for entry in table.entries]
        about = {"entity": str(view.meta.get("entity") or view.key), "category": str(view.meta.get("category") or "")}
        return done, facts, about

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``: turn after turn, from the first that has no table yet."""
        texts = [unit.text for unit in inquiry.target.units]
        done, facts, about = self.beginning(inquiry.view, context)
        parts = []
        for turn in range(done + 1, len(texts) + 1):
            prompt_inputs = {**about, "paragraph": self.paragraph(inquiry, turn, context)}
            reading = await self.turn(turn, facts, prompt_inputs, context, ask)
            if not isinstance(reading.data, TableReading):
                break  # no reply: the next run goes on from here
            if not reading.data.why:
                facts = list(reading.data.facts)
            parts.append(self.table(context, turn, facts, texts, reading.data.why))
        return combine_turns(parts)

    @abstractmethod
    async def turn(
        self, turn: int, facts: Sequence[Fact], prompt_inputs: dict[str, str], context: Context, ask: Asker
    ) -> Reading:
        """The table after a turn (from 1) as the model gives it; ``told`` is what prompts are told of it."""

    def paragraph(self, inquiry: Inquiry, turn: int, context: Context) -> str:
        """The paragraph of a turn (from 1) as a prompt gets it."""
        without_distractors = context.settings["distractors"] == LEFT_OUT
        return paragraph(
            inquiry.target, turn, entry_model.turns(inquiry.view)[turn - 1] if without_distractors else None
        )

    def table(
        self, context: Context, turn: int, facts: Sequence[Fact], texts: Sequence[str], why: str
    ) -> dict[str, Any]:
        """The parts of a record that one turn adds. ``why`` says why the reply was no table; the one before then
        stays in force for the next turn, and this one counts as an invalid answer."""
        distractor_meta = {"distractors": LEFT_OUT} if context.settings["distractors"] == LEFT_OUT else {}
        meta = {"method": self.way, **distractor_meta, **({"invalid": why} if why else {})}
        system = self.system(context)
        name = entry_model.table_name(system, turn)
        document, units = entry_model.table_parts(
            name, Role.TABLE, [] if why else facts, turn, texts[:turn], system, meta=meta
        )
        return {"documents": [document], "units": units}


def combine_turns(parts: Sequence[dict[str, Any]]) -> Outcome:
    """All turns as one outcome."""
    documents = [document for part in parts for document in part["documents"]]
    units = [unit for part in parts for unit in part["units"]]
    return Outcome(record={"documents": documents, "units": units} if documents else None)


def paragraph(article: Document, turn: int, marked_turn: Turn | None = None) -> str:
    """The paragraph of a turn (from 1), delimited; without the distractors of ``marked``, where it is given."""
    text = article.units[turn - 1].text
    return delimit("paragraph", text if marked_turn is None else entry_model.without_distractors(text, marked_turn))


def format_table(facts: Sequence[Fact], name: str = "table") -> str:
    """A table as a prompt shows it, between tags of that name."""
    return delimit(name, json.dumps([fact._asdict() for fact in facts], ensure_ascii=False, indent=0))


def reader(prompt: str) -> Callable[[Reply], Reading]:
    """Reads a reply to ``prompt`` (the user's part of what was sent): a ``TableReading``, which says so where it is
    no table. A call without a reply gives no data at all."""

    def read(reply: Reply) -> Reading:
        why = find_stop_reason(reply)
        table_reading = TableReading((), why) if why else table_replies.read_table(reply.text, prompt)
        return Reading(unscored_reason=table_reading.why, repairs=table_reading.repair_note, data=table_reading)

    return read


def restore_reader(one: ModelQuestion) -> ModelQuestion:
    """The question with a reader that knows its own words again."""
    return replace(one, reader=reader(one.user))
