"""What a screening is asked to do, as it is kept in its folder, so that each worker and each restart does the same."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import galley.core
from galley.core import new_files
from galley.core.errors import GalleyError, InputError
from galley.core.foreign_files import MOST_SETTINGS, load_json, read_whole
from galley.core.judges.order import Order, ReadyRun, order_of, prepare
from galley.core.screening import streaming
from galley.core.screening.streaming import RowSource
from galley.core.tables.mapping import load_mapping

FILE = "screening.json"
FORMAT = 1
ALWAYS = ("flag", "system", "week")
"""What strata are always made of: whether anything of the summary is flagged, its system, and the week of its date."""
BAND = "band"
"""The column of ``by`` that stands for how sure the judge is of its surest flag."""
BANDS = (0.2, 0.4, 0.6, 0.8)
PROJECTS_OWN = ("share",)
"""Settings of the built-in judge that make something of a project, of which there is none here."""
CAPS = ("budget", "max_requests", "price")
"""What a judge's run keeps that changes nothing of what is said, so that a restart may have others."""


@dataclass(frozen=True)
class Job:
    """``judge`` is what a judge's run keeps (``ReadyRun.settings``), ``mapping`` as it was written. ``when`` is the
    field with the date, ``by`` the further columns of the strata; of each stratum the ``draw`` smallest lots are kept,
    and the ``worst`` flags of all. ``version`` is that of Galley, ``served`` how the model is reached: "" (none is),
    "files" (request files) or "server"; ``importer`` reads the shards."""

    judge: Mapping[str, Any]
    mapping: Mapping[str, Any]
    when: str = ""
    by: tuple[str, ...] = ()
    draw: int = 25
    worst: int = 20
    seed: int = 0
    served: str = ""
    importer: str = streaming.TABLE
    version: str = field(default_factory=lambda: galley.core.__version__)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of the strata in order."""
        return (*ALWAYS, *self.by)

    @property
    def id(self) -> str:
        """What tells this job from any other."""
        return hashlib.sha256(self.text().encode()).hexdigest()[:16]

    def text(self) -> str:
        """The same as JSON."""
        return json.dumps({"format": FORMAT, **asdict(self)}, ensure_ascii=False, sort_keys=True, indent=1) + "\n"

    @classmethod
    def read(cls, folder: Path) -> Job:
        """The job of a folder. Raises: InputError where there is none that can be read."""
        path = folder / FILE
        try:
            fields = load_json(read_whole(path, MOST_SETTINGS))
            if fields.pop("format") != FORMAT:
                raise InputError(f"{path} was written by another version of Galley; screen into a new folder.")
            return cls(**{**fields, "by": tuple(fields["by"])})
        except FileNotFoundError:
            raise InputError(f"{folder} contains no screening; give the files to screen and --out {folder}.") from None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(f"{path} cannot be read ({type(error).__name__}); screen into a new folder.") from None


def begin(folder: Path, job: Job, inputs: Sequence[Path]) -> None:
    """Make the folder of a job, readable by whom its inputs are; one that holds this very job is gone on with.

    Raises: InputError for a folder of other settings, or with anything else in it.
    """
    if (folder / FILE).exists():
        old_job = Job.read(folder)
        if old_job.text() == job.text():
            return
        old, new = asdict(old_job), asdict(job)
        other = [name for name in new if _plain(old[name]) != _plain(new[name])]
        differences = "; ".join(_differs(name, old[name], new[name]) for name in other)
        raise InputError(
            f"{folder} was screened with other settings ({differences}); give those, or name a new folder."
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError(f"{folder} holds what no screening wrote there; name a new folder, or empty this one.")
    granted = new_files.mode(*inputs)
    try:
        folder.mkdir(mode=0o700 | (granted | granted >> 2 & 0o111) & 0o777, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder} cannot be made ({error.strerror}); choose another place.") from None
    new_files.write(folder / FILE, job.text().encode(), *inputs)


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _differs(name: str, old: Any, new: Any) -> str:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        fields = [key for key in {**old, **new} if _plain(old.get(key)) != _plain(new.get(key))]
        return f"{name}: {', '.join(fields)}"
    return f"{name} was {old!r}, now {new!r}"


def plan_job(order: Order, when: str, by: Sequence[str], mapping: Mapping[str, Any], **more: Any) -> Job:
    """The job for an order. Raises: InputError for what cannot be screened."""
    for name in order.choices.options:
        if order.method == "offline" and name in PROJECTS_OWN:
            raise InputError(f"{name} makes something of a project, of which there is none here; leave it out.")
    doubled = [name for name in by if name in ALWAYS or list(by).count(name) > 1]
    if doubled:
        raise InputError(f"Strata are by {doubled[0]} already; leave --by {doubled[0]} out.")
    plan = plan_of(order)
    if (
        more.get("importer", streaming.TABLE) == streaming.TABLE
        and load_mapping(json.dumps(mapping), "the mapping").onto
    ):
        raise InputError("The mapping adds to items that are there already; screening needs one with texts.")
    settings = {**plan.settings, **dict.fromkeys(CAPS), "fitted": plan.method.fingerprint()}
    return Job(settings, mapping, when, tuple(by), **more)


def plan_of(order: Order) -> ReadyRun:
    """An order checked and made ready without a project: beside an empty one that goes at once.

    Raises: InputError, also for what is judged otherwise than by yes and no.
    """
    from galley.core.project.project import Project

    with (
        tempfile.TemporaryDirectory(prefix="galley-screen-") as place,
        Project.create(Path(place) / "empty.galley") as project,
    ):
        plan = prepare(project, order)
    if not plan.context.schemes:
        raise InputError(f"{plan.method.name} gives no verdicts, so nothing can be screened with it; choose another.")
    for scheme in plan.context.schemes.values():
        for criterion in scheme.criteria:
            if criterion.scale != "yes-no" or criterion.types or criterion.parts or criterion.about != "summary":
                raise InputError(
                    f"{plan.method.name} asks for more than yes or no of summaries ({scheme.id}/{criterion.id}), which"
                    " cannot be screened; choose another method or --scheme."
                )
    return plan


@lru_cache(maxsize=2)
def load_job(folder: str) -> tuple[Job, ReadyRun, RowSource]:
    """The job of a folder made ready, once a worker. Raises: InputError; GalleyError on a worker of another version."""
    job = Job.read(Path(folder))
    if job.version != galley.core.__version__:
        raise GalleyError(
            f"The worker on {_host()} has Galley {galley.core.__version__}, and this screening was begun with"
            f" {job.version}; install that one there."
        )
    plan = plan_of(order_of(job.judge))
    if plan.method.fingerprint() != job.judge["fitted"] or plan.fingerprint != job.judge["fingerprint"]:
        raise GalleyError(f"The judge on {_host()} is another one than that of {folder}; install the same Galley.")
    if job.importer != streaming.TABLE:
        return job, plan, RowSource(job.importer)
    return job, plan, RowSource(job.importer, load_mapping(json.dumps(job.mapping), "the mapping of the screening"))


def _host() -> str:
    with suppress(OSError, AttributeError):
        return os.uname().nodename
    return "this machine"
