"""Which options a metric takes: what it declares in its own file, and refusing all others with a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from inspect import cleandoc
from typing import TYPE_CHECKING, Any

from galley.core.errors import InputError
from galley.core.storage.connection import Connection
from galley.core.storage.queries import filter_choices

if TYPE_CHECKING:
    from galley.core.metrics.base import Metric, Params

WORDS = {
    "gold": "--gold", "task": "--task", "judges": "--judge", "annotators": "--annotator", "by": "--by",
    "schemes": "--scheme", "criteria": "--criterion", "level": "--level", "systems": "--system",
    "datasets": "--dataset", "splits": "--split", "coefficients": "--coefficient", "pairs": "--pairs",
    "passes": "--passes", "against": "--against", "x": "--x", "y": "--y", "given": "--given", "options": "--set",
    "resamples": "--resamples", "seed": "--seed", "target": "--target",
}  # fmt: skip
"""What the command line calls each option."""
DOCUMENT_FILTERS = ("systems", "datasets", "splits")
"""Which documents."""
WHAT = ("schemes", "criteria", "task")
"""Which criteria; a metric that is about one scheme takes none."""
BOOTSTRAP = ("resamples", "seed")
TARGET = ("target",)
"""What the figures are about; of metrics of which the intervals know what was drawn."""
SPLITS = ("system", "dataset", "source", "split", "item")
"""What rows may be split by, where their cells lie in documents under judgement."""
_OUR_OWN = frozenset({"items", "resamples", "confidence", "cancelled", "memory"})
"""What a program may pass to any metric: it asks for nothing that a reader of the figures would miss."""


@dataclass(frozen=True, slots=True)
class Takes:
    """What a metric takes. ``names`` are fields of ``Params``; ``by``, ``levels`` and ``coefficients`` the values that
    these may have (empty: the option is not taken), ``settings`` what ``--set`` may name, with what holds unless set.

    ``when`` is the option, or the setting, and its values under which this declaration holds: a view of the same
    metric that takes other options. A metric declares a tuple: first what holds else, then each such view.
    """

    names: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    coefficients: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    when: tuple[str, tuple[Any, ...]] | None = None

    @property
    def all(self) -> tuple[str, ...]:
        """The fields of ``Params`` that it takes, in the order of WORDS."""
        more = {"by": self.by, "level": self.levels, "coefficients": self.coefficients, "options": self.settings}
        return tuple(name for name in WORDS if name in self.names or more.get(name))

    def values(self, name: str) -> tuple[str, ...]:
        """The values that an option may have; empty where any will do."""
        by = ("criterion", *self.by)
        return {"by": by, "level": self.levels, "coefficients": self.coefficients}.get(name, ())

    def holds(self, params: Params) -> bool:
        """Whether ``params`` ask for this view."""
        if self.when is None:
            return True
        name, values_needed = self.when
        if name in WORDS:
            setting = getattr(params, name)
            return bool(setting) if values_needed == () else setting in values_needed
        return any(
            option.replace(" ", "") in {f"{name}={value}" for value in values_needed} for option in params.options
        )


def select_view(metric: Metric, params: Params) -> Takes:
    """The declaration that holds for what is asked."""
    return next((view for view in metric.takes[1:] if view.holds(params)), metric.takes[0])


def check(
    metric: Metric, connection: Connection, params: Params, set_fields: Collection[str] | None = None
) -> None:
    """Refuse what the metric does not take, and names that the project does not hold.

    ``given`` are the fields of ``params`` that the user set; without it those that differ from what holds unless set.
    Raises: InputError, with the list of the options that the metric takes.
    """
    takes = select_view(metric, params)
    if set_fields is None:
        set_fields = [field.name for field in fields(params) if getattr(params, field.name) != _standard(field)]
        set_fields = [name for name in set_fields if name not in _OUR_OWN]
    for name in WORDS:
        if name in set_fields and name not in takes.all:
            raise InputError(
                f"{_describe_view(metric, takes)} does not accept {WORDS[name]}; it takes: {list_options(takes)}."
            )
    for name in ("by", "level", "coefficients"):
        setting = getattr(params, name)
        for value in setting if isinstance(setting, tuple) else (setting,):
            if name in set_fields and value and value not in takes.values(name):
                choices = ", ".join(takes.values(name))
                raise InputError(
                    f"{_describe_view(metric, takes)} does not accept {WORDS[name]} {value!r}; use one of: {choices}."
                )
    _settings(metric, takes, params)
    _names(connection, params)


def _standard(field: Any) -> Any:
    return field.default if field.default is not MISSING else None


def _describe_view(metric: Metric, takes: Takes) -> str:
    """The metric, and the view of it that is asked for."""
    if takes.when is None:
        return metric.name
    name, values = takes.when
    if name not in WORDS:
        return f"{metric.name} --set {name}={values[0]}"
    return f"{metric.name} {WORDS[name]}" + (f" {' or '.join(values)}" if values and values != (True,) else "")


def list_options(takes: Takes) -> str:
    """The options in words: "--gold, --by, --set threshold, --set top"."""
    words = [WORDS[name] for name in takes.all if name != "options"]
    return ", ".join([*words, *(f"--set {name}" for name in takes.settings)]) or "nothing"


def _settings(metric: Metric, takes: Takes, params: Params) -> None:
    for option in params.options:
        name, equals, _ = option.partition("=")
        if not equals or name.strip() not in takes.settings:
            choices = ", ".join(takes.settings) or "none"
            raise InputError(
                f"{_describe_view(metric, takes)} has no setting {option!r}; write NAME=VALUE with one of: {choices}."
            )


def _names(connection: Connection, params: Params) -> None:
    """Raises: InputError for the first name that the project does not hold."""
    from galley.core.storage import names

    rules = ("gold", "majority", "adjudicated")
    wanted_names = [*params.annotators, *params.judges, *(() if params.gold in rules else (params.gold,))]
    if wanted_names:
        annotator_names = [annotator.name for annotator in names.annotators(connection).values()]
        for name in wanted_names:
            if name not in annotator_names:
                choices = ", ".join(dict.fromkeys(annotator_names)) or "nobody"
                raise InputError(f"Nobody called {name!r} is in the project; there are: {choices}.")
    for what, filter_values in (("system", params.systems), ("dataset", params.datasets), ("split", params.splits)):
        if filter_values:
            stored_names = filter_choices.list_choices(connection, what)
            for name in filter(None, filter_values):
                if name not in stored_names:
                    choices = ", ".join(stored_names) or "none"
                    raise InputError(f"The project has no {what} {name!r}; it has: {choices}.")
    if params.task:
        from galley.core.tasks import task_book

        task_book.read_task_book(connection).find(params.task)
    if params.schemes or params.criteria:
        _criteria(connection, params)


def _criteria(connection: Connection, params: Params) -> None:
    from galley.core.storage import names

    schemes = names.schemes(connection)
    _check_names("scheme", params.schemes, [scheme.id for scheme in schemes])
    selected_schemes = [scheme for scheme in schemes if not params.schemes or scheme.id in params.schemes]
    criterion_names = [part.id for scheme in selected_schemes for part in scheme.criteria]
    criterion_names += [part.id for scheme in selected_schemes for part in scheme.combined_criteria]
    if params.by == "group":
        criterion_names = [
            criterion.group for scheme in selected_schemes for criterion in scheme.criteria if criterion.group
        ]
    elif params.by == "level":
        from galley.core.metrics._question import by_level

        criterion_names = [question.id for scheme in selected_schemes for question in by_level(scheme)]
    _check_names(
        "group" if params.by == "group" else "criterion", params.criteria, list(dict.fromkeys(criterion_names))
    )


def _check_names(what: str, names_given: Sequence[str], valid_names: Sequence[str]) -> None:
    for name in names_given:
        if name not in valid_names:
            raise InputError(f"The project has no {what} {name!r}; it has: {', '.join(valid_names) or 'none'}.")


def describe_metric(metric: Metric) -> Iterator[str]:
    """Lines about a metric, what it measures, and the options that it takes, view by view."""
    yield f"{metric.name}: {metric.title}."
    if (reference := getattr(metric, "reference", None)) is not None:  # an extension may have none
        yield from ("", cleandoc(reference.measures), "", f"Undefined. {cleandoc(reference.undefined)}")
    for takes in metric.takes:
        yield ""
        yield f"{_describe_view(metric, takes)} takes:" if takes.when is not None else "It takes:"
        for name in takes.all:
            if name == "options":
                for setting, standard in takes.settings.items():
                    yield f"  --set {setting}=…" + (f"  (unless set: {standard})" if standard else "")
                continue
            values = takes.values(name)
            yield f"  {WORDS[name]}" + (f"  one of: {', '.join(values)}" if values else "")
        if not takes.all:
            yield "  nothing"
