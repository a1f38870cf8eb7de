"""``galley setup``: add Galley to the desktop, allow extensions."""

from __future__ import annotations

import click

from galley.core.cli._root_command import CommandGroup


@click.group("setup", cls=CommandGroup)
def COMMAND() -> None:
    """Add Galley to the desktop, allow extensions."""


@COMMAND.command("integrate", epilog="Example: galley setup integrate")
@click.option("--remove", is_flag=True, help="Remove it again.")
def integrate_desktop(remove: bool) -> None:
    """Add Galley to your desktop's menu, and open .galley files with it.

    Linux: an entry in the menu. Windows: one in the Start menu. macOS: an application in your Applications folder.
    """
    from galley.core import desktop

    paths = desktop.remove() if remove else desktop.add()
    for path in paths:
        click.echo(str(path))
    if remove:
        click.echo("Galley is no longer in the menu." if paths else "Galley was not in the menu.")
    else:
        click.echo("Galley is in the menu now, and .galley files open with it; --remove removes it.")


@COMMAND.group("extensions", invoke_without_command=True, epilog="Example: galley setup extensions allow my-metrics")
@click.pass_context
def extensions_group(context: click.Context) -> None:
    """List extensions, allow or forbid them.

    An extension is an importer, method, metric, export, chart or protocol from an installed package or your own file.
    Extensions are programs and can do whatever you can: none is loaded until you allow it.
    """
    if context.invoked_subcommand is not None:
        return
    from galley.core import extensions

    permitted = extensions.read_allowed()
    for one in extensions.find_extensions():
        state = "off" if one.code else "no code, always allowed"
        if one.source in permitted and one.code:
            state = "allowed" if extensions.is_unchanged(one) else "changed since it was allowed: off"
        click.echo(f"{one.kind}\t{one.name}\t{one.origin}\t{state}")
    if why := extensions.explain_disabled():
        click.echo(why, err=True)
    click.echo(f"Your own files go into {extensions.folder()}, with a folder for each kind.", err=True)


@extensions_group.command("allow", epilog="Example: galley setup extensions allow my-metrics")
@click.argument("source")
def allow_extension(source: str) -> None:
    """Load the extensions of SOURCE from now on.

    SOURCE is a package, or a file in your folder, by its name or path. You allow the code as it is now; when it
    changes, it is off until you allow it again.
    """
    from galley.core import extensions

    for one in extensions.allow(source):
        click.echo(f"{one.kind}\t{one.name}\t{one.origin}\tallowed")


@extensions_group.command("forbid", epilog="Example: galley setup extensions forbid my-metrics")
@click.argument("source")
def forbid_extension(source: str) -> None:
    """Stop loading the extensions of SOURCE."""
    from galley.core import extensions

    for one in extensions.allow(source, yes=False):
        click.echo(f"{one.kind}\t{one.name}\t{one.origin}\toff")
