"""``galley settle``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._bar import Bar
from galley.core.cli._words import PROJECT, account_name, typed

RULES = ("majority", "unanimous", "threshold", "dawid-skene", "consistency", "strict-yes")
OF_TASKS = ("median", "adjudicator", "none")
"""Rules that a task can have and that settle nothing by themselves."""


@click.command(
    "settle", epilog='Example: galley settle majority --project clinic.galley --as ito --confirm "settle 214"'
)
@click.argument("rule", type=click.Choice([*RULES, *OF_TASKS]))
@click.option("--project", required=True, type=PROJECT)
@click.option("--task", default="", metavar="NAME", help="Set the rule of this task instead; no verdicts are written.")
@click.option("--as", "name", default="", help="The adjudicator whose decisions these are; with --task, your name.")
@click.option(
    "--share", default=None, type=float, help="For threshold and dawid-skene, from 0.5 to 1; 0.9 unless given."
)
@click.option("--criterion", "criteria", multiple=True, help="Only this criterion; may be given several times.")
@click.option("--voter", "voters", multiple=True, help="Only this person's votes count; may be given several times.")
@click.option("--ties", is_flag=True, help="Settle ties only.")
@click.option("--confirm", default="", help="The words that the preview asks for; without them nothing is written.")
def COMMAND(
    rule: str,
    project: Path,
    task: str,
    name: str,
    share: float | None,
    criteria: tuple[str, ...],
    voters: tuple[str, ...],
    ties: bool,
    confirm: str,
) -> None:
    """Give many cells their gold verdict by a rule, each as a decision of its own.

    Prints what would be settled first. Cells that have gold, and those that an adjudicator left open, stay as they
    are; the consistency control leaves open whatever the voters do not agree on. With --task the task's own rule is
    set, in the project's copy of its protocol, and gold by rule follows from it.
    """
    from galley.core.adjudication import bulk_adjudication
    from galley.core.columns import names
    from galley.core.errors import InputError
    from galley.core.project import blind, duties
    from galley.core.project.desk import Desk
    from galley.core.project.project import Project

    if task and task not in ("flags", "flags/flags"):
        options = {"--share": share, "--criterion": criteria, "--voter": voters, "--ties": ties}
        for option, given in options.items():
            if given not in ("", None, (), False):
                raise InputError(f"{option} does not go with --task: a task's rule is about all that it asks.")
        _of_task(rule, project, task, name or account_name(), confirm)
        return
    if rule in OF_TASKS:
        raise InputError(f"{rule} is the rule of a task and settles nothing by itself; name the task with --task.")
    if not name:
        raise click.UsageError("Missing --as, the adjudicator whose decisions these are, or --task.")
    share = 0.9 if share is None else share
    with Project.open(project) as opened:
        connection = opened.reader()
        blind.refuse(connection, "Settling")
        duties.refuse(connection, name, duties.Duty.ADJUDICATOR, "says what is gold")
        known = names.criteria(connection)
        people = {a.name: a.id for a in names.annotators(connection).values() if a.kind == "human"}
        for wanted in criteria:
            if wanted not in {c.id for c in known.values()}:
                raise InputError(f"The project has no criterion {wanted!r}; see galley list schemes.")
        for wanted in voters:
            if wanted not in people:
                raise InputError(
                    f"Nobody called {wanted!r} is in the project; there are: {', '.join(people) or 'none'}."
                )
        order = bulk_adjudication.BulkOrder(
            bulk_adjudication.BulkRule(rule),
            share,
            tuple(people[voter] for voter in voters),
            tuple(row for row, c in known.items() if c.id in criteria),
            ties,
        )
        with Bar("Counting") as bar:
            plan = bulk_adjudication.preview(connection, order, bar)
        click.echo("criterion\tyes\tno\tother\tleft open\tno answer\ttoo few votes\tsettled before\tnobody marked")
        for row, found in sorted(plan.criteria.items()):
            other = found.values.total() - found.values["yes"] - found.values["no"]
            figures = (found.values["yes"], found.values["no"], other, found.boundary, found.unanswered)
            click.echo("\t".join(map(str, (known[row].id, *figures, found.few, found.settled, found.unmarked))))
        for sentence in plan.why:
            click.echo(sentence, err=True)
        if plan.unmarked:
            click.echo(
                f"{plan.unmarked:,} of these cells nobody marked: the voters agree on no in silence.",
                err=True,
            )
        if not plan.outcomes:
            click.echo("This rule settles nothing here.", err=True)
            return
        if not (confirm := typed(confirm, plan.confirmation, "settle these cells")):
            return
        desk = Desk(opened, name)
        with Bar("Settling") as bar:
            written = bulk_adjudication.carry_out(opened, desk.reviewer, plan, confirm, bar)
        click.echo(f"Settled {len(written):,} cells.", err=True)


def _of_task(rule: str, project: Path, name: str, by: str, confirm: str) -> None:
    """Preview and set the rule of a task."""
    from galley.core.project import blind, setting_rules
    from galley.core.project.project import Project
    from galley.core.rules.rule import State
    from galley.core.tasks import task_book

    with Project.open(project) as opened:
        connection = opened.reader()
        blind.refuse(connection, "Settling")
        tasks = task_book.read(connection)
        task = tasks.find(name)
        assert task is not None
        with Bar("Counting") as bar:
            change = setting_rules.preview(connection, tasks, task, rule, bar)
        click.echo("criterion\trule\tyes\tno\tother\tundecided\texcluded\topen\twithout gold")
        for criterion in tasks.asks(task):
            for which, all_ in ((task.rule.value, change.before), (change.rule.value, change.after)):
                found = all_.get(criterion.criterion.row, setting_rules.Figures())
                other = found.values.total() - found.values["yes"] - found.values["no"]
                states = [found.states[s] for s in (State.UNDECIDED, State.EXCLUDED, State.OPEN, State.ANSWERED)]
                row = (criterion.criterion.id, which, found.values["yes"], found.values["no"], other, *states)
                click.echo("\t".join(map(str, row)))
        for which, count in change.others.items():
            cells = "1 cell" if abs(count) == 1 else f"{abs(count):,} cells"
            click.echo(f"{which} would ask {cells} {'more' if count > 0 else 'fewer'}.", err=True)
        if not (confirm := typed(confirm, change.confirmation, "set this rule")):
            return
        with Bar("Counting") as bar:
            opened.write(lambda writer: setting_rules.carry_out(writer, change, confirm, by, bar)).result()
        click.echo(f"The rule of {task.full} is {rule} now; no verdicts were written.", err=True)
