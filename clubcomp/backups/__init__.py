"""Backups of the whole site: made, proved by reading them back, kept for a year, restored.

`reach.py` has the database and PostgreSQL's programs, `archive.py` reads a file of theirs,
`making.py` makes one and proves it, `keeping.py` says when, where, and for how long, `keeper.py`
does so while the site runs, `restoring.py` puts it back,
`moving.py` takes the data of our own server to another PostgreSQL.
"""
