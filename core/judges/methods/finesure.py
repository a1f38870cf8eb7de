"""FineSurE: one call a summary names the error of each sentence; a second half checks which key facts it holds.

After Song et al. 2024, as DIAL-SUMMER uses it. The first half, ``faithfulness``, gives verdicts of the scheme
``finesure``. The second, ``alignment``, is asked only if it is named, since it doubles the calls: it gives the scores
completeness (the share of key facts that the summary holds) and conciseness (the share of its sentences that hold
one). Key facts are those of the item; where it has none they are taken from its reference, else from its sources.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from galley.core.domain import Criterion, Document, Role, UnitKind
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import Reading, find_stop_reason, read_object, read_units
from galley.core.judges.inquiry.model_texts import delimit, format_units, source_block, sources
from galley.core.judges.methods._questions import (
    UNIT_TOKENS,
    AsksAModel,
    count_shared_questions,
    definitions,
    labels,
    question,
)
from galley.core.judges.methods._votes import ask_and_vote
from galley.core.judges.methods.base import Asker, Context, Inquiry, Outcome
from galley.core.replies import replies

SCHEME = "finesure"
HALVES = ("faithfulness", "alignment")
NO_ERROR = "no error"
MOST_FACTS = 16


class FineSurE(AsksAModel):
    """See the module. The choice of criteria is one of halves."""

    name = "finesure"
    label = "FineSurE"
    title = "FineSurE: the error of each sentence in one call; and which key facts a summary contains"
    writes = SCHEME
    parts = HALVES
    usual = HALVES[:1]
    part_noun = "half of finesure"

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        if inquiry.part == "alignment":
            return await _alignment(inquiry, context, ask)
        texts, criteria = sources(inquiry.view), context.schemes[SCHEME].criteria
        one = _faithfulness(inquiry, context, criteria, texts)
        return await ask_and_vote(ask, one, inquiry, context, criteria, inquiry.target.units, texts)


def _faithfulness(inquiry: Inquiry, context: Context, criteria: Sequence[Criterion], texts: Sequence[Document]) -> Any:
    units = inquiry.target.units
    offered = {**labels(criteria), NO_ERROR: ()}
    inputs = {
        "definitions": definitions(criteria),
        "names": ", ".join([*(c.name.lower() for c in criteria), NO_ERROR]),
        "source": source_block(texts),
        "summary": delimit("summary", format_units(units, "")),
        "count": str(len(units)),
    }
    return question(
        inquiry.part,
        context.prompts["faithfulness"],
        inputs,
        lambda reply: read_units(reply, len(units), offered, "category", "reason"),
        20 + UNIT_TOKENS * len(units),
        alike=count_shared_questions(inquiry, context),
        labels=("category", [*(c.name.lower() for c in criteria), NO_ERROR]),
    )


# The second half -----------------------------------------------------------------------------------------------------


async def _alignment(inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
    outcome = Outcome()
    facts = _known_facts(inquiry)
    if not facts:
        facts, outcome.record = await _extract_facts(inquiry, context, ask)
    if not facts:
        return outcome
    units = inquiry.target.units
    inputs = {
        "facts": delimit("facts", "\n".join(f"[{n}] {' '.join(f.split())}" for n, f in enumerate(facts, 1))),
        "summary": delimit("summary", format_units(units, "")),
        "count": str(len(facts)),
    }
    one = question(
        "alignment",
        context.prompts["alignment"],
        inputs,
        lambda reply: _read_alignment(reply, len(facts)),
        20 + 20 * len(facts),
    )
    reading = await ask.one(one)
    fact_labels = [unit.labels for unit in reading.units]
    if not fact_labels or None in fact_labels:
        return outcome
    lines = {n for n in reading.data if 1 <= n <= len(units)}
    outcome.scores = [
        (inquiry.target.id, "completeness", sum(bool(labels) for labels in fact_labels) / len(fact_labels)),
        (inquiry.target.id, "conciseness", len(lines) / len(units)),
    ]
    return outcome


def _read_alignment(reply: Reply, count: int) -> Reading:
    """One entry a fact with Yes or No; ``data`` are the numbers of the sentences that were named with a Yes."""
    reading = read_units(reply, count, {"Yes": ("held",), "No": ()}, "response", what="facts")
    lines: set[int] = set()
    for entry in () if find_stop_reason(reply) else replies.parse_entries(reply.text).entries:
        if isinstance(entry, dict) and replies.squeeze(str(entry.get("response"))) == "yes":
            numbers = entry.get("lines", entry.get("line number", []))
            lines.update(int(n) for n in re.findall(r"\d{1,6}", str(numbers)))
    return Reading(reading.units, reading.unscored_reason, reading.repairs, frozenset(lines))


def _known_facts(inquiry: Inquiry) -> list[str]:
    """The item's key facts; those that belong to this summary, where an import named them after it."""
    facts = [u for u in inquiry.view.derived_units if u.kind is UnitKind.FACT and u.type in ("", "key")]
    own = [u for u in facts if u.name.endswith(f" {inquiry.target.name}")]
    others = {d.name for d in inquiry.view.by_role(Role.SUMMARY)}
    shared = [u for u in facts if u.name.rpartition(" ")[2] not in others]
    return [u.text for u in own or shared]


async def _extract_facts(inquiry: Inquiry, context: Context, ask: Asker) -> tuple[list[str], dict[str, Any] | None]:
    """Key facts from the reference, else from the sources, and the record that adds them to the item."""
    homes = inquiry.view.by_role(Role.REFERENCE) or sources(inquiry.view)
    home = next(d for d in homes if d.units)
    one = question(
        "key-facts",
        context.prompts["key-facts"],
        {"source": source_block(homes)},
        lambda reply: read_object(reply, "facts"),
        16 * MOST_FACTS,
    )
    reading = await ask.one(one)
    candidates = reading.data if isinstance(reading.data, list) else []
    facts = [fact.strip() for fact in candidates if isinstance(fact, str) and fact.strip()][:MOST_FACTS]
    if not facts:
        return [], None
    units = [
        {"id": f"{context.speaker} k{n}", "kind": "fact", "text": fact, "from": [[home.name, 0]], "type": "key"}
        for n, fact in enumerate(facts, 1)
    ]
    return facts, {"units": units}


METHOD = FineSurE()
