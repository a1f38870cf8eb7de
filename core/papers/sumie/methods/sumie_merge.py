"""MERGE: the model first makes a table of the new paragraph alone, then puts it together with the table so far (SUMIE,
SUMIE, section 4.1), in words of our own. The first step has the prompt of ``sumie-update``."""

from __future__ import annotations

from collections.abc import Sequence

from galley.core.judges.inquiry.labels import Reading
from galley.core.judges.methods._asking import question
from galley.core.judges.methods.base import Asker, Context
from galley.core.papers.sumie import entity_turns
from galley.core.papers.sumie.entry_model import Fact
from galley.core.papers.sumie.table_replies import Read


class SumieMerge(entity_turns.Keeping):
    """See the module."""

    name = "sumie-merge"
    label = "SUMIE: tables, two steps a turn"
    title = "Keep a table of an entity as paragraphs arrive, in two steps a turn (SUMIE, MERGE)"
    way = "merge"
    uses = ("sumie-update",)

    async def turn(
        self, turn: int, facts: Sequence[Fact], told: dict[str, str], context: Context, ask: Asker
    ) -> Reading:
        """See ``Keeping``."""
        first = context.prompts["sumie-update/first"]
        expect = entity_turns.ENTRY_TOKENS * entity_turns.ENTRIES_A_TURN
        one = question(f"turn {turn}", first, told, entity_turns.reader(""), expect)
        reading = await ask.one(entity_turns.asked(one))
        if not isinstance(reading.data, Read) or reading.data.why or not facts:
            return reading
        news = entity_turns.shown(reading.data.facts, "news")
        inputs = {**told, "table": entity_turns.shown(facts), "news": news}
        prompt = context.prompts["merge"]
        one = question(f"turn {turn} merge", prompt, inputs, entity_turns.reader(""), expect * turn)
        return await ask.one(entity_turns.asked(one))


METHOD = SumieMerge()
