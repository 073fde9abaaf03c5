"""A browser and its machine, in plain words."""

from django.utils.translation import gettext as _

#: Words in a browser's description of itself, and what people call it. The first match counts,
#: since most browsers claim to be others as well.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
MACHINES = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "Chromebook",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


def device_in_words(description: str) -> str:
    """ "Firefox on Android", from a browser's description of itself."""
    browser, machine = (
        next((word for sign, word in names.items() if sign in description), "")
        for names in (BROWSERS, MACHINES)
    )
    if browser and machine:
        return _("%(browser)s on %(machine)s") % {"browser": browser, "machine": machine}
    return browser or machine or _("A device that does not say what it is")
