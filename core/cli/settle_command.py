"""``galley settle``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._progress import Bar
from galley.core.cli._texts import PROJECT, account_name, ask_confirmation

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
    from galley.core.adjudication import bulk
    from galley.core.errors import InputError
    from galley.core.project.project import Project
    from galley.core.review import blind
    from galley.core.review.decision_writer import DecisionWriter
    from galley.core.storage import names
    from galley.core.tasks import roles

    if task and task not in ("flags", "flags/flags"):
        options = {"--share": share, "--criterion": criteria, "--voter": voters, "--ties": ties}
        for option, option_value in options.items():
            if option_value not in ("", None, (), False):
                raise InputError(f"{option} does not go with --task: a task's rule is about all that it asks.")
        _of_task(rule, project, task, name or account_name(), confirm)
        return
    if rule in OF_TASKS:
        raise InputError(f"{rule} is the rule of a task and settles nothing by itself; name the task with --task.")
    if not name:
        raise click.UsageError("Missing --as, the adjudicator whose decisions these are, or --task.")
    share = 0.9 if share is None else share
    with Project.open(project) as open_project:
        connection = open_project.read_connection()
        blind.refuse(connection, "Settling")
        roles.refuse(connection, name, roles.Duty.ADJUDICATOR, "says what is gold")
        criteria_by_row = names.criteria(connection)
        people = {a.name: a.id for a in names.annotators(connection).values() if a.kind == "human"}
        for criterion_id in criteria:
            if criterion_id not in {c.id for c in criteria_by_row.values()}:
                raise InputError(f"The project has no criterion {criterion_id!r}; see galley list schemes.")
        for criterion_id in voters:
            if criterion_id not in people:
                raise InputError(
                    f"Nobody called {criterion_id!r} is in the project; there are: {', '.join(people) or 'none'}."
                )
        order = bulk.BulkOrder(
            bulk.BulkRule(rule),
            share,
            tuple(people[voter] for voter in voters),
            tuple(row for row, c in criteria_by_row.items() if c.id in criteria),
            ties,
        )
        with Bar("Counting") as bar:
            plan = bulk.preview(connection, order, bar)
        click.echo("criterion\tyes\tno\tother\tleft open\tno answer\ttoo few votes\tsettled before\tnobody marked")
        for row, criterion_figures in sorted(plan.criteria.items()):
            other = criterion_figures.values.total() - criterion_figures.values["yes"] - criterion_figures.values["no"]
            figures = (
                criterion_figures.values["yes"],
                criterion_figures.values["no"],
                other,
                criterion_figures.boundary,
                criterion_figures.unanswered_count,
            )
            click.echo(
                "\t".join(
                    map(
                        str,
                        (
                            criteria_by_row[row].id,
                            *figures,
                            criterion_figures.few,
                            criterion_figures.resolved_count,
                            criterion_figures.unmarked_count,
                        ),
                    )
                )
            )
        for sentence in plan.why:
            click.echo(sentence, err=True)
        if plan.unmarked_count:
            click.echo(
                f"{plan.unmarked_count:,} of these cells nobody marked: the voters agree on no in silence.",
                err=True,
            )
        if not plan.outcomes:
            click.echo("This rule settles nothing here.", err=True)
            return
        if not (confirm := ask_confirmation(confirm, plan.confirmation, "settle these cells")):
            return
        writer = DecisionWriter(open_project, name)
        with Bar("Settling") as bar:
            adjudications = bulk.carry_out(open_project, writer.reviewer, plan, confirm, bar)
        click.echo(f"Settled {len(adjudications):,} cells.", err=True)


def _of_task(rule: str, project: Path, name: str, by: str, confirm: str) -> None:
    """Preview and set the rule of a task."""
    from galley.core.project import rule_settings
    from galley.core.project.project import Project
    from galley.core.review import blind
    from galley.core.rules.rule import State
    from galley.core.tasks import tasks as tasks_tasks

    with Project.open(project) as open_project:
        connection = open_project.read_connection()
        blind.refuse(connection, "Settling")
        tasks = tasks_tasks.read(connection)
        task = tasks.find(name)
        assert task is not None
        with Bar("Counting") as bar:
            change = rule_settings.preview(connection, tasks, task, rule, bar)
        click.echo("criterion\trule\tyes\tno\tother\tundecided\texcluded\topen\twithout gold")
        for criterion in tasks.asks(task):
            for which, all_ in ((task.rule.value, change.before), (change.rule.value, change.after)):
                criterion_figures = all_.get(criterion.criterion.row, rule_settings.Figures())
                other = (
                    criterion_figures.values.total() - criterion_figures.values["yes"] - criterion_figures.values["no"]
                )
                states = [
                    criterion_figures.states[s] for s in (State.UNDECIDED, State.EXCLUDED, State.OPEN, State.ANSWERED)
                ]
                row = (
                    criterion.criterion.id,
                    which,
                    criterion_figures.values["yes"],
                    criterion_figures.values["no"],
                    other,
                    *states,
                )
                click.echo("\t".join(map(str, row)))
        for which, count in change.others.items():
            cells = "1 cell" if abs(count) == 1 else f"{abs(count):,} cells"
            click.echo(f"{which} would ask {cells} {'more' if count > 0 else 'fewer'}.", err=True)
        if not (confirm := ask_confirmation(confirm, change.confirmation, "set this rule")):
            return
        with Bar("Counting") as bar:
            open_project.write(lambda writer: rule_settings.carry_out(writer, change, confirm, by, bar)).result()
        click.echo(f"The rule of {task.full} is {rule} now; no verdicts were written.", err=True)
