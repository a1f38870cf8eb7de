"""The panes that show source texts and summaries: gutter, text, lanes under the text, coverage strip."""
