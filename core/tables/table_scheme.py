"""A scheme of the criteria that a table's flag columns name: yes/no criteria, which a mapping writes by their names."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import ascii_uppercase, digits
from typing import Any

from galley.core.definitions.schemes import LINE_PATTERNS, MOST_CRITERIA
from galley.core.errors import InputError

COLOURS = ("#D55E00", "#0072B2", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")


@dataclass(frozen=True)
class TableScheme:
    """A scheme as a mapping writes it: ``{"id": …, "criteria": {id: name}}``."""

    raw_scheme: dict[str, Any]

    def find_criterion(self, name: str) -> str:
        """The criterion of a name as ``scheme/id``; a name that is written so already is it."""
        if _is_written(name):
            return name
        criteria = self.raw_scheme["criteria"]
        return f"{self.raw_scheme['id']}/" + next(id_ for id_, own_name in criteria.items() if own_name == name)


def _is_written(name: str) -> bool:
    return re.fullmatch(r"[a-z0-9-]+/[a-z0-9-]+", name) is not None


def build_scheme(names: Iterable[str]) -> TableScheme:
    """A scheme with a criterion for each name, its id from a hash of them: the same names make the same scheme.

    Raises: InputError for more names than a scheme holds.
    """
    names = [name for name in dict.fromkeys(names) if not _is_written(name)]
    if len(names) > MOST_CRITERIA:
        raise InputError(
            f"The columns name {len(names)} kinds of error, more than the {MOST_CRITERIA} of a scheme; give some"
            " columns the same criterion, or keep them as metadata."
        )
    criteria: dict[str, str] = {}
    for name in names:
        plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "flag"
        free_id, number = plain, 1
        while free_id in criteria:
            number += 1
            free_id = f"{plain}-{number}"
        criteria[free_id] = name
    digest = hashlib.sha256(json.dumps(criteria, ensure_ascii=False).encode()).hexdigest()[:6]
    return TableScheme({"id": f"table-{digest}", "criteria": criteria})


def write_scheme(raw_scheme: Mapping[str, Any]) -> str:
    """The scheme as TOML."""
    lines = [
        f"id = {json.dumps(raw_scheme['id'])}",
        'name = "Table"',
        'version = "1"',
        'source = "an imported table"',
        'description = "The flag columns of an imported table."',
    ]
    used_letters: set[str] = set()
    for number, (criterion_id, name) in enumerate(raw_scheme["criteria"].items()):
        wished = [c for c in name.upper() if c in ascii_uppercase + digits]
        letter = next(c for c in (*wished, *ascii_uppercase, *digits) if c not in used_letters)
        used_letters.add(letter)
        fields = {"id": criterion_id, "name": name, "definition": f"“{name}”, as the imported table says."}
        fields |= {"unit": "sentence", "letter": letter, "colour": COLOURS[number % len(COLOURS)]}
        fields |= {"line": LINE_PATTERNS[number // len(COLOURS) % len(LINE_PATTERNS)], "about": "summary"}
        lines += [
            "",
            "[[criterion]]",
            *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items()),
        ]
        lines.append('roles = ["summary"]')
    return "\n".join(lines) + "\n"
