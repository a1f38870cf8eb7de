"""Many people at one project: packages, answers files, merging, slots, and the plan of who does what."""
