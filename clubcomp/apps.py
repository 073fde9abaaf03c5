"""The domain: clubs, players, evenings and games in PostgreSQL."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubcompConfig(AppConfig):
    name = "clubcomp"
    verbose_name = _("Clubcomp")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Keep personal links out of all logs, and let forms use our own sentences."""
        from clubcomp.doors.links import keep_links_out_of_logs
        from clubcomp.forms.sentences import use_own_sentences

        keep_links_out_of_logs()
        use_own_sentences()
