"""Does a database of an earlier release still say the same after the upgrade?

A folder for each release: `database.sql.xz`, all of it as SQL that PostgreSQL 15 and newer read,
and `said.json.xz`, what that release made of it. `make dump` makes the next one.
"""
