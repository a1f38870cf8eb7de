"""``galley sample``: draw items for review, plan how many, judge a large corpus."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from galley.core.cli._codes import DONE, USAGE
from galley.core.cli._output import echo_data
from galley.core.cli._progress import TerminalProgress
from galley.core.cli._root_command import CommandGroup
from galley.core.cli._texts import MANY, PROJECT, READING, parse_reading

if TYPE_CHECKING:
    from galley.core.import_types import ImportReport
    from galley.core.judges.order import Order
    from galley.core.metrics._sample_size import PlannedReview
    from galley.core.screening.corpus_totals import Corpus
    from galley.core.screening.process_pool import ShardOutcome
    from galley.core.screening.shard_job import Job
    from galley.core.tables.mapping import TableMapping


@click.group("sample", cls=CommandGroup)
def COMMAND() -> None:
    """Draw items for review, plan how many, judge a large corpus."""


@COMMAND.command(
    "draw",
    epilog='Example: galley sample draw audit --project clinic.galley --judge "gpt-4o dial-summer-fine"'
    " --criterion missed-turn --size 100",
)
@click.argument("kind", type=click.Choice(["audit", "flags", "strata", "implicit-no"]), required=False)
@click.option("--project", required=True, type=PROJECT)
@click.option("--task", default="", metavar="NAME", help="Draw what this task asks, as its protocol says.")
@click.option("--judge", default="", help="The judge whose cells are drawn.")
@click.option("--criterion", default="", help="A criterion or combined criterion.")
@click.option("--scheme", default="", help="Its scheme, where several have it.")
@click.option(
    "--level", default="", type=click.Choice(["", "unit", "summary"]), metavar="[unit|summary]",
    show_default="unit, or summary where the judge answers nothing else", help="What is drawn.",
)  # fmt: skip
@click.option("--size", default=None, type=int, show_default="100", help="Number of cells.")
@click.option(
    "--points", default=None, type=click.FloatRange(0, 100, min_open=True, max_open=True),
    help="strata: draw as many as the estimate needs for an interval of so many points to either side.",
)  # fmt: skip
@click.option("--seed", default=None, type=int, show_default="0", help="Random seed.")
def draw_sample(
    kind: str | None,
    project: Path,
    task: str,
    judge: str,
    criterion: str,
    scheme: str,
    level: str,
    size: int | None,
    points: float | None,
    seed: int | None,
) -> None:
    """Draw cells for review at random, for galley metrics estimate.

    KIND is one of:

    \b
    flags        what the judge flagged
    audit        what the judge was asked about and did not flag: recall becomes known
    implicit-no  what the judge did not flag and reviewers left unmarked: answer each cell, and galley metrics
                 detection corrects recall
    strata       both, more often where a review is more informative: by flags, other judges and confidence

    The drawn items are printed in order. Draw again to continue where the last draw ended. With --task, the protocol
    says what is drawn, and drawing again draws from items that were imported since.
    """
    from functools import partial

    from galley.core.domain import UnitKind, unit_number
    from galley.core.errors import InputError
    from galley.core.metrics import sampling, stratified_samples
    from galley.core.metrics.second_stage import next_size
    from galley.core.project.project import Project

    if task:
        options: dict[str, object] = {"KIND": kind, "--judge": judge, "--criterion": criterion, "--scheme": scheme}
        for name, value in (options | {"--level": level, "--size": size, "--points": points, "--seed": seed}).items():
            if value not in (None, ""):
                raise InputError(f"{name} does not go with --task: the protocol says what is drawn.")
        _draw_for_task(project, task)
        return
    kinds = "KIND (audit, flags, implicit-no or strata)"
    for name, value in ((kinds, kind), ("--judge", judge), ("--criterion", criterion)):
        if not value:
            raise click.UsageError(f"Missing {name}, or --task.")
    if points is not None and (kind != sampling.STRATA or size is not None):
        raise InputError("--points goes with strata alone, and in place of --size.")
    with Project.open(project) as open_project:
        many = 100 if size is None else size
        if points is not None:
            many = next_size(open_project.read_connection(), judge, scheme, criterion, points / 100, level)
        draw = stratified_samples.draw if kind == sampling.STRATA else partial(sampling.draw, kind=str(kind))
        job = partial(draw, judge=judge, scheme=scheme, criterion=criterion, size=many, seed=seed or 0, level=level)
        sample = open_project.write(job).result()
        what = "summaries" if sample.level == sampling.SUMMARY else "cells"
        click.echo(f"Drew {len(sample.places):,} of {sample.of:,} {what}.", err=True)
        for name, population, count in sample.groups:
            click.echo(f"  {count:,} of {population:,} {name}, each with the chance {count / population:.3g}", err=True)
        for key, document, kind, position, name, about in sample.places:
            unit = kind if kind == UnitKind.WHOLE else name or str(unit_number(position))
            click.echo("\t".join((key, document, unit, about)))


def _draw_for_task(project: Path, name: str) -> None:
    from galley.core.errors import InputError
    from galley.core.project.project import Project
    from galley.core.review import task_draws
    from galley.core.tasks.task_book import read_task_book

    with Project.open(project) as open_project:
        tasks = read_task_book(open_project.read_connection())
        task = tasks.find(name)
        if task is None:
            raise InputError("The default task draws nothing by itself; say audit or strata, --judge and --criterion.")
        sample = open_project.write(lambda connection: task_draws.draw(connection, tasks, task)).result()
    for group in sample.groups:
        of = f" of {group.within}" if group.within else ""
        click.echo(f"Drew {group.drawn:,} of {group.of:,}{of}, each with the chance {group.chance:.3g}.", err=True)
    for place in sample.places:
        click.echo("\t".join(place))


@COMMAND.command(
    "size",
    epilog='Example: galley sample size --project news.galley --points 4 --judge "gpt-4o dial-summer-fine"',
)
@click.option("--project", required=True, type=PROJECT)
@click.option(
    "--points", type=click.FloatRange(0, 100, min_open=True, max_open=True), default=5.0,
    help="Half the width of the 95 % interval, in percentage points.",
)  # fmt: skip
@click.option("--judge", "judges", multiple=True, help=f"A judge; {MANY}. Default: all.")
@click.option("--scheme", "schemes", multiple=True, help=f"A scheme; {MANY}.")
@click.option("--criterion", "criteria", multiple=True, help=f"A criterion or combined criterion; {MANY}.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def plan_sample_size(
    project: Path, points: float, judges: tuple[str, ...], schemes: tuple[str, ...], criteria: tuple[str, ...],
    as_json: bool,
) -> None:  # fmt: skip
    """Plan how many source documents to review for a given precision.

    The pilot consists of the source documents on which every cell of the judge has gold; ten of them must have an
    error. Before anything was drawn at random, the plan is called an assumption.
    """
    from galley.core.metrics._parameters import check
    from galley.core.metrics._sample_size import plan_reviews
    from galley.core.metrics.base import Params
    from galley.core.metrics.registry import find_metric
    from galley.core.project.project import Project
    from galley.core.review import blind

    with Project.open(project, read_only=True) as open_project:
        blind.refuse_if_blind(open_project.read_connection(), "Figures")
        params = Params(judges=judges, schemes=schemes, criteria=criteria)
        check(find_metric("estimate"), open_project.read_connection(), params)
        plans = plan_reviews(open_project.read_connection(), params, points / 100)
    if as_json:
        echo_data(
            json.dumps({"points": points, "plans": [_name_fields(plan) for plan in plans]}, ensure_ascii=False) + "\n"
        )
        return
    for sample_plan in plans:
        click.echo(sample_plan.words(points / 100))
    if not plans:
        click.echo("No source document has gold on all cells of a judge yet; review some in full.")


def _name_fields(plan: PlannedReview) -> dict[str, Any]:
    """A plan by the names that scripts read; the fields in code have others."""
    names = {"total_documents": "there", "is_drawn": "drawn", "forecast": "found", "with_judge": "judged"}
    return asdict(plan, dict_factory=lambda pairs: {names.get(name, name): value for name, value in pairs})


SHOWN = 20
MARKERS = ("_", ".")
"""How names of files begin that other programs leave in a folder of shards, such as _SUCCESS: no shard."""
CARDS = (".card.json", ".card.md")
"""How names of the data cards end that an export of ours leaves beside its file."""
LOOKED_AT = 20
"""Files of which one must tell what the fields are, where no mapping is given."""


@COMMAND.command(
    "screen",
    epilog="Example: galley sample screen news/week47.parquet --out screened --when published --into news.galley",
)
@click.argument("inputs", nargs=-1, required=True, type=PROJECT, metavar="INPUT...")
@click.option("--out", required=True, type=PROJECT, metavar="DIR", help="The folder of the verdicts.")
@click.option("--mapping", default="", metavar="FILE", help="What the fields are: a file, or a mapping that ships.")
@click.option("--role", "roles", multiple=True, metavar="COLUMN=ROLE", help="What a column of a table is.")
@click.option("--sheet", default="", metavar="NAME", help="The sheet of a workbook with several.")
@click.option("--read", "reading", multiple=True, metavar="NAME=VALUE", help=READING)
@click.option("--method", default="offline", help="One of galley list methods.")
@click.option("--scheme", default="", help="The scheme to answer in; the built-in judge (offline) takes basic.")
@click.option("--set", "options", multiple=True, metavar="NAME=VALUE", help="A setting of the method.")
@click.option("--workers", type=click.IntRange(1, 256), show_default="one for each core", help="Number of processes.")
@click.option(
    "--scheduler", default="", metavar="ADDRESS", help="A Dask scheduler, as tls://HOST:PORT; here starts one."
)
@click.option("--insecure", is_flag=True, help="Allow a scheduler on another machine without encryption.")
@click.option("--when", default="", metavar="FIELD", help="The field with the date, for figures by week.")
@click.option("--by", "by", multiple=True, metavar="FIELD", help="A further column of the strata; band: confidence.")
@click.option("--draw", default=25, type=click.IntRange(0, 100_000), help="Summaries drawn from each stratum.")
@click.option("--worst", default=20, type=click.IntRange(0, 100_000), help="Summaries with the most confident flags.")
@click.option("--seed", default=0, help="Random seed.")
@click.option("--batch-files", is_flag=True, help="Ask a model by request files; see docs/screening.md.")
@click.option("--base-url", default="", help="Ask a model on this server of your own, as http://HOST:PORT/v1.")
@click.option("--concurrency", type=click.IntRange(1, 64), show_default="8", help="Requests of each process at a time.")
@click.option("--model", default="", help="The model's name, for --batch-files and --base-url.")
@click.option("--criterion", "criteria", multiple=True, help=f"A criterion to ask; {MANY}. Default: all.")
@click.option("--price", metavar="IN,OUT", help="Dollars for a million tokens in and out, where no list knows them.")
@click.option("--budget", type=click.FloatRange(0.0, min_open=True), show_default="5.00", help="US dollars.")
@click.option("--max-requests", type=click.IntRange(1), help="Write at most so many requests.")
@click.option("--into", type=PROJECT, metavar="PROJECT", help="Import the sample and the worst into this project.")
@click.option(
    "--mistakes",
    default=0.0,
    type=click.FloatRange(0.0, 0.5, max_open=True),
    metavar="SHARE",
    help="Expected share of wrong reviews; with --into.",
)
def screen_corpus(inputs: tuple[Path, ...], out: Path, into: Path | None, **options: Any) -> int:
    """Judge a large corpus and sample summaries for review.

    INPUT is a file that galley import reads (JSON Lines, Parquet, CSV, xlsx, ods, JSON), a folder of such files, or a
    folder of texts (articles/a1.txt, summaries/bart/a1.txt); each file, or folder of texts, is a shard. Run the command
    again to continue: finished shards are skipped. Strata are by flag, system and week. A random sample of each is
    drawn, and galley metrics estimate is valid for the whole corpus.
    """
    from galley.core.cli._import_options import print_questions
    from galley.core.errors import GalleyError, InputError, QuestionsOpen
    from galley.core.project import outgoing
    from galley.core.screening import corpus_totals, dask_backend, shard_job

    if options["scheduler"]:
        dask_backend.refuse(options["scheduler"], options["insecure"])
    elif options["insecure"]:
        raise click.UsageError("--insecure is about a scheduler; name it with --scheduler.")
    if options["mistakes"] and into is None:
        raise click.UsageError("--mistakes is kept in a project; name it with --into.")
    shards = _shards(inputs, out)
    order = _build_order(options)
    source = order.source
    outgoing.refuse_corpus(shards, out, source.provider if source else "", source.base_url if source else "")
    if options["scheduler"]:
        outgoing.refuse_corpus(shards, out, "cluster", options["scheduler"])
    try:
        job = _plan_job(out, shards, order, options)
    except QuestionsOpen as error:
        print_questions(error, "Nothing was judged.")
        return USAGE
    shard_job.begin(out, job, shards)
    failed, results = _judge_shards(out, job, shards, options)
    if job.served == "files" and _write_requests(out, order, results, bool(failed)):
        return DONE
    for failure in failed:
        click.echo(failure.why, err=True)
    read = [shard for shard in shards if str(shard) not in {failure.shard for failure in failed}]
    left_out = (
        f"{len(failed):,} of {len(shards):,} files could not be judged and are not in these figures; what is done"
        " stays, and the same command continues."
    )
    if failed and not read:
        raise GalleyError(left_out)
    corpus = corpus_totals.read(out, job, read)
    click.echo(_corpus_report(corpus))
    table = corpus_totals.write(out, corpus, shards)
    click.echo(f"All of it by criterion, system and week: {table}")
    if not corpus.documents:
        raise InputError("There is no summary in these files that could be judged; look at the mapping.")
    if failed:
        raise GalleyError(left_out + (f" Nothing was imported into {into}: leave these files out." if into else ""))
    if into is not None:
        _import_sample(into, out, corpus, shards, options["mistakes"])
    return DONE


def _shards(inputs: tuple[Path, ...], out: Path) -> list[Path]:
    """The files, those of folders by name; a folder of texts is one shard. Raises: InputError."""
    from galley.core.errors import InputError
    from galley.core.tables.text_folder import ENDINGS, list_texts

    shard_paths: list[Path] = []
    for path in inputs:
        if path.is_dir():
            files = sorted(entry for entry in path.iterdir() if entry.is_file())
            inside = [file for file in files if not file.name.startswith(MARKERS) and not file.name.endswith(CARDS)]
            if all(file.suffix.lower() in ENDINGS for file in inside) and list_texts(path):
                shard_paths.append(path)
                continue
            if not inside:
                raise InputError(f"The folder {path} contains no file; name files, or a folder of them.")
            if marks := [entry.name for entry in files if entry not in inside]:
                names = ", ".join(marks[:SHOWN])
                click.echo(f"{path}: skipped {len(marks):,} files that hold no data ({names}).", err=True)
            shard_paths += inside
        elif path.exists():
            shard_paths.append(path)
        else:
            raise InputError(f"There is no file {path}; check the path.")
    places = {path.resolve(): path for path in shard_paths}
    if any(out.resolve() in place.parents for place in places):
        raise InputError(f"{out} would be among the input files; name another folder with --out.")
    return list(places)


def _build_order(options: dict[str, Any]) -> Order:
    """What is asked of which judge. Raises: InputError."""
    from dataclasses import replace

    from galley.core.errors import InputError
    from galley.core.judges import request_options
    from galley.core.judges.clients.registry import Source
    from galley.core.judges.method_settings import parse_pairs
    from galley.core.judges.methods.base import Choices
    from galley.core.judges.methods.registry import find
    from galley.core.judges.order import USUAL, Order

    method = find(options["method"])
    scheme = options["scheme"] or ("basic" if options["method"] == "offline" else "")
    criteria = tuple(name for text in options["criteria"] for name in text.replace(",", " ").split())
    choices = Choices(criteria, scheme=scheme, options=parse_pairs(options["options"]))
    order = Order(options["method"], choices=choices, max_requests=options["max_requests"], budget=options["budget"])
    if method.local:
        for name in ("batch_files", "base_url", "concurrency", "model", "price"):
            if options[name]:
                raise InputError(f"{method.name} asks no model; leave --{name.replace('_', '-')} out.")
        return order
    if bool(options["batch_files"]) == bool(options["base_url"]):
        raise InputError(
            f"{method.name} asks a model; say --model, and either --batch-files, to have files answered, or --base-url."
        )
    if options["base_url"]:
        for name in ("budget", "max_requests", "price"):
            if options[name]:
                raise InputError(f"Your own server has no price; leave --{name.replace('_', '-')} out.")
        source = Source("compatible", options["base_url"])
        return replace(order, source=source, model=options["model"], concurrency=options["concurrency"] or 8)
    if options["concurrency"]:
        raise InputError("--concurrency is about a server; leave it out with --batch-files.")
    budget = options["budget"] or USUAL
    order = replace(order, source=Source("openai"), model=options["model"], batch=True, budget=budget)
    applied: Order = request_options.apply_settings(order, {"price": options["price"]} if options["price"] else {})
    return applied


def _plan_job(out: Path, shards: list[Path], order: Order, options: dict[str, Any]) -> Job:
    from galley.core.errors import InputError
    from galley.core.import_types import ImportReport
    from galley.core.screening import shard_job, streaming
    from galley.core.tables import shipped_mappings, table_import
    from galley.core.tables.mapping import load_mapping

    report = ImportReport()
    job_options = {name: options[name] for name in ("draw", "worst", "seed")}
    job_options["served"] = "files" if options["batch_files"] else "server" if options["base_url"] else ""
    before = shard_job.Job.read(out) if (out / shard_job.FILE).exists() else None
    is_table = bool(options["mapping"] or options["roles"] or options["sheet"] or options["reading"])
    if options["mapping"] and (options["roles"] or options["sheet"] or options["reading"]):
        raise click.UsageError("--mapping says what all columns are; leave out --role, --sheet and --read.")
    if not is_table and (name := before.importer if before else _find_format(shards)) != streaming.TABLE:
        return shard_job.plan_job(order, options["when"], options["by"], {}, importer=name, **job_options)
    if options["mapping"]:
        mapping = shipped_mappings.load_by_name(options["mapping"])
    elif before is not None:  # as the others in the folder were read
        mapping = load_mapping(json.dumps(before.mapping), "the mapping of the screening")
    else:
        how = parse_reading(options["sheet"], options["reading"])
        mapping = _choose_mapping(shards, report, options["roles"], how)
    for note in report.notes:
        click.echo(f"{note.file}: {note.text}", err=True)
    if mapping.questions and (questions := table_import.open_questions(shards[:1], mapping, report)):
        raise InputError(
            f"The mapping has open questions: {' '.join(questions)} Answer them in it and give it with --mapping."
        )
    return shard_job.plan_job(order, options["when"], options["by"], mapping.raw_mapping, **job_options)


def _find_format(shards: list[Path]) -> str:
    """The published format of the first file that has one, Galley's own among them; else that of a mapping."""
    from galley.core.errors import InputError
    from galley.core.importers.base import PUBLISHED
    from galley.core.importers.registry import HEAD_BYTES, recognise
    from galley.core.screening.streaming import TABLE

    for shard in shards[:LOOKED_AT]:
        try:
            importer = recognise([shard])
        except InputError:
            continue
        if shard.is_dir():
            return TABLE
        with shard.open("rb") as stream:
            head = stream.read(HEAD_BYTES)
        rank = getattr(importer, "rank", None)
        return importer.name if rank is None or rank(head, shard) == PUBLISHED else TABLE
    return TABLE


def _choose_mapping(
    shards: list[Path], report: ImportReport, role_texts: tuple[str, ...], how: dict[str, Any]
) -> TableMapping:
    """The mapping that the first file of which the first rows can be read fits. Raises: InputError; QuestionsOpen."""
    from galley.core.errors import InputError, QuestionsOpen
    from galley.core.tables import table_import

    first = None
    for shard in shards[:LOOKED_AT]:
        try:
            return table_import.choose_mapping([shard], report, role_texts, how, is_for_texts=True)
        except QuestionsOpen:
            raise
        except InputError as error:
            first = first or error
    assert first is not None
    raise first


def _judge_shards(
    out: Path, job: Job, shards: list[Path], options: dict[str, Any]
) -> tuple[list[ShardOutcome], list[str]]:
    """Judge what is not there yet; returns each shard that failed, with the reason, and the results of the others."""
    import os
    from functools import partial

    from galley.core.errors import Interrupted
    from galley.core.screening import dask_backend, model_servers, process_pool, request_files, run, shard_files

    pending = [str(shard) for shard in shards if not run.is_done(job, shard, shard_files.output(out, shard))]
    for shard in shards if job.served == "server" else ():
        if str(shard) not in pending:
            model_servers.remove_place(out, shard)  # a worker that was killed may have left it
    if len(pending) < len(shards):
        click.echo(f"{len(shards) - len(pending):,} of {len(shards):,} files are judged already.", err=True)
    if not pending:
        return [], []
    if job.served:
        for name in (request_files.REQUESTS, request_files.RESULTS):
            (out / name).mkdir(mode=out.stat().st_mode & 0o777, exist_ok=True)
    work = {"files": request_files.ask_shard, "server": model_servers.serve_shard}.get(job.served, run.judge_shard)
    task = partial(work, str(out.resolve()))
    workers = min(options["workers"] or os.cpu_count() or 1, len(pending))
    failed, results, started_at, ended_count = [], [], time.monotonic(), 0
    engine = (
        dask_backend.run(task, pending, options["scheduler"], workers)
        if options["scheduler"]
        else process_pool.run(task, pending, workers)
    )
    try:
        with TerminalProgress("Screening") as bar:
            for ended_count, result in enumerate(engine, 1):
                bar(ended_count, len(pending))
                if result.why:
                    failed.append(result)
                else:
                    results.append(result.result)
    except KeyboardInterrupt:
        raise Interrupted(
            f"stopped after {ended_count:,} of {len(pending):,} files. What is done stays; run the command "
            f"again to continue."
        ) from None
    done = "Went through" if job.served == "files" else "Judged"
    click.echo(f"{done} {len(results):,} files in {time.monotonic() - started_at:.1f} s.", err=True)
    return failed, results


def _write_requests(out: Path, order: Order, results: list[str], failed: bool) -> bool:
    """Whether a model is still to be asked; the requests lie in their files then. Raises: GalleyError by a cap."""
    from galley.core.screening import request_files, shard_job

    batches = [request_files.RequestTally(**json.loads(result_text)) for result_text in results]
    parts = [part for batch in batches for part in batch.parts]
    if failed:
        request_files.drop(parts)
        return False
    if not any(batch.new or batch.waiting for batch in batches):
        return False
    try:
        request_summary = request_files.check_caps(shard_job.plan_of(order), batches)
    except BaseException:
        request_files.drop(parts)
        raise
    if parts:
        count = request_files.place(out, parts)
        click.echo(f"Wrote {request_summary}, as {count:,} files in {out / request_files.REQUESTS}.")
    waiting = sum(batch.waiting for batch in batches)
    click.echo(
        (f"{waiting:,} earlier requests have no result. " if waiting else "")
        + f"Have the files answered, put the results into {out / request_files.RESULTS} under the same names, and give"
        " the same command again."
    )
    return True


def _corpus_report(corpus: Corpus) -> str:
    """What the judge says of all, in lines."""
    drawn_count = sum(len(stratum.sample) for stratum in corpus.strata)
    lines = [f"{corpus.documents:,} summaries of {corpus.records:,} records, {corpus.units:,} sentences."]
    if corpus.passed_over:
        lines.append(f"Skipped, because they could not be read or judged: {corpus.passed_over:,}.")
        lines += [f"  {problem}" for problem in corpus.messages[:SHOWN]]
        if corpus.passed_over > SHOWN:
            lines.append(f"  … and {corpus.passed_over - SHOWN:,} more")
    if corpus.undated:
        lines.append(f"Without a date in {corpus.job.when}: {corpus.undated:,}.")
    rows = list(corpus.counts())
    lines.append("What the judge says:")
    for row in rows[:SHOWN]:
        where = ", ".join(filter(None, (row["criterion"], row["system"], row["week"])))
        share = "none could be judged" if row["share"] is None else f"{row['share']:.1%} of {row['units']:,} flagged"
        lines.append(f"  {where}: {share}" + (f", {row['unscored']:,} unscored" if row["unscored"] else ""))
    if len(rows) > SHOWN:
        lines.append(f"  … and {len(rows) - SHOWN:,} more")
    lines.append(
        f"Drawn: {drawn_count:,} summaries of {len(corpus.strata):,} strata, and the "
        f"{len(corpus.worst):,} with the most confident flags."
    )
    return "\n".join(lines)


def _import_sample(into: Path, out: Path, corpus: Corpus, shards: list[Path], mistakes: float) -> None:
    from galley.core.screening.sample import import_sample

    report = import_sample(into, out.resolve(), corpus, shards, mistakes)
    items = report.counts.get("items", 0)
    click.echo(
        f"{into}: {items:,} items imported, for {corpus.documents:,} summaries. Review them, then galley metrics"
        f" estimate --project {into} is valid for all."
        if report.counts
        else f"{into}: nothing new."
    )
