"""``galley integrate``."""

from __future__ import annotations

import click


@click.command("integrate", epilog="Example: galley integrate")
@click.option("--remove", is_flag=True, help="Take it back.")
def COMMAND(remove: bool) -> None:
    """Add Galley to the menu of your desktop, and let projects open with it, for you alone.

    Linux: an entry in the menu. Windows: one in the Start menu. macOS: an application in your Applications folder.
    """
    from galley.core import desktop

    paths = desktop.remove() if remove else desktop.add()
    for path in paths:
        click.echo(str(path))
    if remove:
        click.echo("Galley is no longer in the menu." if paths else "Galley was not in the menu.")
    else:
        click.echo("Galley is in the menu now, and .galley files open with it; --remove takes it back.")
