"""``galley extensions``."""

from __future__ import annotations

import click


@click.group("extensions", invoke_without_command=True, epilog="Example: galley extensions allow my-metrics")
@click.pass_context
def COMMAND(context: click.Context) -> None:
    """Importers, methods, metrics, exports, charts and protocols that installed packages or your own files bring.

    Without a command it lists them. They are programs, which can do whatever you can: none is loaded until you allow
    it.
    """
    if context.invoked_subcommand is not None:
        return
    from galley.core import extensions

    permitted = extensions.read_allowed()
    for one in extensions.find_extensions():
        state = "off" if one.code else "no code, needs no leave"
        if one.source in permitted and one.code:
            state = "allowed" if extensions.is_unchanged(one) else "changed since it was allowed: off"
        click.echo(f"{one.kind}\t{one.name}\t{one.origin}\t{state}")
    if why := extensions.explain_disabled():
        click.echo(why, err=True)
    click.echo(f"Your own files go into {extensions.folder()}, a folder a kind in it.", err=True)


@COMMAND.command("allow", epilog="Example: galley extensions allow my-metrics")
@click.argument("source")
def allow(source: str) -> None:
    """Load the extensions of SOURCE from now on: a package, or a file in your folder, by its name or path.

    What is allowed is the code as it is now; where it changes, it is off until you allow it again.
    """
    from galley.core import extensions

    for one in extensions.allow(source):
        click.echo(f"{one.kind}\t{one.name}\t{one.origin}\tallowed")


@COMMAND.command("forbid", epilog="Example: galley extensions forbid my-metrics")
@click.argument("source")
def forbid(source: str) -> None:
    """Load the extensions of SOURCE no more."""
    from galley.core import extensions

    for one in extensions.allow(source, yes=False):
        click.echo(f"{one.kind}\t{one.name}\t{one.origin}\toff")
