"""Who may see and press what? Every address of the site map, by every visitor, with GET and POST.

A new address fails here until `KINDS` says what it is.
"""

import inspect
import re
from itertools import product

import pytest

from clubcomp.doors import requests
from clubcomp.views.access import Action, OnSite
from tests.attempts import attempts
from tests.how_many import IS_EXHAUSTIVE
from tests.views.site_map import ADDRESSES, STEPS
from tests.views.two_clubs import digest, tried

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]

SITE, SIGNED_IN, STAFF, KEEPER, SITES_KEEPER = OnSite
SEE, INSIDE, LEAD, OWN = Action.SEE, Action.SEE_INSIDE, Action.LEAD, Action.OWN
EVENING, RESULTS = Action.LEAD_EVENING, Action.ENTER_RESULTS
COME_IN, TAKE_PART = Action.COME_IN, Action.TAKE_PART

KINDS = {
    SITE: """home sign-in sign-out password-forgotten with-recovery-code second-step
        help help-task welcome welcome-here start-device deputy deputy-here set-up set-up-here
        sign-up terms confirm-sign-up confirm-sign-up-here
        set_language favicon.ico
        regulations regulation robots style style-sheet sitemap health metrics
        api-start api-clubs api-description""",
    SIGNED_IN: """check-rounds password account prove other-device recovery-codes second-factors
        second-factor-app second-factor-passkey""",
    STAFF: "found-club import-club operator operator-club operator-sign-up asked-clubs",
    KEEPER: "backups",
    SITES_KEEPER: "backup-file site-check",
    SEE: """season-report poster poster-picture club club-calendar search schedule competitions
        competition tonight standings standings-of cross-table cross-table-of
        places places-of print print-round players start-list player player-in calendar periods
        evening round why why-round why-bye seal rules own-regulation
        downloads standings-file games-file pgn evening-report
        hall club-hall calendar-file club-calendar-file
        feed club-feed preview club-preview club-picture manifest service-worker
        api-club api-competition api-evenings api-evening api-round api-standings api-standings-of
        api-cross-table api-players api-player""",
    INSIDE: "members trail",
    COME_IN: """open-link open-club-link privacy my-calendar stop-messages ask-link
        invitation invitation-here""",
    TAKE_PART: "me my-link my-name own-result my-away my-evening my-messages my-address my-device"
    " my-kept my-consent my-settings",
    EVENING: """lead
        open-evening undo-opening attendance add-guest mark-attendance plan-attendance drop-out
        pairing hall-preview swap fix-board way-out
        release-board name-bye discard-proposal publish withdraw swap-published
        add-board take-board-back games-ahead
        next-game next-in-advance correct-result evening-standings
        correct-notice elsewhere without-notice close not-coming everybody-here
        ask-reserves""",
    RESULTS: "results confirm-results results-of record-result result-more let-count",
    LEAD: """headline season stage next-season plan-periods
        add-member paste-members members-file member remove-member new-competition import dashboard
        reopen forbid-pair deputies plan-evening past-games change-evening remove-evening
        competition-settings competition-name options ties points-by-hand old-table fide-rules
        tempos tempo categories prizes entries entry groups start-numbers forbidden-pairs keep-apart
        document paired-from trf
        federations report-games report-file receipt rating-list h9 member-away make-member
        member-link member-links
        send-links club-link competition-readers member-kept""",
    OWN: """people person club-messages webhook club-settings club-readers nameplate
        remove-competition forget-person archive end-club""",
}
KIND_OF = {name: kind for kind, names in KINDS.items() for name in names.split()}
assert not ADDRESSES.keys() - KIND_OF.keys(), f"not in KINDS: {ADDRESSES.keys() - KIND_OF.keys()}"

#: The holder has a personal link, and no account.
VISITORS = ["anonymous", "holder", "stranger", "member", "leader", "owner", "staff"]
WITHOUT_ACCOUNT = ("anonymous", "holder")
ALLOWED = {
    SITE: set(VISITORS),
    SIGNED_IN: set(VISITORS) - {*WITHOUT_ACCOUNT},
    STAFF: {"staff"},
    KEEPER: {"stranger", "owner", "staff"},  # the stranger owns another club
    SITES_KEEPER: {"staff"},  # the only club's owner too, but there are two
    SEE: set(VISITORS),
    COME_IN: set(VISITORS),
    TAKE_PART: {"holder"},
    INSIDE: {"member", "leader", "owner"},
    EVENING: {"leader", "owner"},
    RESULTS: {"leader", "owner"},
    LEAD: {"leader", "owner"},
    OWN: {"owner"},
}

#: What a GET answers when it is not a page: these lead on, or are for pressing only.
LEADS_ON = {
    "let-count",
    "second-step",
    "set_language",
    "favicon.ico",
    "dashboard",
    "open-link",
    "welcome",
    "invitation",
    "my-address",
    "my-device",
    "send-links",
    "ask-reserves",
} | {
    *(
        "open-evening",
        "undo-opening",
        "own-result",
        "confirm-results",
        "mark-attendance",
        "fix-board",
        "way-out",
        "release-board",
        "forbid-pair",
        "name-bye",
    ),
    *("discard-proposal", "publish", "record-result", "next-game", "swap"),
    *("without-notice", "trf", "h9", "make-member", "everybody-here"),
}
ONLY_PRESSED = {"sign-out"}
#: Nothing is sent there: programs ask (tests/views/test_api.py).
ONLY_ASKED = {name for name in KIND_OF if name.startswith("api-")}
#: Only an empty site has the first (tests/flow/test_set_up.py), only a deputy the second; the link
#: of the club is another one.
NOT_HERE = {"metrics": 404, "set-up": 404, "backup-file": 404, "deputy": 410, "open-club-link": 404}
NOT_HERE |= dict.fromkeys(("style", "style-sheet"), 404)  # only the demo has them
#: Nobody here has opened a link that leads there.
NOT_HERE |= dict.fromkeys(("welcome-here", "deputy-here", "set-up-here", "invitation-here"), 404)
#: Clubs sign up on no site that sends no mail (tests/views/test_sign_up.py).
NOT_HERE |= {"sign-up": 404, "terms": 404, "confirm-sign-up": 410, "confirm-sign-up-here": 404}


every_address = pytest.mark.parametrize("name", ADDRESSES)


def may(visitor: str, name: str) -> bool:
    return visitor in ALLOWED[KIND_OF[name]]


def who_presses(name: str) -> list[str]:
    """Who may least, and the last who may not, which is where a mistake would be; one more in turn.

    Everybody looks at every page (the test above); everybody presses too with EXHAUSTIVE=1.
    """
    if IS_EXHAUSTIVE:
        return VISITORS
    of_address = list(ADDRESSES).index(name)
    those = [visitor for visitor in VISITORS if may(visitor, name)][:1]
    refused = [visitor for visitor in VISITORS if not may(visitor, name)]
    chosen = {*those, *refused[-1:], VISITORS[of_address % len(VISITORS)]}
    return [visitor for visitor in VISITORS if visitor in chosen]


def assert_refused(answer, url: str, visitor: str) -> None:
    """Who is not signed in is sent to sign in and back; anybody else reads why not.

    Signing in makes nobody a player: who is none reads how to become one.
    """
    if visitor in WITHOUT_ACCOUNT and not is_own(url):
        assert (answer.status_code, answer.url) == (302, f"/sign-in/?next={url}")
    else:
        assert answer.status_code == 403
        assert "<h1>" in answer.content.decode()


def is_own(url: str) -> bool:
    """Whether it is the address of a page of one's own."""
    return url.startswith("/toren/me/") or url.endswith("/mine/")


def test_a_view_takes_the_request_that_its_address_makes():
    for name, address in ADDRESSES.items():
        view = inspect.unwrap(address.view)
        if "club" not in address.arguments or name in ONLY_ASKED:
            continue
        parts = [part for part in ("evening", "competition", "club") if part in address.arguments]
        whose = {SEE: "", COME_IN: "", TAKE_PART: "Own"}.get(KIND_OF[name], "SignedIn")
        wanted = getattr(requests, f"{whose}{parts[0].title()}Request")
        assert inspect.signature(view).parameters["request"].annotation is wanted, name


def test_the_view_of_every_address_bears_what_it_is_classified_as():
    assert {name: address.view.access for name, address in ADDRESSES.items()} == KIND_OF


@every_address
def test_a_page_is_seen_by_those_who_may_and_nobody_else(clubs, before, name):
    url = clubs.url(name)
    with attempts() as attempt:
        for visitor in VISITORS:
            with attempt(visitor):
                answer = clubs.client(visitor).get(url)
                if may(visitor, name):
                    assert_seen(answer, name, visitor)
                    assert_stored_nowhere(answer, name, visitor)
                else:
                    assert_refused(answer, url, visitor)
    assert digest() == before


def assert_seen(answer, name, visitor):
    """A page, or where a GET leads that is none."""
    if name in ONLY_PRESSED or name in NOT_HERE:
        assert answer.status_code == NOT_HERE.get(name, 405)
    elif name in LEADS_ON or (name == "sign-in" and visitor not in WITHOUT_ACCOUNT):
        assert answer.status_code in (301, 302, 303)
    else:
        assert answer.status_code == 200


def assert_stored_nowhere(answer, name, visitor):
    """What is shown to one person only, or stands behind a secret address, no cache keeps."""
    is_for_all = visitor in WITHOUT_ACCOUNT and KIND_OF[name] in (SITE, SEE, COME_IN)
    is_secret = name in (
        "welcome",
        "start-device",
        "deputy",
        "set-up",
        "open-link",
        "open-club-link",
    )
    if name == "club-picture":  # it is for everybody here, and its address changes with it
        assert answer["Cache-Control"] == "private, max-age=86400, must-revalidate"
    elif answer.status_code == 200 and (is_secret or not is_for_all):
        assert "no-store" in answer["Cache-Control"]


@every_address
def test_a_press_is_answered_to_those_who_may_and_nobody_else(clubs, before, name):
    url, data = clubs.step_url(name), clubs.data(name)
    with attempts(tried) as attempt:
        for visitor in who_presses(name):
            with attempt(visitor):
                answer = clubs.client(visitor).post(url, data)
                is_changed = digest() != before
                if name in ONLY_ASKED:
                    assert answer.status_code == 405
                elif may(visitor, name):
                    assert answer.status_code < 400 or name in NOT_HERE
                    assert is_changed is (name in STEPS)
                else:
                    assert_refused(answer, url, visitor)
                    assert not is_changed


def test_with_htmx_who_is_signed_out_goes_to_sign_in_with_the_whole_window(clubs, before):
    shown = "/toren/intern/evenings/2/lead/attendance/?q=ba"
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{shown}"}
    closed = [name for name in ADDRESSES if KIND_OF[name] not in (SITE, SEE, COME_IN, TAKE_PART)]
    with attempts() as attempt:
        for name, method in product(closed, ("get", "post")):
            with attempt(method, name):
                answer = clubs.client("anonymous").generic(
                    method.upper(), clubs.step_url(name), headers=headers
                )
                assert answer.status_code == 200
                assert answer.content == b""
                assert answer["HX-Redirect"] == (
                    "/sign-in/?next=/toren/intern/evenings/2/lead/attendance/%3Fq%3Dba"
                )
                assert digest() == before


def test_with_htmx_nobody_is_led_to_another_site_after_signing_in(clubs):
    url = clubs.url("attendance")
    headers = {"HX-Request": "true", "HX-Current-URL": "https://elsewhere.example/toren/"}
    answer = clubs.client("anonymous").get(url, headers=headers)
    assert answer["HX-Redirect"] == f"/sign-in/?next={url}"


def test_who_was_signed_out_reads_that_a_form_was_not_saved(clubs):
    client = clubs.client("anonymous")
    url = clubs.url("add-member")
    page = client.post(url, {"name": "Anna"}, headers={"accept-language": "en"}, follow=True)
    assert "You are signed out, so this was not saved." in page.content.decode()
    again = client.get(url, follow=True, headers={"accept-language": "en"})
    assert "not saved" not in again.content.decode()


def test_with_htmx_who_may_not_is_refused_in_place(clubs):
    answer = clubs.client("member").post(
        clubs.url("mark-attendance"), {"present": "1"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 403
    assert "HX-Redirect" not in answer


# Another club's things under this club's address ------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in ADDRESSES
        if KIND_OF[name] not in (SITE, SIGNED_IN, STAFF, KEEPER, SITES_KEEPER)
    ],
)
def test_nothing_of_another_club_is_reached_under_this_clubs_address(clubs, before, name):
    """Every argument of the address is replaced alone."""
    place = STEPS[name].place if name in STEPS else {}
    who = "holder" if KIND_OF[name] is TAKE_PART else "owner"
    client, data = clubs.client(who), clubs.data(name)
    with attempts(tried) as attempt:
        for argument in set(ADDRESSES[name].arguments) - {"club"}:
            with attempt(argument):
                url = clubs.url(name, **place | {argument: clubs.elsewhere_in(name, argument)})
                assert client.post(url, data).status_code == (
                    405 if name in ONLY_ASKED and argument in ("scope", "player", "number") else 404
                )
                # A button's address leads to its page when it is looked at, or finds nothing.
                assert client.get(url).status_code in (404, 303)
                assert digest() == before


def test_owning_a_club_opens_nothing_of_another(clubs, before):
    client = clubs.client("stranger")
    with attempts(tried) as attempt:
        for name in ADDRESSES:
            if KIND_OF[name] in (RESULTS, EVENING, LEAD, OWN):
                with attempt(name):
                    answer = client.post(clubs.step_url(name), clubs.data(name))
                    assert answer.status_code == 403
                    assert digest() == before


def in_the_body():
    """What a form sends that names a thing of the club, and what the other club has for it."""
    yield "swap", "other", "vreemda"
    yield "fix-board", "white", "vreemda"
    yield "forbid-pair", "black", "vreemda"
    yield "name-bye", "player", "vreemda"
    yield "swap-published", "one", "vreemda"
    yield "correct-notice", "player", "vreemda"
    yield "forbidden-pairs", "one", "vreemda"
    yield "categories", "picked", "vreemda"
    yield "prizes", "winner", "vreemda"
    yield "plan-evening", "tempo", "@other_tempo"
    yield "change-evening", "tempo", "@other_tempo"
    yield "paste-members", "competition", "elders"
    yield "people", "player", "@other_player"
    yield "person", "player", "@other_player"
    yield "new-competition", "players", "@other_player"
    yield "entries", "players", "@other_player"


def test_a_form_takes_nothing_of_another_club(clubs, before):
    keys = {
        "@other_tempo": clubs.other_tempo.pk,
        "@other_player": clubs.other_player.pk,
    }
    with attempts(tried) as attempt:
        for name, field, other in in_the_body():
            with attempt(name, field):
                data = clubs.data(name) | {field: keys.get(other, other)}
                answer = clubs.client("owner").post(clubs.step_url(name), data)
                assert answer.status_code < 500
                assert digest() == before


# The rest of the site -------------------------------------------------------


ADMIN = ["/admin/", "/admin/clubcomp/club/", "/admin/clubcomp/club/add/", "/admin/clubcomp/user/"]


def test_the_admin_is_for_who_keeps_the_site(clubs):
    with attempts() as attempt:
        for visitor, url in product(VISITORS, ADMIN):
            with attempt(visitor, url):
                answer = clubs.client(visitor).get(url)
                if visitor == "staff":
                    assert answer.status_code == 200
                else:
                    assert (answer.status_code, answer.url) == (302, f"/admin/login/?next={url}")


def test_the_way_back_after_signing_in_stays_on_the_site(clubs):
    client = clubs.client("anonymous")
    data = {"username": "leader@example.org", "password": "correct horse battery"}
    answer = client.post("/sign-in/?next=https://elsewhere.example/", data)
    assert (answer.status_code, answer.url) == (302, "/")


def test_a_public_page_offers_no_way_to_where_its_reader_may_not(clubs):
    closed = {clubs.url(other) for other in ADDRESSES if KIND_OF[other] in (LEAD, OWN)}
    public = [name for name in ADDRESSES if KIND_OF[name] is SEE]
    with attempts() as attempt:
        for name, visitor in product(public, ["anonymous", "holder", "stranger", "member"]):
            with attempt(name, "by", visitor):
                page = clubs.client(visitor).get(clubs.url(name)).content.decode(errors="replace")
                led = re.findall(r'(?:href|action|hx-post|hx-get)="(/toren/[^"?#]*)', page)
                assert not set(led) & closed
