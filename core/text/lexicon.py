"""The words the offline judge knows by heart, its tokeniser and its light stemmer.

English only. Everything here is a small closed list written for this program: function words, negations, hedges,
number words, months, a few antonyms and everyday synonyms. What depends on a corpus (how rare a word is, whether
it is usually capitalised) is in :mod:`galley.core.judges.built_in.english_background` and fitted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, compress
from sys import intern
from typing import Any, NamedTuple

TOKEN = re.compile(
    r"[^\W\d_]+(?:['’][^\W\d_]+| n['’]t\b)?"
    r"|\d{1,3}(?: , \d{3})+(?!\d)|\d+ \. \d+(?= (?:per|million|billion|miles?|km|kg|m)\b)"
    r"|\d[\d,.:]*\d(?:st|nd|rd|th)?|\d(?:st|nd|rd|th)?|[.!?]"
)
"""A word (with one apostrophe), a number, or the end of a sentence. Blanks inside, as in ``do n't`` and
``1 , 056``, are habits of tokenised corpora: :func:`plain` takes them out."""
_ASCII = re.compile(TOKEN.pattern.replace(r"[^\W\d_]", "[A-Za-z]"), re.ASCII)


def plain(token: str) -> str:
    """The token in lower case, without the blanks of tokenised text and with a straight apostrophe."""
    return token.lower().replace(" ", "").replace("’", "'")


END = frozenset(".!?")
UNKNOWN = frozenset({"unk", "UNK"})
"""What summarisers with a closed vocabulary print for a word that they do not have: it says nothing."""
PASSED = END | {"s", "S"} | UNKNOWN
"""Tokens that are no words of their own: ends of sentences, the possessive s of tokenised text, the unknown word."""

NEGATIONS = frozenset(
    "not no never none nobody nothing neither nor n't without cannot can't don't doesn't didn't won't wouldn't isn't"
    " aren't wasn't weren't hasn't haven't hadn't shouldn't couldn't mustn't needn't ain't nowhere hardly"
    " unable fail failed fails failing refuse refused refuses refusing deny denied denies denying lack lacked"
    " lacks lacking reject rejected rejects".split()
)
PLAIN_NEGATIONS = frozenset(
    "not no never n't cannot can't don't doesn't didn't won't wouldn't isn't aren't wasn't weren't hasn't haven't"
    " hadn't shouldn't couldn't mustn't needn't ain't neither nor without".split()
)
HEDGES = frozenset(
    "may might could possibly perhaps probably likely allegedly reportedly apparently alleged suspected potentially"
    " maybe".split()
)
"""Words that take back what is said; wishes and plans are left out, summaries reword them rightly."""
MODALS = frozenset("may might could must should".split())
AUXILIARIES = frozenset(
    "is are was were has have had will would can could may might must should do does did been".split()
)
STOP = frozenset(
    "a an the and or but nor so yet if then than that this these those there here of in on at by for from to into"
    " onto with within without about above below under over after before between during against through across"
    " among as is are was were be been being am do does did doing have has had having will would shall should may"
    " might must can could not no n't it its he she they we you i me him her them us my his their our your hers"
    " theirs who whom whose which what when where why how all any both each few more most other some such only own"
    " same too very just also up down out off again once while because until since although though s t d ll m re ve"
    " it's he's she's they're i'm we're you're that's there's i've i'd i'll he'd she'd we've they've don't doesn't"
    " didn't won't can't isn't aren't wasn't weren't hasn't haven't hadn't wouldn't couldn't shouldn't let upon via"
    " per mr mrs ms dr one".split()
)
OPEN_PRONOUNS = frozenset("he she it they his her its their him them".split())
CONJUNCTIONS = frozenset("but and or so because which who that while".split())
DANGLING = frozenset(
    "the a an of in on at by for from to with and or but as is are was were his her their its that which who be has"
    " have had will would after before than into during about over".split()
)
SPEECH = frozenset(
    "say said says tell told tells claim claimed claims believe believes believed insist insisted insists reveal"
    " revealed reveals admit admitted admits warn warned warns add added adds argue argued ask asked asks explain"
    " explained explains agree agreed agrees suggest suggested confirm confirmed express expressed mention mentioned"
    " state stated request requested inquire inquired respond responded reply replied report reported".split()
)
MONTHS = frozenset(
    "january february march april may june july august september october november december jan feb aug sept oct nov"
    " dec".split()
)
DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
TIME_UNITS = frozenset(
    "second minute hour day week month year decade century today tomorrow yesterday tonight weekly daily monthly"
    " yearly annually spring summer autumn winter morning afternoon evening night weekend".split()
)
NUMBER_WORDS = {
    word: str(value)
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        " seventeen eighteen nineteen twenty".split()
    )
} | {
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "sixty": "60",
    "seventy": "70",
    "eighty": "80",
    "ninety": "90",
    "hundred": "100",
    "thousand": "1000",
    "million": "1000000",
    "billion": "1000000000",
    "dozen": "12",
    "half": "half",
    "twice": "twice",
    "double": "twice",
    "third": "3rd",
    "first": "1st",
    "second": "2nd",
    "fourth": "4th",
    "fifth": "5th",
}
VAGUE_NUMBERS = frozenset({"1", "first", "1st", "half", "2nd"})
"""Numbers that are also ordinary words: they count as numbers only where a digit wrote them."""

_IRREGULAR = dict(
    pair.split(":")
    for pair in (
        "said:say says:say won:win lost:lose lose:lose made:make took:take taken:take went:go gone:go came:come"
        " got:get gave:give given:give found:find told:tell left:leave held:hold kept:keep began:begin begun:begin"
        " saw:see seen:see knew:know known:know thought:think became:become felt:feel met:meet paid:pay sold:sell"
        " bought:buy built:build sent:send spent:spend led:lead ran:run spoke:speak spoken:speak wrote:write"
        " written:write broke:break broken:break chose:choose chosen:choose died:die dying:die dead:die death:die"
        " fell:fall fallen:fall flew:fly hit:hit hurt:hurt killed:kill shot:shoot stole:steal stolen:steal"
        " struck:strike taught:teach threw:throw thrown:throw wore:wear worn:wear drove:drive driven:drive ate:eat"
        " beaten:beat men:man women:woman children:child people:person wives:wife lives:life police:police"
        " officers:officer news:news bought:buy brought:bring caught:catch fought:fight forgot:forget had:have"
        " heard:hear hid:hide hung:hang laid:lay lay:lie rose:rise risen:rise sang:sing sat:sit shown:show"
        " stood:stand swam:swim swore:swear understood:understand woke:wake grew:grow grown:grow drew:draw"
        " drawn:draw drank:drink better:good best:good worse:bad worst:bad series:series"
    ).split()
)

ANTONYMS: dict[str, frozenset[str]] = {}
for _first_word, _second_word in (
    pair.split("/")
    for pair in (
        "increase/decrease rise/fall win/lose accept/reject open/close cheap/expensive affordable/expensive high/low"
        " more/less most/least good/bad first/last before/after above/below start/finish begin/end buy/sell"
        " arrive/leave pass/fail succeed/fail agree/disagree allow/ban legal/illegal guilty/innocent male/female"
        " man/woman boy/girl husband/wife father/mother brother/sister son/daughter north/south east/west up/down"
        " left/right true/false same/different many/few large/small big/small old/young old/new early/late hot/cold"
        " wide/limited wide/narrow comprehensive/basic interested/uninterested satisfied/dissatisfied happy/unhappy"
        " include/exclude positive/negative active/inactive simple/complicated easy/difficult easy/hard safe/dangerous"
        " support/oppose lend/borrow hire/fire gain/loss profit/loss free/paid public/private major/minor long/short"
        " quick/slow fast/slow improve/worsen strong/weak available/unavailable possible/impossible likely/unlikely"
        " encourage/discourage hesitant/eager reluctant/willing permanent/temporary minimum/maximum always/never"
        " all/none remember/forget love/hate remain/leave survive/die convict/acquit confirm/deny"
        " innocent/convict raise/lower ask/answer unlimited/limited additional/fewer current/former"
    ).split()
):
    ANTONYMS[_first_word] = ANTONYMS.get(_first_word, frozenset()) | {_second_word}
    ANTONYMS[_second_word] = ANTONYMS.get(_second_word, frozenset()) | {_first_word}

_SYNONYM_SETS = (
    "call contact reach phone telephone ring",
    "offer present propose provide supply give introduce",
    "wide broad variety range array assortment selection various comprehensive",
    "need requirement demand want require preference",
    "plan option package scheme policy",
    "expensive costly pricey steep",
    "recommend suggest advise propose",
    "agent representative salesperson salesman executive specialist rep",
    "client customer buyer prospect caller",
    "cover include coverage encompass contain",
    "month monthly",
    "week weekly",
    "year yearly annual annually",
    "cost price charge fee worth",
    "discuss talk conversation speak chat debate",
    "consider review think explore",
    "want wish desire hope like interest interested",
    "ask inquire request question enquire query",
    "explain describe outline clarify detail tell say state mention inform note",
    "agree accept consent",
    "decide choose opt select pick",
    "buy purchase acquire order",
    "begin start commence launch",
    "end finish conclude close",
    "big large huge major significant massive",
    "help assist aid support assistance",
    "specific particular individual",
    "suit fit match meet tailor suitable",
    "schedule arrange book appointment set",
    "problem issue concern trouble",
    "get receive obtain gain secure",
    "show demonstrate reveal display",
    "use utilize employ",
    "kill die murder",
    "jail prison imprison sentence",
    "arrest detain hold custody",
    "hospital medical clinic",
    "doctor physician clinician",
    "kid child children youngster",
    "police officer cop",
    "win beat defeat victory triumph",
    "lose defeat loss",
    "attack assault",
    "injure hurt wound injury",
    "car vehicle",
    "person man woman individual someone",
    "company firm business corporation",
    "send email deliver forward mail",
    "demo demonstration trial",
    "feature functionality function capability",
    "free complimentary",
    "also additionally moreover",
    "however but though although",
    "experience suffer feel report complain",
)
SYNONYMS: dict[str, frozenset[str]] = {}


def _fold(word: str) -> str:
    if word.endswith(("'s", "’s")):
        word = word[:-2]
    irregular = _IRREGULAR.get(word)
    if irregular is not None:
        return irregular
    size = len(word)
    if size > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif size > 4 and word.endswith(("sses", "ches", "shes", "xes")):
        word = word[:-2]
    elif size > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    size = len(word)
    if size > 5 and word.endswith("ing"):
        word = word[:-3]
    elif size > 4 and word.endswith("ied"):
        word = word[:-3] + "y"
    elif (size > 4 and word.endswith("ed")) or (size > 5 and word.endswith("ly")):
        word = word[:-2]
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "slez":
        word = word[:-1]
    if len(word) > 3 and word[-1] == "e":
        word = word[:-1]
    return word


def stem(word: str) -> str:
    """Fold a lower-case token to what support is looked up by: light suffixes off, numbers to digits.

    ``"1,500"`` becomes ``"1500"``, ``"seven"`` ``"7"``, ``"stories"`` ``"story"``, ``"won"`` ``"win"``.
    """
    if word[0].isdigit():
        return word.replace(",", "").rstrip(".:")
    number = NUMBER_WORDS.get(word)
    if number is not None:
        return number
    return _fold(word)


for _line in _SYNONYM_SETS:
    _stems = frozenset(_fold(word) for word in _line.split())
    for _word in _stems:
        SYNONYMS[_word] = SYNONYMS.get(_word, frozenset()) | _stems
ANTONYMS = {_fold(key): frozenset(_fold(value) for value in values) for key, values in ANTONYMS.items()}

STOP_STEMS = frozenset(_fold(word) for word in STOP) | STOP
TIME_STEMS = frozenset(_fold(word) for word in TIME_UNITS | DAYS | (MONTHS - {"may", "march"}))

WORD, NAME_LIKE, SKIPPED, SENTENCE_END, NEXT_TEXT = range(5)
"""Kinds of tokens: a word, one with a capital, one that is no word of its own, the end of a sentence, of a text."""
KIND, MEANT, CAPITAL = 7, 8, 16
"""What a mark holds: the kind of a token, whether it has a meaning of its own, as function words have not, and whether
it begins with a capital."""
REMEMBERED, SHORT = 100_000, 40
"""So many stretches without a blank are remembered, of at most so many characters, and so many words."""


class Word(NamedTuple):
    """A token: in its plain form, its stem, its mark (a kind, MEANT and CAPITAL)."""

    low: str
    stem: str
    mark: int


def places(text: str) -> list[tuple[int, int]]:
    """Where the words of a text stand in it; in ASCII its own pattern finds them in half the time."""
    pattern = _ASCII if text.isascii() else TOKEN
    return [match.span() for match in pattern.finditer(text) if match[0] not in PASSED]


@lru_cache(maxsize=REMEMBERED)
def word_of(token: str) -> Word:
    """What is known of a token as written."""
    low = plain(token)
    word = intern(stem(low))
    kind = SENTENCE_END if token in END else SKIPPED if token in PASSED else int(token[0] != low[0])
    meant = word not in STOP_STEMS and low not in STOP
    return Word(low, word, kind | MEANT * meant | CAPITAL * token[0].isupper())


BREAK = "\0"
"""What stands between texts that are read at once, and for the blanks that a token may hold."""
_HELD = re.compile(r"\d (?:[,.] (?=\d)|(?=(?:per|million|billion|miles?|km|kg|m)\b))")
_SPOKEN = bytes(mark & KIND <= NAME_LIKE for mark in range(256))
_UNSPOKEN = bytes(mark for mark in range(256) if mark & KIND > NAME_LIKE)


class _Stretches(dict[str, tuple[str | int, ...]]):
    """A stretch of text without a blank to what is known of its words, one after another, remembered: texts repeat
    themselves. Flat, since a look into every word of a source would take as long as all the rest."""

    def __missing__(self, stretch: str) -> tuple[str | int, ...]:
        if stretch == BREAK:
            words: tuple[str | int, ...] = Word(BREAK, BREAK, NEXT_TEXT)
        else:
            words = tuple(chain.from_iterable(map(word_of, TOKEN.findall(stretch.replace(BREAK, " ")))))
        if len(self) < REMEMBERED and len(stretch) <= SHORT:
            self[stretch] = words
        return words


_stretches = _Stretches()


def read(texts: Sequence[str]) -> tuple[list[str], list[str], bytes]:
    """The tokens of texts in order, one of the kind NEXT_TEXT between two texts: plain forms, stems, marks."""
    joined = f"\n{BREAK}\n".join([text.replace(BREAK, "\x01") if BREAK in text else text for text in texts])
    for contracted in ("n't", "n’t"):
        joined = joined.replace(f" {contracted}", BREAK + contracted)
    if " , " in joined or " . " in joined:
        joined = _HELD.sub(lambda match: match[0].replace(" ", BREAK), joined)
    flat: list[Any] = list(chain.from_iterable(map(_stretches.__getitem__, joined.split())))
    return flat[::3], flat[1::3], bytes(flat[2::3])


def spoken(lowers: list[str], stems: list[str], marks: bytes) -> tuple[list[str], list[str], bytes]:
    """The words alone of what was read."""
    word_marks = marks.translate(_SPOKEN)
    return list(compress(lowers, word_marks)), list(compress(stems, word_marks)), marks.translate(None, _UNSPOKEN)


NON_LATIN = re.compile(
    "[\u0590-\u08ff\u0900-\u1cff\u2e80-\u2fdf\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af\U00020000-\U0003ffff]"
)
LETTER = re.compile(r"[^\W\d_]")
