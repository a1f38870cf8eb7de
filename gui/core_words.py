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
from functools import cache

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
    return " ".join(map(_said, [text] if _found(text.removesuffix("."), "said") else _ENDS.split(text)))


def said_count(n: int, what: str) -> str:
    """What core counts (``what`` is in the plural): "1.274 Zellen mit nur einem Urteil"."""
    if current() == ENGLISH:
        return counted(n, what)
    if found := _found(what, "counted"):
        template, values = found
        return put_count(f"{{n:,}} {one(template)}", f"{{n:,}} {template}", n, **values)
    return f"{figure(f'{n:,}')} {one(what) if n == 1 else what}"


def _said(text: str) -> str:
    body, stop = (text[:-1], ".") if text.endswith(".") else (text, "")
    if body.startswith(_UNDEFINED):
        return tr("Undefined: {why}", why=_said(body.removeprefix(_UNDEFINED))) + stop
    found = _found(body, "said")
    return put(found[0], **found[1]) + stop if found else text


def _found(text: str, kind: str) -> tuple[str, dict[str, str]] | None:
    """The template that ``text`` was made from, the one with most words of its own, and what stands in its places."""
    plain, placed = _templates(kind)
    if text in plain:
        return text, {}
    for pattern, template in placed:
        if held := pattern.fullmatch(text):
            values = held.groupdict()
            return template, {name: _put(name, held) for name, held in values.items()}
    return None


def _put(place: str, held: str) -> str:
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
