"""``galley adjudicate``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._progress import TerminalProgress
from galley.core.cli._texts import MANY, PROJECT, account_name, confirm

RULES = ("majority", "unanimous", "threshold", "dawid-skene", "consistency", "strict-yes")
OF_TASKS = ("median", "adjudicator", "none")
"""Rules that a task can have and that give no gold by themselves."""


@click.command("adjudicate", epilog="Example: galley adjudicate majority --project clinic.galley --as ito --dry-run")
@click.argument("rule", type=click.Choice([*RULES, *OF_TASKS]))
@click.option("--project", required=True, type=PROJECT)
@click.option("--task", default="", metavar="NAME", help="Set the rule of this task instead; no verdicts are written.")
@click.option("--as", "name", default="", help="The adjudicator whose decisions these are; with --task, your name.")
@click.option(
    "--share", default=None, type=float, show_default="0.9", help="For threshold and dawid-skene: from 0.5 to 1."
)
@click.option("--criterion", "criteria", multiple=True, help=f"Only this criterion; {MANY}.")
@click.option("--voter", "voters", multiple=True, help=f"Only this person's votes count; {MANY}.")
@click.option("--ties", is_flag=True, help="Ties only.")
@click.option("--dry-run", is_flag=True, help="Only show what would get gold.")
@click.option("--yes", is_flag=True, help="Do not ask before writing.")
@click.option("--confirm", "words", default="", hidden=True)
def COMMAND(
    rule: str,
    project: Path,
    task: str,
    name: str,
    share: float | None,
    criteria: tuple[str, ...],
    voters: tuple[str, ...],
    ties: bool,
    dry_run: bool,
    yes: bool,
    words: str,
) -> None:
    """Give many cells their gold by a rule, or set the rule of a task.

    Prints first how many cells would get gold. Each verdict is a decision of its own. Cells that have gold, and cells
    that an adjudicator left unresolved, stay as they are. The rule consistency leaves a cell unresolved where the
    voters disagree. With --task, the rule of the task changes in the project's copy of its protocol; no verdicts are
    written.
    """
    from galley.core.adjudication import bulk_adjudication
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
        _set_task_rule(rule, project, task, name or account_name(), dry_run, yes, words)
        return
    if rule in OF_TASKS:
        raise InputError(f"{rule} is the rule of a task and cannot set gold by itself; name the task with --task.")
    if not name:
        raise click.UsageError("Missing --as, the adjudicator who makes these decisions, or --task.")
    share = 0.9 if share is None else share
    with Project.open(project) as open_project:
        connection = open_project.read_connection()
        blind.refuse_if_blind(connection, "Adjudicating by a rule")
        if not dry_run:
            open_project.require_writable()
        roles.require_duty(connection, name, roles.Duty.ADJUDICATOR, "says what is gold")
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
        order = bulk_adjudication.BulkOrder(
            bulk_adjudication.BulkRule(rule),
            share,
            tuple(people[voter] for voter in voters),
            tuple(row for row, c in criteria_by_row.items() if c.id in criteria),
            ties,
        )
        with TerminalProgress("Counting") as bar:
            plan = bulk_adjudication.preview_adjudication(connection, order, bar)
        click.echo("criterion\tyes\tno\tother\tunresolved\tno answer\ttoo few votes\tresolved before\tunmarked")
        for row, criterion_figures in sorted(plan.criteria.items()):
            other = criterion_figures.values.total() - criterion_figures.values["yes"] - criterion_figures.values["no"]
            figures = (
                criterion_figures.values["yes"],
                criterion_figures.values["no"],
                other,
                criterion_figures.unresolved_count,
                criterion_figures.unanswered_count,
            )
            click.echo(
                "\t".join(
                    map(
                        str,
                        (
                            criteria_by_row[row].id,
                            *figures,
                            criterion_figures.too_few_votes_count,
                            criterion_figures.resolved_count,
                            criterion_figures.unmarked_count,
                        ),
                    )
                )
            )
        for sentence in plan.model_warnings:
            click.echo(sentence, err=True)
        if plan.unmarked_count:
            click.echo(
                f"{plan.unmarked_count:,} of these cells are unmarked: the voters agree on an implicit no.",
                err=True,
            )
        if not plan.outcomes:
            click.echo("This rule does not set gold for any cell here.", err=True)
            return
        if dry_run or not confirm(yes, words, plan.confirmation, f"Adjudicate these {len(plan.outcomes):,} cells"):
            return
        writer = DecisionWriter(open_project, name)
        with TerminalProgress("Adjudicating") as bar:
            adjudications = bulk_adjudication.write_bulk_decisions(
                open_project, writer.reviewer, plan, plan.confirmation, bar
            )
        click.echo(f"Adjudicated {len(adjudications):,} cells.", err=True)


def _set_task_rule(
    rule: str, project: Path, name: str, by: str, dry_run: bool, yes: bool, words: str
) -> None:  # fmt: skip
    """Preview and set the rule of a task."""
    from galley.core.project import rule_settings
    from galley.core.project.project import Project
    from galley.core.review import blind
    from galley.core.rules.rule import State
    from galley.core.tasks.task_book import read_task_book

    with Project.open(project) as open_project:
        connection = open_project.read_connection()
        blind.refuse_if_blind(connection, "Adjudicating by a rule")
        if not dry_run:
            open_project.require_writable()
        tasks = read_task_book(connection)
        task = tasks.find(name)
        assert task is not None
        with TerminalProgress("Counting") as bar:
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
        if dry_run or not confirm(yes, words, change.confirmation, "Set this rule"):
            return
        with TerminalProgress("Counting") as bar:
            open_project.write(
                lambda writer: rule_settings.carry_out(writer, change, change.confirmation, by, bar)
            ).result()
        click.echo(f"The rule of {task.full} is {rule} now; no verdicts were written.", err=True)
