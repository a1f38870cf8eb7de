"""Conflicts of people with judges, counted by item in sets: the queue of a project of 100,000 items opens from this.

- a flag that people found wrong. The judges' records (``trust``) count these by judge, criterion and item; a cell that
  several judges flagged counts for the first of them, so cells are looked at only where an earlier judge is wrong about
  the same criterion of the same item, or where there is gold;
- a yes of the people where a judge says no, in words or in silence. It counts for the first of the people who said it.

The statements name annotators by their numbers and walk in the order of the items, so that what they look up lies
together.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence

from galley.core.domain import JUDGES, NO_CRITERION, AnnotatorId, AnnotatorKind, CriterionId, ItemId
from galley.core.storage import names


def count_conflicts(
    connection: sqlite3.Connection, criterion: CriterionId = NO_CRITERION
) -> tuple[Counter[ItemId], set[ItemId]]:
    """(the number of conflicts on yes/no criteria by item; the items in which people and judges differ on another
    scale), on one criterion or on all."""
    statements = _Statements(connection, criterion)
    counts: Counter[ItemId] = Counter()
    if not (statements.judges and statements.people):
        return counts, set()
    for statement in (
        *map(statements.wrong_flags_statement, statements.judges),
        *map(statements.denial_statement, statements.people),
    ):
        counts.update(dict(connection.execute(statement, {"golden": statements.golden}).fetchall()))
    differing = connection.execute(statements.difference_statement()) if statements.other else ()
    return counts, {item for (item,) in differing}


class _Statements:
    """Who speaks in a project, and statements about them. ``of`` is the alias of a row with a criterion, a unit and a
    target."""

    def __init__(self, connection: sqlite3.Connection, criterion: CriterionId = NO_CRITERION) -> None:
        self.criterion = criterion
        kinds = {row: annotator.kind for row, annotator in names.annotators(connection).items()}
        self.judges = [row for row, kind in kinds.items() if kind in JUDGES]
        self.people = [row for row, kind in kinds.items() if kind == AnnotatorKind.HUMAN]
        self.gold = [row for row, kind in kinds.items() if kind == AnnotatorKind.GOLD]
        statement = "SELECT id FROM annotator WHERE EXISTS (SELECT 1 FROM judged WHERE annotator_id = annotator.id)"
        self.implicit_annotators = {row for (row,) in connection.execute(statement)}
        partly = "SELECT id FROM annotator WHERE id IN (SELECT annotator_id FROM unsaid)"
        self.partly = {row for (row,) in connection.execute(partly)}
        self.other = [row for row, criterion in names.criteria(connection).items() if criterion.scale != "yes-no"]
        self.standing_condition = names.retired_filter(connection, "{}.unit_id")
        gold = f"SELECT DISTINCT item_id FROM verdict WHERE annotator_id IN ({_list(self.gold)})"
        gold += f" UNION SELECT item_id FROM judged WHERE annotator_id IN ({_list(self.gold)})"
        self.golden = json.dumps([row for (row,) in connection.execute(gold)])

    # Statements ----------------------------------------------------------------------------------------------------

    def wrong_flags_statement(self, judge: AnnotatorId) -> str:
        """Items with the number of a judge's flags that people found wrong, and that no earlier judge has set."""
        also = {
            earlier: f"EXISTS (SELECT 1 FROM trust WHERE annotator_id = {earlier} AND criterion_id = own.criterion_id"
            " AND item_id = own.item_id AND wrong > 0)"
            for earlier in self.judges[: self.judges.index(judge)]
        }
        alone = " AND ".join(
            ["item_id NOT IN (SELECT value FROM json_each(:golden))", *(f"NOT {t}" for t in also.values())]
        )
        flags = (
            "(SELECT count(*) FROM verdict AS flag WHERE flag.criterion_id = own.criterion_id"
            f" AND flag.annotator_id = {judge} AND flag.item_id = own.item_id AND flag.value = 'yes'"
        )
        first = "".join(f" AND NOT ({exists} AND {_yes(row, 'flag')})" for row, exists in also.items())
        return (
            f"SELECT item_id, sum(CASE WHEN {alone} THEN wrong ELSE {flags}{self._open('flag')} AND"
            f" ((own.right = 0 AND own.wrong = {flags})) OR {self._lead('flag')} < 0){first}) END)"
            f" FROM trust AS own WHERE annotator_id = {judge} AND wrong > 0{self._binary('own')} GROUP BY item_id"
        )

    def denial_statement(self, person: AnnotatorId) -> str:
        """Items with the number of cells on which a person, and the people with them, say yes and a judge says no;
        without those that an earlier person has said yes of. The judges are asked first: most of what people say yes of
        they have flagged, and need not be looked up under everybody."""
        noes = " OR ".join(self._no(judge, "mine") for judge in self.judges)
        first = "".join(f" AND NOT {_yes(row, 'mine')}" for row in self.people[: self.people.index(person)])
        return (
            "SELECT item_id, count(*) FROM verdict AS mine"
            f" WHERE annotator_id = {person} AND value = 'yes'{self._binary('mine')} AND ({noes}){first}"
            f"{self._open('mine')} AND 1 + {self._lead('mine', but=person)} > 0 GROUP BY item_id"
        )

    def difference_statement(self) -> str:
        """Items in which a person and a judge say different things on another scale."""
        people, judges = _list(self.people), _list(self.judges)
        both = (
            "SELECT mine.item_id FROM verdict AS mine JOIN {table} AS theirs ON theirs.annotator_id IN ({theirs})"
            " AND theirs.criterion_id = mine.criterion_id AND theirs.target_id = mine.target_id"
            f" WHERE mine.annotator_id IN ({{mine}}) AND mine.criterion_id IN ({_list(self.other)}) AND "
        )
        explicit_condition = both.format(table="verdict", theirs=judges, mine=people)
        implicit_conditions = [
            both.format(table="judged", theirs=t, mine=m) for m, t in ((people, judges), (judges, people))
        ]
        return " UNION ".join(
            [f"{explicit_condition} theirs.unit_id = mine.unit_id AND theirs.value <> mine.value"]
            + [f"{condition} mine.value <> 'no'" for condition in implicit_conditions]
        )

    # Pieces --------------------------------------------------------------------------------------------------------

    def _implicit_no_sql(self, who: AnnotatorId, of: str) -> str:
        if who not in self.implicit_annotators:
            return "0"
        place = f"annotator_id = {who} AND criterion_id = {of}.criterion_id AND target_id = {of}.target_id"
        cell = f"{place} AND item_id = {of}.item_id AND unit_id = {of}.unit_id"
        spoke = f" AND NOT EXISTS (SELECT 1 FROM unsaid WHERE {cell})" if who in self.partly else ""
        return f"(EXISTS (SELECT 1 FROM judged WHERE {place}){spoke})"

    def _no(self, who: AnnotatorId, of: str) -> str:
        """Whether somebody says no of a cell, in words or in silence. The row of a verdict lies far away, and is read
        only where indexes tell that there is one and that it is no yes."""
        is_no = _row(who, of, f"CASE WHEN {_is_marked_sql(who, of)} THEN 0 ELSE coalesce(value, '?') = 'no' END")
        return f"coalesce({is_no}, {self._implicit_no_sql(who, of)})"

    def _lead(self, of: str, but: int = 0) -> str:
        """By how many the people's yeses outnumber their noes, without one of them. Who has said nothing of an item
        has no progress in it, which is looked up before their answers are."""
        votes = (
            f"CASE WHEN EXISTS (SELECT 1 FROM progress WHERE annotator_id = {who} AND item_id = {of}.item_id)"
            f" THEN CASE coalesce({_value_sql(who, of)}, {self._implicit_no_sql(who, of)})"
            " WHEN 'yes' THEN 1 WHEN 'no' THEN -1 WHEN 1 THEN -1 ELSE 0 END ELSE 0 END"
            for who in self.people
            if who != but
        )
        return f"({' + '.join(['0', *votes])})"

    def _open(self, of: str) -> str:
        """That a row's unit stands and no adjudicator looked at its cell."""
        gold = (f" AND {_value_sql(row, of)} IS NULL AND NOT {self._implicit_no_sql(row, of)}" for row in self.gold)
        return self.standing_condition.format(of) + "".join(gold)

    def _binary(self, of: str) -> str:
        """That a row's criterion is the wanted one, and asked with yes or no."""
        criterion_condition = f" AND {of}.criterion_id = {self.criterion}" if self.criterion else ""
        return criterion_condition + (f" AND {of}.criterion_id NOT IN ({_list(self.other)})" if self.other else "")


def _row(who: AnnotatorId, of: str, what: str) -> str:
    """Something of what somebody said of a cell; NULL where they said nothing."""
    return (
        f"(SELECT {what} FROM verdict WHERE annotator_id = {who} AND criterion_id = {of}.criterion_id"
        f" AND unit_id = {of}.unit_id AND target_id = {of}.target_id)"
    )


def _value_sql(who: AnnotatorId, of: str) -> str:
    """What somebody said of a cell explicitly: "?" for what has no value."""
    return _row(who, of, "coalesce(value, '?')")


def _yes(who: AnnotatorId, of: str) -> str:
    """Whether that is a yes."""
    return f"coalesce({_row(who, of, _is_marked_sql(who, of))}, 0)"


def _is_marked_sql(who: AnnotatorId, of: str) -> str:
    """Whether the verdict of theirs that ``_row`` has found is a yes: that stands in an index."""
    return (
        f"EXISTS (SELECT 1 FROM verdict AS flagged WHERE criterion_id = {of}.criterion_id"
        f" AND annotator_id = {who} AND item_id = {of}.item_id AND value = 'yes' AND flagged.id = verdict.id)"
    )


def _list(rows: Sequence[int]) -> str:
    return ", ".join(map(str, rows))
