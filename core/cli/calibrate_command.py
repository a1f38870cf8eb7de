"""``galley calibrate``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import PROJECT


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
    from galley.core.errors import InputError
    from galley.core.judges import calibrate
    from galley.core.project.project import Project
    from galley.core.storage import names

    with Project.open(project) as open_project:
        connection = open_project.read_connection()
        row = next(
            (annotator.id for annotator in names.annotators(connection).values() if annotator.name == judge), None
        )
        if row is None:
            raise InputError(f"The project has no judge {judge!r}; galley metrics trust lists those there are.")
        scheme_ids = {s.id for s in names.schemes(connection) if s.criterion(criterion)}
        if scheme:
            scheme_ids &= {scheme}
        if len(scheme_ids) != 1:
            scheme_list = ", ".join(sorted(scheme_ids)) or "none"
            raise InputError(
                f"The criterion {criterion!r} is in {len(scheme_ids)} schemes ({scheme_list}); name --scheme."
            )
        (name,) = scheme_ids
        fit = calibrate.calibrate(connection, row, name, criterion, truth)
        click.echo(f"{judge} on {criterion}: {fit.n:,} reviewed cells, {fit.yes:,} of them yes.")
        click.echo(f"Confidence other than 0 or 1: {fit.sure:,} cells.")
        click.echo(f"Brier score: {fit.before:.4f}, mended {fit.after:.4f} (each item by the others).")
        click.echo(f"Mended: the log-odds times {fit.b:.3f}, plus {fit.a:.3f}.")
        for doubtful_cell in calibrate.list_doubts(connection, row, name, criterion, truth, fit) if cells else ():
            click.echo(
                "\t".join(
                    (
                        doubtful_cell.item,
                        doubtful_cell.document,
                        doubtful_cell.place,
                        f"{doubtful_cell.chance:.3f}",
                        f"{doubtful_cell.calibrated_chance:.3f}",
                    )
                )
            )
