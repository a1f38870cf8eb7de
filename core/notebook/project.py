"""A project in a notebook: tables as DataFrames, figures, and decisions that the window can undo."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from galley import doors
from galley.core.domain import NO_ANNOTATOR
from galley.core.errors import InputError, ProjectReadOnly, QuestionsOpen
from galley.core.project import outgoing
from galley.core.project.project import Project
from galley.core.query import parse
from galley.core.review import blind
from galley.core.storage import imported_tables, names
from galley.core.storage.connection import Connection
from galley.core.storage.queries.items import count_items, find_item
from galley.core.tables.row_matching import compute_file_hash

if TYPE_CHECKING:
    import pandas

    from galley.core.metrics.overview import Overview

MANY = ("judges", "annotators", "schemes", "criteria", "systems", "datasets", "splits", "coefficients", "x", "y",
        "given", "options")  # fmt: skip
"""What of a metric may be several: one may be given as a text."""


def open_book(path: str | Path, write: bool = False) -> Book:
    """The project at ``path``; with ``write`` it is locked for others until it is closed.

    Raises: InputError where there is none or where blind mode hides something, ProjectReadOnly where it is wanted for
    writing and cannot be.
    """
    project = Project.open(Path(path).expanduser(), read_only=not write)
    try:
        if write:
            project.require_writable()
        blind.refuse_if_blind(project.read_connection(), "A notebook")
    except BaseException:
        project.close()
        raise
    return Book(project)


def read_frame(frame: pandas.DataFrame, path: str | Path, roles: Sequence[str] = ()) -> Book:
    """A new project at ``path`` of a DataFrame, open for writing: its columns have roles as those of a file that
    ``galley import`` reads, and ``roles`` answer questions ("GPT flag=flag,error=yes,by=judge:GPT").

    Raises: QuestionsOpen, which prints what to answer; InputError where there is a file at ``path``.
    """
    from tempfile import TemporaryDirectory

    from galley.core.import_types import ImportOptions, ImportReport
    from galley.core.importers import registry
    from galley.core.importers.run_import import import_files
    from galley.core.tables import table_import

    place = Path(path).expanduser()
    with TemporaryDirectory(prefix="galley-") as folder, _name_answers():
        file = _write_frame(frame, Path(folder))
        mapping = table_import.choose_mapping([file], ImportReport(), roles)
        project = Project.create(place)
        try:
            import_files(project, registry.find("table"), [file], ImportOptions(mapping=mapping))
        except BaseException:
            project.close()
            place.unlink(missing_ok=True)
            raise
        book = Book(project)
        book.frames[compute_file_hash(file)] = frame
    return book


def _write_frame(frame: pandas.DataFrame, folder: Path) -> Path:
    """A DataFrame as JSON Lines; the same frame makes the same bytes."""
    path = folder / "frame.jsonl"
    text = frame.to_json(orient="records", lines=True, force_ascii=False, date_format="iso")
    path.write_text(text or "", encoding="utf-8", newline="\n")
    return path


@contextmanager
def _name_answers() -> Iterator[None]:
    """Let what is raised about a DataFrame say which roles answer its questions, not where it lay in between."""
    try:
        yield
    except QuestionsOpen as error:
        questions = [
            re.sub(r"--role ('[^']*'|\S+)", lambda match: repr("".join(shlex.split(match[1]))), message)
            for message in error.messages
        ]
        lines = "\n".join(["Answer each question by one of its roles (roles=[…]); nothing was imported.", *questions])
        raise QuestionsOpen(lines, questions) from None


class Book:
    """An open project. A ``query`` is what the command line takes too (``docs/notebook.md``); "" asks for all. Tables
    are pandas DataFrames; close it, or use it in a ``with``.
    """

    def __init__(self, project: Project) -> None:
        self.project = project
        self._is_closed = False
        self.frames: dict[str, pandas.DataFrame] = {}
        """The DataFrames that were imported in this session, by the hash that the project has of each."""

    def __repr__(self) -> str:
        if self._is_closed:
            return f"<galley {self.project.path.name}: closed>"
        count = count_items(self._reader)
        more = ", writable" if self.project.writable else ""
        more += ", confidential" if outgoing.named_providers(self._reader) is not None else ""
        return f"<galley {self.project.path.name}: {count:,} items{more}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_closed = True
        self.project.__exit__(kind, error, trace)

    def close(self) -> None:
        """Let go of the file. May be called twice; what is asked afterwards is refused."""
        self._is_closed = True
        self.project.close()

    # Tables ----------------------------------------------------------------------------------------------------------

    def items(self, query: str = "", reviewer: str = "") -> pandas.DataFrame:
        """A row an item: key, dataset, split, systems, flags, open (flags without a firm answer by ``reviewer``),
        unsure, finished, ties, meta (a dict). Without a reviewer a flag is open where nobody answered it, and an item
        is finished where somebody finished it. Raises: InputError"""
        return self._table("items", query, self._person(reviewer))

    def flags(self, query: str = "", reviewer: str = "") -> pandas.DataFrame:
        """A row a judge's "yes": flag (its number, for ``decide``), key, dataset, split, document, unit_kind, unit,
        text, scheme, criterion, about, system, judge, state, confidence (0 to 1), votes ("3/5"), explanation,
        spans (a list of start and end), evidence (a list of dicts: document, unit, start, end, quote); offsets are
        code points in the unit.

        ``state`` is open, accepted, overridden or unsure for ``reviewer``; without one for everybody, and ``differ``
        where people said different things. Raises: InputError
        """
        return self._table("found_flags", query, self._person(reviewer))

    def verdicts(self, query: str = "", silence: bool = False) -> pandas.DataFrame:
        """A row a verdict that somebody gave: key, dataset, split, document, unit_kind, unit, scheme, criterion, about,
        system, annotator, kind, value, value_number, reason, confidence (0 to 1), votes, explanation, decision, spans
        and evidence as of ``flags``.

        What a judge or a finished item left unmarked is an implicit "no", which ``metric`` counts; with ``silence`` it
        has a row, too. Raises: InputError
        """
        from galley.core.notebook import frames

        return frames.verdicts(self._reader, parse(query), has_silence=silence)

    def gold(self, query: str = "") -> pandas.DataFrame:
        """A row a resolved cell, those that a rule resolves and implicit "no" included: key, dataset, split, document,
        unit_kind, unit, scheme, criterion, about, system, value, value_number, resolved_by, resolved_how.
        Raises: InputError"""
        return self._table("gold", query)

    def decisions(self, query: str = "") -> pandas.DataFrame:
        """A row a decision of the log: at (UTC), uid, reviewer, action, key, document, unit, scheme, criterion,
        flagged_by, value, note, undone, refers (the uid that an undo or redo is about), flag (its number in ``flags``,
        by which the two are joined). Raises: InputError"""
        return self._table("decisions", query)

    def calls(self, query: str = "") -> pandas.DataFrame:
        """A row a request to a model: run, judge, method, provider, model, key, document, part, sample, state, finish,
        unscored, repaired, error, attempts, tokens_in, tokens_out, tokens_read and tokens_written (of
        tokens_in, out of and into the provider's cache), cost (US dollars), seconds, answered (the model that did),
        at (UTC), reply.
        Raises: InputError"""
        return self._table("calls", query)

    def overview(self) -> Overview:
        """What was found, in six cards, as the window's Scores view and the report begin with: ``print(p.overview()
        .as_text())``, or ``cards`` with their ``finding``, ``details`` and ``bars``. Raises: InputError"""
        from galley.core.metrics.overview import build_overview

        return build_overview(self._reader)

    def metric(self, name: str, **params: Any) -> pandas.DataFrame:
        """The rows of a metric: its names and figures (value, low, high of a 95 % interval, n, why where a figure is
        undefined). ``params`` are those of ``galley metrics``: gold, by, level, judges, criteria, …, a text or a list
        of them. ``attrs`` of the table has ``uncovered`` and ``notes``. Raises: InputError"""
        from galley.core.metrics import registry
        from galley.core.metrics.base import Params
        from galley.core.notebook import frames

        registry.find_metric(name)
        param_names = {field.name for field in fields(Params)} - {"cancelled", "memory", "items"}
        if unknown := sorted(params.keys() - param_names):
            raise InputError(f"A metric does not accept {unknown[0]!r}; there are: {', '.join(sorted(param_names))}.")
        metric_params: dict[str, Any] = {
            key: _as_tuple(value) if key in MANY else value for key, value in params.items()
        }
        result = registry.compute(name, self._reader, Params(**metric_params), list(params))
        columns = [*result.columns, *(column for row in result.rows for column in row)]
        for column in ("value", "low", "high", "n", "why") if not result.rows else ():
            columns.append(column)
        frame = frames.metric_rows(result.rows, list(dict.fromkeys(columns)))
        frame.attrs = {"metric": name, "gold": result.gold, "left_out": result.left_out, "notes": list(result.notes)}
        return frame

    def _table(self, name: str, query: str, *more: int) -> pandas.DataFrame:
        from galley.core.notebook import frames

        frame: pandas.DataFrame = getattr(frames, name)(self._reader, parse(query), *more)
        return frame

    def table_back(self, frame: pandas.DataFrame | None = None) -> pandas.DataFrame:
        """The imported table with columns of verdicts at its right: a copy of the DataFrame that was imported
        (``frame``, where that was in an earlier session), or the rows of the file that was imported. Where several
        tables were imported, ``frame`` says which. Answers that have no row are in ``attrs["not in your table"]``.
        Raises: InputError"""
        from tempfile import TemporaryDirectory

        import pandas

        from galley.core.exports import _table_back

        tables = imported_tables.read_tables(self._reader)
        if frame is None and len(tables) > 1:
            raise InputError(
                "Several tables were imported; give the DataFrame to write back: p.table_back(df), or write a file's"
                " table with galley export table-back --table FILE."
            )
        frame = self.frames.get(tables[0]["sha256"]) if frame is None and tables else frame
        with TemporaryDirectory(prefix="galley-") as folder:
            into = None if frame is None else _write_frame(frame, Path(folder))
            if into is not None and not _table_back.is_known_table(self._reader, into):
                raise InputError("Several tables were imported, and this DataFrame is none of them; give one of them.")
            table_back = _table_back.build_table_back(self.project, into)
            rows, texts_by_column = _table_back.build_frame_columns(table_back)
        back = pandas.DataFrame(rows) if frame is None else frame.copy()
        for name, texts in texts_by_column.items():
            back[name] = texts
        extra = table_back.extra
        back.attrs["not in your table"] = [dict(zip(extra.header, row, strict=True)) for row in extra.rows]
        back.attrs["warnings"] = table_back.report.warnings
        return back

    def write_table_back(self, out: str | Path, into: str | Path = "") -> list[str]:
        """Write the imported table with columns of verdicts, as ``galley export table-back``; what to know of it, in
        sentences. ``into`` is a copy of the table that may be sorted or edited. Raises: InputError"""
        from galley.core.exports import _table_back

        self._check_open()
        copy = Path(into).expanduser() if into else None
        return _table_back.write_table_back(self.project, Path(out).expanduser(), copy).warnings

    # Writing ---------------------------------------------------------------------------------------------------------

    def add(
        self,
        source: str | Path | pandas.DataFrame,
        mapping: str | Path = "",
        format: str = "auto",
        roles: Sequence[str] = (),
        **import_options: str,
    ) -> dict[str, int]:
        """Import a file or a DataFrame, as ``galley import`` does, all of it or nothing; how much of what came in.

        ``mapping`` is a file, or the name of one that ships; ``format`` one of ``galley list formats``; ``roles``
        say what the columns of a table are ("COLUMN=ROLE"); other names are fields of the items (dataset, split,
        metadata), and ``annotator`` whom the file's labels belong to.
        Raises: InputError (QuestionsOpen with each question), ProjectReadOnly
        """
        from tempfile import TemporaryDirectory

        from galley.core.import_types import ImportOptions, ImportReport
        from galley.core.importers import registry
        from galley.core.importers.run_import import import_files
        from galley.core.tables import shipped_mappings, table_import

        self._writing()
        if not isinstance(source, str | Path):
            with TemporaryDirectory(prefix="galley-") as folder, _name_answers():
                file = _write_frame(source, Path(folder))
                counts = self.add(file, mapping, "table", roles, **import_options)
                self.frames[compute_file_hash(file)] = source
            return counts
        file = Path(source).expanduser()
        if mapping and format not in ("auto", "table"):
            raise InputError(f"A mapping is for the format table; {format} reads its files without one.")
        importer = registry.find("table") if mapping or roles else None
        importer = importer or (registry.recognise([file]) if format == "auto" else registry.find(format))
        table_mapping = shipped_mappings.load_by_name(str(mapping)) if mapping else None
        if roles:
            table_mapping = table_import.choose_mapping([file], ImportReport(), roles)
        options = ImportOptions(
            annotator=import_options.pop("annotator", ""), fields=import_options, mapping=table_mapping
        )
        report = import_files(self.project, importer, [file], options)
        return {what: count for what, count in report.counts.items() if count}

    def decide(self, flags: pandas.DataFrame, answer: str, *, reviewer: str, note: str = "") -> int:
        """Answer the flags of a table that ``flags`` gave: "accept", "reject" (no error) or "unsure", as ``reviewer``;
        how many cells were answered. Each is a decision of its own, and all of them one step for undo, here and in the
        window. Raises: InputError, ProjectReadOnly"""
        from galley.core.review.decision_sets import decide
        from galley.core.review.decision_writer import DecisionWriter

        self._writing()
        if "flag" not in getattr(flags, "columns", ()):
            raise InputError("These are not flags: the table has no column “flag”; take them from flags().")
        self._check_same_flags(flags)
        return decide(DecisionWriter(self.project, reviewer), [int(row) for row in flags["flag"]], answer, note)

    def questions(self, task: str, *, reviewer: str) -> pandas.DataFrame:
        """A row a question that a task asks ``reviewer`` now: key, document, unit, criterion, about, text, question,
        answers (which it takes), answer and reason (both empty). Raises: InputError"""
        import pandas

        from galley.core.campaign import question_sheets

        self._check_open()
        asked_questions = question_sheets.read_questions(self.project, task, reviewer)
        columns = list(question_sheets.COLUMNS)
        rows = [[question.row.get(column, "") for column in columns] for question in asked_questions]
        return pandas.DataFrame(rows, columns=columns).astype(str)  # texts also where there is no row

    def answer(self, questions: pandas.DataFrame, *, task: str, reviewer: str) -> int:
        """Write the column ``answer`` of a table that ``questions`` gave, as ``reviewer``; how many were answered.
        Rows without an answer are left alone. Raises: InputError, ProjectReadOnly"""
        from galley.core.campaign import question_sheets

        self._writing()
        return question_sheets.answer_questions(self.project, task, reviewer, questions.to_dict("records"))

    def finish(self, key: str, *, reviewer: str) -> None:
        """Finish an item as ``reviewer``: what they left unmarked is "no", as in the window after all of it was read.
        One step for undo. Raises: InputError, ProjectReadOnly"""
        from galley.core.review.decision_writer import DecisionWriter
        from galley.core.review.items import load_item_view
        from galley.core.tasks.finish import list_all_pairs

        self._writing()
        item = find_item(self._reader, key)
        if item is None:
            raise InputError(f"There is no item {key!r} in the project; items() lists them.")
        view = load_item_view(self._reader, item)
        DecisionWriter(self.project, reviewer).finish(view, list_all_pairs(view)).result()

    def undo(self, *, reviewer: str) -> bool:
        """Take back the last step of ``reviewer``; whether there was one. Raises: InputError, ProjectReadOnly"""
        from galley.core.review.decision_writer import DecisionWriter

        self._writing()
        self._person(reviewer)
        return DecisionWriter(self.project, reviewer).undo().result() is not None

    def _writing(self) -> None:
        self._check_open()
        if not self.project.writable:
            raise ProjectReadOnly(f"{self.project.path.name} is open read-only; open it with write=True.")

    def _check_same_flags(self, flags: pandas.DataFrame) -> None:
        """Whether the flags are those that this project has under their numbers."""
        from galley.core.notebook import frames

        if {"key", "criterion", "judge"} <= set(flags.columns):
            own_flags = frames.found_flags(self._reader, parse(""), NO_ANNOTATOR).set_index("flag")[
                ["key", "criterion", "judge"]
            ]
            flag_rows = own_flags.reindex(flags["flag"]).astype(object).to_numpy()
            if (flag_rows != flags[["key", "criterion", "judge"]].astype(object).to_numpy()).any():
                raise InputError("These flags are not those of this project; ask for them again.")

    def _check_open(self) -> None:
        if self._is_closed:
            raise InputError(f"{self.project.path.name} is closed; open it again with galley.open.")

    @property
    def _reader(self) -> Connection:
        self._check_open()
        return self.project.read_connection()

    def _person(self, reviewer: str) -> int:
        if not reviewer:
            return 0
        people = {a.name: row for row, a in names.annotators(self._reader).items() if a.kind == "human"}
        if reviewer not in people:
            raise InputError(f"Nobody called {reviewer!r} is in the project; there are: {', '.join(people) or 'none'}.")
        return people[reviewer]


class NotebookPicture:
    """A chart as Jupyter shows it. ``png`` and ``svg`` are its bytes."""

    def __init__(self, images: Mapping[str, bytes], project: Path) -> None:
        self.png, self.svg = images["png"], images["svg"]
        self._project = project

    def _repr_png_(self) -> bytes:
        return self.png

    def save(self, path: str | Path) -> None:
        """Write it as ``path``, PNG or SVG by its name. Raises: InputError"""
        from galley.core.new_files import write

        form = Path(path).suffix.lower()
        if form not in (".png", ".svg"):
            raise InputError(f"{path} must end in .png or .svg.")
        write(Path(path), self.png if form == ".png" else self.svg, self._project)


def chart(book: Book, name: str, gold: str = "gold") -> NotebookPicture:
    """The chart called ``name`` (``galley list charts``) of an open project. Needs Qt, but no display.

    Raises: InputError for a chart or gold that is not there, and where there is nothing to draw yet.
    """
    images = doors.of_window("drawing").draw_picture(book.project, name, gold, ("png", "svg"))
    return NotebookPicture(images, book.project.path)


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return (value,) if isinstance(value, str) else tuple(value)
