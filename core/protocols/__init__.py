"""What a study asks, of whom, in which order: protocols of tasks, as TOML files.

``study.py`` holds the types, ``protocol_file.py`` reads a file, ``soundness.py`` refuses what cannot work, and
``ownership.py`` says which task owns which cells. Nothing here reads a project; what ships is in
``resources/protocols/``.
"""
