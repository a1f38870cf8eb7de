"""From what a reviewer typed to the units of a revision. Plain data without widgets.

The three steps of KGDS (section 4.5: main opinion, clarification, atomisation) are kept as ``step`` in an
opinion's metadata. An opinion that says nothing of its step, as imported ones do, counts as atomic.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from galley.core.domain import Document, Unit, UnitId, UnitKind
from galley.core.review.revisions import Draft
from galley.core.text.clarified import CLARIFIED
from galley.core.text.opinion_steps import ATOMIC, CLEAR, MAIN, STEPS, step_of
from galley.gui.translation import tr

STEP_NAMES = {MAIN: tr("main opinion"), CLEAR: tr("clarified"), ATOMIC: tr("atomic")}
TYPES = ("key", "non-key", "repeated", "non-supporting", "masked")
NON_SUPPORTING = "non-supporting"

_SENTENCE = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])\s*")
_JOINT = re.compile(r"\s*;\s+|\s*,?\s+\b(?:and|but)\b\s+", re.IGNORECASE)


def step(unit: Unit) -> str:
    """How far an opinion is: main, clarified or atomic; nothing for a fact."""
    if unit.kind is not UnitKind.OPINION:
        return ""
    return step_of(unit.meta)


def state_name(unit: Unit) -> str:
    """A fact's type or an opinion's step, in words."""
    return STEP_NAMES[step(unit)] if unit.kind is UnitKind.OPINION else unit.type or tr("no type yet")


def choices(kind: UnitKind) -> Sequence[tuple[str, str]]:
    """What T offers: the types of a fact, the steps of an opinion, each with its words."""
    return tuple(STEP_NAMES.items()) if kind is UnitKind.OPINION else tuple((name, name) for name in TYPES)


def draft_from_source(source: Unit, home: Document, text: str, others: Sequence[Unit]) -> Draft:
    """A new opinion from a turn, or fact from a paragraph. A fact has no type until somebody gives it one, except
    beside others (``others``) that say that the discussion does not rest on the paragraph."""
    kind = UnitKind.OPINION if source.kind is UnitKind.TURN else UnitKind.FACT
    if kind is UnitKind.OPINION:
        return _draft(kind, text, home.id, "", (source.id,), {"step": MAIN})
    aside = any(u.type == NON_SUPPORTING and source.id in u.sources for u in others)
    return _draft(kind, text, home.id, NON_SUPPORTING if aside else "", (source.id,), {})


def draft_beside(unit: Unit, text: str) -> Draft:
    """A new unit from the sources of another."""
    opinion = unit.kind is UnitKind.OPINION
    unit_type = "" if opinion or unit.type != NON_SUPPORTING else unit.type
    return _draft(unit.kind, text, unit.document, unit_type, unit.sources, {"step": MAIN} if opinion else {})


def draft_clarified(unit: Unit, text: str) -> Draft:
    """The same unit in clearer words; a main opinion is a clarified one from then on."""
    return _again(unit, text, CLEAR if step(unit) == MAIN else step(unit))


def parts(unit: Unit, texts: Sequence[str]) -> list[Draft]:
    """The parts of a unit; those of an opinion are atomic."""
    return [_again(unit, text, ATOMIC if step(unit) else "") for text in texts]


def draft_merged(units: Sequence[Unit], text: str) -> Draft:
    """One unit for several: it rests on the sources of all, and is as far as the one that is least so."""
    first = units[0]
    far = min((step(u) for u in units), key=STEPS.index) if step(first) else ""
    sources = tuple(dict.fromkeys(s for unit in units for s in unit.sources))
    return _draft(first.kind, text, first.document, first.type, sources, _meta(first, far))


def draft_marked(unit: Unit, choice: str) -> Draft:
    """The same words under another type (of a fact) or step (of an opinion)."""
    if unit.kind is UnitKind.OPINION:
        return _again(unit, unit.text, choice)
    return _draft(unit.kind, unit.text, unit.document, choice, unit.sources, unit.meta)


def propose_parts(unit: Unit, speaker: str = "") -> list[str]:
    """A first proposal for the parts of a unit: its sentences, else what "and", "but" or a semicolon join. A part that
    lost its subject gets the speaker's name where the unit begins with it. One line where there is nothing to part."""
    text = unit.text.strip()
    parts = _cut(text, _SENTENCE)
    if len(parts) < 2:
        parts = _cut(text, _JOINT)
        if speaker and text.startswith(speaker):
            parts = parts[:1] + [f"{speaker} {part}" if not part.startswith(speaker) else part for part in parts[1:]]
    return parts


def join_texts(units: Sequence[Unit]) -> str:
    """A first proposal for what several units become: their texts one behind the other, each once."""
    return " ".join(dict.fromkeys(" ".join(unit.text.split()) for unit in units))


def _cut(text: str, where: re.Pattern[str]) -> list[str]:
    """``text`` cut at the matches that lie outside clarified references."""
    reference_spans = [match.span() for match in CLARIFIED.finditer(text)]
    cuts, at = [], 0
    for match in where.finditer(text):
        if not any(start < match.start() < end for start, end in reference_spans):
            cuts.append(text[at : match.start()])
            at = match.end()
    return [part.strip() for part in (*cuts, text[at:]) if part.strip()]


def _again(unit: Unit, text: str, far: str) -> Draft:
    return _draft(unit.kind, text, unit.document, unit.type, unit.sources, _meta(unit, far))


def _meta(unit: Unit, far: str) -> Mapping[str, Any]:
    if not far or far == step(unit):  # what was imported keeps saying what it said
        return unit.meta
    return {**unit.meta, "step": far}


def _draft(
    kind: UnitKind, text: str, document: int, type_: str, sources: tuple[UnitId, ...], meta: Mapping[str, Any]
) -> Draft:
    """As the importers do it, the type of an opinion says whether it has a clarified reference."""
    if kind is UnitKind.OPINION:
        type_ = "clarified" if CLARIFIED.search(text) else ""
    return Draft(kind, text.strip(), document, type_, sources, meta)
