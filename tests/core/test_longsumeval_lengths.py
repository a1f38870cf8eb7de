"""Lengths of documents and summaries, against the published data and numpy."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any

import pytest

from tests.core.studies import run

TITLES = ("Texts", "Mean", "SD", "5 %", "25 %", "50 %", "75 %", "95 %")


def quantile(values: list[int], share: float) -> float:
    """By hand: between neighbours in rank, in proportion."""
    ordered = sorted(values)
    at = share * (len(ordered) - 1)
    low = int(at)
    return ordered[low] + (at - low) * (ordered[min(low + 1, len(ordered) - 1)] - ordered[low])


def rows(path: Path, *words: str) -> dict[tuple[str, str], dict[str, Any]]:
    told = json.loads(run("metrics", "--table", "longsumeval-lengths", "--project", str(path), "--json", *words).stdout)
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for row in told["rows"]:
        found.setdefault((row["lines"], row["line"]), {})[row["column"]] = row["value"]
    return found


@pytest.mark.parametrize(("name", "published"), [("xsum", (2084, 514, 105, 22)), ("cnndm", (1791, 192, 284, 83))])
def test_lengths_of_qags(shared_data: Path, tmp_path: Path, name: str, published: tuple[int, ...]) -> None:
    file = shared_data / "unieval_qags" / f"qags_{name}_result.json"
    path = tmp_path / "p.galley"
    run("new", str(path))
    run("import", "--format", "qags", str(file), "--project", str(path))
    found = rows(path)
    records = json.loads(file.read_text("utf-8"))
    texts = {"Documents": [*{r["source"]: 0 for r in records}], "Summaries": [r["system_output"] for r in records]}
    for part, mine in texts.items():
        ((_, row),) = [(key, row) for key, row in found.items() if key[0] == part]
        lengths = [len(text) for text in mine]
        wanted = [len(mine), statistics.fmean(lengths), statistics.stdev(lengths)]
        wanted += [quantile(lengths, share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)]
        assert [row[title] for title in TITLES] == pytest.approx(wanted), part
    # table I has the same texts with another spacing
    mine = [row[title] for part in ("Documents", "Summaries") for title in ("Mean", "SD")
            for (group, _), row in found.items() if group == part]  # fmt: skip
    assert mine == pytest.approx(published, rel=0.04)
