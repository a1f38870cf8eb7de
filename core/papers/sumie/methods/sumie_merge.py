"""MERGE: the model first makes a table of the new paragraph alone, then puts it together with the table so far (SUMIE,
SUMIE, section 4.1), in words of our own. The first step has the prompt of ``sumie-update``."""

from __future__ import annotations

from galley.core.judges.methods._asking import question
from galley.core.judges.methods.base import Asker, Context, Inquiry, Outcome
from galley.core.papers.sumie import entity_turns
from galley.core.papers.sumie.table_replies import Read


class SumieMerge(entity_turns.Keeping):
    """See the module."""

    name = "sumie-merge"
    label = "SUMIE: tables, two steps a turn"
    title = "Keep a table of an entity as paragraphs arrive, in two steps a turn (SUMIE, MERGE)"
    way = "merge"
    uses = ("sumie-update",)

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        texts = [unit.text for unit in inquiry.target.units]
        done, facts, about = self.beginning(inquiry.view, context)
        parts = []
        for turn in range(done + 1, len(texts) + 1):
            inputs = {**about, "paragraph": self.paragraph(inquiry, turn, context)}
            first = context.prompts["sumie-update/first"]
            expect = entity_turns.ENTRY_TOKENS * entity_turns.ENTRIES_A_TURN
            reading = await ask.one(
                entity_turns.asked(question(f"turn {turn}", first, inputs, entity_turns.reader(""), expect))
            )
            if isinstance(reading.data, Read) and not reading.data.why and facts:
                inputs = {
                    **about,
                    "table": entity_turns.shown(facts),
                    "news": entity_turns.shown(reading.data.facts, "news"),
                }
                prompt = context.prompts["merge"]
                merging = question(f"turn {turn} merge", prompt, inputs, entity_turns.reader(""), expect * turn)
                reading = await ask.one(entity_turns.asked(merging))
            if not isinstance(reading.data, Read):
                break  # no reply: the next run goes on from here
            if not reading.data.why:
                facts = list(reading.data.facts)
            parts.append(self.table(context, turn, facts, texts, reading.data.why))
        return entity_turns.joined(parts)


METHOD = SumieMerge()
