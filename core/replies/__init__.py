"""Reading what a model replied, whoever asked: the last complete answer, without its thinking, and how sure it was."""
