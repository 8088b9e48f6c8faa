"""The numbers in the texts of Floating Market, and what an owner might change them to."""

from tests.words.numbers import Numbers

NUMBERS = Numbers(
    written_out={
        "rules.round.end",  # boats that are swapped
        "rules.river.boats",  # both ends of the ring
        "rules.aim.fruit",  # numbers of players, so also below
        "rules.places.woodworker",
        "help.woodworker",
        "rules.places.market",
        "rules.few",
        "rules.few.dice",
        "rules.few.two",
    },
    changed={
        "start = { value = 2": "start = { value = 11",
        "most = { value = 6": "most = { value = 97",
        "beside_activated_boat = { value = 2": "beside_activated_boat = { value = 17",
        "on_dock = { value = 1": "on_dock = { value = 19",
        "last = { value = 100": "last = { value = 101",
        "short = { value = 5": "short = { value = 4",
        "long = { value = 7": "long = { value = 6",
        "high = { value = 4": "high = { value = 23",
        "low = { value = -2": "low = { value = -29",
        "d4 = { faces = [1, 4]": "d4 = { faces = [2, 28]",
        "[dice.board]\nd12 = { faces = [1, 12]": "[dice.board]\nd12 = { faces = [3, 26]",
        "with_three_players = { value = 1": "with_three_players = { value = 0",
        "temple = { cost = 0": "temple = { cost = 41",
        "market = { cost = 4": "market = { cost = 43",
        "tailor = { cost = 1, spaces = 1, dice = 2": "tailor = { cost = 47, spaces = 1, dice = 5",
        "office = { cost = 1": "office = { cost = 53",
        "north-trader = { cost = 0, spaces = 1, reach = 2": "north-trader = { cost = 0, spaces = 1, reach = 1",
    },
    said={
        "setup.coins": {"97"},
        "round.collect": {"17", "19"},
        "aim.fruit": {"4", "6"},
        "places.temple": {"+23", "−29", "41"},
        "setup.pieces": {"11", "2–28"},
        "places.board": {"3–26"},
        "few.dice": {"0", "1–6"},
        "places.market": {"43"},
        "places.tailor": {"47", "5"},
        "places.office": {"53"},
        "aim.stop": {"101"},
        "places.traders": {"1", "2"},
    },
)
