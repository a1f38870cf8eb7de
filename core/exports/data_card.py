"""The data card that goes with every export: what is in the file, who said it, how far they agree, what was left out.

``build`` gives it as an object (``FILE.card.json``), ``markdown`` as a page (``FILE.card.md``). All figures are of the
items that were chosen; agreement comes from ``galley.core.metrics.agreement``.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

import orjson

from galley.core import __version__
from galley.core.exports._items import CHOSEN, USABLE
from galley.core.exports._resolution import resolution_group
from galley.core.exports.base import ExportReport, Only
from galley.core.project import outgoing
from galley.core.storage import level_queries, log_hashes, names
from galley.core.storage.queries import log_branches
from galley.core.storage.queries.items import count_items
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
    connection: sqlite3.Connection,
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
    card: Found = {
        "card": FORMAT,
        "made_by": f"Galley {__version__}",
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "project": project,
        "file": file,
        "format": form,
        "head": log_hashes.log_digest(connection),
        **({"erased": erased} if (erased := log_branches.describe_erased(connection, lambda _: "a reviewer")) else {}),
        "confidential": outgoing.named_providers(connection) is not None,
        "chosen": only.value,
        "written": dict(report.counts),
    }
    selection = _ItemSelection(connection, only, usable)
    card["counts"] = selection.counts()
    for name, column in (("datasets", "dataset"), ("splits", "split")):
        card[name] = selection.count_by_name(
            f"SELECT {column}, count(*) FROM item{{where}} GROUP BY 1 ORDER BY 1", "id"
        )
    card["systems"] = selection.count_by_name(
        "SELECT system, count(*) FROM document{where} GROUP BY 1 ORDER BY 1", "item_id", but="role = 'summary'"
    )
    card["schemes"] = _schemes(connection)
    card["annotators"], card["judges"] = selection.annotators()
    card["gold"] = selection.gold()
    card["agreement"], left_out = _agreement(connection, selection, cancelled)
    card["left_out"] = selection.left_out(card["gold"]["left open"]) | report.left_out
    card["left_out_of_agreement"] = left_out
    return card


def items_condition(only: Only, item: str) -> str:
    """The condition of a query for the chosen items (" WHERE …", "" for all); ``item`` is the column of the item."""
    return CHOSEN[only].format(item)


def chosen_items(connection: sqlite3.Connection, only: Only) -> tuple[int, ...]:
    """The row ids of the chosen items; none where all are."""
    if only is Only.ALL:
        return ()
    return tuple(row[0] for row in connection.execute(f"SELECT id FROM item{items_condition(only, 'id')} ORDER BY id"))


class _ItemSelection:
    """Counts over the items that were chosen."""

    def __init__(self, connection: sqlite3.Connection, only: Only, usable: bool) -> None:
        self.connection, self.only, self.usable = connection, only, usable

    def rows(self, query: str, item: str, but: str = "") -> list[tuple[Any, ...]]:
        """The rows of ``query`` with "{where}" in it, over chosen items; ``item`` is the column with the item."""
        condition = items_condition(self.only, item)
        for more in (USABLE.format(item) if self.usable else "", but):
            condition = f"{condition} AND {more}" if condition and more else f" WHERE {more}" if more else condition
        return self.connection.execute(query.format(where=condition)).fetchall()

    def count_by_name(self, query: str, item: str, but: str = "") -> dict[str, int]:
        """Names to counts; what has no name is left away."""
        return {name: count for name, count in self.rows(query, item, but) if name}

    def counts(self) -> Found:
        """How much of everything the chosen items hold."""
        counts: Found = {"items": self.rows("SELECT count(*) FROM item{where}", "id")[0][0]}
        counts["documents"] = self.count_by_name(
            "SELECT role, count(*) FROM document{where} GROUP BY 1 ORDER BY 1", "item_id"
        )
        counts["units"] = self.count_by_name(
            "SELECT kind, count(*) FROM document CROSS JOIN unit ON unit.document_id = document.id{where}"
            " GROUP BY 1 ORDER BY 1",
            "item_id",
            but="kind <> 'whole' AND unit.id NOT IN (SELECT unit_id FROM retired)",
        )
        counts["verdicts"] = self.count_by_name(
            "SELECT kind, count(*) FROM verdict JOIN annotator ON annotator.id = annotator_id{where}"
            " GROUP BY 1 ORDER BY 1",
            "item_id",
            but="value IS NOT NULL",
        )
        counts["decisions"] = self.rows("SELECT count(*) FROM decision{where}", "item_id")[0][0]
        counts["finished items"] = self.rows(
            "SELECT count(DISTINCT item_id) FROM progress{where}", "item_id", but="finished = 1"
        )[0][0]
        return counts

    def annotators(self) -> tuple[list[Found], list[Found]]:
        """(the people and gold, the judges and imports) that said anything about the chosen items."""
        people, judges = [], []
        verdict_rows = self.rows(
            "SELECT annotator_id, count(value), sum(value = 'yes'), sum(value IS NULL), count(DISTINCT item_id)"
            " FROM verdict{where} GROUP BY 1",
            "item_id",
        )
        counts_by_annotator = {row[0]: row[1:] for row in verdict_rows}
        finished_items = dict(
            self.rows(
                f"SELECT annotator_id, count(DISTINCT item_id) FROM {level_queries.UNMARKED_PAIRS}{{where}} GROUP BY 1",
                "item_id",
            )
        )
        decision_counts = {
            row[0]: row[1:]
            for row in self.rows(
                "SELECT reviewer_id, count(*), min(at), max(at) FROM decision{where} GROUP BY 1", "item_id"
            )
        }
        adjudication_counts = dict(
            self.rows(
                "SELECT reviewer_id, count(*) FROM decision{where} GROUP BY 1",
                "item_id",
                but="action = 'settle' AND id NOT IN (SELECT decision_id FROM undone)",
            )
        )
        for row, annotator in sorted(names.annotators(self.connection).items(), key=lambda pair: pair[1].name):
            if row not in counts_by_annotator and row not in finished_items and row not in decision_counts:
                continue
            verdicts, yes, unscored, _ = counts_by_annotator.get(row, (0, 0, 0, 0))
            entry: Found = {"name": annotator.name, "kind": annotator.kind.value, "verdicts": verdicts}
            entry["yes"], entry["items gone through"] = yes or 0, finished_items.get(row, 0)
            if annotator.kind in ("human", "gold"):
                count, first, last = decision_counts.get(row, (0, None, None))
                entry |= {"unsure": unscored or 0, "decisions": count, "first": first, "last": last}
                entry["settled"] = adjudication_counts.get(row, 0)
                people.append(entry)
            else:
                entry |= {"unscored": unscored or 0, "method": annotator.method, "model": annotator.model}
                entry |= {"prompt": annotator.prompt, "runs": _runs(self.connection, row)}
                judges.append(entry)
        return people, judges

    def gold(self) -> Found:
        """How many cells have gold, how it came about, and how many were left open as boundary cases."""
        unresolved_count = self.rows(
            "SELECT count(*) FROM verdict JOIN annotator ON annotator.id = annotator_id{where}",
            "item_id",
            but="kind = 'gold' AND value IS NULL",
        )[0][0]
        adjudications = {
            row: (decision is not None, note)
            for row, decision, note in self.rows(
                "SELECT verdict.id, decision_id, note FROM verdict JOIN annotator ON annotator.id = annotator_id"
                " LEFT JOIN decision ON decision.id = decision_id{where}",
                "verdict.item_id",
                but="kind = 'gold'",
            )
        }
        find = build_resolver(self.connection)
        chosen = {item for (item,) in self.rows("SELECT id FROM item{where}", "id")}
        hows: Counter[str] = Counter()
        for item in chosen.intersection(find_resolvable_items(self.connection)):
            hows.update(resolution_group(cell, *adjudications.get(cell.row, (False, None))) for cell in find(item))
        gold_counts = {"cells": hows.total(), "left open": unresolved_count, "resolved by": dict(sorted(hows.items()))}
        return gold_counts | {"agreed without gold": self.agreed_without_gold()}

    def agreed_without_gold(self) -> int:
        """Cells on which all of two people or more agree, and which have no gold."""
        from galley.core.metrics.base import Params
        from galley.core.metrics.gold import OUTCOME
        from galley.core.metrics.unresolved import without_gold

        ids = chosen_items(self.connection, self.only)
        if self.only is not Only.ALL and not ids:
            return 0
        return without_gold(self.connection, Params(items=ids), truth=OUTCOME)[1]

    def left_out(self, unresolved_count: int) -> dict[str, int]:
        """What the choice passed over, and what no figure counts."""
        everything = count_items(self.connection)
        chosen_count = self.rows("SELECT count(*) FROM item{where}", "id")[0][0]
        unscored = self.rows(
            "SELECT count(*) FROM verdict JOIN annotator ON annotator.id = annotator_id{where}",
            "item_id",
            but="value IS NULL AND kind NOT IN ('human', 'gold')",
        )[0][0]
        sent_away = (
            uncounted_answers.count_unusable(self.connection).get(uncounted_answers.ITEMS, 0) if self.usable else 0
        )
        counts = {"items that were not chosen": everything - chosen_count - sent_away}
        counts |= {"cells that adjudication left unresolved (boundary cases, out of gold)": unresolved_count}
        counts |= {"verdicts that a judge could not give (unscored)": unscored}
        return {what: count for what, count in counts.items() if count}


def _schemes(connection: sqlite3.Connection) -> list[Found]:
    active = dict(connection.execute("SELECT name, active FROM scheme"))
    return [
        {"id": scheme.id, "name": scheme.name, "version": scheme.version, "active": bool(active[scheme.id])}
        | {"source": scheme.source, "criteria": [criterion.id for criterion in scheme.criteria]}
        | {"sha256": hashlib.sha256(scheme.toml.encode()).hexdigest()}
        for scheme in names.schemes(connection)
    ]


def _runs(connection: sqlite3.Connection, judge: int) -> list[Found]:
    runs = []
    for uid, method, provider, model, started, state, settings, calls, cost in connection.execute(
        "SELECT uid, method, provider, model, started, state, settings, (SELECT count(*) FROM call"
        " WHERE run_id = run.id), (SELECT sum(cost) FROM call WHERE run_id = run.id) FROM run WHERE annotator_id = ?"
        " ORDER BY started, uid",
        (judge,),
    ):
        run_settings = orjson.loads(settings)
        entry = {"uid": uid, "method": method, "provider": provider, "model": model, "started": started, "state": state}
        entry |= {"calls": calls, "cost_usd": cost}
        entry |= {
            name: run_settings[name]
            for name in ("prompts", "fingerprint", "samples", "sampling")
            if run_settings.get(name)
        }
        runs.append(entry)
    return runs


def _agreement(
    connection: sqlite3.Connection, selection: _ItemSelection, cancelled: Callable[[], bool] | None
) -> tuple[list[Found], dict[str, int]]:
    from galley.core.metrics import registry
    from galley.core.metrics.agreement import choose_answered_level
    from galley.core.metrics.base import Params

    ids = chosen_items(connection, selection.only)
    if selection.only is not Only.ALL and not ids:
        return [], {}
    is_small = selection.rows("SELECT count(*) FROM item{where}", "id")[0][0] <= FEW
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
