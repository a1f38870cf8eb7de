"""Knowledge-grounded discussion summaries (KGDS): its half of the core."""
