"""The built-in judge's checks on the open set: what each catches, and how many faithful sentences it flags.

``python -m benchmarks.open_set [--half check|write|all] [--data DIR]``. ``tests/core/open_set.jsonl`` has one source a
line, written for this program, with faithful sentences and sentences with one error of a known kind. The checks were
written on the half ``write``; the figures of the half ``check`` are the honest ones. The example project and, where
``DIR`` is there, FRANK (summaries of 2019, human labels) and SummEdits (summaries as wholes) follow as other texts.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.offline_data import dialogue, frank, read_json, split_sentences
from benchmarks.offline_figures import format_mean_within
from galley.core.judges.built_in.checks import CHECKS, find_faults
from galley.core.judges.built_in.passages import Source, SourceText
from galley.core.metrics.flagged_shares import FlaggedShare
from galley.core.stats.intervals import wilson

ROOT = Path(__file__).resolve().parents[1]
OPEN_SET = ROOT / "tests" / "core" / "open_set.jsonl"
EXAMPLE = ROOT / "resources" / "sample" / "sample.jsonl"
FAITHFUL = "faithful"
AIMS = {"number or date": 0.75, "name": 0.80, "negation": 0.50, "speaker": 0.40, "relation": 0.30}
MOST_FAITHFUL_FLAGGED, BALANCED_ACCURACY, LEAST_PRECISION = 0.08, 0.68, 0.60
NO_ERROR_OF_FACT = {"speaker-identity-bias", "viewpoint-distortion", "extrinsic-context"}
"""Criteria of the example project that a sentence can fail though its sources hold what it says."""


class Labelled(NamedTuple):
    """A sentence with its source: ``group`` names the source, ``kind`` the error or what sort of faithful it is;
    ``dataset`` is the part that it belongs to, the genre where the text has no parts."""

    group: str
    genre: str
    kind: str
    is_wrong: bool
    faults: frozenset[str]
    dataset: str


@dataclass
class Counts:
    """How many sentences of a sort were flagged, of how many."""

    flagged: Counter[str] = field(default_factory=Counter)
    all: Counter[str] = field(default_factory=Counter)

    def add(self, sort: str, is_flagged: bool) -> None:
        """Count one sentence."""
        self.all[sort] += 1
        self.flagged[sort] += is_flagged


def read_open_set(half: str = "all") -> Iterator[Labelled]:
    """The sentences of the open set, or of one of its halves, checked."""
    for line in OPEN_SET.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if half not in ("all", row["half"]):
            continue
        units = [unit["text"] for unit in row["units"]]
        speakers = [unit.get("speaker", "") for unit in row["units"]] if row["genre"] == "dialogue" else []
        source = SourceText([Source(units, speakers)])
        for sentence in row["sentences"]:
            yield _check(row["key"], row["genre"], sentence["kind"], sentence["wrong"], [sentence["text"]], source)


def read_example() -> Iterator[Labelled]:
    """The sentences of the example project, checked; those whose only error is none of fact are left out."""
    for line in EXAMPLE.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        sources = []
        for document in row["documents"]:
            if document["role"] == "dialogue":
                turns = document["turns"]
                sources.append(Source([t["text"] for t in turns], [t["speaker"] for t in turns]))
            elif document["role"] == "article":
                sources.append(Source(document["paragraphs"]))
        genre = "dialogue" if any(source.speakers for source in sources) else "article"
        source = SourceText(sources)
        errors: dict[tuple[str, int], set[str]] = defaultdict(set)
        for error in row["meta"]["errors"]:
            errors[error["document"], error["unit"]].add(error["criterion"])
        for document in row["documents"]:
            for number, text in enumerate(document.get("sentences", ())):
                criteria = errors[document["id"], number]
                if not criteria or criteria - NO_ERROR_OF_FACT:
                    kind = min(criteria - NO_ERROR_OF_FACT, default=FAITHFUL)
                    yield _check(row["key"], genre, kind, bool(criteria), [text], source)


def read_frank(data: Path) -> Iterator[Labelled]:
    """FRANK's sentences with the majority of three annotators, checked."""
    for record in frank(data):
        source = SourceText(record.docs)
        for text, label in zip(record.sentences, record.labels, strict=True):
            if label is not None:
                yield _check(record.document, "article", "any", bool(label), [text], source, record.source)


def read_summedits(data: Path) -> Iterator[Labelled]:
    """SummEdits' sales calls: whole summaries, flagged where one of their sentences is."""
    for row in read_json(data / "summedits" / "summedits_sales_call.json"):
        source = SourceText(dialogue(row["doc"]))
        kind = ", ".join(row.get("edit_types") or ()) or "any"
        key = row["id"].rsplit("_", 1)[0]
        yield _check(key, "dialogue", kind, not row["label"], split_sentences(row["summary"]), source)


def _check(
    group: str, genre: str, kind: str, is_wrong: bool, texts: Sequence[str], source: SourceText, dataset: str = ""
) -> Labelled:
    names = [check.name for check in CHECKS]
    faults = frozenset(fault.check for text in texts for fault in find_faults(text, source, names))
    return Labelled(group, genre, kind, is_wrong, faults, dataset or f"{genre}s")


def show(flagged: float, n: int) -> str:
    """A share with its n and its 95 % Wilson interval."""
    if not n:
        return "none (n 0)"
    low, high = wilson(flagged, n)
    return f"{flagged / n:.3f} [{low:.3f}, {high:.3f}] (n {n})"


def find_balanced_accuracy(rows: Sequence[Labelled], checks: frozenset[str]) -> str:
    """The balanced accuracy with a 95 % interval by bootstrap over sources, 2,000 times."""
    groups = sorted({row.group for row in rows})
    cells = np.zeros((len(groups), 4))  # right on wrong ones, wrong ones, right on faithful ones, faithful ones
    for row in rows:
        at, is_flagged = groups.index(row.group), bool(row.faults & checks)
        cells[at] += (is_flagged, 1, 0, 0) if row.is_wrong else (0, 0, not is_flagged, 1)
    total = cells.sum(axis=0)
    if not total[1] or not total[3]:
        return "undefined: a class is empty"
    chosen = np.random.default_rng(41).integers(0, len(groups), (2_000, len(groups)))
    sums = cells[chosen].sum(axis=1)
    sums = sums[(sums[:, 1] > 0) & (sums[:, 3] > 0)]
    values = (sums[:, 0] / sums[:, 1] + sums[:, 2] / sums[:, 3]) / 2
    low, high = np.percentile(values, (2.5, 97.5))
    value = (total[0] / total[1] + total[2] / total[3]) / 2
    return f"{value:.3f} [{low:.3f}, {high:.3f}] ({len(groups)} sources)"


def print_datasets(rows: Sequence[Labelled], checks: frozenset[str]) -> None:
    """Print the flagged share of each data set, with the warning that a run would give, and the mean of the balanced
    accuracies within them."""
    for dataset in sorted({row.dataset for row in rows}):
        part = [row for row in rows if row.dataset == dataset]
        flagged = sum(bool(row.faults & checks) for row in part)
        share = FlaggedShare("offline", dataset, "", "any criterion", "units", flagged, len(part))
        print(f"  flagged share, {dataset:13} {show(flagged, len(part))}{'   ' * bool(share.warning)}{share.warning}")
    places = sorted({(row.dataset, row.group) for row in rows})
    counts = np.zeros((len(places), 4), dtype=int)  # tp, fp, tn, fn of each source
    for row in rows:
        column = (0 if row.is_wrong else 1) if row.faults & checks else (3 if row.is_wrong else 2)
        counts[places.index((row.dataset, row.group)), column] += 1
    print(f"  balanced accuracy, {format_mean_within(counts, np.array([dataset for dataset, _ in places]))}; pooled "
          f"{find_balanced_accuracy(rows, checks)}, n {len(rows)}")  # fmt: skip


def print_figures(title: str, rows: Iterable[Labelled], by_kind: bool = True) -> None:
    """Print what the checks that are on by default find, and each check by itself."""
    rows = list(rows)
    checks = frozenset(check.name for check in CHECKS if check.by_default)
    counts = Counts()
    for row in rows:
        is_flagged = bool(row.faults & checks)
        counts.add("wrong" if row.is_wrong else FAITHFUL, is_flagged)
        if row.is_wrong:
            counts.add(f"kind {row.kind}", is_flagged)
            if row.kind in ("number", "date"):
                counts.add("kind number or date", is_flagged)
        else:
            counts.add(f"sort {row.kind}", is_flagged)
    print(f"\n{title}: {len(rows)} units, {counts.all['wrong']} wrong")
    wrong, faithful = counts.flagged["wrong"], counts.flagged[FAITHFUL]
    print(f"  faithful flagged    {show(faithful, counts.all[FAITHFUL])}   aim at most {MOST_FAITHFUL_FLAGGED}")
    print(f"  wrong caught        {show(wrong, counts.all['wrong'])}")
    print(f"  precision of flags  {show(wrong, wrong + faithful)}")
    for genre in sorted({row.genre for row in rows}):
        part = [row for row in rows if row.genre == genre]
        value = find_balanced_accuracy(part, checks)
        print(f"  balanced accuracy, {genre}s  {value}, n {len(part)}   aim {BALANCED_ACCURACY}")
    print_datasets(rows, checks)
    if by_kind:
        for sort in sorted(s for s in counts.all if s.startswith("kind ")):
            name = sort.removeprefix("kind ")
            aim = f"   aim {AIMS[name]}" if name in AIMS else ""
            print(f"  caught, {name:20} {show(counts.flagged[sort], counts.all[sort])}{aim}")
        for sort in sorted(s for s in counts.all if s.startswith("sort ")):
            print(f"  flagged, {sort.removeprefix('sort '):19} {show(counts.flagged[sort], counts.all[sort])}")
    for check in CHECKS:
        right = sum(check.name in row.faults for row in rows if row.is_wrong)
        false = sum(check.name in row.faults for row in rows if not row.is_wrong)
        state = "on" if check.by_default else "off"
        low = "   below the least" if right + false and right / (right + false) < LEAST_PRECISION else ""
        print(f"  check {check.name:10} ({state}) precision {show(right, right + false)}{low}")


def main() -> None:
    """Print the figures of the open set and of the other texts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--half", choices=("check", "write", "all"), default="check")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    options = parser.parse_args()
    print("Learning from decisions is removed: on sealed data it gained +.003, -.002 and +.002 after 50, 100 and 300.")
    print_figures(f"Open set, half “{options.half}”", read_open_set(options.half))
    print_figures("Example project (made-up conversations)", read_example())
    if (options.data / "finesure").is_dir():
        print_figures("FRANK, summaries of 2019, human majority", read_frank(options.data), by_kind=False)
    if (options.data / "summedits").is_dir():
        print_figures("SummEdits sales calls, whole summaries", read_summedits(options.data), by_kind=False)


if __name__ == "__main__":
    main()
