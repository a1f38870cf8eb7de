"""The limits above which the word-overlap score flags: in each data set the share of sentences that the user asks for.

The score is standardised on the sentences of a data set, articles and dialogues apart, where it has enough summaries;
the other data sets share one limit. So no data set is flagged as a whole because its wording differs. The limits are
stored with the run, so that the same command continues it, and later sentences follow the same limits.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from galley.core.domain import Document
from galley.core.judges.built_in.fitted_model import WEIGHTS, Array, FittedHead
from galley.core.judges.built_in.judge import BuiltInJudge, is_dialogue
from galley.core.judges.built_in.types import SourceDoc
from galley.core.judges.inquiry.model_texts import sources, summaries
from galley.core.judges.methods import _kgds
from galley.core.review.items import load_item_view
from galley.core.storage.connection import Connection
from galley.core.storage.queries import items as item_queries
from galley.core.storage.queries.runs import read_runs

CHECKS_VERSION = 1
"""Rises with every change of the checks that changes flags: such a judge is another one."""
LEAST_SUMMARIES = 30
"""Summaries from which on a data set is standardised by itself."""
LEAST_SENTENCES = 20
"""Sentences from which on they are standardised by their own, and not by those that the score was fitted on."""
MOST_SENTENCES = 2_000
"""Sentences of a data set that are measured; more move the means by less than noise."""
OTHERS = ""
"""The name of the group of all smaller data sets."""
KINDS = {False: "article", True: "dialogue"}


def hash_judge() -> str:
    """What tells this judge from one with other weights or checks."""
    weights = WEIGHTS.read_bytes().replace(b"\r\n", b"\n")
    return hashlib.sha256(weights + str(CHECKS_VERSION).encode()).hexdigest()


def build_docs(texts: Sequence[Document]) -> list[SourceDoc]:
    """The sources of an item as the judge takes them."""
    return [SourceDoc(d.role, [u.text for u in d.units], [u.speaker for u in d.units]) for d in texts]


def find_limits(connection: Connection, judge: BuiltInJudge, share: float, make: bool) -> dict[str, Any] | None:
    """The limits for a share (percent): those of an earlier run until there are twice as many sentences, else new ones.
    Without ``make`` those that are there, or None."""
    sentences = count_sentences(connection)
    for run in read_runs(connection):
        stored = json.loads(run.settings).get("version_of_judge") if run.method == "offline" else None
        if not stored:
            continue
        if (stored.get("judge"), stored.get("share")) == (hash_judge(), share) and sentences < 2 * stored["of"]:
            return stored
    return _measure_limits(connection, judge, share, sentences) if make else None


def count_sentences(connection: Connection) -> int:
    """The sentences of all summaries of a project."""
    return sum(group.units for group in item_queries.count_summaries(connection))


def _measure_limits(
    connection: Connection, judge: BuiltInJudge, share: float, sentences: int
) -> dict[str, Any]:
    summary_counts: Counter[str] = Counter()
    for summary_count in item_queries.count_summaries(connection):
        summary_counts[summary_count.dataset] += summary_count.summaries
    rows = item_queries.read_items(connection)
    random.Random(0).shuffle(rows)  # a sample, no secret
    measured: dict[tuple[str, bool], list[Array]] = {}
    counts: dict[str, int] = {}
    for item, _, dataset, _ in rows:
        group = dataset if summary_counts[dataset] >= LEAST_SUMMARIES else OTHERS
        if counts.get(group, 0) >= MOST_SENTENCES:
            continue
        view = load_item_view(connection, item)
        docs = build_docs(sources(view))
        for summary in summaries(view) if docs else ():
            if _kgds.is_extract(summary):
                continue
            values = judge.measure_sentences([unit.text for unit in summary.units], docs)
            values = values[~np.isnan(values[:, 0])]
            measured.setdefault((group, is_dialogue(docs)), []).append(values)
            counts[group] = counts.get(group, 0) + len(values)
    groups: dict[str, dict[str, Any]] = {}
    for (group, dialogue), parts in measured.items():
        head = judge.weights.dialogue if dialogue else judge.weights.article
        groups.setdefault(group, {})[KINDS[dialogue]] = _measure_group(head, np.concatenate(parts), share)
    about = {"judge": hash_judge(), "share": share, "of": sentences, "groups": groups}
    return {"id": hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:8], **about}


def _measure_group(head: FittedHead, values: Array, share: float) -> dict[str, Any]:
    """The standardising and the limit of a group of sentences: at most ``share`` percent of them lie above it."""
    head = head.own(values) if len(values) >= LEAST_SENTENCES else head
    scores = np.sort(head.chances(values))[::-1] if len(values) else np.zeros(0)
    most = round(share / 100 * len(scores))
    limit = 1.0
    if 0 < most < len(scores):  # between two scores: the same score differs in its last digits from batch to batch
        limit = max(float(scores[most - 1 : most + 1].mean()), float(scores[most]) + 1e-9)
    return {"mean": head.mean.tolist(), "scale": head.scale.tolist(), "limit": limit}


def find_head(
    limits: Mapping[str, Any], fitted: FittedHead, dataset: str, dialogue: bool
) -> tuple[FittedHead, float | None]:
    """The regression and the limit for a data set; the fitted one and no limit for sentences of a kind that the
    project did not hold when the limits were measured."""
    groups = limits["groups"]
    group = groups.get(dataset, groups.get(OTHERS, {})).get(KINDS[dialogue])
    if group is None:
        return fitted, None
    return replace(fitted, mean=np.array(group["mean"]), scale=np.array(group["scale"])), group["limit"]


def describe_share(limits: Mapping[str, Any]) -> str:
    """What the limits do, in a sentence."""
    return (
        f"The word-overlap score flags the {limits['share']:g} % of the sentences of each data set that share least"
        f" with their sources (limits {limits['id']})."
    )
