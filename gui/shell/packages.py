"""What the window does about packages: handing them out, taking answers in, and being one itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from galley.core.campaign.package import ANSWERS_SUFFIX, Package, read_package
from galley.core.definitions.protocols import Kind
from galley.core.errors import GalleyError
from galley.core.new_files import PROJECT
from galley.core.project.project import Project
from galley.core.review import blind, task_overview
from galley.core.storage.connection import Connection
from galley.core.tasks import roles
from galley.core.tasks.roles import Duty
from galley.core.tasks.task_book import read_task_book
from galley.gui.shell.window_dialogs import change_reviewer
from galley.gui.translation import tr, tr_n
from galley.gui.views import ViewSpec

if TYPE_CHECKING:
    from galley.core.campaign.package_options import PackageOptions
    from galley.gui.shell.window import Window

__all__ = ["ANSWERS_SUFFIX", "get_package", "greeting", "merge", "pack", "targets"]

OF_A_HASH = 32
"""Characters of the names of files in a shared folder; what knows more of them is only loaded for one."""
GREETING_LENGTH = 180
"""Characters of the instructions that the bar under the top bar shows."""


def get_package(project: Project) -> Package | None:
    """The package that an open project is; None where it is none. Raises: InputError"""
    return read_package(project.read_connection())


def offered_views(specs: Sequence[ViewSpec], package: Package | None, connection: Connection) -> tuple[ViewSpec, ...]:
    """The views of the window: in a package Review alone, and Adjudicate for an adjudicator who sees the answers."""
    if package is None:
        return tuple(specs)
    task = read_task_book(connection).tasks.get(package.protocol_task)
    adjudicates = blind.read_blind(connection).figures and (task is None or task.adjudicates)
    return tuple(spec for spec in specs if spec.name == "review" or (adjudicates and spec.name == "adjudicate"))


def working_copy(path: Path) -> Path:
    """What to open in the place of ``path``: of a package in a shared folder a copy in the user's folder. Raises:
    InputError"""
    if not path.name.endswith(PROJECT) or len(path.stem) != OF_A_HASH:
        return path
    from galley.core.campaign import shared_folder
    from galley.core.paths import data_dir

    home = data_dir() / "packages"
    home.mkdir(parents=True, exist_ok=True)
    return shared_folder.working_copy(path, home)


def targets(window: Window, package: Package | None) -> dict[str, Callable[[], object]]:
    """What the entries of the menu do: some in a package, the others elsewhere."""
    if package is not None:
        return {"return": partial(_return, window, package), "instructions": partial(_tell, window, package)}
    return {
        "new-study": partial(start_study, window),
        "pack": partial(pack, window),
        "merge": partial(merge, window),
        "plan": partial(_plan, window),
        "project": partial(_settings, window),
    }


def greeting(package: Package) -> str:
    """The sentence that a package is opened with."""
    words = " ".join(package.instructions.split())
    if not words:
        more = tr("Submit your answers with People → Submit my answers.")
    elif len(words) > GREETING_LENGTH:
        more = tr(
            "{start} … (the full text: People → Instructions)",
            start=words[:GREETING_LENGTH].rsplit(" ", 1)[0],
        )
    else:
        more = words
    return tr_n(
        "A package for {reviewer}: {n} item of “{project}”. {more}",
        "A package for {reviewer}: {n:,} items of “{project}”. {more}",
        package.items,
        reviewer=package.reviewer,
        project=package.project,
        more=more,
    )


def _open(window: Window, sentence: str) -> Project | None:
    """The window's project if it may be written; else it says ``sentence``, in which {name} is the project's."""
    if window.workspace is None:
        return None
    project = window.workspace.session.project
    if not project.writable:
        window.workspace.notice.say(sentence.format(name=project.path.name))
        return None
    session = window.workspace.session
    try:
        if not session.is_named and roles.read_roles(project.read_connection()):
            change_reviewer(window)  # who has no name yet has no role
        who = session.reviewer_name if session.is_named else ""
        roles.require_duty(project.read_connection(), who, Duty.LEAD, "assigns work and merges answers")
    except GalleyError as error:
        window.complain(error)
        return None
    return project


def pack(window: Window, wish: PackageOptions | None = None, who: str = "") -> None:
    """The dialog that packs, for what a view wants packed (see ``View.pack_wanted``)."""
    project = _open(window, tr("{name} is open read-only, so nothing can be packed from it."))
    if project is not None:
        from galley.gui.dialogs.pack_dialog import PackFor

        wish = wish or pack_options(project.read_connection())
        PackFor.ask(window, window.theme, project, window.settings, wish, who)


def pack_options(connection: Connection) -> PackageOptions | None:
    """What “Assign…” of the menu packs: the first task of the study with anything open; None where there is none."""
    from galley.core.campaign.package_options import PackageOptions

    book = read_task_book(connection)
    lines = [line for line in task_overview.lines(connection) if line.task in book.tasks]
    people = [line for line in lines if line.kind not in (Kind.JUDGE, Kind.ADJUDICATE)]
    task = next((line.task for line in people if line.open), people[0].task if people else "")
    return PackageOptions(task=task) if task else None


def start_study(window: Window) -> None:
    """The dialog that puts a study protocol into the project, then the plan of it."""
    project = _open(window, tr("{name} is open read-only, so no study can be started in it."))
    if project is not None and window.workspace is not None:
        from galley.gui.plan.study_dialog import NewStudy

        if NewStudy.ask(window, window.theme, project, window.workspace.session.reviewer_name) is not None:
            _plan(window)


def _plan(window: Window) -> None:
    if window.workspace is not None:
        window.workspace.show_view("plan")


def _settings(window: Window) -> None:
    """Roles, figures by person, confidential, frozen."""
    workspace = window.workspace
    if workspace is None:
        return
    from galley.gui.dialogs.project_dialog import ProjectDialog

    try:
        blind.refuse_if_blind(workspace.session.connection(), "What is set of a project")
        is_erasing = ProjectDialog.ask(window, window.theme, workspace.session, window.close_project, window.open)
        if is_erasing:
            window.run("erase")
    except GalleyError as error:
        window.complain(error)


def merge(window: Window, paths: Sequence[Path] = ()) -> None:
    """The merge dialog with ``paths`` chosen."""
    project = _open(window, tr("{name} is open read-only, so nothing can be merged into it."))
    if project is not None:
        from galley.gui.dialogs.merge_dialog import Merge

        Merge.ask(window, window.theme, project, paths, window.settings)


def _return(window: Window, package: Package) -> None:
    if window.workspace is not None:
        from galley.gui.dialogs.submit_dialog import Return

        Return.ask(window, window.theme, window.workspace.session, package, window.settings)


def _tell(window: Window, package: Package) -> None:
    from galley.gui.dialogs.submit_dialog import Instructions

    Instructions.ask(window, window.theme, package)
