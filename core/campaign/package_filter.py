"""What of an item a reviewer is handed: its native record without what others said, as far as was asked for.

Revisions of derived units always go along, whoever made them: they are the text that is reviewed, no answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from galley.core.domain import JUDGES, Action, AnnotatorKind

Record = dict[str, Any]

NAMED = ("annotator", "method", "model", "prompt")


@dataclass(frozen=True, slots=True)
class PackageFilter:
    """What a package for ``reviewer`` holds beside the texts. ``flags``: what judges and imports said. ``others``:
    other people's answers. ``gold``: adjudicated verdicts. ``letters``: what stands for the name of each judge, where
    names are hidden. The reviewer's own answers are always there, so that work can go on where it was left."""

    reviewer: str
    flags: bool = True
    others: bool = False
    gold: bool = False
    letters: Mapping[str, str] = field(default_factory=dict)

    def includes(self, entry: Mapping[str, Any]) -> bool:
        """Whether what this annotator said goes along."""
        kind = entry.get("kind", AnnotatorKind.IMPORT)
        if kind == AnnotatorKind.HUMAN:
            return self.others or entry["annotator"] == self.reviewer
        return self.gold if kind == AnnotatorKind.GOLD else self.flags

    def filter_annotators(self, entries: list[Record]) -> list[Record]:
        """The annotators of the header that go along. Hidden judges come in the order of their letters."""
        records = [self._hide_name(entry) for entry in entries if self.includes(entry)]
        return sorted(records, key=lambda entry: entry["annotator"] if self._is_hidden_judge(entry) else "")

    def filter_item(self, record: Record) -> Record:
        """The record as it goes into the package."""
        item_record = {name: value for name, value in record.items() if name not in LISTS}
        for name in LISTS:
            if entries := record.get(name):
                item_record[name] = [self._filter_opinions(entry) for entry in entries if self.includes(entry)]
        if record.get("decisions"):
            item_record["decisions"] = self._filter_decisions(record["decisions"])
        return item_record

    def _filter_opinions(self, entry: Record) -> Record:
        opinions = entry.get("explanation_verdict")
        if opinions:
            entry = {**entry, "explanation_verdict": [opinion for opinion in opinions if self.includes(opinion)]}
        return self._hide_name(entry)

    def _hide_name(self, entry: Record) -> Record:
        if not self.letters or entry.get("kind") not in JUDGES:
            return entry
        return {
            **{name: value for name, value in entry.items() if name not in NAMED},
            "annotator": self.letters[entry["annotator"]],
        }

    def _is_hidden_judge(self, entry: Record) -> bool:
        return bool(self.letters) and entry.get("kind") in JUDGES

    def _filter_decisions(self, log: list[Record]) -> list[Record]:
        """Those that go along; an undo of one that does not, does not either."""
        log_entries, uids = [], set()
        for entry in log:
            refers = entry.get("refers")
            if refers in uids if refers is not None else self._includes_decision(entry):
                uids.add(entry["uid"])
                log_entries.append(self._hide_flag_judge(entry))
        return log_entries

    def _hide_flag_judge(self, entry: Record) -> Record:
        """The decision without the name of the judge that it was about, where that is not to be seen."""
        if not self.flags:
            return {name: value for name, value in entry.items() if name not in ("flag", "flag_kind")}
        letter = self.letters.get(entry.get("flag", ""))
        return {**entry, "flag": letter} if letter else entry

    def _includes_decision(self, entry: Record) -> bool:
        match entry["action"]:
            case Action.REVISE:
                return True
            case Action.ADJUDICATE:
                return self.gold
            case Action.REASON if not self.flags:
                return False  # it is about a verdict that is not there
        return self.others or entry["reviewer"] == self.reviewer


LISTS = ("verdicts", "judged", "scores")
