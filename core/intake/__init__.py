"""One intake for any table or tree: readers that give elements, a mapping that says what each field is, native records
out of both. ``galley.core.importers.table_importer`` is its importer; ``docs/import.md`` describes the mapping."""
