"""Words as terms: what two texts are compared by.

A term is a stem ("collapsed" and "collapse" agree), a number ("twenty six", "26" and "26th" are all ``#26``)
or, in scripts that do not part their words, a pair of neighbouring characters. Words that carry no content of
their own ("the", "was") have the empty term. Everything here is a rule of thumb for English first; other
languages get their words as they are, in lower case and without diacritics.
"""

from __future__ import annotations

import re
import unicodedata

LocatedTerm = tuple[str, int, int]
"""(term, start, end) in code points of the text."""

_NUMBER = r"\d+(?:,\d{3})*(?:[.:]\d+)*(?:st|nd|rd|th)?"
_MARKS = (
    r"\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a"
    r"\u064b-\u065f\u0670\u06d6-\u06dc\u0900-\u0903\u093a-\u094f"
)
_UNSPACED = (
    r"\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u3005"
    r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
)
_ASCII_WORD = re.compile(rf"\d+ers|{_NUMBER}|[A-Za-z]+(?:'[A-Za-z]+)?")
_ANY_WORD = re.compile(
    rf"[{_UNSPACED}]+|\d+ers|{_NUMBER}|[^\W\d_{_UNSPACED}](?:[^\W\d_{_UNSPACED}]|[{_MARKS}\u200c\u200d\xad])*"
    rf"(?:['’][^\W\d_{_UNSPACED}]+)?"
)
_UNSPACED_RUN = re.compile(rf"[{_UNSPACED}]")

_STOP_WORDS = """
    a about above after again against ain't all also am an and any anybody anyone anything are aren't
    as at be became because been before being below between both but by can can't cannot could
    couldn't did didn't do does doesn't doing don't down during each either else ever every few for
    from further get gets getting got had hadn't has hasn't have haven't having he he'd he'll he's her
    here here's hers herself him himself his how how's however i i'd i'll i'm i've if in into is isn't
    it it'd it'll it's its itself just let's like may maybe me might mine more most much must my
    myself neither no nor not of off oh ok okay on once only onto or other our ours ourselves out over
    own per quite rather really same shall shan't she she'd she'll she's should shouldn't since so
    some somebody someone something such than that that'll that's the their theirs them themselves
    then there there's these they they'd they'll they're they've this those though through thus to too
    toward towards uh um under until up upon us very was wasn't we we'd we'll we're we've well were
    weren't what what's when where whether which while who who's whom whose why will with within
    without won't would wouldn't yeah yes yet you you'd you'll you're you've your yours yourself
    yourselves t s d m o clock n't al el la les los las un una der das und ist de des du et en que por
    le في من على إلى عن أن إن هذا هذه التي الذي و ما لا مع هو هي كان
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
FIRST_PERSON = frozenset(["i", "i'd", "i'll", "i'm", "i've", "me", "mine", "my", "myself"])
SECOND_PERSON = frozenset(["you", "you'd", "you'll", "you're", "you've", "your", "yours", "yourself"])

_IRREGULAR_FORMS = """
    ate eat|beaten beat|began begin|begun begin|bought buy|broke break|broken break|brought bring
    built build|came come|caught catch|children child|chose choose|chosen choose|cost cost
    death dead|deaths dead|died dead|dead dead|dies dead|die dead|drank drink|drew draw|drove drive
    driven drive|fallen fall|fell fall|felt feel|feet foot|flew fly|fought fight|found find
    gave give|given give|gone go|went go|grew grow|grown grow|heard hear|held hold|hid hide
    hung hang|hurt hurt|kept keep|knew know|known know|laid lay|led lead|left leave|lent lend
    lost lose|loss lose|losses lose|made make|meant mean|men man|met meet|mice mouse|paid pay
    ran run|rose rise|said say|sang sing|sat sit|saw see|seen see|sold sell|sent send|shot shoot
    showed show|shown show|slept sleep|spent spend|spoke speak|spoken speak|stolen steal
    stole steal|stood stand|stuck stick|struck strike|swam swim|taken take|took take|taught teach
    teeth tooth|told tell|thought think|threw throw|thrown throw|understood understand|won win
    winner win|women woman|wore wear|wrote write|written write|people person
"""
_IRREGULAR = dict(pair.split() for line in _IRREGULAR_FORMS.strip().split("\n") for pair in line.split("|"))

_SMALL_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
)
_VALUES: dict[str, int] = {word: value for value, word in enumerate(_SMALL_NUMBERS.split())}
_VALUES |= {"seventeen": 17, "eighteen": 18, "nineteen": 19, "dozen": 12}
_VALUES |= {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80}
_VALUES |= {"ninety": 90, "hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_SCALES = frozenset({100, 1000, 10**6, 10**9})
_ORDINAL_WORDS = "first second third fourth fifth sixth seventh eighth ninth tenth"
_ORDINALS = {word: value for value, word in enumerate(_ORDINAL_WORDS.split(), 1)}

_MAX_KNOWN = 200_000
_WORDED = "~"  # marks a number word until it is joined with its neighbours


class _Lexicon(dict[str, str]):
    """Surface form to term, worked out once for each form."""

    def __missing__(self, word: str) -> str:
        if len(self) > _MAX_KNOWN:
            self.clear()
        term = _term(word)
        self[word] = term = word if term == word else term  # one string for both: most words are their own term
        return term


def _term(word: str) -> str:
    if word[0].isdigit() and not word.endswith("ers"):  # the 49ers are a name
        return "#" + _number(word)
    plain = word.casefold().replace("’", "'")
    if plain in STOP_WORDS:
        return ""
    if plain in _VALUES:
        return f"{_WORDED}{_VALUES[plain]}"
    if plain in _ORDINALS:
        return f"#{_ORDINALS[plain]}"
    if plain.endswith(("'s", "n't", "'d", "'m", "'ll", "'ve", "'re")):
        plain = plain[: plain.rindex("'") - (plain.endswith("n't"))]
        if plain in STOP_WORDS:
            return ""
    if not plain.isascii():
        decomposed = unicodedata.normalize("NFKD", plain)
        plain = "".join(c for c in decomposed if not unicodedata.combining(c) and c not in "\u200c\u200d\xad")
        if "\u0621" <= plain[:1] <= "\u064a":
            return _arabic(plain)
        if not plain.isascii():
            return plain
    return stem(plain)


def _number(word: str) -> str:
    digits = word.rstrip("stndrh").replace(",", "")
    if not digits.isascii():
        digits = "".join(str(unicodedata.digit(c)) if c.isdigit() else c for c in digits)
    if "." in digits and ":" not in digits and digits.count(".") == 1:
        digits = digits.rstrip("0").rstrip(".")
    return digits.lstrip("0") or "0"


def _arabic(word: str) -> str:
    if word[0] == "و" and len(word) > 4:
        word = word[1:]
    if word.startswith("ال") and len(word) > 4:
        word = word[2:]
    return word


def stem(word: str) -> str:
    """A light stem of an English word in lower case, at least three letters long; not always a word."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 3:
        if word.endswith("ies"):
            word = word[:-3] + "y"
        elif word.endswith(("sses", "shes", "ches", "xes", "zes")):
            word = word[:-2]
        elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
            word = word[:-1]
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    for ending in ("ing", "ed"):
        if (
            word.endswith(ending)
            and len(word) - len(ending) >= 3
            and re.search("[aeiouy]", word[: -len(ending)])
        ):
            word = word[: -len(ending)]
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    for ending, least in (
        ("ness", 4),
        ("ment", 4),
        ("fully", 3),
        ("ful", 4),
        ("ly", 4),
        ("ion", 4),
        ("or", 5),
        ("er", 5),
    ):
        if word.endswith(ending) and len(word) - len(ending) >= least:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == "e":
        word = word[:-1]
    if len(word) > 5 and word.endswith("at"):
        word = word[:-2]
    if len(word) > 2 and word[-1] == "y":
        word = word[:-1] + "i"
    return word


_LEXICON = _Lexicon()


def terms(text: str) -> list[str]:
    """The terms of ``text`` in order, the empty ones among them."""
    if text.isascii():
        words = _ASCII_WORD.findall(text)
    elif _UNSPACED_RUN.search(text):
        return [term for term, _, _ in locate_terms(text)]
    else:
        words = _ANY_WORD.findall(text)
    lexicon_terms = list(map(_LEXICON.__getitem__, words))
    if _WORDED in "".join(lexicon_terms):
        return [
            term for term, _, _ in _join_numbers([(t, w, 0, 0) for t, w in zip(lexicon_terms, words, strict=True)])
        ]
    return lexicon_terms


def locate_terms(text: str) -> list[LocatedTerm]:
    """The terms of ``text`` in order, each with its place."""
    pieces: list[tuple[str, str, int, int]] = []
    numbers = False
    for match in (_ASCII_WORD if text.isascii() else _ANY_WORD).finditer(text):
        word, start, end = match[0], match.start(), match.end()
        if _UNSPACED_RUN.match(word):
            if len(word) == 1:
                pieces.append((word, word, start, end))
            pieces.extend((word[i : i + 2], word, start + i, start + i + 2) for i in range(len(word) - 1))
            continue
        term = _LEXICON[word]
        numbers = numbers or term[:1] == _WORDED
        pieces.append((term, word, start, end))
    if numbers:
        return _join_numbers(pieces)
    return [(term, start, end) for term, _, start, end in pieces]


def _join_numbers(pieces: list[tuple[str, str, int, int]]) -> list[LocatedTerm]:
    """Neighbouring number words as one number: "two hundred and six", "ninety nine point five"."""
    joined_terms: list[LocatedTerm] = []
    at = 0
    while at < len(pieces):
        term, _, start, end = pieces[at]
        if term[:1] != _WORDED:
            nxt = pieces[at + 1][0] if at + 1 < len(pieces) else ""
            if term[:1] == "#" and nxt[:1] == _WORDED and int(nxt[1:]) in _SCALES and _is_decimal(term[1:]):
                joined_terms.append((f"#{float(term[1:]) * int(nxt[1:]):.10g}", start, pieces[at + 1][3]))
                at += 2
                continue
            joined_terms.append((term, start, end))
            at += 1
            continue
        total, current, last = 0, int(term[1:]), int(term[1:])
        first, at = at, at + 1
        while at < len(pieces):
            skip = 1 if pieces[at][1].lower() == "and" and last in _SCALES and at + 1 < len(pieces) else 0
            following = pieces[at + skip][0]
            if following[:1] != _WORDED:
                break
            value = int(following[1:])
            if value == 100 and current < 100:
                current = max(current, 1) * 100
            elif value in _SCALES and value > 100:
                total, current = total + max(current, 1) * value, 0
            elif (last in _SCALES and value < last) or (last in range(20, 100, 10) and 0 < value < 10):
                current += value
            elif last in (18, 19, 20) and value >= 10 and total == 0 and current == last:
                current = current * 100 + value
            else:
                break
            last, end, at = value, pieces[at + skip][3], at + skip + 1
        text = str(total + current)
        if at + 1 < len(pieces) and pieces[at][1].lower() == "point" and pieces[at + 1][0][:1] == _WORDED:
            at += 1
            text += "."
            while at < len(pieces) and pieces[at][0][:1] == _WORDED and int(pieces[at][0][1:]) < 10:
                text += pieces[at][0][1:]
                end, at = pieces[at][3], at + 1
            text = text.rstrip("0").rstrip(".")
        # "one" alone is more often a pronoun than a number.
        joined_terms.append(
            ("" if at - first == 1 and pieces[first][1].lower() == "one" else f"#{text}", start, end)
        )
    return joined_terms


def _is_decimal(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()
