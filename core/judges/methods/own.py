"""A judge of the user's own: a scheme, an instruction and examples, without code
(``core/judges/inquiry/written_judge.py``).

Each criterion is asked by itself, of all units of its kind at once. Without an instruction it asks any scheme by its
definitions. Votes on yes and no are ``voting``'s; on other scales the verdict is what more than half of the samples
say, on an ordinal one else their median, where the two in the middle agree. A tie, or too few samples that could be
read, is Unscored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from galley.core.domain import Cell, Criterion, Document, Role, Scheme, Unit, UnitKind, Value
from galley.core.errors import InputError
from galley.core.judges.inquiry import written_judge
from galley.core.judges.inquiry.labels import Reading, UnitReply, read_units
from galley.core.judges.inquiry.model_texts import (
    delimit,
    find_injection,
    format_units,
    source_block,
    sources,
    summaries,
)
from galley.core.judges.inquiry.written_judge import CustomJudge
from galley.core.judges.methods._questions import (
    UNIT_TOKENS,
    count_shared_questions,
    question,
    repeat_question,
    select_names,
)
from galley.core.judges.methods._votes import QuoteChecker, ask_and_vote
from galley.core.judges.methods.base import (
    Asker,
    Choices,
    Context,
    FoundVerdict,
    Inquiry,
    ModelQuestion,
    Outcome,
    ProjectContent,
    Setting,
)
from galley.core.review.items import ItemView

_WORDS = {
    UnitKind.SENTENCE: ("the sentences of a summary", "sentence"),
    UnitKind.WHOLE: ("a summary as a whole", "summary"),
    UnitKind.TURN: ("the turns of a dialogue", "turn"),
    UnitKind.PARAGRAPH: ("the paragraphs of an article", "paragraph"),
}
_ROLE = {UnitKind.TURN: Role.DIALOGUE, UnitKind.PARAGRAPH: Role.ARTICLE}
JUDGE = "judge"
USUAL = "basic"
"""The scheme that is asked where none is named."""


class CustomJudgeMethod:
    """See the module."""

    name = "own"
    label = "Custom judge"
    title = "Custom judge: a scheme on any scale, an instruction and examples, without code"
    samples = 1
    local = False
    asks_again = True
    heeds: tuple[str, ...] = ("samples", "systems", "scheme")
    settings = (Setting(JUDGE, "", "the judge as TOML; without one the criteria of a scheme are asked"),)

    def brings(self, choices: Choices) -> Scheme | None:
        """See ``Method``."""
        judge = _judge(choices)
        return judge.brings() if judge else None

    def schemes(self, choices: Choices, content: ProjectContent) -> tuple[str, ...]:
        """See ``Method``."""
        judge = _judge(choices)
        if judge is not None and choices.scheme:
            raise InputError(f"The judge {judge.id} has its own scheme, {judge.scheme}; leave --scheme out.")
        return (judge.scheme if judge else choices.scheme or USUAL,)

    def annotator_keys(self, choices: Choices) -> tuple[str, ...]:
        """See ``Method``: the judge and its version."""
        judge = _judge(choices)
        return (f"{judge.id} {judge.version}" if judge else choices.scheme or USUAL,)

    def usual_samples(self, choices: Choices) -> int:
        """See ``Method``."""
        judge = _judge(choices)
        return judge.samples if judge else self.samples

    def fingerprint(self) -> str:
        """See ``Method``: the judge's text is among the settings."""
        return ""

    def check(self, context: Context) -> None:
        """See ``Method``."""
        criteria = _find_criteria(context)
        judge = _judge(context.choices)
        for example in judge.examples if judge else ():
            about = [c for c in criteria if example.criterion in ("", c.id)]
            if not any(c.id == example.criterion for c in next(iter(context.schemes.values())).criteria):
                if example.criterion:
                    raise InputError(
                        f"An example is about {example.criterion!r}, which is not a criterion of the scheme."
                    )
                if len(criteria) > 1:
                    raise InputError("With several criteria each example must name its criterion.")
            for criterion in about:
                if example.answer.upper() not in map(str.upper, written_judge.answers(criterion)):
                    listing = ", ".join(written_judge.answers(criterion))
                    raise InputError(f"An example answers {example.answer!r}, but {criterion.id} takes: {listing}.")

    def inquiries(self, view: ItemView, context: Context) -> Iterator[Inquiry]:
        """See ``Method``: a criterion, and a summary or a source."""
        (annotator_key,) = self.annotator_keys(context.choices)
        for criterion in _find_criteria(context):
            parts = {part.partition(" ")[0] for part in criterion.parts}
            targets = [s for s in summaries(view, context.choices.systems) if not parts or s.part in parts]
            role = _ROLE.get(criterion.unit)
            if role is None and sources(view):
                for summary in targets:
                    yield Inquiry(view, summary, criterion.id, annotator_key, (criterion, None))
            for source in view.by_role(role) if role else ():
                if criterion.about == "self" and source.units:
                    yield Inquiry(view, source, criterion.id, annotator_key, (criterion, source))
                for summary in targets if criterion.about != "self" and source.units else ():
                    yield Inquiry(view, summary, criterion.id, annotator_key, (criterion, source))

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        criterion, source = inquiry.data
        units = _units(criterion, inquiry.target, source)
        texts = (source,) if source else sources(inquiry.view)
        one = _question(inquiry, context, criterion, units, texts)
        if criterion.scale == "yes-no":
            return await ask_and_vote(ask, one, inquiry, context, [criterion], units, texts)
        readings = await ask.all(repeat_question(one, context.samples))
        instruction = find_injection((*texts, inquiry.target))
        return on_scale(units, criterion, readings, inquiry.target.id, QuoteChecker(texts), instruction)


def _judge(choices: Choices) -> CustomJudge | None:
    text = choices.options.get(JUDGE, "")
    return written_judge.parse(text) if text.strip() else None


def _find_criteria(context: Context) -> list[Criterion]:
    """The criteria that are asked. Raises: InputError for one whose units are not texts."""
    (scheme,) = context.schemes.values()
    judge = _judge(context.choices)
    offered = [c.id for c in scheme.criteria if c.unit in _WORDS]
    criterion_names = context.choices.criteria or (judge.criteria if judge else ())
    for name in criterion_names:
        criterion = scheme.criterion(name)
        if criterion is not None and criterion.unit not in _WORDS:
            raise InputError(f"{name} is asked of {criterion.unit}s, which this judge cannot show; leave it out.")
    if not offered:
        raise InputError(f"The scheme {scheme.id!r} has no criterion for sentences, summaries, turns or paragraphs.")
    names = select_names(offered, criterion_names, offered, "criterion")
    return [c for c in scheme.criteria if c.id in names]


def _units(criterion: Criterion, target: Document, source: Document | None) -> Sequence[Unit]:
    if criterion.unit is UnitKind.WHOLE:
        return (Unit(target.whole, target.id, UnitKind.WHOLE, 0, 0, len(target.text), target.text),)
    return (source or target).units


def _question(
    inquiry: Inquiry, context: Context, criterion: Criterion, units: Sequence[Unit], texts: Sequence[Document]
) -> ModelQuestion:
    judge, (what, noun) = _judge(context.choices), _WORDS[criterion.unit]
    offered: dict[str, tuple[str, ...]] = {name: (name,) for name in written_judge.answers(criterion)}
    if criterion.scale == "yes-no":
        offered = {"YES": (criterion.id,), "NO": ()}
    examples = judge.for_item(inquiry.view.key, criterion.id) if judge else ()
    alone = inquiry.target.role is not Role.SUMMARY
    summary_text = delimit(
        "summary", format_units(units if criterion.unit is UnitKind.WHOLE else inquiry.target.units, "")
    )
    inputs = {
        "what": what,
        "each": noun,
        "name": criterion.name,
        "definition": criterion.definition,
        "scale": _scale(criterion),
        "instruction": judge.instruction if judge else "",
        "examples": "\n\n".join(map(_format_example, examples)),
        "source": source_block(texts),
        "material": "" if alone else f"Here is the summary.\n\n{summary_text}",
        "count": f"{len(units)} {noun}" + ("" if len(units) == 1 else "s"),
    }
    many = count_shared_questions(inquiry, context, len(_find_criteria(context)))
    return question(
        inquiry.part,
        context.prompts["units"],
        inputs,
        lambda reply: read_units(reply, len(units), offered, what=f"{noun}s"),
        20 + UNIT_TOKENS * len(units),
        alike=many,
        labels=("label", offered),
    )


def _scale(criterion: Criterion) -> str:
    if criterion.scale == "ordinal":
        return f"a whole number from {criterion.low} to {criterion.high}"
    if criterion.scale == "choice":
        return "one of " + ", ".join(f"“{choice}”" for choice in criterion.choices)
    return "YES if the criterion holds, NO if it does not"


def _format_example(example: written_judge.Example) -> str:
    lines = ["An example."]
    lines += [f"Source: {example.source}"] if example.source else []
    lines += [f"Text: {example.text}", f"Answer: {example.answer}"]
    return "\n".join([*lines, *([f"Because: {example.why}"] if example.why else [])])


METHOD = CustomJudgeMethod()


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
