"""A season of 300 members and 3,000 games comes in: how often the database is asked.

`pytest tests/views/test_large_import.py -s` says what it took: processor time, that of the process
in which the file is read too, and what somebody waited.
"""

import os
import sys
from time import perf_counter

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubcomp.models import Competition, Game
from tests.programs.large import MEMBERS, ROUNDS, season_of
from tests.views.visitor import Visitor, text

pytestmark = pytest.mark.django_db


class Measured(CaptureQueriesContext):
    """How often the database is asked, and how long it takes."""

    def __init__(self, what: str):
        super().__init__(connection)
        self.what = what

    def __enter__(self):
        self.worked, self.began = sum(os.times()[:4]), perf_counter()
        return super().__enter__()

    def __exit__(self, *raised):
        super().__exit__(*raised)
        worked, waited = sum(os.times()[:4]) - self.worked, perf_counter() - self.began
        sys.stdout.write(
            f"\n{self.what}: {worked:.1f} s of work, {waited:.1f} s, {len(self)} queries\n"
        )


def test_a_season_of_300_members_and_3000_games_comes_in_by_few_questions():
    leader, file = Visitor(), SimpleUploadedFile("groot.json", season_of())
    with Measured("looked at") as looked_at:
        looked = leader.fill_in("import", file=file)
    assert "300 players and 3000 games are being written" in text(looked)
    assert "Usually that takes 8 seconds" in text(looked)
    given = {"act": "import", "upload": looked.context["upload"], "name": "Groot"}
    with Measured("brought in") as brought_in:
        answer = leader.fill_in("import", **given, system="knsb-rating", rounds="20")
    assert answer.status_code == 302
    assert Competition.objects.get().entries.count() == MEMBERS
    assert Game.objects.count() == MEMBERS // 2 * ROUNDS
    # Rows go in by hundreds: a large file asks hardly more often than a small one.
    assert (len(looked_at) <= 12, len(brought_in) <= 50) == (True, True)
