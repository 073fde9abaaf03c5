"""The site of Clubcomp: clubs, evenings and games in PostgreSQL, and their pages."""

from pairing.version import version

#: As in `pairing/version.py`.
__version__ = version()
