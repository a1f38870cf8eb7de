"""One person's items to another: what a reader has not finished is taken back and packed for somebody else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from galley.core.errors import InputError
from galley.core.packages import narrowing, takeback
from galley.core.packages.pack import Packed, Progress, pack
from galley.core.packages.takeback import Back
from galley.core.packages.wish import Wish
from galley.core.project.project import Project


def hand_over(
    project: Project,
    who: str,
    wanted: Mapping[str, Path],
    wish: Wish,
    by: str,
    *,
    everything: bool = False,
    overwrite: bool = False,
    progress: Progress | None = None,
    keys: Mapping[str, str] | None = None,
) -> tuple[list[Back], list[Packed]]:
    """Take back what ``who`` has not finished of the task of ``wish`` (with ``everything`` all of it) and pack it for
    others, name to path, in the name of ``by``. What they discuss in another round stays theirs.

    Raises: InputError, ProjectError, Cancelled. Then nothing was taken back, and no package is there.
    """
    known = takeback.find(project.reader(), "", who, wish.task or "flags")
    given = [each for each in known if each.package.round == wish.round]
    if not given:
        raise InputError(f"{who} was handed this only to discuss it, which nobody does for them; take it back instead.")
    back = project.write(lambda c: takeback.take_back(c, given, by, not everything)).result()
    try:
        only = f"{narrowing.FROM}{back[0].reviewer}"
        asked = replace(wish, only=only)
        return back, pack(project, wanted, asked, overwrite=overwrite, progress=progress, keys=keys or {})
    except BaseException:
        project.write(lambda c: takeback.accept(c, [each.package for each in back], by)).result()
        raise
