"""What the window asks and shows in dialogs over the open project, or without one: by the keys and by the menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from galley.core.errors import GalleyError
from galley.core.new_files import PROJECT
from galley.gui.translation import tr

if TYPE_CHECKING:
    from galley.gui.shell.window import Window
    from galley.gui.shell.workspace import Workspace


def targets(window: Window) -> dict[str, Callable[[], object]]:
    """What the window asks and shows whether a project is open or not, by action."""
    done: dict[str, Callable[[Window], object]] = {
        "open": ask_open,
        "import": import_files,
        "sample": open_sample,
        "sample-table": import_sample_table,
        "help": show_keys,
        "api-keys": show_api_keys,
        "about": show_about,
        "tour": partial(show_guide, page=TOUR),
        "guide": show_guide,
        "glossary": partial(show_guide, page=GLOSSARY),
    }
    return {action: partial(what, window) for action, what in done.items()}


def targets_of_a_project(window: Window) -> dict[str, Callable[[], object]]:
    """What it asks and shows of an open project, by action."""
    done: dict[str, Callable[[Window], object]] = {
        "change-import": change_import,
        "export": export,
        "report": partial(export, name="report"),
        "reviewer": change_reviewer,
        "draw": draw,
        "draw-implicit-no": partial(draw, kind=IMPLICIT),
        "blind": ask_blind,
        "blind-mode": ask_blind_mode,
        "log": show_log,
        "undo-last": partial(ask_alone, what="undo-last"),
        "erase": partial(ask_alone, what="erase"),
    }
    return {action: partial(what, window) for action, what in done.items()}


def ask_open(window: Window) -> None:
    """Ask which project to open, in the folder of the open one."""
    from galley.gui.dialogs.file_dialogs import choose_project

    folder = window.settings.folder() if window.workspace is None else window.workspace.session.project.path.parent
    path = choose_project(window, folder)
    if path is not None:
        window.settings.set_folder(path.parent)
        window.take([path])


def open_sample(window: Window) -> None:
    """Open the sample project, made in the user's folder the first time."""
    from galley.core.importers.sample_project import make
    from galley.core.paths import data_dir

    try:
        path = make(data_dir())
    except GalleyError as error:
        window.tell(error)
    else:
        window.open(path)


def import_sample_table(window: Window) -> None:
    """Open the import of the example spreadsheet, of which a copy lies in the user's folder."""
    from galley.core.importers.sample_project import copy_table
    from galley.core.paths import data_dir

    try:
        path = copy_table(data_dir())
    except GalleyError as error:
        window.tell(error)
    else:
        import_files(window, [path])


def import_files(window: Window, paths: Sequence[Path] = ()) -> None:
    """The import dialog with ``paths`` chosen. Without an open project a new one is made beside the first file, and
    goes again where nothing was imported; without a file, or where its folder cannot be written, it is asked for."""
    made = None
    if window.workspace is None:
        made = _create_project_beside(window, paths[0]) if paths else None
        if made is None and not window.new_project(paths[0].with_suffix(PROJECT) if paths else None):
            return
    assert window.workspace is not None
    project = window.workspace.session.project
    if not project.writable:
        window.workspace.notice.say(tr("{name} is open read-only, so nothing can be imported.", name=project.path.name))
        return
    from galley.core.storage.queries import items as item_queries
    from galley.gui.dialogs.import_dialog import Import

    Import.ask(window, window.theme, project, paths, window.settings)
    if made is not None and not item_queries.count_items(project.read_connection()):
        window.close_project()
        made.unlink(missing_ok=True)


def _create_project_beside(window: Window, file: Path) -> Path | None:
    """Make and open an empty project named after a file; None where that cannot be."""
    from galley.core.project.project import Project
    from galley.gui.dialogs.new_dialog import find_free_path

    try:
        project = Project.create(find_free_path(file.with_suffix(PROJECT)), file)
        window.show_project(project)
    except GalleyError:
        return None
    return project.path


def change_import(window: Window) -> None:
    """The import page with the roles of the last import; what is changed there takes the project's place."""
    workspace = window.workspace
    if workspace is None or _closed_by_blind_mode(window, tr("A changed import")):
        return
    project = workspace.session.project
    if not project.writable:
        workspace.notice.say(tr("{name} is open read-only, so its import stays as it is.", name=project.path.name))
        return
    from galley.core.campaign import import_change
    from galley.core.tables import sidecar
    from galley.gui.dialogs.import_page import ImportPage

    table = import_change.find_changeable_table(project)
    if table is None:
        workspace.notice.say(
            tr("The last bulk change is not an import of one table by its columns, so no import can be changed.")
        )
        return
    path = Path(table["path"])
    if not path.is_file():
        workspace.notice.say(tr("{file} no longer exists; restore it to change its import.", file=str(path)))
        return
    page = ImportPage.ask(window, window.theme, project, [path], window.settings, table)
    if page.change is None or page.mapping is None:
        return
    window.close_project()
    try:
        import_change.apply_change(page.change)
        sidecar.replace_mapping(path, table["mapping"], page.mapping)
    except GalleyError as error:
        window.tell(error)
    window.open(project.path)


def export(window: Window, name: str = "") -> None:
    """The export dialog, with the format ``name`` chosen."""
    if window.workspace is not None and not _closed_by_blind_mode(window, "An export"):
        from galley.gui.dialogs.export_dialog import ExportTo

        ExportTo.ask(window, window.theme, window.workspace.session.project, window.settings, name)


def _closed_by_blind_mode(window: Window, what: str) -> bool:
    """Whether ``what`` would show what is hidden; says so."""
    from galley.core.review import blind

    assert window.workspace is not None
    try:
        blind.refuse_if_blind(window.workspace.session.connection(), what)
    except GalleyError as error:
        window.workspace.notice.say(str(error))
        return True
    return False


def change_reviewer(window: Window) -> None:
    """Ask for the reviewer's name."""
    if window.workspace is None:
        return
    from galley.gui.dialogs.name_dialogs import Reviewer

    session = window.workspace.session
    if window.package is not None:
        name = window.package.reviewer
        window.workspace.notice.say(tr("This package was made for {name}, and its answers carry that name.", name=name))
        return
    name = Reviewer.ask(window, window.theme, session)
    if name and (name != session.reviewer_name or not session.is_named):
        set_reviewer(window, name)


def set_reviewer(window: Window, name: str) -> None:
    """Sign the decisions from now on with ``name``, here and in projects that are opened later."""
    if window.workspace is None:
        return
    try:
        window.workspace.session.set_reviewer(name)
    except GalleyError as error:
        window.tell(error)
    else:
        window.settings.reviewer = name
        window.settings.save()  # a kill must not make the next decision ask again


def show_keys(window: Window) -> None:
    """The key help."""
    from galley.gui.dialogs.keys_dialog import KeyHelp, idle

    at = window.workspace
    view, without = (at.name, idle(at.session.connection())) if at is not None else ("", frozenset[str]())
    KeyHelp.ask(window, window.theme, window.keys, view, without)


TOUR, GLOSSARY = "tour.md", "GLOSSARY.md"
GUIDE_PAGES = {
    "review": "review.md",
    "adjudicate": "adjudicate.md",
    "scores": "report.md",
    "runs": "judge.md",
    "plan": "campaign.md",
}
"""The page of the guide for each view."""


def show_guide(window: Window, page: str = "") -> None:
    """A page of the guide in a window of its own; without ``page`` the one that fits the view."""
    from galley.gui.dialogs.guide import Guide

    view = window.workspace.name if window.workspace is not None else ""
    Guide.open_at(window, window.theme, page or GUIDE_PAGES.get(view, "README.md"))


def show_api_keys(window: Window) -> None:
    """The keys of the providers."""
    from galley.gui.dialogs.api_keys import ApiKeys

    ApiKeys.ask(window, window.theme)


IMPLICIT = "implicit-no"
"""The draw that checks what nobody answered."""


def draw(window: Window, kind: str = "") -> None:
    """Draw items at random and open them in the queue; ``kind`` is chosen at first."""
    from galley.gui.dialogs.draw_dialog import DrawCells

    workspace = window.workspace
    if workspace is not None and _closed_by_blind_mode(window, "A draw"):
        return
    sample_filter = DrawCells.ask(window, window.theme, workspace.session, kind) if workspace is not None else None
    if workspace is not None and sample_filter is not None:
        workspace.open_queue(sample_filter)


def _workspace_for_settings(window: Window) -> Workspace | None:
    """The workspace where the project's settings may change; nothing, said in its bar, where they may not."""
    workspace = window.workspace
    if workspace is not None and not workspace.session.project.writable:
        name = workspace.session.project.path.name
        workspace.notice.say(tr("{name} is open read-only, so its settings stay as they are.", name=name))
        return None
    return workspace


def ask_blind(window: Window) -> None:
    """Ask which share of the flags is first decided blind."""
    workspace = _workspace_for_settings(window)
    if workspace is not None:
        from galley.gui.dialogs.blind_mode import BlindShare

        BlindShare.ask(window, window.theme, workspace.session)


def ask_blind_mode(window: Window) -> None:
    """Ask what reviewers do not see of others."""
    workspace = _workspace_for_settings(window)
    if workspace is not None:
        from galley.gui.dialogs.blind_mode import BlindMode

        BlindMode.ask(window, window.theme, workspace.session)


def show_log(window: Window) -> None:
    """The project's log, with filters."""
    workspace = window.workspace
    if workspace is not None:
        from galley.gui.dialogs.log_dialog import LogDialog

        if decision := LogDialog.ask(window, window.theme, workspace.session):
            workspace.open_decision(decision)


def ask_alone(window: Window, what: str) -> None:
    """Something that needs the project for itself."""
    workspace = window.workspace
    if workspace is None:
        return
    if not workspace.session.project.writable:
        workspace.notice.say(tr("The project is open read-only, so nothing can be undone or erased."))
        return
    from galley.gui.dialogs.exclusive import Erase, UndoLast, words_of

    path = workspace.session.project.path
    dialog_class = UndoLast if what == "undo-last" else Erase
    dialog = dialog_class(window, window.theme, path, window.close_project, window.open, words_of(what))
    dialog.exec()
    dialog.deleteLater()


def show_about(window: Window) -> None:
    """What this is, which version, under which licence."""
    from galley.gui.dialogs.guide import AboutDialog

    AboutDialog.ask(window, window.theme)
