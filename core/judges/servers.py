"""Which server a judge is: provider, address, and what the server calls the model that answers.

A dated snapshot of the model that was asked is that model; any other is a judge of its own, with its own price.
Two servers may offer models of one name, and one server may put another model behind a name. Runs keep where they
asked and what answered, so replies and verdicts of one are never taken for those of the other. What a run from an
earlier version does not say is unknown, and agrees with anything.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, NamedTuple

from galley.core.domain import AnnotatorId, AnnotatorKind, ChangeSet
from galley.core.judges.clients._sdk import MOST_TOKENS
from galley.core.judges.clients.registry import PROVIDERS, Source
from galley.core.storage.connection import Connection
from galley.core.storage.names import annotators
from galley.core.storage.queries import runs

_DATE = re.compile(r"[-_@:.](20\d\d[-.]?\d\d[-.]?\d\d|(0[1-9]|1[0-2]|2[3-9])\d\d|0\d\d)")
_NEWEST = re.compile(r"([-:]latest|-0)$")


def is_same_model(asked_model: str, answering_model: str) -> bool:
    """Whether a model that answers is the one asked, or a dated snapshot of it: gpt-4o-2024-08-06 of gpt-4o. A name
    with the maker before it (``openai/gpt-4o``) is also known without."""
    model_name, got = asked_model.casefold().removeprefix("models/"), answering_model.casefold().removeprefix("models/")
    if ("/" in model_name) != ("/" in got):
        model_name, got = model_name.rpartition("/")[2], got.rpartition("/")[2]
    root = _NEWEST.sub("", model_name)
    if got in (model_name, root) or _NEWEST.sub("", got) == model_name:
        return True
    return got.startswith(root) and _DATE.fullmatch(got[len(root) :]) is not None


def speaker(provider: str, asked_model: str, answering_model: str) -> str:
    """The model that speaks: the one asked, of which a dated snapshot may answer, or the other one that answers. A
    replay that names no model (it has the provider's own name then) asks for none."""
    return (
        asked_model
        if not answering_model or asked_model in ("", provider) or is_same_model(asked_model, answering_model)
        else answering_model
    )


UNKNOWN_CONTEXT = -1
"""The context in the caps of runs of earlier versions, which did not ask for it."""


class ReplyCap(NamedTuple):
    """What bounded the replies of a run: the user's number of tokens (0: none), else the context that the server stated
    (0: it stated none)."""

    limit: int = 0
    context: int = 0


@dataclass(frozen=True)
class Server:
    """``version`` is what the server called its model the last time, nothing where that is unknown; ``others`` are the
    runs (row ids) that asked another one; ``label`` tells this one from another of the same name; ``caps`` are those
    under which it was asked."""

    version: str = ""
    others: frozenset[int] = frozenset()
    label: str = ""
    caps: frozenset[ReplyCap] = frozenset()


def place(provider: str, source: Sequence[Any]) -> str:
    """Where a run asked, from (provider, address, file with replies); nothing where that is unknown."""
    if len(source) != 3 or not all(isinstance(part, str) for part in source) or provider not in PROVIDERS:
        return ""
    _, address, file = source
    if provider == "replay":  # a run that was imported says the file's name alone
        return os.path.abspath(file) if os.path.dirname(file) else file
    return (address or PROVIDERS[provider].address).rstrip("/")


def find(connection: Connection, source: Source, model: str) -> Server:
    """What the project's runs say of the server that a run is about to ask."""
    file = os.path.abspath(source.replies) if source.replies else ""
    ours = place(source.provider, (source.provider, source.base_url, file))
    others: set[int] = set()
    named: dict[int, str] = {}
    version = ""
    caps: set[ReplyCap] = set()
    for run, settings in _read_settings(connection):
        row, provider, asked_model = run.id, run.provider, run.model
        answered, met_version, stored = settings.get("version"), settings.get("met"), settings.get("source")
        limit: Any = settings.get("limit")
        context: Any = settings.get("context")
        run_place = place(provider, stored if isinstance(stored, list) else [])
        if (provider and provider != source.provider) or (
            run_place and run_place not in (ours, os.path.basename(file))
        ):
            others.add(row)
        elif asked_model == model and isinstance(limit, int) and 0 <= limit <= MOST_TOKENS:
            if limit or provider != "compatible":
                context = 0
            is_told = isinstance(context, int) and 0 <= context <= MOST_TOKENS
            caps.add(ReplyCap(limit, context if is_told else UNKNOWN_CONTEXT))
        if row not in others and asked_model == model and (answered or met_version):
            named[row], version = str(answered or ""), str(met_version or answered)
    changed = {row for row, name in named.items() if name and name != version}
    label = PurePath(ours).name if source.provider == "replay" else ours.partition("://")[2]
    return Server(version, frozenset(others | changed), version if changed else label, frozenset(caps))


def _read_settings(connection: Connection) -> Iterator[tuple[runs.RunHead, dict[str, Any]]]:
    """The runs whose settings can be read, in the order in which they ended."""
    for run in sorted(runs.read_runs(connection), key=lambda run: (run.finished or "~", run.id)):
        with contextlib.suppress(ValueError):
            settings = json.loads(run.settings)
            yield run, settings if isinstance(settings, dict) else {}


def judges(connection: Connection, method: str, model: str, prompt: str, server: Server) -> dict[str, AnnotatorId]:
    """The annotators of this method, model and fingerprint that have spoken for this server, or of whom no run says
    for which, by name."""
    runs_of: dict[int, set[int]] = {}
    for run, settings in _read_settings(connection):
        try:
            speaking = {run.annotator, *settings["annotators"].values()}
        except (KeyError, TypeError, AttributeError):
            speaking = {run.annotator}
        for annotator in speaking:
            runs_of.setdefault(annotator, set()).add(run.id)
    return {
        judge.name: row
        for row, judge in annotators(connection).items()
        if judge.kind == AnnotatorKind.JUDGE and (judge.method, judge.model, judge.prompt) == (method, model, prompt)
        if not runs_of.get(row) or not runs_of[row] <= server.others
    }


def keep_detail(connection: Connection, run: int, name: str, detail: int | str) -> ChangeSet:
    """Keep what a run learnt of its server: ``context``, the tokens that it reads, or ``met``, another model that
    answered in the middle; the next run asks that one."""
    runs.set_run_details(connection, run, {name: detail})
    return ChangeSet(runs=frozenset({run}))
