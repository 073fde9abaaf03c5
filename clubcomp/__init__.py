"""The site of Clubcomp: clubs, evenings and games in PostgreSQL, and their pages."""

from pairing.version import on_disk, version

__all__ = ["__version__", "on_disk"]

#: As in `pairing/version.py`.
__version__ = version()
