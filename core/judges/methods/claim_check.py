"""One sentence against its source, in the form that MiniCheck models read: a document, a claim, yes or no.

After Tang, Laban, Durrett, MiniCheck (2024): a claim that some part of the source bears out is supported. Long sources
go in windows that overlap, and the window that supports a sentence best decides. Where the server gives
log-probabilities, the confidence is the probability of the answer. Ollama's bespoke-minicheck has an instruction of its
own; other servers and models get ours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from galley.core.domain import Cell, Document
from galley.core.errors import InputError
from galley.core.judges.clients.base import Reply
from galley.core.judges.inquiry.labels import Reading, find_stop_reason, read_label
from galley.core.judges.inquiry.model_texts import find_injection, sources
from galley.core.judges.inquiry.price import estimate_tokens
from galley.core.judges.methods._questions import AsksAModel, question
from galley.core.judges.methods.base import (
    Asker,
    Choices,
    Context,
    FoundVerdict,
    Inquiry,
    ModelQuestion,
    Outcome,
    Setting,
)
from galley.core.replies import chances
from galley.core.replies.replies import withdraws_answer

SCHEME, CRITERION = "basic", "hallucination"
OLLAMA = "bespoke-minicheck"
"""The name of the model in Ollama's library, whose instruction is built in."""
_BORNE, _NOT = ("borne",), ("not",)
_ANSWERS = {"yes": _BORNE, "true": _BORNE, "supported": _BORNE, "no": _NOT, "false": _NOT, "unsupported": _NOT}


class ClaimCheck(AsksAModel):
    """See the module."""

    name = "claim-check"
    label = "Claim check, small local models"
    title = "Each sentence against its source, yes or no, for MiniCheck and other small models on this machine"
    writes = SCHEME
    part = "claims"
    heeds: tuple[str, ...] = ("systems",)
    sampling: Mapping[str, Any] = {"logprobs": "on"}
    settings = (
        Setting("window", 1_500, "tokens of the source in one question, about", 100, 100_000),
        Setting("overlap", 150, "tokens that two windows share, about", 0, 50_000),
        Setting("threshold", 0.5, "a sentence is flagged below this probability of being supported", 0.01, 0.99),
        Setting("instruction", "auto", "whether our instruction is sent", values=("auto", "send", "leave-out")),
    )

    def check(self, context: Context) -> None:
        """See ``Method``."""
        super().check(context)
        settings = context.settings
        if settings and settings["overlap"] * 2 > settings["window"]:
            raise InputError("The overlap may be at most half of the window; choose a smaller one.")

    def asks(self, choices: Choices) -> tuple[str, ...]:
        """See ``AsksAModel``: the one criterion may be named."""
        return (self.part,) if choices.criteria == (CRITERION,) else super().asks(choices)

    async def work(self, inquiry: Inquiry, context: Context, ask: Asker) -> Outcome:
        """See ``Method``."""
        texts, settings = sources(inquiry.view), context.settings
        criterion = context.criterion(SCHEME, CRITERION).row
        window_texts = cut_windows(texts, settings["window"], settings["overlap"])
        units = inquiry.target.units
        places = [(n, w) for n in range(len(units)) for w in range(len(window_texts))]
        questions = [_question(context, window_texts[w], units[n].text, n, w) for n, w in places]
        readings = await ask.all(questions)
        instruction = find_injection((*texts, inquiry.target))
        outcome = Outcome(covered_pairs=[(criterion, inquiry.target.id)], injection=instruction)
        for place, unit in enumerate(units):
            unit_readings = readings[place * len(window_texts) : (place + 1) * len(window_texts)]
            cell = Cell(unit.id, criterion, inquiry.target.id)
            outcome.verdicts.append(_verdict(cell, unit_readings, settings["threshold"], instruction))
        if len(window_texts) > 1:
            outcome.notes = (f"A source was read in {len(window_texts)} windows",)
        return outcome


def _question(context: Context, document: str, claim: str, sentence: int, window: int) -> ModelQuestion:
    mode = context.settings["instruction"]
    own = mode == "send" or (mode == "auto" and not context.model.casefold().startswith(OLLAMA))
    inputs = {"document": document, "claim": " ".join(claim.split())}
    one = question(f"sentence {sentence + 1}, window {window + 1}", context.prompts["claim"], inputs, read, 2)
    return one if own else ModelQuestion(one.part, "", one.user, None, one.prompts, read, 0, 2)


def read(reply: Reply) -> Reading:
    """Whether a reply says that the claim is supported."""
    why = find_stop_reason(reply)
    if why:
        return Reading(unscored_reason=why)
    ids = read_label(reply.text.strip(), _ANSWERS)
    if ids is None or withdraws_answer(reply.text):
        return Reading(unscored_reason="the reply is not yes or no")
    return Reading(data=ids == _BORNE)


def _verdict(cell: Cell, readings: list[Reading], threshold: float, injected: str) -> FoundVerdict:
    """The verdict on one sentence: what the window says that bears it out best. A window that could not be read may
    have been that one, so without it there is no yes."""
    calls = tuple(reading.call for reading in readings if reading.call is not None)
    supports = [_borne_out(reading) for reading in readings]
    best = max((support for support in supports if support is not None), default=None)
    if best is not None and best >= threshold:
        if injected:
            return FoundVerdict(cell, None, f"the text tries to instruct the judge: “{injected}”", calls=calls)
        return FoundVerdict(cell, "no", "", best, calls=calls)
    if best is None or None in supports:
        why = next(
            reading.unscored_reason for reading, support in zip(readings, supports, strict=True) if support is None
        )
        return FoundVerdict(cell, None, why, calls=calls)
    return FoundVerdict(cell, "yes", "", 1 - best, calls=calls)


def _borne_out(reading: Reading) -> float | None:
    """The probability that a window bears the claim out; 1 or 0 where the server told none."""
    if reading.data is None:
        return None
    likely = chances.get_chance("Yes", ("No",), reading.chances[0]) if reading.chances else None
    return likely if likely is not None else float(bool(reading.data))


METHOD = ClaimCheck()


def cut_windows(documents: Sequence[Document], most: int, overlap: int) -> list[str]:
    """The texts of some documents in windows of about ``most`` tokens, each of which begins with the last units (about
    ``overlap`` tokens) of the one before. One window where everything fits."""
    lines = [line for document in documents for line in _split_lines(document, most)]
    sizes = [estimate_tokens(line) for line in lines]
    texts: list[str] = []
    first = 0
    while first < len(lines):
        last, size = first, 0
        while last < len(lines) and (last == first or size + sizes[last] <= most):
            size += sizes[last]
            last += 1
        texts.append("\n".join(lines[first:last]))
        if last == len(lines):
            break
        back, shared = last, 0
        while back - 1 > first and shared + sizes[back - 1] <= overlap:
            back -= 1
            shared += sizes[back]
        while back < last and shared + sizes[last] > most:  # the next line is long, and has the window for itself
            shared -= sizes[back]
            back += 1
        first = back
    return texts


def _split_lines(document: Document, most: int) -> Iterator[str]:
    for unit in document.units:
        text = " ".join(unit.text.split())
        line = f"{' '.join(unit.speaker.split())}: {text}" if unit.speaker else text
        if estimate_tokens(line) <= most:
            yield line
            continue
        words, piece = line.split(" "), ""
        for word in words:
            if piece and estimate_tokens(f"{piece} {word}") > most:
                yield piece
                piece = word
            else:
                piece = f"{piece} {word}".strip()
        yield piece
