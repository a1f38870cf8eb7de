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
from pathlib import Path
from typing import Any, Generic, TypeVar

from galley.core import extensions
from galley.core.errors import InputError

T = TypeVar("T")

HELPERS = frozenset({"base", "registry"})
KINDS = ("_command", "_importer", "_export", "_metric", "_chart")
"""What a file's name may end with beside the name of what it declares, so that no two files are called alike."""


def modules(package: str) -> list[str]:
    """The full names of the modules of ``package`` that may declare something, in alphabetical order: its own, and
    those in the folders of the same name that works (``core/papers``, ``gui/papers``) and ``core/packages`` have."""
    return [
        f"{folder}.{info.name}"
        for folder in (package, *_elsewhere(package))
        for info in pkgutil.iter_modules(importlib.import_module(folder).__path__)
        if info.name not in HELPERS and not info.name.startswith("_")
    ]


def named(module: str) -> str:
    """The name of what a module declares, as one types it: that of its file without the kind of thing.

    >>> named("galley.core.cli.take_back_command")
    'take-back'
    """
    stem = module.rpartition(".")[2]
    for kind in KINDS:
        stem = stem.removesuffix(kind)
    return stem.replace("_", "-")


def _elsewhere(package: str) -> list[str]:
    """``galley.core.papers.WORK.KIND`` for each work that has things of the kind that ``package`` holds; the packages
    of readers, which lie above all exports, have some, too."""
    top, kind = ".".join(package.split(".")[:2]), package.rpartition(".")[2]
    papers = f"{top}.papers"
    works = [work.name for work in pkgutil.iter_modules(importlib.import_module(papers).__path__, f"{papers}.")]
    return [
        f"{place}.{kind}"
        for place in (*works, *(["galley.core.packages"] if top == "galley.core" else []))
        if any(part.ispkg and part.name == kind for part in pkgutil.iter_modules(_path(place)))
    ]


def _path(package: str) -> Iterable[str]:
    return importlib.import_module(package).__path__


class Registry(Generic[T]):
    """All things of one kind, by name. ``constant`` is the module-level name under which a module declares one.
    ``extended`` is the kind of extension that adds to them (``galley.core.extensions``), if any does."""

    def __init__(self, package: str, constant: str, kind: str, extended: str = "") -> None:
        self.package = package
        self.constant = constant
        self.kind = kind
        self.extended = extended
        self.problems: list[str] = []
        """A sentence for each extension that was allowed and could not be loaded."""
        self._shipped: dict[str, T] | None = None
        self._found: dict[str, T] = {}
        self._added: dict[str, extensions.Loaded] = {}
        self._state: tuple[Any, ...] | None = None

    def shipped(self) -> dict[str, T]:
        """Those that come with Galley, by name. Imports the package's modules once."""
        if self._shipped is None:
            found: dict[str, T] = {}
            for module in modules(self.package):
                declared = getattr(importlib.import_module(module), self.constant, ())
                for thing in declared if isinstance(declared, tuple) else (declared,):
                    found[thing.name] = thing
            self._shipped = dict(sorted(found.items()))
        return self._shipped

    def all(self) -> dict[str, T]:
        """Name to thing, in alphabetical order of the names, with the extensions that are allowed."""
        if not self.extended:
            return self.shipped()
        state = extensions.state()
        if self._state != state:
            self._extend()
            self._state = state
        return self._found

    def origin(self, name: str) -> str:
        """Where the thing with this name comes from: "Galley", a package or a file."""
        if name not in self.all():
            return ""
        return self._added[name].origin if name in self._added else "Galley"

    def folder(self, name: str) -> Path | None:
        """The folder of the file that an extension of this name is in; None for what is no extension."""
        return self._added[name].folder if name in self.all() and name in self._added else None

    def _extend(self) -> None:
        shipped = self.shipped()
        added, self.problems = extensions.load(self.extended)
        for name in [name for name in added if name in shipped]:
            taken = added.pop(name)
            self.problems.append(f"The {self.kind} {name!r} of {taken.origin} was not loaded (Galley has one).")
        self._added = added
        self._found = dict(sorted({**shipped, **{name: each.thing for name, each in added.items()}}.items()))

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
            more = ""
            if self.extended and (waiting := extensions.waiting(self.extended)):
                more = f" {waiting} (see galley extensions)."
            raise InputError(f"There is no {self.kind} called {name!r}; there are: {known}.{more}") from None
