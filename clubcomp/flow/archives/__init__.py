"""A whole club as one file, out of one site and into another.

`graph.py` walks the models and says what is in an archive, `values.py` how a value is written,
`writing.py` and `reading.py` do it. docs/archive.md is the description for everybody else.
"""
