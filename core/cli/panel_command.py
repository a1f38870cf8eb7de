"""``galley panel``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import PROJECT


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
    from galley.core.errors import InputError
    from galley.core.judges import ensemble as panels
    from galley.core.project.project import Project
    from galley.core.storage import names

    with Project.open(project) as open_project:
        connection = open_project.read_connection()
        ensemble = panels.gather(connection, judges, rule)
        verdicts = []
        for criterion in criteria:
            scheme_ids = {s.id for s in names.schemes(connection) if s.criterion(criterion)} & (
                {scheme} if scheme else {s.id for s in names.schemes(connection)}
            )
            if len(scheme_ids) != 1:
                scheme_list = ", ".join(sorted(scheme_ids)) or "none"
                raise InputError(
                    f"{criterion!r} is in {len(scheme_ids)} schemes ({scheme_list}); name one with --scheme."
                )
            verdicts += panels.decide(connection, ensemble, scheme_ids.pop(), criterion, truth)
        counts = {value: sum(verdict.value == value for verdict in verdicts) for value in ("yes", "no", None)}
        disagreements = panels.for_review(verdicts)
        run = "" if dry_run else f"Run {panels.write(open_project, ensemble, verdicts)}, "
        click.echo(
            f"{run}{ensemble.name}: {counts['yes']:,} yes, {counts['no']:,} no, {counts[None]:,} unscored; on"
            f" {len(disagreements):,} of {len(verdicts):,} cells the judges are apart."
        )
        keys = dict(connection.execute("SELECT id, key FROM item").fetchall())
        criterion_ids = {row: criterion.id for row, criterion in names.criteria(connection).items()}
        for disagreement in disagreements[: review or 0]:
            unit = connection.execute(
                "SELECT kind, position FROM unit WHERE id = ?", (disagreement.cell.unit,)
            ).fetchone()
            (document,) = connection.execute(
                "SELECT name FROM document WHERE id = ?", (disagreement.cell.target,)
            ).fetchone()
            where = (
                keys[disagreement.item],
                document,
                f"{unit[0]} {unit[1] + 1}",
                criterion_ids[disagreement.cell.criterion],
            )
            click.echo(
                "\t".join(
                    (
                        *where,
                        f"{disagreement.yes}:{disagreement.answer_count - disagreement.yes}",
                        f"{disagreement.chance:.3f}",
                    )
                )
            )
