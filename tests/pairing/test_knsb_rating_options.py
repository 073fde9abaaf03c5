"""Which options has `knsb-rating`, and which are refused?"""

import pytest

from pairing.core.rules import Rules
from pairing.core.system import BadOptions
from pairing.registry import get_system, make_options, options_to_document
from pairing.sentences import error

SYSTEM = get_system("knsb-rating")


def test_a_list_of_tie_breaks_is_read_and_written_and_a_wrong_one_refused():
    chosen = ["resistance_points", "sonneborn_berger"]
    options = make_options(SYSTEM, {"rounds": 7, "bye": "1/2", "tie_breaks": chosen})
    assert options.tie_breaks == tuple(chosen)
    written = {"rounds": 7, "bye": "1/2", "tie_breaks": chosen}
    assert options_to_document(Rules(SYSTEM, options)) == written
    for wrong, code in (
        ("wins", "not_a_list"),
        (["wins", "wins"], "twice"),
        (["luck"], "not_a_choice"),
    ):
        with pytest.raises(BadOptions) as refused:
            make_options(SYSTEM, {"rounds": 7, "tie_breaks": wrong})
        assert refused.value.code == code
        assert error(refused.value)
    with pytest.raises(BadOptions) as refused:
        make_options(SYSTEM, {"rounds": 7, "bye": True})
    assert refused.value.code == "not_a_choice"
