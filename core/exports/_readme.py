"""README.md of a data set to publish: the YAML that the Hub and ``datasets`` read, and a page for people.

Texts of the user stand in the YAML as JSON strings, which YAML reads as what they are, so no name can become markup.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from galley.core.exports._shards import Shards
from galley.core.exports._types import features
from galley.core.exports.base import ExportChoices
from galley.core.exports.data_card import plain

TABLES = {
    "items": "the texts, and where their units lie (offsets count Unicode code points)",
    "gold": "one row a resolved cell: value, by which rule or whom, what each person had answered",
    "verdicts": "people's answers, one row a cell and person, implicit no after finishing included",
    "judges": "judges' and imported verdicts, one row a cell and judge",
}
SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
COLUMNS = (
    ("key, dataset, split", "which item"),
    ("document, role, unit_kind, unit", "which unit: its document, and its number from 0 there, its name, or “whole”"),
    ("unit_text", "the words of the unit; without texts `unit_sha256`, the SHA-256 of its UTF-8"),
    ("scheme, criterion, about, system", "what was asked, about which summary, by which system that was written"),
    ("annotator, kind", "who answered: human, judge, import or gold"),
    ("value, value_number, reason", "the answer; no value with a reason is no “no”"),
    ("spans, evidence", "places in the unit, and in the sources, as half-open ranges of code points"),
    ("resolved_by, resolved_how", "of gold: who adjudicated the cell; by which rule of whom, by whom, or as imported"),
    ("answers", "of gold: what each person had answered"),
    ("origin", "verdict, decision, judged (implicit no), or rule (gold that a rule makes of the answers)"),
)


def readme(choices: ExportChoices, card: str, shards: Shards) -> str:
    """The page. ``card`` is the data card as JSON, ``shards`` are the files that were written."""
    about: dict[str, Any] = json.loads(card)
    title = choices.title or about["project"]
    head = _yaml(choices, title, about["counts"]["items"], shards)
    return "\n".join([*head, *_page(choices, title, about, shards.rows)])


def _yaml(choices: ExportChoices, title: str, count: int, shards: Shards) -> list[str]:
    rows, suffix = shards.rows, shards.suffix
    lines = ["---", f"license: {_quote_yaml(choices.licence)}"]
    if choices.languages:
        lines += ["language:", *(f"- {_quote_yaml(language)}" for language in choices.languages)]
    size = next((name for most, name in SIZES if count < most), "n>1M")
    lines += [f"pretty_name: {_quote_yaml(title)}", "size_categories:", f"- {_quote_yaml(size)}"]
    lines += ["task_categories:", '- "summarization"', "tags:", '- "human-evaluation"']
    tables = [table for table in TABLES if any(name == table for name, _ in rows)]
    if tables:
        lines.append("configs:")
    for table in tables:
        lines += [f"- config_name: {table}", *(["  default: true"] if table == tables[0] else []), "  data_files:"]
        for split in sorted(split for name, split in rows if name == table):
            lines += [f"  - split: {split}", f"    path: {_quote_yaml(f'data/{table}/{split}-*{suffix}')}"]
    if tables and not shards.parquet:  # JSON has no types: a column of nulls in one split would be of none
        lines.append("dataset_info:")
        for table in tables:
            lines += [f"- config_name: {table}", "  features:", *features(shards.shapes[table], "  ")]
    return [*lines, "---", ""]


def _page(
    choices: ExportChoices, title: str, about: Mapping[str, Any], rows: Mapping[tuple[str, str], int]
) -> list[str]:
    lines = [f"# {plain(title)}", ""]
    lines += [f"Reviewed summaries, exported by {about['made_by']} on {about['made_at'][:10]}.", ""]
    lines += ["| configuration | split | rows | what a row is |", "|---|---|---|---|"]
    for table, what in TABLES.items():
        split_counts = [(split, n) for (name, split), n in sorted(rows.items()) if name == table]
        lines += [f"| {table} | {split} | {n:,} | {what} |" for split, n in split_counts]
        if not split_counts:
            lines.append(f"| {table} | none | 0 | {what} (there is none, so it cannot be loaded) |")
    first = "gold" if any(name == "gold" for name, _ in rows) else "items"
    lines += ["", "```python", "import datasets", f'datasets.load_dataset("FOLDER", "{first}")', "```", ""]
    lines += ["## Columns", "", *(f"- `{names}`: {what}" for names, what in COLUMNS), ""]
    if choices.without_texts:
        lines += ["The texts may not be passed on and are not in it: who has them finds each by its SHA-256.", ""]
    if choices.hidden_names:
        lines += ["The names of people are pseudonyms.", ""]
    gold = about["gold"]
    lines += ["## Gold", "", f"{gold['cells']:,} cells have gold; {gold['left open']:,} were left unresolved."]
    lines += [f"- {count:,} {plain(how)}" for how, count in gold["resolved by"].items()]
    lines += ["", "Agreement, schemes, judges with their prompts, and what was left out: [card.md](card.md).", ""]
    language_text = ", ".join(choices.languages) or "not said"
    lines += [
        "## Licence and language",
        "",
        f"Licence: {choices.licence}. Languages: {language_text}.",
        "",
        "## Citation",
        "",
    ]
    if not choices.citation:
        return [*lines, "Cite the data sets that the texts come from.", ""]
    fence = "`" * max(3, 1 + max((len(run) for run in _runs(choices.citation)), default=0))
    return [*lines, f"{fence}bibtex", choices.citation.strip(), fence, ""]


def _runs(text: str) -> list[str]:
    return [run for run in "".join(c if c == "`" else " " for c in text).split(" ") if run]


def _quote_yaml(text: str) -> str:
    """A text as YAML reads it whatever is in it: JSON in ASCII."""
    return json.dumps(text)
