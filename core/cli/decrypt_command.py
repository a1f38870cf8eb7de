"""``galley decrypt``."""

from __future__ import annotations

from pathlib import Path

import click

from galley.core.cli._texts import KEYFILE, PROJECT


@click.command("decrypt", epilog="Example: galley decrypt news-ann.galley.age --identity ann.key")
@click.argument("file", type=PROJECT)
@click.option("--identity", required=True, type=KEYFILE, metavar="KEYFILE", help="With the private key of age.")
@click.option("--out", type=PROJECT, metavar="FILE", help="Where to; FILE without .age unless given.")
@click.option("--overwrite", is_flag=True, help="Replace a file that is there.")
def COMMAND(file: Path, identity: Path, out: Path | None, overwrite: bool) -> None:
    """Write what is in an encrypted package or file of answers."""
    from galley.core.campaign import encryption

    target = out or (file.with_suffix("") if file.suffix == encryption.SUFFIX else file.with_name(f"{file.name}.plain"))
    encryption.decrypt(file, identity, target, overwrite)
    click.echo(str(target))
