"""The standing of a Swiss competition: tie-breaks with their working, after any round."""

import re
from fractions import Fraction

import pytest

from clubcomp.flow.results import record_result
from clubcomp.flow.standings import standings_of
from clubcomp.models import Competition
from clubcomp.words.tie_breaks import working_text
from pairing.core.points_table import Term, Working
from pairing.core.types import OVERALL, Result
from tests.views.public import address, poll, poll_address, reader, words
from tests.views.swiss import TIE_BREAKS, make_swiss, play_round

pytestmark = pytest.mark.django_db

HALVES = {"½": Fraction(1, 2)}


@pytest.fixture(scope="module")
def competition(django_db_setup, django_db_blocker):
    from tests.views.two_clubs import undone

    with django_db_blocker.unblock(), undone():
        yield make_swiss(9)


def see(competition, rest="standings/"):
    return reader().get(address(competition, rest))


def rows(response):
    body = response.content.decode().split('id="rows"')[1].split("</tbody>")[0]
    return body.split("<tr")[1:]


def number(text):
    """Points as they are written: "6½", "3.25", "½"."""
    whole = text.strip().replace("½", "")
    return Fraction(whole or 0) + (Fraction(1, 2) if "½" in text else 0)


def test_every_tie_break_has_a_column_with_its_name_and_a_legend(competition):
    page = see(competition).content.decode()
    for short, name in (("RP−1", "resistance points without the lowest"), ("TPR", "performance")):
        assert f'<abbr title="{name}' in page
        assert f">{short}</abbr>" in page
    assert "Equal points are decided by, first to last: RP−1, resistance points" in words(
        see(competition)
    )


def test_the_title_counts_rounds_and_knows_no_tempo(competition):
    said = words(see(competition))
    assert "Standings Najaar. After round 3, Tuesday 15 September 2026." in said
    assert "standard" not in said
    assert "game before" not in said


def test_what_a_number_opens_to_adds_up_to_it(competition):
    lines = standings_of(competition, "standard")
    for row, line in zip(rows(see(competition)), lines, strict=True):
        shown = re.findall(r'<details class="working">.*?<span>([^<]+)</span></details>', row)
        by_key = dict(zip([k for k in line.row.workings if k != "lot"], shown, strict=False))
        for key in ("resistance_points_cut_1", "sonneborn_berger"):
            kept = re.sub(r"\([^)]*\)", "0", by_key[key]).split(" + ")
            factors = [[number(part) for part in term.split(" × ")] for term in kept]
            total = sum(one[0] * one[1] if len(one) == 2 else one[0] for one in factors)
            assert total == line.row.tiebreaks[key]


def test_the_order_is_that_of_points_and_tie_breaks(competition):
    lines = standings_of(competition, OVERALL)
    keys = [(-line.row.points, -line.row.tiebreaks[TIE_BREAKS[0]]) for line in lines]
    assert keys == sorted(keys)
    found = rows(see(competition))
    assert [str(line.entry) in row for line, row in zip(lines, found, strict=True)] == [True] * 9


def test_the_standing_after_each_round_is_one_press_away(competition):
    page = see(competition).content.decode()
    earlier = page.split('id="earlier"')[1].split("</section>")[0]
    links = re.findall(r'href="([^"]+after=[^"]+)"[^>]*>\s*(\d+)\s*<', earlier)
    assert [round_ for _link, round_ in links] == ["1", "2", "3"]
    said = words(reader().get(links[0][0]))
    assert "After round 1, Tuesday 1 September 2026." in said


def test_a_player_reads_round_by_round_what_his_tie_breaks_rest_on(competition):
    line = standings_of(competition, OVERALL)[0]
    page = see(competition, f"players/{line.entry.key}/")
    said = words(page)
    section = said.split("If points are equal")[1]
    assert "Resistance points without the lowest" in section
    assert section.count("round 3") >= 2
    assert "left out" in section
    assert "value of who was beaten" not in said


def test_all_columns_on_a_phone_say_the_tie_breaks_too(competition):
    said = words(see(competition, "standings/?columns=all"))
    assert "Sonneborn-Berger:" in said


def test_a_round_that_is_played_and_a_bye_are_told_before_it_is_over():
    competition = make_swiss(7, rounds=1, slug="other")
    play_round(competition, is_over=False)
    assert "3 results are open" in words(see(competition))


def test_before_the_first_round_everybody_stands_in_start_order():
    competition = make_swiss(4, rounds=0, slug="other")
    assert "Before the first round." in words(see(competition))
    assert len(rows(see(competition))) == 4


@pytest.mark.parametrize(
    ("key", "working", "text"),
    [
        ("resistance_points", Working(Fraction(0)), ""),
        (
            "resistance_points_cut_1",
            Working(
                Fraction(15, 2), (Term(0, Fraction(1), left_out=True), Term(1, Fraction(15, 2)))
            ),
            "(1) + 7½",
        ),
        (
            "sonneborn_berger",
            Working(Fraction(3), (Term(0, Fraction(6), Fraction(1, 2)), Term(1, Fraction(4)))),
            "½ × 6 + 4",
        ),
        (
            "performance",
            Working(
                Fraction(1450),
                (Term(0, Fraction(1400)), Term(1, Fraction(1600))),
                Fraction(-50),
            ),
            "(1400 + 1600) / 2 − 50",
        ),
        (
            "wins",
            Working(Fraction(2), (Term(0, Fraction(1)), Term(4, Fraction(1)))),
            "in rounds 1 and 5",
        ),
    ],
)
def test_a_working_is_written_as_one_adds_up(key, working, text):
    chess = Competition(system="knsb-rating", game="chess")
    assert working_text(working, key, chess) == text


def test_in_draughts_a_win_counts_two_in_points_and_in_what_is_made_of_them():
    competition = make_swiss(8, rounds=2, slug="other", game="draughts")
    page = see(competition)
    for row, line in zip(rows(page), standings_of(competition, OVERALL), strict=True):
        assert f'<span class="points">{2 * line.row.points}<' in row
    best = standings_of(competition, OVERALL)[0]
    own = words(see(competition, f"players/{best.entry.key}/"))
    assert re.search(rf"Total ?{2 * best.row.points}\b", own)
    grid = see(competition, "cross-table/").content.decode()
    assert "½" not in grid.split("<tbody>")[1].split("</tbody>")[0]


def test_a_standing_that_is_looked_at_follows_with_its_tie_breaks():
    competition = make_swiss(8, rounds=1, slug="other")
    round_ = play_round(competition, is_over=False)
    client = reader()
    asking = poll_address(client.get(address(competition, "standings/")))
    assert poll(client, asking).status_code == 204
    record_result(round_.games.first(), result=Result.WHITE_WINS, seen="*", by=None)
    changed = poll(client, asking).content.decode()
    assert changed.count('<tr id="line-') == len(re.findall('class="fold">[A-Z]', changed)) > 0
    assert "3 results are open" in changed
