"""A whole club as one file, from one site to another.

`graph.py` says which models are in an archive, `values.py` how a value is written, and `writing.py`
and `reading.py` export and import it. docs/archive.md describes the file for everybody else.
"""
