"""Knowledge-grounded discussion summaries (KGDS): what the window has of it."""
