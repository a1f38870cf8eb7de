"""Where the built application starts: the command line, which opens the window when no command is named, or, on Windows
and macOS, the program of the window, which lies beside it."""

import multiprocessing
import sys
from pathlib import Path

from galley.core.cli import desk, main

multiprocessing.freeze_support()  # a process of a pool ends here: it is the application, started anew
sys.exit(desk() if Path(sys.executable).stem == "galley-desk" else main())
