"""What is installed: the package galley with core and gui inside, and resources/, prompts/ and the pages and pictures
of docs/ inside galley.core.

The folders stand at the top of a checkout, where people look for them; ``galley/__init__.py`` finds the first two
there, ``galley.core.paths`` the others in either place.
"""

from setuptools import find_packages, setup

TOPS = {"galley": "galley", "galley.core": "core", "galley.gui": "gui"}
INSIDE = [f"galley.{name}" for name in find_packages(include=["core", "core.*", "gui", "gui.*"])]
SHIPPED = {"galley.core.shipped.resources": "resources", "galley.core.shipped.prompts": "prompts",
"galley.core.shipped.docs": "docs"}

setup(
    packages=["galley", *INSIDE, *SHIPPED],
    package_dir={**TOPS, **SHIPPED},
    include_package_data=False,  # only what the next line names, wherever git is or is not
    package_data={name: ["**/*"] for name in (*TOPS, *SHIPPED)},
    exclude_package_data={"": ["*.pyc", "**/*.pyc"], "galley.core.shipped.docs": ["*.svg", "charts/*"]},
)
