"""What readers see of a source beside its units: titles, what stands between the units, metadata shown as a head."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from galley.core.domain import Document

TITLES = ("title", "headline", "subtitle", "entity")
"""The fields of metadata that name what a text is about."""


def source_heads(documents: Iterable[Document], meta: Mapping[str, Any]) -> list[str]:
    """The texts over and between the units of these sources; ``meta`` is the metadata of their item."""
    heads = [*_titles(meta)]
    for document in documents:
        heads += _titles(document.meta)
        end = 0
        for unit in sorted(document.units, key=lambda unit: unit.start):
            heads.append(document.text[end : unit.start])
            end = max(end, unit.end)
        heads.append(document.text[end:])
    return [text for text in heads if text.strip()]


def _titles(meta: Mapping[str, Any]) -> Iterator[str]:
    return (meta[name] for name in TITLES if isinstance(meta.get(name), str))
