"""Where the built application starts: the command line, which opens the window when no command is named."""

import sys

from galley.core.cli import main

sys.exit(main())
