"""Starting a competition; its tempos, its players, and pairs that never meet."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clubcomp.flow.pairings.counting import where_it_may_count
from clubcomp.flow.people.identities import lists_of
from clubcomp.flow.seasons import offered_seasons
from clubcomp.forms.fields import (
    AddressField,
    DateField,
    FollowsField,
    RatingField,
    field_of,
    offer,
    offer_rows,
)
from clubcomp.forms.pairings import EntriesForm, EntryField
from clubcomp.models import Club, Competition, Entry, Player, Rating, Season
from clubcomp.models.competitions import AskedAhead, ByPlayers
from clubcomp.words.values import as_date, day
from pairing.core.system import PairingSystem

ADDRESS_HINT = _("Small letters, digits and hyphens.")


class PlayersField(forms.ModelMultipleChoiceField):
    """Players of the club, each with a tick; `groups` says in which group some of them will be."""

    groups: Mapping[int, str] = MappingProxyType({})

    def __init__(self, **kwargs: Any):
        super().__init__(
            queryset=Player.objects.none(), widget=forms.CheckboxSelectMultiple, **kwargs
        )

    def label_from_instance(self, player: Player) -> str:
        """The name with the rating, which decides the place in the start order."""
        is_rated = player.rating and player.apart != f"({player.rating})"
        words = [str(player), *([str(player.rating)] if is_rated else [])]
        if group := self.groups.get(player.pk):
            words.append(gettext("group %(group)s") % {"group": group})
        return ", ".join(words)


class SeedingField(forms.ChoiceField):
    """The rating list that ratings are taken from."""

    def __init__(self, **kwargs: Any):
        super().__init__(
            label=_("Ratings come from"),
            help_text=_(
                "For the start order. Who is not on the list has the rating that the club goes by."
            ),
            required=False,
            **kwargs,
        )

    def clean(self, value: Any) -> tuple[str, str]:
        """The list and its tempo, both "" for none."""
        name, _bar, tempo = super().clean(value).partition("|")
        return name, tempo

    def offer(self, club: Club, chosen: tuple[str, str] = ("", "")) -> bool:
        """Offer the club's lists; returns whether there are any."""
        tempos = dict(Rating.Tempo.choices)
        lists = sorted({*lists_of(club), *([chosen] if chosen[0] else [])})
        self.choices = [
            ("", _("the rating that the club goes by")),
            *((f"{name}|{tempo}", f"{name}, {tempos.get(tempo, tempo)}") for name, tempo in lists),
        ]
        self.initial = "|".join(chosen) if chosen[0] else ""
        return bool(lists)


class SeasonField(forms.TypedChoiceField):
    """The season that a competition is in, as a day of it; the next season need not exist yet."""

    def __init__(self) -> None:
        super().__init__(label=_("Season"), required=False, coerce=as_date, empty_value=None)

    def offer(self, club: Club, chosen: Season | None = None) -> bool:
        """Offer the club's seasons; returns whether there are any."""
        seasons = offered_seasons(club)
        self.choices = [(season.first.isoformat(), str(season)) for season in seasons]
        today = timezone.localdate()
        now = (season for season in seasons if season.first <= today <= season.last)
        chosen = chosen or next(now, None) or (seasons[0] if seasons else None)
        self.initial = chosen.first.isoformat() if chosen else None
        return bool(seasons)


class SeasonForm(forms.Form):
    """What a season is called, and its days."""

    name = forms.CharField(label=_("Name"), max_length=60)
    first = DateField(label=_("First day"))
    last = DateField(label=_("Last day"))


class ExpectedField(forms.IntegerField):
    """How many players a season is going to have, for the first value number."""

    def __init__(self) -> None:
        super().__init__(
            label=_("How many players do you expect this season?"),
            help_text=_(
                "With guests and who joins later. The first value number becomes one and a"
                " half times that."
            ),
            min_value=2,
            max_value=1000,
            required=False,
        )


class StartForm(forms.Form):
    """A new competition under a system."""

    WHO = {
        "all": _("All members"),
        "regular": _("Only who comes regularly, not who comes now and then"),
        "chosen": _("I choose below"),
        "nobody": _("Nobody yet: I add or paste them later"),
    }

    name = forms.CharField(label=_("Name"), max_length=200)
    slug = AddressField(label=_("Address"), help_text=ADDRESS_HINT, max_length=60, required=False)
    game = forms.ChoiceField(label=_("Game"))
    who = forms.ChoiceField(
        label=_("Players"),
        help_text=_("In the start order they stand by rating, or as the system has it."),
        choices=WHO,
        initial="all",
        widget=forms.RadioSelect,
    )
    players = PlayersField(label=_("Who enters?"), required=False)
    follows = FollowsField()
    expected = ExpectedField()
    seeding = SeedingField()
    season = SeasonField()

    def __init__(self, *args: Any, club: Club, system: PairingSystem, **kwargs: Any):
        super().__init__(*args, **kwargs)
        if not system.abilities.has_value_numbers:
            del self.fields["expected"]
        if not field_of(self, "follows", FollowsField).offer(club, system):
            del self.fields["follows"]
        if not field_of(self, "season", SeasonField).offer(club):
            del self.fields["season"]
        if not field_of(self, "seeding", SeedingField).offer(club):
            del self.fields["seeding"]
        kinds = [kind for kind in Competition.GameKind.choices if kind[0] in system.games]
        offer(self, "game", kinds)
        games = club.competitions.order_by("-pk").values_list("game", flat=True)
        self.initial["game"] = games.first()
        self.members = club.players.filter(is_member=True).prefetch_related("ratings")
        offer_rows(self, "players", self.members)
        self.fields["who"].required = self.members.exists()

    def clean(self) -> dict[str, Any]:
        """The players that the answer means; ticks count only where players are chosen."""
        data = super().clean() or self.cleaned_data
        who = data.pop("who", "") or "nobody"
        if who == "all":
            data["players"] = self.members
        elif who == "regular":
            data["players"] = self.members.filter(is_occasional=False)
        elif who == "nobody":
            data["players"] = []
        elif not data.get("players") and "players" not in self.errors:
            self.add_error("players", _("Tick somebody, or choose that nobody plays yet."))
        if "expected" in self.fields:
            data["expected"] = max(data.get("expected") or 0, len(data.get("players") or ()))
        return data


class NameForm(forms.Form):
    """A competition's name and address, and who enters its results."""

    name = forms.CharField(label=_("Name"), max_length=200)
    slug = AddressField(
        label=_("Address"),
        help_text=_("Links and QR codes with the old address no longer work."),
        max_length=60,
    )
    sign_off_until = forms.TimeField(
        label=_("Players sign off by themselves until"),
        help_text=_("On the day itself; after that the leader does it."),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    reserves_asked_ahead = forms.TypedChoiceField(
        label=_("When an odd number is expected, are reserves asked automatically?"),
        help_text=_(
            "Who does not come and wants to be asked gets a message, between 9 and 22, once."
        ),
        choices=[("", _("no, only when the leader asks")), *AskedAhead.choices],
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )
    seeding = SeedingField()
    results_by_players = forms.ChoiceField(
        label=_("May players enter the result of their own game?"),
        help_text=_("On their own page, by their personal link. You can always change it."),
        choices=[("", _("no: who leads the evening enters the results")), *ByPlayers.choices],
        required=False,
        widget=forms.RadioSelect,
    )
    counts_in = forms.ModelChoiceField(
        Competition.objects.none(),
        label=_("Do these games count in another competition too?"),
        help_text=_(
            "A game played here counts as the first game of that competition’s evening on the"
            " same day."
        ),
        empty_label=_("no, only here"),
        required=False,
    )
    season = SeasonField()

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any):
        super().__init__(*args, **kwargs)
        targets = where_it_may_count(competition)
        if targets.exists():
            field_of(self, "counts_in", forms.ModelChoiceField).queryset = targets
        else:
            del self.fields["counts_in"]
        field_of(self, "season", SeasonField).offer(competition.club, competition.season)
        chosen = (competition.seeding_list, competition.seeding_tempo)
        field = field_of(self, "seeding", SeedingField)
        field.help_text = _("For who enters from now on; the others keep the ratings they have.")
        if not field.offer(competition.club, chosen):
            del self.fields["seeding"]


class AddEntriesForm(forms.Form):
    """Players of the club who are not in the competition yet."""

    players = PlayersField(
        label=_("Who enters?"),
        help_text=_("From the open or else the next evening, where the start order puts them."),
        error_messages={"required": _("Tick somebody.")},
    )

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any):
        super().__init__(*args, **kwargs)
        entered = competition.entries.values("player")
        self.not_entered = competition.club.players.filter(is_forgotten=False).exclude(
            pk__in=entered
        )
        offer_rows(self, "players", self.not_entered)


class EntryForm(forms.Form):
    """A player's place in the start order, rating, and evenings from which and until which."""

    start = forms.IntegerField(label=_("Place in the start order"), min_value=1, max_value=99999)
    rating = RatingField(
        label=_("Rating"),
        help_text=_("Counts from the next pairing on; games that were paired stay as they are."),
    )
    joined = forms.TypedChoiceField(label=_("First evening"), coerce=int)
    left = forms.TypedChoiceField(
        label=_("Last evening"),
        help_text=_("Who leaves keeps the games that were played, and is paired no more."),
        coerce=int,
        empty_value=None,
        required=False,
    )
    guest = forms.BooleanField(
        label=_("Guest"),
        help_text=_("Paired and on the display, without absence credits and without a place."),
        required=False,
    )

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.initial = {name: getattr(entry, name) for name in self.fields}
        dates = dict(entry.competition.evenings.values_list("number", "date"))
        last = max([0, *dates, entry.joined, entry.left or 0])
        evenings = [
            (number, evening_choice(number, dates.get(number))) for number in range(1, last + 2)
        ]
        offer(self, "joined", evenings)
        offer(self, "left", [("", _("stays in the competition")), *evenings])


def evening_choice(number: int, date: Any) -> Any:
    """An evening to choose: its number, and its date where it has one."""
    named = {"number": number, "day": day(date, "short")}
    if date:
        return _("evening %(number)s, %(day)s") % named
    return _("evening %(number)s") % named


class ForbidForm(EntriesForm):
    """Two players who are never paired, and why."""

    one = EntryField(label=_("One"), empty_label="")
    other = EntryField(label=_("The other"), empty_label="")
    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)
    members_may_read = forms.BooleanField(
        label=_("Members may read this"),
        help_text=_(
            "Without this tick only leaders read it. The reason is always for leaders alone."
        ),
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        """The two players by the names that the step has for them."""
        names = {"one": "first", "other": "second"}
        data = super().clean() or self.cleaned_data
        return {names.get(name, name): value for name, value in data.items()}


class RemoveForm(forms.Form):
    """Asks whether the person who removes a competition has its document: nothing else is left."""

    sure = forms.BooleanField(label=_("I have the document, or do not need it"))
