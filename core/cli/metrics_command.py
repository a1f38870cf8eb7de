"""``galley metrics``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from galley.core.cli._output import echo_data
from galley.core.cli._texts import MANY, PROJECT

if TYPE_CHECKING:
    from galley.core.metrics.base import Params


class _Metrics(click.Command):
    """The command, whose help tells of one metric where its name stands beside ``--help``."""

    def parse_args(self, context: click.Context, args: list[str]) -> Sequence[str]:  # type: ignore[override]
        """The arguments, or the options of a metric."""
        if set(args) & set(context.help_option_names):
            from galley.core.metrics import registry
            from galley.core.metrics._parameters import describe_metric

            for name in filter(set(registry.names()).__contains__, args):
                click.echo("\n".join(describe_metric(registry.find_metric(name))))
                context.exit()
        return super().parse_args(context, args)


@click.command(
    "metrics",
    cls=_Metrics,
    epilog="Example: galley metrics detection --project clinic.galley --gold majority --by system --json",
)
@click.argument("name")
@click.option("--project", required=True, type=PROJECT)
@click.option("--table", is_flag=True, help="NAME is a paper's table, or a paper: fill its tables.")
@click.option(
    "--gold", default="gold",
    help="gold (the outcome of each task), majority (adjudicated, else the humans' strict majority), adjudicated (those"
    " cells alone), or an annotator.",
)  # fmt: skip
@click.option("--task", default="", help="Only what this task asks; see galley campaign tasks.")
@click.option(
    "--against", default="", help="detection: gold on this criterion for all, as in dial-summer/hallucination."
)
@click.option("--judge", "judges", multiple=True, help=f"A judge; {MANY}. Default: all.")
@click.option("--annotator", "annotators", multiple=True, help=f"An annotator; {MANY}. Default: the humans.")
@click.option(
    "--by", default="criterion",
    help="Split rows by criterion, group, level (of combined criteria), system, dataset (or source), split, item or"
    " time.",
)  # fmt: skip
@click.option("--scheme", "schemes", multiple=True, help=f"A scheme; {MANY}.")
@click.option("--criterion", "criteria", multiple=True, help=f"A criterion or combined criterion; {MANY}.")
@click.option("--level", default="", help="unit, summary, spans (agreement) or system (correlations).")
@click.option("--system", "systems", multiple=True, help=f"Only summaries by this system; {MANY}.")
@click.option("--dataset", "datasets", multiple=True, help=f"Only items of this data set; {MANY}.")
@click.option("--split", "splits", multiple=True, help=f"Only items of this split; {MANY}.")
@click.option("--coefficient", "coefficients", multiple=True, help=f"agreement: this coefficient; {MANY}.")
@click.option("--pairs", is_flag=True, help="agreement: every pair of annotators.")
@click.option("--passes", is_flag=True, help="agreement: each reviewer's first and last finish of the same items.")
@click.option("--x", multiple=True, help=f"correlations: a score, or verdict:CRITERION; {MANY}. Default: judges'.")
@click.option("--y", multiple=True, help=f"correlations: the same for the other side; {MANY}. Default: people's.")
@click.option("--given", multiple=True, help=f"partial-correlation: system, dataset, split or a metadata key; {MANY}.")
@click.option(
    "--set", "options", multiple=True, metavar="NAME=VALUE", help=f"A setting of the metric or table; {MANY}."
)
@click.option(
    "--column",
    "columns",
    multiple=True,
    help=f"A column that the table leaves out unless it is named, or all; {MANY}. CSV and JSON have every column.",
)
@click.option("--resamples", default=2000, help="Number of bootstrap samples; 0 for no such intervals.")
@click.option("--seed", default=0, help="Random seed of the bootstrap.")
@click.option("--target", default="new", help="What intervals are about: new documents, or this project.")
@click.option("--json", "form", flag_value="json", help="Print JSON: one object, or one a line for several tables.")
@click.option("--csv", "form", flag_value="csv", help="Print comma-separated values, with full precision.")
@click.option("--markdown", "form", flag_value="markdown", help="With --table: print Markdown.")
@click.option("--latex", "form", flag_value="latex", help="With --table: print LaTeX with booktabs.")
def COMMAND(
    name: str, project: Path, table: bool, form: str | None, columns: tuple[str, ...], **options: object
) -> None:
    """Compute a metric, or fill the tables of a paper.

    NAME is one of galley list metrics, or with --table one of galley list tables. galley metrics --help NAME lists the
    options of a metric; any other option is refused.

    Every figure comes with its n and, where one is known, a 95 % interval (low and high). An undefined figure is empty,
    and "why" says why. What was skipped is counted under "left out".
    """
    from galley.core.metrics.base import Params

    params = Params(**options)  # type: ignore[arg-type]
    context = click.get_current_context()
    set_options = [option for option in options if context.get_parameter_source(option) is not ParameterSource.DEFAULT]
    if columns and (table or form):
        raise click.UsageError("--column is about the printed table of a metric; CSV and JSON have every column.")
    if table:
        _print_tables(name, project, form, params, set_options)
    elif form in ("markdown", "latex"):
        raise click.UsageError(f"--{form} prints the tables of a paper; add --table, or use --csv.")
    else:
        _print_metric(name, project, form, params, set_options, columns)


def _print_metric(
    name: str, project: Path, form: str | None, params: Params, set_options: list[str], columns: tuple[str, ...]
) -> None:
    from galley.core.metrics import registry
    from galley.core.metrics.text import as_csv, as_json, as_table
    from galley.core.project.project import Project
    from galley.core.review import blind

    registry.find_metric(name)
    with Project.open(project, read_only=True) as open_project:
        blind.refuse_if_blind(open_project.read_connection(), "Figures")
        result = registry.compute(name, open_project.read_connection(), params, set_options)
    writers = {"json": as_json, "csv": as_csv}
    echo_data(writers[form](result) if form else as_table(result, columns), form)


def _print_tables(name: str, project: Path, form: str | None, params: Params, set_options: list[str]) -> None:
    from galley.core.errors import InputError
    from galley.core.paper_tables import registry
    from galley.core.paper_tables.formats import as_rows, format_tables
    from galley.core.project.project import Project
    from galley.core.review import blind

    tables = registry.find(name)
    if len(tables) == 1:
        registry.check(tables[0], set(set_options), params)
    elif params.options:
        raise InputError(f"{name} has several tables; choose the one for --set: {', '.join(t.name for t in tables)}.")
    else:
        for option in sorted(set_options):
            if not any(option in table.takes for table in tables):
                registry.check(tables[0], {option}, params)
    with Project.open(project, read_only=True) as open_project:
        blind.refuse_if_blind(open_project.read_connection(), "Figures")
        filled_sheets = [registry.fill(open_project.read_connection(), table, params) for table in tables]
    sheets = [sheet for sheet in filled_sheets if sheet is not None]
    if not sheets:
        raise InputError(tables[0].needs)
    if form == "json":
        for sheet in sheets:
            echo_data(json.dumps(as_rows(sheet), ensure_ascii=False, allow_nan=False) + "\n")
    else:
        echo_data(format_tables(sheets, form or "text"), form)
