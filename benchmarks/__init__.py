"""How fast Galley is, each figure beside that of bare SQLite or bare Qt from the same run."""
