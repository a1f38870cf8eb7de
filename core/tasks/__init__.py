"""The tasks in force in a project: what each asks of an item, what came of it, and who still has to answer.

A protocol (``galley.core.definitions``) says what is asked; ``galley.core.rules`` what answers amount to. Here the two
meet in one item of a project file: ``tasks`` has the tasks in force, ``sheet`` what the item holds, ``extent``
which cells a criterion has in it, ``asking`` which of them a task asks now and what became of them, ``counting`` keeps
that in the file, ``grouping`` makes the units that stand for several. On the floor above, ``project/using`` puts a
protocol into a project and takes it out, and ``project/overview`` tells where the tasks stand. No window and no command
line in here."""
