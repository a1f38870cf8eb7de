"""Does a sentence hallucinate at all? Asked under four taxonomies, which are four judges.

After DIAL-SUMMER, section 6.1, coarse-grained experiment and table 2: BASIC asks whether a sentence
contradicts the source or adds to it; TOFUEVAL, FINESURE and DIAL-SUMMER ask whether it has any of their errors (of
DIAL-SUMMER those that are hallucinations). Each answers in one cell, ``hallucination`` of the scheme ``basic``.
"""

from __future__ import annotations

from galley.core.definitions.schemes import read_built_in_schemes
from galley.core.domain import Criterion
from galley.core.judges.inquiry.labels import read_units
from galley.core.judges.inquiry.model_texts import delimit, format_units, source_block, sources
from galley.core.judges.methods._questions import (
    UNIT_TOKENS,
    VOTES,
    AsksAModel,
    count_shared_questions,
    definitions,
    question,
)
from galley.core.judges.methods._votes import ask_and_vote
from galley.core.judges.methods.base import Asker, Choices, Context, Inquiry, Outcome

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
    part_noun = "taxonomy"
    settings = (VOTES,)

    def annotator_keys(self, choices: Choices) -> tuple[str, ...]:
        """See ``Method``: one a taxonomy."""
        return self.asks(choices)

    def fingerprint(self) -> str:
        """See ``Method``: the definitions that are sent come from these schemes."""
        return "".join(read_built_in_schemes()[name].toml for name in TAXONOMIES)

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        units, texts = inquiry.target.units, sources(inquiry.view)
        criterion = context.criterion(SCHEME, CRITERION)
        inputs = {
            "definitions": definitions(_hallucination_errors(inquiry.annotator_key)),
            "source": source_block(texts),
            "summary": delimit("summary", format_units(units, "")),
            "count": str(len(units)),
        }
        answer_criteria: dict[str, tuple[str, ...]] = {"YES": (CRITERION,), "NO": ()}
        one = question(
            inquiry.part,
            context.prompts[inquiry.annotator_key],
            inputs,
            lambda reply: read_units(reply, len(units), answer_criteria, texts=[unit.text for unit in units]),
            20 + UNIT_TOKENS * len(units),
            alike=count_shared_questions(inquiry, context, len(self.annotator_keys(context.choices))),
        )
        return await ask_and_vote(ask, one, inquiry, context, [criterion], units, texts)


def _hallucination_errors(taxonomy: str) -> list[Criterion]:
    """The errors of a taxonomy that make a sentence a hallucination."""
    scheme = read_built_in_schemes()[taxonomy]
    rollup = next((r for r in scheme.combined_criteria if r.id == "hallucination"), None)
    return [c for c in scheme.criteria if c.unit == "sentence" and (rollup is None or c.id in rollup.criteria)]


METHOD = CoarseHallucination()
