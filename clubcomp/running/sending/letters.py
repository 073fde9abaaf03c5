"""What does a message say? Words in the language of its receiver, of what is true now."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone, translation
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubcomp.doors.links import token_of
from clubcomp.flow.accounts import invitations
from clubcomp.flow.accounts.codes import FILE, code_for
from clubcomp.flow.attendance.odd_games import expected_at
from clubcomp.flow.clubs import welcome_parts
from clubcomp.flow.wishes import stop_token
from clubcomp.models import Competition, Evening, Message, MessageKind, Role, Round, User
from clubcomp.models.messages import WISHED
from clubcomp.running.sending.letter import Letter, address_of
from clubcomp.running.sending.sign_up_letters import sign_up, sign_up_answer, sign_up_waits
from clubcomp.words.evenings import evening_name, rounds_named
from clubcomp.words.values import as_date, day
from pairing.core.unplayed import Unplayed


def letter_of(message: Message) -> Letter | None:
    """The letter; None if there is nothing left to say."""
    zone = message.club.zone if message.club else None
    with translation.override(message.language), timezone.override(zone):
        letter = LETTERS[MessageKind(message.kind)](message)
        if letter and message.club and message.club.line:
            letter = letter._replace(club_line=f"{message.club}: {message.club.line}")
        if letter is None or message.kind not in WISHED:
            return letter
        return letter._replace(stop=_stop(message), stop_words=_("No more of these messages"))


def _sign_in(message: Message) -> Letter | None:
    user = User.objects.filter(email=message.address, is_active=True).first()
    if user is None or user.is_of_link:
        return None
    return Letter(
        to=user.email,
        subject=_("Your link to sign in"),
        paragraphs=[
            _("Hello %(name)s,") % {"name": user},
            _("with this link you sign in, and can choose a new password."),
            _("It works once, for three days. Was it not you who asked for it? Then do nothing."),
        ],
        link=address_of("welcome", *welcome_parts(user)),
    )


def _invitation(message: Message) -> Letter | None:
    club, user = message.club, message.user
    if club is None or user is None or not user.is_active:
        return None
    invitation = club.memberships.filter(user=user, is_pending=True).first()
    if invitation:
        link = address_of("invitation", club.slug, invitations.token_of(invitation))
        subject = _("%(club)s invites you") % {"club": club}
        words = _("%(club)s gives you a role. With this link you take it, and sign in.")
    else:
        link = address_of("welcome", *welcome_parts(user))
        subject = _("Your link to sign in")
        words = _("With this link you choose a new password for %(club)s.")
    return Letter(
        to=user.email,
        subject=subject,
        paragraphs=[
            _("Hello %(name)s,") % {"name": user},
            words % {"club": club},
            _("It works once, for three days. After that the club sends you a new one."),
        ],
        link=link,
    )


def _board(message: Message) -> Letter | None:
    """Only while it is of use: the round was not withdrawn, and the evening is open."""
    rounds = Round.objects.on_record().select_related("evening__competition", "evening__tempo")
    round_ = rounds.filter(pk=message.facts["round"]).first()
    player, club = message.player, message.club
    if round_ is None or not round_.evening.is_open or player is None or club is None:
        return None
    seats = round_.games.select_related("white__player", "black__player")
    game = seats.filter(Q(white__player=player) | Q(black__player=player)).first()
    byes = round_.unpaired.filter(entry__player=player, kind=Unplayed.BYE)
    if game is None and not byes.exists():
        return None
    evening = round_.evening
    facts = {"game": evening.round_name(round_.number), "competition": evening.competition}
    if game is None:
        subject = _("You have the bye")
    elif game.white.player_id == player.pk:
        subject = _("Board %(board)s: you have white against %(opponent)s")
        subject %= {"board": game.board, "opponent": game.black}
    else:
        subject = _("Board %(board)s: you have black against %(opponent)s")
        subject %= {"board": game.board, "opponent": game.white}
    return Letter(
        to=player.email,
        subject=subject,
        paragraphs=[f"{subject}.", capfirst(_("%(game)s, %(competition)s.") % facts)],
        link=address_of("tonight", club.slug, evening.competition.slug),
    )


def _evening(message: Message) -> Letter | None:
    competition = Competition.objects.filter(pk=message.facts["competition"]).first()
    player, club, before = message.player, message.club, message.facts["before"]
    if competition is None or player is None or club is None:
        return None
    after = message.facts["after"]
    subject = _("Moved: %(evening)s") if after else _("Cancelled: %(evening)s")
    words = [_("%(competition)s: this evening does not take place.")]
    if after:
        words = [_("%(competition)s: the evening has changed."), _("Now it is: %(evening)s.")]
    facts = {"competition": competition, "evening": _moment(after or before)}
    return Letter(
        to=player.email,
        subject=subject % {"evening": _moment(before)},
        paragraphs=[" ".join(words) % facts],
        link=address_of("calendar", club.slug, competition.slug),
    )


def _reserve(message: Message) -> Letter | None:
    """Only while the number is odd, and the evening not over; or that it is even again."""
    evenings = Evening.objects.select_related("competition__club", "tempo")
    evening = evenings.filter(pk=message.facts["evening"]).first()
    player = message.player
    if evening is None or evening.is_closed or player is None:
        return None
    competition = evening.competition
    entry = competition.entries.filter(player=player).first()
    turnout = expected_at(evening).of(entry.group_on(evening.number) if entry else "")
    is_over = "is_over" in message.facts
    if is_over == turnout.wants_one:
        return None
    games = rounds_named(evening, turnout.odd_games) if not is_over else ""
    facts = {"evening": evening_name(evening), "count": turnout.number, "games": games}
    subject = _("One more player would help: %(evening)s")
    words = [
        _("%(count)s players are expected, so somebody has no opponent.")
        if facts["count"]
        else _("An odd number is expected for %(games)s, so somebody has no opponent."),
        _("Do you come after all? Say it here."),
    ]
    if is_over:
        subject = _("Not needed any more: %(evening)s")
        words = [_("An even number of players is expected again. Thank you for reading this.")]
    return Letter(
        to=player.email,
        subject=subject % facts,
        paragraphs=[paragraph % facts for paragraph in words],
        link=address_of("my-evening", competition.club.slug, competition.slug, evening.serial),
    )


def _moment(facts: dict[str, Any]) -> str:
    """When an evening is, as its line in the log has it: "Tuesday 24 November, 20:00, blitz"."""
    when = day(as_date(facts["date"] or "")) or _("a day that is not known yet")
    parts = [when, facts.get("starts_at"), facts.get("tempo")]
    return ", ".join(part for part in parts if part)


def _link(message: Message) -> Letter | None:
    player, club = message.player, message.club
    if player is None or club is None:
        return None
    return Letter(
        to=player.email,
        subject=_("Your personal link of %(club)s") % {"club": club},
        paragraphs=[
            _("Hello %(name)s,") % {"name": player.parts.first_name or player},
            _("with this link you say whether you come, and see your board and your results."),
            _("It is yours alone: whoever has it can do that for you. Keep this message."),
        ],
        link=address_of("open-link", club.slug, token_of(player)),
    )


def _code(message: Message) -> Letter | None:
    player, wanted = message.player, message.facts.get("wanted", "")
    if player is None:
        return None
    facts = {"club": message.club, "address": wanted, "code": code_for(player, wanted)}
    subject = _("A code for your new address")
    words = _("Messages of %(club)s are to go to %(address)s from now on.")
    if wanted == FILE:
        subject = _("A code for the file of what is kept about you")
        words = _("With this code you take along what %(club)s keeps about you.")
    return Letter(
        to=player.email,
        subject=subject,
        paragraphs=[
            words % facts,
            _("The code: %(code)s") % facts,
            _(
                "It works for an hour. Was it not you? Then give it to nobody, and ask your club"
                " for a new personal link."
            ),
        ],
    )


def _stop(message: Message) -> str:
    """Where the receiver ends messages like this one."""
    player, club = message.player, message.club
    if player is None or club is None:
        return ""
    token = stop_token(player, message.kind, message.channel)
    return address_of("stop-messages", club.slug, token)


def _given_up(message: Message) -> Letter | None:
    club, user = message.club, message.user
    if club is None or user is None:
        return None
    today = timezone.now() - timedelta(days=1)
    count = club.messages.filter(given_up_at__gt=today).count()
    words = ngettext(
        "%(count)s message of %(club)s did not arrive.",
        "%(count)s messages of %(club)s did not arrive.",
        count,
    )
    return Letter(
        to=user.email,
        subject=_("Messages that did not arrive"),
        paragraphs=[words % {"count": count, "club": club}, _("Here is which, and why:")],
        link=address_of("club-messages", club.slug),
    )


def _ending(message: Message) -> Letter | None:
    """Only while it is true: an owner may call it off, and ask for it again."""
    club, user, player = message.club, message.user, message.player
    if club is None or not (user or player):
        return None
    ends_on = as_date(message.facts["day"])
    facts = {"club": club, "day": day(ends_on, "short year"), "name": user or player}
    if message.facts["is_off"]:
        if club.ends_on is not None:
            return None
        subject, link = _("%(club)s stays"), address_of("club", club.slug)
        words = [_("The club is not deleted on %(day)s after all: an owner called it off.")]
    else:
        if club.ends_on != ends_on:
            return None
        subject = _("%(club)s is deleted here on %(day)s")
        words = [
            _(
                "On that day everything of %(club)s goes from this site: its pages, competitions,"
                " results and log, and what is kept about its players. An account goes as well"
                " where it opens nothing else."
            ),
            _("What is kept about you is a file. Take it along before:"),
        ]
        link = address_of("my-kept", club.slug)
        if user and club.memberships.in_force().filter(user=user, role=Role.OWNER).exists():
            words[-1] = _("An owner can call it off until then, and take the archive along:")
            link = address_of("end-club", club.slug)
    return Letter(
        to=user.email if user else getattr(player, "email", ""),
        subject=subject % facts,
        paragraphs=[_("Hello %(name)s,") % facts, *(paragraph % facts for paragraph in words)],
        link=link,
    )


def _storm(message: Message) -> Letter | None:
    if message.user is None:
        return None
    facts = {"count": message.facts["count"]}
    return Letter(
        to=message.user.email,
        subject=_("Very many links to sign in are asked for"),
        paragraphs=[
            _("%(count)s links to sign in were asked for within a few hours.") % facts,
            _(
                "Somebody may be trying addresses. An address gets one link in ten minutes at most,"
                " and nobody is kept out by it. The log of the program says more."
            ),
        ],
    )


def _test(message: Message) -> Letter | None:
    if message.device:
        words = _("Notifications of %(club)s arrive on this device.") % {"club": message.club}
        link = address_of("my-messages", message.device.player.club.slug)
        return Letter(to="", subject=words, paragraphs=[], link=link)
    if message.user is None:
        return None
    return Letter(
        to=message.user.email,
        subject=_("A test message of %(club)s") % {"club": message.club},
        paragraphs=[_("You read this, so messages of %(club)s arrive.") % {"club": message.club}],
    )


LETTERS: dict[MessageKind, Callable[[Message], Letter | None]] = {
    MessageKind.BOARD: _board,
    MessageKind.EVENING: _evening,
    MessageKind.RESERVE: _reserve,
    MessageKind.LINK: _link,
    MessageKind.CODE: _code,
    MessageKind.SIGN_IN: _sign_in,
    MessageKind.INVITATION: _invitation,
    MessageKind.GIVEN_UP: _given_up,
    MessageKind.ENDING: _ending,
    MessageKind.SIGN_UP: sign_up,
    MessageKind.SIGN_UP_ANSWER: sign_up_answer,
    MessageKind.SIGN_UP_WAITS: sign_up_waits,
    MessageKind.STORM: _storm,
    MessageKind.TEST: _test,
}
