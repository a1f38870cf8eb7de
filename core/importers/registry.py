"""Which importers there are, and which of them fits a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from galley.core.errors import InputError
from galley.core.importers.base import PUBLISHED, Importer
from galley.core.registry import Registry

REGISTRY: Registry[Importer] = Registry("galley.core.importers", "IMPORTER", "import format", "importers")

HEAD_BYTES = 65_536


def names() -> list[str]:
    """The names of all formats."""
    return list(REGISTRY.names())


def find(name: str) -> Importer:
    """The importer called ``name``. Raises: InputError that lists the formats there are."""
    return REGISTRY.get(name)


def find_readable(paths: Sequence[Path]) -> list[Importer]:
    """The importers that can read one of these files: those that recognise its content, and those of tables in general
    that take its suffix. A folder of texts is read as a table.

    Raises: InputError if a file cannot be read.
    """
    if any(path.is_dir() for path in paths):
        return [find("table")]
    heads = [(_read_head(path), path) for path in paths]
    return [
        importer
        for importer in REGISTRY.all().values()
        if any(
            importer.recognises(head, path) or (hasattr(importer, "rank") and path.suffix.lower() in importer.suffixes)
            for head, path in heads
        )
    ]


def recognise(paths: Sequence[Path]) -> Importer:
    """The importer that recognises the first file's content; one for a published format before one for any table.

    Raises: InputError if the file cannot be read (with what is wrong with it, where an importer says so), no importer
    knows it, or two claim it alike.
    """
    path = paths[0]
    if path.is_dir():
        return find("table")
    head = _read_head(path)
    claims: dict[int, list[Importer]] = {}
    refusals = []
    for candidate in REGISTRY.all().values():
        examine = getattr(candidate, "examine", None)  # a large file is read once
        is_known, refusal = examine(path) if examine else (candidate.recognises(head, path), "")
        refusals.append(refusal)
        if is_known:
            rank = getattr(candidate, "rank", None)
            claims.setdefault(rank(head, path) if rank else PUBLISHED, []).append(candidate)
    if claims:
        best = claims[min(claims)]
        if len(best) > 1:
            raise InputError(
                f"{path} could be {', '.join(importer.name for importer in best)}; say which (galley import "
                f"NAME, or the"
                " format in the window)."
            )
        return best[0]
    if refusal := next(filter(None, refusals), ""):
        raise InputError(refusal)
    readable = ", ".join(importer.name for importer in find_readable(paths[:1]))
    raise InputError(
        f"{path} is not in a supported format; "
        + (f"name one that can read such a file: {readable}." if readable else "galley list formats prints them.")
    )


def _read_head(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(HEAD_BYTES)
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check the path and its permissions.") from error
