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
KINDS = ("_importer", "_export", "_metric", "_chart")
"""What a file's name may end with beside the name of what it declares, so that no two files are called alike."""


def modules(package: str) -> list[str]:
    """The full names of the modules of ``package`` that may declare something, in alphabetical order: its own, and
    those in the folders of the same name that works (``core/papers``, ``gui/papers``) and ``core/campaign`` have."""
    return [
        f"{folder}.{info.name}"
        for folder in (package, *_elsewhere(package))
        for info in pkgutil.iter_modules(importlib.import_module(folder).__path__)
        if info.name not in HELPERS and not info.name.startswith("_")
    ]


def declared_name(module: str) -> str:
    """The name of what a module declares, as one types it: that of its file without the kind of thing.

    >>> declared_name("galley.core.metrics.reviewer_error_metric")
    'reviewer-error'
    """
    stem = module.rpartition(".")[2]
    for kind in KINDS:
        stem = stem.removesuffix(kind)
    return stem.replace("_", "-")


def _elsewhere(package: str) -> list[str]:
    """``galley.core.papers.WORK.KIND`` for each work that has things of the kind that ``package`` holds; the packages
    of readers, which lie above all exports, have some, too."""
    top = ".".join(package.split(".")[:2])
    kind = package.rpartition(".")[2].removeprefix("paper_")  # a paper's own tables are in its folder "tables"
    papers = f"{top}.papers"
    works = [work.name for work in pkgutil.iter_modules(importlib.import_module(papers).__path__, f"{papers}.")]
    return [
        f"{place}.{kind}"
        for place in (*works, *(["galley.core.campaign"] if top == "galley.core" else []))
        if any(part.ispkg and part.name == kind for part in pkgutil.iter_modules(_path(place)))
    ]


def _path(package: str) -> Iterable[str]:
    return importlib.import_module(package).__path__


class Registry(Generic[T]):
    """All things of one kind, by name. ``constant`` is the module-level name under which a module declares one.
    ``extension_kind`` is the kind of extension that adds to them (``galley.core.extensions``), if any does."""

    def __init__(self, package: str, constant: str, kind: str, extension_kind: str = "") -> None:
        self.package = package
        self.constant = constant
        self.kind = kind
        self.extension_kind = extension_kind
        self.problems: list[str] = []
        """A sentence for each extension that was allowed and could not be loaded."""
        self._shipped_things: dict[str, T] | None = None
        self._things: dict[str, T] = {}
        self._extensions: dict[str, extensions.LoadedExtension] = {}
        self._state: tuple[Any, ...] | None = None

    def load_shipped(self) -> dict[str, T]:
        """Those that come with Galley, by name. Imports the package's modules once."""
        if self._shipped_things is None:
            things: dict[str, T] = {}
            for module in modules(self.package):
                declared = getattr(importlib.import_module(module), self.constant, ())
                for thing in declared if isinstance(declared, tuple) else (declared,):
                    things[thing.name] = thing
            self._shipped_things = dict(sorted(things.items()))
        return self._shipped_things

    def all(self) -> dict[str, T]:
        """Name to thing, in alphabetical order of the names, with the extensions that are allowed."""
        if not self.extension_kind:
            return self.load_shipped()
        state = extensions.get_state()
        if self._state != state:
            self._extend()
            self._state = state
        return self._things

    def origin(self, name: str) -> str:
        """Where the thing with this name comes from: "Galley", a package or a file."""
        if name not in self.all():
            return ""
        return self._extensions[name].origin if name in self._extensions else "Galley"

    def folder(self, name: str) -> Path | None:
        """The folder of the file that an extension of this name is in; None for what is no extension."""
        return self._extensions[name].folder if name in self.all() and name in self._extensions else None

    def _extend(self) -> None:
        shipped = self.load_shipped()
        added, self.problems = extensions.load(self.extension_kind)
        for name in [name for name in added if name in shipped]:
            extension = added.pop(name)
            self.problems.append(f"The {self.kind} {name!r} of {extension.origin} was not loaded (Galley has one).")
        self._extensions = added
        self._things = dict(sorted({**shipped, **{name: extension.thing for name, extension in added.items()}}.items()))

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
            listing = ", ".join(self.names())
            more = ""
            if self.extension_kind and (waiting := extensions.count_waiting(self.extension_kind)):
                more = f" {waiting} (see galley setup extensions)."
            raise InputError(f"There is no {self.kind} called {name!r}; there are: {listing}.{more}") from None
