"""A shared folder (network share, Syncthing, a WebDAV mount) in the place of messages: one folder a reader in it.

Files are named by the hash of their content and never overwritten or deleted, so a file is whole exactly when it has
the hash that it is called by, and whatever else a tool that syncs has put beside it can be told from it. Nothing is
read or written in place: packages are made, and answers are read, in a folder of this machine.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from hashlib import file_digest
from pathlib import Path

import orjson

from galley.core import new_files
from galley.core.campaign import encryption, merge, pack
from galley.core.campaign.answers import AnswersHead
from galley.core.campaign.merge_report import MergeReport
from galley.core.campaign.pack import WrittenPackage
from galley.core.campaign.package import ANSWERS_SUFFIX, Package, read_package, read_package_records
from galley.core.errors import GalleyError, InputError
from galley.core.foreign_files import MOST_ANSWERS, read_whole
from galley.core.hashing import blake2b
from galley.core.project import outgoing
from galley.core.project.project import Project
from galley.core.storage import file_trust, project_file
from galley.core.storage.connection import open_read_only

NAME = re.compile(r"([0-9a-f]{32})(\.galley|\.answers)(\.age)?")
BEGUN = "is still being written by the tool that syncs it"
STRANGERS = (
    (re.compile(r"^[.~]+syncthing[~.].*|.*\.(part|partial|filepart|tmp|crdownload)$|^\..*\.part\..*", re.I), BEGUN),
    (re.compile(r"^~\$|^\.~lock\."), "is a lock file of a program that has a file open"),
    (re.compile(r"\.sync-conflict-\d{8}-\d{6}", re.I), "is a conflict copy of Syncthing"),
    (re.compile(r"\(.*(conflict|konflikt).*\)", re.I), "is a conflict copy of Dropbox or Nextcloud"),
    (re.compile(r"^[0-9a-f]{32}.+\.(galley|answers|age)$"), "is a copy that OneDrive, Google Drive or somebody made"),
    (re.compile(r"\.(galley|answers|age)$"), "does not have the name that Galley gave it"),
)
"""Names that are not those of whole files, and what is said of them. Whatever fits none is somebody else's business."""

MergeAction = Callable[[Project, Sequence[Path], Mapping[str, str], merge.Progress | None, Path | None], MergeReport]


@dataclass(slots=True)
class FetchedAnswers:
    """Whole files of answers, as copies on this machine, and a sentence about each that was passed over; how many of
    these were ``locked_count``, that is encrypted where nobody named an ``identity``, the file with the private key."""

    paths: list[Path] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    locked_count: int = 0
    identity: Path | None = None


def deliver_packages(
    project: Project,
    folder: Path,
    people: Sequence[str],
    write_packages: Callable[[dict[str, Path]], Sequence[WrittenPackage]],
) -> list[WrittenPackage]:
    """Let ``act`` write packages (by name) and put each into its reader's folder in ``folder``; with their paths there.

    Raises: InputError where a folder cannot be written or would be two people's, and what ``act`` raises.
    """
    names = list(pack.list_package_paths(people, folder, project.path))
    _require_distinct_folders(project, names)
    for name in names:
        new_files.refuse_leaving(folder / pack.sanitize_filename(name), project.path)
    boxes = {name: _make_box(folder, name) for name in names}
    scratch = Path(tempfile.mkdtemp(prefix=f"{project.path.stem}-packages-", dir=project.path.parent))
    try:
        written_packages = write_packages(pack.list_package_paths(people, scratch, project.path))
        placed_packages = []
        for written_package in written_packages:
            try:
                placed_packages.append(
                    replace(written_package, path=put(written_package.path, boxes[written_package.package.reviewer]))
                )
            except InputError as error:
                raise InputError(f"{error} The remaining files are in {scratch}; copy it to its reviewer.") from error
            written_package.path.unlink()
        return placed_packages
    finally:
        with suppress(OSError):
            scratch.rmdir()


def send(package: Path, folder: Path, write_answers: Callable[[Path], AnswersHead]) -> tuple[AnswersHead, Path]:
    """Let ``act`` write the answers of ``package`` and put them into the reader's folder in ``folder``, or into
    ``folder`` where it is that itself; what was written, and where it is. Raises: InputError, and what ``act`` raises
    """
    reader = _package(package).reviewer
    box = next(
        (box for box in (folder / pack.sanitize_filename(reader), folder) if _owns(box, reader) and box.is_dir()), None
    )
    if box is None:
        raise InputError(f"There is no folder of {reader} in {folder}; name the shared folder, or your own one in it.")
    with tempfile.TemporaryDirectory(prefix=f"{package.stem}-", dir=package.absolute().parent) as scratch:
        out = Path(scratch) / f"{package.stem}{ANSWERS_SUFFIX}"
        return write_answers(out), put(out, box)


def put(source: Path, box: Path) -> Path:
    """Copy a file into a reader's folder, under the hash of its content; once only. Raises: InputError"""
    try:
        digest, is_secret = _digest(source), encryption.is_encrypted(source)
        kind = ANSWERS_SUFFIX if ANSWERS_SUFFIX in source.suffixes else pack.SUFFIX
        out = box / f"{digest}{kind}{'.age' if is_secret else ''}"
        if not out.exists():
            with new_files.create_unfinished(out) as part:
                shutil.copyfile(source, part)
                if _digest(part) != digest:
                    raise InputError(f"{source} changed while it was copied to {box}; try again.")
                with suppress(FileExistsError):  # another machine put the same there meanwhile
                    new_files.place(part, out)
        if _digest(out) != digest:
            raise InputError(f"{out} is incomplete; wait until the folder has synced, or move that file away.")
    except OSError as error:
        raise InputError(f"{box} cannot be written ({error.strerror}); ask its owner for write access.") from error
    return out


@contextmanager
def scratch(project: Path) -> Iterator[Path]:
    """A folder beside ``project`` for the answers that are fetched for it; it goes at the end. Raises: InputError"""
    try:
        temporary = tempfile.TemporaryDirectory(prefix=f"{project.stem}-answers-", dir=project.parent)
    except OSError as error:
        raise InputError(f"{project.parent} cannot be written ({error.strerror}); fix its permissions.") from error
    with temporary as path:
        yield Path(path)


def fetch(folder: Path, into: Path, identity: Path | None = None) -> FetchedAnswers:
    """Copy the whole files of answers in the readers' folders of ``folder`` to ``into``, encrypted ones as they are
    where ``identity`` is the file with the private key to them. Nothing in ``folder`` changes.

    Raises: InputError where ``folder`` cannot be read; a single file or reader's folder that cannot is told in a note.
    """
    fetch_report, seen, copies = FetchedAnswers(identity=identity), set[str](), list[tuple[str, Path]]()
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        raise InputError(
            f"{folder} cannot be read ({error.strerror}); check that the share is mounted and that you may read it."
        ) from error
    for entry in entries:
        path = Path(entry.path)
        if not path.is_dir():
            if word := strange(path.name) or (NAME.fullmatch(path.name) and "is not in a reviewer's folder"):
                fetch_report.notes.append(f"{path.name} {word}; it is skipped.")
        elif not path.name.startswith("."):
            _box(path, into, seen, fetch_report, copies)
    fetch_report.paths = [path for _, path in sorted(copies)]
    return fetch_report


def run(
    merge_action: MergeAction,
    project: Project,
    fetch_report: FetchedAnswers,
    new_names: Mapping[str, str],
    progress: merge.Progress | None,
) -> MergeReport:
    """``merge.preview`` or ``merge.merge`` of what was fetched. A file that is refused by itself keeps no other out:
    it stays in the shared folder for good, so it is told in a note and left out of ``fetched``.

    Raises: InputError, ProjectError, Cancelled; the project is then as it was.
    """
    if fetch_report.paths:
        try:
            return _add_notes(
                merge_action(project, fetch_report.paths, new_names, progress, fetch_report.identity), fetch_report
            )
        except InputError:
            fetch_report.paths = _sound(project, new_names, fetch_report)
    report = (
        merge_action(project, fetch_report.paths, new_names, progress, fetch_report.identity)
        if fetch_report.paths
        else MergeReport()
    )
    return _add_notes(report, fetch_report)


def strange(name: str) -> str:
    """What is said of a file of this name where it is not whole by its name; "" for others."""
    if NAME.fullmatch(name):
        return ""
    return next((words for shape, words in STRANGERS if shape.search(name)), "")


def working_copy(path: Path, folder: Path) -> Path:
    """Where to work on the project at ``path``: a package that lies in a shared folder is copied to ``folder`` first,
    or was before; anything else stays where it is. Raises: InputError, also for a confidential one, of which no copy is
    made where nobody said that it may lie"""
    name_match = NAME.fullmatch(path.name)
    if not name_match or name_match[2] != pack.SUFFIX or name_match[3] or not path.is_file():
        return path
    try:
        if _digest(path) != name_match[1]:
            raise InputError(f"{path} is incomplete; open it when the folder has synced.")
        if _confidential(path):
            raise InputError(
                f"{path.name} belongs to a confidential project and cannot be opened in a shared folder;"
                " copy it to a permitted folder and open the copy."
            )
        with new_files.create_unfinished(folder / path.name, path) as part:
            shutil.copyfile(path, part)
            package = _package(part)
            for number in range(1, 1_000):
                more = f"-{number}" if number > 1 else ""
                out = folder / f"{package.project}-{pack.sanitize_filename(package.reviewer)}{more}{pack.SUFFIX}"
                if not out.exists():
                    new_files.place(part, out)
                    return out
                if _same_package(out, package):
                    return out
    except OSError as error:
        raise InputError(f"{path} cannot be copied to {folder} ({error.strerror}); copy it yourself.") from error
    raise InputError(f"{folder} has too many packages with this name; move some away.")


def _box(box: Path, into: Path, seen: set[str], fetch_report: FetchedAnswers, copies: list[tuple[str, Path]]) -> None:
    try:
        names = sorted(entry.name for entry in os.scandir(box))
    except OSError as error:
        fetch_report.notes.append(f"{box.name} cannot be read ({error.strerror}); its answers are left there.")
        return
    for name in names:
        file_name = f"{box.name}/{name}"
        name_match = NAME.fullmatch(name)
        if name_match is None:
            if word := strange(name):
                fetch_report.notes.append(f"{file_name} {word}; it is skipped.")
            continue
        if name_match[2] != ANSWERS_SUFFIX:
            continue
        if name_match[3] and fetch_report.identity is None:
            fetch_report.locked_count += 1
            fetch_report.notes.append(
                f"{file_name} is encrypted; name the file with your private key (--identity) to merge it."
            )
            continue
        try:
            data = read_whole(box / name, MOST_ANSWERS)
        except InputError:
            fetch_report.notes.append(f"{file_name} is too large for an answers file and was not merged.")
            continue
        except OSError as error:
            fetch_report.notes.append(f"{file_name} cannot be read ({error.strerror}) and was not merged.")
            continue
        if blake2b(data, digest_size=16).hexdigest() != name_match[1]:
            fetch_report.notes.append(
                f"{file_name} is incomplete ({len(data):,} bytes); wait until the folder has synced."
            )
            continue
        try:
            plain = (
                encryption.decrypt_bytes(box / name, fetch_report.identity)
                if name_match[3] and fetch_report.identity
                else data
            )
        except InputError as error:
            fetch_report.notes.append(f"{file_name}: {error}")
            continue
        reader, written_at = _head(plain)
        if reader and not _owns(box, reader):
            fetch_report.notes.append(
                f"{file_name} holds answers of {reader}; it counts after you move it to the folder of {reader}."
            )
            continue
        if name_match[1] in seen:
            continue
        seen.add(name_match[1])
        copy = into / f"{box.name}-{name_match[1]}{ANSWERS_SUFFIX}{name_match[3] or ''}"
        new_files.write(copy, data)
        copies.append((written_at, copy))


def _head(data: bytes) -> tuple[str, str]:
    """Whose answers these are and when they were written; empty where the file does not say, which a merge refuses."""
    try:
        head = orjson.loads(data.partition(b"\n")[0])
        return str(head["reviewer"]), str(head["made"])
    except (ValueError, TypeError, KeyError):
        return "", ""


def _sound(project: Project, new_names: Mapping[str, str], fetch_report: FetchedAnswers) -> list[Path]:
    """Those files that can be taken in together; of each other it is noted why not."""
    sound: list[Path] = []
    for path in fetch_report.paths:
        try:
            merge.preview(project, [*sound, path], new_names, identity=fetch_report.identity)
        except InputError as error:
            fetch_report.notes.append(str(error))
        else:
            sound.append(path)
    return sound


def _add_notes(report: MergeReport, fetch_report: FetchedAnswers) -> MergeReport:
    report.notes[:0] = fetch_report.notes
    return report


def _require_distinct_folders(project: Project, names: Sequence[str]) -> None:
    """Raises: InputError where somebody who was assigned a package before has the same folder as another of "
    "``names``"""
    before = {
        package_record.package.reviewer for package_record in read_package_records(project.read_connection()).values()
    }
    for name in names:
        for other in sorted(before - {name}):
            if _fold_name(pack.sanitize_filename(other)) == _fold_name(pack.sanitize_filename(name)):
                raise InputError(f"{name} and {other} would have the same folder; spell one of them differently.")


def _make_box(folder: Path, reader: str) -> Path:
    if not folder.is_dir():
        raise InputError(f"There is no folder {folder}; make it, or see whether the share is there.")
    box = folder / pack.sanitize_filename(reader)
    try:
        box.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(f"{box} cannot be made ({error.strerror}); nothing was packed.") from error
    if not os.access(box, os.W_OK):
        raise InputError(f"{box} may not be written; nothing was packed. Ask its owner for write access.")
    return box


def _package(path: Path) -> Package:
    try:
        project_file.probe(path)
        with closing(project_file.connect(path, write=False)) as connection:
            package = read_package(connection)
    except project_file.TROUBLE as error:
        raise project_file.explain(error, path) from error
    if package is None:
        raise InputError(
            f"{path.name} is not a package; open it where it is made, and share packages and answers only."
        )
    return package


def _confidential(path: Path) -> bool:
    """Whether a package in a shared folder is confidential; nothing is put beside it, and nothing waits for others."""
    project_file.probe(path)
    try:
        with closing(open_read_only(path, immutable=True)) as connection:
            file_trust.refuse(connection, path)
            return outgoing.named_providers(connection) is not None
    except project_file.TROUBLE as error:
        raise project_file.explain(error, path) from error


def _same_package(path: Path, package: Package) -> bool:
    with suppress(GalleyError):
        return _package(path).uid == package.uid
    return False


def _owns(box: Path, reader: str) -> bool:
    return _fold_name(box.absolute().name) == _fold_name(pack.sanitize_filename(reader))


def _fold_name(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return file_digest(stream, lambda: blake2b(digest_size=16)).hexdigest()
