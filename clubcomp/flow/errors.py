"""What can go wrong in a step that its user can do something about?"""

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from clubcomp.models import Entry, Game


class StepError(Exception):
    """A step that cannot be made now. The message says why and what to do, with its `facts`."""

    def __init__(self, message: str, **facts: Any):
        super().__init__(message % facts if facts else message)
        vars(self).update(facts)


class TooBusy(StepError):
    """Only the moment is wrong."""

    def __init__(self) -> None:
        words = _(
            "Something else that takes long is under way here, so this had to wait too long"
            " and was not done. Wait a moment and press again."
        )
        super().__init__(words)


class LookAgain(StepError):
    """What the person looked at is no longer so; it was brought up to date, and that is kept."""


class Unpairable(StepError):
    """No game can be paired; `code` is the system's (`CannotPair`)."""

    code: str


class ResultConflict(StepError):
    """Another device was first: `game` is as that one left it, `wanted` what was asked here."""

    game: "Game"
    wanted: str


class NeedsConfirmation(StepError):
    """The step would give up results; `boards` are the games that have one."""

    def __init__(self, message: str, boards: list["Game"]):
        super().__init__(message)
        self.boards = boards


class PlayedAlready(StepError):
    """An evening of before the last one that was played; it can come after that one."""


class Seated(StepError):
    """A `player` who would be away has a board that is playing, or the bye: what happened?"""

    player: "Entry"


class GamesLeft(StepError):
    """The evening would be closed with other games of it not paired than the page said."""
