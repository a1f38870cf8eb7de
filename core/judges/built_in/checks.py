"""Checks of one summary sentence against its sources: each names a fault, says why, and shows both places.

English only, rules over tokens. A check is a function of a :class:`Sentence` and of the :class:`SourceText`; it
returns :class:`Fault` objects and is one entry of :data:`CHECKS`. Offsets are code points. What the checks catch, and
how many faithful sentences they flag, is measured by ``benchmarks/open_set.py``; one below 60 % precision is off.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from galley.core.domain import Span
from galley.core.judges.built_in.passages import Passage, Sentence, SourceText, shorten
from galley.core.judges.built_in.quantities import (
    CURRENCIES,
    EXACT,
    FRACTIONS,
    MULTIPLES,
    NUMBERS,
    RELAXED,
    SCORE,
    Quantity,
    is_combined,
    is_near,
    is_same_quantity,
    read_quantities,
)
from galley.core.judges.built_in.tokens import (
    CLOSE,
    DAYS,
    ENDS,
    LITTLE,
    MONTHS,
    MOST_TOKENS,
    OPPOSITES,
    SPEECH_ROOTS,
    TITLES,
    Token,
    find_alike,
    find_forms,
    find_phrased_roots,
    is_content,
    read_tokens,
)
from galley.core.judges.built_in.types import SourcePlace
from galley.core.text.differences import load_common_stems
from galley.core.text.lexicon import STOP, stem

MOST_FAULTS = 5
"""Faults that one check reports of one sentence."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What a check found: its name, the reason in one sentence, the span in the summary sentence, and the place in the
    sources that it rests on, if there is one."""

    check: str
    reason: str
    span: Span
    evidence: SourcePlace | None = None


_RELATIVE_DAYS = frozenset("today tomorrow yesterday tonight weekend".split())


_SEASONS = frozenset("spring summer autumn winter".split())


def _is_difference(here: Quantity, sentence: Sentence, source: SourceText) -> bool:
    """Whether a sentence that compares gives the difference of two numbers, wherever they stand."""
    if all(token.low not in _COMPARED for token in sentence.tokens):
        return False
    sizes = sorted({q.values[0] * q.factor for q in source.quantities if here.unit in ("", q.unit) or not q.unit})[:80]
    wanted = here.values[0] * here.factor
    return wanted > 2 and any(is_near(b - a, wanted, 0.011) for a in sizes for b in sizes if b > a)


_COMPARED = frozenset("than difference more less fewer increase decrease".split())


def _is_derived(here: Quantity, source: SourceText) -> bool:
    """Whether a number follows from two numbers of one source sentence, from a fraction in words, or from years."""
    value = here.values[0]
    share = RELAXED if here.is_rounded else 0.011
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
        spoken = [100 * size for word, size in FRACTIONS.items() if not source.lows.isdisjoint({word, word + "s"})]
        spoken += [100 * (size - 1) for word, size in MULTIPLES.items() if word in source.lows]
        if any(is_near(value, part, share) for part in spoken):
            return True
    for number, group in by_passage.items():
        lows = {token.low for token in source.passages[number].tokens}
        if value < 1 and here.is_word and any(is_near(value, size, 0.01) for w, size in FRACTIONS.items() if w in lows):
            return True
        doubled = not lows.isdisjoint({"twice", "double", "doubled", "half", "halved"})
        for one in group[:12]:
            if doubled and (is_near(value, 2 * one.values[0], share) or is_near(value, one.values[0] / 2, share)):
                return True
            if here.unit == "percent" and one.unit != "percent":
                continue
        for one in group[:12]:
            for other in group[:12]:
                if one is other or "year of date" in (one.unit, other.unit):
                    continue
                if is_combined(here, one, other, share):
                    return True
    total = [q for q in source.quantities if _is_doubled_after(source, q) and q.unit == here.unit]
    return any(is_near(value, 2 * q.values[0], share) for q in total)


def _is_doubled_after(source: SourceText, quantity: Quantity) -> bool:
    """Whether the sentence after a number says that something is twice it."""
    after = source.passages[quantity.passage + 1 : quantity.passage + 2]
    return any(token.low in ("twice", "double", "half") for passage in after for token in passage.tokens)


_DEFINITE = frozenset("the these those all both other these last first next past".split())


def _is_asked(quantity: Quantity, sentence: Sentence) -> bool:
    """Whether a number claims something: small counts in words are often a reader's own ("the two agree")."""
    value = quantity.values[0]
    if value in (0.0, 1.0) and quantity.unit not in CURRENCIES and quantity.unit != "percent":
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
                    is_near(other, value, EXACT) or (k == 0 and value > 12 and other == value - 12)
                    for q in source.quantities
                    for other in q.values
                )
                for k, value in enumerate(quantity.values)
            )
        else:
            held = any(is_same_quantity(quantity, other) for other in source.quantities) or _is_derived(
                quantity, source
            )
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
            there = passage.text[near.start : near.end]
            reason = f"The number “{words}” is in no source; the nearest passage has “{there}”."
            place = SourcePlace(passage.document, passage.unit, Span(near.start, near.end))
        faults.append(Fault("number", reason, Span(quantity.start, quantity.end), place))
    return faults or _find_scores(sentence, source)


def _find_scores(sentence: Sentence, source: SourceText) -> list[Fault]:
    """A score ("3-1") where the sources have other scores only."""
    for match in SCORE.finditer(sentence.text[: 40 * MOST_TOKENS]) if source.scores else ():
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
    months = {MONTHS[low] for low in source.lows & MONTHS.keys()}
    days = {DAYS[low] for low in source.lows & DAYS.keys()}
    relative = not source.lows.isdisjoint(_RELATIVE_DAYS)
    for i, token in enumerate(sentence.tokens):
        if not token.text[0].isupper():
            continue
        if token.low in DAYS and token.low not in ("sat", "sun", "wed", "mon", "fri"):
            if days and DAYS[token.low] not in days and not relative:
                faults.append(_date_fault(token, sentence, source, DAYS))
        elif token.low in MONTHS and (len(token.low) > 3 or token.low == "may"):
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
            if sure and months and MONTHS[token.low] not in months:
                faults.append(_date_fault(token, sentence, source, MONTHS))
    for quantity in read_quantities(sentence.text, sentence.tokens):
        pair = (quantity.month, quantity.values[0])
        if not quantity.month or pair in source.dates or quantity.month not in months:
            continue
        clash = [q for q in source.quantities if q.month and (q.month == pair[0] or q.values[0] == pair[1])]
        if clash and any(q.values[0] == pair[1] and q.month != pair[0] for q in clash):
            passage = source.passages[clash[0].passage]
            there = passage.text[clash[0].start : clash[0].end]
            reason = f"No source has day {pair[1]:g} in this month; the source has “{there}” in another month."
            place = SourcePlace(passage.document, passage.unit, Span(clash[0].start, clash[0].end))
            faults.append(Fault("date", reason, Span(quantity.start, quantity.end), place))
    return faults


def _date_fault(token: Token, sentence: Sentence, source: SourceText, known: dict[str, str]) -> Fault:
    for _, passage in source.align(sentence)[:3]:
        for other in passage.tokens:
            if other.low in known and other.text[0].isupper():
                reason = f"“{token.text}” is in no source; the nearest passage has “{other.text}”."
                return Fault("date", reason, Span(token.start, token.end), passage.place(other))
    return Fault("date", f"“{token.text}” is in no source.", Span(token.start, token.end))


_GENERIC = frozenset(
    "i i'm i'd i'll i've ceo cfo cto coo pm mp mps gp tv am id it ok okay ai dvd pc hr pr usd gbp eur us usa uk"
    " eu un dna phd"
    " covid internet god english earth christmas easter x-ray xray x ray q faq ceos vs no not kph mph km kg mr ms"
    " unk america american americans british britain european europe western eastern northern southern sms pdf"
    " cd".split()
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
    return low in STOP or low in LITTLE or stem(low) in load_common_stems() or low in NUMBERS


def _is_known_name(low: str, run: str, source: SourceText) -> bool:
    """Whether a name is one of the sources': as it stands, as a form of it, as initials, or misspelt by a letter."""
    if low in source.lows or find_forms(low)[1] in source.roots or low in _GENERIC:
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
    if sum(t.text[0].isupper() for t in letters) > 0.8 * max(len(letters), 6):
        return []  # a headline: capitals say nothing
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
        or before.text in ENDS
        or sentence.text[before.end : run[0].start].rstrip()[-1:] in ("“", '"', "‘", ":")
    )
    unknown = []
    for k, token in enumerate(run):
        skipped = token.low in TITLES or token.low in MONTHS or token.low in DAYS or token.low in _SEASONS
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
    known = {token.low for token in run} - {token.low for token in unknown} - TITLES
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
        wanted = [[token.low for token in read_tokens(part) if token.text not in ENDS] for part in parts]
        for words in wanted:
            if words and not any(f" {' '.join(words)} " in joined for joined in source.joined):
                if len(words) == 1 and find_forms(words[0])[1] in source.roots:
                    continue
                faults.append(_quotation_fault(match[group], start, words, sentence, source))
                break
    return faults


def _quotation_fault(quote: str, start: int, words: list[str], sentence: Sentence, source: SourceText) -> Fault:
    span = Span(start, start + len(quote))
    near = [(s, p) for s, p in source.align(Sentence(quote))[:1] if s >= 0.4] or source.align(sentence)[:1]
    if near and near[0][0] >= 0.3:
        reason = f"No source has “{shorten(quote)}” word for word; the nearest passage is “{near[0][1].quote()}”."
        return Fault("quotation", reason, span, near[0][1].place())
    return Fault("quotation", f"No source has “{shorten(quote)}” word for word.", span)


_NEGATORS = frozenset(
    "not no never n't cannot can't don't doesn't didn't won't wouldn't isn't aren't wasn't weren't hasn't haven't"
    " hadn't shouldn't couldn't mustn't needn't ain't neither nor without nobody none nothing".split()
)


_SOFT = frozenset(
    find_forms(word)[1]
    for word in (
        "refuse deny decline reject fail lack hardly unable avoid prevent missing unclear undecided unsure unknown only"
        " instead rather unlike except stop against oppose forbid ban dismiss disagree doubt unless although but"
        " despite few little unlikely impossible exclude uncertain unaware"
        " until too unnecessary neither unfinished reluctant hesitant merely forget"
    ).split()
) | {"unless"}


_REFUSALS = frozenset(find_forms(word)[1] for word in "refuse decline fail unable".split())


def _is_negator(token: Token) -> bool:
    return token.low in _NEGATORS or token.low.endswith("n't")


def _is_negated(tokens: Sequence[Token], i: int) -> bool:
    """Whether a negation stands before a word in its clause."""
    for k in range(i - 1, max(i - 6, -1), -1):
        if tokens[k + 1].apart and k + 1 != i:
            return False
        if tokens[k].low in ("but", "because", "although", "who", "which", "while"):
            return False
        if _is_negator(tokens[k]) or (tokens[k].low == "yet" and tokens[k + 1].low == "to"):
            return True
    return False


def _heads(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Each negation and the content word that it denies, as indices."""
    for i, token in enumerate(tokens):
        refusal = token.root in _REFUSALS and i + 1 < len(tokens) and tokens[i + 1].low == "to"
        if not _is_negator(token) and not refusal:
            continue
        if token.low == "no" and i + 1 < len(tokens) and (tokens[i + 1].apart or tokens[i + 1].low == "more"):
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
            if is_content(tokens[k]):
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


MOST_HEADS = 12
"""Negations of one sentence that are looked at."""


def _added_negation(sentence: Sentence, source: SourceText, near: Sequence[Passage]) -> list[Fault]:
    roots = find_phrased_roots(sentence.tokens)
    best = near[0]
    for i, k in islice(_heads(sentence.tokens), MOST_HEADS):
        if sentence.tokens[i].low == "without":
            continue  # more often a reader's conclusion than a denial
        alike = find_alike(roots[k])
        opposites = OPPOSITES.get(roots[k], frozenset())
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
    return any(map(_is_negator, passage.tokens)) or not _SOFT.isdisjoint(
        set(find_phrased_roots(passage.tokens)) - without
    )


def _lost_negation(sentence: Sentence, source: SourceText, near: Sequence[Passage]) -> list[Fault]:
    roots = find_phrased_roots(sentence.tokens)
    for passage in near[:3]:
        there = find_phrased_roots(passage.tokens)
        if _is_opposed(roots, passage):
            continue
        for i, k in islice(_heads(passage.tokens), MOST_HEADS):
            scope = [k] + [n for n in _scope(passage.tokens, i) if n != k]
            exact = [n for n, root in enumerate(roots) if root in find_alike(there[k]) and root not in ("say", "tell")]
            around = [n for n in scope if any(root in find_alike(there[n]) for root in roots)]
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
                at = next(n for n, root in enumerate(roots) if root in find_alike(there[around[0]]))
            else:
                continue
            wanted = find_alike(there[k])
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
        if is_content(tokens[k]):
            found.append(k)
        if (tokens[k].apart and found) or tokens[k].low in ("and", "but"):
            break
    for k in range(i + 1, min(i + 7, len(tokens))):
        if tokens[k].apart or tokens[k].low in ("but", "because", "and"):
            break
        if is_content(tokens[k]):
            found.append(k)
    return found


def _neighbours(passage: Passage, source: SourceText) -> list[Passage]:
    """What stands around a passage where it is short: an answer often carries the negation of a question."""
    return source.passages[max(passage.number - 1, 0) : passage.number + 2] if passage.speaker else []


def _is_opposed(roots: Sequence[str], passage: Passage) -> bool:
    """Whether the sentence says by an opposite what the passage says by a negation."""
    return any(not OPPOSITES.get(root, frozenset()).isdisjoint(passage.roots) for root in roots)


def find_opposites(sentence: Sentence, source: SourceText) -> list[Fault]:
    """A word whose opposite stands in the best passage, both denied or both affirmed."""
    near = source.find_near(sentence)
    roots = find_phrased_roots(sentence.tokens)
    for i in sentence.content:
        opposites = OPPOSITES.get(roots[i], frozenset())
        if not opposites or opposites & set(roots):
            continue
        alike = find_alike(roots[i]) - opposites
        if any(alike & set(find_phrased_roots(p.tokens)) for p in near):
            continue
        for passage in near[:3]:
            there = find_phrased_roots(passage.tokens)
            if any(not OPPOSITES.get(root, frozenset()).isdisjoint(there) for root in there):
                continue  # it has both sides
            matches = [k for k, root in enumerate(there) if root in opposites]
            rest = [
                r
                for r in {sentence.tokens[j].root for j in sentence.content if j != i}
                if find_alike(r) & passage.roots
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


_PLAN_VERBS = frozenset(
    find_forms(word)[1]
    for word in (
        "want plan hope intend expect promise offer ask agree due wish consider suggest propose likely possible aim"
        " try would going hopes prepare decide need demand recommend rather prefer like"
    ).split()
)


_PERFECT = frozenset("has have had 've".split())


_PAST_FORMS = frozenset(
    "won beat lost made took taken went gone came got gave given found told left held kept began begun saw seen became"
    " met paid sold bought built sent spent led ran wrote written broke broken chose chosen died fell fallen stole"
    " stolen taught threw thrown drove driven ate brought caught fought signed lent"
    " cut hit read put set cost rebuilt beaten overtook overtaken driven worn torn grew grown rose risen flew".split()
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


_TOLD = frozenset(find_forms(word)[1] for word in "outline detail provide base discuss include".split())


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
        alike = CLOSE.get(tokens[i].root, frozenset({tokens[i].root}))
        held = [
            (p, k)
            for p in near
            if not p.is_question
            for k, t in enumerate(p.tokens)
            if t.root in alike and is_content(t)
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
        if tokens[i].root in SPEECH_ROOTS and not any(
            t.low == "will" or t.low.endswith("'ll") for t in passage.tokens[max(k - 3, 0) : k]
        ):
            continue  # "can you explain" is often answered, "I will explain" is not yet done
        speakers = source.speakers.get(passage.speaker, frozenset())
        rest = [
            token
            for j in sentence.content
            for token in (tokens[j],)
            if j != i and (token.low in speakers or find_alike(token.root) & passage.roots)
        ]
        if not rest:
            continue
        words = sentence.text[tokens[i].start : tokens[i].end]
        reason = (
            f"The sentence reports “{words}” as done; the source only plans, wishes or allows it: “{passage.quote()}”."
        )
        return [Fault("certainty", reason, Span(tokens[i].start, tokens[i].end), passage.place(passage.tokens[k]))]
    return []


_NOT_BEFORE_VERB = frozenset(
    "a an the is are be been being was were of in his her their its to by being get gets this that these those"
    " as with for newly very more most".split()
)


_BE = frozenset("is are was were be been being got".split())


_FIRST = frozenset("i i'm i'll i'd i've me my we we'll we'd we've our us".split())


_SECOND = frozenset("you you'll you'd you've you're your".split())


_NO_VERBS = frozenset(
    find_forms(word)[1]
    for word in (
        "say tell report explain state mention note add think believe find describe include discuss talk speak chat"
        " meet agree share compare marry differ work hold have remain continue"
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
        elif token.owner or not is_content(token) or token.text[0].isdigit() or token.root in NUMBERS:
            found.append("")
        else:
            found.append(token.root)
    return found


def _is_passive(tokens: Sequence[Token], i: int) -> bool:
    reach = 7 if tokens[i].apart and _is_past(tokens[i]) else 3  # ", led from the first desk by the violinist"
    following = [t.low for t in tokens[i + 1 : i + 2 + reach]]
    if "by" not in following[:reach]:
        return False
    doer = next(iter(following[following.index("by") + 1 :]), "0")
    if doer[0].isdigit() or doer in NUMBERS:
        return False  # by how much, not by whom
    return ((following[0] == "by" or reach == 7) and _is_past(tokens[i])) or any(
        t.low in _BE for t in tokens[max(i - 3, 0) : i]
    )


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


MOST_VERBS = 20
"""Verbs of a sentence, and places of each in a passage, that are compared."""


def find_reversals(sentence: Sentence, source: SourceText) -> list[Fault]:
    """Who did what to whom, told the other way round than in the best passage, in the active or the passive."""
    aligned = source.align(sentence)
    near = [
        (passage, _actors(passage.tokens, passage.speaker, source))
        for share, passage in aligned
        if share >= 0.5 * aligned[0][0]
    ]
    tokens = sentence.tokens
    here = _actors(tokens, "", source)
    named = {a for t, a in zip(tokens, here, strict=True) if a and t.text[0].isupper()} | set(source.speakers)
    verbs = (i for i in sentence.content if _is_verb(tokens, i) and tokens[i].root not in _NO_VERBS)
    for i in islice(verbs, MOST_VERBS):
        agents, patients = _sides(tokens, here, i)
        helped = any(token.low in _BE for token in tokens[max(i - 3, 0) : i])
        if not agents or not patients or (helped and _is_past(tokens[i]) and not _is_passive(tokens, i)):
            continue  # one side is not named, as in a passive that does not say by whom
        turned = _find_turned(tokens[i].root, agents, patients, named, near)
        if turned is not None:
            passage, k = turned
            reason = (
                f"Around “{tokens[i].text}” the sentence exchanges who acts and who is acted on:"
                f" the source says “{passage.quote()}”."
            )
            span = Span(tokens[i].start, tokens[i].end)
            return [Fault("reversal", reason, span, passage.place(passage.tokens[k]))]
    return []


def _find_turned(
    root: str,
    agents: list[str],
    patients: list[str],
    named: set[str],
    near: Sequence[tuple[Passage, list[str]]],
) -> tuple[Passage, int] | None:
    """Where a passage has the two sides of a verb the other way round, if none has them this way."""
    alike = CLOSE.get(root, frozenset({root}))
    turned: tuple[Passage, int] | None = None
    for passage, actors in near:
        places = (k for k, token in enumerate(passage.tokens) if token.root in alike)
        for k in islice(places, MOST_VERBS):
            left, right = set(actors[:k]) - {""}, set(actors[k + 1 :]) - {""}
            if _is_passive(passage.tokens, k):
                left, right = right, left
            if any(a in left for a in agents) and not any(a in right for a in agents):
                return None
            _, near_right = _sides(passage.tokens, actors, k, commas=True)
            one = [a for a in agents if a in near_right and a not in left]
            two = [b for b in patients if b in left and b not in right]
            sure = agents[0] in one or not named.isdisjoint(one + two)
            if one and two and one != two and sure and turned is None:
                turned = passage, k
    return turned


def _sides(tokens: Sequence[Token], actors: Sequence[str], i: int, commas: bool = False) -> tuple[list[str], list[str]]:
    """Who does what a verb says, and the other side, nearest first."""
    before, after = _clause(tokens, actors, i, commas)
    return (after, before) if _is_passive(tokens, i) else (before, after)


def _is_aside(tokens: Sequence[Token], k: int) -> bool:
    """Whether a noun stands behind a preposition that makes it a place or an owner, not a side of the action."""
    for n in range(k - 1, max(k - 4, -1), -1):
        if tokens[n].low in MONTHS or tokens[n].low in DAYS:
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
    relative = i > 0 and tokens[i - 1].low in ("who", "which", "that")
    for k in range(i - 1, max(i - 9, -1), -1):
        if actors[k] and not tokens[k].low.endswith("ly") and not _is_aside(tokens, k):
            before.append(actors[k])
        elif relative and before:
            break
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


_RESPONSES = frozenset(
    find_forms(word)[1]
    for word in "agree accept confirm decline refuse reject learn hear receive acknowledge consent".split()
)


_SUBORDINATE = frozenset("because though although since while whereas who which but after before when".split())


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
        spoken = behind or any(tokens[k].root in SPEECH_ROOTS for k in range(i + 1, min(i + 4, stop)))
        head = tokens[i + 1 : min(i + 5, stop)]
        if not behind and (
            any(t.root in _RESPONSES for t in head)
            or any(a.low in _BE and b.root in SPEECH_ROOTS for a, b in pairwise(tokens[i:stop]))
        ):
            continue  # what somebody answers to, or is told, stands in the other's turn
        words = [
            k
            for k in inside
            if is_content(tokens[k])
            and tokens[k].low not in by_low
            and not (k <= i + 3 and tokens[k].root in SPEECH_ROOTS)
        ]
        fault = _speaker_fault(name, tokens[i], [tokens[k] for k in words], spoken, source)
        if fault is None and not behind:
            first = next((k for k in inside if tokens[k].low in _SUBORDINATE), stop)
            fault = _speaker_fault(name, tokens[i], [tokens[k] for k in words if k < first], spoken, source)
        if fault is not None:
            return [fault]
    return []


def _is_subject(tokens: Sequence[Token], i: int, by_low: dict[str, str]) -> bool:
    if tokens[i].owner:
        return False
    if i > 1 and tokens[i - 1].low == "to" and tokens[i - 2].low == "according":
        return True
    before = [t.low for t in tokens[max(i - 4, 0) : i] if t.low not in TITLES and t.low not in by_low]
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
        alike = find_alike(root)
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
    if share < least or own > 0.6 * share or narrated > share or count[unit] < 2:
        return None
    lows = {token.low for token in passage.tokens}
    if not spoken and (
        lows.isdisjoint(_FIRST) or not lows.isdisjoint(_SECOND | source.speakers.get(name, frozenset()))
    ):
        return None
    reason = (
        f"The sentence gives this to {shorten(name, 40)}, but none of their turns contains it;"
        f" {shorten(passage.speaker, 40)} says “{passage.quote()}”."
    )
    return Fault("speaker", reason, Span(at.start, at.end), passage.place())


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
    Check("reversal", "Who acts and who is acted on exchanged", find_reversals, True),
    Check("speaker", "Statement of another speaker", find_speakers, True),
    Check("certainty", "Plan or possibility reported as done", find_certainties, True),
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
