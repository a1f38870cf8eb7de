"""Galley's core: domain, project file, importers, judges, metrics, exports and command line. Knows no Qt."""

if __name__ != "galley.core":  # under a second name every class would exist twice, and no instance be of the other's
    raise ImportError(f"This folder is imported as galley.core, not as {__name__}.")

__version__ = "0.4.0"
