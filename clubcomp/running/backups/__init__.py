"""Backups of the whole site: made, proved by reading them back, kept for a year, restored.

`reach.py` has the database and PostgreSQL's programs. `rows.py` writes and reads a backup, and
`sealed.py` is its proof and its passphrase; `archive.py` reads earlier ones, which were files of
pg_dump. `making.py` makes one and proves it, `keeping.py` says when, where, and for how long,
`keeper.py` does so while the site runs. `restoring.py` puts it back, by `filling.py`; `moving.py`
takes the data of our own server to another PostgreSQL.
"""
