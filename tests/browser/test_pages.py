"""Every page of the site map, as the one who may see most and as who is not signed in.

The list comes from the URLconf, so a new page is looked at as soon as it has an address:
accessibility at the width of a phone and of a desktop, one heading, one primary button, and no
sideways scrolling; nothing may be said on the console. And what a visit weighs.
"""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse

from clubcomp.demo import blitz, club, season, swiss
from clubcomp.models import Membership, Player, Role
from clubcomp.views.access import Action
from tests.attempts import attempts
from tests.browser.screens import DESKTOP, PHONE, Screens
from tests.how_many import IS_EXHAUSTIVE
from tests.views.two_clubs import ADDRESSES

pytestmark = pytest.mark.django_db

WIDTHS = [320, 375, 768, 1280]
#: For who sees the parts of a page that the owner sees, or fewer.
NARROWEST_AND_WIDEST = WIDTHS if IS_EXHAUSTIVE else WIDTHS[:: len(WIDTHS) - 1]
WIDTHS_OF_AXE = (375, 1280)
#: Bytes over the wire on a first visit and on a next one, when only the page is asked for again.
HEAVIEST, HEAVIEST_AGAIN = 60 * 1000, 10 * 1000
#: What the page and each of its files weigh, also those that the browser had already.
WEIGHTS = """[...performance.getEntriesByType("navigation"),
    ...performance.getEntriesByType("resource")].map(one => one.encodedBodySize + 300)"""
#: The files that the browser asked for; of one that it has kept nothing is transferred. An icon it
#: fetches when it has time, which may be on the next visit.
FETCHED = """performance.getEntriesByType("resource")
    .filter(one => one.transferSize && !one.name.includes("/icons/")).map(one => one.name)"""
#: The rows of a table are alike; the first ones are looked at.
ROWS_BEYOND = {"exclude": [["tbody tr:nth-child(n + 21)"]]}
#: What is only pressed or is no page of ours: going there leads elsewhere or gives a file.
NO_PAGE = {"sign-out", "set_language", "favicon.ico", "document"}
NO_PAGE |= {"style", "style-sheet"}  # only the demo has them: test_style.py
NO_PAGE |= {"sign-up", "terms", "confirm-sign-up"}  # off here: test_sign_up.py
NO_PAGE |= {"set-up", "deputy"}  # seen in test_set_up.py and test_deputy.py
# Where such a link leads on to, for the browser that opened it.
NO_PAGE |= {
    "confirm-sign-up-here",
    "set-up-here",
    "deputy-here",
    "welcome-here",
    "invitation-here",
    "start-device",
}
NO_PAGE |= {"standings-file", "games-file", "members-file", "pgn"}
NO_PAGE |= {"paired-from", "member-kept", "robots"}
NO_PAGE |= {"open-club-link", "open-link"}  # they lead on, or say that they are old ones
NO_PAGE |= {"backup-file", "archive", "sitemap", "manifest", "service-worker", "health", "metrics"}
NO_PAGE |= {"calendar-file", "club-calendar-file", "my-calendar", "feed", "club-feed"}
NO_PAGE |= {"preview", "club-preview", "club-picture", "report-file", "poster-picture"}
NO_PAGE |= {name for name in ADDRESSES if name.startswith("api-")}
#: For who holds a link of that kind; seen in tests/views and in the stories of the members.
NO_PAGE |= {"own-result", "my-evening", "stop-messages", "invitation"}
MAIN = ["club", "tonight", "standings", "player", "why", "attendance", "pairing", "results"]
MAIN += ["cross-table", "places"]

PLACE = {
    "task": "evening",
    "club": club.SLUG,
    "slug": club.SLUG,
    "competition": blitz.SLUG,
    "evening": 1,
    "number": 1,
    "board": 1,
    "scope": "blitz",
    "tempo": "blitz",
    "sheet": "standings",
    "system": "knsb-rating",
}

#: Pages that look otherwise in another place, or after a choice: name, place, and what follows.
TONIGHT, COMING = {"evening": 3}, {"competition": season.SLUG, "evening": 26}
SUMMER, GO = {"competition": swiss.SLUG, "evening": 3}, {"competition": swiss.GO_SLUG}
STATES = [
    *(
        (name, place, "")
        for place in (TONIGHT, COMING)
        for name in ("lead", "attendance", "pairing", "results", "evening-standings", "close")
    ),
    ("hall-preview", COMING, ""),
    ("evening", TONIGHT, ""),
    ("round", TONIGHT | {"number": 4}, ""),
    ("results-of", TONIGHT | {"number": 3}, ""),
    ("withdraw", TONIGHT | {"number": 4}, ""),
    ("result-more", TONIGHT | {"number": 4, "board": 6}, ""),
    ("correct-result", {}, "?result=1/2-1/2"),
    ("attendance", COMING, "?q=an"),
    ("swap", COMING, "?one={one}"),
    ("swap", COMING, "?one={one}&other={other}"),
    ("swap-published", TONIGHT | {"number": 4}, "?one={playing}"),
    ("tonight", {}, "?player={playing}"),
    ("tonight", {}, "?find=de"),
    ("standings-of", {"competition": season.SLUG, "scope": "all"}, ""),
    ("standings", {"competition": season.SLUG}, ""),
    ("standings", {}, "?columns=all"),
    ("player", {"competition": season.SLUG, "player": "p13"}, ""),
    *(
        ("print-round", TONIGHT | {"number": 4, "sheet": sheet}, "")
        for sheet in ("names", "door", "slips", "cards", "score-sheets")
    ),
    *(("print", {"sheet": sheet}, "") for sheet in ("cross-table", "start-list")),
    *(
        (name, place, "")
        for place in (SUMMER, GO)
        for name in """competition tonight standings cross-table places start-list periods players
            player calendar evening round why why-round evening-report hall options entries
            start-numbers groups downloads federations lead results""".split()
    ),
    ("correct-result", SUMMER, "?result=1/2-1/2"),
    *((name, {}, "?embed=1") for name in ("standings", "tonight", "calendar")),
    ("change-evening", COMING, ""),
    ("remove-evening", {"competition": season.SLUG, "evening": 27}, ""),
    ("remove-competition", {"competition": season.SLUG}, ""),
]


def is_public(name):
    return ADDRESSES[name].view.access in (Action.SEE, "everybody")


PAGES = [(name, {}, "") for name in ADDRESSES if name not in NO_PAGE]

#: Where a member reads what is about them; the rest of a public page is as for everybody.
OF_MEMBERS = [page for page in PAGES if is_public(page[0]) and (IS_EXHAUSTIVE or page[0] in MAIN)]


def name_of(page):
    if isinstance(page, int):
        return ""
    name, place, query = page
    return " ".join([name, *map(str, place.values()), query]).strip()


@pytest.fixture(scope="module")
def device(browser, demo):
    """One screen for every visitor, kept: signing in a hundred times tests nothing."""
    with Screens(browser) as screens:
        known = {}

        def device_of(visitor, **settings):
            key = (visitor, *settings.items())
            if key not in known:
                known[key] = screens.new(demo.url, PHONE, **settings)
                if visitor:
                    known[key].sign_in(visitor.email, club.password())
            screens.complaints.clear()
            return known[key], screens.complaints

        yield device_of


def address(demo, name, place, query=""):
    """The address of a page, with arguments of the demo club."""
    given = PLACE | {"player": "p13"} | place
    if name in ("member", "remove-member", "member-away", "member-link", "forget-person"):
        given["player"] = Player.objects.filter(club=demo.club).first().pk
    elif name == "person":
        given["person"] = Membership.objects.get(club=demo.club, role=Role.MEMBER).pk
    elif name == "season":
        given["season"] = demo.club.competitions.get(slug=given["competition"]).season_id
    elif name == "invitation":
        given["token"] = "over"
    elif name == "welcome":
        return demo.welcome_link
    elif "player" in ADDRESSES[name].arguments and "player" not in place:
        competition = demo.club.competitions.get(slug=given["competition"])
        given["player"] = competition.entries.order_by("start").first().key
    elif name == "round" and not place:
        given["evening"] = 2
    elif name == "print-round" and "sheet" not in place:
        given["sheet"] = "boards"
    wanted = {argument: given[argument] for argument in ADDRESSES[name].arguments}
    return reverse(name, kwargs=wanted) + query.format(**seats(demo) if "{" in query else {})


def seats(demo):
    """Players to choose in a proposal and in the round that is being played."""
    one, other = demo.proposal.proposal["pairs"][0], demo.proposal.proposal["pairs"][1]
    playing = demo.playing.games.still_playing().select_related("black").first().black
    return {"one": one["black"], "other": other["white"], "playing": playing.key}


def faults(screen, *, widths=WIDTHS, axe_at=WIDTHS_OF_AXE, contrast=True):
    """What is wrong with the page that is shown, as sentences."""
    found = []
    for what, least, most in (("h1", 1, 1), (".primary:visible", 0, 1), ("main", 1, 1)):
        number = screen.find(what).count()
        if not least <= number <= most:
            found.append(f"{number} x {what}")
    for width in widths:
        screen.page.set_viewport_size({"width": width, "height": 900})
        wide = screen.page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            found.append(f"{wide} px wide at {width}: {too_wide(screen, width)}")
        if width in axe_at:
            found += violations(screen, width, contrast)
    return found


def too_wide(screen, width):
    """The elements that stick out, for the reader of a failed test."""
    return screen.page.evaluate(
        """width => [...document.querySelectorAll("main *, header *, nav *, footer *")]
            .filter(e => e.getBoundingClientRect().right > width + 1)
            .slice(0, 4).map(e => e.outerHTML.slice(0, 90))""",
        width,
    )


def violations(screen, width, contrast):
    """What axe says at a width: rule and element; `contrast` is what takes it most of the time."""
    options = {"resultTypes": ["violations"], "rules": {"color-contrast": {"enabled": contrast}}}
    context = None if IS_EXHAUSTIVE else ROWS_BEYOND
    said = Axe().run(screen.page, context, options).response
    return [
        f"axe at {width}: {violation['id']}: {node['html'][:160]}"
        for violation in said["violations"]
        for node in violation["nodes"]
    ]


def check(device, demo, visitor, page, *, settings=None, **how):
    """Open a page as `visitor` and expect no fault in it and no word on the console."""
    screen, complaints = device(visitor, **settings or {})
    screen.open(address(demo, *page))
    assert faults(screen, **how) + complaints == []


def one_of(number):
    """The widths for axe: by default one of them, in turn."""
    return WIDTHS_OF_AXE if IS_EXHAUSTIVE else WIDTHS_OF_AXE[number % 2 :][:1]


@pytest.mark.parametrize(("number", "page"), list(enumerate(PAGES + STATES)), ids=name_of)
def test_a_page_is_sound_for_everybody_who_may_see_it(device, demo, number, page):
    """For the owner, and a public page also for who is not signed in; some for a member."""
    is_open = is_public(page[0])
    with attempts() as attempt:
        with attempt("owner"):
            check(device, demo, club.OWNER, page, axe_at=one_of(number))
        if is_open:
            with attempt("not signed in"):
                # Their parts and colours are the owner's, or fewer; only the navigation is another.
                how = {"widths": NARROWEST_AND_WIDEST, "contrast": IS_EXHAUSTIVE}
                axe_at = one_of(number + 1) if IS_EXHAUSTIVE or not page[1] else ()
                check(device, demo, None, page, axe_at=axe_at, **how)
                weights = device(None)[0].page.evaluate(WEIGHTS)
                assert len(weights) >= 3
                assert sum(weights) <= HEAVIEST
                assert weights[0] <= HEAVIEST_AGAIN
        if page in OF_MEMBERS:
            with attempt("member"):
                axe_at = (375,) if IS_EXHAUSTIVE else ()
                check(device, demo, club.MEMBER, page, widths=NARROWEST_AND_WIDEST, axe_at=axe_at)


@pytest.mark.parametrize("name", MAIN)
def test_a_main_page_is_sound_in_the_dark_and_in_other_languages(device, demo, name):
    page = (name, TONIGHT | {"number": 4} if name != "pairing" else COMING, "")
    with attempts() as attempt:
        with attempt("dark"):
            dark, axe_at = {"color_scheme": "dark"}, one_of(MAIN.index(name))
            check(device, demo, club.LEADER, page, settings=dark, axe_at=axe_at)
        for language in ("tr-TR", "de-DE"):
            with attempt(language):
                check(device, demo, club.LEADER, page, settings={"locale": language}, axe_at=())


#: Of each kind of drawing: a ladder, halves (with a float), a staircase; of a board and of a bye.
DRAWN = [
    ("why", TONIGHT | {"number": 4, "board": 2}, ""),
    ("why-bye", TONIGHT | {"number": 4}, ""),
    *(("why", SUMMER | {"board": board}, "") for board in (2, 3, 4)),
    ("why-bye", SUMMER, ""),
    *(("why", GO | {"number": 2, "board": board}, "") for board in (1, 4)),
    ("why-round", GO | {"number": 2}, ""),
]
UNFOLD = "document.querySelectorAll('main details').forEach(fold => fold.open = true)"
#: What of the drawings and folds cannot be read: texts that leave their box or meet another text,
#: a box or a line; numbers that the list has not; folds with nothing in them, empty columns.
UNREADABLE = """() => {
    const all = (selector, within = document) => [...within.querySelectorAll(selector)]
    const place = element => {
        const {left, right, top, bottom, height} = element.getBoundingClientRect()
        const lean = element.matches("text") ? height * .22 : 0
        return {left, right, top: top + lean, bottom: bottom - lean}
    }
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1
    const contains = (a, b) => a.left <= b.left + 1 && b.right <= a.right + 1
        && a.top <= b.top + 2 && b.bottom <= a.bottom + 2
    const found = []
    for (const svg of all(".drawing svg")) {
        const texts = all("text:not(.badge)", svg)
        texts.forEach((text, at) => {
            const box = text.closest(".seat")?.querySelector("rect") ?? svg
            if (!contains(place(box), place(text)))
                found.push(`leaves its box: ${text.textContent}`)
            for (const other of [...texts.slice(at + 1), ...all("circle.badge", svg)])
                if (meet(place(text), place(other))) found.push(`covered: ${text.textContent}`)
        })
        for (const line of all("path.line", svg)) {
            const matrix = line.getScreenCTM()
            for (let way = 0; way <= line.getTotalLength(); way += 4) {
                const {x, y} = line.getPointAtLength(way).matrixTransform(matrix)
                const dot = {left: x - 2, right: x + 2, top: y - 2, bottom: y + 2}
                for (const text of texts)
                    if (!text.closest(".seat") && meet(dot, place(text)))
                        found.push(`crossed: ${text.textContent}`)
            }
        }
    }
    for (const badge of all("text.badge"))
        if (!document.querySelector(`ol.numbered > [value="${badge.textContent}"]`))
            found.push(`not in the list: ${badge.textContent}`)
    for (const fold of all("main details"))
        if (!fold.querySelector("li")) found.push(`empty: ${fold.textContent}`)
    for (const table of all("main table:not(.history)"))
        all("th[scope=col]", table).forEach((head, at) => {
            if (all("tbody tr", table).every(row => !row.cells[at].textContent.trim()))
                found.push(`empty column: ${head.textContent}`)
        })
    return [...new Set(found)]
}"""


def test_what_is_drawn_and_unfolded_on_a_why_page_can_be_read(device, demo):
    screen, complaints = device(None)
    with attempts() as attempt:
        for page in DRAWN:
            with attempt(name_of(page)):
                screen.open(address(demo, *page))
                assert screen.find(".drawing svg .seat").count() > 1
                screen.page.evaluate(UNFOLD)
                found = faults(screen, axe_at=(375,))
                for size in (PHONE, DESKTOP):
                    screen.page.set_viewport_size(size)
                    found += screen.page.evaluate(UNREADABLE)
                assert found + complaints == []


#: How long pages were on a phone, in screens of 844 pixels, before they were made half as long.
LENGTHS = [
    (2.0, club.MEMBER, ("tonight", {}, "")),  # who has still to play there
    (8.4, club.MEMBER, ("evening", {}, "")),
    # It was 7.1, and has a field since in which a name is searched.
    (7.3, club.MEMBER, ("standings-of", {"competition": season.SLUG, "scope": "all"}, "")),
    (8.7, club.LEADER, ("members", {}, "")),
]


def test_a_page_on_a_phone_is_half_as_long_as_it_was(device, demo):
    with attempts() as attempt:
        for before, visitor, page in LENGTHS:
            with attempt(page[0]):
                screen, _ = device(visitor)
                screen.page.set_viewport_size(PHONE)
                screen.open(address(demo, *page))
                height = screen.page.evaluate("document.documentElement.scrollHeight")
                assert height <= before * 844 / 2


def test_the_desktop_shows_more_columns_than_the_phone(device, demo):
    screen, _ = device(None)
    screen.open(address(demo, "standings", {}))
    shown = []
    for size in (PHONE, DESKTOP):
        screen.page.set_viewport_size(size)
        shown.append(screen.find(".standings thead th:visible").count())
    assert shown[0] < shown[1]


@pytest.mark.parametrize("visitor", [None, club.MEMBER])
def test_a_next_visit_asks_for_the_page_alone(screens, demo, visitor):
    screen = screens.new(demo.url, PHONE)
    if visitor:
        screen.sign_in(visitor.email, club.password())
    for name in ("tonight", "standings", "why"):
        for is_next in (False, True):
            screen.open(address(demo, name, {}))
            fetched = screen.page.evaluate(FETCHED)
            assert not (fetched and is_next)
            assert fetched or is_next or visitor  # who signed in has been shown some of it


def test_a_page_may_load_nothing_from_elsewhere_and_run_no_inline_code(screens, demo):
    screen = screens.new(demo.url, PHONE)
    answer = screen.page.goto(demo.url + demo.address("standings", competition=season.SLUG))
    policy = answer.header_value("content-security-policy")
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert answer.header_value("content-encoding") in ("gzip", "br")
