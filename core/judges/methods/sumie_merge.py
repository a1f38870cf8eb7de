"""MERGE: the model first makes a table of the new paragraph alone, then puts it together with the table so far (SUMIE,
SUMIE, section 4.1), in words of our own. The first step has the prompt of ``sumie-update``."""

from __future__ import annotations

from galley.core.judges.methods import _sumie
from galley.core.judges.methods._asking import question
from galley.core.judges.methods.base import Asker, Context, Inquiry, Outcome
from galley.core.sumie.replies import Read


class SumieMerge(_sumie.Keeping):
    """See the module."""

    name = "sumie-merge"
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
            expect = _sumie.ENTRY_TOKENS * _sumie.ENTRIES_A_TURN
            reading = await ask.one(_sumie.asked(question(f"turn {turn}", first, inputs, _sumie.reader(""), expect)))
            if isinstance(reading.data, Read) and not reading.data.why and facts:
                inputs = {**about, "table": _sumie.shown(facts), "news": _sumie.shown(reading.data.facts, "news")}
                prompt = context.prompts["merge"]
                merging = question(f"turn {turn} merge", prompt, inputs, _sumie.reader(""), expect * turn)
                reading = await ask.one(_sumie.asked(merging))
            if not isinstance(reading.data, Read):
                break  # no reply: the next run goes on from here
            if not reading.data.why:
                facts = list(reading.data.facts)
            parts.append(self.table(context, turn, facts, texts, reading.data.why))
        return _sumie.joined(parts)


METHOD = SumieMerge()
