"""How good and how fast the offline evidence links are, on the KGDS benchmark.

    python benchmarks/links.py [KGDS.json]

KGDS gives, for each article paragraph, the atomic facts that were drawn from it: linking each fact with all
paragraphs of its article should give back its own. Its clear atomic opinions come from the discussion, so no
paragraph is right for them; how many are linked at all says how much a link means. The facts were worded from
their paragraphs, so a real summary is harder. Prints one JSON line per figure; Wilson intervals at 95 %.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from galley.core.text.evidence_links import COVERED, LINKED, links  # noqa: E402

Z = 1.959963984540054


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The Wilson score interval of ``hits`` in ``n`` at 95 %."""
    share, z = hits / n, Z
    middle = share + z * z / (2 * n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def share(name: str, hits: int, n: int) -> None:
    """Print a share with its interval."""
    low, high = wilson(hits, n)
    figure = {
        "figure": name,
        "value": round(hits / n, 4),
        "n": n,
        "low": round(low, 4),
        "high": round(high, 4),
    }
    print(json.dumps(figure))


def facts(record: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """The atomic facts of one record, each with its paragraph counted from 0."""
    for field in ("BSPAF", "BNPAF"):
        for paragraph in record[field]:
            for fact in paragraph["atomic_facts"]:
                yield fact["atomic_fact"], paragraph["paragraph_index"] - 1


def quality(path: Path) -> None:
    """Retrieval figures over all records."""
    n = first = among = unlinked = opinions = opinions_linked = opinions_strong = facts_strong = 0
    for record in json.loads(path.read_text(encoding="utf-8")):
        paragraphs = [p["paragraph_text"] for p in record["SBK"]]
        pairs = list(facts(record))
        for (_, gold), found in zip(pairs, links([f for f, _ in pairs], paragraphs).sentences, strict=True):
            n += 1
            unlinked += not found
            first += bool(found) and found[0].source == gold
            among += any(link.source == gold for link in found)
            facts_strong += bool(found) and found[0].strength >= COVERED
        said = [opinion.replace("**", "") for opinion in record["CAO"]]
        for found in links(said, paragraphs).sentences:
            opinions += 1
            opinions_linked += bool(found)
            opinions_strong += bool(found) and found[0].strength >= COVERED
    share("kgds facts: first link is the fact's paragraph", first, n)
    share("kgds facts: paragraph is among the links (at most 3)", among, n)
    share("kgds facts: no link at all", unlinked, n)
    share(f"kgds facts: first link at least {COVERED}", facts_strong, n)
    share(f"kgds opinions: no link (none reaches {LINKED})", opinions - opinions_linked, opinions)
    share(f"kgds opinions: no link at least {COVERED}", opinions - opinions_strong, opinions)


def timed(name: str, work: Callable[[], object], times: int) -> None:
    """Print the median time of ``work`` in milliseconds."""
    took = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    print(
        json.dumps(
            {"figure": name, "value": round(sorted(took)[times // 2] * 1000, 2), "unit": "ms", "n": times}
        )
    )


def speed() -> None:
    """The time for a typical and for a very long item of made-up words."""
    chance = random.Random(7)
    words = ["".join(chance.choices("abcdefghilmnoprstu", k=chance.randint(3, 9))) for _ in range(8_000)]
    rank = [1 / (i + 5) for i in range(len(words))]

    def text(n: int) -> str:
        return " ".join(chance.choices(words, rank, k=n)) + "."

    turns, speakers = [f"I {text(15)}" for _ in range(12)], ["Doctor", "Patient"] * 6
    paragraphs = [text(40) for _ in range(14)]
    sentences = [text(20) for _ in range(5)]
    timed(
        "links: 12 turns, 14 paragraphs, 5 sentences",
        lambda: links(sentences, turns + paragraphs, speakers + [""] * 14),
        51,
    )
    long_source, long_summary = [text(40) for _ in range(2_000)], [text(20) for _ in range(40)]
    timed("links: 2,000 paragraphs, 40 sentences", lambda: links(long_summary, long_source), 5)


if __name__ == "__main__":
    data = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT.parent / "shared" / "data" / "kgds" / "KGDS.json"
    if data.exists():
        quality(data)
    else:
        print(f"{data} is not there: no quality figures.", file=sys.stderr)
    speed()
