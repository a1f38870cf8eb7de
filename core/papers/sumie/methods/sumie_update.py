"""UPDATE: the model sees the table so far and the new paragraph, and gives the whole table anew (SUMIE,
section 4.1), in words of our own. One call a turn; a run that was stopped goes on from its kept replies."""

from __future__ import annotations

from galley.core.judges.methods._asking import question
from galley.core.judges.methods.base import Asker, Context, Inquiry, Outcome
from galley.core.papers.sumie import entity_turns
from galley.core.papers.sumie.table_replies import Read


class SumieUpdate(entity_turns.Keeping):
    """See the module."""

    name = "sumie-update"
    label = "SUMIE: tables, one step a turn"
    title = "Keep a table of an entity as paragraphs arrive, in one step a turn (SUMIE, UPDATE)"
    way = "update"

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        texts = [unit.text for unit in inquiry.target.units]
        done, facts, about = self.beginning(inquiry.view, context)
        parts = []
        for turn in range(done + 1, len(texts) + 1):
            prompt = context.prompts["update" if facts else "first"]
            inputs = {**about, "paragraph": self.paragraph(inquiry, turn, context), "table": entity_turns.shown(facts)}
            expect = entity_turns.ENTRY_TOKENS * entity_turns.ENTRIES_A_TURN * turn
            one = question(f"turn {turn}", prompt, inputs, entity_turns.reader(""), expect)
            reading = await ask.one(entity_turns.asked(one))
            if not isinstance(reading.data, Read):
                break  # no reply: the next run goes on from here
            if not reading.data.why:
                facts = list(reading.data.facts)
            parts.append(self.table(context, turn, facts, texts, reading.data.why))
        return entity_turns.joined(parts)


METHOD = SumieUpdate()
