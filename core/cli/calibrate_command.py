"""``galley calibrate``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._words import PROJECT


@click.command(
    "calibrate",
    epilog='Example: galley calibrate --project visits.galley --judge "gpt-4o dial-summer-fine" --criterion'
    " wrong-linking --cells",
)
@click.option("--project", required=True, type=PROJECT)
@click.option("--judge", required=True, help="Whose confidence is held against what people found.")
@click.option("--criterion", required=True, help="A criterion that is answered with yes or no.")
@click.option("--scheme", default="", help="Its scheme, where several have it.")
@click.option("--gold", "truth", default="gold", show_default=True, help="gold, majority, adjudicated, or a name.")
@click.option("--cells", is_flag=True, help="List the judge's cells without gold, the most doubtful first.")
def COMMAND(project: Path, judge: str, criterion: str, scheme: str, truth: str, cells: bool) -> None:
    """Hold a judge's confidence against reviewed cells, and mend it.

    Prints how far the confidence is from what people found, before and after it is mended (a smaller Brier score is
    better; each item is mended by the others). Nothing in the project changes.
    """
    from galley.core.columns import names
    from galley.core.errors import InputError
    from galley.core.judges import calibrating
    from galley.core.project.project import Project

    with Project.open(project) as opened:
        connection = opened.reader()
        row = next((each.id for each in names.annotators(connection).values() if each.name == judge), None)
        if row is None:
            raise InputError(f"The project has no judge {judge!r}; galley metrics trust lists those there are.")
        found = {s.id for s in names.schemes(connection) if s.criterion(criterion)}
        if scheme:
            found &= {scheme}
        if len(found) != 1:
            there = ", ".join(sorted(found)) or "none"
            raise InputError(f"The criterion {criterion!r} is in {len(found)} schemes ({there}); name --scheme.")
        (name,) = found
        fit = calibrating.calibrate(connection, row, name, criterion, truth)
        click.echo(f"{judge} on {criterion}: {fit.n:,} reviewed cells, {fit.yes:,} of them yes.")
        click.echo(f"Confidence other than 0 or 1: {fit.sure:,} cells.")
        click.echo(f"Brier score: {fit.before:.4f}, mended {fit.after:.4f} (each item by the others).")
        click.echo(f"Mended: the log-odds times {fit.b:.3f}, plus {fit.a:.3f}.")
        for each in calibrating.doubtful(connection, row, name, criterion, truth, fit) if cells else ():
            click.echo("\t".join((each.item, each.document, each.place, f"{each.chance:.3f}", f"{each.mended:.3f}")))
