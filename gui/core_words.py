"""What core says, in the language of the window: the one place where its sentences are translated.

Core speaks English, to the command line and to files. The sentences that reach the window stand as templates in
``resources/core_sentences.toml``, from which ``make translations`` takes them; a sentence is found again by its
template. What stands in its places goes into the translation as it is, figures with the separators of the language;
the places {s} and {t} hold words of core again, {v} a number of no quantity (section 4.4). A sentence that no template
knows stays English.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache

from galley.core.paths import resources
from galley.core.text.counted import counted, one
from galley.gui.language import ENGLISH, current, figure, tr
from galley.gui.language import tr as put
from galley.gui.language import tr_n as put_count

_UNDEFINED = "Undefined because "
_ENDS = re.compile(r"(?<=[.?!]) (?=[^ ])")
_PLACE = re.compile(r"\{[a-z]\}")
_FIGURE = re.compile(r"[-−+]?\$?[\d.,]+( %)?")


def said(text: str) -> str:
    """Sentences of core, or the head of one of its tables, each translated for itself."""
    if not text or current() == ENGLISH:
        return text
    return " ".join(map(_said, sentences(text)))


def said_count(n: int, what: str) -> str:
    """What core counts (``what`` is in the plural): "1.274 Zellen mit nur einem Urteil"."""
    if current() == ENGLISH:
        return counted(n, what)
    if found := _found(what, "counted"):
        template, held = found
        return put_count(f"{{n:,}} {one(template)}", f"{{n:,}} {template}", n, **_put(held))
    return f"{figure(f'{n:,}')} {one(what) if n == 1 else what}"


def sentences(text: str) -> list[str]:
    """The sentences by which ``text`` is looked up: each for itself, or one where a value holds the end of another."""
    parts = _ENDS.split(text)
    whole = len(parts) > 1 and any(find(part) is None for part in parts) and find(text) is not None
    return [text] if whole else parts


def find(sentence: str) -> tuple[str, dict[str, str]] | None:
    """The template that a sentence was made from, the one with most words of its own, and what is in its places."""
    return _found(sentence.removesuffix(".").removeprefix(_UNDEFINED), "said")


def _said(text: str) -> str:
    body, stop = (text[:-1], ".") if text.endswith(".") else (text, "")
    if body.startswith(_UNDEFINED):
        return tr("Undefined: {why}", why=_said(body.removeprefix(_UNDEFINED))) + stop
    if (found := find(body)) is None:
        return text
    values = _put(found[1])
    return _PLACE.sub(lambda place: values.get(place[0][1], place[0]), put(found[0])) + stop


@lru_cache(4096)
def _found(text: str, kind: str) -> tuple[str, dict[str, str]] | None:
    plain, placed = _templates(kind)
    if text in plain:
        return text, {}
    return next(((template, held.groupdict()) for p, template in placed if (held := p.fullmatch(text))), None)


def _put(held: dict[str, str]) -> dict[str, str]:
    return {place: _value(place, value) for place, value in held.items()}


def _value(place: str, held: str) -> str:
    if place in "st":
        return said(held)
    return figure(held) if place != "v" and _FIGURE.fullmatch(held) else held


@cache
def _templates(kind: str) -> tuple[frozenset[str], tuple[tuple[re.Pattern[str], str], ...]]:
    with (resources() / "core_sentences.toml").open("rb") as file:
        every = tomllib.load(file)[kind]
    placed = [template for template in every if _PLACE.search(template)]
    placed.sort(key=lambda template: -len(_PLACE.sub("", template)))
    patterns = [re.sub(r"\\\{([a-z])\\\}", r"(?P<\1>.+?)", re.escape(template)) for template in placed]
    made = tuple((re.compile(pattern), template) for pattern, template in zip(patterns, placed, strict=True))
    return frozenset(every) - {*placed}, made
