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
class Handing:
    """What a package for ``reviewer`` holds beside the texts. ``flags``: what judges and imports said. ``others``:
    other people's answers. ``gold``: adjudicated verdicts. ``letters``: what stands for the name of each judge, where
    names are hidden. The reviewer's own answers are always there, so that work can go on where it was left."""

    reviewer: str
    flags: bool = True
    others: bool = False
    gold: bool = False
    letters: Mapping[str, str] = field(default_factory=dict)

    def holds(self, entry: Mapping[str, Any]) -> bool:
        """Whether what this annotator said goes along."""
        kind = entry.get("kind", AnnotatorKind.IMPORT)
        if kind == AnnotatorKind.HUMAN:
            return self.others or entry["annotator"] == self.reviewer
        return self.gold if kind == AnnotatorKind.GOLD else self.flags

    def annotators(self, entries: list[Record]) -> list[Record]:
        """The annotators of the header that go along. Hidden judges come in the order of their letters."""
        kept = [self._veiled(entry) for entry in entries if self.holds(entry)]
        return sorted(kept, key=lambda entry: entry["annotator"] if self._letter(entry) else "")

    def item(self, record: Record) -> Record:
        """The record as it goes into the package."""
        found = {name: value for name, value in record.items() if name not in LISTS}
        for name in LISTS:
            if entries := record.get(name):
                found[name] = [self._said(entry) for entry in entries if self.holds(entry)]
        if record.get("decisions"):
            found["decisions"] = self._decisions(record["decisions"])
        return found

    def _said(self, entry: Record) -> Record:
        said = entry.get("explanation_verdict")
        if said:
            entry = {**entry, "explanation_verdict": [each for each in said if self.holds(each)]}
        return self._veiled(entry)

    def _veiled(self, entry: Record) -> Record:
        if not self.letters or entry.get("kind") not in JUDGES:
            return entry
        return {
            **{name: value for name, value in entry.items() if name not in NAMED},
            "annotator": self.letters[entry["annotator"]],
        }

    def _letter(self, entry: Record) -> bool:
        return bool(self.letters) and entry.get("kind") in JUDGES

    def _decisions(self, log: list[Record]) -> list[Record]:
        """Those that go along; an undo of one that does not, does not either."""
        found, kept = [], set()
        for entry in log:
            refers = entry.get("refers")
            if refers in kept if refers is not None else self._goes(entry):
                kept.add(entry["uid"])
                found.append(self._about(entry))
        return found

    def _about(self, entry: Record) -> Record:
        """The decision without the name of the judge that it was about, where that is not to be seen."""
        if not self.flags:
            return {name: value for name, value in entry.items() if name not in ("flag", "flag_kind")}
        letter = self.letters.get(entry.get("flag", ""))
        return {**entry, "flag": letter} if letter else entry

    def _goes(self, entry: Record) -> bool:
        match entry["action"]:
            case Action.REVISE:
                return True
            case Action.SETTLE:
                return self.gold
            case Action.REASON if not self.flags:
                return False  # it is about a verdict that is not there
        return self.others or entry["reviewer"] == self.reviewer


LISTS = ("verdicts", "judged", "scores")
