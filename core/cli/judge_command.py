"""``galley judge``."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from galley.core.cli._progress import TerminalProgress
from galley.core.cli._texts import MANY, PROJECT, format_counts, with_old_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from galley.core.judges.inquiry.run_progress import RunProgress
    from galley.core.judges.inquiry.written_judge import CustomJudge
    from galley.core.judges.order import Order, ReadyRun
    from galley.core.judges.run_estimate import RunEstimate
    from galley.core.judges.run_report import RunOutcome
    from galley.core.judges.runner import Runner
    from galley.core.metrics.flagged_shares import FlaggedShare
    from galley.core.project.project import Project

POLL = 0.1
LISTED = 8
NEARBY = "claim-check"
"""The method that finds a server on this machine by itself."""
WIRE = (
    *("temperature", "top-p", "top-k", "seed", "effort", "verbosity", "thinking", "api"),
    *("max-tokens", "timeout", "service-tier", "price", "ca-file", "proxy"),
)
"""The options that are settings of the requests, as in ``judges.wire``."""


@click.command(
    "judge",
    cls=with_old_options({"--criteria": "--criterion"}),
    epilog="Example: galley judge dial-summer-fine --project visits.galley --provider openai --model gpt-4o"
    " --criterion wrong-linking,missed-turn --dry-run",
)
@click.argument("method")
@click.option("--project", required=True, type=PROJECT, help="The project to judge.")
@click.option("--provider", default="", help="openai, anthropic, compatible or replay; not for offline.")
@click.option("--model", default="", help="The model's name as the provider calls it.")
@click.option("--base-url", default="", help="The address of a compatible server, or of a gateway.")
@click.option("--replies", type=PROJECT, help="The file with recorded replies that replay reads.")
@click.option(
    "--criterion", "criteria", multiple=True, metavar="NAME[,NAME…]", help="The criteria to ask; all asks every one."
)
@click.option("--all-criteria", is_flag=True, help="Ask all criteria in one call: cheaper, but a separate judge.")
@click.option("--scheme", default="", help="The scheme to judge in, where the method leaves the choice.")
@click.option("--judge", "own", help="own: a custom judge, by its TOML file or its name in the project.")
@click.option("--set", "options", multiple=True, metavar="NAME=VALUE", help=f"A setting of the method; {MANY}.")
@click.option(
    "--share", metavar="PERCENT", help="offline: flag this share of sentences by the word-overlap score, too."
)
@click.option("--system", "systems", multiple=True, help="Only summaries by this system.")
@click.option("--dataset", "datasets", multiple=True, help="Only items of this dataset.")
@click.option("--unjudged", is_flag=True, help="Only items that this judge has not judged yet.")
@click.option("--retry", type=click.Choice(["unscored"]), help="Ask again where a reply could not be read.")
@click.option(
    "--samples", type=click.IntRange(1, 99), show_default="the method's number", help="Replies to each question."
)
@click.option("--temperature", help="Sent only if given; some models refuse it.")
@click.option("--top-p", help="Sent only if given; some models refuse it.")
@click.option("--top-k", help="Sent only if given; OpenAI has none.")
@click.option("--seed", help="Random seed; Anthropic has none.")
@click.option("--effort", help="How hard a reasoning model thinks: low, medium, high and more.")
@click.option("--verbosity", help="How much a model writes: low, medium, high; Anthropic has none.")
@click.option("--thinking", help="Tokens for thinking before the answer, adaptive or off; Anthropic only.")
@click.option("--max-tokens", help="Maximum tokens in a reply, thinking included.")
@click.option("--concurrency", type=click.IntRange(1, 64), default=8, help="Requests at a time.")
@click.option("--timeout", show_default="180", help="Seconds for one reply.")
@click.option("--stream", is_flag=True, help="Stream replies: for long replies and slow servers.")
@click.option("--fail-unscored", metavar="SHARE", help="Exit with 1 if more of the replies, as 5%, cannot be read.")
@click.option("--budget", type=click.FloatRange(0.0, min_open=True), show_default="5.00", help="US dollars.")
@click.option(
    "--logprobs/--no-logprobs", default=None, help="Ask how likely each label was, as its confidence; not Anthropic."
)
@click.option("--api", help="How OpenAI is asked: chat or responses.")
@click.option("--service-tier", help="OpenAI: flex, priority and more; Anthropic: auto, standard_only.")
@click.option("--price", metavar="IN,OUT", help="Dollars for a million tokens in and out, if the list has no price.")
@click.option("--ca-file", help="A certificate authority of your own (PEM), besides the system's.")
@click.option("--proxy", help="The system's proxies: auto (beyond this network), system (for all) or none.")
@click.option("--header", "headers", multiple=True, metavar="NAME=VALUE", help="A header to send; $VARIABLE for a key.")
@click.option("--max-requests", type=click.IntRange(1), help="Send at most so many requests.")
@click.option("--batch", is_flag=True, help="Send everything as a batch: half the price, within a day.")
@click.option("--try", "tried", metavar="ITEM", help="Ask about this one item, show the answers, store nothing.")
@click.option("--dry-run", is_flag=True, help="Only show what it would cost; send nothing.")
@click.option("--yes", is_flag=True, help="Do not ask before sending.")
def COMMAND(method: str, project: Path, **settings: Any) -> None:
    """Run a judge: it adds flags to the project.

    METHOD is one of galley list methods. The plan is printed first: requests, tokens, money and time. Run the command
    again to continue an unfinished run; nothing is paid twice.
    """
    from dataclasses import replace

    from galley.core.judges.context_probe import ask_context
    from galley.core.judges.inquiry import written_judge
    from galley.core.judges.order import prepare
    from galley.core.judges.run_estimate import estimate
    from galley.core.judges.runner import Runner
    from galley.core.project.project import Project

    with Project.open(project) as open_project:
        for notice in open_project.notices if open_project.writable else ():
            click.echo(notice, err=True)
        allowed = _parse_share(settings["fail_unscored"], method)
        order = _build_order(method, settings)
        judge = _find_custom_judge(open_project, method, settings["own"])
        if judge is not None:
            options = {**order.choices.options, "judge": judge.text}
            order = replace(order, choices=replace(order.choices, options=options))
        plan = prepare(open_project, order, write=not (settings["dry_run"] or settings["tried"]))
        if settings["tried"]:
            if not settings["yes"] and sys.stdin.isatty():
                click.confirm(f"Send the texts of {settings['tried']}?", abort=True)
            click.echo(_try_judge(open_project, plan, settings["tried"]))
            return
        if plan.provider == "compatible":
            plan = asyncio.run(ask_context(plan))
        with TerminalProgress("Reading") as bar:
            takes = estimate(open_project, plan, bar)
        click.echo(_plan(plan, takes))
        if settings["dry_run"]:
            return
        if takes.requests and not settings["yes"] and sys.stdin.isatty():
            click.confirm("Send?", abort=True)
        if judge is not None:
            open_project.write(lambda connection: written_judge.keep(connection, judge)).result()
        _watch(Runner(open_project, plan), open_project, allowed)


def _build_order(method: str, settings: dict[str, Any]) -> Order:
    from galley.core.errors import InputError
    from galley.core.judges import request_options
    from galley.core.judges.clients.reach import Reach
    from galley.core.judges.clients.registry import Source
    from galley.core.judges.method_settings import parse_pairs
    from galley.core.judges.methods.base import Choices
    from galley.core.judges.methods.registry import find
    from galley.core.judges.order import USUAL, Order

    source = None
    if not settings["provider"] and (settings["base_url"] or settings["replies"]):
        raise InputError("An address and recorded replies belong to a provider; name it with --provider.")
    if method == NEARBY and not settings["provider"]:
        from galley.core.judges import connection_test

        source, settings["model"] = connection_test.find_local_server(settings["model"])
        click.echo(f"Found {settings['model']} at {source.base_url}.")
    elif settings["provider"]:
        source = Source(settings["provider"], settings["base_url"], str(settings["replies"] or ""))
    criteria = tuple(name for text in settings["criteria"] for name in text.replace(",", " ").split())
    wire_options = {
        name: settings[name.replace("-", "_")] for name in WIRE if settings[name.replace("-", "_")] is not None
    }
    choices = Choices(
        criteria,
        settings["samples"] or 0,
        settings["all_criteria"],
        settings["scheme"],
        settings["systems"],
        parse_pairs((*settings["options"], *([f"share={settings['share']}"] if settings["share"] else []))),
    )
    if settings["logprobs"] is not None:
        wire_options["logprobs"] = "on" if settings["logprobs"] else "off"
    order = Order(
        method,
        source,
        settings["model"],
        choices,
        settings["concurrency"],
        settings["budget"] or (USUAL if source else None),
        settings["max_requests"],
        settings["batch"],
        datasets=settings["datasets"],
        stream=settings["stream"],
        only_unjudged=settings["unjudged"],
        again=settings["retry"] or "",
        reach=Reach(headers=settings["headers"]),
    )
    if source is None and wire_options and find(method).local:
        raise InputError(f"{method} asks no model; leave --{next(iter(wire_options))} out.")
    return request_options.apply_settings(order, wire_options) if source else order


def _find_custom_judge(project: Project, method: str, name: str | None) -> CustomJudge | None:
    """The judge of the user's own that was named. Raises: InputError."""
    from galley.core.errors import InputError
    from galley.core.judges.inquiry import written_judge

    if not name:
        return None
    if method != "own":
        raise InputError(f"{method} does not accept --judge; use galley judge own.")
    return written_judge.find(project.read_connection(), name)


def _try_judge(project: Project, plan: ReadyRun, key: str) -> str:
    """What a judge says of one item, line by line."""
    from galley.core.judges.try_judge import try_on

    tryout = try_on(project, plan, key)
    lines = [f"Tried on {key}: {_n(tryout.requests, 'request')}, ${tryout.cost:,.4f}. Nothing was stored."]
    if tryout.another:
        lines.append(f"The model that answered is {tryout.another}, not {plan.model}.")
    for line in tryout.lines:
        value = f"unscored, {line.reason}" if line.value is None else str(line.value)
        confidence_note = f" ({line.confidence:.0%})" if line.confidence is not None and line.value is not None else ""
        lines.append(
            f"  {line.document}, {line.place}, {line.criterion}: {value}{confidence_note}. {line.explanation}".rstrip()
        )
    if tryout.quiet:
        lines.append(f'  "no" for {_n(tryout.quiet, "other cell")}.')
    lines += [f"  {who}, {name}: {value:g}" for who, name, value in tryout.scores]
    lines += [f"  A reply could not be read completely: {why}" for why in dict.fromkeys(tryout.unread)]
    return "\n".join(lines)


def _plan(plan: ReadyRun, takes: RunEstimate) -> str:
    from galley.core.judges import trust
    from galley.core.judges.run_estimate import describe_reply_limits

    who = ", ".join(plan.annotators.values())
    lines = [f"{plan.method.name} over {_n(takes.items, 'item')}, as {who}."]
    if takes.skipped_items:
        lines.append(f"{_n(takes.skipped_items, 'item')} left out: this method has no question about them.")
    if plan.context.version:
        lines.append(plan.context.version["said"])
    if plan.method.local:
        note = getattr(plan.method, "note", "")
        return "\n".join([*lines, *([note] if note else []), "No request leaves this machine."])
    own_texts = trust.find_own_texts(plan)
    if own_texts:
        names = ", ".join(name for name, _ in own_texts)
        lines.append(f"Prompts of the project's own, not the program's: {names}.")
    reused_note = f", {takes.reused_calls:,} more are reused from earlier calls" if takes.reused_calls else ""
    twins = f", {takes.twins:,} more are the same as others of this run" if takes.twins else ""
    lines.append(f"Requests: {takes.requests:,}{reused_note}{twins}.")
    lines.append(f"Tokens, about: {takes.tokens_in:,} in, {takes.tokens_out:,} out.")
    lines += [describe_reply_limits(plan, takes)] if takes.requests else []
    money = "unknown, the price list does not have this model" if takes.money is None else f"about ${takes.money:,.2f}"
    if takes.saved_money > 0:
        lines.append(
            f"Of those in, about {takes.tokens_read:,} repeat and are read from the provider's cache, which saves"
            f" about ${takes.saved_money:,.2f} of ${takes.saved_money + (takes.money or 0):,.2f}."
        )
    budget, reach = plan.order.budget, takes.within(plan.order.budget)
    cap = f", at most ${budget:,.2f}" if budget and takes.money and reach is None else ""
    lines.append(f"Cost: {money}{cap}{'' if reach is None else ' for all of it'}.")
    if reach is not None:
        lines.append(
            f"The budget of ${budget:,.2f} is less than that: the run will stop after about {reach:,}"
            f" of {_n(takes.requests, 'request')}. Raise --budget to continue."
        )
    basis = "from earlier calls" if takes.is_measured else "a guess"
    lines.append("Time: " + ("within a day." if plan.order.batch else f"about {_time(takes.seconds)} ({basis})."))
    return "\n".join(lines)


def _parse_share(text: str | None, method: str) -> float | None:
    """A share from "5%" or "0.05". Raises: InputError."""
    from galley.core.errors import InputError
    from galley.core.judges.methods.registry import find

    if text is None:
        return None
    if find(method).local:
        raise InputError(f"{method} sends no requests, so no reply can be unreadable; leave --fail-unscored out.")
    try:
        share = float(text.strip().removesuffix("%")) / (100 if text.strip().endswith("%") else 1)
    except ValueError:
        share = -1
    if not 0 <= share <= 1:
        raise InputError(f"--fail-unscored takes a share such as 5% or 0.05, not {text!r}.")
    return share


def _watch(runner: Runner, project: Project, allowed: float | None = None) -> None:
    """Run to the end with a bar; Ctrl+C cancels. Raises: GalleyError where it did not end by itself, read nothing or
    has a larger share of unscored calls than ``allowed``; Interrupted."""
    from galley.core.errors import GalleyError, Interrupted
    from galley.core.judges import flag_lineage
    from galley.core.judges.run_report import report_outcome
    from galley.core.metrics.flagged_shares import find_flagged_shares

    runner.start()
    interrupted = False
    try:
        with TerminalProgress("Judging") as bar:
            while not (progress := runner.join(POLL)).over:
                bar(progress.items_done, progress.items)
            bar(progress.items_done, progress.items)
    except KeyboardInterrupt:
        interrupted = True
        runner.cancel()
        progress = runner.join(5)
    outcome = report_outcome(project.read_connection(), progress.run) if progress.run else None
    if outcome is not None:
        click.echo(_report(outcome, progress.skipped_items, progress.injections))
        judges = flag_lineage.judges(project.read_connection(), progress.run).values()
        for line in _describe_shares(find_flagged_shares(project.read_connection(), judges)):
            click.echo(line)
        for note, count in progress.notes.most_common(LISTED):
            click.echo(f"{note}: {_n(count, 'time')}.")
    if progress.tokens_read:
        click.echo(f"Tokens read from the provider's cache: {progress.tokens_read:,} of {progress.tokens_in:,} in.")
    if progress.possible:
        click.echo(f"Requests without an answer may still be charged: up to ${progress.possible:,.4f}.")
    if interrupted:
        raise Interrupted(_progress_report(progress))
    if progress.state == "stopped":
        raise GalleyError(f"{progress.why} Raise the limit and run the command again to continue.")
    if progress.state == "failed":
        raise GalleyError(f"The run stopped: {progress.why} Run the command again to continue.")
    if progress.failed_calls and not progress.replies_received and not progress.reused_calls:
        raise GalleyError(f"No call was answered; the first error: {next(iter(progress.errors))}")
    if progress.replies_received + progress.reused_calls and not progress.read:
        raise GalleyError("No reply could be read; look at them in the Runs view, and ask again with --retry unscored.")
    if outcome is not None and allowed is not None and outcome.run.unscored_count > allowed * outcome.run.calls:
        share = outcome.run.unscored_count / outcome.run.calls
        raise GalleyError(
            f"{outcome.run.unscored_count:,} of {_n(outcome.run.calls, 'call')} ({share:.1%}) could not be read "
            f"completely, more than"
            f" the {allowed:.1%} allowed; ask again with --retry unscored."
        )


def _progress_report(progress: RunProgress) -> str:
    """Where a run that was interrupted stands."""
    text = f"stopped. Run {progress.run} has finished {progress.items_done:,} of {_n(progress.items, 'item')}"
    if progress.requests_sent:
        text += f"; {_n(progress.requests_sent, 'request')} sent, {progress.replies_received:,} answered"
    lacking = f" {progress.why}" if progress.why else ""
    return f"{text}.{lacking} Every answer is stored; run the command again to continue."


def _report(outcome: RunOutcome, skipped: int, injections: int) -> str:
    run = outcome.run
    counts = {"flags": run.flags, "cells unscored": sum(outcome.unscored_reasons.values())}
    lines = [f"Run {run.id}, {run.state}: {format_counts(counts)}."]
    if run.provider != "local":
        lines.append(f"Calls: {run.done:,} answered, {run.reused_calls:,} reused, {run.failed_calls:,} failed.")
        cost = "unknown" if run.cost is None else f"${run.cost:,.4f}"
        lines.append(f"Tokens: {run.tokens_in:,} in, {run.tokens_out:,} out. Cost: {cost}.")
        if run.another:
            lines.append(
                f"The model that answered is {run.another}, not {run.model}: its verdicts are by {run.judge!r}."
            )
    if outcome.quotes:
        lines.append(
            "Quotes: " + ", ".join(f"{outcome.quotes[b]:,} {b}" for b in ("verbatim", "fuzzy", "missing")) + "."
        )
    if run.second_calls:
        share = run.second_calls / run.calls
        again = f"{run.second_calls:,} of {_n(run.calls, 'call')} ({share:.1%})"
        lines.append(f"Asked once more, since a reply was cut off or malformed: {again}.")
    if run.repaired_calls:
        lines.append(f"Replies that had to be repaired: {run.repaired_calls:,}.")
    if injections:
        lines.append(f"Texts that try to instruct the judge: {injections:,}.")
    if skipped:
        lines.append(f"Items left out: {skipped:,}.")
    for unit, count in outcome.not_asked.items():
        lines.append(f"{_n(count, unit)} {'was' if count == 1 else 'were'} not asked.")
    if outcome.lineage:
        fates = ", ".join(f"{count:,} {state}" for state, count in sorted(outcome.lineage.items()))
        lines.append(f"Flags against the run before: {fates}.")
    for title, reasons in (("Unscored", outcome.unscored_reasons), ("Failed", outcome.errors)):
        for reason, count in reasons.most_common(LISTED):
            lines.append(f"  {title} {count:,}: {reason}")
        if len(reasons) > LISTED:
            lines.append(f"  {title}: and {len(reasons) - LISTED:,} other reasons")
    return "\n".join(lines)


def _describe_shares(shares: Sequence[FlaggedShare]) -> list[str]:
    """The flagged share by data set and criterion, those with a warning first, and the warnings."""
    warnings = [share.warning for share in shares if share.warning]
    ordered = sorted(shares, key=lambda share: (not share.warning, -share.share))
    lines = ["Flagged, by data set and criterion:"] if ordered else []
    for share in ordered[: max(LISTED, len(warnings))]:
        where = f"{share.dataset or 'no data set'}, {share.criterion}"
        lines.append(f"  {where}: {share.flagged:,} of {share.units:,} {share.noun} ({share.share:.1%})")
    rest = len(ordered) - max(LISTED, len(warnings))
    lines += [f"  and {rest:,} more with fewer"] if rest > 0 else []
    return [*lines, *(f"Warning: {warning}" for warning in warnings)]


def _n(count: int, what: str) -> str:
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"
