"""``galley campaign``: assign items to reviewers and merge their answers."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from galley.core.cli._output import echo_data
from galley.core.cli._progress import TerminalProgress
from galley.core.cli._root_command import CommandGroup
from galley.core.cli._texts import BY, KEYFILE, PROJECT, with_old_options
from galley.core.errors import InputError
from galley.core.text.plurals import format_count

if TYPE_CHECKING:
    from galley.core.definitions.protocols import Protocol, Task
    from galley.core.review.task_overview import TaskStanding


@click.group("campaign", cls=CommandGroup)
def COMMAND() -> None:
    """Assign items to reviewers and merge their answers."""


@COMMAND.group("protocol", epilog="Example: galley campaign protocol show kgds")
def protocol_group() -> None:
    """List, show, add or remove the study protocol of a project."""


@protocol_group.command("list", epilog="Example: galley campaign protocol list")
def list_protocols() -> None:
    """List the protocols of Galley and of extensions."""
    from galley.core import extensions
    from galley.core.definitions.protocol_files import builtin, find_protocol

    protocols = {name: (protocol, "") for name, protocol in builtin().items()}
    added, problems = extensions.protocols()
    for name, one in added.items():
        try:
            protocols.setdefault(name, (find_protocol(name), f"  [from {one.origin}]"))
        except InputError as error:
            problems.append(f"The protocol {name!r} of {one.origin} is left out: {error}")
    width = max(map(len, protocols))
    for name, (protocol, origin) in protocols.items():
        click.echo(f"{name:{width}}  {protocol.name} ({_count_tasks(len(protocol.tasks))}){origin}")
    for problem in problems:
        click.echo(problem, err=True)


@protocol_group.command("show", epilog="Example: galley campaign protocol show mine.toml")
@click.argument("name")
def show_protocol(name: str) -> None:
    """Show a protocol: its tasks, how many people each asks, the rule.

    NAME is a protocol of galley campaign protocol list, or the path of a TOML file, which is checked.
    """
    from galley.core.definitions.protocol_files import find_protocol

    protocol = find_protocol(name)
    click.echo(f"{protocol.name}. {protocol.description}".rstrip())
    if protocol.source:
        click.echo(f"After {protocol.source}.")
    for number, task in enumerate(protocol.tasks, 1):
        click.echo(f"\n{number}. {task.full}: {task.name}")
        for line in _task_lines(protocol, task):
            click.echo(f"   {line}")


@protocol_group.command("use", epilog="Example: galley campaign protocol use kgds --project study.galley")
@click.argument("name")
@click.option("--project", required=True, type=PROJECT)
@BY
def use_protocol(name: str, project: Path, by: str) -> None:
    """Add the tasks of a protocol to a project.

    NAME is a protocol of galley campaign protocol list, or the path of a TOML file. Existing answers stay. A changed
    file with the same id replaces the first one, unless somebody has answered in a task that it changes.
    """
    from galley.core.project import protocol_use
    from galley.core.project.project import Project

    with Project.open(project) as open_project, TerminalProgress("Counting") as bar:
        protocol = open_project.write(lambda connection: protocol_use.use(connection, name, by, bar)).result()
    click.echo(f"{project.name} uses {protocol.name} ({_count_tasks(len(protocol.tasks))}); see galley campaign tasks.")


@protocol_group.command("drop", epilog="Example: galley campaign protocol drop kgds --project study.galley")
@click.argument("name")
@click.option("--project", required=True, type=PROJECT)
@BY
def drop_protocol(name: str, project: Path, by: str) -> None:
    """Remove a protocol, if nobody has answered in its tasks."""
    from galley.core.project import protocol_use
    from galley.core.project.project import Project

    with Project.open(project) as open_project, TerminalProgress("Counting") as bar:
        open_project.write(lambda connection: protocol_use.drop(connection, name, by, bar)).result()
    click.echo(f"{project.name} no longer uses {name}.")


def _count_tasks(count: int) -> str:
    return "1 task" if count == 1 else f"{count} tasks"


def _task_lines(protocol: Protocol, task: Task) -> list[str]:
    """What there is to say of a task, a line each."""
    from galley.core.definitions.protocols import Kind

    lines = [task.ask] if task.ask else []
    if task.kind is Kind.JUDGE:
        lines.append(f"A judge's task: {task.method}")
    elif task.kind is Kind.ADJUDICATE:
        which = "every cell" if task.all else "what is undecided"
        lines.append(f"Adjudicates {', '.join(task.of)}: {which}; rule {task.rule}")
    elif task.kind is Kind.WRITE:
        lines.append(" ".join(filter(None, ("Writes:", task.unit, f"({task.step})" if task.step else ""))))
    else:
        lines.append(f"Kind: {task.kind}; asks {', '.join(_criterion_labels(task))}")
    if task.votes:
        count = f"{task.people} {'person' if task.people == 1 else 'people'}"
        people = count if task.people else "any number of people"
        lines.append(
            f"{people}; rule {task.rule}; unmarked {'means no' if task.unmarked_meaning == 'no' else 'is open'}"
        )
    if task.votes and (settler := protocol.find_adjudication_task(task)):
        lines.append(f"What stays undecided goes to {settler.id}")
    if task.conditions:
        lines.append(f"Only where {' and '.join(map(str, task.conditions))}")
    if task.once:
        lines.append(f"Asked once for each {task.once}")
    if task.draw:
        within = f" within {task.draw.within}" if task.draw.within else ""
        least = f"; groups of at least {task.draw.least}" if task.draw.least > 1 else ""
        lines.append(
            f"Drawn: {task.draw.n} of {task.draw.of}{within}; seed {task.draw.seed}{least}; tables: {task.draw.tables}"
        )
    if task.after:
        lines.append(f"After {', '.join(task.after)}")
    if task.is_training or task.known_share:
        share = "Trains people with known answers" if task.is_training else f"Control answers: {task.known_share:.0%}"
        lines.append(share + (f"; the pass mark is {task.mark:.0%}" if task.mark else ""))
    fields = {
        "unit": task.unit if task.kind is not Kind.WRITE else "", "shows": ", ".join(task.shows), "same": task.same,
        "deal": task.deal, "voters": "" if task.voters == ("people",) else ", ".join(task.voters),
        "places": task.places, "because": task.because, "leaves_out": task.leaves_out, "order": task.order,
        "four_eyes": "yes" if task.four_eyes else "", "instructions": task.instructions,
    }  # fmt: skip
    lines += [f"{name}: {value}" for name, value in fields.items() if value not in (None, "")]
    return lines + [f"example of {entry.name}: {words}" for entry in task.criteria for words in entry.examples]


def _criterion_labels(task: Task) -> list[str]:
    labels = []
    for entry in task.criteria:
        words = [f"when {entry.when}"] if entry.when else []
        words += [f"else {entry.unmet}"] if entry.unmet is not None else []
        labels.append(f"{entry.name} ({'; '.join(words)})" if words else entry.name)
    return labels


TASK_COLUMNS = {
    **dict.fromkeys(("asked", "open")), "resolved": "settled",
    **dict.fromkeys(("undecided", "excluded", "answered", "split")), "not counted": "asleep", "waiting": "kept",
}  # fmt: skip
"""The columns, and the attribute of each where it has another name."""


@COMMAND.command("tasks", epilog="Example: galley campaign tasks --project study.galley")
@click.option("--project", required=True, type=PROJECT)
@click.option("--json", "form", flag_value="json", help="One JSON object on standard output.")
def show_tasks(project: Path, form: str | None) -> None:
    """Show the progress of each task and of each person in it.

    The figures count cells. "undecided": all answers are there, but the rule gives no gold. "split": the
    answers differ, whether or not the cell has gold. "excluded": an adjudicator left the cell unresolved. "answered":
    the task sets no gold. "not counted": answers to cells that are not asked now; they count again if the gold that the
    task depends on changes back. "waiting": cells that wait for an earlier task."""
    from galley.core.campaign.package import read_package
    from galley.core.project.project import Project
    from galley.core.review import blind, task_overview
    from galley.core.tasks import slots

    with Project.open(project, read_only=True) as open_project:
        connection = open_project.read_connection()
        if read_package(connection) is None:  # in a package there is nothing of others
            blind.refuse_if_blind(connection, "The progress of the tasks")
        task_lines, beyond = task_overview.lines(connection), list(slots.sentences(connection))
    if form == "json":
        echo_data(json.dumps({"tasks": [line.plain() for line in task_lines]}, ensure_ascii=False) + "\n")
        return
    width = max(len(line.task) for line in task_lines)
    click.echo("  ".join([f"{'task':{width}}", *(f"{head:>11}" for head in TASK_COLUMNS)]))
    for line in task_lines:
        figures = [f"{getattr(line, field or head):>11,}" for head, field in TASK_COLUMNS.items()]
        click.echo(
            "  ".join([f"{line.task:{width}}", *figures])
            if _asks_people(line)
            else f"{line.task:{width}}  {_describe_other_task(line)}"
        )
        for person in line.people:
            unsure = f", {person.unsure:,} unsure" if person.unsure else ""
            finished = f", {person.finished:,} items finished" if person.finished else ""
            known_note = f", {person.right:,} of {person.known:,} known right" if person.known else ""
            mark_note = f" (the pass mark is {line.mark:g})" if known_note and line.mark else ""
            click.echo(f"  {person.name}: {person.answered:,} answered{unsure}{finished}{known_note}{mark_note}")
    for sentence in beyond:
        click.echo(sentence, err=True)


def _asks_people(line: TaskStanding) -> bool:
    return line.kind not in ("judge", "write")


def _describe_other_task(line: TaskStanding) -> str:
    return f"a judge's task: {line.method}" if line.kind == "judge" else "people write in it"


PLAN_COLUMNS = (
    *("reviewer", "items", "begun", "finished", "unsure", "min/item", "min left", "assigned", "submitted"),
    "task",
)


@COMMAND.command("plan", epilog="Example: galley campaign plan --project news.galley")
@click.option("--project", required=True, type=PROJECT)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def show_plan(project: Path, as_json: bool) -> None:
    """Show who has done how much, how long it takes, what is missing.

    The tasks come first, then the packages. α is Krippendorff's alpha of first rounds, on the criterion with the lowest
    agreement. The progress of a reviewer is known once their answers are merged.
    """
    from galley.core.campaign import plan, task_plan
    from galley.core.project.project import Project
    from galley.core.review import blind

    with Project.open(project, read_only=True) as open_project:
        blind.refuse_if_blind(open_project.read_connection(), "The study plan")
        study_plan = plan.plan(open_project.read_connection())
    if as_json:
        echo_data(json.dumps(asdict(study_plan), ensure_ascii=False) + "\n")
        return
    for task in study_plan.tasks:
        figures = [f"{task.undecided:,} undecided", f"{task.unsure:,} unsure", f"{task.vacant:,} free slots"]
        first = [task_plan.words(agreement) for agreement in task.agreement[:1]]
        after = [f"after discussion {task_plan.words(agreement)}" for agreement in task.after[:1]]
        waits = [f"waiting for it: {', '.join(task.waits)}"] if task.waits else []
        click.echo("\t".join([task.task, *first, *after, *figures, *waits]))
        for slot in task.seats:
            known_note = f", {slot.right:,} of {slot.known:,} known right" if slot.known else ""
            click.echo(f"  {slot.name}: {slot.done:,} of {slot.given:,} {slot.unit}{known_note}")
    click.echo("\t".join(PLAN_COLUMNS))
    for line in study_plan.lines:
        counts = (line.items, line.begun, line.finished, line.unsure)
        minutes = ("" if number is None else f"{number:.1f}" for number in (line.pace, line.left))
        days = (line.handed[:10] or "in the project", line.returned[:10])
        click.echo("\t".join(map(str, (line.reviewer, *counts, *minutes, *days, line.task))))
    for sentence in study_plan.missing:
        click.echo(sentence, err=True)


@COMMAND.command(
    "roles", epilog="Example: galley campaign roles mira=lead ito=adjudicator ann=reviewer --project study.galley"
)
@click.argument("given", metavar="[NAME=ROLE]...", nargs=-1)
@click.option("--project", required=True, type=PROJECT)
@click.option("--clear", is_flag=True, help="Remove all roles.")
@BY
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def set_roles(given: tuple[str, ...], project: Path, clear: bool, by: str, as_json: bool) -> None:
    """Set who is a reviewer, an adjudicator or a lead.

    Without a name, the roles are listed. NAME= removes a role. Only an adjudicator or a lead adjudicates, and only a
    lead assigns items in the window. Once somebody has a role, everybody else is a reviewer. Names are typed: roles
    prevent mistakes and are not access control."""
    from galley.core.errors import InputError
    from galley.core.project import role_settings
    from galley.core.project.project import Project
    from galley.core.tasks.roles import Duty, read_roles

    if clear and given:
        raise InputError("--clear removes every role; leave the names out.")
    new_roles: dict[str, Duty | None] = {}
    for text in given:
        name, equals, word = text.partition("=")
        try:
            new_roles[name] = Duty.parse(word) if word else None
        except ValueError:
            equals = ""
        if not equals:
            choices = ", ".join(duty.label for duty in Duty)
            raise InputError(f"{text!r} is not NAME=ROLE; a role is one of: {choices}.")
    with Project.open(project, read_only=not (given or clear)) as open_project:
        if given or clear:
            roles = new_roles if given else dict.fromkeys(read_roles(open_project.read_connection()))
            open_project.write(lambda connection: role_settings.put(connection, roles, by)).result()
        current_roles = read_roles(open_project.read_connection())
    if as_json:
        echo_data(json.dumps({"roles": current_roles}, ensure_ascii=False) + "\n")
        return
    for name, duty in sorted(current_roles.items()):
        click.echo(f"{name}\t{duty.label}")
    if not current_roles:
        click.echo("No roles are set, so everybody may do everything.", err=True)


@COMMAND.command(
    "pack",
    epilog="Example: galley campaign pack --project news.galley --for ann --for ben --for cat --each 2 --out packages",
)
@click.option("--project", required=True, type=PROJECT)
@click.option("--for", "reviewers", multiple=True, metavar="NAME", help="A reviewer; one package for each.")
@click.option(
    "--out",
    type=PROJECT,
    metavar="FOLDER",
    show_default="this folder",
    help="Where PROJECT-NAME.galley is written; made if missing.",
)
@click.option(
    "--to-folder",
    "shared",
    type=PROJECT,
    metavar="FOLDER",
    help="Put each package into the reviewer's folder in this shared folder.",
)
@click.option("--task", default="", metavar="NAME", show_default="flags", help="Assign what this task asks now.")
@click.option(
    "--only",
    default="",
    metavar="WHICH",
    help="undecided, unsure, free-slots, changed or by:PERSON (of a task); unassigned, from:PERSON or "
    "keys:FILE (one a line).",
)
@click.option("--round", default=1, metavar="N", help="Of a task: the round; a later one asks its reviewers again.")
@click.option("--discuss", is_flag=True, help="Of a task: undecided cells again, with the others' answers and notes.")
@click.option("--untrained", is_flag=True, help="Of a task: also to people who have not passed its training.")
@click.option(
    "--repeats",
    default=0.0,
    metavar="SHARE",
    help="Of a task: repeat this share of earlier cells as repeated questions, unannounced.",
)
@click.option("--size", default=0, metavar="N", show_default="all", help="Assign N items, drawn at random.")
@click.option(
    "--by", default="", metavar="FIELD", help="Draw evenly by dataset, split, system, flags or a metadata key."
)
@click.option(
    "--each", default=0, metavar="N",
    show_default="all, or as many as the task asks", help="Assign each item to N of these people.",
)  # fmt: skip
@click.option(
    "--pairs", default="", metavar="PAIRS",
    help="In place of --for: ann+ben,cat+dan. Each item goes to one pair, and stays with it.",
)  # fmt: skip
@click.option(
    "--speakers", default="", metavar="MAP",
    help="Of a task that assigns speakers: ann=Human,ben=Assistant, or a metadata key with such a text in each item.",
)  # fmt: skip
@click.option(
    "--order", type=click.Choice(["random", "value"]), default="random",
    help="With --size: drawn at random, or (value) the items that most likely hold errors.",
)  # fmt: skip
@click.option("--changed", is_flag=True, hidden=True)  # the names of before for words of --only; until 0.6
@click.option("--fresh", is_flag=True, hidden=True)
@click.option("--seed", default=0, help="Random seed.")
@click.option(
    "--no-flags", "flags", flag_value=False, default=True, show_default=False, help="Leave out the judges' flags."
)
@click.option("--hide-judges", "judges", is_flag=True, help="Replace the judges' names by letters.")
@click.option("--others", is_flag=True, help="Include other people's answers.")
@click.option("--gold", is_flag=True, help="Include gold.")
@click.option("--pseudonyms", is_flag=True, help="Replace other people's names by pseudonyms.")
@click.option("--sets", is_flag=True, help="Allow deciding several flags at once.")
@click.option("--instructions", type=PROJECT, metavar="FILE", help="A text to show to the reviewer.")
@click.option(
    "--recipient", "keys", multiple=True, metavar="NAME=KEY", help="Encrypt to this public key of age (age1…)."
)
@click.option("--overwrite", is_flag=True, help="Replace packages that have no decisions yet.")
def pack_packages(
    project: Path, reviewers: tuple[str, ...], out: Path | None, shared: Path | None, order: str,
    instructions: Path | None, keys: tuple[str, ...], overwrite: bool, **options: Any,
) -> None:  # fmt: skip
    """Write a package for each reviewer: a project with their items.

    A package holds the texts, the schemes, the flags and the reviewer's own answers, and nothing of other people. It is
    reviewed like any project, also without a network; galley campaign submit writes the answers file. A package of a
    task holds the cells that the task asks now, what they are about, and the reviewer's own answers in it.
    """
    from galley.core.campaign import cell_selection, encryption, pack, shared_folder
    from galley.core.campaign.pack import WrittenPackage
    from galley.core.campaign.workload import AssignmentOptions
    from galley.core.errors import InputError
    from galley.core.project.project import Project
    from galley.core.review import priority
    from galley.core.tasks.adjudication_tasks import CHANGED
    from galley.core.tasks.task_book import read_task_book

    for old, word in (("changed", CHANGED), ("fresh", cell_selection.UNASSIGNED)):
        if options.pop(old):
            if options["only"]:
                raise InputError(f"--{old} means --only {word}, and --only is given; leave one of them out.")
            options["only"] = word
    order_options = {name: options.pop(name) for name in ("size", "by", "each", "seed", "pairs", "speakers")}
    if order == priority.VALUE and not order_options["size"]:
        raise InputError("--order value chooses which items are assigned; give their number with --size.")
    if shared and (out or overwrite):
        raise InputError("--to-folder says where packages go, and replaces nothing; leave --out and --overwrite out.")
    drawing = AssignmentOptions(**order_options, value=order == priority.VALUE)
    reviewers = reviewers or tuple(name for team in drawing.teams for name in team)
    if not reviewers:
        raise InputError("No reviewer is named; use --for to name reviewers, or --pairs to name pairs.")
    package_options = pack.PackageOptions(
        order=drawing, instructions=_read_instructions(instructions) if instructions else "", **options
    )
    with Project.open(project) as open_project, TerminalProgress("Packing") as bar:

        def write(target_paths: dict[str, Path]) -> list[WrittenPackage]:
            recipients = encryption.recipients(keys, list(target_paths))
            return pack.pack(
                open_project, target_paths, package_options, overwrite=overwrite, progress=bar, keys=recipients
            )

        if shared:
            packed_files = shared_folder.deliver_packages(open_project, shared, reviewers, write)
        else:
            with pack.create_package_folder(out or Path()) as place:
                packed_files = write(pack.list_package_paths(reviewers, place, project))
        book = read_task_book(open_project.read_connection())
    for packed in packed_files:
        own_note = (
            f", with {format_count(packed.earlier_decision_count, 'decisions')} of theirs from before"
            if packed.earlier_decision_count
            else ""
        )
        what = f" of {packed.package.protocol_task}" if packed.package.protocol_task else ""
        click.echo(
            f"{packed.path}: {format_count(packed.package.items, 'items')}{what} for "
            f"{packed.package.reviewer}{own_note}."
        )
    if package_options.pseudonyms:
        click.echo("Names inside texts are not changed; galley export --pseudonyms lists them.")
    third = {packed.package.protocol_task for packed in packed_files if packed.package.only == cell_selection.UNDECIDED}
    for task in [book.tasks[name] for name in sorted(third & book.tasks.keys())]:
        if book.find_adjudication_task(task) is None and (sentence := cell_selection.resolves_nothing(task)):
            click.echo(sentence, err=True)
    if any(priority.PRIORITY_LABEL in packed.package.share for packed in packed_files):
        click.echo(
            f"These are the items {priority.PRIORITY_LABEL}: a figure from their reviews is not an estimate of a rate."
        )


def _read_instructions(path: Path) -> str:
    from galley.core.errors import InputError

    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{path} is not UTF-8 text; save it as UTF-8.") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check the path and its permissions.") from error


@COMMAND.command("submit", epilog="Example: galley campaign submit news-ann.galley --out ann.answers")
@click.argument("package", type=PROJECT)
@click.option(
    "--out", type=PROJECT, metavar="FILE", show_default="PACKAGE.answers, beside the package", help="The file to write."
)
@click.option(
    "--to-folder",
    "shared",
    type=PROJECT,
    metavar="FOLDER",
    help="Put the file into your folder in this shared folder, or into it.",
)
@click.option("--overwrite", is_flag=True, help="Replace an existing file.")
@click.option("--recipient", default="", metavar="KEY", help="Encrypt it to this public key of age (age1…).")
def submit_answers(package: Path, out: Path | None, shared: Path | None, overwrite: bool, recipient: str) -> None:
    """Write the answers file of your package, to send back.

    The file holds no texts. You can write it again at any time; merging adds only what is new.
    """
    from galley.core.campaign import answers, encryption, shared_folder
    from galley.core.errors import InputError

    if shared and (out or overwrite):
        raise InputError("--to-folder says where answers go, and replaces nothing; leave --out and --overwrite out.")
    target = out or package.with_suffix(answers.SUFFIX + (encryption.SUFFIX if recipient else ""))
    with TerminalProgress("Submit") as bar:

        def write(path: Path) -> answers.AnswersHead:
            return answers.write_answers(package, path, overwrite=overwrite, progress=bar, key=recipient)

        head, target = shared_folder.send(package, shared, write) if shared else (write(target), target)
    decisions, items = format_count(head.decisions, "decisions"), format_count(head.items, "items")
    click.echo(f"{target}: {decisions} of {head.reviewer} on {items}.")
    click.echo(f"Log digest: {head.head}")


@COMMAND.command(
    "merge",
    cls=with_old_options({"--preview": "--dry-run", "--as": "--rename"}),
    epilog="Example: galley campaign merge ann.answers ben.answers --project news.galley --dry-run",
)
@click.argument("files", metavar="[FILE...]", nargs=-1, type=PROJECT)
@click.option("--project", required=True, type=PROJECT)
@click.option(
    "--from-folder",
    "shared",
    type=PROJECT,
    metavar="FOLDER",
    help="Merge every complete answers file in this shared folder.",
)
@click.option("--dry-run", "preview", is_flag=True, help="Only show what would be merged.")
@click.option(
    "--rename",
    "called",
    multiple=True,
    metavar="[OLD=]NEW",
    help="Store the answers under the name NEW; OLD=NEW where a file holds several people's.",
)
@click.option("--identity", type=KEYFILE, metavar="KEYFILE", help="The file with your private age key.")
def merge_answers(
    files: tuple[Path, ...],
    project: Path,
    shared: Path | None,
    preview: bool,
    called: tuple[str, ...],
    identity: Path | None,
) -> None:
    """Merge reviewers' answers into the project.

    FILE is an answers file, a package or a copy of the project. If one is refused, nothing is merged. Merging a file
    twice, or in another order, changes nothing. Cells with two different answers, answers on changed texts, and
    resolved cells with new answers are listed.
    """
    from galley.core.campaign import merge, shared_folder
    from galley.core.errors import InputError
    from galley.core.project.project import Project

    if shared and files:
        raise InputError("Name files, or a folder with --from-folder, not both.")
    act = merge.preview if preview else merge.merge
    names = {old if new else "": new or old for old, _, new in (text.partition("=") for text in called)}
    with Project.open(project) as open_project, TerminalProgress("Merge") as bar:
        try:
            if shared:
                with shared_folder.scratch(project) as scratch:
                    report = shared_folder.run(
                        act, open_project, shared_folder.fetch(shared, scratch, identity), names, bar
                    )
            else:
                report = act(open_project, files, names, bar, identity)
        except KeyboardInterrupt:
            bar.request_stop()
            raise
    for line in report.format_lines():
        click.echo(line)
    if not report.files:
        click.echo(f"There is no complete answers file in {shared} yet.")
    elif preview:
        click.echo("Nothing was written. Omit --dry-run to merge.", err=True)


@COMMAND.command("revoke", epilog="Example: galley campaign revoke --for ann --task supporting --project study.galley")
@click.argument("package", required=False, default="")
@click.option("--project", required=True, type=PROJECT)
@click.option("--for", "who", default="", metavar="NAME", help="All packages of this reviewer.")
@click.option("--task", default="", metavar="NAME", help="Only the packages of this task.")
@click.option("--unfinished", is_flag=True, help="Only the items that are not finished; the others still count.")
@click.option(
    "--to",
    "others",
    multiple=True,
    metavar="NAME",
    help="Assign the revoked items to this reviewer, and write a package.",
)
@click.option("--each", default=0, metavar="N", show_default="all", help="Assign each item to N of the people of --to.")
@click.option("--out", default=".", type=PROJECT, metavar="FOLDER", help="Where the packages of --to are written.")
@BY
@click.option("--accept", is_flag=True, help="Restore revoked packages: their answers count, also those merged since.")
def revoke_packages(
    package: str, project: Path, who: str, task: str, unfinished: bool, others: tuple[str, ...], each: int, out: Path,
    accept: bool, by: str,
) -> None:  # fmt: skip
    """Revoke packages: their answers no longer count.

    PACKAGE is a number of galley campaign plan --json. The slot becomes free for somebody else; with --to, the items
    are assigned to them immediately. Nothing is deleted: late answers are stored, galley campaign merge lists them, and
    they count after --accept.
    """
    from galley.core.campaign import pack
    from galley.core.campaign.reassign import reassign
    from galley.core.campaign.revocation import accept_assignments, find_packages, revoke_assignments
    from galley.core.campaign.workload import AssignmentOptions
    from galley.core.errors import InputError
    from galley.core.project.project import Project

    if accept and (unfinished or others):
        raise InputError("--accept restores whole packages; leave --unfinished and --to out.")
    if each and not others:
        raise InputError("--each goes with --to; name the people with --to, or leave --each out.")
    if others and package:
        raise InputError("--to reassigns the items of one reviewer in a task; give --for and --task, not a number.")
    packed_files: list[pack.WrittenPackage] = []
    with Project.open(project) as open_project:
        if others:
            package_options = pack.PackageOptions(AssignmentOptions(each=each), task=task)
            with pack.create_package_folder(out) as place:
                target_paths = pack.list_package_paths(others, place, project)
                done, packed_files = reassign(
                    open_project, who, target_paths, package_options, by, everything=not unfinished
                )
        else:
            assignments = find_packages(open_project.read_connection(), package, who, task)
            if accept:
                done = open_project.write(lambda connection: accept_assignments(connection, assignments, by)).result()
            else:
                done = open_project.write(lambda c: revoke_assignments(c, assignments, by, unfinished)).result()
    for back in done:
        task = back.package.package.protocol_task or "flags/flags"
        items = "1 item is" if back.items == 1 else f"{back.items:,} items are"
        what = "restored to" if accept else "revoked from"
        counts = f"count{'s' if back.decisions == 1 else ''} {'again' if accept else 'no longer'}"
        click.echo(f"{task}: {items} {what} {back.reviewer}; {format_count(back.decisions, 'decisions')} {counts}.")
    for packed in packed_files:
        click.echo(
            f"{packed.path}: {format_count(packed.package.items, 'items')} of {task} for {packed.package.reviewer}."
        )


@COMMAND.command("known", epilog="Example: galley campaign known --task ratings --from gold --project study.galley")
@click.option("--project", required=True, type=PROJECT)
@click.option("--task", required=True, metavar="NAME", help="A task that trains or checks people.")
@click.option(
    "--from",
    "source",
    default="",
    metavar="gold|column:NAME|FILE",
    help="Where the right answers come from: gold, a column that the import kept as metadata, or a file.",
)
@click.option(
    "--size",
    default=0,
    metavar="N",
    show_default="the task's share, or all",
    help="With --from gold and a column: the number of units.",
)
@click.option("--seed", default=0, help="Random seed of the choice of units.")
@click.option("--clear", is_flag=True, help="Remove the known answers of the task.")
@BY
def set_known_answers(project: Path, task: str, source: str, size: int, seed: int, clear: bool, by: str) -> None:
    """Set known answers, to train people or to check them.

    FILE has JSON Lines: the key of an item, and in "known" its cells as in the native record, each with a value. Cells
    with a known answer count in no figure. Answers for training are in the packages. Answers for checking never leave
    the project; galley campaign merge and galley campaign tasks show how many each person got right.
    """
    from galley.core.errors import InputError
    from galley.core.project.project import Project
    from galley.core.review import known_answers
    from galley.core.tasks.task_book import read_task_book

    if bool(source) == clear:
        raise InputError("Give --from gold, --from column:NAME, --from FILE, or --clear.")
    if size < 0 or (size and source != known_answers.GOLD and not source.startswith(known_answers.COLUMN)):
        raise InputError("--size is a number of units of gold or a column; leave it out, or give --from gold.")
    with Project.open(project) as open_project:
        tasks = read_task_book(open_project.read_connection())
        chosen_task = tasks.find(task)
        if chosen_task is None:
            raise InputError("The default task has no training or control questions; name a task of a protocol.")
        if clear:
            count = open_project.write(
                lambda connection: known_answers.clear(connection, tasks, chosen_task, by)
            ).result()
        else:
            count = open_project.write(
                lambda c: known_answers.from_source(c, tasks, chosen_task, source, by, size, seed)
            ).result()
    cells = "1 cell" if count == 1 else f"{count:,} cells"
    click.echo(
        f"{cells} of {chosen_task.full} {'have no known answer any more' if clear else 'have a known answer now'}."
    )


FIGURE_KEYS = {"known_answers": "known", "self_agreement": "itself", "peer_agreement": "others"}
"""What ``reviewers --json`` calls the shares, which scripts read."""
REVIEWER_COLUMNS = ("task", "reviewer", "answers", "known right", "with themselves", "with the others", "s/decision")


@COMMAND.command("reviewers", epilog="Example: galley campaign reviewers --project study.galley --as mira")
@click.option("--project", required=True, type=PROJECT)
@click.option(
    "--as", "who", default="", metavar="NAME", help="Your name: a lead sees everybody, others see themselves."
)
@click.option(
    "--watch",
    "purpose",
    default="",
    metavar="PURPOSE",
    help="Also compute seconds, drift and unusual patterns, for this purpose.",
)
@click.option("--forget", is_flag=True, help="Stop computing them, and delete the repeated answers.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check_reviewers(project: Path, who: str, purpose: str, forget: bool, as_json: bool) -> None:
    """Show how far reviewers agree: known answers, themselves, others.

    Seconds for each decision, drift by day and unusual patterns of a person are off until --watch gives a purpose;
    every package then says so. Only the reviewer and the lead see them, and --forget deletes them.
    """
    from galley.core.campaign import reviewer_quality
    from galley.core.campaign.package import read_package
    from galley.core.errors import InputError
    from galley.core.project.project import Project
    from galley.core.review import blind
    from galley.core.tasks import roles

    if purpose and forget:
        raise InputError("Give --watch or --forget, not both.")
    with Project.open(project, read_only=not (purpose or forget)) as open_project:
        connection = open_project.read_connection()
        package = read_package(connection)
        if package is None:
            blind.refuse_if_blind(connection, "The quality of reviewers")
        elif purpose or forget:
            raise InputError("This is a package; give --watch and --forget for the project that it was made from.")
        name = who or (package.reviewer if package else "")
        if not name and roles.read_roles(connection):
            raise InputError("Say who asks, with --as NAME: a lead sees everybody, others see themselves.")
        if purpose:
            notice = open_project.write(lambda c: reviewer_quality.start_monitoring(c, purpose, name)).result()
            click.echo(notice.describe)
            return
        if forget:
            count = open_project.write(lambda c: reviewer_quality.stop_monitoring(c, name)).result()
            click.echo(f"Figures by person are off; {count:,} repeated answers are deleted.")
            return
        checks = reviewer_quality.visible_reviewer_figures(
            connection, reviewer_quality.compute_reviewer_figures(connection), name
        )
        watch = reviewer_quality.read_monitoring(connection)
    if as_json:
        figures = [{FIGURE_KEYS.get(name, name): value for name, value in asdict(check).items()} for check in checks]
        report = {"watch": asdict(watch) if watch else None, "readers": figures}
        echo_data(json.dumps(report, ensure_ascii=False) + "\n")
        return
    click.echo("\t".join(REVIEWER_COLUMNS))
    for check in checks:
        shares = (str(share or "") for share in (check.known_answers, check.self_agreement, check.peer_agreement))
        seconds = "" if check.seconds is None else f"{check.seconds:.1f}"
        click.echo("\t".join((check.task, check.person, f"{check.answers:,}", *shares, seconds)))
        for day, hits, count in check.days:
            click.echo(f"  {day}: {hits:,} of {count:,} with the others")
    for check in checks:
        for sentence in check.warnings:
            click.echo(sentence, err=True)


@COMMAND.command("changed", epilog="Example: galley campaign changed --for ann --project study.galley")
@click.option("--project", required=True, type=PROJECT)
@click.option("--for", "who", default="", metavar="NAME", show_default="the package's reviewer", help="Whose answers.")
@click.option("--task", default="", metavar="NAME", help="Only the answers in this task of a protocol.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def list_changed_answers(project: Path, who: str, task: str, as_json: bool) -> None:
    """List answers of a person that differ from the gold, and why.

    galley campaign pack --only changed writes a package of them, to read.
    """
    from galley.core.campaign import overruled_answers
    from galley.core.campaign.package import read_package
    from galley.core.errors import InputError
    from galley.core.project.project import Project
    from galley.core.review import blind
    from galley.core.tasks.task_book import read_task_book

    with Project.open(project, read_only=True) as open_project:
        connection = open_project.read_connection()
        package = read_package(connection)
        if package is None:
            blind.refuse_if_blind(connection, "The gold")
        name = who or (package.reviewer if package else "")
        if not name:
            raise InputError("Name the reviewer with --for NAME.")
        tasks = read_task_book(connection)
        chosen_task = tasks.find(task) if task else None
        if task and chosen_task is None:
            raise InputError("The default task belongs to no protocol; name a task of a protocol.")
        reviewer = overruled_answers.find_reviewer_id(connection, name)
        lines = overruled_answers.list_changed_answers(connection, tasks, reviewer, chosen_task)
    if as_json:
        line_fields = [
            {key: value for key, value in asdict(line).items() if key not in ("item", "cell")} for line in lines
        ]
        echo_data(json.dumps({"changed": line_fields}, ensure_ascii=False) + "\n")
        return
    for line in lines:
        click.echo(str(line).replace(": you said", f": {name} said"))
    if not lines:
        click.echo(f"No answer of {name} differs from the gold.", err=True)


@COMMAND.command(
    "write", epilog="Example: galley campaign write sheet.jsonl --task opinions --project study-ada.galley --as ada"
)
@click.argument("sheet", required=False, type=click.Path(path_type=Path))
@click.option("--project", required=True, type=PROJECT, help="The project, or a package of a writing task.")
@click.option("--task", default="", metavar="NAME", help="The writing task; a package knows it.")
@click.option("--as", "writer", default="", help="Whose decisions these are; a package knows it.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write an empty sheet to this file, and nothing else.",
)
def write_units(sheet: Path | None, project: Path, task: str, writer: str, out: Path | None) -> None:
    """Write the units that a task asks people to write, from a sheet.

    With --out, an empty sheet of JSON Lines is written: each line has an item, its sources, what was written so far,
    and an empty "write". SHEET is the same file with "write" filled in: {"document", "unit", "text"} writes a unit,
    {"of", "text"} rewrites one, {"of", "texts"} splits it, {"of": [...], "text"} merges several, {"drop"} removes one;
    "finish": true finishes the item. A task that writes turns gives an article its "discussion" instead. All lines are
    checked before anything is written.
    """
    import orjson

    from galley.core.campaign import unit_sheets
    from galley.core.campaign.package import read_package
    from galley.core.errors import InputError
    from galley.core.new_files import refuse_leaving, replace_file
    from galley.core.project.project import Project
    from galley.core.review.decision_writer import DecisionWriter

    if (sheet is None) == (out is None):
        raise click.UsageError("Give a filled SHEET, or --out for an empty one.")
    if out is not None:
        refuse_leaving(out, project)
    with Project.open(project, read_only=sheet is None) as open_project:
        writing_task = unit_sheets.find_writing_task(open_project, task)
        if out is not None:
            with replace_file(out.absolute(), project) as unfinished, unfinished.open("wb") as stream:
                stream.writelines(
                    orjson.dumps(line) + b"\n" for line in unit_sheets.build_sheet_lines(open_project, writing_task)
                )
            click.echo(f"Wrote {out}.", err=True)
            return
        package = read_package(open_project.read_connection())
        name = writer or (package.reviewer if package is not None else "")
        if not name:
            raise InputError("Name the reviewer with --as NAME.")
        assert sheet is not None
        pages = unit_sheets.read_sheet(open_project, writing_task, sheet)
        written_count, finished = unit_sheets.apply_sheet(
            open_project, DecisionWriter(open_project, name, writing_task.full), pages
        )
    click.echo(
        f"Wrote {written_count:,} {'unit' if written_count == 1 else 'units'}; {finished:,} items finished.", err=True
    )


@COMMAND.command("decrypt", epilog="Example: galley campaign decrypt news-ann.galley.age --identity ann.key")
@click.argument("file", type=PROJECT)
@click.option("--identity", required=True, type=KEYFILE, metavar="KEYFILE", help="The file with your private age key.")
@click.option("--out", type=PROJECT, metavar="FILE", show_default="FILE without .age", help="The file to write.")
@click.option("--overwrite", is_flag=True, help="Replace an existing file.")
def decrypt_file(file: Path, identity: Path, out: Path | None, overwrite: bool) -> None:
    """Decrypt a package or an answers file."""
    from galley.core.campaign import encryption

    target = out or (file.with_suffix("") if file.suffix == encryption.SUFFIX else file.with_name(f"{file.name}.plain"))
    encryption.decrypt(file, identity, target, overwrite)
    click.echo(str(target))
