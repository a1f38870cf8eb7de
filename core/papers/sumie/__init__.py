"""Summaries of an entity that grow as paragraphs arrive (SUMIE): what such an item looks like.

An item is an entity (``meta``: category, entity). Its paragraphs are one article, ``news``, in the order of arrival;
the article's ``meta["turns"]`` says of each its tone, its style and where its distractors stand. After each turn a
system has a table, ``table-SYSTEM-TURN`` (role table); what the paragraph of a turn truly says is ``golden-TURN`` (role
reference). The rows of both are derived units of kind entry: attribute, value and evidence are in their ``meta``, and
they point at the paragraph that the evidence stands in.
"""
