"""``galley import table``, the mapping that is kept, and a new importer file that is found by content."""

from __future__ import annotations

import json
import signal
import sys
import threading
from pathlib import Path

import pandas
import polars  # noqa: F401  # with its handler of signals a wait without an end is not interrupted
import pytest
import xlsxwriter

import galley.core.importers as package
from galley.core.cli import main
from galley.core.cli._progress import TerminalProgress
from galley.core.errors import Cancelled, InputError
from galley.core.importers import registry
from galley.core.importers.registry import REGISTRY
from galley.core.importers.run_import import import_files
from galley.core.project.project import Project
from galley.core.registry import Registry
from tests.core import intake_files

CSV = "no;body;su_x;su_y;ok\n1;A mill.;Mill.;Mall.;1\n2;A ferry.;Ferry.;Fury.;0\n"
MAPPING = {
    "key": "no",
    "article": "body",
    "summaries": [{"each": "su_*", "text": ".", "system": {"of": "@", "match": "su_(.)"}}],
    "verdicts": [{"criterion": "=basic/hallucination", "system": "=x", "annotator": "=me", "kind": "=human",
                  "value": {"of": "ok", "map": {"1": "no", "0": "yes"}}}],
}  # fmt: skip


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "t.csv").write_text(CSV, "utf-8")
    (tmp_path / "m.json").write_text(json.dumps(MAPPING), "utf-8")
    return tmp_path


def galley(*words: object) -> int:
    return main([str(word) for word in words])


def test_a_table_comes_in_by_its_mapping_which_is_kept_in_the_project_and_beside_it(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = files / "p.galley"
    assert galley("import", "--format", "table", files / "t.csv", "--mapping", files / "m.json", "--project",
    project) == 0
    assert "2 items" in capsys.readouterr().out
    beside = files / "t.csv.mapping.json"
    assert json.loads(beside.read_text("utf-8")) == MAPPING
    (files / "more.csv").write_text(CSV.replace("\n1;", "\n11;").replace("\n2;", "\n12;"), "utf-8")
    assert galley("import", "--format", "auto", files / "more.csv", "--project", project) == 0
    said = capsys.readouterr().out
    assert "2 items" in said and "the mapping that this project keeps" in said
    with Project.open(project, read_only=True) as opened:
        rows = (
            opened.read_connection()
            .execute("SELECT value, count(*) FROM verdict GROUP BY value ORDER BY value")
            .fetchall()
        )
    assert [tuple(row) for row in rows] == [("no", 2), ("yes", 2)]
    other = files / "other.galley"
    assert galley("import", "--format", "table", files / "t.csv", "--project", other) == 1
    assert "is beside the file" in capsys.readouterr().err and not other.exists()
    assert galley("import", "--format", "table", files / "t.csv", "--project", other, "--dry-run") == 0
    assert "t.csv.mapping.json" in capsys.readouterr().out and not other.exists()


def test_a_dry_run_shows_lists_and_keeps_nothing(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = files / "p.galley"
    (files / "t.csv").write_text(CSV + "3;A car.;Car.;Cur.;maybe\n;None.;Car.;Cur.;1\n", "utf-8")
    words = ("import", "--format", "table", files / "t.csv", "--mapping", files / "m.json", "--project", project)
    assert galley(*words, "--dry-run") == 1
    said = capsys.readouterr().out
    assert "line 2: 1 | article: A mill. | summary x: Mill. | summary y: Mall. | 1 verdict" in said
    assert "“maybe” of “ok” is in no map: 1 times" in said and "t.csv, line 5, key: the key is empty" in said
    assert galley(*words) == 1
    assert not project.exists() and not (files / "t.csv.mapping.json").exists()
    (files / "t.csv").write_text(CSV, "utf-8")
    assert galley(*words, "--dry-run") == 0
    assert "dry run: would import 2 items" in capsys.readouterr().out and not project.exists()


def test_a_dry_run_of_a_file_with_an_open_question_ends_as_the_import_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "t.csv").write_text("id,article,summary,GPT flag\na,A b.,A.,yes\nb,C d.,C.,no\n", "utf-8")
    words = ("import", tmp_path / "t.csv", "--project", tmp_path / "p.galley")
    outcomes = [(galley(*words, *more), capsys.readouterr().err) for more in ((), ("--dry-run",))]
    assert outcomes[0] == outcomes[1] and outcomes[0][0] == 2
    assert "Which means that there is an error?" in outcomes[0][1] and not (tmp_path / "p.galley").exists()


def test_a_guess_can_be_drafted_and_edited(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    draft = files / "draft.json"
    words = ("import", "--format", "table", files / "t.csv", "--project", files / "p.galley")
    assert galley(*words, "--draft", draft, "--dry-run") == 2
    assert "Which column holds the summaries?" in capsys.readouterr().err
    given = json.loads(draft.read_text("utf-8"))
    assert given["article"] == "body?"
    draft.write_text(json.dumps(given | {"key": "no", "summaries": MAPPING["summaries"]}), "utf-8")
    assert galley(*words, "--mapping", draft) == 0
    assert "2 items" in capsys.readouterr().out


def test_options_that_would_do_nothing_are_refused(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = files / "p.galley"
    assert galley("import", "--format", "csv", files / "t.csv", "--mapping", files / "m.json", "--project",
    project) == 2
    assert galley("import", "--format", "table", files / "t.csv", "--mapping", "nothing", "--project", project) == 1
    assert "one of those that ship: aggrefact" in capsys.readouterr().err
    assert not project.exists()


IMPORTER = '''
from galley.core.importers.galley import GalleyImporter

class New(GalleyImporter):
    """A shape of one's own."""
    name = "{name}"
    title = "a shape of one's own"
    def recognises(self, head, path):
        return head.startswith(b"id,source,summary,mine")

IMPORTER = New()
'''


def test_a_new_importer_file_is_found_and_two_that_claim_a_file_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id,source,summary,mine\n1,A mill.,Mill.,x\n", "utf-8")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    for count, name in enumerate(("intake-one", "intake-two"), 1):
        module = name.replace("-", "_")
        (tmp_path / f"{module}.py").write_text(IMPORTER.format(name=name), "utf-8")
        monkeypatch.setattr(registry, "REGISTRY", Registry(REGISTRY.package, REGISTRY.constant, REGISTRY.kind))
        if count == 1:
            assert registry.recognise([path]).name == "intake-one"
    with pytest.raises(InputError, match="could be intake-one, intake-two; say which"):
        registry.recognise([path])


@pytest.mark.parametrize("text", ["id,source,remark\n1,A mill.,x\n", "id,article,highlights_x\n1,A mill.,x\n"])
def test_a_table_without_a_summary_is_a_question(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "t.csv").write_text(text, "utf-8")
    assert galley("import", tmp_path / "t.csv", "--project", tmp_path / "p.galley") == 2
    assert "--role COLUMN=summary" in capsys.readouterr().err and not (tmp_path / "p.galley").exists()
    assert galley("import", tmp_path / "t.csv", "--format", "csv", "--project", tmp_path / "p.galley") == 1
    assert "is not a table of verdicts" in capsys.readouterr().err and not (tmp_path / "p.galley").exists()


def test_the_small_file_of_each_shape_has_one_claim(tmp_path: Path) -> None:
    for name in intake_files.SHAPES:
        assert registry.recognise([intake_files.write(tmp_path, name)]).name == "table"


def test_the_labels_belong_to_whom_the_user_says(files: Path) -> None:
    project = files / "p.galley"
    words = ("import", "--format", "table", files / "t.csv", "--mapping", files / "m.json", "--project", project)
    assert galley(*words, "--as", "ada", "--set", "split=test") == 0
    with Project.open(project, read_only=True) as opened:
        reader = opened.read_connection()
        assert [row[0] for row in reader.execute("SELECT name FROM annotator")] == ["ada"]
        assert {row[0] for row in reader.execute("SELECT split FROM item")} == {"test"}


def test_a_long_reading_can_be_stopped_before_it_yields(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("id,source,summary\n" + "".join(f"{n},S.,A.\n" for n in range(3_000)), "utf-8")
    asked: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> bool:
        asked.append((done, total))
        return False

    with Project.create(tmp_path / "p.galley") as project:
        with pytest.raises(Cancelled):
            import_files(project, registry.find("table"), [path], progress=stop)
        assert project.read_connection().execute("SELECT count(*) FROM item").fetchone()[0] == 0
    assert asked and 0 < asked[0][0] < asked[0][1] == 2 * path.stat().st_size, "half of the way is reading"


@pytest.mark.parametrize("form", ["csv", "jsonl", "json", "xlsx"])
def test_progress_goes_on_while_rows_are_read_and_while_they_are_written_and_a_stop_leaves_nothing(
    form: str, tmp_path: Path
) -> None:
    path = tmp_path / f"t.{form}"
    rows = [{"id": str(n), "source": "S. " * 20, "summary": "A."} for n in range(3_000)]
    if form == "csv":
        path.write_text("id,source,summary\n" + "".join(",".join(row.values()) + "\n" for row in rows), "utf-8")
    elif form == "xlsx":
        with xlsxwriter.Workbook(str(path)) as book:
            sheet = book.add_worksheet()
            for at, row in enumerate([dict(zip(rows[0], rows[0], strict=True)), *rows]):
                sheet.write_row(at, 0, [*row.values()])
    else:
        lines = [json.dumps(row) for row in rows]
        path.write_text("\n".join(lines) if form == "jsonl" else f"[{','.join(lines)}]", "utf-8")
    shares: list[float] = []

    def note(done: int, total: int, until: float = 2) -> bool:
        shares.append(done / total)
        return shares[-1] < until

    for until in (0.5, 0.75):
        with Project.create(tmp_path / f"{until}.galley") as project:
            before = intake_files.held(project)
            with pytest.raises(Cancelled):
                import_files(project, registry.find("table"), [path], progress=lambda d, t, u=until: note(d, t, u))
            assert intake_files.held(project) == before
    shares.clear()
    with Project.create(tmp_path / "p.galley") as project:
        import_files(project, registry.find("table"), [path], progress=note)
        assert project.read_connection().execute("SELECT count(*) FROM item").fetchone()[0] == 3_000
    assert shares == sorted(shares) and shares[-1] == 1
    assert sum(0.5 < share < 1 for share in shares) >= 2


def test_any_format_has_a_dry_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "t.csv").write_text("id,source,summary\n1,S.,A.\n", "utf-8")
    assert galley("import", tmp_path / "t.csv", "--project", tmp_path / "p.galley", "--dry-run") == 0
    assert "dry run: would import 1 item" in capsys.readouterr().out and not (tmp_path / "p.galley").exists()


def test_flags_find_their_systems_when_the_summaries_get_their_roles_by_command(tmp_path: Path) -> None:
    """Heads in another language: both flags were left without a summary, and the command asked for JSON."""
    lines = ["Nr;Gespräch;Zusammenfassung A;Zusammenfassung B;GPT Fehler A;GPT Fehler B"]
    lines += [
        f"{n};Anna: Wann?;Um {n} Uhr.;Um {n + 1} Uhr.;{'nein' if n % 3 else 'ja'};{'ja' if n % 2 else 'nein'}"
        for n in range(30)
    ]
    table = tmp_path / "agentur.csv"
    table.write_text("\n".join(lines) + "\n", encoding="utf-8-sig")
    roles = [
        "GPT Fehler A=flag,error=ja", "GPT Fehler B=flag,error=ja", "Gespräch=dialogue",
        "Zusammenfassung A=summary,system=A", "Zusammenfassung B=summary,system=B",
    ]  # fmt: skip
    for number, order in enumerate((roles, roles[::-1])):
        project = tmp_path / f"{number}.galley"
        words = [word for role in order for word in ("--role", role)]
        assert main(["import", "--project", str(project), str(table), *words]) == 0
        with Project.open(project) as opened:
            found = opened.read_connection().execute(
                "SELECT document.system, criterion.name, sum(value = 'yes') FROM verdict"
                " JOIN document ON document.id = target_id JOIN criterion ON criterion.id = criterion_id"
                " GROUP BY 1, 2 ORDER BY 1"
            )
            assert found.fetchall() == [("A", "gpt-fehler", 10), ("B", "gpt-fehler", 15)]


def test_two_summaries_whose_names_say_nothing_are_two_systems(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both were "the summary": each row was rejected with "the row has 2 summaries", and no option helped."""
    text = "A mill was built in 1860 beside the old river."
    rows = [f"n{n},{text} {n},A mill was built there in {n}.,The mill is from the year {n}.,{flag}" for n, flag in
            ((1, "yes"), (2, "no"))]  # fmt: skip
    table = tmp_path / "t.csv"
    table.write_text("ID,Article,System A,System B,Flagged\n" + "\n".join(rows), "utf-8")
    words = ["import", table, "--project", tmp_path / "p.galley", "--role", "System A=summary"]
    words += ["--role", "System B=summary"]
    assert galley(*words, "--role", "Flagged=flag,error=yes,by=judge:model") == 2
    assert "--role 'Flagged=flag,system=System B'" in capsys.readouterr().err
    assert galley(*words, "--role", "Flagged=flag,error=yes,by=judge:model,system=System B") == 0
    with Project.open(tmp_path / "p.galley", read_only=True) as opened:
        systems = "SELECT DISTINCT system FROM document WHERE role = 'summary' ORDER BY 1"
        assert [row[0] for row in opened.read_connection().execute(systems)] == ["System A", "System B"]


def test_a_table_whose_source_is_not_recognised_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A newcomer's column “Artikel” became metadata, and the flags stood there without a source."""
    table = tmp_path / "t.csv"
    table.write_text("Nr,Artikel,Summary\n1,A mill.,Mill.\n2,A ferry.,Ferry.\n", "utf-8")
    assert galley("import", table, "--project", tmp_path / "a.galley") == 0
    assert "no column holds a source; name it with --role COLUMN=article" in capsys.readouterr().out
    assert galley("import", table, "--project", tmp_path / "b.galley", "--role", "Artikel=article") == 0
    assert "no column holds a source" not in capsys.readouterr().out


def test_rows_with_the_same_fault_share_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "t.csv"
    table.write_text("id,article,summary\n" + "".join(f",A mill {n}.,Mill.\n" for n in range(14)), "utf-8")
    assert galley("import", table, "--project", tmp_path / "a.galley", "--role", "id=id") == 1
    told = capsys.readouterr().err
    assert told.count("the key is empty; every row needs one") == 1
    assert "t.csv, line 2, key (also line 3, line 4," in told and "line 12 and 3 more): the key" in told


@pytest.mark.skipif(sys.platform == "win32", reason="signals between threads are of POSIX")
@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_ctrl_c_ends_a_long_import_and_leaves_nothing(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [["id", "source", "summary"], *[[f"n{n}", f"It rained on day {n}.", "It rained."] for n in range(6_000)]]
    path, small = tmp_path / f"long.{form}", tmp_path / "small.csv"
    small.write_text("id,source,summary\na,It hailed.,It hailed.\n", "utf-8")
    if form == "csv":
        path.write_text("\n".join(map(",".join, rows)), "utf-8")
    else:
        with xlsxwriter.Workbook(str(path)) as book:
            sheet = book.add_worksheet()
            for at, row in enumerate(rows):
                sheet.write_row(at, 0, row)
    moves: list[tuple[int, int]] = []
    go_on = TerminalProgress.__call__

    def interrupt(progress: TerminalProgress, done: int, total: int) -> bool:
        moves.append((done, total))
        if len(moves) == 1:
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        return go_on(progress, done, total)

    old = tmp_path / "old.galley"
    assert galley("import", small, "--project", old) == 0
    with Project.open(old, read_only=True) as project:
        before = intake_files.held(project)
    files = sorted(tmp_path.iterdir())
    monkeypatch.setattr(TerminalProgress, "__call__", interrupt)
    for target in (tmp_path / "new.galley", old):
        moves.clear()
        assert galley("import", path, "--project", target) == 130
        assert moves and moves[-1][0] < moves[-1][1]
    assert sorted(tmp_path.iterdir()) == files
    with Project.open(old, read_only=True) as project:
        assert intake_files.held(project) == before


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_table_without_rows_says_so(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It was "not in a supported format; name one that can read such a file: table"."""
    path = tmp_path / f"t.{form}"
    head = ["ID", "Article", "Summary", "Flagged?"]
    if form == "csv":
        path.write_text(";".join(head) + "\r\n", "utf-8-sig")
    else:
        with xlsxwriter.Workbook(str(path)) as book:
            book.add_worksheet().write_row(0, 0, head)
    assert galley("import", path, "--project", tmp_path / "p.galley") == 1
    assert "t." + form + " has no rows below its header; there is nothing to import." in capsys.readouterr().err
    assert not (tmp_path / "p.galley").exists()


TEXTS = "ID,Dialogue,Summary A,Summary B\n" + "".join(
    f"r{n},Ann: Boat {n} is late.,Boat {n} is late. Ann says so.,Boat {n} is early.\n" for n in range(3)
)
FLAGS = "ID,GPT flag A,GPT flag B,Comment A,Desk\nr1,yes,no,It is early.,north\nr0,no,yes,,south\n"
GPT_ROLES = ("--role", "GPT flag A=flag,error=yes,by=judge:GPT", "--role", "GPT flag B=flag,error=yes,by=judge:GPT")


def test_flags_without_texts_join_the_items_of_the_project_by_their_ids(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts, flags, project = tmp_path / "texts.csv", tmp_path / "flags.csv", tmp_path / "p.galley"
    texts.write_text(TEXTS, "utf-8")
    flags.write_text(FLAGS, "utf-8")
    assert galley("import", texts, "--project", project) == 0
    assert galley("import", flags, "--project", project) == 2, "which value means an error is asked"
    assert "Which column holds" not in capsys.readouterr().err
    assert galley("import", flags, "--project", project, *GPT_ROLES) == 0
    printed = capsys.readouterr().out
    assert "imported 4 verdicts, 2 flags." in printed and "kept as metadata: Desk 2" in printed
    sql = (
        "SELECT key, document.name, unit.kind, verdict.value, coalesce(explanation, '') FROM verdict"
        " JOIN item ON item.id = verdict.item_id JOIN document ON document.id = target_id"
        " JOIN unit ON unit.id = unit_id ORDER BY 1, 2"
    )
    with Project.open(project, read_only=True) as opened:
        connection = opened.read_connection()
        assert [tuple(row) for row in connection.execute(sql)] == [
            ("r0", "sum-A", "whole", "no", ""),
            ("r0", "sum-B", "whole", "yes", ""),
            ("r1", "sum-A", "whole", "yes", "It is early."),
            ("r1", "sum-B", "whole", "no", ""),
        ]
        metadata = connection.execute("SELECT key, value FROM item_meta JOIN item ON item.id = item_id ORDER BY key")
        assert [(key, json.loads(value)) for key, value in metadata] == [
            ("r0", {"Desk": "south"}),
            ("r1", {"Desk": "north"}),
        ]
    back = tmp_path / "back.csv"
    assert galley("export", "table-back", "--project", project, "--out", back) == 0
    assert [line.split(",")[0] for line in back.read_text("utf-8").splitlines()] == ["ID", "r1", "r0"]


def test_ids_that_the_project_does_not_have_are_listed_and_nothing_comes_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts, flags, project = tmp_path / "texts.csv", tmp_path / "flags.csv", tmp_path / "p.galley"
    texts.write_text(TEXTS, "utf-8")
    flags.write_text(FLAGS + "r8,yes,no,,\nr9,no,no,,\n", "utf-8")
    assert galley("import", texts, "--project", project) == 0
    capsys.readouterr()
    assert galley("import", flags, "--project", project, *GPT_ROLES) == 1
    message = capsys.readouterr().err
    assert "2 rows cannot be joined" in message and "line 4" in message and "'r8'" in message and "'r9'" in message
    with Project.open(project, read_only=True) as opened:
        assert not opened.read_connection().execute("SELECT count(*) FROM verdict").fetchone()[0]


def test_a_long_table_of_flags_names_its_systems_by_those_of_the_project(tmp_path: Path) -> None:
    texts, flags, project = tmp_path / "texts.csv", tmp_path / "flags.csv", tmp_path / "p.galley"
    texts.write_text(TEXTS, "utf-8")
    flags.write_text("ID,model,Llama flag\nr0,A,yes\nr0,B,no\nr2,B,yes\n", "utf-8")
    assert galley("import", texts, "--project", project) == 0
    role = "Llama flag=flag,error=yes,by=judge:Llama"
    assert galley("import", flags, "--project", project, "--role", role) == 0
    sql = (
        "SELECT key, system, value FROM verdict JOIN item ON item.id = verdict.item_id"
        " JOIN document ON document.id = target_id ORDER BY 1, 2"
    )
    with Project.open(project, read_only=True) as opened:
        rows = opened.read_connection().execute(sql).fetchall()
    assert [tuple(row) for row in rows] == [("r0", "A", "yes"), ("r0", "B", "no"), ("r2", "B", "yes")]


def test_a_table_that_pandas_wrote_by_column_is_refused_with_what_to_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frame = pandas.DataFrame({"ID": ["a", "b"], "Article": ["A mill.", "A ferry."], "Summary": ["Mill.", "Ferry."]})
    frame.to_json(tmp_path / "columns.json")
    frame.to_json(tmp_path / "records.json", orient="records")
    assert galley("import", tmp_path / "columns.json", "--project", tmp_path / "p.galley") == 1
    assert 'orient="records"' in capsys.readouterr().err and not (tmp_path / "p.galley").exists()
    assert galley("import", tmp_path / "records.json", "--project", tmp_path / "p.galley") == 0
