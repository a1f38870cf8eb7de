"""A connection that reads a project, by a name under which a window can hand it on: it asks nothing of it by itself."""

from __future__ import annotations

import sqlite3

Reader = sqlite3.Connection
