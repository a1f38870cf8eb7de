"""Take an article apart into atomic facts, and draft the opinions of a discussion.

After KGDS, sections 4.4 and 4.5 and appendix D.2. A paragraph becomes facts that are indivisible,
independent and declarative. Facts of paragraphs that the experts do not call supporting are `non-supporting`, unless
they can be inferred from the supporting paragraphs: those conflict and are `masked`, so that no verifier is asked about
them. Facts of supporting paragraphs wait for people to say which are key. Boundary paragraphs, on which the experts do
not agree, are taken out first. In the paper people write the opinions; ``opinions`` drafts them for people to correct,
and is asked only if it is named. An item that has facts (opinions) already is left alone.

Where facts were there before the experts had spoken, ``masking`` asks about them afterwards: of those without a type
whose paragraph is not supporting it says whether they conflict (``kgds-fact/conflicting``), which makes their type
where a protocol says so. Of several samples the majority masks; articles are taken apart and opinions drafted once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from galley.core.domain import NO_CRITERION, NO_UNIT, Cell, Document, Unit, UnitKind
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import Reading, read_object, read_units
from galley.core.judges.inquiry.model_texts import delimit, format_units
from galley.core.judges.methods import _kgds
from galley.core.judges.methods._questions import UNIT_TOKENS, AsksAModel, question, repeat_question, select_names
from galley.core.judges.methods._votes import SampleVote, decide
from galley.core.judges.methods.base import Asker, Choices, Context, Inquiry, Outcome, ProjectContent
from galley.core.replies.replies import squeeze
from galley.core.review.items import ItemView

PARTS = ("facts", "opinions", "masking")
MOST = 120
"""More facts of one paragraph than this are no facts but a model that repeats itself."""
EXPECTED = {"facts": 150, "opinions": 300}
"""Tokens of a reply, for estimates."""
STRANGER = "names a person who is not in the discussion"


class KGDSDecompose(AsksAModel):
    """See the module. The choice of criteria is one of facts and opinions."""

    name = "kgds-decompose"
    label = "KGDS: atomic facts"
    title = "Atomic facts of an article, conflicting ones masked; on request a draft of the opinions (KGDS)"
    heeds: tuple[str, ...] = ("samples",)
    parts = PARTS

    def schemes(self, choices: Choices, content: ProjectContent) -> tuple[str, ...]:
        """See ``Method``: whose paragraphs are supporting decides about the types of facts."""
        return (_kgds.PARAGRAPHS, _kgds.FACTS) if {"masking", "all"} & set(choices.criteria) else (_kgds.PARAGRAPHS,)

    def check(self, context: Context) -> None:
        """See ``Method``."""
        _parts(context)

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: the article without facts, the discussion without opinions; facts without a type."""
        parts, text, talk = _parts(context), _kgds.article(view), _kgds.dialogue(view)
        if "facts" in parts and text is not None and not _kgds.of_kind(view, UnitKind.FACT):
            yield Inquiry(view, text, "facts")
        if "opinions" in parts and text is not None and talk and not _kgds.any_of(view, UnitKind.OPINION):
            yield Inquiry(view, talk, "opinions")
        if "masking" in parts and text is not None and (facts := self._list_unmasked(view, text, context)):
            yield Inquiry(view, text, "masking", data=facts)

    def _list_unmasked(self, view: ItemView, text: Document, context: Context) -> list[Unit]:
        """The facts of paragraphs that are not supporting, of which this model has not said whether they conflict."""
        expert = _kgds.supporting(view, text, context.criterion(_kgds.PARAGRAPHS, "supporting").row)
        row = context.criterion(_kgds.FACTS, _kgds.CONFLICTING).row
        own_annotators = {
            n for n, who in view.annotators.items() if (who.method, who.model) == (self.name, context.speaker)
        }
        answered_units = {
            v.cell.unit for v in view.verdicts if v.cell.criterion == row and v.value and v.annotator in own_annotators
        }
        groups = _kgds.by_source([u for u in view.derived_units if u.kind is UnitKind.FACT], text)
        facts = [unit for place, group in groups if expert.get(place) is False for unit in group]
        return (
            [unit for unit in facts if not unit.type and unit.id not in answered_units] if any(expert.values()) else []
        )

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        if inquiry.part == "masking":
            return await _masking(inquiry, context, ask)
        units = await (_facts if inquiry.part == "facts" else _opinions)(inquiry, context, ask)
        return Outcome(record={"units": units} if units else None)


def _parts(context: Context) -> tuple[str, ...]:
    return select_names(PARTS, context.choices.criteria, PARTS[:1], "kind of unit")


# Facts ---------------------------------------------------------------------------------------------------------------


async def _facts(inquiry: Inquiry, context: Context, ask: Asker) -> list[dict[str, Any]]:
    """The facts of all paragraphs as derived units; a reply that cannot be read adds none."""
    text = inquiry.target
    expert = _kgds.supporting(inquiry.view, text, context.criterion(_kgds.PARAGRAPHS, "supporting").row)
    excluded_places = _kgds.boundary(inquiry.view, text, context.criterion(_kgds.PARAGRAPHS, "supporting").row)
    places = [unit.position for unit in text.units if unit.text.strip() and unit.position not in excluded_places]
    questions = [
        question(
            f"facts P{place + 1}",
            context.prompts["facts"],
            {
                "article": _kgds.format_source(text, excluded_places),
                "paragraph": delimit("paragraph", " ".join(text.units[place].text.split())),
                "number": str(place + 1),
            },
            _read_facts,
            EXPECTED["facts"],
            alike=len(places),
        )
        for place in places
    ]
    readings = await ask.all(questions) if questions else []
    groups = {place: list(r.data or ()) for place, r in zip(places, readings, strict=True)}
    types = {place: _types(facts, expert.get(place)) for place, facts in groups.items()}
    if any(expert.values()):
        await _mask(inquiry, context, ask, expert, groups, types)
    units: list[dict[str, Any]] = []
    for place, facts in groups.items():
        for fact, (kind, meta) in zip(facts, types[place], strict=True):
            unit = {"id": f"{context.speaker} f{len(units) + 1}", "kind": "fact", "text": fact, "type": kind}
            units.append({**unit, "from": [[text.name, place]], **({"meta": meta} if meta else {})})
    return units


_Type = tuple[str, dict[str, Any]]


def _types(facts: Sequence[str], supporting: bool | None) -> list[_Type]:
    """A fact that says what one before it says is repeated; the others go by their paragraph."""
    seen: set[str] = set()
    types: list[_Type] = []
    for fact in facts:
        again = squeeze(fact) in seen
        seen.add(squeeze(fact))
        types.append((_kgds.REPEATED if again else _kgds.OTHER if supporting is False else "", {}))
    return types


async def _mask(
    inquiry: Inquiry,
    context: Context,
    ask: Asker,
    expert: dict[int, bool],
    groups: dict[int, list[str]],
    types: dict[int, list[_Type]],
) -> None:
    """Mask what most samples infer from the supporting paragraphs. Where no answer is certain the fact has no type, so
    that no verifier is asked about it, and its metadata say why."""
    text = inquiry.target
    place_groups = [
        (place, at)
        for place, facts in groups.items()
        if (at := [n for n in range(len(facts)) if types[place][n][0] == _kgds.OTHER])
    ]
    fact_groups = [(place, [groups[place][n] for n in at]) for place, at in place_groups]
    for (place, at), readings in zip(
        place_groups, await _conflicts(text, expert, fact_groups, context, ask), strict=True
    ):
        for number, n in enumerate(at):
            votes = [_vote(reading, number) for reading in readings]
            verdict = decide(votes, Cell(NO_UNIT, NO_CRITERION, text.id), text.units[place])
            if verdict.value is None:
                types[place][n] = ("", {"unmasked": verdict.reason})
            elif verdict.value == "yes":
                types[place][n] = (_kgds.MASKED, {})


async def _masking(inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
    """Whether facts that were there before conflict, as verdicts; "no" explicitly, too."""
    text, row = inquiry.target, context.criterion(_kgds.FACTS, _kgds.CONFLICTING).row
    expert = _kgds.supporting(inquiry.view, text, context.criterion(_kgds.PARAGRAPHS, "supporting").row)
    groups = _kgds.by_source(inquiry.data, text)
    fact_groups = [(place, [" ".join(unit.text.split()) for unit in group]) for place, group in groups]
    outcome = Outcome()
    for (_, group), readings in zip(groups, await _conflicts(text, expert, fact_groups, context, ask), strict=True):
        calls = tuple(reading.call for reading in readings if reading.call is not None)
        for number, unit in enumerate(group):
            votes = [_vote(reading, number) for reading in readings]
            outcome.verdicts.append(replace(decide(votes, Cell(unit.id, row, text.id), unit), calls=calls))
    return outcome


async def _conflicts(
    text: Document,
    expert: Mapping[int, bool],
    facts: Sequence[tuple[int, Sequence[str]]],
    context: Context,
    ask: Asker,
) -> list[list[Reading]]:
    """What all samples say of the facts of each paragraph: which of them the supporting paragraphs imply."""
    needed = [" ".join(unit.text.split()) for unit in text.units if expert.get(unit.position)]
    questions = [
        model_question
        for place, group in facts
        for model_question in repeat_question(
            question(
                f"masking P{place + 1}",
                context.prompts["masking"],
                {
                    "supporting": delimit("text", "\n\n".join(needed)),
                    "facts": delimit("facts", _number_facts(group)),
                    "count": str(len(group)),
                },
                partial(_read_masked, count=len(group)),
                20 + UNIT_TOKENS * len(group),
                labels=("label", ("YES", "NO")),
            ),
            context.samples,
        )
    ]
    readings = await ask.all(questions) if questions else []
    return [list(readings[at : at + context.samples]) for at in range(0, len(readings), context.samples)]


def _vote(reading: Reading, number: int) -> SampleVote:
    """One sample's vote on one fact. A "no" out of a reply that was repaired by guessing is none."""
    unit_reply = reading.units[number] if reading.units else None
    if unit_reply is None or unit_reply.labels is None:
        return SampleVote(
            None,
            (unit_reply.why if unit_reply is not None else "") or reading.unscored_reason or "no answer",
            unit_reply,
        )
    if reading.is_guessed and not unit_reply.labels:
        return SampleVote(None, "the reply was broken and repaired by guessing", unit_reply)
    return SampleVote(bool(unit_reply.labels), "", unit_reply)


def _number_facts(facts: Sequence[str]) -> str:
    return "\n".join(f"[{number}] {fact}" for number, fact in enumerate(facts, 1))


def _read_masked(reply: Reply, count: int) -> Reading:
    """One entry a fact: YES where it can be inferred from the supporting paragraphs."""
    return read_units(reply, count, {"YES": (_kgds.MASKED,), "NO": ()}, what="facts")


def _read_facts(reply: Reply) -> Reading:
    """The facts of a paragraph, one line each."""
    reading = read_object(reply, "facts")
    if reading.unscored_reason:
        return reading
    if not isinstance(reading.data, list):
        return replace(reading, data=None, unscored_reason="the facts are no list")
    facts = [" ".join(_kgds.sound(fact).split()) for fact in reading.data if isinstance(fact, str)]
    listed_facts = [fact for fact in facts if fact]
    if len(listed_facts) > MOST:
        return replace(
            reading, data=None, unscored_reason=f"the reply lists {len(listed_facts)} facts for one paragraph"
        )
    unusable_count = len(reading.data) - len(listed_facts)
    return replace(
        reading,
        data=listed_facts,
        unscored_reason=f"{unusable_count} of {len(reading.data)} facts are not text" if unusable_count else "",
    )


# Opinions ------------------------------------------------------------------------------------------------------------


async def _opinions(inquiry: Inquiry, context: Context, ask: Asker) -> list[dict[str, Any]]:
    """A draft of the opinions as derived units, each from the turn that voices it."""
    text = _kgds.article(inquiry.view)
    assert text is not None
    excluded_places = _kgds.boundary(inquiry.view, text, context.criterion(_kgds.PARAGRAPHS, "supporting").row)
    one = question(
        "opinions",
        context.prompts["opinions"],
        {
            "article": _kgds.format_source(text, excluded_places),
            "dialogue": delimit("dialogue", format_units(inquiry.target.units)),
        },
        lambda reply: _read_opinions(reply, inquiry.target),
        EXPECTED["opinions"],
    )
    reading = await ask.one(one)
    return [
        {"id": f"{context.speaker} o{number}", "kind": "opinion", **entry}
        for number, entry in enumerate(reading.data or (), 1)
    ]


def _read_opinions(reply: Reply, talk: Document) -> Reading:
    """The opinions of a reply. One whose turn is not there, or who names nobody of the discussion, is kept as a draft
    of the whole discussion with a word in its metadata, and counted."""
    reading = read_object(reply, "opinions")
    if reading.unscored_reason:
        return reading
    if not isinstance(reading.data, list):
        return replace(reading, data=None, unscored_reason="the opinions are no list")
    speakers = {squeeze(unit.speaker) for unit in talk.units if unit.speaker.strip()}
    everything = [[talk.name, unit.position] for unit in talk.units]
    units, problems = [], []
    for entry in reading.data:
        words = entry.get("opinion") if isinstance(entry, dict) else None
        opinion = _kgds.sound(words) if isinstance(words, str) else ""
        if not opinion:
            problems.append("has no text")
            continue
        turn, speaker = entry.get("turn"), str(entry.get("speaker") or "")
        doubt = ""
        if squeeze(speaker) not in speakers:
            doubt = STRANGER
        elif not (isinstance(turn, int) and not isinstance(turn, bool) and 1 <= turn <= len(talk.units)):
            doubt = "names a turn that is not there"
        elif squeeze(talk.units[turn - 1].speaker) != squeeze(speaker):
            doubt = "names a turn of somebody else"
        unit: dict[str, Any] = {"text": opinion, "type": "clarified" if opinion.count("**") > 1 else ""}
        unit["from"] = everything if doubt else [[talk.name, turn - 1]]
        unit["meta"] = {"speaker": speaker, **({"doubt": doubt} if doubt else {})}
        problems += [doubt] if doubt else []
        units.append(unit)
    why = f"{len(problems)} of {len(reading.data)} opinions: one {problems[0]}" if problems else ""
    return replace(reading, data=units, unscored_reason=why)


METHOD = KGDSDecompose()
