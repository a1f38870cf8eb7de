"""What is asked: schemes of criteria and study protocols, read from TOML and checked. Pure: nothing of a project."""
