"""What the views with a queue, three panes and a column for deciding share: Review and Adjudicate."""
