"""Every chart from five made projects, light and dark, at two widths: ``python -m
tests.gui.chart_gallery FOLDER`` writes the pictures and one page (``index.html``) on which all of them stand."""

from __future__ import annotations

import html
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from galley.gui.qt_application import make_application
from galley.gui.theme import Mode, Theme

WIDTHS = {"small": 1052, "large": 2332}
"""What is left for a chart in a window 1280 and 2560 pixels wide."""
MODES = (Mode.LIGHT, Mode.DARK)


def main(folder: Path) -> None:
    """Draw every picture, then the page on which all of them stand."""
    folder = folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)
    draw(folder)
    names = sorted(path.name for path in folder.glob("*.png"))
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(" ".join(name.split("_")[:2]), []).append(name)
    body = "".join(
        f"<h2>{html.escape(group)}</h2>"
        + "".join(f'<a href="{n}"><img src="{n}" title="{n}" width="420" loading="lazy"></a> ' for n in mine)
        for group, mine in groups.items()
    )
    (folder / "index.html").write_text(f'<!DOCTYPE html><meta charset="utf-8"><title>Charts</title>{body}', "utf-8")
    print(folder / "index.html")


def draw(folder: Path) -> None:
    """Draw every chart of the made projects."""
    from galley.gui.scores.page import ChartPage
    from tests.gui import chart_projects

    application = QApplication.instance()
    assert isinstance(application, QApplication)
    themes = {mode: Theme(mode) for mode in MODES}
    with tempfile.TemporaryDirectory() as home:
        for name in chart_projects.PROJECTS:
            with chart_projects.made(name, Path(home)) as project:
                drawn = list(chart_projects.pictures(project))
                for mode, theme in themes.items():
                    theme.apply(application)
                    for chart, picture, choices in drawn:
                        for size, width in WIDTHS.items():
                            page = ChartPage(theme)
                            page.filters.set_choices(choices)
                            page.resize(width, 700)
                            page.show()
                            page.show_picture(picture)
                            assert page.chart is not None
                            used = frozenset(mark.series for mark in page.chart.marks())
                            page.filters.set_chart(chart, picture.series, picture.pairs, used)
                            application.processEvents()
                            page.resize(width, page.widget().sizeHint().height())
                            application.processEvents()
                            page.resize(width, page.widget().height())
                            path = folder / f"{chart.name}_{name}_{mode.value}_{size}.png"
                            page.grab().save(str(path))
                            page.close()
                            page.deleteLater()


if __name__ == "__main__":
    make_application()
    main(Path(sys.argv[1]))
