"""The works that Galley carries out, one folder each: importers, exports, methods and metrics of one work, and what
these share. Found by the same registries as what belongs to no work. Nothing of one work is imported by another."""
