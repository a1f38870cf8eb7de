"""One person's items to another: what a reader has not finished is revoked and packed for somebody else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from galley.core.campaign import cell_selection
from galley.core.campaign.pack import Progress, WrittenPackage, pack
from galley.core.campaign.package_options import PackageOptions
from galley.core.campaign.revocation import Revocation, accept_assignments, find_packages, revoke_assignments
from galley.core.errors import InputError
from galley.core.project.project import Project


def reassign(
    project: Project,
    who: str,
    package_paths: Mapping[str, Path],
    options: PackageOptions,
    by: str,
    *,
    everything: bool = False,
    overwrite: bool = False,
    progress: Progress | None = None,
    keys: Mapping[str, str] | None = None,
) -> tuple[list[Revocation], list[WrittenPackage]]:
    """Take back what ``who`` has not finished of the task of ``wish`` (with ``everything`` all of it) and pack it for
    others, name to path, in the name of ``by``. What they discuss in another round stays theirs.

    Raises: InputError, ProjectError, Cancelled. Then nothing was revoked, and no package is there.
    """
    package_records = find_packages(project.read_connection(), "", who, options.task or "flags")
    round_records = [
        package_record for package_record in package_records if package_record.package.round == options.round
    ]
    if not round_records:
        raise InputError(f"{who} was assigned this only for discussion, which cannot be reassigned; revoke it instead.")
    back = project.write(lambda c: revoke_assignments(c, round_records, by, not everything)).result()
    try:
        only = f"{cell_selection.FROM}{back[0].reviewer}"
        new_options = replace(options, only=only)
        return back, pack(project, package_paths, new_options, overwrite=overwrite, progress=progress, keys=keys or {})
    except BaseException:
        project.write(lambda c: accept_assignments(c, [revocation.package for revocation in back], by)).result()
        raise
