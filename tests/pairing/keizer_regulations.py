"""Which published regulations of clubs can be options of `keizer`? Thirty, as they were read.

What a page does not say has its default. `LACKS` says what of a regulation no option carries.
"""


def kind(key, *tiers, **more):
    """A kind of absence; a tier is (times, amount)."""
    return {"key": key, "tiers": [{"times": many, "amount": what} for many, what in tiers]} | more


def absences(*kinds, **more):
    return {"kinds": [*kinds], **more}


BY_RESULT = {"win": 1, "draw": "1/2", "loss": 0}
THREE_PERIODS = [1, 14, 27]

REGULATIONS = {
    "Sliedrecht 2017": {
        "values": {"first": 60},
        "absences": absences(
            kind("absent", (10, "33/100")),
            kind("external", (None, "33/50")),
            kind("other_day", (None, "33/100")),
            kind("late"),
        ),
        "bye": {"amount": "33/50"},
        "periods": {"starts": [1, 16]},
        "meeting": {"times": 2, "times_in_period": 1, "gap": 0},
    },
    "Botwinnik 2005": {
        "values": {"first": 40, "own": 0},
        "results": {"loss": "1/6"},
        "absences": absences(
            kind("absent", (2, "1/3"), per="period", until_round=4, then="late"),
            kind("late", (None, "1/6")),
            kind("external", (None, 0), win="7/6", draw="5/6", loss="1/2"),
        ),
        "periods": {"starts": [1, 9, 17], "points": "anew", "total": "last"},
    },
    "Hoeksche Waard 2023": {
        "periods": {"starts": THREE_PERIODS, "points": "anew"},
        "colours": {"rules": ["met", "balance", "alternate"]},
    },
    "Wageningen youth 2022": {
        "absences": absences(kind("absent", (4, "1/3")), kind("exam", (None, "1/2"))),
        "bye": {"amount": 1},
    },
    "Theo Thorne 2022": {
        "absences": absences(
            kind("absent", (None, "1/3")), kind("leaver", (None, "1/3")), after_leaving="leaver"
        ),
        "meeting": {"not_in_first": 12, "gap": 0},
    },
    "Doorn-Driebergen 2019": {"colours": {"rules": ["met", "balance", "alternate"]}},
    "ESG 2025": {
        "absences": absences(
            kind("absent", (5, {"points": 20})),
            kind("external", (None, {"points": 40})),
            kind("newcomer", (None, {"points": 15})),
            late_join="newcomer",
        ),
        "bye": {"amount": {"points": 40}},
        "periods": {"starts": [1, 7, 13, 19]},
        "meeting": {"times_in_period": 1, "gap": 0},
        "standing": {"min_games": 7},
    },
    "Spijkenisse youth 2023": {"periods": {"starts": [1, 16]}},
    "Westergoo": {"absences": absences(kind("external", (None, "2/3")))},
    "Raadsheer-Corbulo 2018": {
        "absences": absences(kind("absent", (5, "1/3")), kind("no_reason")),
        "meeting": {"gap": 10},
    },
    "Rijen rapid 2022": {
        "absences": absences(kind("absent")),
        "bye": {"amount": "1/2"},
        "meeting": {"order": "lot"},
        "standing": {"ties": ["mutual"]},
    },
    "Roosendaal 2021": {"periods": {"starts": [1, 10]}},
    "Roosendaal 2020": {
        "values": {"by": "rating", "divisor": 50, "lowest": 20, "highest": 40},
        "absences": absences(kind("absent")),
        "bye": {"amount": "1/2", "per": "period"},
        "periods": {"starts": [1, 10]},
        "meeting": {"order": "lot", "times_in_period": 2, "gap": 0},
        "standing": {"ties": ["evenings", "blacks", "rating_low"]},
    },
    "De Pion 2022": {
        "results": {"loss": {"points": 1}},
        "absences": absences(kind("external", (None, 1))),
        "bye": {"amount": 1},
    },
    "Zierikzee 2019": {
        "absences": absences(kind("absent", (3, "1/2"))),
        "bye": {"owed": ["no_notice", "forfeit_loss"]},
        "meeting": {"gap": 6},
    },
    "Zierikzee rapid 2018": {
        "absences": absences(kind("absent", (1, "1/2"), counted="evening")),
        "meeting": {"gap": 6},
    },
    "Kijk Uit": {
        "values": {"first": 100},
        "absences": absences(
            kind("absent", (None, "1/3")), kind("external", (None, 0), **BY_RESULT)
        ),
    },
    "Borne 2019": {
        "values": {"first": 70, "own": 0},
        "absences": absences(
            kind("absent", (8, "1/6")),
            kind("busy", (10, "1/3")),
            kind("external", (None, 0), **BY_RESULT),
        ),
        "meeting": {"times": 4, "gap": 8},
    },
    "De Schaakmaat": {
        "absences": absences(kind("absent", (None, "1/3"))),
        "colours": {"rules": ["balance", "alternate"]},
    },
    "Krimpen": {
        "values": {"first": 70},
        "absences": absences(kind("absent", (None, "1/3")), kind("arbiter", (None, "2/3"))),
        "meeting": {"times_in_period": 1, "gap": 0},
    },
    "Haren 2016": {"values": {"first": 80}},
    "Caissa Amsterdam": {"values": {"first": 50, "revaluation": "previous"}, "meeting": {"gap": 0}},
    "Zukertort Amstelveen": {
        "absences": absences(kind("absent", (5, "1/3")), kind("no_reason")),
        "periods": {"starts": [1, 13], "points": "anew"},
    },
    "De Vennep": {
        "periods": {"starts": [1, 6]},
        "meeting": {"times_in_period": 1, "gap": 2},
    },
    "Eenhoorn 2009": {
        "values": {"by": "rating", "divisor": 40, "lowest": 20, "highest": 60, "own": 0},
        "absences": absences(
            kind("absent", (2, "1/2"), per="period", until_round=7), late_join=None
        ),
        "periods": {"starts": [1, 10], "points": "anew", "order": "start"},
    },
    "SK Karlsruhe rapid": {
        "bye": {"fewest": "none"},
        "meeting": {"gap": 0},
        "colours": {"rules": ["whites", "lower"]},
    },
    "TSG Oberschoeneweide 2019": {
        "values": {"ratio": 3},
        "absences": absences(kind("absent", (None, {"own": "1/2", "points": -1}))),
        "bye": {"fewest": "none"},
        "meeting": {"gap": 0},
        "colours": {"rules": ["whites", "lower"], "in_a_row": 3},
        "standing": {"ties": ["rating"]},
    },
    "Luebeck 1873, 2019": {"standing": {"min_games": 3}},
    "Leek 2020": {
        "absences": absences(
            kind("absent", (10, "1/3")),
            kind("external", (None, "2/3")),
            kind("duty", (None, "2/3")),
        ),
    },
    "Lewenborg 2019": {
        "values": {"own": {"points": 100}},
        "results": {"win": {"points": 5}, "draw": {"points": 1}, "loss": {"points": -3}},
        "absences": absences(kind("absent"), kind("external")),
        "bye": {"amount": {"points": 1}},
        "periods": {"starts": [1, 16]},
        "meeting": {"times_in_period": 1, "gap": 0},
    },
}
#: What of a regulation no option carries.
LACKS = {
    "Doorn-Driebergen 2019": "a double round robin of six inside the Keizer",
    "ESG 2025": "a first period that is Swiss: paired elsewhere, counted here",
    "Spijkenisse youth 2023": "groups that meet the neighbouring group",
}
