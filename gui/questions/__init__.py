"""Questions about a summary with both answers: the panel, its lines, its scores and the form on each question."""
