"""What may leave a project, and what did: what is asked before a provider is called, and the record of what went where.

A confidential project has its copies (packages, exports) beside it only, in its folder or one inside, which
``galley.core.new_files`` asks of every file; it is shown to the providers and addresses alone that it names. Packages
and native records of it are confidential too. An administrator's policy (``galley.core.policy``) can make every
project so, and restricts the providers of all.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from galley.core import paths, policy
from galley.core.domain import ChangeSet
from galley.core.errors import InputError
from galley.core.foreign_files import MOST_SETTINGS, load_json
from galley.core.project import backups
from galley.core.storage import confidential, project_file
from galley.core.storage.connection import Connection
from galley.core.storage.queries import decisions, read_log_entries, settings

SETTING = confidential.SETTING
GUARDED = (
    "exports, with their cards: galley export, galley report, Export…",
    "packages: galley campaign pack, galley campaign revoke --to, Pack…",
    "answers of its packages: galley campaign submit --out",
    "the log and an item's history: galley history --out, Save…",
    "charts and tables: galley charts, Save and Save all in Scores, charts of a notebook",
    "the picture of the window: galley open --screenshot",
    "sheets to write on: galley campaign write --out, galley decide --out",
    "restored backups, older ones too: galley project backups --restore",
    "what is judged of its native records: galley sample screen",
    "the clipboard of the window",
    "requests to providers that it does not name: galley judge",
)
"""Ways out that are guarded, as people are told. ``new_files`` guards every file that is made from the project."""
NOT_GUARDED = (
    "what a command prints",
    "programs and notebooks that read the file themselves",
    "pictures of the screen by other programs",
    "copies of the file made without Galley",
    "answers that galley campaign submit --to-folder puts into the reviewer's own folder in a shared one",
)
INSIDE = frozenset({"", "offline", "replay"})
"""Providers that are none: nothing leaves the machine."""


def named_providers(connection: Connection) -> tuple[str, ...] | None:
    """The providers and addresses that a confidential project names; None where it is not confidential.

    Raises: InputError where the policy is broken.
    """
    text = confidential.read_setting(connection)
    if text is not None:
        return tuple(json.loads(text)["named"])
    return () if policy.read().confidential else None


def declare(connection: Connection, names: Iterable[str]) -> ChangeSet:
    """Make the project confidential, or change whom it names (a job for the writer); its backups come beside it."""
    backups.bring_beside(project_file.path_of(connection))
    text = json.dumps({"named": sorted(set(names))}, ensure_ascii=False)
    settings.write_setting(connection, SETTING, text)
    return ChangeSet(settings=True)


def refuse_provider(names: tuple[str, ...] | None, provider: str, address: str) -> None:
    """``names`` are those of a confidential project, see ``named_providers``. Raises: InputError where it may not be
    asked"""
    if provider in INSIDE:
        return
    allowed = policy.read().providers
    if allowed is not None and not _among(allowed, provider, address):
        raise InputError(f"The policy of this machine does not allow {address or provider}; ask its administrator.")
    if names is not None and not _among(names, provider, address):
        raise InputError(
            f"The project is confidential and does not name {address or provider}, so nothing is sent there; galley"
            " privacy --allow names it."
        )


def _among(names: Iterable[str], provider: str, address: str) -> bool:
    """A name stands for the provider's own address; any other address must be named itself."""
    if not address:
        return provider in names
    return any(_origin(name) == _origin(address) for name in names if "://" in name)


def _origin(address: str) -> tuple[str, str]:
    parts = urlsplit(address)
    return parts.scheme.lower(), parts.netloc.lower()


def refuse_corpus(files: Iterable[Path], out: Path, provider: str, address: str) -> None:
    """The same for native records that are judged outside of a project. Raises: InputError"""
    for path in files:
        names = _of_record(path)
        refuse_provider(names, provider, address)
        if names is not None and path.resolve().parent not in [out.resolve(), *out.resolve().parents]:
            raise InputError(f"{path.name} belongs to a confidential project: write judged files only beside it.")


def _of_record(path: Path) -> tuple[str, ...] | None:
    """As ``named_providers``, of a native record: its first line says so."""
    confidential = () if policy.read().confidential else None
    if path.suffix != ".jsonl":
        return confidential
    try:
        with path.open("rb") as stream:
            provider_names = load_json(stream.readline(MOST_SETTINGS))["galley"]["settings"][SETTING]["named"]
        return tuple(map(str, provider_names))
    except (OSError, ValueError, TypeError, KeyError):
        return confidential  # another table, or a record of a project that is not


def place(project: Path, to: Path) -> str:
    """How a file's place is written down: as seen from the project where it lies below it, for a project file may be
    handed on, and the path of a home says whose it is; else in full."""
    home = project.resolve().parent
    target = to.resolve()
    return target.relative_to(home).as_posix() if home in target.parents else str(target)


def note(connection: Connection, what: str, to: str, at: str = "") -> ChangeSet:
    """Write down that texts go somewhere (a job for the writer), now or ``at`` (UTC, ISO 8601). It stays when the texts
    are erased."""
    at = at or _utc_now()
    entry_text = json.dumps({"at": at, "what": what, "to": to}, ensure_ascii=False)
    decisions.add_sent_entry(connection, os.urandom(8).hex(), at, entry_text)
    return ChangeSet()


def note_reading(project: Path, what: str, to: str) -> None:
    """The same by who has the project open for reading only: whoever next opens it for writing takes it in."""
    place = _mailbox(project)
    with suppress(OSError):  # where nothing may be written, nothing can be kept
        paths.make_private_folder(place.parent.parent)
        paths.make_private_folder(place.parent)
        with place.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps([what, to, _utc_now()], ensure_ascii=False) + "\n")


def import_notes(connection: Connection, project: Path) -> None:
    """Put what readers noted into the project."""
    place = _mailbox(project)
    if not place.exists():
        return
    with project_file.transaction(connection):
        for at, what, to in waiting(project):
            note(connection, what, to, at)
    place.unlink()


def waiting(project: Path) -> list[tuple[str, str, str]]:
    """What readers noted since, as ``list_sent`` gives it."""
    try:
        lines = _mailbox(project).read_text("utf-8").splitlines()
    except FileNotFoundError:
        return []
    noted = [json.loads(line) for line in lines if line.endswith("]")]
    return [(at[0] if at else "", what, to) for what, to, *at in noted]


def _utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")


def _mailbox(project: Path) -> Path:
    return backups.folders(project)[0] / backups.NOTES


def list_sent(connection: Connection) -> list[tuple[str, str, str]]:
    """(when, what, where to) of all that left, in order."""
    entries = [json.loads(entry.text) for entry in read_log_entries(connection, ("sent",))]
    return [(entry["at"], entry["what"], entry["to"]) for entry in entries]
