"""Screening: shards in, verdict shards out, whatever comes in between; and the draw."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import galley.core
from galley.core import cli
from galley.core.errors import GalleyError, InputError, StorageFull
from galley.core.screening import corpus_totals, dask_backend, process_pool, shard_files, shard_job
from galley.core.screening.hash_sampling import DrawnSummary, SmallestSample, sampling_hash
from galley.core.screening.run import judge_shard
from tests.core.made_screening import MAPPING, corpus, screen, screen_by_process


def outputs(folder: Path) -> dict[str, bytes]:
    """The content of every file of a folder, by name."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def ready(folder: Path, paths: list[Path], **more: Any) -> shard_job.Job:
    """A folder whose job is begun and of which nothing is judged."""
    from galley.core.judges.methods.base import Choices
    from galley.core.judges.order import Order

    job = shard_job.plan_job(Order("offline", choices=Choices(scheme="basic")), "day", (), MAPPING, **more)
    shard_job.begin(folder, job, paths)
    return job


def totals(folder: Path, path: Path) -> dict[str, Any]:
    """What was written at the end of a shard's verdicts."""
    found = shard_files.totals(shard_files.output(folder, path))
    assert found is not None
    return found


def test_a_corpus_is_judged_counted_and_not_judged_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = corpus(tmp_path / "in")
    assert screen_by_process(*paths, "--out", tmp_path / "out", "--when", "day") == 0
    said = capsys.readouterr()
    assert "120 summaries of 120 records" in said.out and "Judged 3 files" in said.err
    before = outputs(tmp_path / "out")
    assert screen(tmp_path / "in", "--out", tmp_path / "out", "--when", "day") == 0
    assert "3 of 3 files are judged already" in capsys.readouterr().err
    assert outputs(tmp_path / "out") == before
    # the counts, added up by hand from the lines
    flagged = units = 0
    for path in paths:
        for line in shard_files.lines(shard_files.output(tmp_path / "out", path)):
            units += line["cells"]["basic/hallucination"][0]
            flagged += sum(each["value"] == "yes" for each in line["verdicts"])
    rows = [line.split(",") for line in (tmp_path / "out" / "counts.csv").read_text("utf-8").splitlines()[1:]]
    assert sum(int(row[4]) for row in rows) == units and sum(int(row[5]) for row in rows) == flagged > 0
    assert {(row[1], row[2]) for row in rows} == {
        (system, week) for system in ("plain", "keen") for week in ("2026-W46", "2026-W47")
    }


def test_the_draw_is_the_same_however_the_corpus_is_cut(tmp_path: Path) -> None:
    drawn = []
    for name, shards in (("one", 1), ("six", 6)):
        paths = corpus(tmp_path / name, 120, shards)
        job = ready(tmp_path / f"{name}-out", paths, draw=4, worst=5)
        for path in reversed(paths):
            judge_shard(str(tmp_path / f"{name}-out"), str(path))
        found = corpus_totals.read(tmp_path / f"{name}-out", job, paths)
        drawn.append(
            (
                [(each.of, each.documents, each.cells, [one[:2] for one in each.sample]) for each in found.strata],
                [one[:2] for one in found.worst],
            )
        )
    assert drawn[0] == drawn[1]
    # by hand: the four smallest lots of all lines of a stratum
    lines = list(shard_files.lines(shard_files.output(tmp_path / "one-out", corpus(tmp_path / "one", 120, 1)[0])))
    for of, size, _, chosen in drawn[0][0]:
        mine = [(line["key"], line["document"]) for line in lines if tuple(line["stratum"]) == of]
        assert len(mine) == size
        assert chosen == sorted(mine, key=lambda name: sampling_hash(0, *name))[:4]


def test_a_lot_is_as_good_as_random() -> None:
    """Over many seeds each of five summaries is among the two smallest as often as any other."""
    counts = dict.fromkeys("abcde", 0)
    for seed in range(4000):
        draw = SmallestSample(2)
        for name in counts:
            draw.add(DrawnSummary(sampling_hash(seed, name, "summary"), name, "summary", 0))
        for each in draw:
            counts[each.key] += 1
    assert all(abs(count - 1600) < 4 * (4000 * 0.4 * 0.6) ** 0.5 for count in counts.values())


def test_an_output_is_whole_or_not_there_and_byte_for_byte_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that dies at any record leaves nothing that the next one does not write over."""
    (path,) = corpus(tmp_path / "in", 30, 1)
    for folder in ("still", "killed"):
        ready(tmp_path / folder, [path])
    judge_shard(str(tmp_path / "still"), str(path))
    code = (
        "import os, sys\nfrom galley.core.screening import run, shard_files\n"
        "line, count = shard_files.ShardWriter.line, [0]\n"
        "def dies(self, value):\n    count[0] += 1\n"
        "    if count[0] == int(sys.argv[3]):\n        self._stream.flush(); os.kill(os.getpid(), 9)\n"
        "    return line(self, value)\n"
        "shard_files.ShardWriter.line = dies\nrun.judge_shard(sys.argv[1], sys.argv[2])\n"
    )
    for at in (1, 17, 31):
        done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "killed"), str(path), str(at)], check=False)
        assert done.returncode == -signal.SIGKILL
        assert shard_files.totals(shard_files.output(tmp_path / "killed", path)) is None
    judge_shard(str(tmp_path / "killed"), str(path))
    assert outputs(tmp_path / "killed") == outputs(tmp_path / "still")


def test_what_is_left_of_an_output_that_was_cut_is_judged_anew(tmp_path: Path) -> None:
    (path,) = corpus(tmp_path / "in", 12, 1)
    ready(tmp_path / "out", [path])
    out = Path(judge_shard(str(tmp_path / "out"), str(path)))
    whole = out.read_bytes()
    out.write_bytes(whole[: len(whole) // 2])
    judge_shard(str(tmp_path / "out"), str(path))
    assert out.read_bytes() == whole


@pytest.mark.skipif(sys.platform == "win32", reason="there are no permissions of this kind")
def test_the_folder_grants_no_more_than_its_inputs(tmp_path: Path) -> None:
    (path,) = corpus(tmp_path / "in", 12, 1)
    path.chmod(0o600)
    assert screen(path, "--out", tmp_path / "out", "--into", tmp_path / "p.galley") == 0
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o700
    assert {each.stat().st_mode & 0o777 for each in (tmp_path / "out").iterdir()} == {0o600}
    assert (tmp_path / "p.galley").stat().st_mode & 0o777 == 0o600


# ---- bad input


def test_a_poisoned_record_is_counted_listed_and_passed_over(tmp_path: Path) -> None:
    (path,) = corpus(tmp_path / "in", 12, 1)
    lines = path.read_text("utf-8").splitlines()
    lines[3] = '{"id": "broken'
    lines[5] = json.dumps({"id": "", "article": "A.", "summary": "B."})
    lines[7] = json.dumps({"id": "alone", "summary": "A summary of nothing.", "model": "plain"})
    path.write_text("\n".join(lines[:11]) + "\n" + lines[11][:40], "utf-8")
    ready(tmp_path / "out", [path])
    judge_shard(str(tmp_path / "out"), str(path))
    found = totals(tmp_path / "out", path)
    assert found["documents"] == 8 and found["passed_over"] == 4
    for word in ("line 4", "line 6", "row 8", "line 12"):
        assert [word in each for each in found["listed"]].count(True) == 1, word
    assert "may have been cut" in found["listed"][-1]


def test_a_record_that_a_method_stumbles_over_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from galley.core.judges.methods.offline import METHOD, BuiltInMethod

    (path,) = corpus(tmp_path / "in", 12, 1)
    ready(tmp_path / "out", [path])
    work = BuiltInMethod.work

    async def stumbles(self: BuiltInMethod, inquiry: Any, context: Any, ask: Any) -> Any:
        if inquiry.view.key == "made-4":
            raise ZeroDivisionError("of its own")
        return await work(METHOD, inquiry, context, ask)

    monkeypatch.setattr(BuiltInMethod, "work", stumbles)
    judge_shard(str(tmp_path / "out"), str(path))
    found = totals(tmp_path / "out", path)
    assert found["documents"] == 11 and found["listed"] == ["row 5, 'made-4': of its own"]


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "is empty"),
        (b'{"id": "a", "arti', "may have been cut"),
        (b'{"other": 1}\n{"other": 2}\n', "none of its 2 rows fits the mapping"),
        (gzip.compress(gzip.compress(b'{"id": "a"}\n')), "compressed (gzip)"),
        (b"PAR1 and then no Parquet at all", "cannot be read"),
    ],
    ids=["empty", "cut", "schema", "compressed twice", "no Parquet"],
)
def test_a_shard_that_cannot_be_read_is_named_and_the_others_stay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, word: str
) -> None:
    paths = corpus(tmp_path / "in", 24, 2)
    bad = tmp_path / "in" / "zz.jsonl"
    bad.write_bytes(content)
    assert screen_by_process(*paths, bad, "--out", tmp_path / "out") == 1
    said = capsys.readouterr().err
    assert "zz.jsonl" in said and word in said and "1 of 3 files could not be judged and are not in these" in said
    assert all(shard_files.totals(shard_files.output(tmp_path / "out", path)) for path in paths)
    assert not shard_files.output(tmp_path / "out", bad).exists()
    assert screen(*paths, "--out", tmp_path / "out") == 0
    assert "2 of 2 files are judged already" in capsys.readouterr().err


def native(folder: Path) -> Path:
    """The example project as Galley's own JSON Lines."""
    from galley.core.exports.registry import export
    from galley.core.importers.sample_project import make
    from galley.core.project.project import Project

    with Project.open(make(folder)) as project:
        export(project, "galley", folder / "shards" / "a.jsonl")
    return folder / "shards" / "a.jsonl"


def test_galleys_own_lines_are_screened_by_the_launcher_of_a_checkout(tmp_path: Path) -> None:
    """Workers import the launcher again; one without a guard started 20 commands of its own."""
    (tmp_path / "shards").mkdir()
    path = native(tmp_path)
    (path.parent / "_SUCCESS").touch()
    again = path.read_bytes().splitlines(keepends=True)[1]
    path.write_bytes(path.read_bytes() + again + b'{"cut": ')
    done = subprocess.run(
        [Path(sys.executable).with_name("galley"), "screen", path.parent, "--out", tmp_path / "out",
         "--into", tmp_path / "p.galley"],
        capture_output=True, text=True, check=False, timeout=110,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Judged 1 files" in done.stderr and "skipped 3 files that hold no data (_SUCCESS" in done.stderr
    records = [json.loads(line) for line in path.read_bytes().splitlines()[:-2]]
    summaries = [(record["key"], document["id"]) for record in records for document in record["documents"]
                 if document["role"] == "summary"]  # fmt: skip
    twice = [document for document in json.loads(again)["documents"] if document["role"] == "summary"]
    found = totals(tmp_path / "out", path)
    assert found["passed_over"] == 1 + len(twice), "the cut line, and each summary of the record that is there twice"
    lines = shard_files.lines(shard_files.output(tmp_path / "out", path))
    judged = {(line["key"], line["document"]) for line in lines}
    assert judged <= set(summaries) and len(judged) == found["documents"] > 40
    from tests.core.made_screening import documents

    assert set(documents(tmp_path / "p.galley")) <= judged


def test_a_published_format_is_screened_as_it_is_imported(tmp_path: Path, shared_data: Path) -> None:
    path = sorted((shared_data / "finesure").glob("*.json*"))[0].resolve()
    assert screen(path, "--out", tmp_path / "out") == 0
    assert shard_job.Job.read(tmp_path / "out").importer == "finesure"
    assert totals(tmp_path / "out", path)["documents"] == 10


def test_a_shard_that_cannot_be_read_in_the_middle_leaves_nothing_half(tmp_path: Path) -> None:
    import pyarrow
    from pyarrow import parquet

    from benchmarks import planted

    path = tmp_path / "a.parquet"
    table = pyarrow.Table.from_pylist(list(planted.records(0, 2000)))
    parquet.write_table(table, path, row_group_size=500, compression="gzip")
    ready(tmp_path / "out", [path])
    content = bytearray(path.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 2000] = bytes(2000)
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"a\.parquet: the Parquet file cannot be read"):
        judge_shard(str(tmp_path / "out"), str(path))
    assert [each.name for each in (tmp_path / "out").iterdir()] == ["screening.json"]


def test_the_same_summary_in_two_shards_is_named_before_anything_is_added_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = corpus(tmp_path / "in", 24, 2)
    shutil.copy(paths[0], tmp_path / "in" / "again.jsonl")
    assert screen(tmp_path / "in", "--out", tmp_path / "out", "--into", tmp_path / "p.galley") == 1
    said = capsys.readouterr().err
    assert "12 summaries are there more than once" in said and "again.jsonl and part-0000000.jsonl" in said
    assert not (tmp_path / "p.galley").exists()
    assert screen(*paths, "--out", tmp_path / "out") == 0


def test_a_folder_of_other_settings_is_refused_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = corpus(tmp_path / "in", 12, 1)
    assert screen(*paths, "--out", tmp_path / "out") == 0
    before = outputs(tmp_path / "out")
    assert screen(*paths, "--out", tmp_path / "out", "--seed", 1) == 1
    assert "seed was 0, now 1" in capsys.readouterr().err
    assert outputs(tmp_path / "out") == before
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("x")
    assert screen(*paths, "--out", tmp_path / "mine") == 1
    assert "holds what no screening wrote there" in capsys.readouterr().err


def test_a_full_disk_is_one_sentence_and_the_next_attempt_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import errno

    paths = corpus(tmp_path / "in", 24, 2)
    ready(tmp_path / "out", paths)
    task = partial(judge_shard, str(tmp_path / "out"))
    task(str(paths[0]))

    def full(self: shard_files.ShardWriter, value: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(shard_files.ShardWriter, "line", full)
        with pytest.raises(StorageFull, match="is full"):
            task(str(paths[1]))
    assert len(list((tmp_path / "out").iterdir())) == 2
    task(str(paths[1]))
    assert totals(tmp_path / "out", paths[1])["documents"] == 12


def test_a_worker_of_another_version_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = corpus(tmp_path / "in", 12, 1)
    ready(tmp_path / "out", paths)
    monkeypatch.setattr(galley.core, "__version__", "0.0.1")
    with pytest.raises(GalleyError, match=r"has Galley 0\.0\.1, and this screening was begun with"):
        judge_shard(str(tmp_path / "out"), str(paths[0]))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--by", "author"), "No summary has the field 'author'"),
        (("--by", "system"), "Strata are by system already"),
        (("--when", "model"), "No summary has a date in the field 'model'"),
        (("--set", "share=10%"), "share makes something of a project"),
        (("--scheme", "sumie"), "built-in judge answers in the schemes"),
        (("--scheduler", "tcp://far.example:8786"), "is elsewhere, and what is sent there is not encrypted"),
    ],
)
def test_what_cannot_be_done_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    paths = corpus(tmp_path / "in", 12, 1)
    assert screen(*paths, "--out", tmp_path / "out", *words) == 1
    assert sentence in capsys.readouterr().err


def test_without_the_extra_the_command_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    paths = corpus(tmp_path / "in", 12, 1)
    assert screen(*paths, "--out", tmp_path / "out", "--scheduler", "here") == 1
    assert 'pip install "galley-desk[cluster]"' in capsys.readouterr().err
    with pytest.raises(InputError, match="cluster"):
        dask_backend.refuse("tls://far.example:8786", False)


# ---- engines


def dies(folder: str, path: str) -> str:
    """Ends its process on one shard, always; on another once."""
    name = Path(path).name
    mark = Path(folder) / f"{name}.tried"
    if name == "bad" or (name == "once" and not mark.exists()):
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_a_pool_that_dies_is_made_again_and_the_shard_that_ends_two_is_left(tmp_path: Path) -> None:
    shards = [str(tmp_path / name) for name in ("a", "bad", "b", "once", "c")]
    found = list(process_pool.run(partial(dies, str(tmp_path)), shards, 2))
    assert sorted(each.shard for each in found if not each.why) == sorted(s for s in shards if not s.endswith("bad"))
    (left,) = [each for each in found if each.why]
    assert left.shard.endswith("bad") and "ended 2 processes" in left.why


class EndsOnce(ThreadPoolExecutor):
    """Breaks with both shards in work the first time, and with the one in work the second time."""

    broken = 0

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if EndsOnce.broken < 3:
            EndsOnce.broken += 1
            if EndsOnce.broken == 1:
                return future  # waits, while the other one ends the process
            future.set_exception(BrokenProcessPool())
            return future
        return super().submit(*args, **kwargs)


def test_a_shard_that_was_in_work_when_another_one_ended_the_process_is_not_blamed_for_it() -> None:
    EndsOnce.broken = 0
    found = list(process_pool.run(lambda shard: shard, ["slow", "bad"], 2, EndsOnce))
    assert {each.shard: each.why for each in found} == {"slow": "", "bad": ""}


def test_the_pool_and_dask_give_the_same_bytes(tmp_path: Path) -> None:
    paths = corpus(tmp_path / "in", 60, 4)
    for folder, engine in (("pool", ()), ("dask", ("--scheduler", "here"))):
        words = ["sample", "screen", *map(str, paths), "--out", str(tmp_path / folder), "--when", "day", *engine]
        assert cli.main([*words, "--workers", "2"]) == 0
    assert outputs(tmp_path / "pool") == outputs(tmp_path / "dask")


class Workers:
    """A client of workers that say this of their Galley."""

    def __init__(self, **versions: str) -> None:
        self.versions = versions

    def run(self, what: object) -> dict[str, str]:
        """What each says."""
        return self.versions


@pytest.mark.parametrize(("version", "has"), [("", "no Galley"), ("0.0.1", "Galley 0.0.1")])
def test_dasks_workers_must_have_this_version(version: str, has: str) -> None:
    dask_backend.same_version(Workers(a=galley.core.__version__))
    with pytest.raises(GalleyError, match=f"The worker b has {has}, and this is"):
        dask_backend.same_version(Workers(a=galley.core.__version__, b=version))


def listening(path: str) -> str:
    """Where the worker and the process of its scheduler listen, as an error that comes back."""
    import psutil

    me = psutil.Process()
    found = {each.laddr.ip for one in (me, me.parent()) for each in one.net_connections() if each.status == "LISTEN"}
    raise InputError(f"listens on {' '.join(sorted(found))}")


def test_a_cluster_that_is_started_here_listens_here_alone() -> None:
    (ended,) = dask_backend.run(listening, ["x"], dask_backend.HERE, 1)
    assert ended.why == "listens on 127.0.0.1"
