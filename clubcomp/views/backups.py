"""The page of backups: when the last good one was made, another one, and its file."""

from django.conf import settings
from django.contrib import messages
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from clubcomp import __version__, on_disk
from clubcomp.doors.requests import SignedInRequest
from clubcomp.flow.accounts.security_events import take_backup
from clubcomp.running.backups.keeping import make_and_keep
from clubcomp.running.backups.making import AlreadyUnderWay
from clubcomp.running.backups.reach import NoBackup
from clubcomp.running.backups.safety import safety_now
from clubcomp.views.access import keeper_page, keeps_site, whole_site_page
from clubcomp.words.changed import what_changed

#: Why a backup was made.
WHY = {
    "asked": gettext_lazy("asked for"),
    "start": gettext_lazy("the program started"),
    "closed": gettext_lazy("an evening was closed"),
    "night": gettext_lazy("of the night"),
    "upgrade": gettext_lazy("before an upgrade"),
    "restore": gettext_lazy("before another one was restored"),
}


@keeper_page
def backups(request: SignedInRequest) -> HttpResponse:
    """The backups, and the button that makes another one.

    Only those who run the site see where backups are kept and which errors the machine gave.
    """
    if request.method == "POST" and request.POST.get("act") == "make":
        return make(request)
    safety = safety_now()
    rows = [(backup, WHY.get(backup.why, backup.why)) for backup in safety.backups]
    context = {
        "safety": safety,
        "rows": rows,
        "knows_machine": keeps_site(request.user),
        "keeps_key": settings.KEY_FILE is not None,
        "is_sealed": bool(settings.BACKUP_PASSPHRASE),
        "version": __version__,
    }
    if context["knows_machine"] and (newer := on_disk()) != __version__:
        written, chapters = what_changed(get_language() or "en")
        context |= {"newer": newer, "written": written, "chapters": chapters}
    return render(request, "backups/page.html", context)


def make(request: SignedInRequest) -> HttpResponse:
    """Make a backup now, and say how that went."""
    try:
        make_and_keep(why="asked")
    except AlreadyUnderWay:
        messages.info(request, _("A backup is being made just now. Look again in a minute."))
    except NoBackup:
        messages.error(request, _("The backup was not made."))
    else:
        messages.success(request, _("A backup is made, and it is good."))
    return redirect("backups")


@whole_site_page
def backup_file(request: SignedInRequest, *, name: str) -> HttpResponseBase:
    """The file of a backup, to keep elsewhere: all clubs of the site, without the secret key."""
    files = (backup.file for backup in safety_now().backups)
    file = next((file for file in files if file.name == name), None)
    if file is None:
        raise Http404
    if request.method != "POST":  # the page that asks for the password leads here by a link
        messages.info(request, _("Now press “Download” once more."))
        return redirect("backups")
    answer = FileResponse(file.open("rb"), as_attachment=True)
    take_backup(name, by=request.user)
    return answer
