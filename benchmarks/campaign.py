"""A campaign by people who are made up: what its gold is worth, what it costs, and when the careless one is found.

Ten readers answer two questions of each of 2,000 summaries (a tenth with ``--short``), two readers a question. One of
them is careless, one drops out after two fifths; answers come back eight times. What readers of the first question
differ on goes to one of two more, what those of the second differ on back to both; an adjudicator settles the rest. All
of it by the functions that the window and the command line call; the truth is drawn by a seed and is in no project.
"""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.figures import emit
from benchmarks.projects import Bench
from galley.core.campaign import answers, merge, pack, reviewer_quality
from galley.core.campaign.revocation import find_packages, revoke_assignments
from galley.core.campaign.workload import AssignmentOptions
from galley.core.domain import Action, Cell, ChangeSet
from galley.core.exports.registry import export
from galley.core.importers import registry
from galley.core.importers.run_import import import_files
from galley.core.project import protocol_use
from galley.core.project.project import Project
from galley.core.review import known_answers, log
from galley.core.review.decision_writer import DecisionWriter
from galley.core.rules.rule import State
from galley.core.storage import log_hashes
from galley.core.tasks import counts, task_book

ITEMS, KNOWN = 2_000, 0.05
PARTS = (0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)
"""Of each package that was answered when answers come back."""
PEOPLE = [f"reader {number}" for number in range(10)]
CARELESS, DROPS, THIRD, JUDGE = PEOPLE[3], PEOPLE[7], ("third 0", "third 1"), "ito"
DROPS_AFTER = 0.4
RATE, SURE, GUESSED, TALKED, SETTLED = 0.2, 0.93, 0.6, 0.97, 0.98
"""How often the truth is yes, and readers are right, the careless one, one after a discussion, the adjudicator."""
ORDERS = 3
ASKED = {"first": "basic/hallucination", "second": "dial-summer/extrinsic-context"}
PROTOCOL = (
    """format = 1
id = "campaign"
name = "Campaign"
"""
    + "".join(
        f"""
[[task]]
id = "{task}"
kind = "answer"
criteria = ["{criterion}"]
people = 2
silence = "open"
rule = "majority"
known = {KNOWN}
mark = 0.8
"""
        for task, criterion in ASKED.items()
    )
    + """
[[task]]
id = "settled"
kind = "settle"
of = "second"
rule = "adjudicator"
"""
)

Place = tuple[str, str]
"""The key of an item and the name of a criterion."""


@dataclass
class Campaign:
    """What is known of one: the truth, and whose answers are how good, by a random generator of each person."""

    folder: Path
    project: Project
    truth: dict[Place, str]
    seconds: float = 0.0
    chance: dict[str, random.Random] = field(default_factory=dict)

    def opinion(self, who: str, place: Place, sure: float) -> str:
        """What somebody says of a cell who is right so often."""
        chance = self.chance.setdefault(who, random.Random(f"campaign {who}"))
        right = chance.random() < sure
        return self.truth[place] if right else {"yes": "no", "no": "yes"}[self.truth[place]]

    def hand(self, name: str, people: Sequence[str], wish: pack.PackageOptions) -> dict[str, Path]:
        """Packages in a folder of this ``name``, by reader."""
        folder = self.folder / name
        folder.mkdir()
        targets = pack.list_package_paths(people, folder, self.project.path)
        return {made.package.reviewer: made.path for made in pack.pack(self.project, targets, wish)}

    def take(self, files: Sequence[Path]) -> None:
        """Take answers in."""
        start = time.perf_counter()
        merge.merge(self.project, files)
        self.seconds += time.perf_counter() - start

    def work(self, packages: dict[str, Path], sure: Callable[[str], float], settles: bool = False) -> None:
        """Answer all of these packages and take the answers in."""
        for who, path in packages.items():
            answer(self, path, who, sure(who), settles=settles)
        self.take([returned(path) for path in packages.values()])


def run(bench: Bench) -> None:
    """One campaign from its packages to its gold."""
    items = ITEMS * bench.items // 10_000
    with Project.create(bench.folder / "campaign.galley") as project:
        campaign = Campaign(bench.folder, project, _begun(bench, project, items))
        packages = {
            task: campaign.hand(task, PEOPLE, pack.PackageOptions(task=task, untrained=True, flags=False))
            for task in ASKED
        }
        begun = bench.folder / "begun.galley"
        project.copy(begun)
        found, alarms = _read(campaign, packages, begun)
        _fill(campaign)
        before = _gold(campaign)
        wish = pack.PackageOptions(AssignmentOptions(each=1), task="first", only="undecided", untrained=True)
        campaign.work(campaign.hand("third", THIRD, wish), good)
        campaign.work(
            campaign.hand("talk", _left(), pack.PackageOptions(task="second", discuss=True, untrained=True)),
            lambda who: GUESSED if who == CARELESS else TALKED,
        )
        between = _gold(campaign)
        campaign.work(
            campaign.hand("settled", [JUDGE], pack.PackageOptions(task="settled")), lambda who: SETTLED, settles=True
        )
        after = _gold(campaign)
        spent = _one(project, "SELECT count(*) FROM decision")
        cells = len(campaign.truth) - _one(project, "SELECT count(*) FROM known")
    emit("wrong gold, two readers", before[0], "%", n=before[1], undecided=before[2])
    emit("wrong gold, with third readers and discussion", between[0], "%", n=between[1], undecided=between[2])
    emit("wrong gold, settled", after[0], "%", n=after[1], undecided=after[2], most=100 * (1 - SURE))
    emit("decisions a cell", spent / cells, "", n=cells, decisions=spent)
    emit("answers until the careless one is found", found, "", n=len(PEOPLE), least=1, alarms=alarms)
    emit("merging in all", campaign.seconds, "s", n=spent)


def _begun(bench: Bench, project: Project, items: int) -> dict[Place, str]:
    """Items, the protocol, known answers for some; gives the truth."""
    chance = random.Random(23)
    keys = [f"visit-{number:05d}" for number in range(items)]
    records = bench.folder / "campaign.jsonl"
    records.write_text("".join(f"{json.dumps(_record(key))}\n" for key in keys), encoding="utf-8")
    import_files(project, registry.find("galley"), [records])
    protocol = bench.folder / "campaign.toml"
    protocol.write_text(PROTOCOL, encoding="utf-8")
    project.write(lambda connection: protocol_use.use(connection, str(protocol), "lea")).result()
    truth = {(key, name): "yes" if chance.random() < RATE else "no" for key in keys for name in ASKED.values()}
    for task, name in ASKED.items():
        file = bench.folder / f"known-{task}.jsonl"
        some = chance.sample(keys, round(KNOWN * items))
        file.write_text("".join(f"{json.dumps(_known(key, name, truth[key, name]))}\n" for key in some), "utf-8")

        def job(connection: sqlite3.Connection, task: str = task, file: Path = file) -> tuple[int, ChangeSet]:
            book = task_book.read_task_book(connection)
            return known_answers.from_file(connection, book, book.find(task), file, "lea")

        project.write(job).result()
    project.write(
        lambda connection: reviewer_quality.start_monitoring(connection, "to find who wants help", "mira")
    ).result()
    return truth


def _record(key: str) -> dict[str, object]:
    article = {"id": "a", "role": "article", "paragraphs": [f"The ferry {key} leaves at ten.", "It is blue."]}
    summary = {"id": "s", "role": "summary", "system": "m", "sentences": [f"The ferry {key} leaves at nine."]}
    return {"key": key, "documents": [article, summary]}


def _known(key: str, name: str, value: str) -> dict[str, object]:
    scheme, _, criterion = name.partition("/")
    return {
        "key": key,
        "known": [{"scheme": scheme, "criterion": criterion, "document": "s", "unit": 0, "value": value}],
    }


def good(who: str) -> float:
    """How often a reader is right."""
    return GUESSED if who == CARELESS else SURE


def _left() -> list[str]:
    return [who for who in PEOPLE if who != DROPS]


def answer(campaign: Campaign, path: Path, who: str, sure: float, part: float = 1.0, settles: bool = False) -> None:
    """Answer what is still open in a package, up to this part of it, in one transaction."""
    with Project.open(path) as own:
        desk = DecisionWriter(own, who)

        def job(connection: sqlite3.Connection) -> ChangeSet:
            cells = list(_cells(connection))
            for item, place, cell, done in cells[: round(part * len(cells))]:
                if done:
                    continue
                action = Action.ADJUDICATE if settles else Action.ADD
                value = campaign.opinion(who, place, sure)
                where = desk.find_location(connection, action, cell)
                log.decide(connection, desk.reviewer, action, item, cell=cell, value=value, seen=(), where=where)
            return ChangeSet(structure=True)

        own.write(job).result()


def _cells(connection: sqlite3.Connection) -> Iterator[tuple[int, Place, Cell, bool]]:
    """What a package hands out: the item, its key and criterion, the cell, and whether it was answered here."""
    last = json.loads(connection.execute("SELECT value FROM setting WHERE name = 'package'").fetchone()[0])["base"]
    for item, key, scheme, name, *cell, done in connection.execute(
        "SELECT handed.item_id, key, scheme.name, criterion.name, handed.unit_id, handed.criterion_id,"
        " handed.target_id, EXISTS (SELECT 1 FROM decision WHERE decision.id > ? AND decision.unit_id = handed.unit_id"
        " AND decision.criterion_id = handed.criterion_id) FROM handed JOIN item ON item.id = handed.item_id"
        " JOIN criterion ON criterion.id = handed.criterion_id JOIN scheme ON scheme.id = scheme_id ORDER BY 1, 6",
        (last,),
    ).fetchall():
        yield item, (key, f"{scheme}/{name}"), Cell(*cell), bool(done)


def returned(path: Path) -> Path:
    """The answers of a package as they are now."""
    out = path.with_suffix(answers.SUFFIX)
    answers.write_answers(path, out, overwrite=True)
    return out


def _read(campaign: Campaign, packages: dict[str, dict[str, Path]], begun: Path) -> tuple[int, int]:
    """All waves of the first round; after how many answers the careless one was found, and how many others were."""
    found, alarms = 0, set[str]()
    for part in PARTS:
        for handed in packages.values():
            there = [who for who in handed if who != DROPS or part <= DROPS_AFTER]
            for who in there:
                answer(campaign, handed[who], who, good(who), part)
            campaign.take([returned(handed[who]) for who in there])
        lines = reviewer_quality.compute_reviewer_figures(campaign.project.read_connection())
        odd = {line.person for line in lines if line.warnings}
        alarms |= odd - {CARELESS}
        if CARELESS in odd and not found:
            found = sum(line.answers for line in lines if line.person == CARELESS)
    files = [path.with_suffix(answers.SUFFIX) for handed in packages.values() for path in handed.values()]
    _orders(campaign.folder, begun, files)
    return found, len(alarms)


def _orders(folder: Path, begun: Path, files: Sequence[Path]) -> None:
    """The same files in several orders into copies of the project: the same record and head each time."""
    said = set()
    for number in range(ORDERS):
        path = folder / f"order-{number}" / "campaign.galley"
        path.parent.mkdir()
        shutil.copy(begun, path)
        mixed = random.Random(number).sample(files, len(files))
        with Project.open(path) as project:
            for file in mixed:
                merge.merge(project, [file])
            export(project, "galley", path.with_suffix(".jsonl"))
            said.add((path.with_suffix(".jsonl").read_bytes(), log_hashes.log_digest(project.read_connection())))
    emit("different files of several orders of merging", len(said), "", n=ORDERS, most=1)


def _fill(campaign: Campaign) -> None:
    """Who dropped out is taken back from, and others take the empty seats."""
    for task in ASKED:

        def job(connection: sqlite3.Connection, task: str = task) -> object:
            given = find_packages(connection, reviewer=DROPS, task=task)
            return revoke_assignments(connection, given, "lea", unfinished=True)

        campaign.project.write(job).result()  # type: ignore[arg-type]
        wish = pack.PackageOptions(task=task, only="vacant", untrained=True, flags=False)
        campaign.work(campaign.hand(f"again-{task}", _left(), wish), good)


def _gold(campaign: Campaign) -> tuple[float, int, int]:
    """The share of gold that is wrong (%), of how many cells, and how many have none."""
    connection = campaign.project.read_connection()
    book = task_book.read_task_book(connection)
    names = {c.row: f"{c.scheme}/{c.id}" for c in book.criteria.values()}
    known = set(connection.execute("SELECT unit_id, criterion_id, target_id FROM known"))
    wrong = there = without = 0
    for item, key in connection.execute("SELECT id, key FROM item").fetchall():
        for cell, ruling in counts.evaluate_item(connection, item, book).rulings.items():
            if tuple(cell) in known:
                continue
            if ruling.state is State.SETTLED:
                there += 1
                wrong += ruling.value != campaign.truth[key, names[cell.criterion]]
            else:
                without += 1
    return 100 * wrong / max(1, there), there, without


def _one(project: Project, query: str) -> int:
    return int(project.read_connection().execute(query).fetchone()[0])
