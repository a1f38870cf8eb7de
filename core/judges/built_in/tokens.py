"""The words of a sentence as tokens: their forms and roots, and the small word lists that the checks share. English."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from galley.core.text.lexicon import STOP, SYNONYMS, stem

_TOKEN = re.compile(r"\d[\d,.:]*\d|\d|[^\W\d_]+(?:['’][^\W\d_]+)*|[.!?…]")


ENDS = frozenset(".!?…")


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
def find_forms(word: str) -> tuple[str, str, bool]:
    """The plain form of a word, its root, and whether it is a possessive."""
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
        low, root, owner = find_forms(match[0]) if end - start <= 60 else (match[0].lower(), match[0].lower(), False)
        between = text[last:start]
        tokens.append(Token(match[0], low, root, start, end, bool(_BREAKS.search(between[:40])), owner))
        last = end
    return tokens


MOST_TOKENS = 400
"""Tokens of a sentence that are read, and of a source sentence before it is cut: what is longer is no sentence."""


def split_sentences(tokens: Sequence[Token], text: str) -> Iterator[list[Token]]:
    """The sentences of a text's tokens; each holds its end mark, if it has one."""
    current: list[Token] = []
    for k, token in enumerate(tokens):
        current.append(token)
        if len(current) == MOST_TOKENS:
            yield current
            current = []
            continue
        if token.text not in ENDS:
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


def is_content(token: Token) -> bool:
    """Whether a token has a meaning of its own, as function words have not."""
    return token.low not in STOP and token.low[0].isalnum() and token.low not in LITTLE


LITTLE = frozenset(
    "also however still yet already now then well really quite rather even perhaps maybe about around some roughly"
    " whether nearly almost approximately although though whereas unlike according including say says said mr mrs ms dr"
    " prof professor okay ok yes yeah oh please thank thanks hello hi sorry lol haha us".split()
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


CLOSE: dict[str, frozenset[str]] = {}
"""Those of the lines above: closer in meaning than the built-in judge's sets, which also bridge whole topics."""


for _word, _set in SYNONYMS.items():
    _SYNONYMS[find_forms(_word)[1]] = frozenset(find_forms(other)[1] for other in _set)


for _line in _SYNONYM_LINES:
    _roots = frozenset(find_forms(word)[1] for word in _line.split())
    for _word in _roots:
        _SYNONYMS[_word] = _SYNONYMS.get(_word, frozenset()) | _roots
        CLOSE[_word] = CLOSE.get(_word, frozenset()) | _roots


def find_alike(root: str) -> frozenset[str]:
    """A root with those of its synonyms."""
    return _SYNONYMS.get(root, frozenset()) | {root}


MONTHS = {
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


DAYS = {
    day: day[:3]
    for day in "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur fri sat".split()
}


TITLES = frozenset(
    "mr mrs ms miss dr prof professor sir dame lord lady president minister mayor director judge doctor councillor"
    " senator governor captain coach manager chief officer king queen prince princess pope saint st uncle aunt mum dad"
    " mom father mother secretary chairman chairwoman chair editor agent patient customer client caller owner vet host"
    " interviewer interviewee moderator speaker assistant user human person support the a an".split()
)


OPPOSITES: dict[str, frozenset[str]] = {}


for _left, _right in (
    pair.split("/")
    for pair in (
        "support/against back/against accept/reject accept/refuse accept/decline agree/refuse agree/disagree"
        " agree/reject allow/forbid allow/ban"
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
        " deny/acknowledge arrest/release attack/defend optimistic/pessimistic full/empty heavy/light export/import"
        " profit/loss peace/war victory/defeat urban/rural mandatory/optional compulsory/voluntary majority/minority"
        " inside/outside indoor/outdoor lenient/strict stable/unstable known/unknown fair/unfair necessary/unnecessary"
        " alive/dead benign/malignant deep/shallow calm/anxious clean/dirty loud/quiet tall/short ascend/descend"
        " expand/shrink include/omit ally/enemy winner/loser pass/fail appoint/dismiss accelerate/slow enter/exit"
        " optional/compulsory sufficient/insufficient successful/unsuccessful certain/uncertain confident/doubtful"
    ).split()
):
    _a, _b = find_forms(_left)[1], find_forms(_right)[1]
    OPPOSITES[_a] = OPPOSITES.get(_a, frozenset()) | {_b}
    OPPOSITES[_b] = OPPOSITES.get(_b, frozenset()) | {_a}


_PHRASES = {
    (find_forms(verb)[1], particle): find_forms(meaning)[1]
    for verb, particle, meaning in (
        ("turn", "down", "reject"),
        ("rule", "out", "exclude"),
        ("vote", "against", "oppose"),
        ("vote", "for", "support"),
        ("give", "up", "stop"),
    )
}


def find_phrased_roots(tokens: Sequence[Token]) -> list[str]:
    """The roots of tokens, where two words that make one verb count as it."""
    roots = [token.root for token in tokens]
    for k, (left, right) in enumerate(pairwise(tokens)):
        phrase = _PHRASES.get((left.root, right.low))
        if phrase:
            roots[k] = phrase
    return roots


SPEECH_ROOTS = frozenset(
    find_forms(word)[1]
    for word in (
        "say tell claim believe insist admit warn add argue ask explain agree suggest confirm mention state request"
        " reply respond report"
        " object complain point note stress fear prefer offer decide advise propose promise refuse deny"
        " recommend remark want find think hope ask call doubt describe express predict"
    ).split()
)
