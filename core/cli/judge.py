"""``galley judge``."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from galley.core.cli._bar import Bar
from galley.core.cli._words import PROJECT, listed

if TYPE_CHECKING:
    from galley.core.judges.estimate import Estimate
    from galley.core.judges.order import Order, Plan
    from galley.core.judges.progress import Progress
    from galley.core.judges.report import Report
    from galley.core.judges.runner import Runner
    from galley.core.project.project import Project

BUDGET = 5.0
"""US dollars that a run may cost unless the user says otherwise, where the price is known."""
POLL = 0.1
LISTED = 8


@click.command(
    "judge",
    epilog="Example: galley judge dial-summer-fine --project visits.galley --provider openai --model gpt-4o"
    " --criteria wrong-linking,missed-turn --dry-run",
)
@click.argument("method")
@click.option("--project", required=True, type=PROJECT, help="The project to judge.")
@click.option("--provider", default="", help="openai, anthropic, compatible or replay; not for offline.")
@click.option("--model", default="", help="The model's name as the provider calls it.")
@click.option("--base-url", default="", help="The address of a compatible server, or of a gateway.")
@click.option("--replies", type=PROJECT, help="The file with recorded replies that replay reads.")
@click.option("--criteria", multiple=True, metavar="NAME[,NAME…]", help="What to ask; all for all that there is.")
@click.option("--all-criteria", is_flag=True, help="Ask all criteria in one call: cheaper, and another judge.")
@click.option("--scheme", default="", help="The scheme to judge in, where the method leaves the choice.")
@click.option("--set", "options", multiple=True, metavar="NAME=VALUE", help="A setting of the method; several times.")
@click.option("--system", "systems", multiple=True, help="Only summaries by this system.")
@click.option("--dataset", "datasets", multiple=True, help="Only items of this dataset.")
@click.option("--unjudged", is_flag=True, help="Only items on which this judge has said nothing yet.")
@click.option("--retry", type=click.Choice(["unscored"]), help="Ask again where the kept reply could not be read.")
@click.option("--samples", type=click.IntRange(1, 99), help="Replies to each question; else the method's number.")
@click.option("--temperature", type=float, help="Sent only if given; some models refuse it.")
@click.option("--top-p", type=float, help="Sent only if given; some models refuse it.")
@click.option("--effort", help="How hard a reasoning model thinks: low, medium, high.")
@click.option("--max-tokens", type=click.IntRange(16), help="The most tokens in a reply, thinking included.")
@click.option("--concurrency", type=click.IntRange(1, 64), default=8, show_default=True, help="Requests at a time.")
@click.option("--timeout", type=click.FloatRange(1), default=180.0, show_default=True, help="Seconds for one reply.")
@click.option("--stream", is_flag=True, help="Take replies in piece by piece: for long ones and slow servers.")
@click.option("--fail-unscored", metavar="SHARE", help="Exit 1 if more of the calls, as 5%, cannot be read whole.")
@click.option("--budget", type=click.FloatRange(0.0, min_open=True), help=f"US dollars, {BUDGET:.2f} if left.")
@click.option("--max-requests", type=click.IntRange(1), help="Send at most so many requests.")
@click.option("--batch", is_flag=True, help="Hand everything in as a batch: half the price, within a day.")
@click.option("--dry-run", is_flag=True, help="Say what it would take, and send nothing.")
@click.option("--yes", is_flag=True, help="Do not ask before sending.")
def COMMAND(method: str, project: Path, **given: Any) -> None:
    """Let a judge put flags into a project.

    METHOD is one of galley list methods. The plan is printed first, with requests, tokens, money and time. The same
    command again goes on with a run that was left unfinished, and pays for nothing twice.
    """
    from galley.core.judges.estimate import estimate
    from galley.core.judges.order import prepare
    from galley.core.judges.runner import Runner
    from galley.core.project.project import Project

    with Project.open(project) as opened:
        for notice in opened.notices:
            click.echo(notice, err=True)
        allowed = _share(given["fail_unscored"], method)
        plan = prepare(opened, _order(method, given))
        plan = _with_budget(opened, plan, given["budget"])
        with Bar("Reading") as bar:
            takes = estimate(opened, plan, bar)
        click.echo(_plan(plan, takes))
        if given["dry_run"]:
            return
        if takes.requests and not given["yes"] and sys.stdin.isatty():
            click.confirm("Send?", abort=True)
        _watch(Runner(opened, plan), opened, allowed)


def _order(method: str, given: Mapping[str, Any]) -> Order:
    from galley.core.errors import InputError
    from galley.core.judges.clients.registry import Source
    from galley.core.judges.methods.base import Choices
    from galley.core.judges.order import Order
    from galley.core.judges.retry import Policy
    from galley.core.judges.settings import pairs

    source = None
    if not given["provider"] and (given["base_url"] or given["replies"]):
        raise InputError("An address and recorded replies belong to a provider; name it with --provider.")
    if given["provider"]:
        source = Source(given["provider"], given["base_url"], str(given["replies"] or ""))
    criteria = tuple(name for each in given["criteria"] for name in each.replace(",", " ").split())
    sampling = {name: given[name] for name in ("temperature", "top_p", "effort") if given[name] is not None}
    choices = Choices(
        criteria,
        given["samples"] or 0,
        given["all_criteria"],
        given["scheme"],
        given["systems"],
        pairs(given["options"]),
    )
    return Order(
        method,
        source,
        given["model"],
        choices,
        given["concurrency"],
        given["budget"],
        given["max_requests"],
        given["batch"],
        datasets=given["datasets"],
        sampling=sampling,
        limit=given["max_tokens"] or 0,
        stream=given["stream"],
        unjudged=given["unjudged"],
        again=given["retry"] or "",
        policy=Policy(timeout=given["timeout"]),
    )


def _with_budget(project: Project, plan: Plan, budget: float | None) -> Plan:
    """The plan with the default budget, where the user gave none and money is at stake."""
    from dataclasses import replace

    from galley.core.judges.order import prepare

    if budget is not None or not plan.cost(1_000_000, 1_000_000):
        return plan
    return prepare(project, replace(plan.order, budget=BUDGET))


def _plan(plan: Plan, takes: Estimate) -> str:
    who = ", ".join(plan.annotators.values())
    lines = [f"{plan.method.name} over {_n(takes.items, 'item')}, as {who}."]
    if takes.skipped:
        lines.append(f"{_n(takes.skipped, 'item')} left out: nothing there for this method.")
    if plan.context.version:
        lines.append(plan.context.version["said"])
    if plan.method.local:
        return "\n".join([*lines, "No request leaves this machine."])
    known = f", {takes.reused:,} more are known from earlier calls" if takes.reused else ""
    lines.append(f"Requests: {takes.requests:,}{known}.")
    lines.append(f"Tokens, about: {takes.tokens_in:,} in, {takes.tokens_out:,} out.")
    money = "unknown, the price list does not have this model" if takes.money is None else f"about ${takes.money:,.2f}"
    budget, reach = plan.order.budget, takes.within(plan.order.budget)
    cap = f", at most ${budget:,.2f}" if budget and takes.money and reach is None else ""
    lines.append(f"Cost: {money}{cap}{'' if reach is None else ' for all of it'}.")
    if reach is not None:
        lines.append(
            f"The budget of ${budget:,.2f} is less: the run will stop there before it is through, after about {reach:,}"
            f" of {_n(takes.requests, 'request')}. Give --budget to go further."
        )
    basis = "from earlier calls" if takes.measured else "a guess"
    lines.append("Time: " + ("within a day." if plan.order.batch else f"about {_time(takes.seconds)} ({basis})."))
    return "\n".join(lines)


def _share(text: str | None, method: str) -> float | None:
    """A share from "5%" or "0.05". Raises: InputError."""
    from galley.core.errors import InputError
    from galley.core.judges.methods.registry import find

    if text is None:
        return None
    if find(method).local:
        raise InputError(f"{method} asks nobody, so no call can be unscored; leave --fail-unscored out.")
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
    from galley.core.judges.report import report

    runner.start()
    interrupted = False
    try:
        with Bar("Judging") as bar:
            while not (now := runner.join(POLL)).over:
                bar(now.items_done, now.items)
            bar(now.items_done, now.items)
    except KeyboardInterrupt:
        interrupted = True
        runner.cancel()
        now = runner.join(5)
    found = report(project.reader(), now.run) if now.run else None
    if found is not None:
        click.echo(_report(found, now.skipped, now.injections))
        for note, count in now.notes.most_common(LISTED):
            click.echo(f"{note}: {_n(count, 'time')}.")
    if interrupted:
        raise Interrupted(_stands(now))
    if now.state == "stopped":
        raise GalleyError(f"{now.why} Raise the cap and give the same command again to go on.")
    if now.state == "failed":
        raise GalleyError(f"The run stopped: {now.why} Give the same command again to go on.")
    if now.failed and not now.answered and not now.reused:
        raise GalleyError(f"No call was answered; the first error: {next(iter(now.errors))}")
    if now.answered + now.reused and not now.read:
        raise GalleyError("No reply could be read; look at them in the Runs view, and ask again with --retry unscored.")
    if found is not None and allowed is not None and found.run.unscored > allowed * found.run.calls:
        share = found.run.unscored / found.run.calls
        raise GalleyError(
            f"{found.run.unscored:,} of {_n(found.run.calls, 'call')} ({share:.1%}) could not be read whole, more than"
            f" the {allowed:.1%} allowed; ask again with --retry unscored."
        )


def _stands(now: Progress) -> str:
    """Where a run that was interrupted stands."""
    said = f"stopped. Run {now.run} stands at {now.items_done:,} of {_n(now.items, 'item')}"
    if now.sent:
        said += f"; {_n(now.sent, 'request')} sent, {now.answered:,} answered"
    return f"{said}. What was answered is kept; the same command goes on from there."


def _report(found: Report, skipped: int, injections: int) -> str:
    run = found.run
    counts = {"flags": run.flags, "cells unscored": sum(found.unscored.values())}
    lines = [f"Run {run.id}, {run.state}: {listed(counts)}."]
    if run.provider != "local":
        lines.append(f"Calls: {run.done:,} answered, {run.reused:,} known before, {run.failed:,} failed.")
        cost = "unknown" if run.cost is None else f"${run.cost:,.4f}"
        lines.append(f"Tokens: {run.tokens_in:,} in, {run.tokens_out:,} out. Cost: {cost}.")
    if found.quotes:
        lines.append("Quotes: " + ", ".join(f"{found.quotes[b]:,} {b}" for b in ("verbatim", "fuzzy", "missing")) + ".")
    if run.repaired:
        lines.append(f"Replies that had to be mended: {run.repaired:,}.")
    if injections:
        lines.append(f"Texts that try to instruct the judge: {injections:,}.")
    if skipped:
        lines.append(f"Items left out: {skipped:,}.")
    if found.lineage:
        fates = ", ".join(f"{count:,} {state}" for state, count in sorted(found.lineage.items()))
        lines.append(f"Flags against the run before: {fates}.")
    for title, reasons in (("Unscored", found.unscored), ("Failed", found.errors)):
        for reason, count in reasons.most_common(LISTED):
            lines.append(f"  {title} {count:,}: {reason}")
        if len(reasons) > LISTED:
            lines.append(f"  {title}: and {len(reasons) - LISTED:,} other reasons")
    return "\n".join(lines)


def _n(count: int, what: str) -> str:
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 5400 else f"{seconds / 3600:.1f} hours"
