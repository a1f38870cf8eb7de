"""What the built-in judge says of things beside sentences: paragraphs that a summary leaves out, and the facts and
opinions of a knowledge-grounded item that it holds or does not hold.

All of it compares the words that a thing tells with those of the summary (``galley.core.judges.built_in.uncovered``);
nothing is fitted on people's labels, and the confidence is a share of words, not a calibrated probability.
"""

from __future__ import annotations

from collections.abc import Sequence

from galley.core.domain import Cell, Document, Match, Role, Span, Unit, UnitKind
from galley.core.judges.built_in.judge import BuiltInJudge
from galley.core.judges.built_in.support import DRAWN, chance
from galley.core.judges.built_in.types import SentenceVerdict, SourceDoc, TextCoverage
from galley.core.judges.built_in.uncovered import MISSED
from galley.core.judges.methods import _kgds
from galley.core.judges.methods.base import CheckedQuote, Context, FoundVerdict, Inquiry, Outcome

COVERAGE, UNCOVERED = "coverage", "uncovered-paragraph"
WHOLE = ("", "whole")
"""Parts of a summary that owe the reader the article: a background owes what the discussion rests on, an opinion
summary the discussion."""
LEAST_HELD = 3
"""A summary is held to as many paragraphs as it has sentences, the weightiest ones, but at least to so many: a short
summary of a long article leaves most of it out, and rightly so."""
TAKEN = 1 - MISSED
"""Share of a fact's telling weight that may be untold if the summary is to hold the fact."""
SHOWN = 200
"""Characters of a unit that stand as a quote."""
SUPPORTING = "supporting"
CRITERIA = (UNCOVERED, _kgds.MISSING, _kgds.INCLUDED, _kgds.UNCOVERED, SUPPORTING)


def asked_of(document: Document, kind: UnitKind) -> bool:
    """Whether a document has units of the kind that a criterion asks about: an article without blank lines has
    sentences, a discussion as one text has no turns."""
    return bool(document.units) and document.units[0].kind is kind


def paragraphs(
    outcome: Outcome, inquiry: Inquiry, context: Context, document: Document, verdicts: Sequence[SentenceVerdict]
) -> None:
    """Flags on those of an article's weightiest paragraphs that no sentence takes up, each quoting the sentence that
    holds most of what is untold."""
    row = context.criterion(COVERAGE, UNCOVERED).row
    weights = sorted((-verdict.weight, place) for place, verdict in enumerate(verdicts))
    owed = {place for _, place in weights[: max(len(inquiry.target.units), LEAST_HELD)]}
    for place, (unit, verdict) in enumerate(zip(document.units, verdicts, strict=True)):
        cell = Cell(unit.id, row, inquiry.target.id)
        if verdict.score is None:
            outcome.verdicts.append(FoundVerdict(cell, None, verdict.unscored_reason))
        elif verdict.is_flagged and place in owed:
            outcome.verdicts.append(left_out(cell, unit, verdict))
    if any(verdict.score is not None for verdict in verdicts):
        outcome.covered_pairs.append((row, inquiry.target.id))


def left_out(cell: Cell, unit: Unit, verdict: SentenceVerdict) -> FoundVerdict:
    """The flag on a unit that no sentence takes up, as a whole; it quotes the sentence that holds most of what is
    untold."""
    why = " ".join(finding.explanation for finding in verdict.findings)
    quotes = tuple(_slice(unit, place.span) for finding in verdict.findings for place in finding.evidence)
    return FoundVerdict(cell, "yes", "", verdict.score, "", why, (), quotes)


def supporting(outcome: Outcome, inquiry: Inquiry, context: Context, judge: BuiltInJudge) -> None:
    """Which paragraphs the discussion draws on, each with the turn that has most of its words: there to begin with,
    where an item has no summary yet."""
    row = context.criterion(_kgds.PARAGRAPHS, SUPPORTING).row
    discussion = _kgds.dialogue(inquiry.view)
    assert discussion is not None
    article, said_in = (
        SourceDoc(d.role, [u.text for u in d.units], [u.speaker for u in d.units]) for d in (inquiry.target, discussion)
    )
    answers, why = judge.support(article, said_in)
    for place, unit in enumerate(inquiry.target.units):
        cell = Cell(unit.id, row, inquiry.target.id)
        if not answers:
            outcome.verdicts.append(FoundVerdict(cell, None, why))
        elif answers[place].share >= DRAWN and answers[place].words:
            answer = answers[place]
            named = ", ".join(f"“{word}”" for word in answer.words)
            quotes = (_slice(discussion.units[answer.turn]),) if answer.turn >= 0 else ()
            explanation = f"The discussion mentions {named}, and so does this paragraph."
            outcome.verdicts.append(FoundVerdict(cell, "yes", "", chance(answer.share), "", explanation, (), quotes))
    if answers:
        outcome.covered_pairs.append((row, inquiry.target.id))


def find_questions(inquiry: Inquiry, context: Context) -> tuple[tuple[str, str, list[Unit]], ...]:
    """What is asked of one summary in knowledge-grounded items: (scheme, criterion, the units that it is asked of)."""
    view, part = inquiry.view, inquiry.target.part
    questions = []
    if _kgds.FACTS in context.schemes and part != _kgds.OPINION:
        questions += [
            (_kgds.FACTS, _kgds.MISSING, _kgds.of_kind(view, UnitKind.FACT, _kgds.KEY)),
            (_kgds.FACTS, _kgds.INCLUDED, _kgds.of_kind(view, UnitKind.FACT, _kgds.OTHER)),
        ]
    if _kgds.OPINIONS in context.schemes and part != _kgds.BACKGROUND:
        questions.append((_kgds.OPINIONS, _kgds.UNCOVERED, _kgds.of_kind(view, UnitKind.OPINION)))
    criteria = context.choices.criteria
    return tuple(a for a in questions if a[2] and (not criteria or criteria == ("all",) or a[1] in criteria))


def facts(outcome: Outcome, inquiry: Inquiry, context: Context, judge: BuiltInJudge, docs: Sequence[SourceDoc]) -> None:
    """Verdicts on facts and opinions: missing where most of their words are untold, included where few are."""
    sentences = [unit.text for unit in inquiry.target.units]
    for scheme, name, units in find_questions(inquiry, context):
        row = context.criterion(scheme, name).row
        answers, why = judge.measure_text_coverage([unit.text for unit in units], sentences, docs)
        for place, unit in enumerate(units):
            cell = Cell(unit.id, row, inquiry.target.id)
            answer = answers[place] if answers else TextCoverage(None, (), -1)
            if answer.missing_share is None:
                why_not = why or "It has no words that a summary could repeat."
                outcome.verdicts.append(FoundVerdict(cell, None, why_not))
            elif name == _kgds.INCLUDED and answer.missing_share <= TAKEN:
                explanation = "The summary has the words of this fact, although the discussion does not rest on it."
                outcome.verdicts.append(
                    FoundVerdict(
                        cell, "yes", "", 1 - answer.missing_share, "", explanation, (), _closest(inquiry.target, answer)
                    )
                )
            elif name != _kgds.INCLUDED and answer.missing_share >= MISSED:
                outcome.verdicts.append(_missing(cell, inquiry, unit, answer))
        if answers:
            outcome.covered_pairs.append((row, inquiry.target.id))


def _missing(cell: Cell, inquiry: Inquiry, unit: Unit, answer: TextCoverage) -> FoundVerdict:
    what = "fact" if unit.kind is UnitKind.FACT else "opinion"
    named = ", ".join(f"“{word}”" for word in answer.words[:4])
    explanation = f"The summary does not cover this {what}: {named} and the like occur in none of its sentences."
    quotes = _closest(inquiry.target, answer) or _source(inquiry, unit)
    return FoundVerdict(cell, "yes", "", answer.missing_share, "", explanation, (), quotes)


def _closest(summary: Document, answer: TextCoverage) -> tuple[CheckedQuote, ...]:
    """The sentence of the summary that has most of it."""
    return (_slice(summary.units[answer.closest]),) if answer.closest >= 0 else ()


def _source(inquiry: Inquiry, unit: Unit) -> tuple[CheckedQuote, ...]:
    """The paragraph or turn that a fact or an opinion was taken from."""
    homes = {u.id: u for d in inquiry.view.documents if d.role is not Role.SUMMARY for u in d.units}
    return tuple(_slice(homes[source]) for source in unit.sources[:1] if source in homes)


def _slice(unit: Unit, span: Span | None = None) -> CheckedQuote:
    start, end = span or (0, len(unit.text))
    end = min(end, start + SHOWN)
    return CheckedQuote(unit.id, Span(start, end), unit.text[start:end], Match.VERBATIM)
