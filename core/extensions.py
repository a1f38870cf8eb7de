"""Things of other people's making: importers, methods, metrics, exports, charts and protocols without a checkout.

One is an installed package that declares an entry point of a group ``galley.importers``, ``galley.methods``,
``galley.metrics``, ``galley.exports``, ``galley.charts`` or ``galley.protocols``, or a file in the user's folder
``extensions/KIND/``, which declares itself by the constant of its kind. They are code that can do whatever the user
can, so none is loaded until the user has allowed its package or file by name, and none at all where
``explain_disabled`` says why.
What is allowed is its code as it was then: the list keeps the hash, and code that changed since is not loaded.
A protocol as a TOML file is no code and needs no leave.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from galley.core import paths, policy
from galley.core.errors import InputError
from galley.core.foreign_files import MOST_SETTINGS, load_json, read_whole

if TYPE_CHECKING:
    from importlib import metadata

KINDS = {
    "importers": ("IMPORTER", ("recognises", "read")),
    "methods": ("METHOD", ("inquiries", "work")),
    "metrics": ("METRIC", ("compute", "takes")),
    "exports": ("EXPORT", ("write", "suffix")),
    "charts": ("CHART", ("picture", "group")),
    "protocols": ("PROTOCOL", ()),
}
"""By kind, the constant by which a file declares one, and what it must have besides a name and a title."""
SWITCH = "GALLEY_NO_EXTENSIONS"
FILES = ("*.py", "*.toml")
CODE = (".py", ".so", ".pyd", ".dylib", ".dll")


@dataclass(frozen=True, slots=True)
class FoundExtension:
    """An extension that is there, loaded or not. ``source`` is what is allowed: a package's name or a file's path."""

    kind: str
    name: str
    source: str
    version: str = ""
    entry_point: metadata.EntryPoint | None = None

    @property
    def origin(self) -> str:
        """Where it comes from, in words."""
        return f"the package {self.source} {self.version}".rstrip() if self.entry_point else f"the file {self.source}"

    @property
    def code(self) -> bool:
        """Whether it is a program, which needs leave."""
        return self.entry_point is not None or not self.source.endswith(".toml")


@dataclass(frozen=True, slots=True)
class LoadedExtension:
    """A thing, where it comes from, and the folder that its file lies in."""

    thing: Any
    origin: str
    folder: Path | None = None


def explain_disabled() -> str:
    """Why no extension is loaded here and now, in a sentence; "" where those that are allowed are.

    The one place that is asked: what forbids them for a project that is open says so here.
    """
    if os.environ.get(SWITCH, "") not in ("", "0"):
        return f"Extensions are switched off by {SWITCH}."
    return ""


def folder() -> Path:
    """Where the user's own files lie: one folder a kind in it. It need not be there."""
    return paths.config_place() / "extensions"


def find_extensions(kind: str = "") -> list[FoundExtension]:
    """The extensions of a kind, or all, by kind and name. Nothing of them is run."""
    from importlib import metadata  # here: the window starts without it

    extensions: list[FoundExtension] = []
    entries = metadata.entry_points()  # once: each time reads what every installed package offers
    for one_kind in (kind,) if kind else KINDS:
        for entry in entries.select(group=f"galley.{one_kind}"):
            dist = entry.dist
            if dist is not None:
                extensions.append(FoundExtension(one_kind, entry.name, dist.metadata["Name"], dist.version, entry))
        for pattern in FILES if one_kind == "protocols" else FILES[:1]:
            extensions += [
                FoundExtension(one_kind, path.stem, str(path)) for path in (folder() / one_kind).glob(pattern)
            ]
    return sorted(extensions, key=lambda one: (one.kind, one.name, one.source))


def read_allowed() -> dict[str, str]:
    """The packages and files that the user has allowed, of those that the policy of the machine allows, each with the
    hash of the code that was there then ("" where an earlier Galley kept none).

    Raises: InputError where the file of it, or the policy, is broken.
    """
    try:
        entries = load_json(read_whole(_list(), MOST_SETTINGS))["allowed"]
        code_by_source = {str(source): str(entries[source]) if isinstance(entries, dict) else "" for source in entries}
        few = policy.read().extensions
        return (
            code_by_source
            if few is None
            else {source: code for source, code in code_by_source.items() if source in few}
        )
    except FileNotFoundError:
        return {}
    except InputError:
        raise
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise InputError(f"{_list()} is not the list of allowed extensions that Galley wrote; delete it.") from error


def allow(source: str, yes: bool = True) -> list[FoundExtension]:
    """Allow a package or a file (by its path, or its name where only one is called so), or forbid it again; what that
    is. Raises: InputError where there is none."""
    fits = [one for one in find_extensions() if source in (one.source, Path(one.source).name, Path(one.source).stem)]
    if len({one.source for one in fits}) > 1:
        raise InputError(f"Several extensions are called {source!r}; give the path of the one that you mean.")
    code_by_source = read_allowed()
    if not fits and source not in code_by_source:
        listing = (
            ", ".join(sorted({one.source for one in find_extensions()})) or f"none; files go into {folder()}/KIND/"
        )
        raise InputError(f"There is no extension {source!r}; there are: {listing}.")
    named = fits[0].source if fits else source
    new_codes = {other: code for other, code in code_by_source.items() if other != named}
    if yes:
        new_codes[named] = code_hash(fits[0]) if fits else code_by_source[named]
    from galley.core import new_files

    paths.config_dir()
    new_files.write(_list(), (json.dumps({"allowed": new_codes}, indent=1, sort_keys=True) + "\n").encode())
    return fits


def code_hash(one: FoundExtension) -> str:
    """The SHA-256 of an extension's code: of its file, or of all files of its package that are code, whatever their
    dates and whatever the package says of them. Raises: OSError"""
    import hashlib  # loads OpenSSL, as in hashing.py

    if one.entry_point is None:
        return hashlib.sha256(Path(one.source).read_bytes()).hexdigest()
    digest = hashlib.sha256()
    entries = [
        extension.entry_point
        for extension in find_extensions()
        if extension.source == one.source and extension.entry_point
    ]
    for name, file in sorted({pair for entry in entries for pair in _code_files(entry)}):
        digest.update(name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _code_files(entry: metadata.EntryPoint) -> Iterator[tuple[str, Path]]:
    """The files of a package, those beside its module included, where it lies outside of what was installed."""
    files = {str(file): Path(str(file.locate())) for file in (entry.dist.files if entry.dist else None) or ()}
    top = importlib.util.find_spec(entry.module.partition(".")[0])
    for home in map(Path, top.submodule_search_locations or () if top else ()):
        files |= {f"{home.name}/{file.relative_to(home).as_posix()}": file for file in home.rglob("*")}
    if top is not None and top.origin is not None:
        files[Path(top.origin).name] = Path(top.origin)
    yield from ((name, file) for name, file in files.items() if file.suffix in CODE and file.is_file())


def is_unchanged(one: FoundExtension) -> bool:
    """Whether an extension that was allowed is still the code that was allowed."""
    try:
        return read_allowed().get(one.source) == code_hash(one)
    except OSError:
        return False


def get_state() -> tuple[Any, ...]:
    """What changes when other extensions are to be loaded than before; cheap to ask."""
    try:
        at = _list().stat().st_mtime_ns
    except OSError:
        at = 0
    return at, str(_list()), explain_disabled()


def count_waiting(kind: str) -> str:
    """How many extensions of a kind are there and not loaded, in words; "" for none."""
    if why := explain_disabled():
        return why.rstrip(".")
    count = sum(one.code and not is_unchanged(one) for one in find_extensions(kind))
    return f"{count} that extensions bring {'is' if count == 1 else 'are'} not allowed yet" if count else ""


def load(kind: str) -> tuple[dict[str, LoadedExtension], list[str]]:
    """(the allowed extensions of a kind by the name that they have, a sentence for each that could not be loaded)."""
    things: dict[str, LoadedExtension] = {}
    problems: list[str] = []
    if explain_disabled():
        return things, problems
    try:
        permitted = read_allowed()
    except InputError as error:
        return things, [str(error)]
    if not permitted:
        return things, problems
    for one in find_extensions(kind):
        if one.source not in permitted or not one.code:
            continue
        try:
            if not is_unchanged(one):
                raise InputError("its code is not the one that you allowed; look at it, and allow it again")
            for thing in _read_declared(one):
                if thing.name in things:
                    raise InputError(f"{things[thing.name].origin} has the name {thing.name!r} already")
                things[thing.name] = LoadedExtension(thing, one.origin, _folder(one))
        except (Exception, SystemExit) as error:
            message = f"{type(error).__name__}: {error}" if not isinstance(error, InputError) else str(error)
            problems.append(f"The {kind[:-1]} {one.name!r} of {one.origin} was not loaded ({message.rstrip('.')}).")
    return things, problems


def protocols() -> tuple[dict[str, LoadedExtension], list[str]]:
    """(protocols that are not shipped, by id, as TOML text; a sentence for each that could not be loaded). Those of
    packages need leave, files do not."""
    texts, problems = load("protocols")
    for one in find_extensions("protocols") if not explain_disabled() else ():
        if not one.code:
            try:
                texts.setdefault(one.name, LoadedExtension(Path(one.source).read_text("utf-8-sig"), one.origin))
            except (OSError, ValueError) as error:
                problems.append(f"The protocol {one.name!r} of {one.origin} cannot be read ({error}).")
    return texts, problems


def _list() -> Path:
    return paths.config_place() / "extensions.json"


def _read_declared(one: FoundExtension) -> Iterator[Any]:
    """What an extension declares, checked for what its kind needs. Raises: whatever its code does"""
    constant, needs = KINDS[one.kind]
    declaration = one.entry_point.load() if one.entry_point else getattr(_module(one), constant, None)
    if declaration is None:
        raise InputError(f"it declares no {constant}")
    for thing in declaration if isinstance(declaration, tuple | list) else (declaration,):
        if one.kind == "protocols":
            thing = _Text(one.name, thing if isinstance(thing, str) else Path(thing).read_text("utf-8-sig"))
        name = getattr(thing, "name", "")
        if not (isinstance(name, str) and name.strip()):
            raise InputError(f"its {constant} has no name")
        if missing := [need for need in needs if getattr(thing, need, ()) == ()]:
            raise InputError(f"its {constant} has no {missing[0]}")
        yield thing


def _folder(one: FoundExtension) -> Path | None:
    if one.entry_point is None:
        return Path(one.source).parent
    file = getattr(sys.modules.get(one.entry_point.module), "__file__", None)
    return Path(file).parent if file else None


@dataclass(frozen=True, slots=True)
class _Text:
    """A protocol that a package gives: the name of its entry point and its TOML."""

    name: str
    text: str


def _module(one: FoundExtension) -> Any:
    """The module in a file, under a name of its own."""
    import hashlib

    named = f"galley_extension_{one.kind}_{one.name}"
    spec = importlib.util.spec_from_file_location(named, one.source)
    if spec is None or spec.loader is None:
        raise InputError("it is no Python file")
    module = importlib.util.module_from_spec(spec)
    code = Path(one.source).read_bytes()
    if hashlib.sha256(code).hexdigest() != read_allowed().get(one.source):  # what is run is what was looked at
        raise InputError("its code is not the one that you allowed; look at it, and allow it again")
    exec(compile(code, one.source, "exec"), module.__dict__)
    return module
