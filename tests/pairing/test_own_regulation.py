"""The regulation of a club says every option that it has set, with its number."""

import pytest
from django.utils.translation import override

from pairing.registry import get_system, make_rules
from pairing.sections import flat, in_sections
from pairing.sentences.option_words import chapters_of
from tests.attempts import every
from tests.pairing.keizer_regulations import REGULATIONS

SYSTEM = get_system("keizer")
KINDS = {"absences": {"kinds": [{"key": "late", "name": "Late notice"}]}}
RATING = {"values": {"by": "rating"}}
PERIODS = {"periods": {"starts": [1, 8]}}
ANEW = {"periods": {"starts": [1, 8], "points": "anew"}}
#: For every option another value, and what has to be set for it to matter.
OTHERWISE = {
    "values.by": ("rating", {}),
    "values.first": (61, {}),
    "values.ratio": ("5/2", {}),
    "values.step": (2, {}),
    "values.last": (7, {}),
    "values.own": ("1/2", {}),
    "values.revaluation": ("previous", {}),
    "values.divisor": (45, RATING),
    "values.lowest": (17, RATING),
    "values.highest": (43, RATING),
    "results.win": ("9/10", {}),
    "results.draw": ({"points": 3}, {}),
    "results.loss": ("1/6", {}),
    "results.forfeit_win": ("3/4", {}),
    "results.forfeit_loss": ({"points": -2}, {}),
    "absences.kinds": ([{"key": "busy", "name": "Too busy"}], {}),
    "absences.late_join": ("late", KINDS),
    "absences.after_leaving": ("late", KINDS),
    "bye.amount": ("3/4", {}),
    "bye.who": ("highest", {}),
    "bye.fewest": ("unplayed", {}),
    "bye.per": ("period", {}),
    "bye.owed": (["no_notice", "forfeit_loss"], {}),
    "periods.starts": ([1, 9, 17], {}),
    "periods.points": ("anew", PERIODS),
    "periods.order": ("start", ANEW),
    "periods.total": ("last", ANEW),
    "meeting.order": ("lot", {}),
    "meeting.gap": (9, {}),
    "meeting.gap_counts": ("own", {}),
    "meeting.times": (3, {}),
    "meeting.times_in_period": (2, {}),
    "meeting.not_in_first": (11, {}),
    "meeting.importance": (["gap", "times", "times_in_period", "not_in_first", "colours"], {}),
    "colours.rules": (["whites", "lower"], {}),
    "colours.in_a_row": (3, {}),
    "colours.balance": (2, {}),
    "standing.ties": (["wins", "mutual"], {}),
    "standing.min_games": (5, {}),
    "standing.min_games_from": (12, {"standing": {"min_games": 5}}),
}
#: What a kind of absence can have.
OF_A_KIND = {
    "name": "Holiday",
    "tiers": [{"times": 4, "amount": "1/2"}, {"times": None, "amount": "1/5"}],
    "counted": "evening",
    "per": "period",
    "until_round": 13,
    "then": "no_notice",
    "win": "7/6",
    "draw": "5/6",
    "loss": {"points": 1},
}


def text_of(written):
    return [
        line
        for chapter in chapters_of(make_rules(SYSTEM, written))
        for line in (chapter.title, *chapter.articles)
    ]


def test_every_option_is_changed_here():
    assert OTHERWISE.keys() == SYSTEM.declared.keys()


@every("name", OTHERWISE)
@pytest.mark.parametrize("language", ["en", "nl", "tr", "de"])
def test_another_option_is_another_text(name, language):
    value, context = OTHERWISE[name]
    with override(language):
        before = text_of(context)
        after = text_of(in_sections({**flat(context), name: value}))
    changed = set(after) - set(before)
    assert changed, name
    if isinstance(value, int):
        assert any(str(value) in line for line in changed), changed


@every("member", OF_A_KIND)
def test_all_of_a_kind_of_absence_is_said(member):
    kind = {"key": "late", "name": "Late", "tiers": [{"times": 3, "amount": "1/3"}]}
    with override("en"):
        before = text_of({"absences": {"kinds": [kind]}})
        after = text_of({"absences": {"kinds": [kind | {member: OF_A_KIND[member]}]}})
    assert set(after) - set(before)


@pytest.mark.parametrize("language", ["en", "nl", "tr", "de"])
def test_every_regulation_is_whole_sentences_and_each_chapter_one_line(language):
    with override(language):
        for club, written in REGULATIONS.items():
            for chapter in chapters_of(make_rules(SYSTEM, written)):
                assert chapter.in_short, club
                assert chapter.articles
                for article in chapter.articles:
                    assert article.endswith((".", ":")), article
                    assert article[0] == article[0].upper(), article
                    assert not {"%(", "None"} & {*article.split()}


def test_a_published_regulation_in_the_clubs_own_numbers():
    with override("en"):
        said = " ".join(text_of(REGULATIONS["Botwinnik 2005"]))
    assert "The first has the value 40." in said
    assert "A loss earns ⅙ of the value of the opponent." in said
    assert (
        "Absent with notice: the first 2 times ⅓ of one’s own value, after that as “late”. The"
        " times are counted anew in each period." in said
    )
    assert "The season has 3 periods; they begin on the evenings 1, 9 and 17." in said
