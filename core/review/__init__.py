"""Reviewing: decisions and the log, what the log adds up to, items as a reviewer sees them, and the queue."""
