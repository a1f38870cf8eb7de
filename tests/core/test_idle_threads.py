"""After a product of matrices no thread keeps a processor busy: the window has it."""

from __future__ import annotations

import subprocess
import sys

CODE = """
import time
import galley
import numpy
numpy.ones((600, 600)) @ numpy.ones((600, 600))
before = time.process_time()
time.sleep(0.05)
print(time.process_time() - before)
"""


def test_threads_of_a_product_sleep_when_it_is_done() -> None:
    spent = min(
        float(subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    )
    assert spent < 0.01, spent
