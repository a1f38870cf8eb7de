"""One kind of thing, one folder, one file each: a registry walks a package and collects what it declares.

Importers, exports, judge methods, metrics and charts are all found this way. A module in the folder declares
itself by a module-level constant (``IMPORTER``, ``METRIC``, …). Modules are imported when first asked for, so
that a program which never draws a chart never loads the chart library. The same walk gives the frozen bundle
its hidden imports.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from typing import Generic, TypeVar

from galley.core.errors import InputError

T = TypeVar("T")

HELPERS = frozenset({"base", "registry"})


def modules(package: str) -> list[str]:
    """The full names of the modules of ``package`` that may declare something, in alphabetical order."""
    path = importlib.import_module(package).__path__
    return [
        f"{package}.{info.name}"
        for info in pkgutil.iter_modules(path)
        if info.name not in HELPERS and not info.name.startswith("_")
    ]


class Registry(Generic[T]):
    """All things of one kind, by name. ``constant`` is the module-level name under which a module declares one."""

    def __init__(self, package: str, constant: str, kind: str) -> None:
        self.package = package
        self.constant = constant
        self.kind = kind
        self._found: dict[str, T] | None = None

    def all(self) -> dict[str, T]:
        """Name to thing, in alphabetical order of the names. Imports the package's modules once."""
        if self._found is None:
            found: dict[str, T] = {}
            for module in modules(self.package):
                declared = getattr(importlib.import_module(module), self.constant, ())
                for thing in declared if isinstance(declared, tuple) else (declared,):
                    found[thing.name] = thing
            self._found = dict(sorted(found.items()))
        return self._found

    def names(self) -> Iterable[str]:
        """The registered names in alphabetical order."""
        return self.all().keys()

    def get(self, name: str) -> T:
        """The thing with this name.

        Raises: InputError that lists the names there are.
        """
        try:
            return self.all()[name]
        except KeyError:
            known = ", ".join(self.names())
            raise InputError(f"There is no {self.kind} called {name!r}; there are: {known}.") from None
