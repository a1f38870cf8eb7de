"""``galley protocol``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from galley.core.cli._progress import Bar
from galley.core.cli._texts import BY, PROJECT
from galley.core.errors import InputError

if TYPE_CHECKING:
    from galley.core.definitions.protocols import Protocol, Task


@click.group("protocol", epilog="Example: galley protocol show kgds")
def COMMAND() -> None:
    """The tasks of a study in their order: list the protocols that ship, look at one, put it into a project."""


@COMMAND.command("list", epilog="Example: galley protocol list")
def list_() -> None:
    """List the protocols that ship with Galley, and those of extensions."""
    from galley.core import extensions
    from galley.core.definitions.protocol_files import builtin, find

    protocols = {name: (protocol, "") for name, protocol in builtin().items()}
    added, problems = extensions.protocols()
    for name, one in added.items():
        try:
            protocols.setdefault(name, (find(name), f"  [from {one.origin}]"))
        except InputError as error:
            problems.append(f"The protocol {name!r} of {one.origin} is left out: {error}")
    width = max(map(len, protocols))
    for name, (protocol, origin) in protocols.items():
        click.echo(f"{name:{width}}  {protocol.name} ({_tasks(len(protocol.tasks))}){origin}")
    for problem in problems:
        click.echo(problem, err=True)


@COMMAND.command("show", epilog="Example: galley protocol show mine.toml")
@click.argument("name")
def show(name: str) -> None:
    """Print what the tasks of a protocol ask, of how many people, and how gold comes of it.

    NAME is one that ships, or the path of a TOML file, which is checked.
    """
    from galley.core.definitions.protocol_files import find

    protocol = find(name)
    click.echo(f"{protocol.name}. {protocol.description}".rstrip())
    if protocol.source:
        click.echo(f"After {protocol.source}.")
    for number, task in enumerate(protocol.tasks, 1):
        click.echo(f"\n{number}. {task.full}: {task.name}")
        for line in _lines(protocol, task):
            click.echo(f"   {line}")


@COMMAND.command("use", epilog="Example: galley protocol use kgds --project study.galley")
@click.argument("name")
@click.option("--project", required=True, type=PROJECT)
@BY
def use(name: str, project: Path, by: str) -> None:
    """Put the tasks of a protocol into a project; what was said before stays.

    NAME is one that ships, or the path of a TOML file. A changed file of the same id takes the place of the first,
    unless somebody has answered in a task that it changes."""
    from galley.core.project import protocol_use
    from galley.core.project.project import Project

    with Project.open(project) as open_project, Bar("Counting") as bar:
        protocol = open_project.write(lambda connection: protocol_use.use(connection, name, by, bar)).result()
    click.echo(
        f"{project.name} uses {protocol.name} ({_tasks(len(protocol.tasks))}); galley tasks says where they stand."
    )


@COMMAND.command("drop", epilog="Example: galley protocol drop kgds --project study.galley")
@click.argument("name")
@click.option("--project", required=True, type=PROJECT)
@BY
def drop(name: str, project: Path, by: str) -> None:
    """Take a protocol out of a project again, as long as nobody has answered in one of its tasks."""
    from galley.core.project import protocol_use
    from galley.core.project.project import Project

    with Project.open(project) as open_project, Bar("Counting") as bar:
        open_project.write(lambda connection: protocol_use.drop(connection, name, by, bar)).result()
    click.echo(f"{project.name} no longer uses {name}.")


def _tasks(count: int) -> str:
    return "1 task" if count == 1 else f"{count} tasks"


def _lines(protocol: Protocol, task: Task) -> list[str]:
    """What there is to say of a task, a line each."""
    from galley.core.definitions.protocols import Kind

    lines = [task.ask] if task.ask else []
    if task.kind is Kind.JUDGE:
        lines.append(f"A judge's task: {task.method}")
    elif task.kind is Kind.ADJUDICATE:
        lines.append(f"Settles {', '.join(task.of)}: {'every cell' if task.all else 'what is undecided'}")
    elif task.kind is Kind.WRITE:
        lines.append(" ".join(filter(None, ("Writes:", task.unit, f"({task.step})" if task.step else ""))))
    else:
        lines.append(f"Kind: {task.kind}; asks {', '.join(_criterion_labels(task))}")
    if task.votes:
        count = f"{task.people} {'person' if task.people == 1 else 'people'}"
        people = count if task.people else "any number of people"
        lines.append(f"{people}; rule {task.rule}; silence {'says no' if task.unmarked_meaning == 'no' else 'is open'}")
    if task.votes and (settler := protocol.find_adjudication_task(task)):
        lines.append(f"What stays undecided goes to {settler.id}")
    if task.conditions:
        lines.append(f"Only where {' and '.join(map(str, task.conditions))}")
    if task.once:
        lines.append(f"Asked once for each {task.once}")
    if task.draw:
        within = f" within {task.draw.within}" if task.draw.within else ""
        lines.append(f"Drawn: {task.draw.n} of {task.draw.of}{within}")
    if task.after:
        lines.append(f"After {', '.join(task.after)}")
    return lines


def _criterion_labels(task: Task) -> list[str]:
    return [f"{entry.name} (when {entry.when})" if entry.when else entry.name for entry in task.criteria]
