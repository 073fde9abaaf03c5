"""Can thirty published regulations of clubs be played as options of `keizer`?"""

from dataclasses import replace

from django.utils.translation import override

from pairing.core.types import OVERALL
from pairing.forms import OptionsForm
from pairing.registry import get_system, make_rules, options_to_document, rules_of
from tests.attempts import every
from tests.pairing.filled_form import sent_by
from tests.pairing.keizer_regulations import LACKS, REGULATIONS
from tests.pairing.swiss_tournaments import STORMY, Tournament

SYSTEM = get_system("keizer")


def test_there_are_thirty_and_of_three_something_lacks():
    assert len(REGULATIONS) == 30
    assert len(LACKS) == 3
    assert LACKS.keys() <= REGULATIONS.keys()


@every("club", REGULATIONS)
def test_a_regulation_is_options_that_are_read_and_written(club):
    rules = make_rules(SYSTEM, REGULATIONS[club])
    written = options_to_document(rules)
    assert make_rules(SYSTEM, written) == rules
    assert options_to_document(make_rules(SYSTEM, written)) == written


@every("club", REGULATIONS)
def test_a_competition_is_paired_and_ranked_by_a_regulation(club):
    tournament = Tournament(7, 9, 6, STORMY, "keizer")
    is_by_lot = REGULATIONS[club].get("meeting", {}).get("order") == "lot"
    tournament.snapshot = replace(tournament.snapshot, options=REGULATIONS[club])
    if is_by_lot:  # a round would need an order that was drawn; the rest is held all the same
        meeting = {**REGULATIONS[club]["meeting"], "order": "points"}
        options = REGULATIONS[club] | {"meeting": meeting}
        tournament.snapshot = replace(tournament.snapshot, options=options)
    snapshots = [*tournament.before_each_round()]
    assert len(snapshots) == 6
    rules, last = rules_of(snapshots[-1]), snapshots[-1]
    for row in rules.standings(last, OVERALL):
        statement = rules.statement(last, row.player, OVERALL)
        assert sum(line.points for line in statement.lines) == row.points


@every("language", ["en", "nl", "tr", "de"])
def test_the_form_of_a_regulation_says_it_and_keeps_it(language):
    for club, written in REGULATIONS.items():
        with override(language):
            form = OptionsForm(system=SYSTEM, written=written)
            sent = sent_by(form)
            filled = OptionsForm(sent, system=SYSTEM, written=written)
            assert filled.is_valid(), (club, filled.errors)
            assert make_rules(SYSTEM, filled.options) == make_rules(SYSTEM, written), club
            assert filled.changes == []
            assert "%(" not in str(filled.as_p())
