"""Which importers there are, and which of them fits a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from galley.core.errors import InputError
from galley.core.importers.base import Importer
from galley.core.registry import Registry

REGISTRY: Registry[Importer] = Registry("galley.core.importers", "IMPORTER", "import format")

HEAD_BYTES = 65_536


def names() -> list[str]:
    """The names of all formats."""
    return list(REGISTRY.names())


def find(name: str) -> Importer:
    """The importer called ``name``. Raises: InputError that lists the formats there are."""
    return REGISTRY.get(name)


def recognise(paths: Sequence[Path]) -> Importer:
    """The importer that recognises the first file's content.

    Raises: InputError if the file cannot be read or no importer knows it.
    """
    path = paths[0]
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD_BYTES)
    except OSError as error:
        raise InputError(
            f"{path} cannot be read ({error.strerror}); check the path and its permissions."
        ) from error
    for candidate in REGISTRY.all().values():
        if candidate.recognises(head, path):
            return candidate
    raise InputError(f"{path} is in no format that Galley knows; name one of: {', '.join(names())}.")
