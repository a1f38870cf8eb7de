"""The drafts by which a reviewer corrects an entry or merges several: pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from galley.core.domain import UnitKind
from galley.core.papers.sumie.entry_model import Fact, TableEntry, normalize_text
from galley.core.review.revisions import Draft

JOIN = "; "


def correct_entry(entry: TableEntry, attribute: str, value: str) -> Draft | None:
    """The entry with another attribute or value; None where nothing is different, or one of them is missing."""
    fact = Fact(attribute.strip(), value.strip(), entry.fact.evidence)
    if not fact.attribute or not fact.value or fact == entry.fact:
        return None
    return _draft(entry, fact, entry.unit.sources)


def choices(entries: Sequence[TableEntry]) -> list[tuple[str, TableEntry]]:
    """The values that a merged entry may have, each with the entry that gives it its evidence: those that the entries
    have, and, where they differ, all of them in one."""
    different: dict[str, TableEntry] = {}
    for entry in entries:
        different.setdefault(normalize_text(entry.fact.value), entry)
    value_choices = [(entry.fact.value, entry) for entry in different.values()]
    if len(value_choices) > 1:
        value_choices.append((JOIN.join(value for value, _ in value_choices), entries[0]))
    return value_choices


def merge_entries(entries: Sequence[TableEntry], value: str, of: TableEntry) -> Draft:
    """One entry in the place of several, under the attribute of the first and with the evidence of ``of``; it rests on
    the paragraphs of all."""
    sources = tuple(dict.fromkeys(source for entry in (of, *entries) for source in entry.unit.sources))
    return _draft(of, Fact(entries[0].fact.attribute, value, of.fact.evidence), sources)


def _draft(entry: TableEntry, fact: Fact, sources: tuple[int, ...]) -> Draft:
    meta = {**entry.unit.meta, "attribute": fact.attribute, "value": fact.value}
    return Draft(UnitKind.ENTRY, fact.text, entry.unit.document, entry.unit.type, sources, meta)
