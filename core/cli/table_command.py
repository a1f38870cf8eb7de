"""``galley table``."""

from __future__ import annotations

import json
from pathlib import Path

import click
from click.core import ParameterSource

from galley.core.cli._output import echo_data
from galley.core.cli._texts import PROJECT

MANY = "may be given several times"


@click.command("table", epilog="Example: galley table dial-summer-fine --project clinic.galley --latex")
@click.argument("name")
@click.option("--project", required=True, type=PROJECT)
@click.option("--gold", default="gold", show_default=True, help="As of galley metrics.")
@click.option("--judge", "judges", multiple=True, help=f"A judge; {MANY}. Default: all.")
@click.option("--system", "systems", multiple=True, help=f"Only summaries by this system; {MANY}.")
@click.option("--dataset", "datasets", multiple=True, help=f"Only items of this data set; {MANY}.")
@click.option("--split", "splits", multiple=True, help=f"Only items of this split; {MANY}.")
@click.option("--set", "options", multiple=True, metavar="NAME=VALUE", help=f"A setting of the table; {MANY}.")
@click.option("--resamples", default=2000, show_default=True, help="Of the bootstrap; 0 for no such intervals.")
@click.option("--seed", default=0, show_default=True, help="Of the bootstrap.")
@click.option(
    "--json", "form", flag_value="json", help="One JSON object, or one a line for a work with several tables."
)
@click.option("--csv", "form", flag_value="csv", help="Comma-separated values, with full precision.")
@click.option("--markdown", "form", flag_value="markdown", help="A table in Markdown.")
@click.option("--latex", "form", flag_value="latex", help="A table for LaTeX with booktabs.")
def COMMAND(name: str, project: Path, form: str | None, **options: object) -> None:
    """Fill a work's own table with what the project holds. NAME is one of galley list tables: a table, or a work, of
    which every table is printed that there are figures for.

    Every figure comes with its n and, where one is known, a 95 % interval; top values are marked. An option that the
    table does not take is refused.
    """
    from galley.core.errors import InputError
    from galley.core.metrics.base import Params
    from galley.core.paper_tables import registry
    from galley.core.paper_tables.formats import as_rows, format_tables
    from galley.core.project.project import Project
    from galley.core.review import blind

    tables = registry.find(name)
    params = Params(**options)  # type: ignore[arg-type]
    context = click.get_current_context()
    set_options = {option for option in options if context.get_parameter_source(option) is not ParameterSource.DEFAULT}
    if len(tables) == 1:
        registry.check(tables[0], set_options, params)
    elif params.options:
        raise InputError(f"{name} is several tables; say which one --set is for: {', '.join(t.name for t in tables)}.")
    else:
        for option in sorted(set_options):
            if not any(option in table.takes for table in tables):
                registry.check(tables[0], {option}, params)
    with Project.open(project, read_only=True) as open_project:
        blind.refuse(open_project.read_connection(), "Figures")
        filled_sheets = [registry.fill(open_project.read_connection(), table, params) for table in tables]
    sheets = [sheet for sheet in filled_sheets if sheet is not None]
    if not sheets:
        raise InputError(tables[0].needs)
    if form == "json":
        for sheet in sheets:
            echo_data(json.dumps(as_rows(sheet), ensure_ascii=False, allow_nan=False) + "\n")
    else:
        echo_data(format_tables(sheets, form or "text"), form)
