"""One file of a merge on its way in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from galley.core.campaign.answer_checks import Rights
from galley.core.campaign.answers import Answers
from galley.core.campaign.merge_report import FileReport
from galley.core.campaign.package import PackageRecord
from galley.core.campaign.repeats import RepeatedAnswers
from galley.core.errors import InputError
from galley.core.review.replay import ANSWERS
from galley.core.storage.log_row import LogRow


@dataclass(slots=True)
class Taken:
    """One file on its way in. ``reviewer_names`` is the name that each reviewer in it gets, ``top`` the last
    decision before;
    ``aside`` takes what only repeats, ``rows`` are its decisions as they are here, ``new`` those that came,
    ``asked_pairs`` what a finish covered where it covers less here."""

    answers: Answers
    package_record: PackageRecord | None
    rights: Rights
    reviewer_names: Mapping[str, str]
    file: FileReport
    top: int
    aside: RepeatedAnswers
    skipped_opinions: int = 0
    rows: dict[str, LogRow] = field(default_factory=dict)
    new: list[LogRow] = field(default_factory=list)
    asked_pairs: dict[str, list[list[Any]]] = field(default_factory=dict)

    @property
    def since(self) -> tuple[int, str]:
        """The last decision that was in the log when the package was made (0: none), and when that was."""
        return (
            (self.package_record.last_decision, self.package_record.package.at)
            if self.package_record is not None
            else (0, "")
        )

    def translate_decision(self, decision: dict[str, Any]) -> dict[str, Any]:
        """A decision in the words of this project: its names of the reviewer and of judges that were hidden."""
        theirs = decision.get("reviewer")
        judges = self.package_record.judges if self.package_record is not None else {}
        if self.reviewer_names[str(theirs)] == theirs and decision.get("flag") not in judges:
            return decision
        local_decision = {**decision, "reviewer": self.reviewer_names[str(theirs)]}
        if decision.get("flag") in judges:
            local_decision["flag"] = judges[decision["flag"]]
        if decision.get("replaced") and local_decision["reviewer"] != theirs:
            own_annotator = {"annotator": local_decision["reviewer"]}
            local_decision["replaced"] = [
                {**e, **own_annotator} if e.get("annotator") == theirs else e for e in decision["replaced"]
            ]
        return local_decision


def called_here(answers: Answers, new_names: Mapping[str, str]) -> dict[str, str]:
    """The names that the user gave, by the name in the file; "" stands for the only one in it."""
    if "" not in new_names:
        return dict(new_names)
    theirs = {str(decision.get("reviewer")) for item in answers.items for decision in item["decisions"]}
    if len(theirs) > 1:
        raise InputError(
            f"{answers.file} holds answers of {', '.join(sorted(theirs))}; say whose name changes: --rename OLD=NEW."
        )
    return {**{one: new_names[""] for one in theirs}, **{old: new for old, new in new_names.items() if old}}


def require_same(row: LogRow, decision: Mapping[str, Any]) -> None:
    """Raises: InputError where a decision that is here says something else than the file."""
    if (row.action, row.at) != (decision.get("action"), decision.get("at")) or (
        row.value != decision.get("value") and row.action in ANSWERS
    ):
        raise InputError(f"the decision {row.uid!r} is here with another content, so the file was edited")
