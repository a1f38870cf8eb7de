"""Numbers, amounts, units and days of a month in a sentence, in figures or in words, and when two are the same."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from galley.core.judges.built_in.tokens import MONTHS, Token


class Quantity(NamedTuple):
    """A number with its unit: the values that it may mean, the class of its unit and how many base units it is."""

    values: tuple[float, ...]
    unit: str
    factor: float
    start: int
    end: int
    is_rounded: bool = False
    is_word: bool = False
    month: str = ""
    passage: int = -1


NUMBERS = {
    word: float(value)
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        " seventeen eighteen nineteen twenty".split()
    )
} | {"thirty": 30.0, "forty": 40.0, "fifty": 50.0, "sixty": 60.0, "seventy": 70.0, "eighty": 80.0, "ninety": 90.0}


_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "dozen": 12.0}


_SCALES |= {"hundreds": 1e2, "dozens": 12.0}


_SHORT_SCALES = {"k": 1e3, "m": 1e6, "mn": 1e6, "mln": 1e6, "bn": 1e9, "b": 1e9, "tn": 1e12}


_ORDINALS = {
    word: float(value)
    for value, word in enumerate("fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(), 4)
}


FRACTIONS = {"half": 0.5, "halve": 0.5, "halved": 0.5, "quarter": 0.25, "third": 1 / 3, "tenth": 0.1, "fifth": 0.2}


MULTIPLES = {
    "double": 2.0,
    "doubled": 2.0,
    "doubling": 2.0,
    "twice": 2.0,
    "triple": 3.0,
    "tripled": 3.0,
    "thrice": 3.0,
}


MULTIPLES |= {"quadrupled": 4.0, "twofold": 2.0, "threefold": 3.0}


_UNITS: dict[str, tuple[str, float]] = {}


for _class, _members in (
    (
        "time",
        "second 1 seconds 1 sec 1 minute 60 minutes 60 min 60 mins 60 hour 3600 hours 3600 hr 3600 hrs 3600 day 86400"
        " days 86400 week 604800 weeks 604800 fortnight 1209600 month 2629800 months 2629800 year 31557600"
        " years 31557600 yr 31557600 yrs 31557600 decade 315576000 decades 315576000 century 3155760000"
        " centuries 3155760000 weekly 604800 night 86400 nights 86400",
    ),
    (
        "length",
        "km 1000 kilometre 1000 kilometres 1000 kilometer 1000 kilometers 1000 kph 1000 kmh 1000 mile 1609.34"
        " miles 1609.34 mph 1609.34 metre 1 metres 1 meter 1 meters 1 cm .01 centimetre .01 centimetres .01"
        " centimeters .01 mm .001 foot .3048 feet .3048 ft .3048 inch .0254 inches .0254 yard .9144 yards .9144",
    ),
    (
        "mass",
        "kg 1 kilo 1 kilos 1 kilogram 1 kilograms 1 gram .001 grams .001 g .001 mg .000001 lb .45359 lbs .45359"
        " ounce .02835 ounces .02835 oz .02835 tonne 1000 tonnes 1000 ton 1000 tons 1000",
    ),
    ("volume", "litre 1 litres 1 liter 1 liters 1 ml .001 gallon 3.785 gallons 3.785"),
    ("percent", "percent 1 pc 1 percentage 1"),
    ("euro", "euro 1 euros 1 eur 1 cents .01 cent .01"),
    ("dollar", "dollar 1 dollars 1 usd 1"),
    ("pound", "pounds 1 gbp 1 pence .01"),
    ("crown", "crown 1 crowns 1"),
):
    _pairs = _members.split()
    for _name, _size in zip(_pairs[::2], _pairs[1::2], strict=True):
        _UNITS[_name] = _class, float(_size)


_SYMBOLS = {"€": "euro", "$": "dollar", "£": "pound"}


CURRENCIES = frozenset(_SYMBOLS.values()) | {"crown"}


_ROUNDED = frozenset(
    "about around some roughly nearly almost approximately over under least most than up circa just estimated well"
    " possibly close close-to".split()
)


RELAXED, EXACT, CONVERTED = 0.12, 0.002, 0.04
"""How far two numbers may lie apart: where one says "about", where both are exact, where a unit was converted."""


def _figure(text: str) -> float | None:
    try:
        return float(text.replace(",", "")) if len(text) <= 25 else None
    except ValueError:
        return None


def read_quantities(text: str, tokens: Sequence[Token]) -> list[Quantity]:
    """The numbers of a sentence, in figures or in words, with their units."""
    found: list[Quantity] = []
    i = 0
    while i < len(tokens):
        quantity, after = _read_quantity(text, tokens, i)
        if quantity is not None:
            found.append(quantity)
        i = max(after, i + 1)
    return found


def _read_quantity(text: str, tokens: Sequence[Token], i: int) -> tuple[Quantity | None, int]:
    token = tokens[i]
    is_word = not token.text[0].isdigit()
    k = i + 1
    if not is_word:
        if ":" in token.text:
            return _clock(text, tokens, i)
        value = _figure(token.text)
        if value is None:
            return None, k
        ambiguous: tuple[float, ...] = ()
        near = k < len(tokens) and tokens[k].start - token.end <= 1
        currency = token.start > 0 and text[token.start - 1] in _SYMBOLS
        if near and tokens[k].low in ("st", "nd", "rd", "th") and tokens[k].start == token.end:
            k += 1
            if k < len(tokens) and tokens[k].low == "century":
                begin = (value - 1) * 100
                return Quantity((begin,), "period", 100.0, token.start, tokens[k].end), k + 1
        elif near and tokens[k].low in ("s",) and tokens[k].start == token.end and value >= 1000:
            size = 100.0 if value % 100 == 0 else 10.0
            return Quantity((value,), "period", size, token.start, tokens[k].end), k + 1
        elif near and tokens[k].low in _SHORT_SCALES and tokens[k].start - token.end <= (1 if currency else 0):
            ambiguous = (value * _SHORT_SCALES[tokens[k].low],)
            k += 1
        while k < min(len(tokens), i + 4) and tokens[k].low in _SCALES and not tokens[k].apart:
            value *= _SCALES[tokens[k].low]
            k += 1
        values = ambiguous + (() if currency and ambiguous else (value,))
    else:
        worded, k = _worded(tokens, i)
        if worded is None:
            return None, i + 1
        values = (worded,)
    rounded = any(before.low in _ROUNDED for before in tokens[max(i - 3, 0) : i] if token.start - before.end <= 16)
    unit, factor, end = _unit(text, tokens, i, k)
    month = _month(tokens, i, k)
    first = values[0]
    if (
        not unit
        and not is_word
        and len(token.text) == 4
        and token.text.isdigit()
        and 1000 <= first <= 2100
        and k == i + 1
    ):
        unit = "year of date"
    return Quantity(values, unit, factor, token.start, tokens[k - 1].end, rounded, is_word, month), max(k, end)


def _worded(tokens: Sequence[Token], i: int) -> tuple[float | None, int]:
    low = tokens[i].low
    following = tokens[i + 1].low if i + 1 < len(tokens) else ""
    if low in ("a", "an") and following in ("dozen", "hundred", "thousand", "million", "billion"):
        return _SCALES[following], i + 2
    if low in ("a", "an") and following in ("decade", "century", "fortnight"):
        return 1.0, i + 1
    if low == "half" and [t.low for t in tokens[i + 1 : i + 3]] == ["a", "dozen"]:
        return 6.0, i + 3
    if low == "noon":
        return 12.0, i + 1
    if low == "midnight":
        return 12.0, i + 1
    if low in _ORDINALS and following not in FRACTIONS:
        return _ORDINALS[low], i + 1
    if low not in NUMBERS:
        return None, i + 1
    total, current, k = 0.0, NUMBERS[low], i + 1
    if current >= 20 and following in NUMBERS and 0 < NUMBERS[following] < 10:
        current += NUMBERS[following]
        k += 1
    while k < len(tokens) and k < i + 12 and not tokens[k].apart:
        word = tokens[k].low
        if word in _SCALES:
            current *= _SCALES[word]
            k += 1
            if current >= 1000:
                total, current = total + current, 0.0
        elif word == "and" and k + 1 < len(tokens) and total + current >= 100 and tokens[k + 1].low in NUMBERS:
            k += 1
        elif (word in NUMBERS and (total + current) >= 100 and current % 100 == 0) or (
            word in NUMBERS and current >= 120 and current % 10 == 0 and NUMBERS[word] < 10
        ):
            current += NUMBERS[word]
            k += 1
        else:
            break
    value = total + current
    words = [t.low for t in tokens[k : k + 3]]
    if words == ["and", "a", "half"]:
        return value + 0.5, k + 3
    if words[:1] and words[0] in ("quarters", "thirds", "fifths", "tenths"):
        part = {"quarters": 0.25, "thirds": 1 / 3, "fifths": 0.2, "tenths": 0.1}[words[0]]
        return value * part, k + 1
    return value, k


def _clock(text: str, tokens: Sequence[Token], i: int) -> tuple[Quantity | None, int]:
    parts = tokens[i].text.split(":")
    figures = [_figure(part) for part in parts[:3]]
    if len(parts) > 3 or any(figure is None for figure in figures):
        return None, i + 1
    whole = tuple(figure for figure in figures if figure is not None)
    return Quantity(whole, "clock", 1.0, tokens[i].start, tokens[i].end), i + 1


def _unit(text: str, tokens: Sequence[Token], i: int, k: int) -> tuple[str, float, int]:
    """The class of the unit of a number, its size in base units, and the token after it."""
    before = text[tokens[i].start - 1] if tokens[i].start else ""
    if before in _SYMBOLS:
        return _SYMBOLS[before], 1.0, k
    after = text[tokens[k - 1].end : tokens[k - 1].end + 2].lstrip()[:1]
    if after == "%":
        return "percent", 1.0, k
    if [t.low for t in tokens[k : k + 2]] == ["per", "cent"]:
        return "percent", 1.0, k + 2
    if k < len(tokens) and tokens[k].low in ("am", "pm", "p.m", "a.m"):
        return "clock", 1.0, k + 1
    for at in (k, k + 1):
        if at < len(tokens) and tokens[at].low in _UNITS and not tokens[at].apart:
            if at == k + 1 and tokens[k].low not in (
                "more",
                "full",
                "whole",
                "long",
                "further",
                "consecutive",
                "light",
            ):
                break
            name, size = _UNITS[tokens[at].low]
            if at == k + 1 and tokens[k].low == "light":
                return "light year", 1.0, at + 1
            return name, size, at + 1
    return "", 1.0, k


def _month(tokens: Sequence[Token], i: int, k: int) -> str:
    """The month of a day: ``12 May``, ``the 18th of July``, ``May 12``."""
    value = _figure(tokens[i].text) if tokens[i].text[0].isdigit() else None
    if value is None or not 1 <= value <= 31 or value != int(value):
        return ""
    at = k + 1 if k < len(tokens) and tokens[k].low == "of" else k
    if at < len(tokens) and tokens[at].low in MONTHS and tokens[at].text[0].isupper():
        return MONTHS[tokens[at].low]
    if i and tokens[i - 1].low in MONTHS and tokens[i - 1].text[0].isupper():
        return MONTHS[tokens[i - 1].low]
    return ""


def is_near(left: float, right: float, share: float) -> bool:
    """Whether two numbers lie within a share of the larger one."""
    return abs(left - right) <= share * max(abs(left), abs(right), 1e-9)


def is_same_quantity(here: Quantity, there: Quantity) -> bool:
    """Whether a source number is this one, as it stands, rounded or in another unit."""
    exact = RELAXED if here.is_rounded or there.is_rounded else EXACT
    if here.unit == "period" or there.unit == "period":
        return any(
            other.values[0] <= value < other.values[0] + other.factor
            for other, one in ((here, there), (there, here))
            if other.unit == "period"
            for value in one.values
        )
    known = here.unit and there.unit and "clock" not in (here.unit, there.unit)
    if known and here.unit != there.unit:
        return False
    for left in here.values:
        for right in there.values:
            if known and here.factor != there.factor:
                share = RELAXED if here.is_rounded else CONVERTED
                if is_near(left * here.factor, right * there.factor, share):
                    return True
                continue
            if is_near(left, right, exact):
                return True
            size = 10 ** max(len(str(int(abs(left)))) - 2, 0)
            if left >= 100 and left % size == 0 and is_near(left, right, 0.02):
                return True
            if "clock" in (here.unit, there.unit) and abs(left - right) == 12:
                return True
    return False


def is_combined(here: Quantity, one: Quantity, other: Quantity, share: float) -> bool:
    """Whether a number is the sum, the difference, the share or the cost that follows from two numbers."""
    value = here.values[0]
    left, right = one.values[0] * one.factor, other.values[0] * other.factor
    if here.unit == "percent" and one.unit != "percent":
        return (
            right > 0
            and one.unit == other.unit
            and (is_near(value, 100 * left / right, share) or is_near(value, 100 * abs(left - right) / right, share))
        )
    if here.unit and one.unit and other.unit and not here.unit == one.unit == other.unit:
        return False
    if here.unit and not (one.unit == here.unit or other.unit == here.unit):
        return False
    scaled = value * here.factor
    if one.unit == other.unit or not one.unit or not other.unit:
        if abs(left - right) > 0 and is_near(scaled, abs(left - right), share) and value > 2:
            return True
        if is_near(scaled, left + right, share):
            return True
    return (
        (here.unit in CURRENCIES)
        and other.unit == ""
        and other.values[0] <= 12
        and is_near(scaled, left * right, share)
    )


SCORE = re.compile(r"(?<![\d.,])(\d{1,3})[-–](\d{1,3})(?![\d.,-])")
