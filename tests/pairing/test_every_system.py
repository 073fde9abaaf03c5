"""What must hold of every pairing system, over random competitions that it pairs itself.

A new system is asked all of this as soon as its module is there, and a stub of one is told by
name what it lacks.
"""

import re
import sys
from dataclasses import replace

import pytest
from django.conf import settings
from django.utils.translation import override

import pairing.systems
from pairing.apps import check_systems
from pairing.core.invariants import problems
from pairing.core.replay import rearranged, replay
from pairing.core.rules import Rules
from pairing.core.system import CannotPair, PairingSystem
from pairing.core.trial import faults
from pairing.core.types import OVERALL, Pair, Proposal
from pairing.registry import get_system, rules_of, system_keys
from pairing.rules import FOLDER, regulation
from pairing.sentences import Sentences
from tests.pairing.swiss_tournaments import (
    SEEDS,
    outcome,
    proposals_of,
    rounds_of,
    stormy_competition,
)
from tests.pairing.toy_system import FirstAgainstLast

LANGUAGES = [code for code, _name in settings.LANGUAGES]
#: A place in a sentence that nothing was put in.
UNFILLED = re.compile(r"%\(|\{\w+\}")
of_every_system = pytest.mark.parametrize("key", system_keys())


def with_round(snapshot, round_):
    """The snapshot with another round to be paired."""
    evening = replace(snapshot.evenings[-1], rounds=(round_,))
    return replace(snapshot, evenings=(*snapshot.evenings[:-1], evening))


# What it answers -------------------------------------------------------------------------


@of_every_system
def test_two_players_can_be_paired_and_ranked(key):
    assert list(faults(get_system(key))) == []


@of_every_system
def test_every_proposal_is_sound_and_the_system_has_nothing_against_it(key):
    assert len(proposals_of(key)) > 5 * SEEDS
    repeats = get_system(key).abilities.repeats
    for snapshot, rules, proposal in proposals_of(key):
        found = problems(snapshot, proposal, rules)
        allowed = set() if repeats == "never" else {"met_within", "colour_criterion", "limit"}
        if rules.abilities.schedule_is_fixed:
            allowed = {"postponed", "forfeited"}
        if snapshot.to_pair().round.games or snapshot.to_pair().round.bye:  # the leader's own
            found = [one for one in found if one.severity == "error"]
        assert [one for one in found if one.severity == "error" or one.code not in allowed] == []


@of_every_system
def test_the_same_question_has_the_same_answer_and_changes_nothing(key):
    for snapshot, rules, proposal in proposals_of(key):
        before = repr(snapshot)
        assert rules.pair(snapshot) == proposal
        assert repr(snapshot) == before


@of_every_system
def test_the_order_of_players_and_games_in_the_record_does_not_matter(key):
    for snapshot, rules, proposal in proposals_of(key):
        other = turned_round(snapshot)
        assert rules.pair(other) == proposal
        assert rules.standings(other, OVERALL) == rules.standings(snapshot, OVERALL)


def turned_round(snapshot):
    """The same competition with everything that has no order of its own the other way round."""
    evenings = tuple(
        replace(
            evening,
            rounds=tuple(
                replace(
                    round_,
                    games=tuple(reversed(round_.games)),
                    present=round_.present and tuple(reversed(round_.present)),
                )
                for round_ in evening.rounds
            ),
        )
        for evening in snapshot.evenings
    )
    return replace(snapshot, evenings=evenings, players=tuple(reversed(snapshot.players)))


@of_every_system
def test_the_bye_is_the_one_that_pairing_gives(key):
    for snapshot, rules, paired in rounds_of(key):
        bye = outcome(rules.bye, snapshot)
        if isinstance(paired, CannotPair):
            assert (bye.code, bye.article, bye.facts) == (paired.code, paired.article, paired.facts)
        else:
            assert bye == paired.bye


@of_every_system
def test_a_competition_that_it_paired_is_paired_the_same_again(key):
    for seed in range(SEEDS):
        *_, last = stormy_competition(key, seed).before_each_round()
        differ = [one.number for one in replay(last, rules_of(last)) if one.differs]
        assert differ == [], seed


@of_every_system
def test_the_order_and_the_standing_hold_everybody_once(key):
    for snapshot, rules, _proposal in rounds_of(key):
        everybody = sorted(player.id for player in snapshot.players)
        rows = rules.standings(snapshot, OVERALL)
        assert sorted(rules.order(snapshot)) == everybody
        assert sorted(row.player for row in rows) == everybody
        before = 1  # level players share a place, which counts all who stand before them
        for count, row in enumerate(rows, start=1):
            assert row.rank in (before, count)
            before = row.rank
        assert rules.pairing_points(snapshot).keys() in (set(), set(everybody))


@of_every_system
def test_every_statement_sums_to_the_points_of_the_standing(key):
    for snapshot, rules, _proposal in rounds_of(key)[::5]:
        scope = [OVERALL, snapshot.tempos[0].id][len(snapshot.players) % 2]
        for row in rules.standings(snapshot, scope):
            statement = rules.statement(snapshot, row.player, scope)
            assert rules.statements(snapshot, [row.player], scope) == [statement]
            assert sum(line.points for line in statement.lines) == statement.points == row.points
            for line in statement.lines:
                if line.entries:
                    assert sum(entry.points for entry in line.entries) == line.points


@of_every_system
def test_ranks_after_each_round_are_those_of_each_shorter_record(key):
    for seed in range(SEEDS):
        *_, last = stormy_competition(key, seed).before_each_round()
        rules = rules_of(last)
        one_by_one = PairingSystem.progress(rules.system, last, rules.options, OVERALL)
        assert list(rules.progress(last, OVERALL)) == one_by_one


# What the leader decides -----------------------------------------------------------------


@of_every_system
def test_the_leaders_boards_bye_and_forbidden_pairs_are_kept(key):
    for snapshot, rules, proposal in proposals_of(key)[::3]:
        present = snapshot.to_pair().round.taking_part()
        there = [player.id for player in snapshot.players if player.id in present]
        if len(there) < 6 or len(proposal.pairs) < 3 or len(rules.groups(snapshot)) > 1:
            continue
        white, black = there[1], there[-1]
        bye = there[0] if len(there) % 2 else None
        pair = next(one for one in proposal.pairs if white not in (one.white, one.black))
        changed = rearranged(snapshot, [(white, black, "asked for")], bye)
        changed = replace(changed, forbidden_pairs=((pair.black, pair.white),))
        made = outcome(rules.pair, changed)
        if isinstance(made, CannotPair):
            continue
        assert [(one.white, one.black) for one in made.pairs if one.fixed] == [(white, black)]
        if not rules.abilities.schedule_is_fixed:  # there nobody is free but by the schedule
            assert made.bye == bye
        assert outcome(rules.bye, changed) == made.bye
        found = problems(changed, made, rules)
        assert [problem for problem in found if problem.severity == "error"] == []


@of_every_system
def test_nobody_or_somebody_alone_gets_no_board_and_a_refusal_says_why(key):
    snapshot, rules, _proposal = rounds_of(key)[0]
    for there in ((), (snapshot.players[0].id,)):
        few = with_round(snapshot, replace(snapshot.to_pair().round, present=there))
        made = outcome(rules.pair, few)
        if isinstance(made, CannotPair):
            assert_said(key, lambda teller, failure=made: teller.failure(failure))
        else:
            assert made.pairs == ()
            assert problems(few, made, rules) == []


@of_every_system
def test_a_round_beyond_the_last_and_no_round_at_all_are_refused(key):
    snapshot, rules, _proposal = rounds_of(key)[1]
    with pytest.raises(ValueError, match="no round to be paired"):
        rules.pair(replace(snapshot, evenings=snapshot.evenings[:-1]))
    if rules.abilities.needs_round_count:
        over = Rules(rules.system, replace(rules.options, rounds=1))
        failure = outcome(over.pair, snapshot)
        assert failure.code == "no_round_left"
        assert_said(key, lambda teller: teller.failure(failure))


# What it says ----------------------------------------------------------------------------


def assert_said(key, say):
    """`say` gives a whole sentence with a teller, in every language."""
    for language in LANGUAGES:
        with override(language):
            sentence = say(Sentences(key, name=lambda player: f"<{player}>"))
        assert sentence, language
        assert not UNFILLED.search(sentence), (language, sentence)


@of_every_system
def test_its_regulation_is_there_in_every_language(key):
    for language in sorted({path.stem for path in FOLDER.glob("*/*.toml")}):
        assert (FOLDER / key / f"{language}.toml").exists(), f"pairing/rules/{key}/{language}.toml"


@of_every_system
def test_every_failure_and_every_warning_of_a_hand_made_pair_has_its_sentence(key):
    different = {}
    for snapshot, rules, proposal in rounds_of(key):
        if isinstance(proposal, CannotPair):
            assert_said(key, lambda teller, failure=proposal: teller.failure(failure))
            continue
        turned = (Pair(pair.black, pair.white, fixed="asked for") for pair in proposal.pairs)
        for problem in problems(snapshot, Proposal(tuple(turned), proposal.bye), rules):
            different[problem.code, tuple(problem.facts)] = problem
    assert different, "`legality` has nothing against colours the other way round"
    for problem in different.values():
        assert problem.article in {"", *regulation(key, "en").anchors()}
        assert_said(key, lambda teller, problem=problem: teller.problem(problem))


# A stub of a new system -----------------------------------------------------------------

STUB = """
from pairing.core.system import PairingSystem
from tests.pairing.toy_system import FirstAgainstLast

parts = {name: part for name, part in vars(FirstAgainstLast).items() if not name.startswith("__")}
parts.pop("_abc_impl")
parts["key"] = "new-system"
%s
SYSTEM = type("New", (PairingSystem,), parts)()
"""


@pytest.fixture
def check(tmp_path, monkeypatch):
    """Runs the check with a new system of which a line of code changes the `parts`."""
    monkeypatch.setattr(pairing.systems, "__path__", [*pairing.systems.__path__, str(tmp_path)])

    def messages(change):
        (tmp_path / "new_system.py").write_text(STUB % change)
        return [error.msg for error in check_systems()]

    yield messages
    get_system.cache_clear()
    sys.modules.pop("pairing.systems.new_system", None)
    vars(pairing.systems).pop("new_system", None)


def test_a_whole_new_system_passes_the_check(check):
    assert check("") == []
    assert "new-system" in system_keys()


@pytest.mark.parametrize(
    "part",
    "pair explain bye order colours standings statement"
    " key label source games options abilities".split(),
)
def test_a_new_system_without_a_part_is_refused_by_its_name(check, part):
    (message,) = check(f"del parts[{part!r}]")
    assert "new-system" in message
    assert re.search(rf"\b{part}\b", message), message


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ("parts['pair'] = lambda *asked: None", "pair"),
        ("parts['explain'] = lambda *asked: None", "explain"),
        ("parts['bye'] = lambda *asked: 'a'", "bye"),
        ("parts['order'] = lambda *asked: ['a']", "order"),
        ("parts['colours'] = lambda *asked: None", "colours"),
        ("parts['standings'] = lambda *asked: []", "standings"),
        ("parts['statement'] = lambda *asked: None", "statement"),
        ("parts['progress'] = lambda *asked: []", "progress"),
        ("parts['legality'] = lambda *asked: None", "legality"),
        ("parts['label'] = ''", "label"),
        ("parts['games'] = ['chess']", "games"),
        ("parts['options'] = dict", "options"),
        ("parts['abilities'] = 'many'", "abilities"),
    ],
)
def test_a_new_system_that_answers_nonsense_is_refused_by_the_name_of_the_part(check, change, part):
    messages = check(change)
    assert any(
        message.startswith(f"The pairing system new-system: {part} ") for message in messages
    )


def test_a_new_system_without_words_lacks_its_regulation_and_its_sentences_by_name():
    key = FirstAgainstLast.key
    with pytest.raises(AssertionError, match=f"pairing/rules/{key}/en.toml"):
        test_its_regulation_is_there_in_every_language(key)
    with pytest.raises(ModuleNotFoundError, match="pairing.sentences.first_against_last"):
        Sentences(key)
