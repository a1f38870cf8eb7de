"""Galley's core: domain, project file, importers, judges, metrics, exports and command line. Knows no Qt."""

__version__ = "0.2.0"
