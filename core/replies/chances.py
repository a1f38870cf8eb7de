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
    if not isinstance(tokens, list) or not all(isinstance(each, dict) for each in tokens):
        return ()
    words = [each.get("token") for each in tokens]
    if not all(isinstance(word, str) for word in words) or "".join(map(str, words)) != text:
        return ()
    starts = [match.end() for match in _LABEL.finditer(text)] or [len(text) - len(text.lstrip())]
    found, at, place = [], 0, 0
    for start in starts:
        while place < len(tokens) and at + len(words[place]) <= start:
            at += len(words[place])
            place += 1
        if place == len(tokens):
            return ()
        found.append(_alternatives(tokens[place], start - at))
    return tuple(found)


def _alternatives(token: Mapping[str, Any], skip: int) -> dict[str, float]:
    """The words at one place with their probabilities; ``skip`` characters of a word stand before the label."""
    listed = token.get("top_logprobs")
    found: dict[str, float] = {}
    for each in [*(listed if isinstance(listed, list) else ()), token]:
        word, chance = (each.get("token"), each.get("logprob")) if isinstance(each, dict) else (None, None)
        if isinstance(word, str) and isinstance(chance, int | float) and chance <= 1e-6 and word[skip:] not in found:
            found[word[skip:]] = math.exp(min(chance, 0.0)) if math.isfinite(chance) else 0.0
    return found


def joined(chances: Chances, text: str) -> str:
    """A reply's text with the chances of its labels before it."""
    if not chances:
        return text
    kept = json.dumps([{w: round(p, 6) for w, p in each.items()} for each in chances], ensure_ascii=False)
    return f"<label-probabilities>{kept.replace('<', chr(92) + 'u003c')}</label-probabilities>\n{text}"


def split(text: str) -> tuple[str, Chances]:
    """(the text, the chances) of a reply as it is kept."""
    found = _BLOCK.match(text)
    if found is None:
        return text, ()
    try:
        listed = json.loads(found[1])
        chances = tuple({str(word): float(chance) for word, chance in each.items()} for each in listed)
    except (ValueError, TypeError, AttributeError):
        return text, ()
    return text[found.end() :], chances


def of(label: str, others: Sequence[str], chances: Mapping[str, float]) -> float | None:
    """The probability of a label among those that could have been given; None where none of them is listed. A word
    that could begin several of them counts for none."""
    mass = dict.fromkeys((label, *others), 0.0)
    for word, chance in chances.items():
        begun = word.strip().strip('"').casefold()
        folded = {each: each.casefold() for each in mass}
        fits = [each for each, name in folded.items() if begun and (name.startswith(begun) or begun.startswith(name))]
        if len(fits) == 1:
            mass[fits[0]] += chance
    total = sum(mass.values())
    return mass[label] / total if total > 0 else None
