"""Judging more summaries than one project holds: shards in, verdict shards out, and a draw on the way.

``judge_shard(folder, path) -> path`` is all that an engine needs to know: it is pure, does nothing twice, and whatever
runs it (this machine's processes, Dask's workers) may end at any moment.
"""
