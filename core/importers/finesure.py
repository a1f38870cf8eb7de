"""FineSurE's raw-data files: summaries with three humans' sentence labels and a judge's recorded labels and
reply.

Two kinds of JSON Lines: fact checking (FRANK summaries, ``factuality_labels``) and key-fact alignment
(REALSumm summaries, ``key_fact_labels``). The format is that of the FineSurE repository (Song et al., ACL
2024).

Fact checking becomes verdicts of the scheme ``finesure``, whose combined criterion ``factual-error`` is the sentence
label. Key-fact alignment becomes scores (completeness, conciseness) and, where the judge's reply lists the
key facts, units of the kind fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from galley.core.definitions import schemes
from galley.core.domain import TYPE_UNCLEAR
from galley.core.import_types import ImportOptions, ImportReport, ParsedRecord
from galley.core.replies import replies, thinking
from galley.core.tables import json_lines, preview
from galley.core.tables.json_lines import JsonFields

NO_ERROR = "NoE"


class SentenceTypes(NamedTuple):
    """The types of one sentence: those it has for certain, and all that it may have (these included)."""

    certain: frozenset[str]
    possible: frozenset[str]


def assign_error_types(labels: Sequence[int], types: Sequence[str]) -> list[SentenceTypes] | None:
    """The types of each sentence; ``labels`` are 1 for a wrong sentence. None if the two lists do not fit."""
    shares: list[SentenceTypes] = []
    at = unit = 0
    while unit < len(labels):
        if not labels[unit]:
            if at >= len(types) or types[at] != NO_ERROR:
                return None
            shares.append(SentenceTypes(frozenset(), frozenset()))
            at, unit = at + 1, unit + 1
            continue
        wrong = _run(labels, unit, 1)
        stretch = types[at : at + _run([code != NO_ERROR for code in types], at, True)]
        if len(stretch) < wrong:
            return None
        spare = len(stretch) - wrong
        for n in range(wrong):
            own_types = stretch[n : n + spare + 1]
            if wrong == 1:
                certain_types = frozenset(own_types)
            else:  # the first sentence has the first type, the last the last; in between only what is alone
                certain_types = (
                    frozenset(own_types[:1]) if n == 0 else frozenset(own_types[-1:]) if n == wrong - 1 else frozenset()
                )
                if len(set(own_types)) == 1:
                    certain_types = frozenset(own_types)
            shares.append(SentenceTypes(certain_types, frozenset(own_types)))
        at, unit = at + len(stretch), unit + wrong
    return shares if at == len(types) else None


def _run(values: Sequence[object], start: int, sought_value: object) -> int:
    end = start
    while end < len(values) and values[end] == sought_value:
        end += 1
    return end - start


SCHEME = "finesure"
JUDGE = "finesure-judge"
METHOD = "finesure"
_BY = re.compile(r"\bby-(.+)$")


class FineSurEImporter:
    """Reads FineSurE raw-data files line by line."""

    name = "finesure"
    title = "FineSurE raw data"
    reads = "FineSurE's raw data"
    becomes = "summaries, three people's labels, a judge's labels, key facts"
    suffixes: tuple[str, ...] = (".json", ".jsonl")

    def recognises(self, head: bytes, path: Path) -> bool:
        """A first line that is an object with the fields every FineSurE record has."""
        first = preview.first_record(head)
        return first.startswith(b"{") and all(
            field in first for field in (b'"doc_id"', b'"transcript"', b'"sentences"', b'"raw_annotations"')
        )

    def read(self, paths: Sequence[Path], options: ImportOptions, report: ImportReport) -> Iterator[ParsedRecord]:
        """Yield one record a line: an item with its article, its reference and one summary.

        The judge is named by ``options.annotator``, or as the file name says after "by-". Records whose
        recorded labels are not one a sentence are unscored; where our reading of the judge's reply differs
        from what was recorded, a note names file and line. Raises: InputError.
        """
        preview.check_files(paths, report, self.title, self.recognises)
        names = {
            replies.squeeze(name): criterion.id
            for criterion in schemes.find_scheme(SCHEME).criteria
            for name in (criterion.name, *criterion.aliases)
        }
        for path in paths:
            judge = options.annotator or judge_name(path)
            for line, raw in json_lines.records(path, report):
                yield ParsedRecord(_record(JsonFields(raw, path, line), judge, names, report), str(path), line)


def judge_name(path: Path) -> str:
    """The judge that a file name like ``…-by-gpt-4o-2024-05-13.json`` names, else ``finesure-judge``."""
    match = _BY.search(path.stem)
    return match.group(1) if match else JUDGE


def _record(fields: JsonFields, judge: str, names: Mapping[str, str], report: ImportReport) -> dict[str, Any]:
    key, system = fields.text("doc_id"), fields.text("model")
    sentences, reference = fields.texts("sentences"), fields.text("reference")
    if not key or not sentences:
        raise fields.fault("the record lacks doc_id or sentences; fix the line.")
    summary = f"sum-{system}"
    record: dict[str, Any] = {
        "key": key,
        "dataset": fields.text("source"),
        "split": fields.text("split"),
        "documents": [
            {"id": "article", "role": "article", "text": fields.text("transcript")},
            {"id": "reference", "role": "reference", "text": reference},
            {"id": summary, "role": "summary", "system": system, "sentences": sentences},
        ],
        "units": [],
        "verdicts": [],
        "judged": [],
        "scores": [],
    }
    people = fields.within("raw_annotations")
    annotated = [people.within(name) for name in people.raw]
    if annotated and all("key_fact_labels" in annotation.raw for annotation in annotated):
        _alignment(fields, judge, record, summary, report)
        return record
    for name in people.raw:
        _human(name, people.within(name), len(sentences), summary, record, names, report)
    if "pred_faithfulness_labels" in fields.raw:
        _judge(fields, judge, sentences, summary, record, names, report)
    return record


def _human(
    name: str,
    annotation: JsonFields,
    count: int,
    summary: str,
    record: dict[str, Any],
    names: Mapping[str, str],
    report: ImportReport,
) -> None:
    labels, types = annotation.bits("factuality_labels"), annotation.texts("factuality_types")
    if len(labels) != count:
        raise annotation.fault(f"{name} labelled {len(labels)} sentences of {count}; fix the line.")
    unknown = sorted({code for code in types if code != NO_ERROR and replies.squeeze(code) not in names})
    if unknown:
        raise annotation.fault(f"{name} names an unknown error type, “{unknown[0]}”; fix the line.")
    shares = assign_error_types(labels, types)
    if shares is None:
        shares = [SentenceTypes(frozenset(), frozenset(types) - {NO_ERROR}) for _ in labels]
        report.note(
            str(annotation.path),
            annotation.line,
            f"{name}'s error types do not fit the labels; only the labels were imported.",
        )
    who = {"annotator": name, "kind": "human", "scheme": SCHEME}
    record["judged"].append(who | {"documents": [summary]})
    for unit, (label, share) in enumerate(zip(labels, shares, strict=True)):
        if not label:
            continue
        at = who | {"document": summary, "unit": unit}
        certain = {names[replies.squeeze(code)] for code in share.certain}
        open_ = {names[replies.squeeze(code)] for code in share.possible} - certain
        possible_types = ", ".join(sorted(share.possible)) or "none"
        if not certain:
            # The label is certain, the type is not: without this yes the combined criterion would be wrong.
            certain, open_ = {"other-error"}, open_ - {"other-error"}
            report.note(
                str(annotation.path), annotation.line,
                f"{name} calls sentence {unit + 1} wrong, but the file does not say with which type:"
                f" {possible_types}; it is recorded as other error.",
            )  # fmt: skip
        for criterion in sorted(certain):
            record["verdicts"].append(at | {"criterion": criterion, "value": "yes"})
        for criterion in sorted(open_):
            record["verdicts"].append(at | {"criterion": criterion, "value": None, "reason": TYPE_UNCLEAR[0]})
            report.count("types that are not certain")


def _judge(
    fields: JsonFields,
    judge: str,
    sentences: Sequence[str],
    summary: str,
    record: dict[str, Any],
    names: Mapping[str, str],
    report: ImportReport,
) -> None:
    labels, recorded = fields.bits("pred_faithfulness_labels"), fields.texts("pred_faithfulness_error_type")
    who: dict[str, Any] = {"annotator": judge, "kind": "judge", "scheme": SCHEME, "method": METHOD}
    who["model"] = "" if judge == JUDGE else judge
    read = replies.read_labels(_answer(fields), len(sentences), names)
    place = str(fields.path), fields.line
    if not len(labels) == len(recorded) == len(sentences):
        reason = f"the judge labelled {len(labels)} sentences of {len(sentences)}"
        report.note(*place, f"{judge}: {reason}; the summary is unscored.")
        report.count("replies unparsed")
        record["verdicts"] += [
            who | {"document": summary, "unit": unit, "criterion": criterion, "value": None, "reason": reason}
            for unit in range(len(sentences))
            for criterion in dict.fromkeys(names.values())
        ]
        return
    report.count("replies parsed")
    if read.is_repaired:
        report.count("replies repaired")
    if read.unscored_reason and "llm_output" in fields.raw:
        report.note(
            *place, f"{judge}: the labels are as recorded, but the reply cannot be read ({read.unscored_reason})."
        )
    record["judged"].append(who | {"documents": [summary]})
    for unit, (label, error_type) in enumerate(zip(labels, recorded, strict=True)):
        reply_label = read.labels[unit] if read.labels else None
        criterion = names.get(replies.squeeze(error_type), "")
        if label and not criterion:
            raise fields.fault(f"the judge names an unknown error type, “{error_type}”; fix the line.")
        at = who | {"document": summary, "unit": unit}
        explanation, reply_categories = (
            (reply_label.explanation, list(reply_label.categories)) if reply_label else ("", [])
        )
        expected_categories = [criterion] if label else []
        if reply_label and not reply_label.unscored_reason and reply_categories != expected_categories:
            reply_text = ", ".join(reply_categories) or "no error"
            report.note(
                *place, f"{judge} on sentence {unit + 1}: recorded is “{error_type}”, the reply says “{reply_text}”."
            )
            report.count("labels that differ from the reply")
            explanation = f"Recorded as “{error_type}”, while the reply says “{reply_text}”: {explanation}".rstrip(": ")
        if label:
            record["verdicts"].append(
                at | {"criterion": criterion, "value": "yes", "explanation": explanation or error_type}
            )
        for other in reply_categories:
            if other not in expected_categories:
                record["verdicts"].append(at | {"criterion": other, "value": "no", "explanation": explanation})


def _answer(fields: JsonFields) -> str:
    """The recorded reply without what was thought before it."""
    return thinking.split_thoughts(fields.text("llm_output"))[0] if "llm_output" in fields.raw else ""


def _alignment(fields: JsonFields, judge: str, record: dict[str, Any], summary: str, report: ImportReport) -> None:
    reference = record["documents"][1]
    reference["sentences"] = [reference.pop("text")]  # the key facts come from the reference as a whole
    people = fields.within("raw_annotations")
    for name in people.raw:
        annotation = people.within(name)
        facts, lines = annotation.bits("key_fact_labels"), annotation.bits("sentence_labels")
        # These files number the annotators 0, 1, 2; they are called as in the fact-checking files.
        who = {"annotator": f"annotator_{name}" if name.isdigit() else name, "kind": "human"}
        _scores(record, summary, who, facts, sum(lines) / len(lines) if lines else 0.0)
    if "pred_alignment_labels" not in fields.raw:
        return
    facts = fields.bits("pred_alignment_labels")
    cited = fields.raw.get("pred_sentence_line_numbers")
    count = len(record["documents"][-1]["sentences"])
    if not isinstance(cited, list):
        raise fields.fault("“pred_sentence_line_numbers” must be a list; fix the line.")
    who = {"annotator": judge, "kind": "judge", "method": METHOD, "model": "" if judge == JUDGE else judge}
    _scores(record, summary, who, facts, len({n for n in cited if n in range(1, count + 1)}) / count)
    reply_list = replies.parse_list(_answer(fields))
    texts = [e["key fact"] for e in reply_list.entries if isinstance(e, dict) and isinstance(e.get("key fact"), str)]
    if reply_list.reason or len(texts) != len(facts):
        reason = reply_list.reason or f"it lists {len(texts)} key facts of {len(facts)}"
        report.note(str(fields.path), fields.line, f"{judge}: the key facts cannot be read from the reply ({reason}).")
        return
    # named after the summary too: a judge repeats the key facts in each reply, not always in the same words
    record["units"] = [
        {"id": f"k{number} {summary}", "kind": "fact", "text": text, "from": [["reference", 0]], "type": "key"}
        for number, text in enumerate(texts, 1)
    ]


def _scores(record: dict[str, Any], summary: str, who: Mapping[str, str], facts: Sequence[int], concise: float) -> None:
    """Completeness: the share of key facts that the summary holds; conciseness: of sentences with one."""
    if facts:
        complete = sum(facts) / len(facts)
        record["scores"].append({**who, "document": summary, "metric": "completeness", "value": complete})
    record["scores"].append({**who, "document": summary, "metric": "conciseness", "value": concise})


IMPORTER = FineSurEImporter()
