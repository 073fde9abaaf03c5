"""The site of Clubcomp: clubs, evenings and games in PostgreSQL, and their pages."""

from pairing.version import on_disk, version

#: As in `pairing/version.py`.
__all__ = ["__version__", "on_disk"]

__version__ = version()
