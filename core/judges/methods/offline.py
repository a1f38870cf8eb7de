"""The embedded judge as a method: no model, no network, no key.

Sentences of dialogue summaries are judged in the scheme ``dial-summer``, on the criteria that comparing words can
tell; a sentence that it calls wrong gets a flag on each criterion that its findings belong to (two at most). Turns
that a summary leaves out are flagged as missed turns. Sentences about articles are judged in the scheme ``basic``,
and so are dialogues in a project whose only question is that one, or where the user says so. The confidence is the
probability that people would call the sentence wrong; it belongs to the sentence, not to the criterion. Which version
of the judge says so, and what the flags are for, are settings (``_built_in_version``).

Paragraphs of an article that no sentence takes up are flagged in the scheme ``coverage``. In projects with the facts or
the opinions of knowledge-grounded discussions, summaries are held against them (``kgds-fact``, ``kgds-opinion``), and
paragraphs that the discussion draws on are flagged as supporting (``kgds-paragraph``), which takes no summary.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from galley.core.domain import Cell, Document, Match, Role, Span, UnitKind
from galley.core.errors import InputError
from galley.core.judges.built_in.heads import Heads
from galley.core.judges.built_in.judge import BuiltInJudge
from galley.core.judges.built_in.types import Finding, SentenceVerdict, SourceDoc
from galley.core.judges.inquiry.model_texts import sources, summaries
from galley.core.judges.methods import _built_in_state as held
from galley.core.judges.methods import _built_in_version as version
from galley.core.judges.methods import _discussions as kgds
from galley.core.judges.methods.base import (
    Asker,
    CheckedQuote,
    Choices,
    Context,
    FoundVerdict,
    Inquiry,
    Outcome,
    ProjectContent,
)
from galley.core.review.items import ItemView

BASIC, DIALOGUES = "basic", "dial-summer"
KINDS = {
    "name": "extrinsic-conversation",
    "extrinsic": "extrinsic-conversation",
    "number": "changed-meaning",
    "date": "changed-meaning",
    "negation": "changed-meaning",
    "modality": "changed-meaning",
    "opposite": "changed-meaning",
    "grammar": "changed-meaning",
    "speaker": "speaker-misattribution",
    "reference": "speaker-misattribution",
    "link": "wrong-linking",
}
"""Which criterion of ``dial-summer`` a finding about a sentence belongs to."""
SENTENCES = tuple(dict.fromkeys(KINDS.values()))
MISSED = "missed-turn"
SCHEMES = (DIALOGUES, BASIC, held.COVERAGE, kgds.FACTS, kgds.OPINIONS, kgds.PARAGRAPHS)
OTHERWISE = "changed-meaning"
"""Where a finding is of a kind that this list does not know yet."""
MOST_FLAGS = 2
"""Flags on one sentence: the first findings say the most."""
WHOLE_PARTS = ("", "whole", "opinion")
"""Parts of a summary that owe the reader the turns of the dialogue; a background does not."""


class BuiltInMethod:
    """See the module. The choice of a scheme overrides the rule."""

    name = "offline"
    label = "Built-in judge"
    title = "The built-in judge: compares words, needs no model, network or key (English)"
    samples = 1
    local = True
    heeds: tuple[str, ...] = ("systems", "scheme")
    settings = version.SETTINGS

    def __init__(self) -> None:
        self._judge = BuiltInJudge()
        self._heads: tuple[str, Heads | None] = "", None

    def schemes(self, choices: Choices, content: ProjectContent) -> tuple[str, ...]:
        """See ``Method``."""
        if choices.scheme and choices.scheme not in SCHEMES:
            others = ", ".join(SCHEMES[2:])
            raise InputError(
                f"The built-in judge answers in the schemes {DIALOGUES} and {BASIC}, on what is left out in {others};"
                " choose one."
            )
        if choices.scheme:
            return (choices.scheme,)
        fine = content.dialogues and (DIALOGUES in content.schemes or BASIC not in content.schemes)
        basic = content.articles_alone or not fine
        names = ((DIALOGUES,) if fine else ()) + ((BASIC,) if basic else ())
        names += (held.COVERAGE,) if content.articles else ()
        kgds_schemes = content.schemes & {kgds.FACTS, kgds.OPINIONS, kgds.PARAGRAPHS}
        return names + ((kgds.FACTS, kgds.OPINIONS, kgds.PARAGRAPHS) if kgds_schemes else ())

    def annotator_keys(self, choices: Choices) -> tuple[str, ...]:
        """See ``Method``."""
        return ("",)

    def fingerprint(self) -> str:
        """See ``Method``: other weights are another judge."""
        return version.fitted_as()

    def check(self, context: Context) -> None:
        """See ``Method``."""
        for name in context.choices.criteria:
            if name not in (*SENTENCES, MISSED, *held.CRITERIA, "hallucination", "all"):
                listing = ", ".join((*SENTENCES, MISSED, *held.CRITERIA))
                raise InputError(f"The built-in judge cannot tell {name!r}; it knows: {listing} and hallucination.")

    def ready(self, connection: sqlite3.Connection, context: Context, make: bool) -> dict[str, Any] | None:
        """See ``Method``: the version of the judge that the run is."""
        judge_version = version.ready(connection, self._judge, context.settings, make)
        return None if judge_version is None else judge_version | {"said": version.describe_version(judge_version)}

    def _verdicts(self, sentences: Sequence[str], docs: Sequence[SourceDoc], context: Context) -> list[SentenceVerdict]:
        judge_version = context.version
        if judge_version is not None and self._heads[0] != judge_version["id"]:
            self._heads = judge_version["id"], Heads.from_json(judge_version["heads"], self._judge.weights)
        own = self._heads[1] if judge_version is not None else None
        return self._judge.sentences(sentences, docs, own, context.settings.get("use", "balanced"))

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: each summary but extracts, whose units are paragraphs of the article word for word."""
        if sources(view):
            for summary in summaries(view, context.choices.systems):
                if not kgds.is_extract(summary):
                    yield Inquiry(view, summary, "sentences")
        article, discussion = kgds.article(view), kgds.dialogue(view)
        asks_supporting = kgds.PARAGRAPHS in context.schemes and _is_wanted(context, held.SUPPORTING)
        if asks_supporting and article and discussion and held.asked_of(article, UnitKind.PARAGRAPH):
            yield Inquiry(view, article, held.SUPPORTING)

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``. Asks nobody."""
        if inquiry.part == held.SUPPORTING:
            outcome = Outcome()
            held.supporting(outcome, inquiry, context, self._judge)
            return outcome
        texts = sources(inquiry.view)
        docs = version.docs(texts)
        sentences = [unit.text for unit in inquiry.target.units]
        dialogue = any(d.role is Role.DIALOGUE for d in texts)
        outcome = Outcome()
        if dialogue and DIALOGUES in context.schemes:
            _fine(outcome, inquiry, context, self._verdicts(sentences, docs, context), texts)
        elif BASIC in context.schemes and _is_wanted(context, "hallucination"):
            _basic(outcome, inquiry, context, self._verdicts(sentences, docs, context), texts)
        turns = DIALOGUES in context.schemes and _is_wanted(context, MISSED) and inquiry.target.part in WHOLE_PARTS
        paragraphs = (
            held.COVERAGE in context.schemes
            and _is_wanted(context, held.UNCOVERED)
            and inquiry.target.part in held.WHOLE
        )
        if turns or paragraphs:
            for document, verdicts in zip(texts, self._judge.turns(sentences, docs), strict=True):
                if turns and document.role is Role.DIALOGUE and held.asked_of(document, UnitKind.TURN):
                    _turns(outcome, inquiry, context, document, verdicts)
                elif paragraphs and document.role is Role.ARTICLE and held.asked_of(document, UnitKind.PARAGRAPH):
                    held.paragraphs(outcome, inquiry, context, document, verdicts)
        held.facts(outcome, inquiry, context, self._judge, docs)
        return outcome


def _is_wanted(context: Context, criterion: str) -> bool:
    criteria = context.choices.criteria
    return not criteria or criteria == ("all",) or criterion in criteria


def _basic(
    outcome: Outcome, inquiry: Inquiry, context: Context, verdicts: Sequence[SentenceVerdict], texts: Sequence[Document]
) -> None:
    row = context.criterion(BASIC, "hallucination").row
    for unit, verdict in zip(inquiry.target.units, verdicts, strict=True):
        cell = Cell(unit.id, row, inquiry.target.id)
        if verdict.probability is None:
            outcome.verdicts.append(FoundVerdict(cell, None, verdict.unscored_reason))
        elif verdict.is_flagged:
            outcome.verdicts.append(_flag(cell, verdict.probability, verdict.findings, texts))
    if any(verdict.probability is not None for verdict in verdicts):
        outcome.covered_pairs.append((row, inquiry.target.id))


def _fine(
    outcome: Outcome, inquiry: Inquiry, context: Context, verdicts: Sequence[SentenceVerdict], texts: Sequence[Document]
) -> None:
    rows = {name: context.criterion(DIALOGUES, name).row for name in SENTENCES if _is_wanted(context, name)}
    for unit, verdict in zip(inquiry.target.units, verdicts, strict=True):
        if verdict.probability is None:
            outcome.verdicts += [
                FoundVerdict(Cell(unit.id, r, inquiry.target.id), None, verdict.unscored_reason) for r in rows.values()
            ]
            continue
        groups: dict[str, list[Finding]] = {}
        for finding in verdict.findings if verdict.is_flagged else ():
            groups.setdefault(KINDS.get(finding.kind, OTHERWISE), []).append(finding)
        for name, findings in [(n, f) for n, f in groups.items() if n in rows][:MOST_FLAGS]:
            cell = Cell(unit.id, rows[name], inquiry.target.id)
            outcome.verdicts.append(_flag(cell, verdict.probability, findings, texts))
    if any(verdict.probability is not None for verdict in verdicts):
        outcome.covered_pairs += [(row, inquiry.target.id) for row in rows.values()]


def _turns(
    outcome: Outcome, inquiry: Inquiry, context: Context, document: Document, verdicts: Sequence[SentenceVerdict]
) -> None:
    row = context.criterion(DIALOGUES, MISSED).row
    for unit, verdict in zip(document.units, verdicts, strict=True):
        cell = Cell(unit.id, row, inquiry.target.id)
        if verdict.probability is None:
            outcome.verdicts.append(FoundVerdict(cell, None, verdict.unscored_reason))
        elif verdict.is_flagged:
            outcome.verdicts.append(held.left_out(cell, unit, verdict))  # the turn as a whole, so without spans
    if any(verdict.probability is not None for verdict in verdicts):
        outcome.covered_pairs.append((row, inquiry.target.id))


def _flag(cell: Cell, probability: float, findings: Sequence[Finding], texts: Sequence[Document]) -> FoundVerdict:
    """One flag from findings on one unit. Its evidence was found by looking, so it is verbatim by construction."""
    spans = tuple(dict.fromkeys(span for finding in findings for span in finding.spans))
    places = [(texts[p.document].units[p.unit], p.span) for finding in findings for p in finding.evidence]
    quotes: dict[tuple[int, Span], CheckedQuote] = {}
    for at, span in places:
        quotes.setdefault((at.id, span), CheckedQuote(at.id, span, at.text[span.start : span.end], Match.VERBATIM))
    explanation = " ".join(finding.explanation for finding in findings)
    return FoundVerdict(cell, "yes", "", probability, "", explanation, spans, tuple(quotes.values()))


METHOD = BuiltInMethod()
