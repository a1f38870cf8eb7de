"""How sure a model is of its labels, by the log-probabilities that a server gives with a reply.

For each label of a reply: the words that could have stood at its beginning, and how likely each was. They are kept
before the text of the reply, so that a reply that is known already says the same as a new one.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

MOST = 5
"""How many words are asked for at each place."""
_LABEL = re.compile(r'"(?:label|category|response|answer)"\s*:\s*"')
_BLOCK = re.compile(r"\A<label-probabilities>(.*?)</label-probabilities>\n", re.DOTALL)

Chances = tuple[Mapping[str, float], ...]


def read(tokens: Any, text: str) -> Chances:
    """The chances of each label in ``text``, from OpenAI's list of tokens with their alternatives; of the first word
    where there is no label. Nothing where the tokens do not make up the text."""
    if not isinstance(tokens, list) or not all(isinstance(token, dict) for token in tokens):
        return ()
    words = [token.get("token") for token in tokens]
    if not all(isinstance(word, str) for word in words) or "".join(map(str, words)) != text:
        return ()
    starts = [match.end() for match in _LABEL.finditer(text)] or [len(text) - len(text.lstrip())]
    label_chances, at, place = [], 0, 0
    for start in starts:
        while place < len(tokens) and at + len(words[place]) <= start:
            at += len(words[place])
            place += 1
        if place == len(tokens):
            return ()
        label_chances.append(_alternatives(tokens[place], start - at))
    return tuple(label_chances)


def _alternatives(token: Mapping[str, Any], skip: int) -> dict[str, float]:
    """The words at one place with their probabilities; ``skip`` characters of a word stand before the label."""
    listed = token.get("top_logprobs")
    chances: dict[str, float] = {}
    for alternative in [*(listed if isinstance(listed, list) else ()), token]:
        word, chance = (
            (alternative.get("token"), alternative.get("logprob")) if isinstance(alternative, dict) else (None, None)
        )
        if isinstance(word, str) and isinstance(chance, int | float) and chance <= 1e-6 and word[skip:] not in chances:
            chances[word[skip:]] = math.exp(min(chance, 0.0)) if math.isfinite(chance) else 0.0
    return chances


def join_chances(chances: Chances, text: str) -> str:
    """A reply's text with the chances of its labels before it."""
    if not chances:
        return text
    chances_json = json.dumps([{w: round(p, 6) for w, p in words.items()} for words in chances], ensure_ascii=False)
    return f"<label-probabilities>{chances_json.replace('<', chr(92) + 'u003c')}</label-probabilities>\n{text}"


def split_chances(text: str) -> tuple[str, Chances]:
    """(the text, the chances) of a reply as it is kept."""
    match = _BLOCK.match(text)
    if match is None:
        return text, ()
    try:
        listed = json.loads(match[1])
        chances = tuple({str(word): float(chance) for word, chance in words.items()} for words in listed)
    except (ValueError, TypeError, AttributeError):
        return text, ()
    return text[match.end() :], chances


def get_chance(label: str, others: Sequence[str], chances: Mapping[str, float]) -> float | None:
    """The probability of a label among those that could have been given; None where none of them is listed. A word
    that could begin several of them counts for none."""
    mass = dict.fromkeys((label, *others), 0.0)
    for word, chance in chances.items():
        begun = word.strip().strip('"').casefold()
        folded = {option: option.casefold() for option in mass}
        fits = [
            option for option, name in folded.items() if begun and (name.startswith(begun) or begun.startswith(name))
        ]
        if len(fits) == 1:
            mass[fits[0]] += chance
    total = sum(mass.values())
    return mass[label] / total if total > 0 else None
