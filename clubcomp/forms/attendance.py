"""What a player does on an evening, who plays along as a guest, and who does not come."""

from collections.abc import Iterable, Mapping
from datetime import date as Date
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.absences.taking_part import RESERVE
from clubcomp.flow.people.who_is import People, Person
from clubcomp.forms.fields import DateField, RatingField, offer, offer_players
from clubcomp.models import Attendance, Entry, Evening, Player
from clubcomp.models.plans import Plan
from clubcomp.models.unplayed import AWAY, unplayed
from clubcomp.words.statements import with_prospects
from clubcomp.words.unplayed import NOT_COMING, PLANNED, named, offered
from pairing.core.standing import Prospect
from pairing.core.unplayed import BYES_ON_REQUEST, Unplayed
from pairing.sentences.words import capitalised


class GamesField(forms.TypedChoiceField):
    """One of the games of an evening; empty is None."""

    def __init__(self, *, evening: Evening, empty: Any = None, **kwargs: Any):
        games = [(game, evening.round_name(game)) for game in range(1, evening.games + 1)]
        choices = games if empty is None else [("", empty), *games]
        super().__init__(choices=choices, coerce=int, empty_value=None, **kwargs)


class SpanForm(forms.Form):
    """The first and last game of a player; not asked on an evening of one game."""

    def __init__(self, *args: Any, evening: Evening, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.evening = evening
        if evening.games > 1:
            self.fields["from_game"] = GamesField(evening=evening, label=_("From"), initial=1)
            self.fields["until_game"] = GamesField(
                evening=evening, empty=_("the end"), label=_("Until and including"), required=False
            )

    def clean(self) -> dict[str, Any]:
        """The games in their order; always both keys, also when the form did not ask."""
        data = super().clean() or self.cleaned_data
        data.setdefault("from_game", 1)
        data.setdefault("until_game", None)
        if data["until_game"] and data["until_game"] < data["from_game"]:
            self.add_error("until_game", _("The last one cannot be before the first one."))
        return data


class PlayerPlanForm(SpanForm):
    """What one player does this evening."""

    WORDS: Mapping[str, Promise] = {
        Attendance.Status.EXPECTED: _("is expected"),
        Attendance.Status.PRESENT: _("is here"),
        **PLANNED,
        RESERVE: _("is a reserve: comes when the number is odd"),
    }

    status = forms.ChoiceField(label=_("This time"), choices=WORDS, widget=forms.RadioSelect)
    note = forms.CharField(
        label=_("Note"), help_text=_("For the leaders only."), max_length=200, required=False
    )
    field_order = ["status", "from_game", "until_game", "keep", "note"]

    def __init__(self, *args: Any, plan: Plan, prospects: Mapping[str, Prospect], **kwargs: Any):
        super().__init__(*args, **kwargs)
        competition = self.evening.competition
        asks = () if competition.abilities.has_byes_on_request else BYES_ON_REQUEST
        ways = offered(competition, self.WORDS).items()
        choices = [way for way in ways if way[0] not in asks]
        offer(self, "status", with_prospects(choices, prospects, competition))
        if "from_game" in self.fields:
            self.fields["from_game"].help_text = _("Here or away holds for these games only.")
        present = Attendance.Status.PRESENT
        if in_games := [game for game in plan.in_games if game[1] != present]:
            self.fields["keep"] = forms.TypedMultipleChoiceField(
                label=_("Said before, untick to take it back"),
                choices=[(game, self._in_game(game, status)) for game, status in in_games],
                coerce=int,
                initial=[game for game, _status in in_games],
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )
        self.order_fields(self.field_order)
        for name in ("status", "from_game", "until_game", "note"):
            if name in self.fields:
                self.fields[name].initial = (
                    plan.since if name == "from_game" else getattr(plan, name)
                )
        if plan.is_reserve and plan.status == Unplayed.ABSENT:
            self.fields["status"].initial = RESERVE

    def clean(self) -> dict[str, Any]:
        """A reserve stays away from all of the evening, unless they are wanted."""
        data = super().clean()
        if data.get("status") == RESERVE:
            data |= {"status": Unplayed.ABSENT, "is_reserve": True}
            data |= {"from_game": 1, "until_game": None}
        return data

    def _in_game(self, game: int, status: str) -> str:
        """One game in which the player is something else, as the form asks to keep it."""
        facts = {
            "game": capitalised(self.evening.round_name(game)),
            "how": named(self.evening.competition, status, self.WORDS),
        }
        return gettext("%(game)s: %(how)s") % facts


class GuestForm(SpanForm):
    """A guest: somebody who played along before, or a name with an estimated rating."""

    again = forms.TypedChoiceField(label=_("Played along before"), required=False, empty_value=None)
    name = forms.CharField(label=_("Name"), max_length=200, required=False)
    rating = RatingField(
        label=_("Estimated rating"),
        help_text=_("It decides the guest’s place in the start order."),
    )
    is_other = forms.BooleanField(label=_("It is somebody else of that name"), required=False)
    field_order = ["again", "name", "is_other", "rating", "from_game", "until_game"]

    def __init__(
        self,
        *args: Any,
        earlier: Iterable[Entry] = (),
        elsewhere: Iterable[Player] = (),
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        rated = self.evening.competition.entries.exclude(rating=None).order_by("-rating")
        if ratings := list(rated.values_list("rating", flat=True)):
            hint, half = self.fields["rating"].help_text, ratings[len(ratings) // 2]
            words = gettext("Half of the players here have %(rating)s or more.")
            self.fields["rating"].help_text = f"{hint} {words % {'rating': half}}"
        guests: dict[str, Entry | Player] = {entry.key: entry for entry in earlier}
        guests |= {f"player {player.pk}": player for player in elsewhere}
        if guests:
            known = [(key, str(guest)) for key, guest in guests.items()]
            choices = [("", _("no, somebody new")), *known]
            offer(self, "again", choices, coerce=guests.__getitem__)
        else:
            del self.fields["again"]
            self.fields["name"].required = self.fields["rating"].required = True
        self.guests, name = [*guests.values()], str(self.data.get("name", ""))
        entries = self.evening.competition.entries.exclude(key__in=guests)
        playing = entries.select_related("player") if name else ()
        people = People((known, Person(_player(known).name)) for known in (*self.guests, *playing))
        self.namesakes = people.who_is(Person(name)).candidates
        if not self.namesakes:
            del self.fields["is_other"]

    def clean(self) -> dict[str, Any]:
        """A guest of an earlier evening, or a name and a rating."""
        data = super().clean() or self.cleaned_data
        again = data.setdefault("again", None)
        if self.namesakes and not again and not data.pop("is_other"):
            namesake = self.namesakes[0]
            words = _("%(guest)s played along before: choose that name above.")
            if namesake not in self.guests:
                words = _(
                    "%(guest)s is in this competition already: find that name on the attendance."
                )
            elif isinstance(namesake, Player) and namesake.is_member:
                words = _("%(guest)s is a member of the club: choose that name above.")
            self.add_error("name", words % {"guest": namesake})
        data.pop("is_other", None)
        if again in self.namesakes:
            data |= {"name": "", "rating": None}  # the name was typed before it was chosen
        if again and data.get("name"):
            self.add_error("name", _("Choose somebody who played before, or give a new name."))
        for name in ("name", "rating"):
            if not again and data.get(name) in ("", None) and name not in self.errors:
                self.add_error(name, self.fields[name].error_messages["required"])
        return data


def _player(guest: Entry | Player) -> Player:
    return guest.player if isinstance(guest, Entry) else guest


class Days(forms.Form):
    """A first and a last day."""

    first = DateField(label=_("From"))
    last = DateField(label=_("Until and including"), help_text=_("At most two years."))

    def clean(self) -> dict[str, Any]:
        """The days in their order."""
        data = super().clean() or self.cleaned_data
        if data.get("first") and data.get("last") and data["last"] < data["first"]:
            self.add_error("last", _("The last day cannot be before the first one."))
        return data


class AwayForm(Days):
    """A holiday of one player."""

    kind = forms.ChoiceField(label=_("How"), choices=AWAY, widget=forms.RadioSelect)
    note = forms.CharField(
        label=_("Note"), help_text=_("For the leaders only."), max_length=200, required=False
    )

    def __init__(self, *args: Any, own_kinds: Mapping[str, str], **kwargs: Any):
        super().__init__(*args, **kwargs)
        first, *rest = AWAY
        offer(self, "kind", [first, *own_kinds.items(), *rest])


class NotComingForm(Days):
    """Several players for one reason, on this evening or on all evenings of some days."""

    BACK = "back"
    WAYS = {**NOT_COMING, BACK: _("comes after all: take back what was said")}

    players = forms.TypedMultipleChoiceField(
        label=_("Who?"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick somebody.")},
    )
    way = forms.ChoiceField(label=_("Why not?"), widget=forms.RadioSelect, initial=Unplayed.ABSENT)
    field_order = ["players", "way", "first", "last"]

    def __init__(
        self,
        *args: Any,
        evening: Evening,
        words: Mapping[Entry, str],
        asks_days: bool = True,
        **kwargs: Any,
    ):
        super().__init__(*args, **kwargs)
        self.evening = evening
        offer_players(self, "players", words, words)
        ways = offered(evening.competition, self.WAYS).items()
        offer(self, "way", [way for way in ways if evening.is_open or self._is_known_ahead(way[0])])
        for name in ("first", "last"):
            self.fields[name].required = False
            if not asks_days:
                self.fields[name].widget = forms.HiddenInput()
                self.fields[name].disabled = True
        self.fields["first"].help_text = _(
            "With dates it holds for every evening of the club in those days, also one planned"
            " later."
        )
        if evening.date:
            self.fields["last"].help_text = _(
                "With only this date it holds from this evening on. At most two years."
            )

    def clean_last(self) -> Date | None:
        """With only a last day, the absence begins with this evening, if that has a date."""
        last: Date | None = self.cleaned_data["last"]
        if last and "first" in self.cleaned_data and not self.cleaned_data["first"]:
            self.cleaned_data["first"] = self.evening.date
        return last

    def clean(self) -> dict[str, Any]:
        """Both days or neither; nobody stays away without notice on days to come."""
        data = super().clean() or self.cleaned_data
        days = [name for name in ("first", "last") if data.get(name)]
        if len(days) == 1 and not {"first", "last"} & set(self.errors):
            missing = "last" if days == ["first"] else "first"
            self.add_error(missing, _("Enter both days, or neither."))
        if days and not self._is_known_ahead(data.get("way", self.BACK)):
            self.add_error("way", _("Without notice is said of one evening: leave the days empty."))
        return data

    def _is_known_ahead(self, way: str) -> bool:
        return way == self.BACK or unplayed(way).is_known_ahead

    @property
    def words_of_way(self) -> str:
        """How they stay away, as the form says it."""
        return named(self.evening.competition, self.cleaned_data["way"], self.WAYS)

    @property
    def days(self) -> dict[str, Any] | None:
        """The first and the last day; None: this evening only."""
        days = {name: self.cleaned_data[name] for name in ("first", "last")}
        return days if all(days.values()) else None
