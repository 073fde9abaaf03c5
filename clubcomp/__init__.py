"""The site of Clubcomp: clubs, evenings and games in PostgreSQL, and their pages."""

#: As in `pairing/version.py`.
__version__: str


def __getattr__(name: str) -> str:
    """The version, only when it is used: a checkout asks git, which takes longer than a pairing."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from pairing.version import version

    return version()


def on_disk() -> str:
    """The version that would run after a restart."""
    from pairing.version import on_disk

    return on_disk()
