"""MERGE: the model first makes a table of the new paragraph alone, then puts it together with the table so far (SUMIE,
SUMIE, section 4.1), in words of our own. The first step has the prompt of ``sumie-update``."""

from __future__ import annotations

from collections.abc import Sequence

from galley.core.judges.inquiry.labels import Reading
from galley.core.judges.methods._questions import question
from galley.core.judges.methods.base import Asker, Context
from galley.core.papers.sumie import entity_turns
from galley.core.papers.sumie.entry_model import Fact
from galley.core.papers.sumie.table_replies import TableReading


class SumieMerge(entity_turns.TableMethod):
    """See the module."""

    name = "sumie-merge"
    label = "SUMIE: tables, two steps a turn"
    title = "Keep a table of an entity as paragraphs arrive, in two steps a turn (SUMIE, MERGE)"
    way = "merge"
    uses = ("sumie-update",)

    async def turn(
        self, turn: int, facts: Sequence[Fact], prompt_inputs: dict[str, str], context: Context, ask: Asker
    ) -> Reading:
        """See ``TableMethod``."""
        first = context.prompts["sumie-update/first"]
        expect = entity_turns.ENTRY_TOKENS * entity_turns.ENTRIES_A_TURN
        one = question(f"turn {turn}", first, prompt_inputs, entity_turns.reader(""), expect)
        reading = await ask.one(entity_turns.restore_reader(one))
        if not isinstance(reading.data, TableReading) or reading.data.why or not facts:
            return reading
        news = entity_turns.format_table(reading.data.facts, "news")
        inputs = {**prompt_inputs, "table": entity_turns.format_table(facts), "news": news}
        prompt = context.prompts["merge"]
        one = question(f"turn {turn} merge", prompt, inputs, entity_turns.reader(""), expect * turn)
        return await ask.one(entity_turns.restore_reader(one))


METHOD = SumieMerge()
