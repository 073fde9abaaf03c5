"""Which number does each evening keep for ever?"""

import pytest

from clubcomp.flow.evenings import remove_evening
from tests.make import make_competition, make_evening

pytestmark = pytest.mark.django_db


def test_an_evening_put_in_between_leaves_the_others_their_numbers():
    competition = make_competition(4)
    first, second = (make_evening(competition, is_open=False) for _number in range(2))
    remove_evening(first, by=None)
    second.refresh_from_db()
    third = make_evening(competition, is_open=False)
    assert [(one.number, one.serial) for one in (second, third)] == [(1, 2), (2, 3)]
