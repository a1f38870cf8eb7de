"""What the command palette can find: actions, views, charts, settings, criteria and items, each by its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from galley.core.review import blind, queue, saved_views
from galley.core.storage.connection import Connection
from galley.core.storage.queries import item_queue
from galley.gui.plain_text import MenuEntry
from galley.gui.shortcuts import actions
from galley.gui.translation import tr, tr_n

if TYPE_CHECKING:
    from galley.gui.shell.window import Window
    from galley.gui.shell.workspace import Workspace

ACTIONS, VIEWS, SETTINGS = tr("Actions"), tr("Views and charts"), tr("Settings")
CRITERIA, ITEMS = tr("Criteria"), tr("Items")
SUGGESTED = tr("Suggestions")
MOST = 6
"""Lines of one group that are shown."""
ALIASES = {
    "agreement": tr("kappa alpha Krippendorff Cohen Fleiss Gwet AC1 inter-annotator IAA"),
    "agreement-pairs": tr("agreement kappa alpha Krippendorff Cohen inter-annotator IAA"),
    "detection": tr("F1 precision recall balanced accuracy BACC agreement"),
    "precision-recall": tr("F1"),
    "confusion": tr("F1 matrix"),
    "roc-curve": tr("AUC"),
    "reliability": tr("ECE Brier"),
    "correlation": tr("Kendall Spearman Pearson tau rho"),
    "partial-correlation": tr("Kendall Spearman Pearson tau rho"),
    "ties": tr("agreement"),
    "trust": tr("agreement precision"),
    "export": tr("report CSV Excel xlsx spreadsheet JSON save"),
    "report": tr("campaign PDF HTML print"),
    "charts-report": tr("PDF print figures"),
    "return": tr("send answers submit"),
    "undo": tr("revert take back"),
    "no-error": tr("reject override"),
    "accept": tr("yes confirm"),
    "unsure": tr("skip"),
}
"""Other words by which a chart or an action is found, by its name."""


_BESIDE = 1_000
"""The rank of what is found by its group or another word."""


@dataclass(frozen=True, slots=True)
class PaletteHit:
    """One line: its group, words, where it is, the key (as printed), what it does, and other words for it."""

    group: str
    words: str
    location: str
    key: str
    does: Callable[[], object]
    aliases: str = ""


def everything(window: Window) -> list[PaletteHit]:
    """All that needs no question of the project, in the order in which it is listed."""
    hits_by_name: dict[str, PaletteHit] = {}
    keys = window.keys
    for name, action in actions().items():
        if window.offers(name) and name != "palette":
            hits_by_name[name] = PaletteHit(
                ACTIONS, action.title, action.group, keys.label(name), partial(window.run, name), ALIASES.get(name, "")
            )
    listed = list(hits_by_name.values())
    listed += _of_menu(window, {hit.words for hit in listed})
    workspace = window.workspace
    if workspace is None:
        return listed
    for number, spec in enumerate(workspace.specs, 1):
        key = keys.label(f"view-{number}")
        listed.append(PaletteHit(VIEWS, spec.title, tr("view"), key, partial(workspace.show_view, spec.name)))
    for saved in saved_views.read(workspace.session.connection()):
        does = partial(_in, workspace, "review", "show_saved", saved)
        listed.append(PaletteHit(VIEWS, saved.name, tr("saved view"), "", does))
    return listed


def suggestions(window: Window) -> list[PaletteHit]:
    """What is offered before anything is typed: to resume with the next open flag, the next tie, and an export."""
    workspace = window.workspace
    if workspace is None or "review" not in {spec.name for spec in workspace.specs}:
        return []
    label = window.keys.label
    hits = [
        PaletteHit(
            SUGGESTED,
            tr("Resume: next open flag"),
            "",
            label("next-open"),
            partial(_in, workspace, "review", "next_open"),
        )
    ]
    if blind.read_blind(workspace.session.connection()).figures:
        hits.append(PaletteHit(SUGGESTED, tr("Next tie"), "", "", partial(_in, workspace, "review", "next_tie")))
    if window.offers("export"):
        hits.append(PaletteHit(SUGGESTED, tr("Export…"), "", label("export"), partial(window.run, "export")))
    return hits


def _in(workspace: Workspace, name: str, method: str, *args: object) -> None:
    """Show a view and have it do something."""
    workspace.show_view(name)
    if workspace.view is not None and workspace.name == name:
        getattr(workspace.view, method)(*args)


def charts(window: Window, absent_charts: frozenset[str]) -> list[PaletteHit]:
    """The charts of the Scores view but those absent; reading them in takes a moment the first time."""
    from galley.gui.charts.registry import list_charts, views_of

    workspace = window.workspace
    if workspace is None or "scores" not in {spec.name for spec in workspace.specs}:
        return []
    report = partial(_in, workspace, "scores", "ask_report")
    return [
        *(
            PaletteHit(
                VIEWS,
                view.title,
                chart.group,
                "",
                partial(_in, workspace, "scores", "show_chart", view.name),
                ALIASES.get(view.name, ""),
            )
            for chart in list_charts()
            if chart.name not in absent_charts
            for view in views_of(chart)
        ),
        PaletteHit(VIEWS, tr("Report of all charts…"), tr("Scores"), "", report, ALIASES["charts-report"]),
    ]


def doubtful() -> frozenset[str]:
    """The groups of actions that some projects hold nothing of. (Charts are listed once it is known which to leave
    out.)"""
    from galley.gui.dialogs import keys_dialog

    return frozenset(keys_dialog.ABOUT)


def absent(connection: Connection) -> frozenset[str]:
    """Those, and the charts, of which this project holds nothing. Not for the thread that paints: all charts
    are read in, so that ``charts`` finds them there."""
    from galley.core.storage import names
    from galley.gui.charts.registry import list_charts
    from galley.gui.dialogs import keys_dialog
    from galley.gui.scores import scores_view

    list_charts()
    schemes = frozenset(scheme.id for scheme in names.schemes(connection))
    return keys_dialog.idle(connection) | scores_view.absent_charts(schemes, connection)


def of_project(window: Window, connection: Connection, typed: str) -> list[PaletteHit]:
    """Criteria and items of the open project whose names hold what was typed, and a search for it in the texts."""
    from galley.core.storage import names

    workspace = window.workspace
    assert workspace is not None
    listed = []
    for row, criterion in names.criteria(connection).items():
        if matches(criterion.name, typed) is not None:
            does = partial(_in, workspace, "review", "show_criterion", row)
            listed.append(PaletteHit(CRITERIA, criterion.name, criterion.scheme, "", does))
    for item in queue.rows(connection, item_queue.find_by_key(connection, typed, MOST), workspace.session.reviewer):
        state_words = tr("finished") if item.is_finished else tr_n("{n:,} open flag", "{n:,} open flags", item.open)
        where = ", ".join(filter(None, (item.systems, state_words)))
        listed.append(PaletteHit(ITEMS, item.key, where, "", partial(_in, workspace, "review", "show_item", item.id)))
    words = tr("Search the texts for “{words}”", words=typed.strip())
    label = window.keys.label("search")
    listed.append(PaletteHit(ITEMS, words, "", label, partial(workspace.search_for, typed.strip())))
    return listed


def matches(words: str, typed: str) -> list[tuple[int, int]] | None:
    """Where in ``words`` each typed word stands, at the beginning of a word if there is one; None where one is missing.
    Places are code points."""
    plain, spans = words.casefold(), []
    if len(plain) != len(words):  # ß and the like: nothing to be marked, but found
        return [] if all(part in plain for part in typed.casefold().split()) else None
    for part in typed.casefold().split():
        starts = [at for at in _all(plain, part) if not at or not plain[at - 1].isalnum()] or list(_all(plain, part))
        if not starts:
            return None
        spans.append((starts[0], starts[0] + len(part)))
    return sorted(spans)


def filter_hits(listed: Iterable[PaletteHit], typed: str) -> list[PaletteHit]:
    """What holds all that was typed, words that begin with it first, then what its group or another word for it says;
    at most ``MOST`` of a group."""
    groups: dict[str, list[tuple[int, int, PaletteHit]]] = {}
    for at, hit in enumerate(listed):
        hits = matches(hit.words, typed)
        rank = _inside(hit.words, hits) if hits is not None else _BESIDE
        if hits is None and matches(" ".join((hit.words, hit.location, hit.aliases)), typed) is None:
            continue
        groups.setdefault(hit.group, []).append((rank, at, hit))
    return [hit for group in groups.values() for _, _, hit in sorted(group, key=lambda row: row[:2])[:MOST]]


def _inside(words: str, hits: Sequence[tuple[int, int]]) -> int:
    return sum(1 for start, _ in hits if start and words[start - 1].isalnum())


def _all(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _of_menu(window: Window, listed_words: set[str]) -> list[PaletteHit]:
    """What stands in the menus of the project and of help and has no key of its own; submenus of them are settings."""
    listed = []
    tops = (*window.project_menu().menus, window.help_menu())
    window.project_menu().aboutToShow.emit()  # so that it says what is there
    for group, menu in (*((ACTIONS, top) for top in tops), *((SETTINGS, m) for top in tops for m in top.menus)):
        menu.aboutToShow.emit()  # so that it says what is chosen
        for entry in menu.actions():
            words = entry.words if isinstance(entry, MenuEntry) else ""
            if not words or words in listed_words or not entry.isVisible():
                continue
            name = entry.data()[1] if isinstance(entry.data(), tuple) else ""
            if not name or (window.offers(name) and name not in actions()):
                location = menu.words or tr("Help")
                listed.append(PaletteHit(group, words, location, "", entry.trigger, ALIASES.get(name, "")))
    return listed
