"""The window: the welcome page or one open project, the menu, and everything that opens and closes projects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QStackedLayout, QWidget

from galley.core.errors import GalleyError
from galley.core.new_files import PROJECT, is_project
from galley.core.text.visible import make_visible
from galley.gui.debounce import Pause
from galley.gui.plain_text import Menu, name_window
from galley.gui.qt_application import forget_sources
from galley.gui.settings import Settings
from galley.gui.shell import window_dialogs
from galley.gui.shell.menu import NOT_IN_A_PACKAGE, build_help_menu, build_menu
from galley.gui.shortcuts import Dispatcher, Keymap
from galley.gui.theme import Mode, Theme
from galley.gui.theme.icons import application_icon
from galley.gui.translation import tr
from galley.gui.views import ViewSpec, views
from galley.gui.widgets.focus_marks import FocusMarks

if TYPE_CHECKING:
    from galley.core.campaign.package import Package
    from galley.core.project.project import Project
    from galley.core.storage.connection import Connection
    from galley.gui.shell.palette import Palette
    from galley.gui.shell.welcome import Welcome
    from galley.gui.shell.workspace import Workspace

USUAL_SIZE = QSize(1440, 900)
SMALLEST_SIZE = QSize(860, 520)
FRAME = QSize(8, 40)
"""About what a window manager puts around a window, which nobody knows before it is shown."""
STEP = 1.1

_ICON_AFTER = 100
"""Milliseconds after which the window is there: drawing its icon takes a few."""


class Window(QWidget):
    """One project at a time. ``keep`` False leaves the user's settings alone (pictures, tests)."""

    def __init__(
        self,
        settings: Settings,
        theme: Theme,
        specs: Sequence[ViewSpec] | None = None,
        keep: bool = True,
    ) -> None:
        super().__init__()
        self.settings = settings
        self.theme = theme
        self.keys = Keymap(settings.keys, self)
        self.workspace: Workspace | None = None
        self.package: Package | None = None
        forget_sources()
        self._specs = tuple(specs) if specs is not None else views()
        self._keep = keep
        self._dispatcher = Dispatcher(self, self.keys)
        self._palette: Palette | None = None
        self._focus_marks = FocusMarks(theme, self)
        self._menu = build_menu(self)
        self._help_menu = build_help_menu(self)
        self._stack = QStackedLayout(self)
        self._welcome: Welcome | None = None
        name_window(self, "Galley")
        QTimer.singleShot(_ICON_AFTER, self, lambda: self.setWindowIcon(application_icon()))
        self.setMinimumSize(SMALLEST_SIZE)
        self.setAcceptDrops(True)
        self.keys.changed.connect(self._keep_keys)
        if not (keep and self.restoreGeometry(settings.geometry)):
            screen = QGuiApplication.primaryScreen()
            room = screen.availableSize() - FRAME if screen is not None and keep else USUAL_SIZE
            self.resize(USUAL_SIZE.boundedTo(room))

    # Projects --------------------------------------------------------------------------------------------------

    def open(self, path: Path) -> bool:
        """Open the project at ``path`` in this window; where that cannot be, say why and leave all as it is."""
        if self.workspace is not None and self.workspace.session.project.path == path.absolute():
            return True
        from galley.core.project.project import Project
        from galley.gui.shell import packages

        try:
            path = packages.working_copy(path)
            self.show_project(Project.open(path))
        except GalleyError as error:
            self.tell(error)
            return False
        return True

    def show_project(self, project: Project, state: Mapping[str, Any] | None = None) -> None:
        """Show an open project; it is this window's from now on, and the one before it is closed. ``state`` is what its
        workspace was like, where that is not to be taken from the settings."""
        from galley.gui.session import BackingUp, Session
        from galley.gui.shell import packages
        from galley.gui.shell.workspace import Workspace

        if self.workspace is None:
            forget_sources()
        try:
            package = packages.get_package(project)
            name = package.reviewer if package is not None else self.settings.reviewer
            session = Session(project, name, self.theme, self.keys, self)
        except BaseException:
            project.close()
            raise
        self._leave()
        if state is None:
            state = self.settings.state(project.path, session.reviewer_name) if self._keep else {}
            if self._keep and not state:
                state = {"new": True}
        if self._keep and package is None and not self.settings.is_named:
            state = {**state, "unnamed": True}
        if self._keep:
            BackingUp(session)
        specs = packages.offered_views(self._specs, package, session.connection())
        workspace = Workspace(session, specs, self._menu, self._help_menu, state, self)
        workspace.view_shown.connect(self._retarget)
        workspace.reviewer_wanted.connect(partial(window_dialogs.change_reviewer, self))
        workspace.reviewer_named.connect(partial(window_dialogs.set_reviewer, self))
        workspace.writing_wanted.connect(self.open_for_writing)
        workspace.pack_wanted.connect(partial(packages.pack, self))
        workspace.action_wanted.connect(self.run)
        self.workspace, self.package = workspace, package
        if package is not None and not project.notices:
            workspace.notice.say(packages.greeting(package), "accent")
        self._warn_of_runs(workspace)
        self._stack.addWidget(workspace)
        self._stack.setCurrentWidget(workspace)
        name_window(self, tr("{stem} – Galley", stem=project.path.stem))
        if self._keep:
            self.settings.add_recent(project.path)
            pause = Pause(workspace)
            workspace.moved.connect(pause.ask)
            pause.over.connect(self._remember)
        self._retarget()

    def _warn_of_runs(self, workspace: Workspace) -> None:
        """Say where unfinished runs of somebody else's project would send its texts."""
        from galley.core.storage.queries.runs import read_runs

        def describe(connection: Connection) -> str:
            if all(run.state == "done" for run in read_runs(connection)):
                return ""
            from galley.core.judges import trust

            return trust.describe_unconfirmed(connection)

        def say(words: str) -> None:
            if words and self.workspace is workspace:
                before = workspace.notice.label.text()
                workspace.notice.say(" ".join(filter(None, (before, make_visible(words)))), "warning")

        workspace.session.read(describe, say, slot="unconfirmed-runs")

    def open_for_writing(self) -> None:
        """Open what is open for reading once more, now that nobody else writes to it; all stays as it is on the screen.
        Where somebody has it again, that is said."""
        workspace = self.workspace
        if workspace is None or workspace.session.project.writable:
            return
        from galley.core.project.project import Project

        try:
            project = Project.open(workspace.session.project.path)
            if project.writable:
                self.show_project(project, {**workspace.state(), "stays": True})
            else:
                workspace.notice.say(" ".join(project.notices))
                project.close()
        except GalleyError as error:
            self.complain(error)

    def close_project(self) -> None:
        """Back to the welcome page."""
        self._leave()
        if self._welcome is None:
            from galley.gui.shell.welcome import Welcome  # most starts open a project and never show it

            self._welcome = Welcome(self.theme, self.settings, self.keys, self)
            self._welcome.opened.connect(self.open)
            self._welcome.actionChosen.connect(self.run)
            self._stack.addWidget(self._welcome)
        self._welcome.refresh()
        self._stack.setCurrentWidget(self._welcome)
        name_window(self, "Galley")
        self._retarget()
        self._welcome.setFocus()

    def take(self, paths: Sequence[Path]) -> None:
        """Open what was dropped or chosen: a project, answers to merge, or data files to import (into a new project
        where none is open)."""
        from galley.gui.shell import packages

        projects = [path for path in paths if path.suffix.lower() == PROJECT or is_project(path)]
        returned = [path for path in paths if path.suffix.lower() == packages.ANSWERS_SUFFIX]
        if returned and self.offers("merge"):
            packages.merge(self, returned)
        elif projects:
            self.open(projects[0])
        elif paths and self.offers("import"):
            window_dialogs.import_files(self, paths)

    # What the keys and the menu do -----------------------------------------------------------------------------

    def run(self, action: str) -> bool:
        """Do what the key of ``action`` does; False where it does nothing now."""
        return self._dispatcher.run(action)

    def offers(self, action: str) -> bool:
        """Whether something answers ``action`` now."""
        return self._dispatcher.offers(action)

    def new_project(self, near: Path | None = None) -> bool:
        """Ask where a new project shall be, make and open it. Gives whether there is one now."""
        from galley.gui.dialogs.new_dialog import NewProject

        project = NewProject.ask(self, self.theme, near or self.settings.folder() / f"project{PROJECT}")
        if project is None:
            return False
        self.settings.set_folder(project.path.parent)
        try:
            self.show_project(project)
        except GalleyError as error:
            self.tell(error)
            return False
        return True

    def change_theme(self) -> None:
        """Dark where it is light, light where it is dark."""
        self.set_mode(Mode.LIGHT if self.theme.dark else Mode.DARK)

    def set_mode(self, mode: Mode) -> None:
        """Show light, dark or what the system asks for, and remember it."""
        self.theme.set_mode(mode)
        if self._keep:
            self.settings.mode = mode

    def set_still(self, still: bool) -> None:
        """Let nothing glide, or as the system's settings say, and remember it."""
        self.theme.set_still(still)
        if self._keep:
            self.settings.still = still

    def scale_text(self, factor: float) -> None:
        """Make all text larger or smaller; 0 gives the usual size."""
        self.theme.set_scale(round(self.theme.scale * factor, 3) if factor else 1.0)
        if self._keep:
            self.settings.scale = self.theme.scale

    def show_palette(self) -> None:
        """Everything that can be done or opened, by words."""
        from galley.gui.shell.palette import Palette

        if self._palette is None:
            self._palette = Palette(self)
        self._palette.ask()

    def toggle_full_screen(self) -> None:
        """Fill the screen, or stop doing so."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def as_known_error(self, error: BaseException) -> GalleyError | None:
        """``error`` as something that can be told in a sentence; None for a bug."""
        if self.workspace is not None:
            return self.workspace.session.as_known_error(error)
        return error if isinstance(error, GalleyError) else None

    def complain(self, error: GalleyError) -> None:
        """A known failure in the bar under the top bar, or in a dialog where no project is open."""
        if self.workspace is not None:
            self.workspace.notice.say(str(error), "negative")
        else:
            self.tell(error)

    def tell(self, error: GalleyError) -> None:
        """A known failure in one sentence."""
        from galley.gui.dialogs.message import Message

        Message.ask(self, self.theme, error)

    def fold(self) -> None:
        """Leave nothing in the open project's journal: the session may end."""
        if self.workspace is not None:
            self.workspace.session.project.fold()

    # Qt --------------------------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the window, finish writing, leave one file."""
        self._leave()
        if self._keep:
            self.settings.geometry = self.saveGeometry()
            self.settings.save()
        event.accept()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped anywhere."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """See ``take``; once the drag is over, because a dialog may follow."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        QTimer.singleShot(0, self, lambda: self.take(paths))

    def project_menu(self) -> Menu:
        """The menu under the project's name."""
        return self._menu

    def help_menu(self) -> Menu:
        """The menu of the button Help."""
        return self._help_menu

    def open_help_menu(self) -> None:
        """Open it: under its button, or at the right edge of the welcome page."""
        if self.workspace is not None:
            self.workspace.top.help.open_menu()
        else:
            self._help_menu.popup(self.mapToGlobal(QPoint(self.width() - self._help_menu.sizeHint().width(), 0)))

    def _leave(self) -> None:
        workspace = self.workspace
        if workspace is None:
            return
        if self._keep:
            self._remember()
        self.workspace = self.package = None
        self._dispatcher.set_targets("")
        if workspace.view is not None:
            workspace.view.deactivate()
        workspace.session.close()
        self._stack.removeWidget(workspace)
        workspace.hide()
        workspace.deleteLater()
        workspace.session.deleteLater()

    def _remember(self) -> None:
        """Write down where the reviewer is, now and not at the end: a program that is killed has no end."""
        workspace = self.workspace
        if workspace is not None:
            session = workspace.session
            self.settings.remember(session.project.path, workspace.state(), session.reviewer_name)
            self.settings.save()

    def _retarget(self) -> None:
        targets: dict[str, Callable[[], object]] = {
            "new": self.new_project,
            "theme": self.change_theme,
            "larger": lambda: self.scale_text(STEP),
            "smaller": lambda: self.scale_text(1 / STEP),
            "usual-size": lambda: self.scale_text(0),
            "full-screen": self.toggle_full_screen,
            "palette": self.show_palette,
            "help-menu": self.open_help_menu,
            "quit": self.close,
        }
        targets |= window_dialogs.targets(self)
        workspace = self.workspace
        if workspace is None:
            self._dispatcher.set_targets("", targets)
            return
        from galley.gui.shell import packages

        targets |= window_dialogs.targets_of_a_project(self)
        targets |= {"close": self.close_project}
        targets |= packages.targets(self, self.package)
        if self.package is not None:
            targets = {name: does for name, does in targets.items() if name not in NOT_IN_A_PACKAGE}
        view = workspace.view.actions() if workspace.view is not None else {}
        self._dispatcher.set_targets(workspace.name, targets, workspace.targets(), view)

    def _keep_keys(self) -> None:
        if self._keep:
            self.settings.keys = self.keys.own
