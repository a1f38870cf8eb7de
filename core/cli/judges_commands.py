"""``galley judges``: compare, combine and calibrate judges."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from galley.core.cli._root_command import CommandGroup
from galley.core.cli._texts import MANY, PROJECT

BUILT_IN = "offline"

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from galley.core.judges.comparison.compare import ComparisonRow
    from galley.core.judges.ensemble import EnsembleVerdict
    from galley.core.storage.connection import Connection


@click.group("judges", cls=CommandGroup)
def COMMAND() -> None:
    """Compare, combine and calibrate judges."""


@COMMAND.command(
    "compare",
    epilog="Example: galley judges compare --project visits.galley --judge plain.toml --judge strict.toml"
    " --provider openai --model gpt-4o --model gpt-4o-mini --demonstrations 4",
)
@click.option("--project", required=True, type=PROJECT, help="The project with reviewed items.")
@click.option(
    "--judge", "judges", multiple=True, required=True, help=f"A custom judge, as for galley judge own; {MANY}."
)
@click.option(
    "--with",
    "others",
    multiple=True,
    metavar="NAME",
    help=f"Another judge of the project, an ensemble too; or offline, the built-in judge; {MANY}.",
)
@click.option("--provider", required=True, help="openai, anthropic, compatible or replay.")
@click.option("--model", "models", multiple=True, required=True, help=f"A model; {MANY}.")
@click.option("--base-url", default="", help="The address of a compatible server, or of a gateway.")
@click.option("--replies", type=PROJECT, help="The file with recorded replies that replay reads.")
@click.option("--criterion", default="", help="The criterion to compare, where the judges ask several.")
@click.option("--gold", "truth", default="gold", help="gold, majority, adjudicated, or a name.")
@click.option("--part", default=0.5, help="Share of the items that sets the thresholds.")
@click.option("--seed", default=0, help="Random seed of the parts, demonstrations and intervals.")
@click.option(
    "--errors", type=click.IntRange(0), default=4, help="Errors of the chosen judge to list, with its reasons."
)
@click.option("--demonstrations", type=click.IntRange(0, 20), default=0, help="Examples from gold to show.")
@click.option(
    "--samples", type=click.IntRange(1, 99), show_default="the judge's number", help="Replies to each question."
)
@click.option(
    "--budget", type=click.FloatRange(0.0, min_open=True), show_default="5.00", help="US dollars for each judge."
)
@click.option("--dry-run", is_flag=True, help="Only show what it would cost; send nothing.")
@click.option("--yes", is_flag=True, help="Do not ask before sending.")
def compare_judges(
    project: Path, judges: tuple[str, ...], models: tuple[str, ...], others: tuple[str, ...], **options: Any
) -> None:
    """Compare prompts and models of custom judges on reviewed items.

    Each judge with each model is asked about the items that people reviewed. One part of the items sets the thresholds
    and the choice; the figures are computed on the other part. A demonstration never comes from the item asked about.
    """
    from galley.core.domain import JUDGES
    from galley.core.errors import InputError
    from galley.core.judges import flag_lineage, run_report
    from galley.core.judges.clients.registry import Source
    from galley.core.judges.comparison import compare
    from galley.core.judges.comparison.compare import with_demonstrations
    from galley.core.judges.inquiry import written_judge
    from galley.core.judges.methods.base import Choices
    from galley.core.judges.order import USUAL, Order, prepare
    from galley.core.judges.run_estimate import estimate
    from galley.core.judges.runner import Runner
    from galley.core.project.project import Project
    from galley.core.storage import names as stored_names
    from galley.core.storage.queries import runs

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
        if BUILT_IN in others:
            built_in_choices = Choices((criterion,) if scheme != "basic" else (), scheme=scheme)
            built_in_plan = prepare(open_project, Order(BUILT_IN, choices=built_in_choices, items=items), write=False)
        known_judges = {a.name: a.id for a in stored_names.annotators(connection).values() if a.kind in JUDGES}
        for name in others:
            if name not in known_judges and name != BUILT_IN:
                listing = ", ".join(sorted(known_judges)) or "none"
                raise InputError(f"The project has no judge {name!r}; it has: {listing}. The built-in one is offline.")
        takes = [estimate(open_project, plan) for _, plan in plans]
        money = None if any(t.money is None for t in takes) else sum(t.money or 0 for t in takes)
        cost = "unknown" if money is None else f"about ${money:,.2f}"
        click.echo(
            f"{len(plans) + len(others)} judges on {len(keys)} reviewed items, {len(tune)} to tune on and {len(report)}"
            f" to report on: {sum(t.requests for t in takes):,} requests. Cost: {cost}."
        )
        if options["dry_run"]:
            return
        if any(t.requests for t in takes) and not options["yes"] and sys.stdin.isatty():
            click.confirm("Send?", abort=True)
        ran = [(name, known_judges[name], 0) for name in others if name != BUILT_IN]
        ran = [(name, row, runs.find_newest_run(connection, row)) for name, row, _ in ran]
        if BUILT_IN in others:
            plans.append((BUILT_IN, prepare(open_project, built_in_plan.order)))
        for name, plan in plans:
            runner = Runner(open_project, plan).start()
            end = runner.join()
            if end.state != "done":
                raise InputError(f"The run of {name} ended early: {end.why} Run the command again to continue.")
            (annotator,) = flag_lineage.judges(open_project.read_connection(), end.run).values()
            ran.append((name, annotator, end.run))
        cells = compare.read_reviewed_cells(
            open_project.read_connection(), scheme, criterion, options["truth"], [row for _, row, _ in ran]
        )
        rows = compare.compare(open_project.read_connection(), cells, ran, tune, options["seed"])
        click.echo("\n".join(_comparison_table(rows)))
        chosen = rows[0]
        ((annotator, run),) = [(row, run) for name, row, run in ran if name == chosen.judge]
        errors = compare.list_errors(
            open_project.read_connection(), cells, annotator, run, chosen.threshold, tune, options["errors"]
        )
        if errors:
            click.echo(f"\nErrors of {chosen.judge} on the items reported on:")
        for error in errors:
            place = run_report.place(error.kind, error.position)
            where = f"{error.item}, {error.document}, {place}: {error.answer} instead of {error.gold}"
            text, explanation = (" ".join(words.split()) for words in (error.text, error.explanation))
            click.echo(f"  {where}. “{text}” {explanation}".rstrip())


def _shared_criterion(judges: list[Any], criterion: str) -> tuple[str, str]:
    """(scheme, criterion) that the judges share. Raises: InputError."""
    from galley.core.definitions.schemes import find_scheme
    from galley.core.errors import InputError

    schemes = {judge.scheme for judge in judges}
    if len(schemes) > 1:
        raise InputError(f"The judges use different schemes ({', '.join(sorted(schemes))}); compare those of one.")
    (scheme,) = schemes
    criteria_sets = {judge.criteria for judge in judges}
    names = {name for criteria in criteria_sets for name in criteria}
    if not names:
        own_scheme = judges[0].brings()
        names = {c.id for c in (own_scheme or find_scheme(scheme)).criteria}
    if criterion:
        return scheme, criterion
    if len(names) != 1:
        raise InputError(f"The judges ask several criteria; name one with --criterion: {', '.join(sorted(names))}.")
    return scheme, names.pop()


def _comparison_table(rows: list[ComparisonRow]) -> list[str]:
    def share(value: float | None) -> str:
        return "–" if value is None else f"{value:.3f}"

    def around(low: float | None, high: float | None) -> str:
        return "" if low is None or high is None else f" [{low:.3f}, {high:.3f}]"

    has_within = any(row.within is not None for row in rows)
    within_title = "\tmean within data sets" if has_within else ""
    lines = [
        f"judge\tthreshold\ttuned\tbalanced accuracy{within_title}\tdifference to the chosen one\tcells\tunscored\tcost"
        "\tseconds"
    ]
    for row in rows:
        lines.append(
            "\t".join(
                (
                    row.judge + (" (chosen)" if row.is_chosen else ""),
                    f"{row.threshold:.2f}",
                    share(row.tuned_bacc),
                    share(row.bacc) + around(row.low, row.high),
                    *([share(row.within)] if has_within else []),
                    "" if row.is_chosen else share(row.behind) + around(row.behind_low, row.behind_high),
                    f"{row.n:,}",
                    f"{row.unscored_count:,}",
                    "unknown" if row.cost is None else f"${row.cost:,.4f}",
                    f"{row.seconds:,.1f}",
                )
            )
        )
    return lines


@COMMAND.command(
    "ensemble",
    epilog="Example: galley judges ensemble --project visits.galley --judge a --judge b --judge c"
    " --criterion wrong-linking --rule dawid-skene --review 20",
)
@click.option("--project", required=True, type=PROJECT)
@click.option("--judge", "judges", multiple=True, required=True, help=f"A member; {MANY}.")
@click.option("--criterion", "criteria", multiple=True, required=True, help=f"A criterion that they answered; {MANY}.")
@click.option("--scheme", default="", help="Its scheme, where several have it.")
@click.option("--rule", default="majority", help="majority, record or dawid-skene.")
@click.option("--gold", "truth", default="gold", help="gold, majority, adjudicated, or a name.")
@click.option("--review", type=click.IntRange(1), metavar="N", help="List N cells on which the members disagree.")
@click.option("--dry-run", is_flag=True, help="Only show what would be written.")
def combine_judges(
    project: Path, judges: tuple[str, ...], criteria: tuple[str, ...], scheme: str, rule: str, truth: str,
    review: int | None, dry_run: bool,
) -> None:  # fmt: skip
    """Combine several judges into one, by their votes.

    Its verdicts are written as a run of a new judge; no model is asked. With --review, the cells on which the members
    disagree are listed, the largest disagreement first.
    """
    from galley.core.judges.ensemble import (
        decide_ensemble,
        filter_for_review,
        find_better_member,
        gather_ensemble,
        write_ensemble,
    )
    from galley.core.project.project import Project

    with Project.open(project) as open_project:
        connection = open_project.read_connection()
        ensemble = gather_ensemble(connection, judges, rule)
        verdicts = []
        better = []
        for criterion in criteria:
            scheme_id = _find_scheme_id(connection, criterion, scheme)
            decided = decide_ensemble(connection, ensemble, scheme_id, criterion, truth)
            member = find_better_member(connection, ensemble, scheme_id, criterion, truth, decided)
            better += [(criterion, member)] if member is not None else []
            verdicts += decided
        counts = {value: sum(verdict.value == value for verdict in verdicts) for value in ("yes", "no", None)}
        disagreements = filter_for_review(verdicts)
        run = "" if dry_run else f"Run {write_ensemble(open_project, ensemble, verdicts)}, "
        click.echo(
            f"{run}{ensemble.name}: {counts['yes']:,} yes, {counts['no']:,} no, {counts[None]:,} unscored; on"
            f" {len(disagreements):,} of {len(verdicts):,} cells the judges disagree."
        )
        for criterion, member in better:
            within = ""
            if member.own_within is not None and member.within_of_ensemble is not None:
                within = f" (within data sets {member.own_within:.3f} against {member.within_of_ensemble:.3f})"
            interval = "" if member.low is None or member.high is None else f" [{member.low:+.3f}, {member.high:+.3f}]"
            click.echo(
                f"{member.judge} alone is better on {criterion}: balanced accuracy {member.own:.3f} against"
                f" {member.of_ensemble:.3f}{within}, difference {member.difference:+.3f}{interval} on {member.n:,}"
                " reviewed cells."
            )
        for line in _describe_disagreements(connection, disagreements[: review or 0]):
            click.echo(line)


def _find_scheme_id(connection: Connection, criterion: str, scheme: str) -> str:
    """The scheme that a criterion is in, or ``scheme`` where one is named. Raises: InputError"""
    from galley.core.errors import InputError
    from galley.core.storage import names

    found = {s.id for s in names.schemes(connection) if s.criterion(criterion) and scheme in ("", s.id)}
    if len(found) != 1:
        scheme_list = ", ".join(sorted(found)) or "none"
        raise InputError(f"{criterion!r} is in {len(found)} schemes ({scheme_list}); name one with --scheme.")
    return found.pop()


def _describe_disagreements(connection: Connection, disagreements: Sequence[EnsembleVerdict]) -> Iterator[str]:
    """A line for each cell: item, document, unit, criterion, votes for yes and no, and the chance of a yes."""
    from galley.core.storage import names, queries
    from galley.core.storage.queries.items import read_documents, read_keys

    criteria = names.criteria(connection)
    units = queries.read_units(connection, {verdict.cell.unit for verdict in disagreements})
    keys = read_keys(connection)
    places = {head.id: (keys[head.item], head.name) for head in read_documents(connection)}
    for verdict in disagreements:
        unit = units[verdict.cell.unit]
        votes = f"{verdict.yes}:{verdict.answer_count - verdict.yes}"
        where = (*places[verdict.cell.target], f"{unit.kind} {unit.position + 1}")
        yield "\t".join((*where, criteria[verdict.cell.criterion].id, votes, f"{verdict.chance:.3f}"))


@COMMAND.command(
    "calibrate",
    epilog='Example: galley judges calibrate --project visits.galley --judge "gpt-4o dial-summer-fine" --criterion'
    " wrong-linking --cells",
)
@click.option("--project", required=True, type=PROJECT)
@click.option("--judge", required=True, help="The judge whose confidence is checked.")
@click.option("--criterion", required=True, help="A criterion with the answers yes and no.")
@click.option("--scheme", default="", help="Its scheme, where several have it.")
@click.option("--gold", "truth", default="gold", help="gold, majority, adjudicated, or a name.")
@click.option("--cells", is_flag=True, help="List the judge's cells without gold, the least certain first.")
def calibrate_judge(project: Path, judge: str, criterion: str, scheme: str, truth: str, cells: bool) -> None:
    """Check a judge's confidence against reviewed cells, and calibrate it.

    Prints the Brier score before and after calibration (smaller is better; each item is calibrated by the others).
    Nothing in the project changes.
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
        click.echo(f"Brier score: {fit.before:.4f}, calibrated {fit.after:.4f} (each item by the others).")
        click.echo(f"Calibration: the log-odds times {fit.b:.3f}, plus {fit.a:.3f}.")
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


@COMMAND.command(
    "prompt", epilog="Example: galley judges prompt qa-evaluation questions mine.md --project reports.galley"
)
@click.argument("method")
@click.argument("name")
@click.argument("file", required=False, type=PROJECT)
@click.option("--project", required=True, type=PROJECT, help="The project whose judge asks with it.")
@click.option("--reset", is_flag=True, help="Ask with the shipped prompt again.")
def change_prompt(method: str, name: str, file: Path | None, project: Path, reset: bool) -> None:
    """Print a prompt of a method, or give the project one of its own from a FILE.

    The file has the form of the printed one and the same reply schema. A judge with other prompts is another judge.
    """
    from galley.core.errors import InputError
    from galley.core.foreign_files import MOST_LINES, read_whole
    from galley.core.judges.inquiry import prompts
    from galley.core.project.project import Project

    if file and reset:
        raise InputError("--reset takes the file back; leave FILE out.")
    with Project.open(project, read_only=not (file or reset)) as open_project:
        if file or reset:
            try:
                text = read_whole(file, MOST_LINES).decode("utf-8-sig") if file else None
            except (OSError, UnicodeDecodeError) as error:
                raise InputError(f"{file} cannot be read as text ({error}); check the path.") from error
            open_project.write(lambda connection: prompts.override(connection, method, name, text)).result()
            click.echo(
                prompts.difference(open_project.read_connection(), method, name) or "The shipped prompt is used."
            )
            return
        own_prompts = prompts.load(open_project.read_connection(), method)
        if name not in own_prompts:
            raise InputError(f"There is no prompt {method}/{name}; there are: {', '.join(own_prompts) or 'none'}.")
        click.echo(own_prompts[name].text, nl=False)
