"""Sources and summaries as a model gets them: numbered, delimited, and searched for words aimed at the model.

The delimiters carry a hash of what they enclose, so that no text can close its own. A line break inside a unit is
followed by blanks, so that no text can forge the number of a unit.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache

from galley.core.domain import Document, Role, Unit, UnitKind
from galley.core.review.items import ItemView

_SOURCES = (Role.DIALOGUE, Role.ARTICLE)
_LETTER = {UnitKind.TURN: "T", UnitKind.PARAGRAPH: "P", UnitKind.SENTENCE: "S"}

_WHAT = r"(?:instructions?|prompts?|rules|guidelines|directions|system messages?|task description)"
_INJECTION = re.compile(
    rf"\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{{0,40}}\b{_WHAT}\b"
    r"|\b(?:you are|as|note to|attention,?)\s+(?:now\s+)?(?:an?|the|any)?\s*(?:AI|LLM|language model)?\s*"
    r"(?:judge|evaluator|grader|annotator)s?\b[^.!?\n]{0,60}\b(?:answer|reply|respond|label|output|mark|rate)\b"
    r"|\b(?:answer|reply|respond|label|output)\b[^.!?\n]{0,20}(?:[\"“'](?:no|yes)[\"”']|\b(?:NO|YES)\b)[^.!?\n]{0,30}"
    r"\b(?:every|each|all|any)\b[^.!?\n]{0,20}\b(?:sentences?|turns?|questions?|items?)\b"
    r"|<\s*/?\s*(?:system|(?:dialogue|article|summary|facts)-[0-9a-f]{10})\s*>|\[/?INST\]|<\|im_start\|>",
    re.IGNORECASE,
)
_SIGNS = (
    *("ignore", "disregard", "forget", "override", "bypass", "judge", "evaluator", "grader", "annotator"),
    *("answer", "reply", "respond", "label", "output", "<", "[inst]", "[/inst]"),
)
"""Each match of the pattern has one of these, and to look for them takes a tenth of the time."""
SHOWN = 80


def sources(view: ItemView) -> tuple[Document, ...]:
    """The dialogues and articles of an item in order."""
    return tuple(d for d in view.documents if d.role in _SOURCES and d.text.strip())


def summaries(view: ItemView, systems: Sequence[str] = ()) -> tuple[Document, ...]:
    """The summaries of an item, of these systems only where any are named."""
    return tuple(d for d in view.by_role(Role.SUMMARY) if d.units and (not systems or d.system in systems))


def format_units(units: Sequence[Unit], letter: str | None = None, first: int = 1) -> str:
    """Units one below the other, as "[T1] Ann: …"; sentences under judgement as "[1] …" (``letter`` empty). ``first``
    is the number of the first one, where a document is shown in parts."""
    lines = []
    for number, unit in enumerate(units, first):
        mark = _LETTER.get(unit.kind, "") if letter is None else letter
        words = re.sub(r"[\r\n\u2028\u2029\x85\x0b\x0c]+", "\n    ", unit.text)
        speaker = f"{' '.join(unit.speaker.split())}: " if unit.speaker else ""
        lines.append(f"[{mark}{number}] {speaker}{words}")
    return "\n".join(lines)


def delimit(name: str, text: str) -> str:
    """``text`` between tags that it cannot contain."""
    tag = f"{name}-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:10]}"
    return f"<{tag}>\n{text}\n</{tag}>"


def source_block(documents: Sequence[Document]) -> str:
    """All sources of an item, each delimited and numbered."""
    return "\n\n".join(delimit(d.role.value, format_units(d.units)) for d in documents)


def find_injection(documents: Sequence[Document]) -> str:
    """The first words in these texts that try to instruct a judge, or nothing."""
    return next(filter(None, (_instruction(document.text) for document in documents)), "")


@lru_cache(maxsize=64)  # a source is asked about once a criterion and summary
def _instruction(text: str) -> str:
    folded = text.casefold()
    match = _INJECTION.search(text) if any(sign in folded for sign in _SIGNS) else None
    words = " ".join(match[0].split()) if match else ""
    return words if len(words) <= SHOWN else words[: SHOWN - 1] + "…"
