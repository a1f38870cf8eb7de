"""Does a sentence hallucinate at all? Asked under four taxonomies, which are four judges.

After DIAL-SUMMER, section 6.1, coarse-grained experiment and table 2: BASIC asks whether a sentence
contradicts the source or adds to it; TOFUEVAL, FINESURE and DIAL-SUMMER ask whether it has any of their errors (of
DIAL-SUMMER those that are hallucinations). Each answers in one cell, ``hallucination`` of the scheme ``basic``.
"""

from __future__ import annotations

from galley.core.domain import Criterion
from galley.core.judges.inquiry.labels import read_units
from galley.core.judges.inquiry.model_texts import delimited, numbered, source_block, sources
from galley.core.judges.methods._asking import (
    UNIT_TOKENS,
    VOTES,
    AsksAModel,
    alike,
    definitions,
    question,
)
from galley.core.judges.methods._voting import voted
from galley.core.judges.methods.base import Asker, Choices, Context, Inquiry, Outcome
from galley.core.schemes.loader import builtin

SCHEME, CRITERION = "basic", "hallucination"
TAXONOMIES = ("basic", "tofueval", "finesure", "dial-summer")


class CoarseHallucination(AsksAModel):
    """See the module. The choice of criteria is one of taxonomies."""

    name = "coarse-hallucination"
    label = "Hallucination, four taxonomies"
    title = "Hallucination yes or no under four taxonomies: basic, tofueval, finesure, dial-summer (DIAL-SUMMER)"
    samples = 5
    writes = SCHEME
    parts = TAXONOMIES
    called = "taxonomy"
    settings = (VOTES,)

    def voices(self, choices: Choices) -> tuple[str, ...]:
        """See ``Method``: one a taxonomy."""
        return self.asks(choices)

    def fingerprint(self) -> str:
        """See ``Method``: the definitions that are sent come from these schemes."""
        return "".join(builtin()[name].toml for name in TAXONOMIES)

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        units, texts = inquiry.target.units, sources(inquiry.view)
        criterion = context.criterion(SCHEME, CRITERION)
        inputs = {
            "definitions": definitions(_asked(inquiry.voice)),
            "source": source_block(texts),
            "summary": delimited("summary", numbered(units, "")),
            "count": str(len(units)),
        }
        offered: dict[str, tuple[str, ...]] = {"YES": (CRITERION,), "NO": ()}
        one = question(
            inquiry.part,
            context.prompts[inquiry.voice],
            inputs,
            lambda reply: read_units(reply, len(units), offered, texts=[unit.text for unit in units]),
            20 + UNIT_TOKENS * len(units),
            alike=alike(inquiry, context, len(self.voices(context.choices))),
        )
        return await voted(ask, one, inquiry, context, [criterion], units, texts)


def _asked(taxonomy: str) -> list[Criterion]:
    """The errors of a taxonomy that make a sentence a hallucination."""
    scheme = builtin()[taxonomy]
    rollup = next((r for r in scheme.rollups if r.id == "hallucination"), None)
    return [c for c in scheme.criteria if c.unit == "sentence" and (rollup is None or c.id in rollup.criteria)]


METHOD = CoarseHallucination()
