"""A grade in whatever words a model puts it."""

from __future__ import annotations

import re
import unicodedata

_NUMBERS = {
    word: number
    for number, words in enumerate(
        (
            "zero null cero zéro 零",
            "one eins ein un uno une um 一",
            "two zwei deux dos due dois 二 两",
            "three drei trois tres tre três 三",
            "four vier quatre cuatro quattro quatro 四",
            "five fünf cinq cinco cinque 五",
            "six sechs seis sei 六",
            "seven sieben sept siete sette sete 七",
            "eight acht huit ocho otto oito 八",
            "nine neun neuf nueve nove 九",
            "ten zehn dix diez dieci dez 十",
        )
    )
    for word in words.split()
}
_WORD = "|".join(sorted(map(re.escape, _NUMBERS), key=len, reverse=True))
_ONE = rf"(?P<value>[+-]?\d+(?:\.\d+)?|{_WORD})(?![\w])(?!\.\d)"
_OF = (
    r"(?:\s*(?:stars?|points?)?\s*\(?\s*(?:/|out\s+of|of|von|sur|de|auf|分の)\s*"
    rf"(?P<most>\d+|{_WORD})\b)?"
)
_RANGE = re.compile(rf"^\s*(?:-|–|—|~|,|to|or|bis|à|oder)\s*(?:\d|(?:{_WORD})\b)", re.IGNORECASE)
_NAME = (
    r"(?:\w+\s+)?(?:faithfulness|consistency|score|rating|grade|answer|result|value|bewertung|note|punkte|puntuación|"
    r"评分|评级|スコア|점수)"
)
_LABELLED = re.compile(
    rf"\b{_NAME}\b[\"'”*\s]*(?:\([^)]*\))?[\"'”*\s]*(?:is|of|=|:|：|->|→)+\s*[\"'“*]*{_ONE}{_OF}", re.IGNORECASE
)
_LEADING = re.compile(rf"^[\"'“*\[(\s]*{_ONE}{_OF}(?P<after>.*)$", re.IGNORECASE | re.DOTALL)
_AFTER = re.compile(
    r"[\"'”*\]\s]*(?:[.)]?\s*$|[:;,!\-–—(\n]|\.\n|(?:because|since|as|stars?|points?|weil|da|parce|porque)\b)",
    re.IGNORECASE,
)
_SCALE = re.compile(r"\bscale\s+(?:of|from)\s+\d+\s*(?:-|–|to)\s*(?P<most>\d+)\b", re.IGNORECASE)
_MOST_READ = 2_000
"""Characters at either end of a reply in which a grade is looked for."""


def grade(text: str, low: float, high: float) -> tuple[float | None, str]:
    """(the grade on a scale from ``low`` to ``high``, or None; why there is none).

    Read are "4", "4.5", "four", "4/5", "4 out of 5", "5 - because …", "Score: 4"; the last labelled one counts. A
    grade on another scale ("8/10"), out of range, a range ("3-4"), or a number somewhere in the text is none.
    """
    ends = text[:_MOST_READ] + text[_MOST_READ:][-_MOST_READ:]
    text = re.sub(r"[^\S\n]+", " ", unicodedata.normalize("NFKC", ends)).strip()
    if not text:
        return None, "the reply is empty"
    matches = list(_LABELLED.finditer(text))
    match = matches[-1] if matches else _LEADING.match(text)
    if match is None:
        return None, "the reply names no grade"
    rest = text[match.end() :] if matches else match["after"]
    if _RANGE.match(rest):
        return None, "the reply names a range instead of a grade"
    if not matches and not _AFTER.match(rest):
        return None, "the reply names no grade"
    scale = _SCALE.search(text)
    most = match["most"] or (scale["most"] if scale else None)
    if most is not None and _number(most) != high:
        return None, f"the grade is on another scale (of {most})"
    value = _number(match["value"])
    if not low <= value <= high:
        return None, f"the grade {match['value']} is out of range ({low:g} to {high:g})"
    return value, ""


def _number(text: str) -> float:
    return float(_NUMBERS[text.casefold()]) if text.casefold() in _NUMBERS else float(text)
