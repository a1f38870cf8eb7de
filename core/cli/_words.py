"""What several commands say and take in the same way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import click

PROJECT = click.Path(path_type=Path)


def listed(counts: Mapping[str, int]) -> str:
    """Counts as one phrase: "24 items, 1,203 units"."""
    return ", ".join(f"{n:,} {what[:-1] if n == 1 and what.endswith('s') else what}" for what, n in counts.items())


def pairs(given: Iterable[str], option: str) -> dict[str, str]:
    """``name=value`` texts as a dict. Raises: click.BadParameter for one without "="."""
    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise click.BadParameter(f"{text!r} should be NAME=VALUE.", param_hint=option)
        found[name.strip()] = value
    return found
