"""Sentences of the sales calls in which agent and client changed places: what the data hold too few of to learn from.

Rule-made mistakes for articles (another number or name, a negation, two halves joined) were tried as well: they did not
raise the figures on people's labels and are not here (docs/judges.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from benchmarks.offline_data import Record

_ROLES = re.compile(r"(?i)\b(?:sales (?:agent|representative)|representative|agent|client|customer)\b")


def swapped(records: Iterable[Record]) -> list[Record]:
    """Right sentences of the sales calls (label 0) beside copies in which agent and client changed places (1)."""
    made: list[Record] = []
    seen: set[tuple[str, str]] = set()
    for record in records:
        if record.dataset != "sales" or record.score:
            continue
        for number, sentence in enumerate(record.sentences):
            other = _ROLES.sub(lambda m: "sales agent" if m.group()[0] in "cC" else "client", sentence)
            if other == sentence or (record.group, sentence) in seen:
                continue
            seen.add((record.group, sentence))
            for text, label in ((sentence, 0), (other, 1)):
                made.append(
                    Record(
                        "swapped",
                        "sales",
                        f"{record.name}-{number}",
                        record.document,
                        record.text,
                        record.docs,
                        [text],
                        [label],
                        group=record.group,
                    )
                )
    return made
