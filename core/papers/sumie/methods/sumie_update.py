"""UPDATE: the model sees the table so far and the new paragraph, and gives the whole table again (SUMIE,
section 4.1), in words of our own. One call a turn; a run that was stopped goes on from its kept replies."""

from __future__ import annotations

from collections.abc import Sequence

from galley.core.judges.inquiry.labels import Reading
from galley.core.judges.methods._questions import question
from galley.core.judges.methods.base import Asker, Context
from galley.core.papers.sumie import entity_turns
from galley.core.papers.sumie.entry_model import Fact


class SumieUpdate(entity_turns.TableMethod):
    """See the module."""

    name = "sumie-update"
    label = "SUMIE: tables, one step a turn"
    title = "Keep a table of an entity as paragraphs arrive, in one step a turn (SUMIE, UPDATE)"
    way = "update"

    async def turn(
        self, turn: int, facts: Sequence[Fact], prompt_inputs: dict[str, str], context: Context, ask: Asker
    ) -> Reading:
        """See ``TableMethod``."""
        prompt = context.prompts["update" if facts else "first"]
        expect = entity_turns.ENTRY_TOKENS * entity_turns.ENTRIES_A_TURN * turn
        inputs = {**prompt_inputs, "table": entity_turns.format_table(facts)}
        one = question(f"turn {turn}", prompt, inputs, entity_turns.reader(""), expect)
        return await ask.one(entity_turns.restore_reader(one))


METHOD = SumieUpdate()
