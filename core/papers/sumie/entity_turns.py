"""What the methods that keep an entity's table share: a turn after the other, each table a document of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from galley.core.domain import Document, Role
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import Reading, stopped
from galley.core.judges.inquiry.model_texts import delimited
from galley.core.judges.methods._asking import AsksAModel
from galley.core.judges.methods.base import Context, Inquiry, Outcome, Question
from galley.core.papers.sumie import entry_model, table_replies
from galley.core.papers.sumie.entry_model import Fact, Table
from galley.core.papers.sumie.table_replies import Read
from galley.core.project.item_reading import ItemView

ENTRY_TOKENS = 45
"""Tokens of an entry with its evidence, for estimates."""
ENTRIES_A_TURN = 9
"""About as many entries as a paragraph of the benchmark adds (SUMIE, table 4)."""


class Keeping(AsksAModel):
    """A method that keeps a table turn by turn. The tables of a system that are there already are not made again."""

    heeds: tuple[str, ...] = ()
    name = ""
    way = ""
    """What ``meta["method"]`` of the tables says."""

    def check(self, context: Context) -> None:
        """See ``Method``: there is nothing to choose."""

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: an entity that lacks the table of some turn."""
        article = entry_model.news(view)
        if article is None or not article.units:
            return
        there = {table.turn for table in self.mine(view, context.model)}
        if not there.issuperset(range(1, len(article.units) + 1)):
            yield Inquiry(view, article, "tables")

    def mine(self, view: ItemView, name: str) -> list[Table]:
        """The tables that this model has made in this way."""
        return [table for table in entry_model.tables(view) if table.system == self.system(name)]

    def system(self, name: str) -> str:
        """What the tables' system is called: the model, and the way, since one model may do both."""
        return f"{name} {self.way}"

    def beginning(self, view: ItemView, name: str) -> tuple[int, list[Fact], dict[str, str]]:
        """(turns that are done, the table after them, what the prompts are told of the entity)."""
        done, facts = 0, list[Fact]()
        for table in self.mine(view, name):
            if table.turn == done + 1:
                done = table.turn
                if not table.invalid:
                    facts = [entry.fact for entry in table.entries]
        about = {"entity": str(view.meta.get("entity") or view.key), "category": str(view.meta.get("category") or "")}
        return done, facts, about

    def table(self, name: str, turn: int, facts: Sequence[Fact], texts: Sequence[str], why: str) -> dict[str, Any]:
        """The parts of a record that one turn adds. ``why`` says why the reply was no table; the one before then
        stays in force for the next turn, and this one counts as an invalid answer."""
        meta = {"method": self.way, **({"invalid": why} if why else {})}
        system = self.system(name)
        document, units = entry_model.table_parts(
            entry_model.table_name(system, turn),
            Role.TABLE,
            [] if why else facts,
            turn,
            texts[:turn],
            system,
            meta=meta,
        )
        return {"documents": [document], "units": units}


def joined(parts: Sequence[dict[str, Any]]) -> Outcome:
    """All turns as one outcome."""
    documents = [document for part in parts for document in part["documents"]]
    units = [unit for part in parts for unit in part["units"]]
    return Outcome(record={"documents": documents, "units": units} if documents else None)


def paragraph(article: Document, turn: int) -> str:
    """The paragraph of a turn (from 1), delimited."""
    return delimited("paragraph", article.units[turn - 1].text)


def shown(facts: Sequence[Fact], name: str = "table") -> str:
    """A table as a prompt shows it, between tags of that name."""
    return delimited(name, json.dumps([fact._asdict() for fact in facts], ensure_ascii=False, indent=0))


def reader(prompt: str) -> Callable[[Reply], Reading]:
    """Reads a reply to ``prompt`` (the user's part of what was sent): a ``Read``, which says so where it is no table.
    A call without a reply gives no data at all."""

    def read(reply: Reply) -> Reading:
        why = stopped(reply)
        found = Read((), why) if why else table_replies.read_table(reply.text, prompt)
        return Reading(unscored=found.why, repaired=found.repaired, data=found)

    return read


def asked(one: Question) -> Question:
    """The question with a reader that knows its own words again."""
    return replace(one, reader=reader(one.user))
