"""Is every form of the site taken when a browser sends it from the page on which it stands?

A test client says nothing of where a form stands, a browser does: by the policy of that page it
names the origin, or "null", and the address or nothing.
"""

from html.parser import HTMLParser
from typing import NamedTuple
from urllib.parse import urlencode, urljoin, urlsplit

import pytest
from django.urls import Resolver404, resolve

from clubcomp.models import Entry, Player
from clubcomp.settings import SECURE_REFERRER_POLICY
from clubcomp.views.access import Action
from tests.attempts import attempts
from tests.views.site_map import ADDRESSES, STEPS
from tests.views.two_clubs import tried

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]

SITE = "http://testserver"
#: What a browser says of the page on which a form stands: the origin, and what it calls the page.
SAID = {
    "no-referrer": ("null", ""),
    "same-origin": (SITE, "{page}"),
    "strict-origin": (SITE, f"{SITE}/"),
}
#: Where a form stands that a page shows only when it is asked; else its own page is asked for what
#: the form sends.
ASKED = {
    "fix-board": ("swap", "board=1"),
    "release-board": ("swap", "board=3"),
    "name-bye": ("swap", "one=adema&act=free"),
    "make-member": ("plan-attendance", ""),
    "new-competition": ("new-competition", "system=attacalc"),
}


#: A form that is shown only while somebody is expected, and another of the same page.
BESIDE = {"everybody-here": "mark-attendance"}
#: Who looks at which kind of page; at all others the owner.
WHOSE = {
    "everybody": "anonymous",
    Action.COME_IN: "anonymous",
    Action.TAKE_PART: "holder",
    "staff": "staff",
    "site's keeper": "staff",
}


class Form(NamedTuple):
    """A form on a page: where it goes, what it holds already, and the policy of its page."""

    page: str
    policy: str
    action: str
    fields: dict[str, str]

    @property
    def name(self) -> str:
        """The name of the address that it is sent to."""
        match = resolve(self.action)
        return (match.url_name or match.route).removesuffix("-here")


class Forms(HTMLParser):
    """The forms of a page that are sent by POST."""

    def __init__(self, page: str, policy: str) -> None:
        super().__init__()
        self.page, self.policy, self.found = page, policy, list[Form]()
        self.is_inside = False

    def handle_starttag(self, tag, attrs):
        said = dict(attrs)
        if tag == "form":
            self.is_inside = (said.get("method") or "").lower() == "post"
            if self.is_inside:
                action = urlsplit(urljoin(self.page, said.get("action") or "")).path
                self.found.append(Form(self.page, self.policy, action, {}))
        elif self.is_inside and said.get("formaction"):
            before = self.found[-1]
            self.found.append(before._replace(action=urlsplit(said["formaction"]).path))
        elif self.is_inside and tag in ("input", "button") and said.get("name"):
            kept = said.get("type") not in ("checkbox", "radio", "file")
            if kept and (tag == "input" or len(self.found[-1].fields) == 0):
                self.found[-1].fields.setdefault(said["name"], said.get("value") or "")

    def handle_endtag(self, tag):
        self.is_inside = self.is_inside and tag != "form"


def forms_on(answer, page: str) -> list[Form]:
    """Those of a page that was answered; none of a file."""
    if answer.status_code >= 500 or "html" not in answer.get("Content-Type", ""):
        return []
    forms = Forms(page, answer.get("Referrer-Policy", ""))
    forms.feed(answer.content.decode())
    return [form for form in forms.found if is_of_site(form.action)]


def is_of_site(action: str) -> bool:
    try:
        return bool(resolve(action))
    except Resolver404:
        return False


def forms_of(clubs, visitor: str):
    """Of the pages that are a visitor's own, one for each address and policy, and the browser."""
    found = {}
    for name, address in ADDRESSES.items():
        if WHOSE.get(address.view.access, "owner") != visitor:
            continue
        page, question = ASKED.get(name, (name, urlencode(clubs.data(name), doseq=True)))
        place = getattr(STEPS.get(name), "place", {})
        asked = f"{clubs.url(page, **place)}?{question}" if name in STEPS else ""
        for url in sorted({clubs.url(name), clubs.step_url(name), asked} - {""}):
            client = browser(clubs, visitor)
            answer = client.get(url, follow=True)
            page = answer.redirect_chain[-1][0] if answer.redirect_chain else url
            for form in forms_on(answer, page):
                found.setdefault((form.name, form.policy), (client, form))
    return found


def browser(clubs, visitor: str):
    return clubs.client(visitor, enforce_csrf_checks=True, headers={"accept-language": "en"})


def sent(clubs, client, form: Form):
    """The answer to a form, sent as a browser does from its page."""
    origin, referer = SAID[form.policy]
    headers = {"origin": origin, "sec-fetch-site": "same-origin"}
    if referer:
        headers["referer"] = referer.format(page=SITE + form.page)
    data = form.fields | (clubs.data(form.name) if form.name in STEPS else {})
    return client.post(form.action, data, headers=headers)


def is_refused_as_foreign(answer) -> bool:
    """Whether it was taken for a form of another site."""
    shown = {template.name for template in answer.templates}
    return answer.status_code == 403 and not shown.isdisjoint({"errors/refused_form.html"})


def test_every_form_is_taken_from_the_page_on_which_it_stands(clubs, mail):
    Player.objects.filter(pk=clubs.holder.pk).update(email="bakker@example.org")
    Entry.objects.filter(key="bakker").update(guest=True)
    steps = set()
    with attempts(tried) as attempt:
        for visitor in ("owner", *sorted(set(WHOSE.values()))):
            for (name, policy), (client, form) in forms_of(clubs, visitor).items():
                steps.add(name)
                with attempt(visitor, name, policy, form.page):
                    assert not is_refused_as_foreign(sent(clubs, client, form))
    left = STEPS.keys() - steps - BESIDE.keys()
    assert steps.issuperset(BESIDE.values())
    assert not left, " ".join(sorted(left))


def test_a_form_of_another_site_is_refused(clubs):
    for name in ("club-link", "sign-in"):
        client = browser(clubs, "owner")
        headers = {"origin": "https://elsewhere.example", "sec-fetch-site": "cross-site"}
        assert client.post(clubs.url(name), {}, headers=headers).status_code == 403


def test_no_page_with_a_form_hides_where_it_stands(clubs):
    for name in ("member-link", "member-links", "club-link", "my-link"):
        visitor = "holder" if name == "my-link" else "owner"
        assert browser(clubs, visitor).get(clubs.url(name))["Referrer-Policy"] != "no-referrer"
    assert SAID.keys() >= {SECURE_REFERRER_POLICY}
