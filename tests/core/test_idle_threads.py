"""After a product of matrices no thread keeps a processor busy: the window has it."""

from __future__ import annotations

import os
import subprocess
import sys

CODE = """
import os
import galley
print(os.environ["OPENBLAS_THREAD_TIMEOUT"])
"""


def test_threads_of_a_product_sleep_when_it_is_done() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_THREAD_TIMEOUT"}
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == "4\n"
