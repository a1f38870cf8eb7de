"""Extensions: off until they are allowed, named where they come from, skipped and named where they break."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from galley.core import cli, extensions, paths
from galley.core.definitions.protocol_files import builtin, find_protocol
from galley.core.errors import InputError
from galley.core.exports.registry import REGISTRY as EXPORTS
from galley.core.exports.registry import export
from galley.core.importers import registry as importers
from galley.core.judges.inquiry import prompts
from galley.core.judges.methods.registry import REGISTRY as METHODS
from galley.core.metrics.registry import REGISTRY as METRICS
from galley.core.paths import resources
from galley.core.project.project import Project
from tests.core import building
from tests.core.pages import ROOT, blocks

METRIC = '''
from pathlib import Path
from galley.core.metrics._parameters import Takes
from galley.core.metrics.base import Result

class Length:
    """Documents of a project."""
    name = "{name}"
    title = "how many documents there are"
    takes = (Takes(()),)

    def compute(self, connection, params):
        n = connection.execute("SELECT count(*) FROM document").fetchone()[0]
        return Result(self.name, "", [{{"value": n, "n": n}}], columns=("value", "n"))

METRIC = Length()
Path({ran!r}).write_text("ran")
'''
IMPORTER = '''
from galley.core.import_types import ParsedRecord

class Lines:
    """A file of one summary a line."""
    name = "shouting"
    title = "one shouted summary a line"
    suffixes = (".shout",)

    def recognises(self, head, path):
        return head.startswith(b"SHOUT")

    def read(self, paths, options, report):
        for number, line in enumerate(paths[0].read_text("utf-8").splitlines()[1:], 1):
            documents = [{"id": "s", "role": "summary", "text": line}]
            yield ParsedRecord({"key": f"s{number}", "documents": documents}, "f", number)

IMPORTER = Lines()
'''


@pytest.fixture
def own(galley_home: Path) -> Path:
    """The user's folder, with one good metric in it."""
    folder = galley_home / "config" / "extensions"
    put(folder / "metrics" / "length.py", METRIC.format(name="length", ran=str(galley_home / "ran")))
    return folder


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = cli.main(list(words))
    said = capsys.readouterr()
    return code, said.out, said.err


def test_nothing_runs_until_it_is_allowed(
    own: Path, galley_home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    building.project(tmp_path).close()
    asked = ("metrics", "length", "--project", str(tmp_path / "test.galley"), "--csv")
    code, _, said = run(capsys, *asked)
    assert code == 1 and "1 that extensions bring is not allowed yet (see galley setup extensions)" in said
    assert run(capsys, "extensions")[1] == f"metrics\tlength\tthe file {own / 'metrics' / 'length.py'}\toff\n"
    assert not (galley_home / "ran").exists()
    assert run(capsys, "extensions", "allow", "length.py")[0] == 0
    assert not (galley_home / "ran").exists(), "allowing runs nothing"
    assert run(capsys, *asked) == (0, "value,n\n4,4\n", "")
    code, listed, _ = run(capsys, "list", "metrics")
    line = next(line for line in listed.splitlines() if line.startswith("length "))
    assert line.endswith(f"[from the file {own / 'metrics' / 'length.py'}]")
    assert "[from" not in next(line for line in listed.splitlines() if line.startswith("agreement "))
    monkeypatch.setenv("GALLEY_NO_EXTENSIONS", "1")
    code, _, said = run(capsys, *asked)
    assert code == 1 and "switched off by GALLEY_NO_EXTENSIONS" in said and "length" not in METRICS.names()
    monkeypatch.delenv("GALLEY_NO_EXTENSIONS")
    assert run(capsys, *asked)[0] == 0
    assert run(capsys, "extensions", "forbid", "length")[0] == 0 and run(capsys, *asked)[0] == 1


def test_code_that_changed_asks_again(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = own / "metrics" / "length.py"
    code = file.read_text("utf-8")
    assert run(capsys, "extensions", "allow", "length")[0] == 0
    assert "length" in extensions.load("metrics")[0] and not extensions.count_waiting("metrics")
    ran = own / "ran"
    file.write_text(f"open({str(ran)!r}, 'w').close()\n{code}")
    things, problems = extensions.load("metrics")
    assert not things and not ran.exists()
    assert "its code is not the one that you allowed; look at it, and allow it again" in problems[0]
    assert extensions.count_waiting("metrics").startswith("1 that extensions bring is not allowed")
    assert "changed since it was allowed: off" in run(capsys, "extensions")[1]
    file.write_text(code)
    assert "length" in extensions.load("metrics")[0], "it is what was allowed"
    file.write_text(f"open({str(ran)!r}, 'w').close()\n{code}")
    assert run(capsys, "extensions", "allow", "length")[0] == 0
    assert "length" in extensions.load("metrics")[0] and ran.exists()


def test_a_list_without_hashes_asks_again(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    extensions.allow("length")
    listed = paths.config_dir() / "extensions.json"
    listed.write_text(json.dumps({"allowed": list(json.loads(listed.read_text("utf-8"))["allowed"])}))
    assert not extensions.load("metrics")[0] and set(extensions.read_allowed()) == {str(own / "metrics" / "length.py")}
    extensions.allow("length")
    assert "length" in extensions.load("metrics")[0]


def test_one_that_breaks_is_named_and_skipped(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(own / "metrics" / "broken.py", "import no_such_module_anywhere\n")
    put(own / "metrics" / "leaving.py", "raise SystemExit(3)\n")
    put(own / "metrics" / "empty.py", "")
    put(own / "metrics" / "half.py", "class M:\n    name = 'half'\n    title = 'x'\nMETRIC = M()\n")
    put(own / "metrics" / "idle.py", (own / "metrics" / "length.py").read_text("utf-8").replace("(Takes(()),)", "()"))
    put(own / "metrics" / "twin.py", (own / "metrics" / "length.py").read_text("utf-8"))
    put(own / "metrics" / "taking.py", (own / "metrics" / "length.py").read_text("utf-8").replace('"length"', '"ties"'))
    for name in ("broken", "leaving", "empty", "half", "idle", "twin", "taking", "length"):
        extensions.allow(name)
    code, listed, said = run(capsys, "list", "metrics")
    assert code == 0 and "length " in listed
    for name, why in (
        ("broken", "No module named 'no_such_module_anywhere'"), ("leaving", "SystemExit: 3"),
        ("empty", "declares no METRIC"), ("half", "has no compute"), ("idle", "has no takes"),
        ("twin", "has the name 'length' already"),
        ("ties", "Galley has one"),
    ):  # fmt: skip
        assert any(f"{name!r}" in line and why in line and str(own) in line for line in said.splitlines()), name
    assert METRICS.get("ties").__class__.__module__ == "galley.core.metrics.ties"


def test_a_package_brings_several_kinds(
    galley_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    site = tmp_path / "site"
    put(site / "my_things.py", METRIC.format(name="from-a-package", ran=str(tmp_path / "ran")) + IMPORTER + EXPORT)
    toml = (resources() / "protocols" / f"{next(iter(builtin()))}.toml").read_text("utf-8")
    put(site / "my_protocol.py", f"TEXT = {toml!r}\n")
    put(site / "my_things-1.2.dist-info" / "METADATA", "Metadata-Version: 2.1\nName: my-things\nVersion: 1.2\n")
    put(
        site / "my_things-1.2.dist-info" / "entry_points.txt",
        "[galley.metrics]\nfrom-a-package = my_things:METRIC\n[galley.importers]\nshouting = my_things:IMPORTER\n"
        "[galley.exports]\nkeys = my_things:EXPORT\n[galley.protocols]\nmine = my_protocol:TEXT\n",
    )
    monkeypatch.syspath_prepend(str(site))
    assert {one.origin for one in extensions.find_extensions()} == {"the package my-things 1.2"}
    assert "shouting" not in importers.names() and not (tmp_path / "ran").exists()
    with pytest.raises(InputError, match="no protocol “mine”"):
        find_protocol("mine")
    extensions.allow("my-things")
    assert METRICS.origin("from-a-package") == "the package my-things 1.2" and METRICS.origin("ties") == "Galley"
    assert find_protocol("mine").tasks == next(iter(builtin().values())).tasks
    assert "[from the package my-things 1.2]" in run(capsys, "protocol", "list")[1]
    put(tmp_path / "a.shout", "SHOUT\nONE.\nTWO.\n")
    made = tmp_path / "a.galley"
    assert run(capsys, "import", "--format", "auto", str(tmp_path / "a.shout"), "--project", str(made))[0] == 0
    with building.project(tmp_path) as project:
        export(project, "keys", tmp_path / "keys.txt")
        assert (tmp_path / "keys.txt").read_text("utf-8") == "a\n"
    code = (site / "my_protocol.py").read_text("utf-8")
    put(site / "my_protocol.py", code + "# changed\n")
    assert "is not the one that you allowed" in extensions.load("exports")[1][0], "a package is allowed as a whole"
    put(site / "my_protocol.py", code)
    extensions.allow("my-things", yes=False)
    assert "keys" not in EXPORTS.names() and METRICS.origin("from-a-package") == ""
    for name in ("my_things", "my_protocol"):
        sys.modules.pop(name, None)


EXPORT = '''
class Keys:
    """The keys, one a line."""
    name = "keys"
    title = "the keys of the items"
    suffix = ".txt"

    def write(self, connection, out, only, report, progress):
        out.write_text("".join(key + "\\n" for (key,) in connection.execute("SELECT key FROM item")))

EXPORT = Keys()
'''


def test_a_method_brings_its_prompts_beside_it(galley_home: Path, tmp_path: Path) -> None:
    """The method of docs/extending.md, as it stands there, without a checkout."""
    page = {block.info: block.text for block in blocks(ROOT / "docs" / "extending.md")}
    own = galley_home / "config" / "extensions" / "methods"
    put(own / "clarity.py", page["core/judges/methods/clarity.py"])
    put(own / "clarity" / "grade.md", page["prompts/clarity/grade.md"])
    assert prompts.read_shipped("clarity") == {}
    extensions.allow("clarity")
    assert METHODS.get("clarity").samples == 1 and prompts.read_shipped("clarity").keys() == {"grade"}
    project, replies = tmp_path / "test.galley", tmp_path / "replies.jsonl"
    building.project(tmp_path).close()
    replies.write_text('{"item": "a", "reply": {"clarity": 4}}\n', "utf-8")
    words = ("judge", "clarity", "--project", str(project), "--provider", "replay", "--model", "trial")
    assert cli.main([*words, "--replies", str(replies), "--yes"]) == 0
    with Project.open(project, read_only=True) as opened:
        assert {row[0] for row in opened.read_connection().execute("SELECT value FROM score")} == {4.0}


def test_a_protocol_of_ones_own_needs_no_leave_and_a_broken_one_is_named(
    galley_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = galley_home / "config" / "extensions" / "protocols"
    folder.mkdir(parents=True)
    first = next(iter(builtin()))
    shutil.copy(resources() / "protocols" / f"{first}.toml", folder / "mine.toml")
    put(folder / "bad.toml", "id = 3\n")
    code, out, err = run(capsys, "protocol", "list")
    assert code == 0 and f"[from the file {folder / 'mine.toml'}]" in out and "'bad'" in err
    assert run(capsys, "protocol", "show", "mine")[0] == 0
    assert "no code, always allowed" in run(capsys, "extensions")[1]


def test_what_is_not_there_cannot_be_allowed_and_a_broken_list_is_said(
    own: Path, galley_home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(InputError, match=r"There is no extension 'nobody'; there are: .*length\.py"):
        extensions.allow("nobody")
    put(own / "exports" / "length.py", "")
    with pytest.raises(InputError, match="Several"):
        extensions.allow("length")
    put(galley_home / "config" / "extensions.json", "[]")
    code, _, said = run(capsys, "list", "metrics")
    assert code == 0 and "not the list of allowed extensions" in said
    assert run(capsys, "extensions")[0] == 1


def test_a_home_without_extensions_is_left_as_it_is(galley_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "list", "metrics")[0] == 0
    assert not (galley_home / "config").exists()
