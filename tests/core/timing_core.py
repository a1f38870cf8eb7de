"""How long parts of core take, beside a bare figure of the same run: ``make bench``, one JSON line a figure.

The name keeps these out of ``make test``, which asserts no time.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import krippendorff
import numpy as np

from benchmarks.figures import emit, median
from galley.core.rules.arrays import NOTHING, rule_all
from galley.core.rules.scalar import rule_on
from galley.core.stats.agreement_coefficients import krippendorff_alpha
from galley.core.stats.bootstrap import resample
from galley.core.text.passages import Passages
from tests.core.test_rules import NO, PAIR, YES, said
from tests.core.test_stats_spans import mean


def milliseconds(work: Callable[[], object], times: int) -> list[float]:
    """Milliseconds of processor time of each run."""
    took = []
    for _ in range(times):
        start = time.process_time()
        work()
        took.append((time.process_time() - start) * 1_000)
    return took


def report(name: str, took: list[float], bare: list[float]) -> None:
    emit(name, median(took), "ms", n=len(took), bare=median(bare), worst=max(took))


def test_rules() -> None:
    chance = np.random.default_rng(0)
    cells = [said(*chance.choice([YES, NO], 2).tolist()) for _ in range(500)]
    states = chance.integers(NOTHING, 2, (1_700_000, 2)).astype(np.int16)
    gold = np.where(chance.random(1_700_000) < 0.1, 1, NOTHING).astype(np.int16)
    bare = milliseconds(lambda: [len({voice for voice in voices}) for voices in cells], 5)
    took = milliseconds(lambda: [rule_on(voices, PAIR) for voices in cells], 5)
    report("500 cells by a rule, one by one (bare: a set of each)", took, bare)
    bare = milliseconds(lambda: np.where(states[:, 0] == states[:, 1], states[:, 0], gold), 3)
    took = milliseconds(lambda: rule_all(states, PAIR, gold), 3)
    report("1,700,000 cells by a rule (bare: one comparison)", took, bare)


def test_agreement() -> None:
    codes = np.random.default_rng(12).integers(0, 5, (333_333, 3)).astype(np.int8)
    given = codes.T.astype(float)
    bare = milliseconds(lambda: krippendorff.alpha(reliability_data=given), 2)
    took = milliseconds(lambda: krippendorff_alpha(codes, 5, "interval"), 3)
    report("Krippendorff's alpha of a million verdicts (bare: krippendorff)", took, bare)


def test_bootstrap() -> None:
    table = np.random.default_rng(5).random((100_000, 4))
    bare = milliseconds(lambda: [table.mean(axis=0) for _ in range(2_000)], 1)
    report("2,000 resamples of 100,000 rows (bare: 2,000 means)", milliseconds(lambda: resample(table, mean), 1), bare)


def test_passages() -> None:
    chance = random.Random(1)
    words = ["".join(chance.choices("abcdefghilmnoprstu", k=chance.randint(2, 9))) for _ in range(20_000)]
    common_first = [1 / (at + 3) for at in range(len(words))]
    units = [" ".join(chance.choices(words, common_first, k=60)) for _ in range(2_000)]
    passages = Passages(units)
    sentence = " ".join(chance.sample(units[7].split(), 15)) + " in 1994"
    bare = milliseconds(lambda: [sentence in unit for unit in units], 20)
    took = milliseconds(lambda: passages.align(sentence), 20)
    report("a sentence against 2,000 paragraphs (bare: 2,000 searches)", took, bare)


def test_a_megabyte_of_text() -> None:
    from galley.core.text.segmentation import paragraphs, sentences, turns

    text = "He is ok. Ann said so, and Ben agreed.\n" * 25_000
    bare = milliseconds(lambda: text.split("."), 3)
    for split in (sentences, paragraphs, turns):
        took = milliseconds(lambda split=split: split(text), 3)
        report(f"{split.__name__} of a megabyte (bare: str.split)", took, bare)
