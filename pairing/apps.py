"""The Django skin of the pairing systems: at start each must load and pair two players."""

from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, register

from pairing.core.trial import faults
from pairing.registry import get_system, system_keys


class PairingConfig(AppConfig):
    """The application `pairing`; it has no models."""

    name = "pairing"

    def ready(self) -> None:
        """Have `manage.py check` try every system."""
        register(check_systems)


def check_systems(**kwargs: Any) -> list[CheckMessage]:
    """An error for each system that does not load, whose key is not its module's, or that cannot
    pair and rank two players."""
    errors: list[CheckMessage] = []
    for key in system_keys():
        try:
            system = get_system(key)
        except Exception as error:  # whatever a module can raise while it is imported
            message = f"The pairing system {key} does not load: {error!r}"
            errors.append(Error(message, id="pairing.E001"))
            continue
        if system.key != key:
            message = f"The pairing system {key} calls itself {system.key}."
            errors.append(Error(message, id="pairing.E002"))
        for fault in faults(system):
            errors.append(Error(f"The pairing system {key}: {fault}", id="pairing.E003"))
    return errors
