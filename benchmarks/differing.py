"""What no source holds, against what people marked: ``python -m benchmarks.differing [--data DATA]``.

The XSum hallucination spans (Maynez et al. 2020) of the articles that FRANK carries. A word of content counts as wrong
where two of three workers' spans hold it. Printed for each threshold of spelling and of rarity: of the words that the
program marks how many people marked (hits), how many they did not (false hints), how many that people marked it does
not (misses), by kind of word for the thresholds in use. Chosen on the articles in sight, told
for those held out as well.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter, defaultdict
from pathlib import Path

from benchmarks.figures import ROOT, emit
from benchmarks.offline_data import Record, load
from galley.core.judges.built_in import fitted_model
from galley.core.paths import resources
from galley.core.text.differences import COMMON, SPELLING, SourceVocabulary, find_unsupported
from galley.core.text.terms import locate_terms

THRESHOLDS = (84.0, 88.0, 90.0, 92.0, 95.0, 100.0)
RARITIES = (0.0, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7)
Spans = dict[tuple[str, str], dict[str, list[tuple[int, int]]]]


def spans(data: Path) -> Spans:
    """By article and system the spans of each worker, in code points from 0."""
    found: Spans = defaultdict(lambda: defaultdict(list))
    path = data / "xsum_hallucination" / "hallucination_annotations_xsum_summaries.csv"
    with path.open(encoding="utf-8") as handle:
        for row in csv.DictReader(handle):
            marked = found[row["bbcid"], row["system"]][row["worker_id"]]
            if row["hallucination_type"] not in ("", "NULL"):
                start = int(row["hallucinated_span_start"]) - 1
                marked.append((start, start + len(row["hallucinated_span"])))
    return found


def ordinary(rarity: float) -> frozenset[str]:
    """The stems that are less rare than this in the texts that the offline judge was fitted on."""
    background = fitted_model.load().background
    return frozenset(stem for stem in background.frequency if background.rarity(stem) < rarity)


def compared(records: list[Record], people: Spans, spelling: float, rarity: float) -> Counter[tuple[str, str]]:
    """How often (kind, hit, false or miss); of misses the kind is unknown."""
    tally: Counter[tuple[str, str]] = Counter()
    common = ordinary(rarity)
    for record in records:
        workers = people[record.document, record.name]
        sentence = record.sentences[0]
        source = [text for doc in record.docs for text in doc.units]
        marked = {
            each.span.start: each.kind.value
            for each in find_unsupported(sentence, SourceVocabulary(source, (), spelling, common))
        }
        for term, start, end in locate_terms(sentence):
            if not term:
                continue
            votes = sum(any(a < end and start < b for a, b in each) for each in workers.values())
            wrong = 2 * votes > len(workers)
            kind = marked.get(start)
            if kind is not None:
                tally[kind, "hit" if wrong else "false"] += 1
            elif wrong:
                tally["", "miss"] += 1
            else:
                tally["", "right"] += 1
    return tally


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.differing", description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--write", action="store_true", help="write the list of ordinary words anew")
    given = parser.parse_args()
    data = given.data
    if given.write:
        stems = "\n".join(sorted(ordinary(COMMON))) + "\n"
        (resources() / "common-stems.txt").write_text(stems, encoding="utf-8")
    people = spans(data)
    records = [record for record in load(data) if record.dataset == "xsum-spans"]
    for held_out in (False, True):
        part = [record for record in records if record.held_out is held_out]
        name = "held out" if held_out else "in sight"
        for spelling, rarity in (*((s, COMMON) for s in THRESHOLDS), *((SPELLING, r) for r in RARITIES)):
            tally = compared(part, people, spelling, rarity)
            sums = Counter[str]()
            for (_, what), n in tally.items():
                sums[what] += n
            hits, false, missed = sums["hit"], sums["false"], sums["miss"]
            precision, recall = hits / (hits + false), hits / (hits + missed)
            f = 1.25 * precision * recall / (0.25 * precision + recall)
            chance = (hits + missed) / sum(sums.values())
            figure = f"words in no source, spelling {spelling:g}, rarity {rarity:g}, {name}: F0.5"
            emit(figure, f, "", n=len(part), hits=hits, false=false,
                 misses=missed, precision=round(precision, 3), recall=round(recall, 3),
                 wrong_of_all_words=round(chance, 3))  # fmt: skip
            for kind in ("word", "name", "number", "date") if (spelling, rarity) == (SPELLING, COMMON) else ():
                right, wrong = tally[kind, "hit"], tally[kind, "false"]
                if right + wrong:
                    emit(f"  {kind}s, {name}: precision", right / (right + wrong), "", n=right + wrong)


if __name__ == "__main__":
    main()
