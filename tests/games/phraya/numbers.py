"""The numbers in the texts of Phraya, and what an owner might change them to."""

from tests.words.numbers import Numbers

NUMBERS = Numbers(
    written_out={
        "card.barge-1",  # names
        "card.barge-2",
        "rules.aim.end",  # two of three conditions
        "rules.setup.offers",  # numbers of players, so also below
        "rules.setup.pieces",
        "rules.setup.asymmetric",  # baskets of every start, so also below
        "rules.turn.act",  # the sides of a boat
        "rules.cards.merchant",  # the goods of a space of his route
        "rules.cards.barge",  # no channel twice
        "rules.things.boat",  # the goods of a basket
        "rules.score.king",  # places, so also below
        "rules.score.stalls",
        "rules.score.ties",
        "rules.editions.prototype",  # numbers of players
        "rules.editions.asymmetric",
    },
    owners_file="""
[rates]
coins_for_a_point = { value = 71, mark = "ours" }
coins_for_a_card = { value = 73, mark = "ours" }
flowers_for_an_owner = { value = 7, mark = "ours" }
favors_for_an_offering = { value = 9, mark = "ours" }
[stalls]
price = { value = 79, mark = "ours" }
first = { value = [14, 17, 10, 8], mark = "ours" }
[boat]
rowers = { value = 3, mark = "ours" }
most_baskets = { value = 5, mark = "ours" }
[rounds]
last = { value = 199, mark = "ours" }
[prices]
vegetable = { value = [1, 2, 3, 4, 5, 13], mark = "ours" }
start_box = { value = 2, mark = "ours" }
[temple]
vp = { value = [2, 3, 4, 23], mark = "ours" }
majorities = { value = [15, 8, 6], mark = "ours" }
[bonuses]
favors = { value = 19, mark = "ours" }
[published]
disks = { value = 31, mark = "ours" }
[prototype]
disks = { value = 37, mark = "ours" }
start_coins = { value = [41, 43, 47, 53], mark = "ours" }
[prototype.king]
first = { value = 9, mark = "ours" }
second = { value = 4, mark = "ours" }
set = { value = 3, mark = "ours" }
""",
    said={
        "score.coins": {"71"},
        "turn.recover": {"73"},
        "stalls.owner": {"7"},
        "stalls.king": {"9"},
        "stalls.administration": {"79"},
        "things.boat": {"1", "3"},
        "setup.pieces": {"31"},
        "editions.prototype": {"37", "41", "43", "47", "53", "9", "4", "3"},
        "aim.stop": {"199"},
        "setup.board": {"2"},
        "cards.prices": {"1–13", "3–8"},
        "score.temple": {"23", "15", "8", "6", "4", "2"},
        "score.king": {"12", "6", "8"},
        "score.stalls": {"14", "7", "17"},
        "score.cards": {"19"},
    },
)
