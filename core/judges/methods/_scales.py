"""Votes on scales other than yes and no: the verdict is what more than half of the samples say; on an ordinal scale
else their median, where the two in the middle agree. A tie, or too few samples that could be read, is Unscored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from galley.core.domain import Cell, Criterion, Unit, Value
from galley.core.judges.inquiry.labels import Reading, UnitReply
from galley.core.judges.methods._votes import QuoteChecker
from galley.core.judges.methods.base import FoundVerdict, Outcome


def on_scale(
    units: Sequence[Unit],
    criterion: Criterion,
    readings: Sequence[Reading],
    target: int,
    sources: QuoteChecker,
    injection: str = "",
) -> Outcome:
    """The verdicts of ``readings`` (one a sample) on every unit; a text that tries to instruct the judge has none."""
    outcome = Outcome(injection=injection)
    calls = tuple(reading.call for reading in readings if reading.call is not None)
    for place, unit in enumerate(units):
        unit_replies = [
            reading.units[place] if reading.units else UnitReply(None, reading.unscored_reason) for reading in readings
        ]
        read = [(unit_reply.labels[0], unit_reply) for unit_reply in unit_replies if unit_reply.labels]
        cell = Cell(unit.id, criterion.row, target)
        words = next((unit_reply.explanation for _, unit_reply in read), "")
        value, why, share = decide_value([name for name, _ in read], len(readings), criterion)
        if injection and value is not None:
            value, why = None, f"the text tries to instruct the judge: “{injection}”"
        if value is None:
            failure = next((unit_reply.why for unit_reply in unit_replies if not unit_reply.labels), "")
            outcome.verdicts.append(
                FoundVerdict(cell, None, why or failure or "no answer", explanation=words, calls=calls)
            )
            continue
        best = next(unit_reply for name, unit_reply in read if name == str(value))
        quotes = tuple(sources.quote(text, unit.id) for text in best.quotes)
        votes = f"{round(share * len(read))}/{len(read)}"
        outcome.verdicts.append(
            FoundVerdict(cell, value, "", share, votes, best.explanation, evidence=quotes, calls=calls)
        )
    return outcome


def decide_value(names: Sequence[str], sample_count: int, criterion: Criterion) -> tuple[Value | None, str, float]:
    """(value, why there is none, the share of readable samples that say it)."""
    if 2 * len(names) <= sample_count:
        return None, f"{len(names)} of {sample_count} samples could be read" if names else "", 0.0
    name, count = Counter(names).most_common(1)[0]
    if 2 * count <= len(names):
        if criterion.scale != "ordinal":
            return None, "tie " + ":".join(str(n) for _, n in Counter(names).most_common()), 0.0
        order = sorted(map(int, names))
        middle = {order[(len(order) - 1) // 2], order[len(order) // 2]}
        if len(middle) > 1:
            return None, "tie " + ":".join(map(str, order)), 0.0
        name = str(middle.pop())
        count = names.count(name)
    return (int(name) if criterion.scale == "ordinal" else name), "", count / len(names)
