"""Text to units: where the turns, paragraphs and sentences of a document are.

Every function gives half-open ranges of code points into the text it was given, in order and without overlap,
and never changes the text. A range carries no white space at its ends. Any string is allowed: empty, CRLF,
emoji, combining marks, lone surrogates, one line of a megabyte.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

Range = tuple[int, int]
Turn = tuple[int, int, str, int]
"""(start of the line, end, speaker, start of the words). The turn's unit is ``text[words:end]``."""

_NEWLINE = r"(?:\r\n|\r(?!\n)|[\n\x0b\x0c\x85\u2028\u2029])"
_ASCII_ENDS = "\r\x0b\x0c"
_ENDS = _ASCII_ENDS + "\x85\u2028\u2029"
_LINE = re.compile(r"[^\n\r\x0b\x0c\x85\u2028\u2029]+")
_BLANK_LINE = re.compile(rf"{_NEWLINE}(?:[^\S\n\r\x0b\x0c\x85\u2028\u2029]*{_NEWLINE})+|\u2029")
_BULLET = re.compile(rf"{_NEWLINE}(?=[^\S\n\r]*(?:[-*•‣▪–—]|\(?\d{{1,3}}[.)])[^\S\n\r])")

# sentencex knows "\n" only and cannot take surrogates; each is replaced one for one, so offsets hold.
_FOREIGN = re.compile(r"[\r\x0b\x0c\x85\u2028\u2029\ud800-\udfff]")

# Stops that end nothing and that sentencex takes for an end; each is hidden from it by one character for one.
_SHARES = re.compile(r"\.(?<=[A-Z]{2}\.)(?<![A-Z]{5}\.)(?=[A-HJ-Z](?!\w))")
"""BRK.B: a class of shares. A lone I after a stop is a sentence that lost its space."""
_HYPHENED = re.compile(r"(?<!\w)(\w)\.-(\w)\.(?=\s\w)")
"""J.-P. Sartre."""
_MONSIEUR = re.compile(r"(?<!\w)(MM?)\.(?=\s[^\W\d_a-zà-ÿ])")
_UNENDED = re.compile(r"(?:\.\.|…|(?<![\w.])[A-Z]{2,4}\.[A-Z]\.)[\"'”’»)\]]*$")
"""The end of a piece that goes on if a small letter follows: an ellipsis, a stop that belongs to a class of shares."""

_WINDOW, _LONGEST = 400, 800
"""Code points given to sentencex at once: beyond ASCII its time grows with the square of the length."""

_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),  # before "zh": Japanese has Han too, but only Japanese has kana
    ("zh", re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")),
    ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("ar", re.compile(r"[\u0600-\u06ff\u0750-\u077f]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
)
_OTHER = re.compile("[\u0400-\U0010ffff]")
"""Where none of these is, none of the scripts is."""


# Whose abbreviations and ordinals count. Each word is of one of these languages only, and frequent there.
_WORDS = {
    word: code
    for code, words in (
        ("en", "the of and to in is was that it he she they with for on are be this his her has have not at by a you"),
        ("de", "der das und nicht ist ein eine einen dem mit von auf für sich ich er wir sie es auch wie am im zu"),
        ("fr", "le les des et est une dans pour qui sur pas avec il elle vous je ne au du ce sont plus"),
        ("es", "el los las y es una para por con del se su lo más pero fue son muy como"),
        ("it", "il che di non per sono della nel gli dei anche più era ha alla"),
    )
    for word in words.split()
}
_WORD = re.compile(r"[^\W\d_]+")
_ASCII_WORDS = "".join(chr(code) if chr(code).isalpha() else " " for code in range(128))
"""What ``str.translate`` puts for each ASCII character, so that ``split`` gives the words that `_WORD` finds."""
_ALNUM = re.compile(r"[^\W_]")
_HEAD = 400
"""Code points at the beginning whose words tell the language."""


def language(text: str) -> str:
    """A rough guess for the sentence splitter from the scripts and words that ``text`` begins with.

    Gives "ja", "zh", "ko", "ar", "hi" or "ru" where at least a fifth of the first 2,000 code points are of that
    script; else "de", "fr", "es" or "it" where two of the most frequent words of that language or more, and more than
    of any other, are among the first; else "en".
    """
    head = text[:2_000]
    if not head.isascii() and _OTHER.search(head):
        for code, script in _SCRIPTS:
            if len(script.findall(head)) * 5 >= len(head.strip()):
                return code
    head = head[:_HEAD].lower()
    if sum(map(head.count, (" the ", " of ", " and "))) > 2:  # most texts, in a hundredth of the time
        return "en"
    words = head.translate(_ASCII_WORDS).split() if head.isascii() else _WORD.findall(head)
    codes = [_WORDS[word] for word in words if word in _WORDS]
    if not codes or codes.count(codes[0]) == len(codes):  # of one language only, as most
        return codes[0] if len(codes) > 1 else "en"
    counts = Counter(codes)
    best = max(counts, key=counts.__getitem__)
    alone = list(counts.values()).count(counts.get(best, 0)) == 1
    return best if alone and counts[best] > 1 else "en"


def paragraphs(text: str) -> list[Range]:
    """The paragraphs of ``text``: separated by blank lines, or by line ends where there is no blank line."""
    start, end = _trim(text, 0, len(text))
    if start == end:
        return []
    if (lines := _lines(text, start, end)) is not None:
        return lines
    blocks = _between(_BLANK_LINE, text, start, end)
    if len(blocks) > 1:
        return blocks
    return [r for r in (_trim(text, *m.span()) for m in _LINE.finditer(text, start, end)) if r[0] < r[1]]


def _lines(text: str, start: int, end: int) -> list[Range] | None:
    """The trimmed lines, if a line feed ends each and none is blank, as mostly: several times as quick as a search."""
    if any(text.find(sign, start, end) >= 0 for sign in (_ASCII_ENDS if text.isascii() else _ENDS)):
        return None
    lines: list[Range] = []
    low = start
    for line in text[start:end].split("\n"):
        high = low + len(line)
        if not line or line.isspace():
            return None
        lines.append(_trim(text, low, high) if line[0].isspace() or line[-1].isspace() else (low, high))
        low = high + 1
    return lines


def sentences(text: str) -> list[Range]:
    """The sentences of ``text``. Every character that is not white space is in exactly one of them.

    Splits with sentencex inside paragraphs; a line that begins with a bullet or a number begins a sentence.
    A piece without a letter or digit (a stray bracket, a last emoji) belongs to the one before; so does a small letter
    after an ellipsis or a ticker symbol ("BRK.B. rose").
    """
    if not text or text.isspace():
        return []
    # Lazily: a program that only opens a project never needs it.
    from sentencex import segment  # type: ignore[import-untyped]

    code = language(text)
    ranges: list[Range] = []
    broken = _broken(text, 0, len(text))
    for block_start, block_end in _between(_BLANK_LINE, text, 0, len(text)) if broken else [_trim(text, 0, len(text))]:
        first = len(ranges)
        for start, end in _between(_BULLET, text, block_start, block_end) if broken else [(block_start, block_end)]:
            for piece_start, piece_end in _pieces(segment, code, text, start, end):
                goes_on = piece_start > start and text[piece_start].islower()
                if len(ranges) > first and (
                    (not text[piece_start].isalnum() and not _ALNUM.search(text, piece_start, piece_end))
                    or (goes_on and _UNENDED.search(text, ranges[-1][0], ranges[-1][1]))
                ):
                    ranges[-1] = (ranges[-1][0], piece_end)
                else:
                    ranges.append((piece_start, piece_end))
    return ranges


def turns(text: str) -> list[Turn]:
    """The turns of a dialogue, line by line.

    Where lines begin with a speaker ("Doctor: …", of one to four words), a line without one continues the
    turn before it. Where no line does, each line is a turn without a speaker (""). A turn that is only a name
    has empty words.
    """
    start, end = _trim(text, 0, len(text))
    ranges = _lines(text, start, end) if start < end else []
    if ranges is None:
        ranges = [r for r in (_trim(text, *m.span()) for m in _LINE.finditer(text)) if r[0] < r[1]]
    prefixes = _speakers(text, ranges)
    turn_list: list[Turn] = []
    for (start, end), prefix in zip(ranges, prefixes, strict=True):
        if prefix is not None:
            turn_list.append((start, end, prefix[0], prefix[1]))
        elif turn_list and turn_list[-1][2]:
            first, last, speaker, words = turn_list[-1]
            turn_list[-1] = (first, end, speaker, start if words == last else words)
        else:
            turn_list.append((start, end, "", start))
    return turn_list


def join(parts: Iterable[str], sep: str, speakers: Sequence[str] | None = None) -> tuple[str, list[Range]]:
    """A document's text from its given units, and where each of them lies in it.

    ``parts`` are kept exactly as they are, ``sep`` stands between them (a line end for turns, a blank line
    for paragraphs, a space for sentences), and a part with a speaker is preceded by ``Speaker: ``, which is
    not in its range. An empty part has an empty range.
    """
    ranges: list[Range] = []
    position = 0
    step = len(sep)
    if speakers is None:
        parts = list(parts)
        for part in parts:
            end = position + len(part)
            ranges.append((position, end))
            position = end + step
        return sep.join(parts), ranges
    pieces: list[str] = []
    for part, speaker in zip(parts, speakers, strict=True):
        if speaker:
            position += len(speaker) + 2
            pieces.append(f"{speaker}: {part}")
        else:
            pieces.append(part)
        end = position + len(part)
        ranges.append((position, end))
        position = end + step
    return sep.join(pieces), ranges


def _trim(text: str, start: int, end: int) -> Range:
    """``[start, end)`` without the white space at its ends; an empty range where there is nothing else."""
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    return start, max(start, end - len(piece) + len(piece.rstrip()))


def _between(separator: re.Pattern[str], text: str, start: int, end: int) -> list[Range]:
    """The trimmed, non-empty ranges between the matches of ``separator``, each of which holds the end of a line."""
    ranges: list[Range] = []
    position = start
    for match in separator.finditer(text, start, end) if _broken(text, start, end) else ():
        piece = _trim(text, position, match.start())
        if piece[0] < piece[1]:
            ranges.append(piece)
        position = match.end()
    piece = _trim(text, position, end)
    if piece[0] < piece[1]:
        ranges.append(piece)
    return ranges


def _broken(text: str, start: int, end: int) -> bool:
    """Whether a line ends there: a hundred times as quick as a search in vain."""
    if text.find("\n", start, end) >= 0:
        return True
    return any(text.find(sign, start, end) >= 0 for sign in (_ASCII_ENDS if text.isascii() else _ENDS))


def _foreign(match: re.Match[str]) -> str:
    character = match[0]
    if character == "\r":
        return " " if match.string[match.end() : match.end() + 1] == "\n" else "\n"
    return "\ufffd" if "\ud800" <= character <= "\udfff" else "\n"


def _pieces(
    segment: Callable[[str, str], list[str]], code: str, text: str, start: int, end: int
) -> Iterator[Range]:
    """sentencex over ``text[start:end]`` in windows: all but the last sentence of a window are certain."""
    block = text[start:end]
    if not block.isascii() or "\r" in block or "\x0b" in block or "\x0c" in block:
        block = _FOREIGN.sub(_foreign, block)
    block = _SHARES.sub("_", block)
    if ".-" in block:
        block = _HYPHENED.sub(r"\1_-\2_", block)
    if code == "fr":
        block = _MONSIEUR.sub(r"\1_", block)
    position, size, begun = 0, _WINDOW, 0
    while position < len(block):
        window = block[position : position + size]
        final = position + size >= len(block)
        sentence_texts = segment(code, window)
        if "".join(sentence_texts) != window:  # never seen; an exact range matters more than a good split
            sentence_texts = [window]
        if not final and len(sentence_texts) == 1:
            if size < _LONGEST:
                size *= 2
            else:  # no end in sight: go on reading, the sentence goes on as well
                position += (window.rfind(" ") + 1) or size
            continue
        if not final:
            sentence_texts.pop()
        for sentence in sentence_texts:
            position += len(sentence)
            low, high = start + begun, start + position - (sentence[-1:] == " ")
            begun = position
            if low < high and not (text[low].isspace() or text[high - 1].isspace()):
                yield low, high  # as nearly all are
            elif (piece := _trim(text, low, high))[0] < piece[1]:
                yield piece
        size = _WINDOW


# A speaker: one to four words before a colon. The character after an ASCII colon must not make it a time, a
# ratio or an address ("10:30", "http://").
_PREFIX = re.compile(
    r"[*_\[#<]{0,3}(?P<name>[^\W_][^\s:：,;!?\"“”(]{0,39}(?:[^\S\r\n]+[^\s:：,;!?\"“”(]{1,30}){0,3}"
    r"(?:[^\S\r\n]+\([^():：]{1,30}\))?)[*_\]#>]{0,3}[^\S\r\n]*(?:：|:(?![/\\\d]))[*_]{0,3}[^\S\r\n]*"
)
_PARTICLE_WORDS = "al and bin da de del den der di du el la le of on the van von y zu"
_DISCOURSE_WORDS = """
    actually also although and attention but caution cc date e.g either example first for from fw fwd hint
    however i.e if important is it like listen look maybe namely nb no note notes now ok okay or p.s please
    plus ps re remember reminder second see sent so subject that then there third this time tip to update
    warning well what which yeah yes
"""
_PARTICLES = frozenset(_PARTICLE_WORDS.split())
_NOT_SPEAKERS = frozenset(_DISCOURSE_WORDS.split())


def _speakers(text: str, ranges: Sequence[Range]) -> list[tuple[str, int] | None]:
    """For each line its speaker and where the words begin, or None for a line that names no speaker."""
    candidates: list[tuple[str, int] | None] = []
    for start, end in ranges:
        match = _PREFIX.match(text, start, min(end, start + 200))
        if match is None:
            candidates.append(None)
            continue
        name = match["name"].rstrip("*_]#>") or match["name"]
        candidates.append((name, min(match.end(), end)))
    keys = {c[0]: c[0].casefold() for c in candidates if c is not None}
    count = Counter(keys[c[0]] for c in candidates if c is not None)
    named = {key for name, key in keys.items() if _is_name(name)}
    possible = {key for key in count if key.split()[0].rstrip(".") not in _NOT_SPEAKERS}
    accepted = {key for key in possible if count[key] > 1 or key in named}
    if accepted - named:  # a transcript in lower case: its speakers have no capitals to be known by
        accepted |= {key for key in possible if " " not in key}
    speakers = [c if c is not None and keys[c[0]] in accepted else None for c in candidates]
    # One such line in the middle of a text is more likely a phrase with a colon than the only named turn.
    if sum(c is not None for c in speakers) == 1 and speakers[0] is None:
        return [None] * len(speakers)
    return speakers


def _is_name(words: str) -> bool:
    """Whether each word is capitalised, numbered, a particle, or of a script without capitals."""
    return all(
        not word[:1].islower() or word.lower() in _PARTICLES or any(c.isdigit() for c in word)
        for word in words.split("(")[0].split()
    )
