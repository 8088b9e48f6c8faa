"""What things are called in English sentences."""

LABELS = {
    "west-dock": "West Dock",
    "east-dock": "East Dock",
    "temple": "Temple",
    "woodworker": "Woodworker",
    "hut": "Artist's Hut",
    "market": "Market",
    "boatsman": "Boatsman",
    "fruit-stand": "Fruit Stand",
    "north-trader": "North Trader",
    "south-trader": "South Trader",
    "tailor": "Tailor",
    "office": "Office",
    "fishmonger": "Fishmonger",
    "d4": "D4",
    "d6": "D6",
    "d10": "D10",
    "d12": "D12",
    "white": "the white D6",
}
AMOUNTS = {"coins": ("coin", "coins")}
