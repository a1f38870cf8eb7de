"""``galley list``."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable

import click

KINDS = {
    "formats": ("galley.core.importers", "IMPORTER"),
    "exports": ("galley.core.exports", "EXPORT"),
    "methods": ("galley.core.judges.methods", "METHOD"),
    "metrics": ("galley.core.metrics", "METRIC"),
    "charts": ("galley.gui.charts", "CHART"),
}
"""What is found by registration: its package and the constant by which a module declares one."""


def _kinds() -> list[str]:
    return [kind for kind, (package, _) in KINDS.items() if importlib.util.find_spec(package)] + ["schemes"]


@click.command("list", epilog="Example: galley list formats")
@click.argument("kind", type=click.Choice(_kinds()))
def COMMAND(kind: str) -> None:
    """List what there is of a KIND by name, with a line about each."""
    found = list(_schemes() if kind == "schemes" else _registered(kind))
    width = max((len(name) for name, _ in found), default=0)
    for name, title in found:
        click.echo(f"{name:{width}}  {title}".rstrip())


def _schemes() -> Iterable[tuple[str, str]]:
    from galley.core.schemes.loader import builtin

    return [(name, scheme.name) for name, scheme in builtin().items()]


def _registered(kind: str) -> Iterable[tuple[str, str]]:
    from galley.core.registry import Registry

    package, constant = KINDS[kind]
    things: Registry[object] = Registry(package, constant, kind)
    return [(name, _title(thing)) for name, thing in things.all().items()]


def _title(thing: object) -> str:
    """What it is, after the group that it stands in where there are groups."""
    return ": ".join(filter(None, (getattr(thing, "group", ""), getattr(thing, "title", ""))))
