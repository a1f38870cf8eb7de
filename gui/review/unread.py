"""What of an item a finish would leave, or has left, since it was not read: in words."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from galley.core.domain import Role, Scheme
from galley.core.project.desk import asked
from galley.core.tasks.finishing import needed, parted
from galley.gui import naming
from galley.gui.desk.opened import Opened
from galley.gui.language import tr, tr_n

_NAMED = 2


def names(opened: Opened, read: Collection[int], finished: bool = False) -> list[str]:
    """The titles of the documents without which a finish leaves something: those that are not ``read``; with
    ``finished`` only for what the last finish left."""
    view, criteria = opened.view, {c.row: c for scheme in opened.schemes for c in scheme.criteria}
    pairs = opened.left if finished else parted(view, silent(opened), opened.schemes, read)[1]
    wanted = {d for row, target in pairs if row in criteria for d in needed(view, criteria[row], target)} - set(read)
    titles = {tab.document.id: tab.title for tab in opened.tabs if tab.document is not None}
    found = [titles.get(d.id) or naming.TITLES[d.role] for d in view.documents if d.id in wanted]
    return list(dict.fromkeys(found))


def silent(opened: Opened, schemes: Sequence[Scheme] | None = None) -> list[tuple[int, int]]:
    """The (criterion, target) of which a finish says "no" in silence, once they were read; of ``schemes``, or of those
    that the item was read with."""
    schemes = opened.schemes if schemes is None else schemes
    concerned = {c.row for scheme in schemes for c in scheme.criteria if opened.concerns(c)}
    return [pair for pair in asked(opened.view, schemes) if pair[0] in concerned]


def listed(titles: list[str], most: int = _NAMED) -> str:
    """A few titles, and how many more there are."""
    more = len(titles) - most
    return ", ".join([*titles[:most], f"+ {more:,}"] if more > 0 else titles)


def finished_words(opened: Opened, read: Collection[int], key: str, anything: bool) -> str:
    """What the last finish covered, if ``anything``, and what it left."""
    targets = {target for _, target in silent(opened)}
    done = len(targets) - len({target for _, target in opened.left} & targets)
    left = listed(names(opened, read, finished=True))
    if not left:
        return tr("All is read now; press {key} to finish the rest", key=key)
    if not anything:
        return tr("Nothing was finished; not read: {names}", names=left)
    if not done or any(opened.view.document(target).role is not Role.SUMMARY for target in targets):
        return tr("Finished what was read; not read: {names}", names=left)
    return tr_n(
        "Finished {done:,} of {n:,} summary; not read: {names}",
        "Finished {done:,} of {n:,} summaries; not read: {names}",
        len(targets),
        done=done,
        names=left,
    )
