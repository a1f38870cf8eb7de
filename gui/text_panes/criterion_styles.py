"""The schemes in force and their criteria, and which of them a unit may be flagged with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from galley.core.domain import Criterion, CriterionId, Role, Scheme, UnitKind
from galley.core.storage import names
from galley.core.storage.connection import Connection


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The schemes in force, and their criteria by row id."""

    schemes: tuple[Scheme, ...] = ()
    criteria: Mapping[CriterionId, Criterion] = field(default_factory=dict)

    @classmethod
    def read(cls, connection: Connection) -> Catalogue:
        """Read it with a connection of the project."""
        everything = {c.row: c for scheme in names.schemes(connection) for c in scheme.criteria}
        return cls(tuple(names.schemes(connection, active_only=True)), everything)

    def alternatives(self, criterion: Criterion) -> list[Criterion]:
        """What a flag may be overridden as: the criteria of its scheme that ask about the same kind and type of unit,
        and that finishing an item answers.

        The flag's own criterion is among them, so that a criterion keeps its number from flag to flag.
        """
        return [
            c
            for c in self.criteria.values()
            if c.scheme == criterion.scheme
            and c.unit == criterion.unit
            and c.scale == "yes-no"
            and c.about == criterion.about
            and c.is_asked
            and (c.types == criterion.types or not (c.types and criterion.types))
        ]

    def fitting(self, kind: UnitKind, role: Role) -> list[Criterion]:
        """The active yes/no criteria that ask about units of this kind in documents of this role."""
        return [
            c
            for scheme in self.schemes
            for c in scheme.criteria
            if c.unit == kind and role in c.roles and c.scale == "yes-no"
        ]
