"""The lines of the log in words: a sentence for every step, with the values before.

`SENTENCES` has the words for each action of `clubcomp.flow`. Lines stay for ever while steps
change, so a fact that an old line does not have is a dash and never an error.
"""

from copy import copy

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from clubcomp.models import Competition, Deputy, Player, TrailEntry
from clubcomp.words import (
    trail_attendance,
    trail_by_hand,
    trail_club,
    trail_pairings,
    trail_webhook,
)
from clubcomp.words.trail_pairings import board_result, with_result
from clubcomp.words.trail_words import (
    Facts,
    Wording,
    changes,
    described,
    facts_of,
    field_value,
    round_in_words,
)
from pairing.sentences.words import capitalised


def member_trail_text(line: TrailEntry) -> str:
    """`trail_text` for readers who are not leaders: of private facts it says at most that they
    changed, and it never says why a player was away."""
    before, after, facts = (dict(part or {}) for part in (line.before, line.after, line.facts))
    for name in TrailEntry.PRIVATE:
        if before.pop(name, None) != after.pop(name, None) and line.before and line.after:
            after[name] = str(_("only leaders read it"))
    if line.says_why_absent:
        before, after, facts = map(trail_attendance.without_reasons, (before, after, facts))
    shown = copy(line)
    shown.before, shown.after, shown.facts = before, after, facts
    return trail_text(shown)


def trail_text(line: TrailEntry) -> str:
    """The line as a whole sentence in the reader's language."""
    facts, before, after = facts_of(line)
    wording = SENTENCES.get(line.action)
    if wording is None:
        return line.action
    if "game" in facts:
        facts["game"] = round_in_words(facts["game"], facts.get("round"))
    if callable(wording):
        words = wording(facts, before, after)
    else:
        changed = changes(before, after, line.competition.system if line.competition else "")
        words = str(wording) % Facts(facts, changes=changed, values=described(after or before))
    # An e-mail address at the beginning of a line stays as it is written.
    return words if "@" in words.partition(" ")[0] else capitalised(words)


def own_text(line: TrailEntry, player: Player) -> str:
    """`trail_text` for the player who made the step, without their name in front."""
    words = trail_text(line).removeprefix(f"{player}: ")
    # With an evening, the page begins the sentence with its day.
    return words if line.evening_id else capitalised(words)


# Results ----------------------------------------------------------------------------------
def _of_board(sentence: Promise) -> Wording:
    """A sentence about a board with its result before and after."""

    def sentence_of(facts: Facts, before: Facts, after: Facts) -> str:
        players = {name: after.get(name, facts[name]) for name in ("white", "black")}
        words = str(sentence) % Facts(
            facts, **players, before=board_result(before), after=board_result(after)
        )
        if before.get("white", players["white"]) == players["white"]:
            return words
        return _("%(sentence)s The colours were exchanged.") % {"sentence": words}

    return sentence_of


# The evening, people, lists ---------------------------------------------------------------
def _closed(facts: Facts, before: Facts, after: Facts) -> str:
    games, rounds = facts.get("games") or 0, facts.get("rounds")
    words = ngettext(
        "The evening was closed after %(count)s game.",
        "The evening was closed after %(count)s games.",
        games,
    )
    if rounds is not None:
        words = ngettext(
            "The evening was closed after %(count)s round.",
            "The evening was closed after %(count)s rounds.",
            rounds,
        )
    words %= {"count": games if rounds is None else rounds}
    if not facts.get("dropped"):
        return words
    dropped = _("%(sentence)s The proposal for %(game)s was dropped.")
    game = facts.get("game") or round_in_words(facts["dropped"], None)
    return dropped % {"sentence": words, "game": game}


def _consent(facts: Facts, before: Facts, after: Facts) -> str:
    words = _("%(player)s on reporting games to be rated (%(changes)s).")
    if "of" in facts:
        words = _("%(player)s on reporting %(white)s – %(black)s, %(of)s (%(changes)s).")
    return words % Facts(facts, changes=changes(before, after))


def _moved(facts: Facts, before: Facts, after: Facts) -> str:
    """A competition came to another stage."""
    running, archived = Competition.Stage.RUNNING, Competition.Stage.ARCHIVED
    if after.get("stage") == running:
        words = _("“%(competition)s” was opened again.")
    elif after.get("stage") == archived:
        words = _("“%(competition)s” was archived.")
    elif before.get("stage") == archived:
        words = _("“%(competition)s” was taken back from the archive.")
    else:
        words = _("“%(competition)s” was finished: its standings are final.")
    return words % facts


def _deputy(leading: Promise, helping: Promise) -> Wording:
    """A sentence about a deputy: `helping` if the right is for the results only."""
    return lambda facts, before, after: (
        str(helping if facts.get("scope") == Deputy.Scope.RESULTS else leading) % facts
    )


def _of_players(sentence: Promise) -> Wording:
    """A sentence about a number of players, with their names."""
    return lambda facts, before, after: (
        sentence
        % {"count": facts.get("count") or 0, "names": ", ".join(after.get("players") or ["–"])}
    )


def _lots(facts: Facts, before: Facts, after: Facts) -> str:
    numbers = sorted((number, player) for player, number in (after.get("numbers") or {}).items())
    drawn = [
        _("%(number)s %(player)s") % {"number": number, "player": player}
        for number, player in numbers
    ]
    words = _("Lots were drawn (seed %(seed)s): %(numbers)s.")
    if facts.get("again"):
        words = _("Lots were drawn again (seed %(seed)s): %(numbers)s.")
    return words % Facts(facts, numbers=", ".join(drawn) or "–")


def _of_groups(facts: Facts, before: Facts, after: Facts) -> str:
    was = before.get("groups") or {}
    changed = [
        _("%(player)s from %(before)s to %(after)s")
        % {"player": player, "before": was.get(player, "–"), "after": group}
        for player, group in (after.get("groups") or {}).items()
    ]
    words = _("Groups: %(changes)s. Of each group %(goes_up)s go up and %(goes_down)s down.")
    return words % Facts(facts, changes=", ".join(changed) or _("nobody changes"))


def _imported(facts: Facts, before: Facts, after: Facts) -> str:
    words = gettext(
        "“%(competition)s” was imported: %(players)s players, %(evenings)s evenings,"
        " %(games)s games."
    )
    if differing := facts.get("differing"):
        return gettext("%(sentence)s Not paired as its system does: rounds %(rounds)s.") % {
            "sentence": words % facts,
            "rounds": ", ".join(map(str, differing)),
        }
    return words % facts


def _by_fide(facts: Facts, before: Facts, after: Facts) -> str:
    if after.get("by_fide_rules"):
        return gettext("The competition is held by FIDE’s rules.")
    return gettext("The competition is not held by FIDE’s rules any more.")


def _periods(facts: Facts, before: Facts, after: Facts) -> str:
    """The evenings with which periods begin."""
    starts = [str(start) for start in after.get("starts") or []]
    return _("Periods begin with evening %(evenings)s.") % {"evenings": ", ".join(starts) or "–"}


def _period_begun(facts: Facts, before: Facts, after: Facts) -> str:
    groups = [
        _("%(player)s in group %(group)s") % {"player": player, "group": group}
        for player, group in (after.get("groups") or {}).items()
    ]
    words = _("Period %(period)s has begun. Group changes: %(changes)s.")
    return words % Facts(facts, changes=", ".join(groups) or _("nobody changes"))


def _role(facts: Facts, before: Facts, after: Facts) -> str:
    named = {"person": facts["person"], "role": field_value("role", after["role"])}
    if before:
        words = _("The role of %(person)s was changed (%(changes)s).")
        return words % (named | {"changes": changes(before, after)})
    if after.get("player"):
        words = _("%(person)s became %(role)s of the club, as the player %(player)s.")
        return words % (named | {"player": after["player"]})
    return _("%(person)s became %(role)s of the club.") % named


_OF_BOARDS = {
    "record_result": _(
        "%(game)s, board %(board)s, %(white)s – %(black)s: %(after)s; before: %(before)s."
    ),
    "clear_result": _(
        "%(game)s, board %(board)s, %(white)s – %(black)s was made empty; before: %(before)s."
    ),
    "date_game": _(
        "%(game)s, board %(board)s, %(white)s – %(black)s has another day: %(after)s; before:"
        " %(before)s."
    ),
    "put_off": _(
        "%(game)s, board %(board)s, %(white)s – %(black)s was put off: %(after)s;"
        " before: %(before)s."
    ),
    "claim_result": _(
        "%(game)s, board %(board)s, %(white)s – %(black)s: %(after)s was entered, and waits to be"
        " confirmed."
    ),
    "take_claim_back": _(
        "%(game)s, board %(board)s, %(white)s – %(black)s: what was entered was taken back:"
        " %(before)s."
    ),
    "correct_result": _(
        "%(game)s, board %(board)s, %(white)s – %(black)s was corrected: %(after)s;"
        " before: %(before)s."
    ),
}


def _asks_more(_facts: Facts, _before: Facts, after: Facts) -> str:
    if after.get("asks") is True:
        return gettext("Owners and leaders are asked for more than their password.")
    return gettext("Owners and leaders are asked for their password only.")


#: The words of each step, grouped by subject.
OF_KIND: dict[str, dict[str, Wording]] = {
    "results": {action: _of_board(sentence) for action, sentence in _OF_BOARDS.items()}
    | {
        "let_count": with_result(
            _(
                "Board %(board)s of %(game)s, %(white)s – %(black)s, counts in “%(competition)s”"
                " from now on."
            )
        )
    },
    "pairings": trail_pairings.SENTENCES,
    "attendance": trail_attendance.SENTENCES,
    "evenings": {
        "plan_evening": _("Evening %(evening)s was planned (%(values)s)."),
        "add_past_evenings": _(
            "Evening %(evening)s, played before, was written from a list (boards: %(boards)s)."
        ),
        "change_evening": _("Evening %(evening)s was changed (%(changes)s)."),
        "remove_evening": _("Evening %(evening)s was taken out of the calendar (%(values)s)."),
        "open_evening": _("Evening %(evening)s was opened."),
        "undo_opening": _("The opening of evening %(evening)s was undone."),
        "close_evening": _closed,
        "reopen_evening": _("Evening %(evening)s was opened again."),
    },
    "competitions": {
        "start_competition": _("“%(competition)s” was started with %(players)s players."),
        "import_document": _imported,
        "change_event": _("The report for federations was changed (%(changes)s)."),
        "make_report": _(
            "A report of %(games)s games was made: %(target)s (%(file)s, SHA-256 %(digest)s)."
        ),
        "say_consent": _consent,
        "remove_report": _("The report %(file)s was crossed out: it was not sent."),
        "change_competition": _("The competition was changed (%(changes)s)."),
        "show_competition_to": _("Who may see what of the competition was changed (%(changes)s)."),
        "mark_by_fide": _by_fide,
        "take_own_rules": _("The competition went from AttaCalc to a Keizer by its own rules."),
        "change_options": _("The options were changed (%(changes)s)."),
        "move_competition": _moved,
        "change_season": _("The season %(season)s was changed (%(changes)s)."),
        "remove_competition": _(
            "“%(competition)s” was removed: %(players)s players, %(evenings)s evenings,"
            " %(games)s games."
        ),
        "undo_import": _(
            "The import of “%(competition)s” was undone; members who went with it: %(members)s."
        ),
        **trail_by_hand.SENTENCES,
        "add_tempo": _("The tempo %(tempo)s was added (%(values)s)."),
        "change_tempo": _("The tempo %(tempo)s was changed (%(changes)s)."),
        "remove_tempo": _("The tempo %(tempo)s was removed (%(values)s)."),
        "add_category": _("The category %(category)s was added (%(values)s)."),
        "change_category": _("The category %(category)s was changed (%(changes)s)."),
        "remove_category": _("The category %(category)s was removed (%(values)s)."),
        "add_prizes": _("The prize %(prize)s was added (%(values)s)."),
        "change_prize": _("The prize %(prize)s was changed (%(changes)s)."),
        "remove_prize": _("The prize %(prize)s was removed (%(values)s)."),
        "change_prize_rule": _("The rule of the prizes was changed (%(changes)s)."),
        "add_entry": _("%(player)s came into the competition (%(values)s)."),
        "change_entry": _("%(player)s was changed in the competition (%(changes)s)."),
        "remove_entry": _("%(player)s was taken out of the competition (%(values)s)."),
        "number_players": _("%(players)s players got another start number."),
        "draw_lots": _lots,
        "set_groups": _of_groups,
        "plan_periods": _periods,
        "begin_period": _period_begun,
        "take_period_back": _("Period %(period)s was taken back: it has not begun."),
    },
    "members": {
        "add_member": _("%(player)s was added to the members (%(values)s)."),
        "change_member": _("%(player)s was changed (%(changes)s)."),
        "remove_member": _("%(player)s was removed from the members (%(values)s)."),
        "forget_person": _("A person was forgotten, and is %(player)s from now on."),
        "add_members": _of_players(
            ngettext_lazy(
                "%(count)s member was added from a list: %(names)s.",
                "%(count)s members were added from a list: %(names)s.",
                "count",
            )
        ),
        "take_ratings": _of_players(
            ngettext_lazy(
                "%(count)s player has the data of the rating list: %(names)s.",
                "%(count)s players have the data of the rating list: %(names)s.",
                "count",
            )
        ),
        "take_entry_ratings": _of_players(
            ngettext_lazy(
                "%(count)s player counts with the new rating from the next pairing on: %(names)s.",
                "%(count)s players count with the new ratings from the next pairing on: %(names)s.",
                "count",
            )
        ),
        "make_member": _("%(player)s, a guest, became a member."),
        "make_guest": _("%(player)s is a guest again."),
    },
    "club": {
        **trail_club.SENTENCES,
        "change_messages": _("The club’s messages were changed (%(changes)s)."),
        **trail_webhook.SENTENCES,
        "send_links": _of_players(
            ngettext_lazy(
                "%(count)s player was sent the personal link: %(names)s.",
                "%(count)s players were sent their personal links: %(names)s.",
                "count",
            )
        ),
    },
    "security": {
        "renew_club_link": _("The club has a new link for its readers."),
        "give_role": _role,
        "ask_second_factor": _asks_more,
        "wrong_passwords": _(
            "A wrong password or code was tried %(count)s times in a row for %(person)s, the last"
            " time from the network %(network)s. Who goes on there has to wait ever longer."
        ),
        "changed_password": _("%(person)s has chosen a new password."),
        "made_recovery_codes": _("%(person)s has made recovery codes."),
        "added_second_factor": _("After the password of %(person)s is asked for: %(name)s."),
        "removed_second_factor": _(
            "After the password of %(person)s is no longer asked for: %(name)s."
        ),
        "used_recovery_code": _("%(person)s has used a recovery code; %(left)s are left."),
        "send_invitation": _("%(person)s was sent a link to choose a password."),
        "take_invitation": _("%(person)s has taken the invitation."),
        "take_role": _("%(person)s no longer has a role in the club (%(values)s)."),
        "renew_link": _("%(player)s has a new personal link; the one of before works no more."),
        "wrong_links": _("Links that are none were tried %(count)s times within an hour."),
        "asked_links": _("From one network, %(count)s personal links were asked for by e-mail."),
        "tried_codes": _("%(count)s codes were tried for %(player)s."),
        "take_own_file": _("%(player)s took along what is kept about them."),
        "take_backup": _("A backup of the whole site was downloaded: %(file)s."),
        "name_deputy": _deputy(
            _("%(person)s was named as deputy for evening %(evening)s."),
            _("%(person)s may enter the results of evening %(evening)s."),
        ),
        "remove_deputy": _deputy(
            _("%(person)s is no longer deputy for evening %(evening)s."),
            _("%(person)s may no longer enter the results of evening %(evening)s."),
        ),
    },
}
SENTENCES = {action: words for sentences in OF_KIND.values() for action, words in sentences.items()}
