"""``galley list``."""

from __future__ import annotations

import importlib.util

import click

from galley import doors

KINDS = {
    "formats": ("galley.core.importers", "importers"),
    "exports": ("galley.core.exports", "exports"),
    "methods": ("galley.core.judges.methods", "methods"),
    "metrics": ("galley.core.metrics", "metrics"),
    "charts": (doors.CHARTS, "charts"),
}
"""What is found by registration: its package, and what extensions call it."""


def _schemes() -> list[tuple[str, str, str]]:
    from galley.core.definitions.schemes import read_built_in_schemes

    return [(name, scheme.name, "Galley") for name, scheme in read_built_in_schemes().items()]


def _mappings() -> list[tuple[str, str, str]]:
    from galley.core.tables.shipped_mappings import load_shipped

    return [(name, mapping.raw_mapping["title"], "Galley") for name, mapping in load_shipped().items()]


def _tables() -> list[tuple[str, str, str]]:
    from galley.core.paper_tables.registry import papers

    rows = []
    for paper in papers():
        rows.append((paper.name, f"{paper.title}: {paper.description}, all tables", "Galley"))
        rows += [(table.name, f"{table.title} ({paper.title}, {table.source})", "Galley") for table in paper.tables]
    return rows


_OWN = {"mappings": _mappings, "schemes": _schemes, "tables": _tables}
"""What is not a file with a constant."""


def _read_registry(kind: str) -> tuple[list[tuple[str, str, str]], list[str]]:
    from galley.core import extensions
    from galley.core.registry import Registry

    package, group = KINDS[kind]
    things: Registry[object] = Registry(package, extensions.KINDS[group][0], kind.removesuffix("s"), group)
    views = {view for thing in things.all().values() for view, _ in getattr(thing, "views", ())[1:]}
    listed = {name: thing for name, thing in things.all().items() if name not in views}
    return [(name, _title(thing), things.origin(name)) for name, thing in listed.items()], things.problems


def _title(thing: object) -> str:
    """What it is, after the group that it stands in where there are groups."""
    return ": ".join(filter(None, (getattr(thing, "group", ""), getattr(thing, "title", ""))))


def _kinds() -> list[str]:
    return [kind for kind, (package, _) in KINDS.items() if importlib.util.find_spec(package)] + list(_OWN)


@click.command("list", epilog="Example: galley list formats")
@click.argument("kind", type=click.Choice(_kinds()))
def COMMAND(kind: str) -> None:
    """List formats, exports, methods, metrics, charts, schemes or tables.

    Each line has the name, a title and, for an extension, where it comes from.
    """
    rows, problems = (_OWN[kind](), []) if kind in _OWN else _read_registry(kind)
    width = max((len(name) for name, _, _ in rows), default=0)
    for name, title, origin in rows:
        click.echo(f"{name:{width}}  {title}".rstrip() + (f"  [from {origin}]" if origin != "Galley" else ""))
    for problem in problems:
        click.echo(problem, err=True)
