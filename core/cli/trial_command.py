"""``galley trial``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from galley.core.cli._texts import PROJECT

if TYPE_CHECKING:
    from galley.core.judges.comparison.compare import ComparisonRow


@click.command(
    "trial",
    epilog="Example: galley trial --project visits.galley --judge plain.toml --judge strict.toml --provider openai"
    " --model gpt-4o --model gpt-4o-mini --demonstrations 4",
)
@click.option("--project", required=True, type=PROJECT, help="The project with reviewed items.")
@click.option("--judge", "judges", multiple=True, required=True, help="A judge of your own, as for galley judge own.")
@click.option("--provider", required=True, help="openai, anthropic, compatible or replay.")
@click.option("--model", "models", multiple=True, required=True, help="A model; several times.")
@click.option("--base-url", default="", help="The address of a compatible server, or of a gateway.")
@click.option("--replies", type=PROJECT, help="The file with recorded replies that replay reads.")
@click.option("--criterion", default="", help="What is compared, where the judges ask several.")
@click.option("--gold", "truth", default="gold", show_default=True, help="gold, majority, adjudicated, or a name.")
@click.option("--part", default=0.5, show_default=True, help="The share of the items that is tuned on.")
@click.option("--seed", default=0, show_default=True, help="Of the parts, the demonstrations and the intervals.")
@click.option("--demonstrations", type=click.IntRange(0, 20), default=0, help="Examples from gold to show.")
@click.option("--samples", type=click.IntRange(1, 99), help="Replies to each question; else the judge's number.")
@click.option("--budget", type=click.FloatRange(0.0, min_open=True), help="US dollars for each judge, 5.00 if left.")
@click.option("--dry-run", is_flag=True, help="Say what it would take, and send nothing.")
@click.option("--yes", is_flag=True, help="Do not ask before sending.")
def COMMAND(project: Path, judges: tuple[str, ...], models: tuple[str, ...], **options: Any) -> None:
    """Hold judges without code against reviewed items: which prompt, which model.

    Each judge with each model is asked about the items that people reviewed. Thresholds and the choice are made on one
    part of the items, the figures are of the other; a demonstration is never one of the item asked about.
    """
    from galley.core.errors import InputError
    from galley.core.judges import flag_lineage
    from galley.core.judges.clients.registry import Source
    from galley.core.judges.comparison import compare
    from galley.core.judges.comparison.demonstrations import with_demonstrations
    from galley.core.judges.inquiry import written_judge
    from galley.core.judges.methods.base import Choices
    from galley.core.judges.order import USUAL, Order, prepare
    from galley.core.judges.run_estimate import estimate
    from galley.core.judges.runner import Runner
    from galley.core.project.project import Project

    with Project.open(project) as open_project:
        connection = open_project.read_connection()
        custom_judges = [written_judge.find(connection, name) for name in judges]
        scheme, criterion = _shared_criterion(custom_judges, options["criterion"])
        cells = compare.read_reviewed_cells(connection, scheme, criterion, options["truth"])
        codes, labels = cells.label("item")
        keys = [labels[code] for code in sorted(set(codes.tolist()))]
        tune, report = compare.parts(keys, options["part"], options["seed"])
        if options["demonstrations"]:
            custom_judges = [
                with_demonstrations(connection, judge, cells, tune, options["demonstrations"], options["seed"])
                for judge in custom_judges
            ]
        items = tuple(sorted(set(cells.items.tolist())))
        source = Source(options["provider"], options["base_url"], str(options["replies"] or ""))
        plans = []
        for judge in custom_judges:
            for model in models:
                choices = Choices((criterion,), options["samples"] or 0, options={"judge": judge.text})
                order = Order("own", source, model, choices, budget=options["budget"] or USUAL, items=items)
                plan = prepare(open_project, order, write=not options["dry_run"])
                plans.append((f"{judge.id} {judge.version}, {model}", plan))
        takes = [estimate(open_project, plan) for _, plan in plans]
        money = None if any(t.money is None for t in takes) else sum(t.money or 0 for t in takes)
        cost = "unknown" if money is None else f"about ${money:,.2f}"
        click.echo(
            f"{len(plans)} judges on {len(keys)} reviewed items, {len(tune)} to tune on and {len(report)} to report on:"
            f" {sum(t.requests for t in takes):,} requests. Cost: {cost}."
        )
        if options["dry_run"]:
            return
        if any(t.requests for t in takes) and not options["yes"] and sys.stdin.isatty():
            click.confirm("Send?", abort=True)
        ran = []
        for name, plan in plans:
            runner = Runner(open_project, plan).start()
            end = runner.join()
            if end.state != "done":
                raise InputError(f"The run of {name} ended early: {end.why} Give the same command again to go on.")
            (annotator,) = flag_lineage.judges(open_project.read_connection(), end.run).values()
            ran.append((name, annotator, end.run))
        cells = compare.read_reviewed_cells(
            open_project.read_connection(), scheme, criterion, options["truth"], [row for _, row, _ in ran]
        )
        rows = compare.compare(open_project.read_connection(), cells, ran, tune, options["seed"])
        click.echo("\n".join(_table(rows)))


def _shared_criterion(judges: list[Any], criterion: str) -> tuple[str, str]:
    """(scheme, criterion) that the judges share. Raises: InputError."""
    from galley.core.definitions import schemes as definitions_schemes
    from galley.core.errors import InputError

    schemes = {judge.scheme for judge in judges}
    if len(schemes) > 1:
        raise InputError(f"The judges are of different schemes: {', '.join(sorted(schemes))}; compare those of one.")
    (scheme,) = schemes
    criteria_sets = {judge.criteria for judge in judges}
    names = {name for criteria in criteria_sets for name in criteria}
    if not names:
        own_scheme = judges[0].brings()
        names = {c.id for c in (own_scheme or definitions_schemes.find(scheme)).criteria}
    if criterion:
        return scheme, criterion
    if len(names) != 1:
        raise InputError(f"The judges ask several criteria; name one with --criterion: {', '.join(sorted(names))}.")
    return scheme, names.pop()


def _table(rows: list[ComparisonRow]) -> list[str]:
    def share(value: float | None) -> str:
        return "–" if value is None else f"{value:.3f}"

    def around(low: float | None, high: float | None) -> str:
        return "" if low is None or high is None else f" [{low:.3f}, {high:.3f}]"

    lines = ["judge\tthreshold\ttuned\tbalanced accuracy\tbehind the chosen one\tcells\tunscored\tcost\tseconds"]
    for row in rows:
        lines.append(
            "\t".join(
                (
                    row.judge + (" (chosen)" if row.is_chosen else ""),
                    f"{row.threshold:.2f}",
                    share(row.tuned_bacc),
                    share(row.bacc) + around(row.low, row.high),
                    "" if row.is_chosen else share(row.behind) + around(row.behind_low, row.behind_high),
                    f"{row.n:,}",
                    f"{row.unscored_count:,}",
                    "unknown" if row.cost is None else f"${row.cost:,.4f}",
                    f"{row.seconds:,.1f}",
                )
            )
        )
    return lines
