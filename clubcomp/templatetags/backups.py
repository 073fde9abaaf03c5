"""The warning about backups, for the people who can do something about it."""

from typing import Any

from django import template
from django.conf import settings

from clubcomp.running.backups.safety import Safety, safety_now

register = template.Library()


@register.inclusion_tag("backups/_alarm.html", takes_context=True)
def backup_alarm(context: template.Context) -> dict[str, Any]:
    """The warning for owners and staff of the site; nothing while all is well."""
    request, safety = context["request"], None
    is_theirs = request.user.is_staff or getattr(request, "may_own", False)
    if is_theirs and not settings.IS_DEMO:
        safety = safety_now()
    return {"safety": safety if isinstance(safety, Safety) and safety.is_bad else None}
