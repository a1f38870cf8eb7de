"""Checks of one summary sentence against its sources: each names a fault, says why, and shows both places.

English only, rules over tokens. A check is a function of a :class:`Sentence` and of the :class:`SourceText` that returns
:class:`Fault` objects; it is one entry of :data:`CHECKS`. Offsets are code points. What the checks catch, and how many
faithful sentences they flag, is measured by ``benchmarks/open_set.py``; a check with a precision below 60 % is off.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, Protocol

from rapidfuzz.distance import Levenshtein

from galley.core.domain import Span
from galley.core.evidence.differing import common
from galley.core.text.offline_words import STOP, SYNONYMS, stem

# ------------------------------------------------------------------------------------------------------- tokens

_TOKEN = re.compile(r"\d[\d,.:]*\d|\d|[^\W\d_]+(?:['’][^\W\d_]+)*|[.!?…]")
_ENDS = frozenset(".!?…")
_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof st jr sr vs no gov sen rep gen col lt sgt rev hon inc ltd co corp".split()
)
_BREAKS = re.compile(r"[,;:()\[\]–—\n]|\s-\s")


class Token(NamedTuple):
    """A word, a number or the end of a sentence. ``root`` is what words are compared by, ``apart`` whether a comma or
    the like stands before it, ``owner`` whether it is a possessive."""

    text: str
    low: str
    root: str
    start: int
    end: int
    apart: bool
    owner: bool


@lru_cache(maxsize=100_000)
def _forms(word: str) -> tuple[str, str, bool]:
    low = "".join(
        c for c in unicodedata.normalize("NFKD", word.casefold().replace("’", "'")) if not unicodedata.combining(c)
    )
    owner = low.endswith("'s") and low[:-2] not in _CONTRACTED
    if owner:
        low = low[:-2]
    if not low or not low[0].isalnum():
        return low or word, low or word, False
    root = stem(stem(_ROOTS.get(low, low)))
    return low, root[:-1] if len(root) > 5 and root.endswith("ll") else root, owner


_CONTRACTED = frozenset("it he she that there what who here let where how".split())
_ROOTS = dict(
    pair.split(":")
    for pair in (
        "sue:sue sued:sue sues:sue suing:sue lawsuit:sue defeated:beat defeat:beat defeats:beat beating:beat"
        " bigger:big biggest:big larger:large largest:large smaller:small smallest:small higher:high highest:high"
        " lower:low lowest:low cheaper:cheap cheapest:cheap faster:fast slower:slow stronger:strong weaker:weak"
        " denies:deny denied:deny denying:deny denial:deny refusal:refuse rejection:reject criticism:criticise"
        " criticized:criticise criticize:criticise criticizes:criticise agreement:agree growth:grow"
        " rose:rise risen:rise rising:rise rises:rise fell:fall fallen:fall falling:fall lent:lend borrowed:borrow"
        " overtook:overtake overtaken:overtake wept:weep rebuilt:rebuild costs:cost cutting:cut sold:sell taught:teach"
        " threatened:threat threaten:threat threatening:threat supervisor:supervise"
    ).split()
)


def read_tokens(text: str) -> list[Token]:
    """The tokens of a text, in order; in time linear in its length."""
    tokens = []
    last = 0
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        low, root, owner = _forms(match[0]) if end - start <= 60 else (match[0].lower(), match[0].lower(), False)
        between = text[last:start]
        tokens.append(Token(match[0], low, root, start, end, bool(_BREAKS.search(between[:40])), owner))
        last = end
    return tokens


MOST_TOKENS = 400
"""Tokens of a sentence that are read, and of a source sentence before it is cut: what is longer is a table or a trick."""
MOST_FAULTS = 5
"""Faults that one check reports of one sentence."""


def _split(tokens: Sequence[Token], text: str) -> Iterator[list[Token]]:
    """The sentences of a text's tokens; each holds its end mark, if it has one."""
    current: list[Token] = []
    for k, token in enumerate(tokens):
        current.append(token)
        if len(current) == MOST_TOKENS:
            yield current
            current = []
            continue
        if token.text not in _ENDS:
            continue
        before = current[-2] if len(current) > 1 else None
        after = tokens[k + 1] if k + 1 < len(tokens) else None
        if token.text == "." and before is not None:
            if before.low in _ABBREVIATIONS or (len(before.text) == 1 and before.text.isupper() and before.text != "I"):
                continue
            if after is not None and after.text[0].islower():
                continue
        if len(current) > 1:
            yield current
        current = []
    if current:
        yield current


def _is_content(token: Token) -> bool:
    return token.low not in STOP and token.low[0].isalnum() and token.low not in _LITTLE


_LITTLE = frozenset(
    "also however still yet already now then well really quite rather even perhaps maybe about around some roughly"
    " whether nearly almost approximately although though whereas unlike according including say says said mr mrs ms dr prof"
    " professor okay ok yes yeah oh please thank thanks hello hi sorry lol haha us".split()
)

_SYNONYM_LINES = (
    "beat overtake pass outpace win victory",
    "sue court charge",
    "close closure shut",
    "keep retain",
    "repair fix mend restore",
    "like love enjoy",
    "job people staff workforce position",
    "rise increase grow climb",
    "fall drop decline decrease sink",
    "accept agree approve sign",
    "reject refuse decline",
    "pay wage salary",
    "deny dispute contradict",
    "criticise attack blame accuse",
    "back support favour favor",
    "oppose against",
    "allow permit let may",
    "forbid ban prohibit",
    "need require",
    "praise welcome cheer",
    "warn caution",
    "movie film",
    "flat apartment",
    "bicycle bike",
    "arrive reach come",
    "leave depart",
    "promise pledge vow",
    "save rescue",
    "find discover detect",
    "cancel scrap",
    "stay remain",
    "expect anticipate",
    "doubt question",
    "see notice witness watch",
    "opponent rival competitor",
    "supporter follower",
    "animal dog cat pet",
    "animal whale",
    "household home house",
    "write contact call",
    "mother mum mom",
    "father dad",
    "child kid pupil",
    "leak drip",
)
_SYNONYMS: dict[str, frozenset[str]] = {}
_CLOSE: dict[str, frozenset[str]] = {}
"""Those of the lines above: closer in meaning than the built-in judge's sets, which also bridge whole topics."""
for _word, _set in SYNONYMS.items():
    _SYNONYMS[_forms(_word)[1]] = frozenset(_forms(other)[1] for other in _set)
for _line in _SYNONYM_LINES:
    _roots = frozenset(_forms(word)[1] for word in _line.split())
    for _word in _roots:
        _SYNONYMS[_word] = _SYNONYMS.get(_word, frozenset()) | _roots
        _CLOSE[_word] = _CLOSE.get(_word, frozenset()) | _roots


def _alike(root: str) -> frozenset[str]:
    return _SYNONYMS.get(root, frozenset()) | {root}


# ------------------------------------------------------------------------------------------------------ sources


class SourceLike(Protocol):
    """One source document: its units in order, and the speaker of each (none for an article)."""

    @property
    def units(self) -> Sequence[str]: ...

    @property
    def speakers(self) -> Sequence[str]: ...


class Source(NamedTuple):
    """A source document in its units."""

    units: Sequence[str]
    speakers: Sequence[str] = ()


class Place(NamedTuple):
    """A place in the sources: the document, its unit, and the code points of that unit."""

    document: int
    unit: int
    span: Span


@dataclass(frozen=True, slots=True)
class Fault:
    """What a check found: its name, the reason in one sentence, the span in the summary sentence, and the place in the
    sources that it rests on, if there is one."""

    check: str
    reason: str
    span: Span
    evidence: Place | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Passage:
    """One sentence of a source; ``number`` counts those of all sources from 0."""

    number: int
    document: int
    unit: int
    speaker: str
    text: str
    tokens: tuple[Token, ...]
    roots: frozenset[str]
    is_question: bool

    def place(self, first: Token | None = None, last: Token | None = None) -> Place:
        """Where it, or a part of it, stands."""
        start = (first or self.tokens[0]).start
        return Place(self.document, self.unit, Span(start, (last or first or self.tokens[-1]).end))

    def quote(self) -> str:
        """Its words, shortened for a message."""
        return _shorten(self.text[self.tokens[0].start : self.tokens[-1].end])


def _shorten(text: str, most: int = 90) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rsplit(" ", 1)[0] + "…"


class Sentence:
    """A summary sentence with its tokens."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = read_tokens(text[: 40 * MOST_TOKENS])[:MOST_TOKENS]
        self.content = [i for i, token in enumerate(self.tokens) if _is_content(token)]


class SourceText:
    """The sources of an item, read once for all of its sentences."""

    def __init__(self, sources: Sequence[SourceLike]) -> None:
        self.passages: list[Passage] = []
        self.quantities: list[Quantity] = []
        self.lows: set[str] = set()
        self.capitalised: defaultdict[str, set[str]] = defaultdict(set)
        self.initials: set[str] = set()
        self.roots: set[str] = set()
        self.speakers: dict[str, frozenset[str]] = {}
        self.joined: list[str] = []
        self.scores: dict[frozenset[str], tuple[str, Place]] = {}
        self._aligned: tuple[Sentence | None, list[tuple[float, Passage]]] = None, []
        self._where: defaultdict[str, list[int]] = defaultdict(list)
        for document, source in enumerate(sources):
            for unit, text in enumerate(source.units):
                speaker = source.speakers[unit] if unit < len(source.speakers) else ""
                self._read_unit(document, unit, speaker, text)
        shared = {low: 0 for names in self.speakers.values() for low in names}
        for names in self.speakers.values():
            for low in names:
                shared[low] += 1
        self.speakers = {s: frozenset(n for n in names if shared[n] == 1) for s, names in self.speakers.items()}
        for k, passage in enumerate(self.passages):
            for root in passage.roots:
                self._where[root].append(k)
        self._size = max(len(self.passages), 1)
        self.dates = {(q.month, q.values[0]) for q in self.quantities if q.month}
        self.years = {q.values[0] for q in self.quantities if q.unit == "year of date"}

    def _read_unit(self, document: int, unit: int, speaker: str, text: str) -> None:
        tokens = read_tokens(text)
        if speaker and speaker not in self.speakers:
            names = [t for t in read_tokens(speaker) if t.low not in _TITLES and t.low[0].isalnum()]
            self.speakers[speaker] = frozenset(t.low for t in names) or frozenset({speaker.casefold()})
            self.lows.update(t.low for t in read_tokens(speaker))
            for token in names:
                self.capitalised[token.low[0]].add(token.low)
            self.roots.update(t.root for t in names)
        words = [token for token in tokens if token.text not in _ENDS]
        self.joined.append(" " + " ".join(token.low for token in words) + " ")
        for match in _SCORE.finditer(text):
            place = Place(document, unit, Span(*match.span()))
            self.scores.setdefault(frozenset(match.groups()), (match[0], place))
        self.lows.update(token.low for token in words)
        self.roots.update(token.root for token in words)
        for token in words:
            if token.text[0].isupper():
                self.capitalised[token.low[0]].add(token.low)
        self.initials.update(_initials(words))
        for part in _split(tokens, text):
            roots = frozenset(token.root for token in part if _is_content(token))
            question = part[-1].text == "?"
            number = len(self.passages)
            self.passages.append(Passage(number, document, unit, speaker, text, tuple(part), roots, question))
            found = read_quantities(text, part)
            self.quantities += [quantity._replace(passage=number) for quantity in found]

    def rarity(self, root: str) -> float:
        """The weight of a root: a rare one says more."""
        return math.log(1 + self._size / (1 + len(self._where.get(root, ()))))

    def align(self, sentence: Sentence) -> list[tuple[float, Passage]]:
        """The passages that share most with a sentence, best first, with the share of its weight that each holds."""
        if self._aligned[0] is sentence:
            return self._aligned[1]
        weights: dict[int, float] = defaultdict(float)
        total = 0.0
        for root in self._asked_roots(sentence):
            weight = self.rarity(root)
            total += weight
            held = set(self._where.get(root, ()))
            for other in _alike(root) - {root}:
                held.update(self._where.get(other, ()))
            for k in held:
                weights[k] += weight
        best = sorted(weights.items(), key=lambda pair: (-pair[1], pair[0]))[:6]
        self._aligned = sentence, [(weight / total, self.passages[k]) for k, weight in best if total]
        return self._aligned[1]

    def find_near(self, sentence: Sentence) -> list[Passage]:
        """The passages that a sentence retells: they hold most of it, or it holds most of them (of a short one)."""
        aligned = self.align(sentence)
        roots = {other for i in sentence.content for other in _alike(sentence.tokens[i].root)}
        phrased = _phrased(sentence.tokens)
        roots.update(phrased, *(_OPPOSITES.get(root, ()) for root in phrased))
        near = []
        for score, passage in aligned:
            shared = passage.roots & roots
            weight = sum(map(self.rarity, passage.roots))
            part = sum(map(self.rarity, shared)) / weight if weight else 0.0
            if score >= max(0.3, 0.6 * aligned[0][0]) or (part >= 0.5 and len(shared) >= 2):
                near.append(passage)
        return near

    def _asked_roots(self, sentence: Sentence) -> list[str]:
        """What a sentence says, without its speakers and verbs of speech where the source is a dialogue."""
        roots = dict.fromkeys(sentence.tokens[i].root for i in sentence.content)
        if not self.speakers:
            return list(roots)
        names = {low for lows in self.speakers.values() for low in lows}
        kept = [r for r in roots if r not in _SPEECH and r not in names]
        return kept or list(roots)


def _initials(words: Sequence[Token]) -> Iterator[str]:
    run = ""
    for token in words:
        if token.text[0].isupper() and not token.apart:
            run = (run + token.text[0])[-6:]
        elif token.low not in ("of", "the", "and", "for", "de") or not run:
            run = token.text[0] if token.text[0].isupper() else ""
        for size in range(2, len(run) + 1):
            yield run[-size:].lower()


# ------------------------------------------------------------------------------------------- numbers and dates


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


_NUMBERS = {
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
_FRACTIONS = {"half": 0.5, "halve": 0.5, "halved": 0.5, "quarter": 0.25, "third": 1 / 3, "tenth": 0.1, "fifth": 0.2}
_MULTIPLES = {
    "double": 2.0,
    "doubled": 2.0,
    "doubling": 2.0,
    "twice": 2.0,
    "triple": 3.0,
    "tripled": 3.0,
    "thrice": 3.0,
}
_MULTIPLES |= {"quadrupled": 4.0, "twofold": 2.0, "threefold": 3.0}
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
_CURRENCIES = frozenset(_SYMBOLS.values()) | {"crown"}
_MONTHS = {
    month: short
    for short, *rest in (
        "jan january".split(),
        "feb february".split(),
        "mar march".split(),
        "apr april".split(),
        ["may"],
        "jun june".split(),
        "jul july".split(),
        "aug august".split(),
        "sep sept september".split(),
        "oct october".split(),
        "nov november".split(),
        "dec december".split(),
    )
    for month in (short, *rest)
}
_DAYS = {
    day: day[:3]
    for day in "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat".split()
}
_RELATIVE_DAYS = frozenset("today tomorrow yesterday tonight weekend".split())
_SEASONS = frozenset("spring summer autumn winter".split())
_ROUNDED = frozenset(
    "about around some roughly nearly almost approximately over under least most than up circa just estimated well"
    " possibly close close-to".split()
)
_RELAXED, _EXACT, _CONVERTED = 0.12, 0.002, 0.04


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
    if low in _ORDINALS and following not in _FRACTIONS:
        return _ORDINALS[low], i + 1
    if low not in _NUMBERS:
        return None, i + 1
    total, current, k = 0.0, _NUMBERS[low], i + 1
    if current >= 20 and following in _NUMBERS and 0 < _NUMBERS[following] < 10:
        current += _NUMBERS[following]
        k += 1
    while k < len(tokens) and k < i + 12 and not tokens[k].apart:
        word = tokens[k].low
        if word in _SCALES:
            current *= _SCALES[word]
            k += 1
            if current >= 1000:
                total, current = total + current, 0.0
        elif word == "and" and k + 1 < len(tokens) and total + current >= 100 and tokens[k + 1].low in _NUMBERS:
            k += 1
        elif (word in _NUMBERS and (total + current) >= 100 and current % 100 == 0) or (word in _NUMBERS and current >= 120 and current % 10 == 0 and _NUMBERS[word] < 10):
            current += _NUMBERS[word]
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
    if at < len(tokens) and tokens[at].low in _MONTHS and tokens[at].text[0].isupper():
        return _MONTHS[tokens[at].low]
    if i and tokens[i - 1].low in _MONTHS and tokens[i - 1].text[0].isupper():
        return _MONTHS[tokens[i - 1].low]
    return ""


def _is_near(left: float, right: float, share: float) -> bool:
    return abs(left - right) <= share * max(abs(left), abs(right), 1e-9)


def _matches(here: Quantity, there: Quantity) -> bool:
    """Whether a source number is this one, as it stands, rounded or in another unit."""
    exact = _RELAXED if here.is_rounded or there.is_rounded else _EXACT
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
                share = _RELAXED if here.is_rounded else _CONVERTED
                if _is_near(left * here.factor, right * there.factor, share):
                    return True
                continue
            if _is_near(left, right, exact):
                return True
            size = 10 ** max(len(str(int(abs(left)))) - 2, 0)
            if left >= 100 and left % size == 0 and _is_near(left, right, 0.02):
                return True
            if "clock" in (here.unit, there.unit) and abs(left - right) == 12:
                return True
    return False


def _is_difference(here: Quantity, sentence: Sentence, source: SourceText) -> bool:
    """Whether a sentence that compares gives the difference of two numbers, wherever they stand."""
    if all(token.low not in _COMPARED for token in sentence.tokens):
        return False
    sizes = sorted({q.values[0] * q.factor for q in source.quantities if here.unit in ("", q.unit) or not q.unit})[:80]
    wanted = here.values[0] * here.factor
    return wanted > 2 and any(_is_near(b - a, wanted, 0.011) for a in sizes for b in sizes if b > a)


_COMPARED = frozenset("than difference more less fewer increase decrease".split())


def _is_derived(here: Quantity, source: SourceText) -> bool:
    """Whether a number follows from two numbers of one source sentence, from a fraction in words, or from years."""
    value = here.values[0]
    share = _RELAXED if here.is_rounded else 0.011
    years = sorted(source.years)
    if (
        here.unit in ("", "time")
        and 0 < value < 130
        and any(
            abs((b - a) - value) <= (1.0 if here.is_rounded else 0.0) for a in years[:60] for b in years[:60] if b > a
        )
    ):
        return True
    by_passage: dict[int, list[Quantity]] = defaultdict(list)
    for quantity in source.quantities:
        by_passage[quantity.passage].append(quantity)
    if here.unit == "percent":
        spoken = [100 * size for word, size in _FRACTIONS.items() if not source.lows.isdisjoint({word, word + "s"})]
        spoken += [100 * (size - 1) for word, size in _MULTIPLES.items() if word in source.lows]
        if any(_is_near(value, part, share) for part in spoken):
            return True
    for number, group in by_passage.items():
        lows = {token.low for token in source.passages[number].tokens}
        if (
            value < 1
            and here.is_word
            and any(_is_near(value, size, 0.01) for w, size in _FRACTIONS.items() if w in lows)
        ):
            return True
        doubled = not lows.isdisjoint({"twice", "double", "doubled", "half", "halved"})
        for one in group[:12]:
            if doubled and (_is_near(value, 2 * one.values[0], share) or _is_near(value, one.values[0] / 2, share)):
                return True
            if here.unit == "percent" and one.unit != "percent":
                continue
        for one in group[:12]:
            for other in group[:12]:
                if one is other or "year of date" in (one.unit, other.unit):
                    continue
                if _is_combined(here, one, other, share):
                    return True
    total = [q for q in source.quantities if _is_doubled_after(source, q) and q.unit == here.unit]
    return any(_is_near(value, 2 * q.values[0], share) for q in total)


def _is_doubled_after(source: SourceText, quantity: Quantity) -> bool:
    """Whether the sentence after a number says that something is twice it."""
    after = source.passages[quantity.passage + 1 : quantity.passage + 2]
    return any(token.low in ("twice", "double", "half") for passage in after for token in passage.tokens)


def _is_combined(here: Quantity, one: Quantity, other: Quantity, share: float) -> bool:
    value = here.values[0]
    left, right = one.values[0] * one.factor, other.values[0] * other.factor
    if here.unit == "percent" and one.unit != "percent":
        return (
            right > 0
            and one.unit == other.unit
            and (_is_near(value, 100 * left / right, share) or _is_near(value, 100 * abs(left - right) / right, share))
        )
    if here.unit and one.unit and other.unit and not here.unit == one.unit == other.unit:
        return False
    if here.unit and not (one.unit == here.unit or other.unit == here.unit):
        return False
    scaled = value * here.factor
    if one.unit == other.unit or not one.unit or not other.unit:
        if abs(left - right) > 0 and _is_near(scaled, abs(left - right), share) and value > 2:
            return True
        if _is_near(scaled, left + right, share):
            return True
    return (
        (here.unit in _CURRENCIES)
        and other.unit == ""
        and other.values[0] <= 12
        and _is_near(scaled, left * right, share)
    )


_DEFINITE = frozenset("the these those all both other these last first next past".split())


def _is_asked(quantity: Quantity, sentence: Sentence) -> bool:
    """Whether a number claims something: small counts in words are often a reader's own ("the two agree")."""
    value = quantity.values[0]
    if value in (0.0, 1.0) and quantity.unit not in _CURRENCIES and quantity.unit != "percent":
        return False
    if quantity.is_word and not quantity.unit and value <= 4:
        before = [t.low for t in sentence.tokens if t.end <= quantity.start][-1:]
        return value > 2 and not _DEFINITE.intersection(before)
    return True


def find_numbers(sentence: Sentence, source: SourceText) -> list[Fault]:
    """Numbers and amounts that no source has, as figures, in words, in another unit, or as the sum of two."""
    faults = []
    for quantity in read_quantities(sentence.text, sentence.tokens):
        if not _is_asked(quantity, sentence):
            continue
        if quantity.unit == "clock" and len(quantity.values) > 1:
            held = all(
                value == 0
                or any(
                    _is_near(other, value, _EXACT) or (k == 0 and value > 12 and other == value - 12)
                    for q in source.quantities
                    for other in q.values
                )
                for k, value in enumerate(quantity.values)
            )
        else:
            held = any(_matches(quantity, other) for other in source.quantities) or _is_derived(quantity, source)
        held = held or _is_difference(quantity, sentence, source)
        if held or _is_age(quantity, source):
            continue
        words = sentence.text[quantity.start : quantity.end]
        near = _nearest_quantity(quantity, sentence, source)
        if near is None:
            reason = f"The number “{words}” is in no source."
            place = None
        else:
            passage = source.passages[near.passage]
            reason = f"The number “{words}” is in no source; the nearest passage has “{passage.text[near.start : near.end]}”."
            place = Place(passage.document, passage.unit, Span(near.start, near.end))
        faults.append(Fault("number", reason, Span(quantity.start, quantity.end), place))
    return faults or _find_scores(sentence, source)


_SCORE = re.compile(r"(?<![\d.,])(\d{1,3})[-–](\d{1,3})(?![\d.,-])")


def _find_scores(sentence: Sentence, source: SourceText) -> list[Fault]:
    """A score ("3-1") where the sources have other scores only."""
    for match in _SCORE.finditer(sentence.text[: 40 * MOST_TOKENS]) if source.scores else ():
        if frozenset(match.groups()) not in source.scores:
            there, place = next(iter(source.scores.values()))
            reason = f"The score “{match[0]}” is in no source; a source has “{there}”."
            return [Fault("number", reason, Span(*match.span()), place)]
    return []


def _is_age(quantity: Quantity, source: SourceText) -> bool:
    """Whether a year follows from an age and another year, or a decade from years."""
    if quantity.unit != "year of date" or not source.years:
        return False
    gaps = {q.values[0] for q in source.quantities if q.unit in ("time", "") and 0 < q.values[0] < 130}
    return any(abs(quantity.values[0] - year) in gaps for year in source.years)


def _nearest_quantity(quantity: Quantity, sentence: Sentence, source: SourceText) -> Quantity | None:
    held: dict[int, list[Quantity]] = defaultdict(list)
    for other in source.quantities:
        held[other.passage].append(other)
    for score, passage in source.align(sentence)[:3]:
        same = [q for q in held.get(passage.number, ()) if q.unit == quantity.unit]
        if same and score > 0.2:
            return min(same, key=lambda q: abs(q.values[0] - quantity.values[0]))
    return None


def find_dates(sentence: Sentence, source: SourceText) -> list[Fault]:
    """Weekdays, months and days of a month that no source has."""
    faults = []
    months = {_MONTHS[low] for low in source.lows & _MONTHS.keys()}
    days = {_DAYS[low] for low in source.lows & _DAYS.keys()}
    relative = not source.lows.isdisjoint(_RELATIVE_DAYS)
    for i, token in enumerate(sentence.tokens):
        if not token.text[0].isupper():
            continue
        if token.low in _DAYS and token.low not in ("sat", "sun", "wed", "mon", "fri"):
            if days and _DAYS[token.low] not in days and not relative:
                faults.append(_date_fault(token, sentence, source, _DAYS))
        elif token.low in _MONTHS and (len(token.low) > 3 or token.low == "may"):
            around = sentence.tokens[max(i - 1, 0) : i] + sentence.tokens[i + 1 : i + 2]
            numbered = any(t.text[0].isdigit() for t in around)
            preceded = i > 0 and sentence.tokens[i - 1].low in (
                "in",
                "since",
                "of",
                "by",
                "until",
                "last",
                "next",
                "early",
                "late",
            )
            sure = token.low not in ("may", "march") or numbered or preceded
            if sure and months and _MONTHS[token.low] not in months:
                faults.append(_date_fault(token, sentence, source, _MONTHS))
    for quantity in read_quantities(sentence.text, sentence.tokens):
        pair = (quantity.month, quantity.values[0])
        if not quantity.month or pair in source.dates or quantity.month not in months:
            continue
        clash = [q for q in source.quantities if q.month and (q.month == pair[0] or q.values[0] == pair[1])]
        if clash and any(q.values[0] == pair[1] and q.month != pair[0] for q in clash):
            passage = source.passages[clash[0].passage]
            there = passage.text[clash[0].start : clash[0].end]
            reason = f"No source has day {pair[1]:g} in this month; the source has “{there}” in another month."
            place = Place(passage.document, passage.unit, Span(clash[0].start, clash[0].end))
            faults.append(Fault("date", reason, Span(quantity.start, quantity.end), place))
    return faults


def _date_fault(token: Token, sentence: Sentence, source: SourceText, known: dict[str, str]) -> Fault:
    for _, passage in source.align(sentence)[:3]:
        for other in passage.tokens:
            if other.low in known and other.text[0].isupper():
                reason = f"“{token.text}” is in no source; the nearest passage has “{other.text}”."
                return Fault("date", reason, Span(token.start, token.end), passage.place(other))
    return Fault("date", f"“{token.text}” is in no source.", Span(token.start, token.end))


# -------------------------------------------------------------------------------------------------------- names

_TITLES = frozenset(
    "mr mrs ms miss dr prof professor sir dame lord lady president minister mayor director judge doctor councillor"
    " senator governor captain coach manager chief officer king queen prince princess pope saint st uncle aunt mum dad"
    " mom father mother secretary chairman chairwoman chair editor agent patient customer client caller owner vet host"
    " interviewer interviewee moderator speaker assistant user human person support the a an".split()
)
_GENERIC = frozenset(
    "i i'm i'd i'll i've ceo cfo cto coo pm mp mps gp tv am id it ok okay ai dvd pc hr pr usd gbp eur us usa uk eu un dna"
    " phd covid internet god english earth christmas easter x-ray xray x ray q faq ceos vs no not kph mph km kg mr ms"
    " unk america american americans british britain european europe western eastern northern southern sms pdf cd".split()
)
_DEMONYMS = frozenset("n an ian ean ese ish i s er ic ans ians is en ch nese ese ean and a ia e y o land ia".split())
_IRREGULAR_NAMES = [
    frozenset(line.split())
    for line in (
        "dutch netherlands holland",
        "french france frenchman",
        "spanish spain spaniard spaniards",
        "german germany germans deutschland",
        "greek greece greeks",
        "swiss switzerland",
        "danish denmark dane danes",
        "finnish finland finn finns",
        "swedish sweden swede swedes",
        "polish poland pole poles",
        "turkish turkey turk turks",
        "irish ireland",
        "welsh wales",
        "scottish scotland scots scot",
        "british britain uk briton britons",
        "american america us usa",
        "portuguese portugal",
        "norwegian norway",
        "belgian belgium belgians",
        "thai thailand",
        "czech czechia",
        "chinese china",
        "bob robert rob bobby bert",
        "bill william will billy",
        "liz elizabeth beth betty lizzie eliza",
        "dick richard rick ricky",
        "jim james jimmy",
        "jack john johnny",
        "tony anthony",
        "peggy margaret maggie meg",
        "kate katherine catherine katie kathy",
        "ted edward eddie ed theodore",
        "harry henry harold",
        "mike michael mick",
        "chuck charles charlie",
        "nick nicholas nicolas",
        "tom thomas tommy",
        "steve steven stephen",
        "jeff geoffrey jeffrey",
        "dave david",
        "joe joseph",
        "sasha alexander alexandra",
        "nyc york",
        "la angeles",
    )
]
_PLAIN_ENDINGS = ("s", "ing", "ed", "ly", "ist", "er", "or", "ion", "ment", "ity", "ness", "al", "ive", "ful", "able")


@lru_cache(maxsize=50_000)
def _is_ordinary(low: str) -> bool:
    return low in STOP or low in _LITTLE or stem(low) in common() or low in _NUMBERS


def _is_known_name(low: str, run: str, source: SourceText) -> bool:
    """Whether a name is one of the sources': as it stands, as a form of it, as initials, or misspelt by a letter."""
    if low in source.lows or _forms(low)[1] in source.roots or low in _GENERIC:
        return True
    if low in source.initials or run in source.lows or low.replace(".", "") in source.initials:
        return True
    if any(low in group and not group.isdisjoint(source.lows) for group in _IRREGULAR_NAMES):
        return True
    for other in source.capitalised.get(low[0], ()):
        shared = 0
        for left, right in zip(low, other, strict=False):
            if left != right:
                break
            shared += 1
        rest, remaining = low[shared:], other[shared:]
        if shared >= 3 and (not rest or not remaining) and len(rest + remaining) > 3 and min(len(low), len(other)) >= 3:
            return True
        if (
            shared >= 4
            and (not rest or rest in _DEMONYMS)
            and (not remaining or remaining in _DEMONYMS)
            and shared > len(rest)
        ):
            return True
        if min(len(low), len(other)) >= 5 and Levenshtein.distance(low, other, score_cutoff=1) <= 1:
            return True
    return False


def find_names(sentence: Sentence, source: SourceText) -> list[Fault]:
    """Proper names that no source has, as they stand or as an alias, initials, a short form or a demonym."""
    tokens = sentence.tokens
    letters = [t for t in tokens if t.text[0].isalpha()]
    if len(letters) > 3 and sum(t.text[0].isupper() for t in letters) > 0.7 * len(letters):
        return []
    faults: list[Fault] = []
    i = 0
    while i < len(tokens):
        if not tokens[i].text[0].isupper():
            i += 1
            continue
        k = i + 1
        while k < len(tokens) and tokens[k].text[0].isupper() and not tokens[k].apart and not tokens[k - 1].owner:
            k += 1
        fault = _name_fault(tokens[i:k], i, sentence, source)
        if fault is not None:
            faults.append(fault)
        i = k
    return faults


def _name_fault(run: Sequence[Token], at: int, sentence: Sentence, source: SourceText) -> Fault | None:
    initials = "".join(token.low[0] for token in run)
    before = sentence.tokens[at - 1] if at else None
    opens = (
        before is None
        or before.text in _ENDS
        or sentence.text[before.end : run[0].start].rstrip()[-1:] in ("“", '"', "‘", ":")
    )
    unknown = []
    for k, token in enumerate(run):
        skipped = token.low in _TITLES or token.low in _MONTHS or token.low in _DAYS or token.low in _SEASONS
        if skipped or _is_known_name(token.low, initials if len(run) > 1 else "", source):
            continue
        if k == 0 and opens and not _opens_with_name(run, at, sentence):
            continue
        if _is_ordinary(token.low) and len(run) == 1:
            continue
        unknown.append(token)
    if not unknown:
        return None
    words = sentence.text[unknown[0].start : unknown[-1].end]
    known = {token.low for token in run} - {token.low for token in unknown} - _TITLES
    for _, passage in source.align(sentence)[:3]:
        for other in passage.tokens:
            if known and other.low in known and other.text[0].isupper():
                reason = f"The name “{words}” is in no source; the nearest passage has “{passage.quote()}”."
                return Fault("name", reason, Span(unknown[0].start, unknown[-1].end), passage.place())
    best = source.align(sentence)[:1]
    reason = f"The name “{words}” is in no source."
    if best and best[0][0] >= 0.4:
        reason = f"The name “{words}” is in no source; the nearest passage is “{best[0][1].quote()}”."
        return Fault("name", reason, Span(unknown[0].start, unknown[-1].end), best[0][1].place())
    return Fault("name", reason, Span(unknown[0].start, unknown[-1].end))


def _opens_with_name(run: Sequence[Token], at: int, sentence: Sentence) -> bool:
    """Whether the first word of a sentence, which has a capital in any case, is a name."""
    low = run[0].low
    if _is_ordinary(low) or low.endswith(_PLAIN_ENDINGS):
        return False
    if run[0].owner or len(run) > 1:
        return True
    following = sentence.tokens[at + 1].low if at + 1 < len(sentence.tokens) else ""
    return following in _FINITE or following.endswith("ed")


_FINITE = frozenset(
    "is was has had will would can could may might should does did says said told asked wants says tells asks".split()
)


# --------------------------------------------------------------------------------------------------- quotations

_QUOTES = re.compile(r"“([^“”]{1,2000})”|\"([^\"]{1,2000})\"|«([^«»]{1,2000})»")
_OMISSION = re.compile(r"\.\.\.|…|\[[^\[\]]{0,80}\]|[—–]")


def find_quotations(sentence: Sentence, source: SourceText) -> list[Fault]:
    """Words in quotation marks that no source has in this order."""
    faults = []
    for match in _QUOTES.finditer(sentence.text):
        group = next(k for k in (1, 2, 3) if match[k] is not None)
        start = match.start(group)
        parts, last = [], 0
        for gap in _OMISSION.finditer(match[group]):
            parts.append(match[group][last : gap.start()])
            last = gap.end()
        parts.append(match[group][last:])
        wanted = [[token.low for token in read_tokens(part) if token.text not in _ENDS] for part in parts]
        for words in wanted:
            if words and not any(f" {' '.join(words)} " in joined for joined in source.joined):
                if len(words) == 1 and _forms(words[0])[1] in source.roots:
                    continue
                faults.append(_quotation_fault(match[group], start, words, sentence, source))
                break
    return faults


def _quotation_fault(quote: str, start: int, words: list[str], sentence: Sentence, source: SourceText) -> Fault:
    span = Span(start, start + len(quote))
    near = [(s, p) for s, p in source.align(Sentence(quote))[:1] if s >= 0.4] or source.align(sentence)[:1]
    if near and near[0][0] >= 0.3:
        reason = f"No source has “{_shorten(quote)}” word for word; the nearest passage is “{near[0][1].quote()}”."
        return Fault("quotation", reason, span, near[0][1].place())
    return Fault("quotation", f"No source has “{_shorten(quote)}” word for word.", span)


# ----------------------------------------------------------------------------------------------------- polarity

_NEGATORS = frozenset(
    "not no never n't cannot can't don't doesn't didn't won't wouldn't isn't aren't wasn't weren't hasn't haven't hadn't"
    " shouldn't couldn't mustn't needn't ain't neither nor without nobody none nothing".split()
)
_SOFT = frozenset(
    _forms(word)[1]
    for word in (
        "refuse deny decline reject fail lack hardly unable avoid prevent missing unclear undecided unsure unknown only"
        " instead rather unlike except stop against oppose forbid ban dismiss disagree doubt unless although but despite"
        " few little unlikely impossible exclude uncertain unaware"
        " until too unnecessary neither unfinished reluctant hesitant merely forget"
    ).split()
) | {"unless"}
_REFUSALS = frozenset(_forms(word)[1] for word in "refuse decline fail unable".split())
_OPPOSITES: dict[str, frozenset[str]] = {}
for _left, _right in (
    pair.split("/")
    for pair in (
        "support/against back/against accept/reject accept/refuse accept/decline agree/refuse agree/disagree agree/reject allow/forbid allow/ban"
        " permit/forbid admit/deny confirm/deny support/oppose back/oppose support/reject approve/reject approve/oppose"
        " rise/fall increase/decrease increase/fall grow/shrink gain/lose raise/lower raise/cut win/lose double/halve"
        " cheap/expensive high/low better/worse improve/worsen strong/weak mild/severe shorten/lengthen slow/fast"
        " include/exclude arrive/leave open/close buy/sell lend/borrow hire/fire success/failure succeed/fail"
        " guilty/innocent acquit/convict welcome/reject praise/criticise safe/dangerous possible/impossible"
        " doubt/believe white/black large/small big/small rich/poor left/right north/south east/west early/late"
        " hot/cold wet/dry easy/difficult easy/hard remember/forget love/hate survive/die encourage/discourage"
        " join/leave free/paid public/private major/minor minimum/maximum permanent/temporary available/unavailable"
        " likely/unlikely satisfied/dissatisfied interested/uninterested active/inactive limited/unlimited"
        " comprehensive/basic complicated/simple happy/unhappy legal/illegal positive/negative extend/shorten"
        " start/end begin/end recommend/exclude increase/cut increase/reduce rise/drop drop/rise sooner/later"
        " wide/limited wide/narrow interested/uninterested comprehensive/limited"
    ).split()
):
    _a, _b = _forms(_left)[1], _forms(_right)[1]
    _OPPOSITES[_a] = _OPPOSITES.get(_a, frozenset()) | {_b}
    _OPPOSITES[_b] = _OPPOSITES.get(_b, frozenset()) | {_a}
_PHRASES = {
    (_forms(verb)[1], particle): _forms(meaning)[1]
    for verb, particle, meaning in (
        ("turn", "down", "reject"),
        ("rule", "out", "exclude"),
        ("vote", "against", "oppose"),
        ("vote", "for", "support"),
        ("give", "up", "stop"),
    )
}


def _phrased(tokens: Sequence[Token]) -> list[str]:
    """The roots of tokens, where two words that make one verb count as it."""
    roots = [token.root for token in tokens]
    for k, (left, right) in enumerate(pairwise(tokens)):
        phrase = _PHRASES.get((left.root, right.low))
        if phrase:
            roots[k] = phrase
    return roots


def _is_negator(token: Token) -> bool:
    return token.low in _NEGATORS or token.low.endswith("n't")


def _is_negated(tokens: Sequence[Token], i: int) -> bool:
    """Whether a negation stands before a word in its clause."""
    for k in range(i - 1, max(i - 6, -1), -1):
        if tokens[k + 1].apart and k + 1 != i:
            return False
        if tokens[k].low in ("but", "because", "although", "who", "which", "while"):
            return False
        if _is_negator(tokens[k]):
            return True
    return False


def _heads(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Each negation and the content word that it denies, as indices."""
    for i, token in enumerate(tokens):
        refusal = token.root in _REFUSALS and i + 1 < len(tokens) and tokens[i + 1].low == "to"
        if not _is_negator(token) and not refusal:
            continue
        if (
            token.low == "no"
            and i + 1 < len(tokens)
            and (tokens[i + 1].apart or tokens[i + 1].low in ("more", "longer"))
        ):
            if tokens[i + 1].low != "longer":
                continue
        following = tokens[i + 1].low if i + 1 < len(tokens) else ""
        if token.low == "no" and following in ("wonder", "doubt", "matter", "surprise", "problem"):
            continue
        if token.low == "not" and following in ("only", "just", "merely", "least"):
            continue
        contrast = token.apart or (i and tokens[i - 1].low in ("but", "and"))
        if token.low == "not" and contrast and following in ("a", "an", "the", "in", "to", "with", "as"):
            continue
        for k in range(i + 1, min(i + 5, len(tokens))):
            if tokens[k].apart:
                break
            if _is_content(tokens[k]):
                yield i, k
                break


def _is_soft(tokens: Sequence[Token], roots: Sequence[str], i: int) -> bool:
    """Whether a word stands behind a negation in its clause, a plain one or one in the meaning of a word."""
    if _is_negated(tokens, i):
        return True
    for step in (-1, 1):
        k = i
        while 0 <= k < len(roots) and abs(k - i) <= 6:
            if k != i and roots[k] in _SOFT:
                return True
            if tokens[k if step < 0 else min(k + 1, len(roots) - 1)].apart:
                break
            k += step
    return False


def find_negations(sentence: Sentence, source: SourceText) -> list[Fault]:
    """A negation that the best passage does not have, or one of its negations that the sentence leaves out."""
    near = [passage for passage in source.find_near(sentence) if not passage.is_question]
    if not near:
        return []
    return _added_negation(sentence, source, near) or _lost_negation(sentence, source, near)


def _added_negation(sentence: Sentence, source: SourceText, near: Sequence[Passage]) -> list[Fault]:
    roots = _phrased(sentence.tokens)
    best = near[0]
    for i, k in _heads(sentence.tokens):
        if sentence.tokens[i].low == "without":
            continue  # more often a reader's conclusion than a denial
        alike = _alike(roots[k])
        opposites = _OPPOSITES.get(roots[k], frozenset())
        if not alike & best.roots or opposites & best.roots:
            continue
        family = [p for p in source.passages if alike & p.roots] + _neighbours(best, source)
        if any(_has_negation(p, alike) for p in family):
            continue
        other = next(t for t in best.tokens if t.root in alike)
        words = sentence.text[sentence.tokens[i].start : sentence.tokens[k].end]
        reason = f"The sentence says “{words}”, but the best passage has no negation: “{best.quote()}”."
        span = Span(sentence.tokens[i].start, sentence.tokens[k].end)
        return [Fault("negation", reason, span, best.place(other))]
    return []


def _has_negation(passage: Passage, without: frozenset[str]) -> bool:
    return any(map(_is_negator, passage.tokens)) or not _SOFT.isdisjoint(set(_phrased(passage.tokens)) - without)


def _lost_negation(sentence: Sentence, source: SourceText, near: Sequence[Passage]) -> list[Fault]:
    roots = _phrased(sentence.tokens)
    for passage in near[:3]:
        there = _phrased(passage.tokens)
        if _is_opposed(roots, passage):
            continue
        for i, k in _heads(passage.tokens):
            scope = [k] + [n for n in _scope(passage.tokens, i) if n != k]
            exact = [n for n, root in enumerate(roots) if root in _alike(there[k]) and root not in ("say", "tell")]
            around = [n for n in scope if any(root in _alike(there[n]) for root in roots)]
            if exact:
                at = exact[0]
                if any(_is_soft(sentence.tokens, roots, n) for n in exact):
                    continue
            elif (
                passage.tokens[i].low != "without"
                and len(around) >= 2
                and len(around) >= 0.6 * len(scope)
                and any(n > i for n in around)
            ):
                if any(map(_is_negator, sentence.tokens)) or not _SOFT.isdisjoint(roots):
                    continue
                at = next(n for n, root in enumerate(roots) if root in _alike(there[around[0]]))
            else:
                continue
            wanted = _alike(there[k])
            if any(
                wanted & p.roots
                and p is not passage
                and len(p.roots & set(roots)) >= 2
                and not any(map(_is_negator, p.tokens))
                and not p.is_question
                for p in source.passages
            ):
                continue
            if any(root in wanted and not _is_negated(passage.tokens, n) for n, root in enumerate(there) if n != k):
                continue
            words = passage.text[passage.tokens[i].start : passage.tokens[k].end]
            reason = f"The source says “{words}”, but the sentence affirms it: “{passage.quote()}”."
            span = Span(sentence.tokens[at].start, sentence.tokens[at].end)
            return [Fault("negation", reason, span, passage.place(passage.tokens[i], passage.tokens[k]))]
    return []


def _scope(tokens: Sequence[Token], i: int) -> list[int]:
    """The content words of the clause around a negation."""
    found = []
    for k in range(i - 1, max(i - 6, -1), -1):
        if _is_content(tokens[k]):
            found.append(k)
        if (tokens[k].apart and found) or tokens[k].low in ("and", "but"):
            break
    for k in range(i + 1, min(i + 7, len(tokens))):
        if tokens[k].apart or tokens[k].low in ("but", "because", "and"):
            break
        if _is_content(tokens[k]):
            found.append(k)
    return found


def _neighbours(passage: Passage, source: SourceText) -> list[Passage]:
    """What stands around a passage where it is short: an answer often carries the negation of a question."""
    return source.passages[max(passage.number - 1, 0) : passage.number + 2] if passage.speaker else []


def _is_opposed(roots: Sequence[str], passage: Passage) -> bool:
    """Whether the sentence says by an opposite what the passage says by a negation."""
    return any(not _OPPOSITES.get(root, frozenset()).isdisjoint(passage.roots) for root in roots)


def find_opposites(sentence: Sentence, source: SourceText) -> list[Fault]:
    """A word whose opposite stands in the best passage, both denied or both affirmed."""
    near = source.find_near(sentence)
    roots = _phrased(sentence.tokens)
    for i in sentence.content:
        opposites = _OPPOSITES.get(roots[i], frozenset())
        if not opposites or opposites & set(roots):
            continue
        alike = _alike(roots[i]) - opposites
        if any(alike & set(_phrased(p.tokens)) for p in near):
            continue
        for passage in near[:3]:
            there = _phrased(passage.tokens)
            if any(not _OPPOSITES.get(root, frozenset()).isdisjoint(there) for root in there):
                continue  # it has both sides
            matches = [k for k, root in enumerate(there) if root in opposites]
            rest = [
                r for r in {sentence.tokens[j].root for j in sentence.content if j != i} if _alike(r) & passage.roots
            ]
            if not matches or len(rest) < (2 if len(passage.roots) > 4 else 1):
                continue
            k = matches[0]
            denied = _is_negated(passage.tokens, k)
            if _is_negated(sentence.tokens, i) != denied:
                continue
            here, other = sentence.tokens[i], passage.tokens[k]
            reason = f"The sentence says “{here.text}”, the best passage “{other.text}”: “{passage.quote()}”."
            return [Fault("opposite", reason, Span(here.start, here.end), passage.place(other))]
    return []


# ---------------------------------------------------------------------------------------------------- certainty

_PLANS = frozenset("will would could may might should shall 'll if whether unless to can".split())
_PLAN_VERBS = frozenset(
    _forms(word)[1]
    for word in (
        "want plan hope intend expect promise offer ask agree due wish consider suggest propose likely possible aim"
        " try would going hopes prepare decide need demand recommend rather prefer like"
    ).split()
)
_PERFECT = frozenset("has have had 've".split())
_PAST_FORMS = frozenset(
    "won beat lost made took taken went gone came got gave given found told left held kept began begun saw seen became"
    " met paid sold bought built sent spent led ran wrote written broke broken chose chosen died fell fallen stole"
    " stolen taught threw thrown drove driven ate brought caught fought signed lent cut hit read put set cost rebuilt beaten overtook overtaken driven worn torn grew grown rose risen flew".split()
)


def _is_past(token: Token) -> bool:
    return token.low.endswith("ed") or token.low in _PAST_FORMS


def _is_planned(tokens: Sequence[Token], i: int) -> bool:
    """Whether a verb is only planned, wished or possible: a modal, an if, or a plan with "to" stands before it."""
    for k in range(i - 1, max(i - 7, -1), -1):
        low = tokens[k].low
        if low in ("will", "would", "could", "may", "might", "shall", "if", "should", "can") or low.endswith("'ll"):
            return True
        if low.endswith("'d") and k >= i - 3:
            return True
        if low in ("hear", "see", "watch", "let", "make", "whether"):
            return False
        if low == "to" and any(t.root in _PLAN_VERBS for t in tokens[max(k - 5, 0) : k]):
            return True
        if low in ("but", "because", "after", "which"):
            return False
    return False


_TOLD = frozenset(_forms(word)[1] for word in "outline detail provide base discuss include".split())


def find_certainties(sentence: Sentence, source: SourceText) -> list[Fault]:
    """A plan, a wish or a possibility of the source that the sentence tells as done."""
    near = source.find_near(sentence)
    tokens = sentence.tokens
    for i in sentence.content:
        perfect = any(t.low in _PERFECT for t in tokens[max(i - 3, 0) : i])
        if not _is_past(tokens[i]) or tokens[i].root in _PLAN_VERBS | _TOLD or _is_planned(tokens, i):
            continue
        if not perfect and (i == 0 or tokens[i - 1].low in _NOT_BEFORE_VERB):
            continue
        if any(_is_negator(t) or t.low in ("whether", "if", "unless") for t in tokens[max(i - 6, 0) : i]):
            continue
        alike = _CLOSE.get(tokens[i].root, frozenset({tokens[i].root}))
        held = [
            (p, k)
            for p in near
            if not p.is_question
            for k, t in enumerate(p.tokens)
            if t.root in alike and _is_content(t)
        ]
        if not held or any(not _is_planned(p.tokens, k) for p, k in held):
            continue
        if any(
            _is_past(t) and t.root == tokens[i].root and not _is_planned(p.tokens, k)
            for p in source.passages
            for k, t in enumerate(p.tokens)
        ):
            continue
        passage, k = held[0]
        if tokens[i].root in _SPEECH and not any(
            t.low == "will" or t.low.endswith("'ll") for t in passage.tokens[max(k - 3, 0) : k]
        ):
            continue  # "can you explain" is often answered, "I will explain" is not yet done
        speakers = source.speakers.get(passage.speaker, frozenset())
        rest = [
            token
            for j in sentence.content
            for token in (tokens[j],)
            if j != i and (token.low in speakers or _alike(token.root) & passage.roots)
        ]
        if not rest:
            continue
        words = sentence.text[tokens[i].start : tokens[i].end]
        reason = (
            f"The sentence tells “{words}” as done; the source only plans, wishes or allows it: “{passage.quote()}”."
        )
        return [Fault("certainty", reason, Span(tokens[i].start, tokens[i].end), passage.place(passage.tokens[k]))]
    return []


_NOT_BEFORE_VERB = frozenset(
    "a an the is are be been being was were of in his her their its to by being get gets this that these those"
    " as with for newly very more most".split()
)


# ------------------------------------------------------------------------------------------------ who did what

_BE = frozenset("is are was were be been being got".split())
_FIRST = frozenset("i i'm i'll i'd i've me my we we'll we'd we've our us".split())
_SECOND = frozenset("you you'll you'd you've you're your".split())
_NO_VERBS = frozenset(
    _forms(word)[1]
    for word in (
        "say tell report explain state mention note add think believe find describe include discuss talk speak chat meet"
        " agree share compare marry differ work hold have remain continue"
    ).split()
)
"""Verbs of which the two sides say nothing: those of speech, and those that both sides do together."""


def _actors(tokens: Sequence[Token], speaker: str, source: SourceText) -> list[str]:
    """For each token the actor that it names, or ""; the first person of a turn is its speaker."""
    by_low = {low: name for name, lows in source.speakers.items() for low in lows}
    others = [name for name in source.speakers if name != speaker]
    found = []
    for token in tokens:
        if speaker and token.low in _FIRST:
            found.append(speaker)
        elif speaker and token.low in _SECOND and len(others) == 1:
            found.append(others[0])
        elif token.low in by_low:
            found.append(by_low[token.low])
        elif token.owner or not _is_content(token) or token.text[0].isdigit() or token.root in _NUMBERS:
            found.append("")
        else:
            found.append(token.root)
    return found


def _is_passive(tokens: Sequence[Token], i: int) -> bool:
    following = [t.low for t in tokens[i + 1 : i + 5]]
    if "by" not in following[:3] or (following[following.index("by") + 1 :] or ["0"])[0][0].isdigit():
        return False
    return (following[0] == "by" and _is_past(tokens[i])) or any(t.low in _BE for t in tokens[max(i - 3, 0) : i])


def _is_verb(tokens: Sequence[Token], i: int) -> bool:
    """Whether a word is likely a verb here: of a verb's form, and not after an article or a preposition."""
    low = tokens[i].low
    before = tokens[i - 1].low if i else "the"
    if before in ("a", "an", "the", "of", "in", "his", "her", "its", "their", "with", "for", "from", "on", "by", "my"):
        return False
    if not tokens[i].text[0].islower():
        return False
    if low.endswith("s") and (tokens[i - 1].text[0].isupper() or before in ("who", "which", "that", "he", "she", "it")):
        return True
    return (
        _is_past(tokens[i])
        or low.endswith("ing")
        or before in _FIRST | _SECOND
        or before
        in (
            "to",
            "will",
            "would",
            "could",
            "may",
            "might",
            "can",
            "not",
            "didn't",
            "should",
            "who",
            "and",
            "must",
            "has",
            "had",
        )
    )


def find_reversals(sentence: Sentence, source: SourceText) -> list[Fault]:
    """Who did what to whom, told the other way round than in the best passage, in the active or the passive."""
    aligned = source.align(sentence)
    near = [p for s, p in aligned if s >= 0.5 * aligned[0][0]]
    here = _actors(sentence.tokens, "", source)
    named = {a for t, a in zip(sentence.tokens, here, strict=True) if a and t.text[0].isupper()} | set(source.speakers)
    faults: list[Fault] = []
    for i in sentence.content:
        if not _is_verb(sentence.tokens, i) or sentence.tokens[i].root in _NO_VERBS:
            continue
        before, after = _clause(sentence.tokens, here, i)
        if not before or not after:
            continue
        passive = _is_passive(sentence.tokens, i)
        if (
            not passive
            and any(t.low in _BE for t in sentence.tokens[max(i - 3, 0) : i])
            and _is_past(sentence.tokens[i])
        ):
            continue  # a passive that does not say by whom
        agents, patients = (after, before) if passive else (before, after)
        alike = _alike(sentence.tokens[i].root)
        turned: tuple[Passage, int] | None = None
        straight = False
        for passage in near:
            there = _actors(passage.tokens, passage.speaker, source)
            for k, token in enumerate(passage.tokens):
                if token.root not in alike:
                    continue
                left, right = set(there[:k]) - {""}, set(there[k + 1 :]) - {""}
                if _is_passive(passage.tokens, k):
                    left, right = right, left
                if any(a in left for a in agents) and not any(a in right for a in agents):
                    straight = True
                near_left, near_right = _clause(passage.tokens, there, k, commas=True)
                if _is_passive(passage.tokens, k):
                    near_left, near_right = near_right, near_left
                one = [a for a in agents if a in near_right and a not in left]
                two = [b for b in patients if b in left and b not in right]
                if one and two and one != two and not turned and (agents[0] in one or not named.isdisjoint(one + two)):
                    turned = passage, k
        if turned and not straight:
            passage, k = turned
            verb = sentence.tokens[i]
            reason = (
                f"Around “{verb.text}” the sentence has the doer and the other side the wrong way round:"
                f" the source says “{passage.quote()}”."
            )
            faults.append(Fault("reversal", reason, Span(verb.start, verb.end), passage.place(passage.tokens[k])))
            break
    return faults


def _is_aside(tokens: Sequence[Token], k: int) -> bool:
    """Whether a noun stands behind a preposition that makes it a place or an owner, not a side of the action."""
    for n in range(k - 1, max(k - 4, -1), -1):
        if tokens[n].low in _MONTHS or tokens[n].low in _DAYS:
            return False
        if tokens[n].low in ("from", "of", "at", "in", "on", "for", "with", "about", "as"):
            return True
        if tokens[n].low not in ("a", "an", "the", "their", "his", "her", "its") and not tokens[n].text[0].isupper():
            return False
    return False


def _clause(
    tokens: Sequence[Token], actors: Sequence[str], i: int, commas: bool = False
) -> tuple[list[str], list[str]]:
    """The actors on the two sides of a verb, nearest first, within its clause, or over commas too."""
    before: list[str] = []
    for k in range(i - 1, max(i - 9, -1), -1):
        if actors[k] and not tokens[k].low.endswith("ly") and not _is_aside(tokens, k):
            before.append(actors[k])
        if tokens[k].low in ("but", "because", "while", "that", "whether", "after", "before") and before:
            break
        if len(before) == 4:
            break
    after: list[str] = []
    for k in range(i + 1, min(i + 9, len(tokens))):
        if tokens[k].low in ("but", "because", "while", "whether", "after", "before", "when", "who", "which"):
            break
        if tokens[k].apart and after and not commas:
            break
        if actors[k] and not _is_aside(tokens, k):
            after.append(actors[k])
        if len(after) == (5 if commas else 3):
            break
    return before, after


# ----------------------------------------------------------------------------------------------------- speakers

_SPEECH = frozenset(
    _forms(word)[1]
    for word in (
        "say tell claim believe insist admit warn add argue ask explain agree suggest confirm mention state request reply"
        " respond report object complain point note stress fear prefer offer decide advise propose promise refuse deny"
        " recommend remark want find think hope ask call doubt describe express predict"
    ).split()
)


_RESPONSES = frozenset(
    _forms(word)[1]
    for word in "agree accept confirm decline refuse reject learn hear receive acknowledge consent".split()
)


def find_speakers(sentence: Sentence, source: SourceText) -> list[Fault]:
    """A statement that is given to a speaker none of whose turns holds it, while a turn of another holds it."""
    if len(source.speakers) < 2:
        return []
    by_low = {low: name for name, lows in source.speakers.items() for low in lows}
    tokens = sentence.tokens
    subjects = [i for i, t in enumerate(tokens) if t.low in by_low and _is_subject(tokens, i, by_low)]
    for n, i in enumerate(subjects):
        name = by_low[tokens[i].low]
        stop = subjects[n + 1] if n + 1 < len(subjects) else len(tokens)
        behind = i > 1 and tokens[i - 1].low == "to" and tokens[i - 2].low == "according"
        inside = range(0, i - 2) if behind and i > 4 else range(i + 1, stop)
        spoken = behind or any(tokens[k].root in _SPEECH for k in range(i + 1, min(i + 4, stop)))
        head = tokens[i + 1 : min(i + 5, stop)]
        if not behind and (
            any(t.root in _RESPONSES for t in head)
            or any(a.low in _BE and b.root in _SPEECH for a, b in pairwise(tokens[i:stop]))
        ):
            continue  # what somebody answers to, or is told, stands in the other's turn
        words = [
            k
            for k in inside
            if _is_content(tokens[k]) and tokens[k].low not in by_low and not (k <= i + 3 and tokens[k].root in _SPEECH)
        ]
        fault = _speaker_fault(name, tokens[i], [tokens[k] for k in words], spoken, source)
        if fault is not None:
            return [fault]
    return []


def _is_subject(tokens: Sequence[Token], i: int, by_low: dict[str, str]) -> bool:
    if tokens[i].owner:
        return False
    if i > 1 and tokens[i - 1].low == "to" and tokens[i - 2].low == "according":
        return True
    before = [t.low for t in tokens[max(i - 4, 0) : i] if t.low not in _TITLES and t.low not in by_low]
    return (
        not before
        or (before[-1] in ("and", "but", "while", "whereas", "because", "so", "although", "then"))
        or (tokens[i].apart and before[-1] not in ("to", "with", "by", "of"))
    )


def _speaker_fault(name: str, at: Token, words: list[Token], spoken: bool, source: SourceText) -> Fault | None:
    roots = list(dict.fromkeys(token.root for token in words))
    total = sum(source.rarity(root) for root in roots)
    if len(roots) < 2 or total <= 0:
        return None
    held: dict[tuple[int, int], float] = defaultdict(float)
    first: dict[tuple[int, int], Passage] = {}
    count: dict[tuple[int, int], int] = defaultdict(int)
    for root in roots:
        alike = _alike(root)
        units = {(p.document, p.unit): p for p in source.passages if alike & p.roots}
        for unit, passage in units.items():
            held[unit] += source.rarity(root)
            count[unit] += 1
            if unit not in first or len(passage.roots & set(roots)) > len(first[unit].roots & set(roots)):
                first[unit] = passage
    own = max((w for u, w in held.items() if first[u].speaker == name), default=0.0) / total
    rest = [(w / total, u) for u, w in held.items() if first[u].speaker not in ("", name)]
    narrated = max((w for u, w in held.items() if not first[u].speaker), default=0.0) / total
    if not rest:
        return None
    share, unit = max(rest)
    passage = first[unit]
    least = 0.5 if spoken else 0.6
    if share < least or own > 0.45 * share or narrated > share or count[unit] < 2:
        return None
    lows = {token.low for token in passage.tokens}
    if not spoken and (
        lows.isdisjoint(_FIRST) or not lows.isdisjoint(_SECOND | source.speakers.get(name, frozenset()))
    ):
        return None
    reason = (
        f"The sentence gives this to {_shorten(name, 40)}, but no turn of theirs holds it;"
        f" {_shorten(passage.speaker, 40)} says “{passage.quote()}”."
    )
    return Fault("speaker", reason, Span(at.start, at.end), passage.place())


# ----------------------------------------------------------------------------------------------------- registry


class Check(NamedTuple):
    """A check: its name, what the window calls it, its function, and whether it flags unless turned off."""

    name: str
    title: str
    find: Callable[[Sentence, SourceText], list[Fault]]
    by_default: bool


CHECKS = (
    Check("number", "Number or amount in no source", find_numbers, True),
    Check("date", "Weekday or date in no source", find_dates, True),
    Check("name", "Name in no source", find_names, True),
    Check("quotation", "Quotation not word for word", find_quotations, True),
    Check("negation", "Negation against the source", find_negations, True),
    Check("opposite", "Opposite of the source's word", find_opposites, True),
    Check("reversal", "Doer and other side reversed", find_reversals, True),
    Check("speaker", "Statement of another speaker", find_speakers, True),
    Check("certainty", "Plan or possibility told as done", find_certainties, True),
)


def find_faults(text: str, source: SourceText, names: Iterable[str] | None = None) -> list[Fault]:
    """The faults of one summary sentence, by the checks of these names, or by those that are on by default."""
    wanted = None if names is None else set(names)
    sentence = Sentence(text)
    little = {token.low for token in sentence.tokens} & STOP
    if not sentence.tokens or (len(little) >= 3 and len(source.lows & STOP) < 3):
        return []  # nothing to read, or the sources are in another language
    chosen = [check for check in CHECKS if (check.by_default if wanted is None else check.name in wanted)]
    return [fault for check in chosen for fault in check.find(sentence, source)[:MOST_FAULTS]]
