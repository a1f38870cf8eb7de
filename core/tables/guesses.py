"""A mapping guessed from names and content, each role with its reason.

What an answer means, who gave it and what silence means is not guessed: columns that look like answers are named with
their counts and stay metadata until a mapping says more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from galley.core.tables.elements import Element
from galley.core.tables.mapping import TableMapping, parse_mapping

NAMES: dict[str, tuple[str, ...]] = {
    "key": ("key", "id", "item", "itemid", "docid", "documentid", "uid", "name"),
    "dataset": ("dataset",),
    "split": ("split", "cut"),
    "dialogue": ("dialogue", "dialog", "transcript", "conversation", "discussion", "turns", "messages"),
    "article": ("article", "source", "sourcetext", "document", "doc", "articles", "sources", "body", "context"),
    "reference": ("reference", "referencesummary", "goldsummary", "references", "highlights"),
    "text": ("summary", "systemoutput", "systemsummary", "generatedsummary", "automaticsummary", "summaries"),
    "system": ("system", "model", "modelname", "systemid", "summarizer"),
}
SEVERAL_SUMMARIES = re.compile(
    r"(?:(summar(?:y|ies)|output)[ _./-](?P<behind>.+)|(?P<before>.+)[ _.-](summary|output))", re.I
)
_SPEAKER = ("speaker", "role", "name", "who")
_WORDS = ("text", "content", "utterance", "words")
LONG = 200
FEW = 6


class Reason(NamedTuple):
    """Why some fields were given a role, or none: a sentence."""

    fields: tuple[str, ...]
    text: str


def guess(elements: Sequence[Element]) -> tuple[TableMapping, list[Reason]]:
    """A mapping for what some first elements look like, and a reason for each role."""
    rows = [element.value for element in elements if isinstance(element.value, dict)]
    names = list(dict.fromkeys(name for row in rows for name in row))
    names_by_role = by_name(names)
    if "text" not in names_by_role:
        names_by_role.pop("system", None)  # of what?
    reasons = [
        Reason((name,), f"“{name}” is the {_ROLE.get(role, role)}, by its name.")
        for role, name in names_by_role.items()
    ]
    raw_mapping: dict[str, Any] = {"key": names_by_role.get("key", "{@file}-{@}")}
    if "key" not in names_by_role:
        reasons.append(Reason((), "no field is named like a key, so items are named after the file and counted."))
    for role in ("dataset", "split", "reference", "article", "dialogue"):
        if role in names_by_role:
            raw_mapping[role] = _turns(rows, names_by_role[role]) if role == "dialogue" else names_by_role[role]
    several = [name for name in names if SEVERAL_SUMMARIES.fullmatch(name) and name not in names_by_role.values()]
    if "text" in names_by_role:
        raw_mapping["summaries"] = [
            {"text": names_by_role["text"]} | ({"system": names_by_role["system"]} if "system" in names_by_role else {})
        ]
    elif several:
        raw_mapping["summaries"] = [
            {"text": name, "system": f"={match['behind'] or match['before']}"}
            for name in several
            if (match := SEVERAL_SUMMARIES.fullmatch(name))
        ]
        reason = f"{', '.join(several)} are the summaries of {len(several)} systems, by their names."
        reasons.append(Reason(tuple(several), reason))
    if not {"article", "dialogue"} & raw_mapping.keys():
        rest = [name for name in names if name not in {*names_by_role.values(), *several}]
        lengths = {name: _length(rows, name) for name in rest}
        if lengths and lengths[longest := max(lengths, key=lengths.__getitem__)] >= LONG:
            raw_mapping["article"] = longest
            reason = f"“{longest}” is the article: its texts are the longest ({lengths[longest]:,} characters)."
            reasons.append(Reason((longest,), reason))
    reasons += _answers(
        rows, [name for name in names if name not in {*names_by_role.values(), *several, raw_mapping.get("article")}]
    )
    return parse_mapping(raw_mapping, "the guess"), reasons


_ROLE = {"text": "summary"}


def by_name(names: Sequence[str]) -> dict[str, str]:
    """The fields whose names tell a role, by the role (see ``NAMES``)."""
    names_by_form = {re.sub(r"[\W_]+", "", name.casefold()): name for name in reversed(names)}
    return {
        role: names_by_form[n]
        for role, role_names in reversed(NAMES.items())
        for n in reversed(role_names)
        if n in names_by_form
    }


def _turns(rows: Sequence[dict[str, Any]], name: str) -> Any:
    """A dialogue's text, or its turns where it is a list of objects."""
    first = next((turn for row in rows if isinstance(row.get(name), list) for turn in row[name]), None)
    if isinstance(first, str):
        return {"turns": f"{name}[]", "text": "."}
    if not isinstance(first, dict):
        return name
    words = next((name for name in _WORDS if name in first), None)
    speaker = next((name for name in _SPEAKER if name in first), None)
    if words is None:
        return name
    return {"turns": f"{name}[]", "text": words} | ({"speaker": speaker} if speaker else {})


def _length(rows: Sequence[dict[str, Any]], name: str) -> int:
    texts = [row[name] for row in rows if isinstance(row.get(name), str)]
    return sum(map(len, texts)) // len(texts) if texts else 0


def _answers(rows: Sequence[dict[str, Any]], names: Sequence[str]) -> list[Reason]:
    """A sentence for each field that holds few values again and again."""
    reasons = []
    for name in names:
        values = Counter(str(row[name])[:30] for row in rows if isinstance(row.get(name), str | int | float))
        if 1 < len(values) <= FEW and sum(values.values()) >= 2 * len(values):
            counts = ", ".join(f"{value}: {count}" for value, count in values.most_common())
            reason = f"“{name}” may hold answers ({counts}); it stays metadata until “verdicts” says what they mean."
            reasons.append(Reason((name,), reason))
    return reasons
