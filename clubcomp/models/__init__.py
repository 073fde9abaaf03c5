"""What a club keeps: clubs and people, competitions, evenings, rounds and the trail."""

from clubcomp.models.apart import ForbiddenPair
from clubcomp.models.categories import Category, CategoryPlayer
from clubcomp.models.claims import Claim
from clubcomp.models.clubs import Audience, Club, Membership, NameShown, Role, User
from clubcomp.models.competitions import Competition, Entry, Tempo, entry_at
from clubcomp.models.deputies import Deputy
from clubcomp.models.evenings import Attendance, Away, Evening, GameAttendance, Habit
from clubcomp.models.federations import ClubNumber, Consent, Event, Original, Receipt, SentReport
from clubcomp.models.forgotten import Forgotten
from clubcomp.models.given_points import GivenPoints
from clubcomp.models.last_backup import LastBackup
from clubcomp.models.messages import (
    Channel,
    Device,
    Message,
    MessageKind,
    PushKey,
    Webhook,
    WebhookNews,
    Wish,
)
from clubcomp.models.pictures import ClubPicture
from clubcomp.models.players import Identity, Player, Rating
from clubcomp.models.prizes import Prize
from clubcomp.models.rounds import Game, GameAhead, Round, Unpaired
from clubcomp.models.seasons import Season
from clubcomp.models.short_lived import DonePress, OldTableSearch, Upload
from clubcomp.models.sign_up import AskedClub, SignUp
from clubcomp.models.signing_in import AttemptCount, RecoveryCode, SecondFactor, Session
from clubcomp.models.trail import Doer, TrailEntry
