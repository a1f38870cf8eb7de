"""What is installed: the packages core and gui with all their files, and resources/ and prompts/ inside core.

The two folders stand at the top of a checkout, where people look for them. In a wheel they lie at
``core/shipped/``; ``core.paths`` finds them in either place.
"""

from setuptools import find_packages, setup

SHIPPED = {"core.shipped.resources": "resources", "core.shipped.prompts": "prompts"}

setup(
    packages=[*find_packages(include=["core", "core.*", "gui", "gui.*"]), *SHIPPED],
    package_dir={"": ".", **SHIPPED},
    include_package_data=False,  # only what the next line names, wherever git is or is not
    package_data={name: ["**/*"] for name in ("core", "gui", *SHIPPED)},
    exclude_package_data={"": ["*.pyc", "**/*.pyc"]},
)
