"""The built-in judge as a method: no model, no network, no key.

Checks that name their evidence flag the sentences of a summary, each under its criterion of ``dial-summer`` (two at
most), or under ``hallucination`` of ``basic``: for articles, and for dialogues in a project whose only question is that
one, or where the user says so. The word-overlap score only orders, and flags no more than the share that the user asks
for (``_overlap_share``). Turns and paragraphs that a summary leaves out are flagged only where named.

In projects with the facts or the opinions of knowledge-grounded discussions, summaries are held against them
(``kgds-fact``, ``kgds-opinion``), and paragraphs that the discussion draws on are flagged as supporting
(``kgds-paragraph``), which takes no summary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from galley.core.domain import Cell, Document, Match, Role, Span, UnitKind
from galley.core.errors import InputError
from galley.core.judges.built_in.checks import CHECKS
from galley.core.judges.built_in.judge import BuiltInJudge, is_dialogue
from galley.core.judges.built_in.types import OVERLAP, Finding, SentenceVerdict, SourceDoc
from galley.core.judges.inquiry.model_texts import sources, summaries
from galley.core.judges.methods import _built_in_state, _kgds, _overlap_share
from galley.core.judges.methods.base import (
    Asker,
    CheckedQuote,
    Choices,
    Context,
    FoundVerdict,
    Inquiry,
    Outcome,
    ProjectContent,
    Setting,
)
from galley.core.review.items import ItemView
from galley.core.storage.connection import Connection

BASIC, DIALOGUES = "basic", "dial-summer"
CRITERIA = {
    "number": "changed-meaning",
    "date": "changed-meaning",
    "name": "extrinsic-conversation",
    "quotation": "changed-meaning",
    "negation": "changed-meaning",
    "opposite": "changed-meaning",
    "reversal": "wrong-linking",
    "speaker": "speaker-misattribution",
    "certainty": "changed-meaning",
    OVERLAP: "changed-meaning",
}
"""Which criterion of ``dial-summer`` the finding of a check, or a word-overlap score, belongs to."""
SENTENCES = tuple(dict.fromkeys(CRITERIA.values()))
MISSED = "missed-turn"
SCHEMES = (DIALOGUES, BASIC, _built_in_state.COVERAGE, _kgds.FACTS, _kgds.OPINIONS, _kgds.PARAGRAPHS)
MOST_FLAGS = 2
"""Flags on one sentence: the first findings say the most."""
WHOLE_PARTS = ("", "whole", "opinion")
"""Parts of a summary that owe the reader the turns of the dialogue; a background does not."""
ON, OFF = "on", "off"
SETTINGS = (
    Setting("share", 0.0, "percent of sentences that the word-overlap score flags besides", high=50, unit="%"),
    *(
        Setting(check.name, ON if check.by_default else OFF, f"the check “{check.title}”", values=(ON, OFF))
        for check in CHECKS
    ),
)


class BuiltInMethod:
    """See the module. The choice of a scheme overrides the rule."""

    name = "offline"
    label = "Built-in judge"
    title = "The built-in judge: checks by rules, needs no model, network or key (English)"
    note = (
        "It finds numbers, dates, names and quotations that no source has, negations and opposites, some exchanged"
        " speakers and relations, and plans reported as done. It misses most wrong sentences, because it does not"
        " understand them: an unflagged sentence may be wrong."
    )
    samples = 1
    local = True
    heeds: tuple[str, ...] = ("systems", "scheme")
    settings = SETTINGS

    def __init__(self) -> None:
        self._judge = BuiltInJudge()

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
        names += (
            (_built_in_state.COVERAGE,)
            if content.articles and {_built_in_state.UNCOVERED, "all"} & {*choices.criteria}
            else ()
        )
        kgds_schemes = content.schemes & {_kgds.FACTS, _kgds.OPINIONS, _kgds.PARAGRAPHS}
        return names + ((_kgds.FACTS, _kgds.OPINIONS, _kgds.PARAGRAPHS) if kgds_schemes else ())

    def annotator_keys(self, choices: Choices) -> tuple[str, ...]:
        """See ``Method``."""
        return ("",)

    def fingerprint(self) -> str:
        """See ``Method``: other weights or checks are another judge."""
        return _overlap_share.hash_judge()

    def check(self, context: Context) -> None:
        """See ``Method``."""
        for name in context.choices.criteria:
            if name not in (*SENTENCES, MISSED, *_built_in_state.CRITERIA, "hallucination", "all"):
                listing = ", ".join((*SENTENCES, MISSED, *_built_in_state.CRITERIA))
                raise InputError(f"The built-in judge cannot detect {name!r}; it knows: {listing} and hallucination.")

    def ready(self, connection: Connection, context: Context, make: bool) -> dict[str, Any] | None:
        """See ``Method``: the limits of the word-overlap score, where it flags at all."""
        share = context.settings["share"]
        limits = _overlap_share.find_limits(connection, self._judge, share, make) if share else None
        return None if limits is None else limits | {"said": _overlap_share.describe_share(limits)}

    def _verdicts(self, inquiry: Inquiry, docs: Sequence[SourceDoc], context: Context) -> list[SentenceVerdict]:
        checks = [check.name for check in CHECKS if context.settings.get(check.name, ON) == ON]
        head, limit = self._judge.find_head(docs), None
        if context.version is not None:
            head, limit = _overlap_share.find_head(context.version, head, inquiry.view.dataset, is_dialogue(docs))
        return self._judge.sentences([unit.text for unit in inquiry.target.units], docs, checks, head, limit)

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: each summary but extracts, whose units are paragraphs of the article word for word."""
        if sources(view):
            for summary in summaries(view, context.choices.systems):
                if not _kgds.is_extract(summary):
                    yield Inquiry(view, summary, "sentences")
        article, discussion = _kgds.article(view), _kgds.dialogue(view)
        asks_supporting = _kgds.PARAGRAPHS in context.schemes and _is_wanted(context, _built_in_state.SUPPORTING)
        if asks_supporting and article and discussion and _built_in_state.asked_of(article, UnitKind.PARAGRAPH):
            yield Inquiry(view, article, _built_in_state.SUPPORTING)

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``. Asks nobody."""
        if inquiry.part == _built_in_state.SUPPORTING:
            outcome = Outcome()
            _built_in_state.supporting(outcome, inquiry, context, self._judge)
            return outcome
        texts = sources(inquiry.view)
        docs = _overlap_share.build_docs(texts)
        sentences = [unit.text for unit in inquiry.target.units]
        dialogue = any(d.role is Role.DIALOGUE for d in texts)
        outcome = Outcome()
        if dialogue and DIALOGUES in context.schemes:
            _fine(outcome, inquiry, context, self._verdicts(inquiry, docs, context), texts)
        elif BASIC in context.schemes and _is_wanted(context, "hallucination"):
            _basic(outcome, inquiry, context, self._verdicts(inquiry, docs, context), texts)
        turns = DIALOGUES in context.schemes and _is_named(context, MISSED) and inquiry.target.part in WHOLE_PARTS
        paragraphs = (
            _built_in_state.COVERAGE in context.schemes
            and (_is_named(context, _built_in_state.UNCOVERED) or context.choices.scheme == _built_in_state.COVERAGE)
            and inquiry.target.part in _built_in_state.WHOLE
        )
        if turns or paragraphs:
            for document, verdicts in zip(texts, self._judge.turns(sentences, docs), strict=True):
                if turns and document.role is Role.DIALOGUE and _built_in_state.asked_of(document, UnitKind.TURN):
                    _turns(outcome, inquiry, context, document, verdicts)
                elif (
                    paragraphs
                    and document.role is Role.ARTICLE
                    and _built_in_state.asked_of(document, UnitKind.PARAGRAPH)
                ):
                    _built_in_state.paragraphs(outcome, inquiry, context, document, verdicts)
        _built_in_state.facts(outcome, inquiry, context, self._judge, docs)
        return outcome


def _is_wanted(context: Context, criterion: str) -> bool:
    return not context.choices.criteria or _is_named(context, criterion)


def _is_named(context: Context, criterion: str) -> bool:
    criteria = context.choices.criteria
    return criteria == ("all",) or criterion in criteria


def _basic(
    outcome: Outcome, inquiry: Inquiry, context: Context, verdicts: Sequence[SentenceVerdict], texts: Sequence[Document]
) -> None:
    row = context.criterion(BASIC, "hallucination").row
    for unit, verdict in zip(inquiry.target.units, verdicts, strict=True):
        cell = Cell(unit.id, row, inquiry.target.id)
        if verdict.score is None:
            outcome.verdicts.append(FoundVerdict(cell, None, verdict.unscored_reason))
        elif verdict.is_flagged:
            outcome.verdicts.append(_flag(cell, verdict.score, verdict.findings, texts))
    if any(verdict.score is not None for verdict in verdicts):
        outcome.covered_pairs.append((row, inquiry.target.id))


def _fine(
    outcome: Outcome, inquiry: Inquiry, context: Context, verdicts: Sequence[SentenceVerdict], texts: Sequence[Document]
) -> None:
    rows = {name: context.criterion(DIALOGUES, name).row for name in SENTENCES if _is_wanted(context, name)}
    for unit, verdict in zip(inquiry.target.units, verdicts, strict=True):
        if verdict.score is None:
            outcome.verdicts += [
                FoundVerdict(Cell(unit.id, r, inquiry.target.id), None, verdict.unscored_reason) for r in rows.values()
            ]
            continue
        groups: dict[str, list[Finding]] = {}
        for finding in verdict.findings if verdict.is_flagged else ():
            groups.setdefault(CRITERIA[finding.kind], []).append(finding)
        for name, findings in [(n, f) for n, f in groups.items() if n in rows][:MOST_FLAGS]:
            cell = Cell(unit.id, rows[name], inquiry.target.id)
            outcome.verdicts.append(_flag(cell, verdict.score, findings, texts))
    if any(verdict.score is not None for verdict in verdicts):
        outcome.covered_pairs += [(row, inquiry.target.id) for row in rows.values()]


def _turns(
    outcome: Outcome, inquiry: Inquiry, context: Context, document: Document, verdicts: Sequence[SentenceVerdict]
) -> None:
    row = context.criterion(DIALOGUES, MISSED).row
    for unit, verdict in zip(document.units, verdicts, strict=True):
        cell = Cell(unit.id, row, inquiry.target.id)
        if verdict.score is None:
            outcome.verdicts.append(FoundVerdict(cell, None, verdict.unscored_reason))
        elif verdict.is_flagged:
            outcome.verdicts.append(
                _built_in_state.left_out(cell, unit, verdict)
            )  # the turn as a whole, so without spans
    if any(verdict.score is not None for verdict in verdicts):
        outcome.covered_pairs.append((row, inquiry.target.id))


def _flag(cell: Cell, score: float, findings: Sequence[Finding], texts: Sequence[Document]) -> FoundVerdict:
    """One flag from findings on one unit, a line with the check's name for each. Its evidence was found by looking, so
    it is verbatim by construction."""
    spans = tuple(dict.fromkeys(span for finding in findings for span in finding.spans))
    places = [(texts[p.document].units[p.unit], p.span) for finding in findings for p in finding.evidence]
    quotes: dict[tuple[int, Span], CheckedQuote] = {}
    for at, span in places:
        quotes.setdefault((at.id, span), CheckedQuote(at.id, span, at.text[span.start : span.end], Match.VERBATIM))
    explanation = "\n".join(f"{finding.kind}: {finding.explanation}" for finding in findings)  # ``trust --by check``
    return FoundVerdict(cell, "yes", "", score, "", explanation, spans, tuple(quotes.values()))


METHOD = BuiltInMethod()
