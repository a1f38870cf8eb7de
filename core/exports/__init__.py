"""Exports: one file a format, found by registration. See ``base`` for what an export is."""
