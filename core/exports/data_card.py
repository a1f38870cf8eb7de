"""The data card that goes with every export: what is in the file, who said it, how far they agree, what was left out.

``build`` gives it as an object (``FILE.card.json``), ``markdown`` as a page (``FILE.card.md``). All figures are of the
items that were chosen; agreement comes from ``galley.core.metrics.agreement``.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

import orjson

from galley.core import __version__
from galley.core.domain import ItemId
from galley.core.exports._resolution import resolution_group
from galley.core.exports.base import ExportReport, Only
from galley.core.project import outgoing
from galley.core.storage import log_hashes, names
from galley.core.storage.connection import Connection
from galley.core.storage.queries import find_items, log_branches
from galley.core.storage.queries.exports import Contents, ItemChoice, read_contents
from galley.core.storage.queries.items import count_items
from galley.core.storage.queries.runs import RunHead, read_run_sums, read_runs
from galley.core.tasks import uncounted_answers
from galley.core.tasks.gold import build_resolver, find_resolvable_items

FORMAT = 1
COEFFICIENTS = ("percent", "cohen-kappa", "alpha-nominal", "alpha-ordinal", "ac1")
FEW = 2_000
"""Items up to which the agreement has bootstrapped intervals: more would take longer than the export."""
RESAMPLES = 1_000
WORDS = {
    Only.ALL: "all items",
    Only.REVIEWED: "items that somebody has finished",
    Only.GOLD: "items with gold",
}

Found = dict[str, Any]


def build(
    connection: Connection,
    project: str,
    form: str,
    file: str,
    only: Only,
    report: ExportReport,
    cancelled: Callable[[], bool] | None = None,
    usable: bool = False,
) -> Found:
    """The card of an export that was just written, of ``usable`` items alone where it holds no others. ``connection``
    sees the same state. Raises: Cancelled"""
    erased_notes = log_branches.notes(connection, lambda _: "a reviewer", erased_only=True)
    card: Found = {
        "card": FORMAT,
        "made_by": f"Galley {__version__}",
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "project": project,
        "file": file,
        "format": form,
        "head": log_hashes.log_digest(connection),
        **({"erased": erased_notes} if erased_notes else {}),
        "confidential": outgoing.named_providers(connection) is not None,
        "chosen": only.value,
        "written": dict(report.counts),
    }
    contents = read_contents(connection, ItemChoice(only, usable))
    card["counts"] = {
        "items": len(contents.items),
        "documents": contents.documents,
        "units": contents.units,
        "verdicts": contents.verdicts,
        "decisions": contents.decisions,
        "finished items": contents.finished,
    }
    card["datasets"], card["splits"], card["systems"] = contents.datasets, contents.splits, contents.systems
    card["schemes"] = _schemes(connection)
    card["annotators"], card["judges"] = _annotators(connection, contents)
    card["gold"] = _gold(connection, contents, only)
    card["agreement"], left_out = _agreement(connection, only, len(contents.items), cancelled)
    card["left_out"] = _left_out(connection, contents, usable) | report.left_out
    card["left_out_of_agreement"] = left_out
    return card


def chosen_items(connection: Connection, only: Only) -> tuple[ItemId, ...]:
    """The row ids of the chosen items; none where all are."""
    return () if only is Only.ALL else tuple(find_items(connection, ItemChoice(only)))


def _annotators(connection: Connection, contents: Contents) -> tuple[list[Found], list[Found]]:
    """(the people and gold, the judges and imports) that said anything about the chosen items."""
    people, judges = [], []
    runs = sorted(read_runs(connection), key=lambda run: (run.started, run.uid))
    spoke = contents.answers.keys() | contents.items_gone_through.keys() | contents.decided.keys()
    for row, annotator in sorted(names.annotators(connection).items(), key=lambda pair: pair[1].name):
        if row not in spoke:
            continue
        verdicts, yes, unscored = contents.answers.get(row, (0, 0, 0))
        entry: Found = {"name": annotator.name, "kind": annotator.kind.value, "verdicts": verdicts}
        entry["yes"], entry["items gone through"] = yes, contents.items_gone_through.get(row, 0)
        if annotator.kind in ("human", "gold"):
            count, first, last = contents.decided.get(row, (0, None, None))
            entry |= {"unsure": unscored, "decisions": count, "first": first, "last": last}
            entry["settled"] = contents.adjudicated.get(row, 0)
            people.append(entry)
        else:
            entry |= {"unscored": unscored, "method": annotator.method, "model": annotator.model}
            entry["prompt"] = annotator.prompt
            entry["runs"] = [_run(connection, run) for run in runs if run.annotator == row]
            judges.append(entry)
    return people, judges


def _gold(connection: Connection, contents: Contents, only: Only) -> Found:
    """How many cells have gold, how it came about, and how many were left open as boundary cases."""
    find = build_resolver(connection)
    hows: Counter[str] = Counter()
    for item in set(contents.items).intersection(find_resolvable_items(connection)):
        hows.update(resolution_group(cell, *contents.gold.get(cell.row, (False, None))) for cell in find(item))
    return {
        "cells": hows.total(),
        "left open": contents.unscored.get("gold", 0),
        "resolved by": dict(sorted(hows.items())),
        "agreed without gold": _agreed_without_gold(connection, only),
    }


def _agreed_without_gold(connection: Connection, only: Only) -> int:
    """Cells on which all of two people or more agree, and which have no gold."""
    from galley.core.metrics.base import Params
    from galley.core.metrics.gold import OUTCOME
    from galley.core.metrics.unresolved import without_gold

    ids = chosen_items(connection, only)
    if only is not Only.ALL and not ids:
        return 0
    return without_gold(connection, Params(items=ids), truth=OUTCOME)[1]


def _left_out(connection: Connection, contents: Contents, usable: bool) -> dict[str, int]:
    """What the choice passed over, and what no figure counts."""
    unscored = sum(count for kind, count in contents.unscored.items() if kind not in ("human", "gold"))
    sent_away = uncounted_answers.count_unusable(connection).get(uncounted_answers.ITEMS, 0) if usable else 0
    counts = {"items that were not chosen": count_items(connection) - len(contents.items) - sent_away}
    counts["cells that adjudication left unresolved (boundary cases, out of gold)"] = contents.unscored.get("gold", 0)
    counts["verdicts that a judge could not give (unscored)"] = unscored
    return {what: count for what, count in counts.items() if count}


def _schemes(connection: Connection) -> list[Found]:
    active = {scheme.id for scheme in names.schemes(connection, active_only=True)}
    return [
        {"id": scheme.id, "name": scheme.name, "version": scheme.version, "active": scheme.id in active}
        | {"source": scheme.source, "criteria": [criterion.id for criterion in scheme.criteria]}
        | {"sha256": hashlib.sha256(scheme.toml.encode()).hexdigest()}
        for scheme in names.schemes(connection)
    ]


def _run(connection: Connection, run: RunHead) -> Found:
    run_settings, sums = orjson.loads(run.settings), read_run_sums(connection, run.id, (), "", "")
    entry = {name: getattr(run, name) for name in ("uid", "method", "provider", "model", "started", "state")}
    entry |= {"calls": sums.calls, "cost_usd": sums.cost}
    return entry | {
        name: run_settings[name] for name in ("prompts", "fingerprint", "samples", "sampling") if run_settings.get(name)
    }


def _agreement(
    connection: Connection, only: Only, item_count: int, cancelled: Callable[[], bool] | None
) -> tuple[list[Found], dict[str, int]]:
    from galley.core.metrics import registry
    from galley.core.metrics.agreement import choose_answered_level
    from galley.core.metrics.base import Params

    ids = chosen_items(connection, only)
    if only is not Only.ALL and not ids:
        return [], {}
    is_small = item_count <= FEW
    params = Params(level="unit", items=ids, resamples=RESAMPLES if is_small else 0, cancelled=cancelled)
    result = registry.compute("agreement", connection, params)
    at_level = choose_answered_level(result.rows, lambda p: registry.compute("agreement", connection, p), params)
    fields = ("scheme", "criterion", "level", "annotators", "coefficient", "value", "low", "high", "n", "why")
    rows = [row for row in at_level if row["coefficient"] in COEFFICIENTS and (row["n"] or row["value"] is not None)]
    return [{name: row.get(name) for name in fields} for row in rows], result.left_out


def _name_at_level(row: Found) -> str:
    return f"{row['scheme']}/{row['criterion']}" + ", summaries" * (row["level"] == "summary")


# The page ---------------------------------------------------------------------------------------------------------


def markdown(card: Found) -> str:
    """The card as a page for people."""
    counts = card["counts"]
    lines = [
        f"# Data card: {plain(card['file'])}",
        "",
        f"Made from the project “{plain(card['project'])}” by {card['made_by']} on {card['made_at'][:10]} "
        f"({card['made_at'][11:16]} UTC). Format: {card['format']}. In it: {WORDS[Only(card['chosen'])]}.",
        f"Log digest: {card['head']}.",
        *card.get("erased", ()),
        *(["", "**The project is confidential.**"] if card["confidential"] else []),
        "",
        "## What is in it",
        "",
        *_table(("", "count"), [(what, f"{count:,}") for what, count in flat_counts(counts)]),
    ]
    for title, name in (("Data sets", "datasets"), ("Splits", "splits"), ("Systems", "systems")):
        if card[name]:
            lines += ["", f"**{title}**: " + ", ".join(f"{plain(n)} ({count:,})" for n, count in card[name].items())]
    lines += ["", "## Schemes", ""]
    lines += _table(
        ("scheme", "version", "criteria", "SHA-256"),
        [
            (f"{s['name']} ({s['id']})", s["version"], ", ".join(s["criteria"]), s["sha256"][:16])
            for s in card["schemes"]
        ],
    )
    lines += ["", "## Annotators", ""]
    lines += _table(
        ("name", "kind", "answers", "yes", "unsure", "items gone through", "decisions", "settled", "from", "to"),
        [
            (
                *(
                    a[field]
                    for field in (
                        *("name", "kind", "verdicts", "yes", "unsure", "items gone through", "decisions", "settled"),
                    )
                ),
                *((a[field] or "")[:10] for field in ("first", "last")),
            )
            for a in card["annotators"]
        ],
    )
    lines += ["", "## Judges", ""]
    lines += _table(
        ("name", "kind", "method", "model", "prompt", "flags", "unscored", "runs"),
        [
            (j["name"], j["kind"], j["method"], j["model"], j["prompt"][:16], j["yes"], j["unscored"], len(j["runs"]))
            for j in card["judges"]
        ],
    )
    for judge in card["judges"]:
        for run in judge["runs"]:
            lines += ["", f"- Run {run['uid']} of {plain(judge['name'])}: {run['state']}, {run['calls']:,} calls, "
                      f"started {run['started'][:16].replace('T', ' ')}{_prompts(run)}"]  # fmt: skip
    gold = card["gold"]
    lines += ["", "## Gold", "", f"{gold['cells']:,} cells have gold; {gold['left open']:,} were left unresolved."]
    lines += [f"- {count:,} {plain(how)}" for how, count in gold["resolved by"].items()]
    if gold["agreed without gold"]:
        lines += ["", f"{gold['agreed without gold']:,} cells on which all people agree have no gold: the rule of their"
                      " task needs more or other answers."]  # fmt: skip
    lines += ["", "## Agreement", ""]
    if card["agreement"]:
        lines += _table(
            ("criterion", "between", "coefficient", "value", "95 %", "n"),
            [
                (
                    *(_name_at_level(r), ", ".join(r["annotators"]), r["coefficient"]),
                    *(_number(r["value"], r["why"]), _interval(r), f"{r['n']:,}"),
                )
                for r in card["agreement"]
            ],
        )
    else:
        lines.append("No two people answered the same cells.")
    lines += ["", "## Left out", ""]
    out = [*card["left_out"].items(), *((f"{w} (agreement)", n) for w, n in card["left_out_of_agreement"].items())]
    lines += [f"- {count:,} {plain(what)}" for what, count in out] or ["Nothing."]
    return "\n".join(lines) + "\n"


def flat_counts(counts: Found) -> Iterable[tuple[str, int]]:
    """The counts of a card as lines: "units: turn" for what is counted by kind."""
    for what, count in counts.items():
        if isinstance(count, dict):
            yield from ((f"{what}: {name}", number) for name, number in count.items())
        else:
            yield what, count


def _prompts(run: Found) -> str:
    prompt_texts = [f"{p.get('id')} {p.get('version')} ({str(p.get('sha256'))[:16]})" for p in run.get("prompts", ())]
    return f", prompts {plain(', '.join(prompt_texts))}" if prompt_texts else ""


def _number(value: float | None, why: str = "") -> str:
    return f"{value:.3f}" if value is not None else f"undefined: {why}"


def _interval(row: Found) -> str:
    return f"{row['low']:.3f} to {row['high']:.3f}" if row["low"] is not None else ""


def _table(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[str]:
    if not rows:
        return ["None."]
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    return lines + [f"| {' | '.join(plain(str(cell)) for cell in row)} |" for row in rows]


def plain(text: str) -> str:
    """A text that is no markup and breaks no line: names come from files."""
    one = " ".join(text.split())
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#|" else c for c in one)
