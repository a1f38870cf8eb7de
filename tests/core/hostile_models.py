"""Servers that lie, stall and think aloud, as scripts for ``fake_models.serving``; and what a request asked of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.core.fake_models import Answer, Script, Seen, error
from tests.core.judging import asked, verdicts

BIG = 10**30
USAGES: dict[str, Any] = {
    "huge": {"prompt_tokens": BIG, "completion_tokens": BIG, "input_tokens": BIG, "output_tokens": BIG},
    "beyond 64 bits": dict.fromkeys(("prompt_tokens", "completion_tokens", "input_tokens", "output_tokens"), 1 << 63),
    "infinite": dict.fromkeys(("prompt_tokens", "completion_tokens", "input_tokens", "output_tokens"), float("inf")),
    "nan": dict.fromkeys(("prompt_tokens", "completion_tokens", "input_tokens", "output_tokens"), float("nan")),
    "negative": dict.fromkeys(("prompt_tokens", "completion_tokens", "input_tokens", "output_tokens"), -5),
    "text": dict.fromkeys(("prompt_tokens", "completion_tokens", "input_tokens", "output_tokens"), "many"),
    "list": [1, 2],
    "true": True,
}


def _everywhere(seen: Seen, yes: bool) -> str:
    count = asked(seen)
    return verdicts(count, tuple(range(1, count + 1)) if yes else ())


def _thinking(wrap: Callable[[str, str], Answer]) -> Script:
    return lambda seen, _: wrap(_everywhere(seen, True), _everywhere(seen, False))


DRAFTS: dict[str, Script] = {
    "tags": _thinking(lambda draft, text: Answer(f"<think>\nFirst: {draft}\nNo, wait.\n</think>\n\n{text}")),
    "tags of another name": _thinking(lambda draft, text: Answer(f"<reasoning>{draft}</reasoning>{text}")),
    "the opening is missing": _thinking(
        lambda draft, text: Answer(f"I try [S1 {draft} hmm.\n</think>\n```json\n{text}\n```")
    ),
    "a field": _thinking(lambda draft, text: Answer(text, thoughts=f"First: {draft}")),
    "a field with tags": _thinking(
        lambda draft, text: Answer(text, thoughts=f"a </think> {draft} </reasoning> {draft}")
    ),
    "harmony": _thinking(
        lambda draft, text: Answer(
            f"<|channel|>analysis<|message|>{draft}<|end|><|start|>assistant<|channel|>final<|message|>{text}<|return|>"
        )
    ),
    "a draft that breaks off": _thinking(
        lambda draft, text: Answer(f"{draft[:-3]}\nLet me begin anew.\n```json\n{text}\n```")
    ),
    "a part": _thinking(lambda draft, text: Answer(f'{{"verdicts": [{{"number": 99, "label": "YES"}}]}} No:\n{text}')),
}
"""Each thinks of YES everywhere first and answers NO everywhere."""

PARTS: dict[str, Callable[[str], Any]] = {
    "one": lambda text: [{"type": "text", "text": text}],
    "halves": lambda text: [{"type": "text", "text": text[:40]}, {"type": "text", "text": text[40:]}],
    "strings": lambda text: [text[:40], text[40:]],
    "values": lambda text: [{"type": "text", "text": {"value": text}}],
    "thoughts": lambda text: [
        {"type": "thinking", "thinking": [{"type": "text", "text": text.replace('"NO"', '"YES"')}]},
        {"type": "text", "text": text},
    ],
    "JSON": lambda text: json.loads(text),
}


def in_parts(form: str) -> Script:
    """Answers NO everywhere, the content in one of the forms of ``PARTS``."""
    return lambda seen, _: Answer(PARTS[form](_everywhere(seen, False)))


def torn(seen: Seen, _: int) -> Answer:
    """Two whole answers that say the opposite of each other."""
    return Answer(f"{_everywhere(seen, True)}\nOr rather:\n{_everywhere(seen, False)}")


def repeating(seen: Seen, _: int) -> Answer:
    """The same answer twice, for other reasons."""
    text = _everywhere(seen, True)
    return Answer(f"{text}\n\nIn short:\n```json\n{text.replace('Compared.', 'As I said.')}\n```")


def half_done(seen: Seen, _: int) -> Answer:
    """A whole draft, and an answer that breaks off although the server says that it is whole."""
    return Answer(f"{_everywhere(seen, True)}\nNo, rather:\n{_everywhere(seen, False)[:-20]}")


def only_thoughts(seen: Seen, _: int) -> Answer:
    """Thinks until there is no room for an answer, and says that it has ended by itself."""
    return Answer(f"<think>Perhaps {_everywhere(seen, True)}, but then")


def counting(usage: Any) -> Script:
    """A good answer beside a usage that cannot be."""

    def script(seen: Seen, _: int) -> Answer:
        text = _everywhere(seen, False)
        whole = {
            "model": "m",
            "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
            "content": [{"type": "text", "text": text}],
            "stop_reason": "end_turn",
            "usage": usage,
        }
        return Answer(body=json.dumps(whole).encode())

    return script


def refusing_formats(*kinds: str, status: int = 400) -> Script:
    """Refuses these forms of ``response_format``; answers well otherwise."""

    def script(seen: Seen, _: int) -> Answer:
        if seen.body.get("response_format", {}).get("type") in kinds:
            return error(status, "response_format is not supported")
        return Answer(_everywhere(seen, False))

    return script


def garbage(*_: Any) -> Answer:
    """Words without an answer."""
    return Answer("All of that looks fine to me.")


def stalling(seconds: float, trickle: float = 0.0) -> Script:
    """Lets ``seconds`` pass before it answers, or between any two bytes (events) of its answer."""
    return lambda seen, _: Answer(_everywhere(seen, False), delay=seconds, trickle=trickle)
