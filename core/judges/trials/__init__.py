"""Which judge is better: prompts and models held against reviewed items."""
