"""The site of Clubcomp: clubs, evenings and games in PostgreSQL, and their pages."""

__version__ = "1.1.0"
