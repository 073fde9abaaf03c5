"""The why pages of the whole demo: rows, drawings and numbers are what the page itself says; and
the club year by own rules, and what the club shows of itself."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from clubcomp.demo import keizer
from clubcomp.flow.competitions.periods import periods_of
from clubcomp.flow.standings import standings_of, statement_of
from clubcomp.models import Round, Unpaired, Upload
from clubcomp.words.values import percent
from pairing.core.types import OVERALL
from tests.flow.test_demo import as_the_demo, demo  # noqa: F401 -- fixtures

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ROW = re.compile(r"<tr>(.*?)</tr>", re.DOTALL)
SHARE = re.compile(r"(\d+) of (\d+) with white")
TOLD = re.compile(r"relatively less white: (\d+)\s?%, .*? (\d+)\s?%")
CLOSE = re.compile(r"relatively less white: (\d+) of (\d+) games, .*? (\d+) of (\d+)\.")


def plain(part):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", part)).split())


def games_in(row):
    """(white, black) by the cells of a row of colours, also by what it leaves out."""
    white = black = 0
    for cell in re.findall(r"<td.*?</td>", row, re.DOTALL):
        said = plain(cell)
        if counted := re.search(r"earlier: white (\d+) times, black (\d+) times", said):
            white, black = white + int(counted[1]), black + int(counted[2])
        elif letters := re.search(r"earlier: ([wb ]+)$", said):
            white, black = white + letters[1].count("w"), black + letters[1].count("b")
        elif "disc-black" in cell:
            black += 1
        elif "disc" in cell:
            white += 1
    return white, black


def wrong_colours(page):
    """What the rows of colours say otherwise than the sentence, or than their own share."""
    table = page.partition('<table class="history">')[2].partition("</table>")[0]
    rows = ROW.findall(table)
    counts = [games_in(row) for row in rows]
    shares = [SHARE.search(plain(row)) for row in rows]
    for (white, black), share in zip(counts, shares, strict=True):
        if share and (int(share[1]), int(share[2])) != (white, white + black):
            yield f"{share[0]}, but {white} white and {black} black"
    said = plain(page.partition('<div class="answer">')[2].partition("</div>")[0])
    if (told := TOLD.search(said)) and rows:
        # No games yet counts as half, and the sentence says so.
        own = [
            percent(white / (white + black) if white + black else 0.5) for white, black in counts
        ]
        digits = [re.sub(r"\D", "", one) for one in own]
        if digits != [told[1], told[2]]:
            yield f"{told[0]}, but the rows have {own}"
    if (told := CLOSE.search(said)) and rows:
        own = [number for white, black in counts for number in (white, white + black)]
        if own != [int(number) for number in told.groups()]:
            yield f"{told[0]}, but the rows have {own}"
    if ("relatively less white" in said) != all(shares) and rows:
        yield "shares decide and are not counted, or the other way round"


def wrong_numbers(page):
    """Numbers in the drawing that are not those of the list, and players who are nowhere."""
    listed = [int(number) for number in re.findall(r'<li value="(\d+)"', page)]
    drawn = {int(number) for number in re.findall(r'<text class="badge"[^>]*>(\d+)<', page)}
    if listed != list(range(1, len(listed) + 1)) or not drawn <= set(listed):
        yield f"numbers {drawn}, list {listed}"
    more = re.search(r"The last (?:(\d+) )?of them ha(s|ve) no number", page)
    if drawn and (int(more[1] or 1) if more else 0) != max(0, len(listed) - 6):
        yield f"{len(listed)} listed, {more and more[0]}"
    for drawing in re.findall(r'<figure class="drawing".*?</figure>', page, re.DOTALL):
        boxes = drawing.count('<g class="seat')
        left_out = sum(map(int, re.findall(r"(\d+) players? left out", plain(drawing))))
        seats = drawing.partition("<tbody>")[2].count("<tr>")
        if 'class="group"' not in drawing and boxes + left_out != seats:
            yield f"{boxes} drawn, {left_out} left out, of {seats}"


def test_every_why_page_of_the_demo_says_one_thing(demo):  # noqa: F811
    client = Client(headers={"accept-language": "en"})
    rounds = Round.objects.on_record().exclude(paired_by=Round.PairedBy.ELSEWHERE)
    of_demo = rounds.filter(evening__competition__club=demo.club).select_related(
        "evening__competition"
    )
    wrong, seen, compared = [], 0, 0
    for round_ in of_demo:
        evening = round_.evening
        place = [demo.club.slug, evening.competition.slug, evening.serial, round_.number]
        for board in round_.games.values_list("board", flat=True):
            address = reverse("why", args=[*place, board])
            page = client.get(address).content.decode()
            seen += 1
            compared += "with white" in page
            wrong += [f"{address}: {one}" for one in (*wrong_colours(page), *wrong_numbers(page))]
    assert wrong == []
    assert seen > 100
    assert compared > 20


def test_a_club_year_has_two_periods_and_kinds_of_absence_of_its_own(demo):  # noqa: F811
    competition = demo.club.competitions.get(slug=keizer.SLUG)
    first, second = periods_of(competition)
    assert (first.rounds, second.rounds) == (3, 2)
    assert competition.periods_begun == 2
    kinds = Unpaired.objects.filter(round__evening__competition=competition)
    assert {*kinds.values_list("kind", flat=True)} >= {":late", ":duty", "external", "no_notice"}
    assert kinds.exclude(result="").count() == len(keizer.ELSEWHERE)
    used = {
        ledger.kind
        for entry in competition.entries.all()
        for ledger in statement_of(competition, entry, OVERALL).credits
    }
    assert used >= {"absent", "external", "late", "duty"}
    for row in standings_of(competition, OVERALL):
        statement = statement_of(competition, row.entry, OVERALL)
        assert sum(line.points for line in statement.lines) == row.row.points


def test_the_club_has_a_face(demo):  # noqa: F811
    shown = demo.club
    assert (shown.colour, shown.crest[-4:], shown.app_icon) == ("teal", ".svg", "initial.png")
    assert "dinsdag" in shown.line  # as the evenings of its season
    assert shown.place
    assert shown.contact.endswith(".example")
    assert [host for _link, host in shown.hosts] == ["testtoren.example"]
    assert not Upload.objects.exists()
