"""One file of a merge on its way in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from galley.core.errors import InputError
from galley.core.packages.answers import Answers
from galley.core.packages.merge_report import Came
from galley.core.packages.package import Issued
from galley.core.packages.repeats import RepeatedAnswers
from galley.core.packages.rights import Rights
from galley.core.project.log_replay import ANSWERS
from galley.core.project.logrow import LogRow


@dataclass(slots=True)
class Taken:
    """One file on its way in. ``here`` is the name that each reviewer in it gets, ``top`` the last decision before;
    ``aside`` takes what only repeats, ``rows`` are its decisions as they are here, ``new`` those that came, ``asked``
    what a finish covered where it covers less here."""

    answers: Answers
    issued: Issued | None
    rights: Rights
    here: Mapping[str, str]
    file: Came
    top: int
    aside: RepeatedAnswers
    passed: int = 0
    rows: dict[str, LogRow] = field(default_factory=dict)
    new: list[LogRow] = field(default_factory=list)
    asked: dict[str, list[list[Any]]] = field(default_factory=dict)

    @property
    def since(self) -> tuple[int, str]:
        """The last decision that was in the log when the package was made (0: none), and when that was."""
        return (self.issued.seen, self.issued.package.at) if self.issued is not None else (0, "")

    def worded(self, said: dict[str, Any]) -> dict[str, Any]:
        """A decision in the words of this project: its names of the reviewer and of judges that were hidden."""
        theirs = said.get("reviewer")
        judges = self.issued.judges if self.issued is not None else {}
        if self.here[str(theirs)] == theirs and said.get("flag") not in judges:
            return said
        found = {**said, "reviewer": self.here[str(theirs)]}
        if said.get("flag") in judges:
            found["flag"] = judges[said["flag"]]
        if said.get("replaced") and found["reviewer"] != theirs:
            mine = {"annotator": found["reviewer"]}
            found["replaced"] = [{**e, **mine} if e.get("annotator") == theirs else e for e in said["replaced"]]
        return found


def called_here(answers: Answers, called: Mapping[str, str]) -> dict[str, str]:
    """The names that the user gave, by the name in the file; "" stands for the only one in it."""
    if "" not in called:
        return dict(called)
    theirs = {str(said.get("reviewer")) for item in answers.items for said in item["decisions"]}
    if len(theirs) > 1:
        raise InputError(
            f"{answers.file} holds answers of {', '.join(sorted(theirs))}; say whose name changes: --as OLD=NEW."
        )
    return {**{one: called[""] for one in theirs}, **{old: new for old, new in called.items() if old}}


def same(row: LogRow, said: Mapping[str, Any]) -> None:
    """Raises: InputError where a decision that is here says something else than the file."""
    if (row.action, row.at) != (said.get("action"), said.get("at")) or (
        row.value != said.get("value") and row.action in ANSWERS
    ):
        raise InputError(f"the decision {row.uid!r} is here with another content, so the file was edited")
