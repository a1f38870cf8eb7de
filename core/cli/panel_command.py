"""``galley panel``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._words import PROJECT


@click.command(
    "panel",
    epilog="Example: galley panel --project visits.galley --judge a --judge b --judge c --criterion wrong-linking"
    " --rule dawid-skene --review 20",
)
@click.option("--project", required=True, type=PROJECT)
@click.option("--judge", "judges", multiple=True, required=True, help="A member; several times.")
@click.option("--criterion", "criteria", multiple=True, required=True, help="What they answered; several times.")
@click.option("--scheme", default="", help="Its scheme, where several have it.")
@click.option("--rule", default="majority", show_default=True, help="majority, record or dawid-skene.")
@click.option("--gold", "truth", default="gold", show_default=True, help="gold, majority, adjudicated, or a name.")
@click.option("--review", type=click.IntRange(1), help="List so many cells on which the members are apart.")
@click.option("--dry-run", is_flag=True, help="Say what it would write, and write nothing.")
def COMMAND(
    project: Path, judges: tuple[str, ...], criteria: tuple[str, ...], scheme: str, rule: str, truth: str,
    review: int | None, dry_run: bool,
) -> None:  # fmt: skip
    """Make one judge of several.

    Its verdicts are written as a run of a judge of its own; no model is asked. With --review, the cells on which the
    members disagree are listed, the widest apart first: the order in which review tells most.
    """
    from galley.core.columns import names
    from galley.core.errors import InputError
    from galley.core.judges import judge_panel as panels
    from galley.core.project.project import Project

    with Project.open(project) as opened:
        connection = opened.reader()
        panel = panels.gather(connection, judges, rule)
        decided = []
        for criterion in criteria:
            found = {s.id for s in names.schemes(connection) if s.criterion(criterion)} & (
                {scheme} if scheme else {s.id for s in names.schemes(connection)}
            )
            if len(found) != 1:
                there = ", ".join(sorted(found)) or "none"
                raise InputError(f"{criterion!r} is in {len(found)} schemes ({there}); name one with --scheme.")
            decided += panels.decide(connection, panel, found.pop(), criterion, truth)
        counts = {value: sum(each.value == value for each in decided) for value in ("yes", "no", None)}
        apart = panels.for_review(decided)
        run = "" if dry_run else f"Run {panels.write(opened, panel, decided)}, "
        click.echo(
            f"{run}{panel.name}: {counts['yes']:,} yes, {counts['no']:,} no, {counts[None]:,} unscored; on"
            f" {len(apart):,} of {len(decided):,} cells the judges are apart."
        )
        keys = dict(connection.execute("SELECT id, key FROM item").fetchall())
        named = {row: criterion.id for row, criterion in names.criteria(connection).items()}
        for each in apart[: review or 0]:
            unit = connection.execute("SELECT kind, position FROM unit WHERE id = ?", (each.cell.unit,)).fetchone()
            (document,) = connection.execute("SELECT name FROM document WHERE id = ?", (each.cell.target,)).fetchone()
            where = keys[each.item], document, f"{unit[0]} {unit[1] + 1}", named[each.cell.criterion]
            click.echo("\t".join((*where, f"{each.yes}:{each.answered - each.yes}", f"{each.chance:.3f}")))
