"""The domain: clubs, players, evenings and games in PostgreSQL."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubcompConfig(AppConfig):
    name = "clubcomp"
    verbose_name = _("Clubcomp")
    default_auto_field = "django.db.models.BigAutoField"
