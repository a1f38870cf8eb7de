"""What a finish would say of an item without anybody's saying it, and what it would leave, or has left, since it was
not read: in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from galley.core.domain import Criterion, CriterionId, Document, Role, Scheme, UnitKind
from galley.core.review.decision_writer import asked_pairs
from galley.core.review.items import ItemView
from galley.core.tasks.finish import OWN, Pair, find_needed_documents, split_pairs
from galley.gui import labels
from galley.gui.text_panes.item import ReviewItem
from galley.gui.translation import tr, tr_n

_NAMED = 2


def find_unread_names(review_item: ReviewItem, read: Collection[int], finished: bool = False) -> list[str]:
    """The titles of the documents without which a finish leaves something: those that are not ``read``; with
    ``finished`` only for what the last finish left."""
    view, criteria = review_item.view, {c.row: c for scheme in review_item.schemes for c in scheme.criteria}
    pairs = review_item.unfinished_pairs if finished else split_item_pairs(review_item, read)[1]
    needed_documents = {
        d for row, target in pairs if row in criteria for d in find_needed_documents(view, criteria[row], target)
    } - set(read)
    titles = {tab.document.id: tab.title for tab in review_item.tabs if tab.document is not None}
    document_names = [titles.get(d.id) or labels.TITLES[d.role] for d in view.documents if d.id in needed_documents]
    return list(dict.fromkeys(document_names))


def split_item_pairs(review_item: ReviewItem, read: Collection[int]) -> tuple[list[Pair], list[Pair]]:
    """The (criterion, target) that a finish covers now, and those that it leaves (see ``finish.split_pairs``)."""
    wholes = review_item.view.whole_criteria if review_item.asked_cells.task is None else ()
    return split_pairs(review_item.view, find_implicit_no_pairs(review_item), review_item.schemes, read, wholes)


def find_unread_targets(review_item: ReviewItem, read: Collection[int]) -> set[int]:
    """The documents (row ids) that must be read to their end before a finish covers all of the item: those that it is
    about, whether or not a criterion is asked of them where nothing is assumed."""
    if not find_implicit_no_pairs(review_item):
        return {tab.target for tab in review_item.tabs if tab.target and tab.target not in read}
    return {target for _, target in split_item_pairs(review_item, read)[1]} - set(read)


def find_unflagged_wholes(review_item: ReviewItem) -> set[int] | None:
    """The documents (row ids) of which a finish says "no" as a whole by some criterion, since no judge flagged them by
    it; None where it speaks of units."""
    view, pairs = review_item.view, find_implicit_no_pairs(review_item)
    if not pairs or review_item.asked_cells.task is not None or not {row for row, _ in pairs} <= view.whole_criteria:
        return None
    flagged = view.find_flagged_wholes()
    return {pair[1] for pair in pairs if pair not in flagged}


def find_implicit_no_pairs(
    review_item: ReviewItem, schemes: Sequence[Scheme] | None = None
) -> list[tuple[CriterionId, int]]:
    """The (criterion, target) of which a finish says an implicit "no", once they were read; of ``schemes``, or of those
    that the item was read with."""
    schemes = review_item.schemes if schemes is None else schemes
    concerned = {c.row for scheme in schemes for c in scheme.criteria if review_item.concerns(c)}
    return [pair for pair in asked_pairs(review_item.view, schemes) if pair[0] in concerned]


def join_names(titles: list[str], most: int = _NAMED) -> str:
    """A few titles, and how many more there are."""
    more = len(titles) - most
    return ", ".join([*titles[:most], f"+ {more:,}"] if more > 0 else titles)


def finished_words(review_item: ReviewItem, read: Collection[int], key: str, anything: bool) -> str:
    """What the last finish covered, if ``anything``, and what it left."""
    targets = {target for _, target in find_implicit_no_pairs(review_item)}
    done = len(targets) - len({target for _, target in review_item.unfinished_pairs} & targets)
    unread_names = join_names(find_unread_names(review_item, read, finished=True))
    if not unread_names:
        return tr("Everything is read now; press {key} to finish the rest", key=key)
    if not anything:
        return tr("Nothing was finished; not read: {names}", names=unread_names)
    if not done or any(review_item.view.document(target).role is not Role.SUMMARY for target in targets):
        return tr("Finished what was read; not read: {names}", names=unread_names)
    return tr_n(
        "Finished {done:,} of {n:,} summary; not read: {names}",
        "Finished {done:,} of {n:,} summaries; not read: {names}",
        len(targets),
        done=done,
        names=unread_names,
    )


def count_covered(review_item: ReviewItem, read: Collection[int]) -> tuple[Counter[UnitKind], int]:
    """(units of each kind of which a finish says "no" where they are not marked, criteria by which it does), with the
    documents (row ids) that were ``read``."""
    criteria = {c.row: c for scheme in review_item.schemes for c in scheme.criteria}
    pairs, _ = split_item_pairs(review_item, read)
    units = _units(review_item.view, criteria, pairs)
    return Counter(units.values()), len({row for row, _ in pairs})


def describe_finish(review_item: ReviewItem, read: Collection[int]) -> list[str]:
    """What finishing says and what it leaves, a line each."""
    units, criteria = count_covered(review_item, read)
    unread_names = join_names(find_unread_names(review_item, read))
    lines = []
    if units:
        parts = {kind: n for kind, n in units.items() if kind is not UnitKind.WHOLE} or units
        counted = join_names([labels.count_label(n, kind) for kind, n in parts.items()], len(parts))
        lines.append(
            tr_n(
                "Finishing records an implicit no for everything unmarked: {units}, {n:,} criterion.",
                "Finishing records an implicit no for everything unmarked: {units}, {n:,} criteria.",
                criteria,
                units=counted,
            )
        )
    if unread_names and units:
        lines.append(
            tr("Not read: {names}. What is not read stays open, and so does the item.", names=unread_names)
        )
    elif unread_names:
        lines.append(tr("Finishing records nothing before you have read: {names}.", names=unread_names))
    return lines


def _units(view: ItemView, criteria: Mapping[CriterionId, Criterion], pairs: Collection[Pair]) -> dict[int, UnitKind]:
    """The units by row id that are asked about by these (criterion, target) pairs."""
    unit_kinds: dict[int, UnitKind] = {}
    flagged = view.find_flagged_wholes()
    for row, target in pairs:
        criterion = criteria[row]
        for home in view.documents:
            if home.role in criterion.roles and (home.id == target or (criterion.about == "summary" and _other(home))):
                if criterion.unit is UnitKind.WHOLE:
                    unit_kinds[home.whole] = UnitKind.WHOLE
                if row in view.whole_criteria:
                    if home.id == target and (row, target) not in flagged:
                        unit_kinds[home.whole] = UnitKind.WHOLE
                    continue
                units = (*home.units, *(unit for unit in view.derived_units if unit.document == home.id))
                unit_kinds.update((unit.id, unit.kind) for unit in units if unit.kind == criterion.unit)
    return unit_kinds


def _other(home: Document) -> bool:
    """Whether a document is no summary: units of those are judged as part of their own alone."""
    return home.role not in OWN
