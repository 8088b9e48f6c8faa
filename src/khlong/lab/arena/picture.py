"""Standings as a picture: ratings and shares of wins with their intervals, as SVG."""

from __future__ import annotations

from pathlib import Path

from .errors import ArenaError
from .standings import Standings

WATER, CLAY, PALE = "#2f7f8f", "#d0583c", "#b8c4c8"


def draw(found: Standings, title: str, path: Path) -> None:
    """Writes the picture."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise ArenaError(f"Pictures need {error.name}: install khlong[lab].") from None
    bots = found.bots[::-1]
    rows = range(len(bots))
    labels = [bot.bot if len(bot.bot) <= 30 else f"{bot.bot[:29]}…" for bot in bots]
    figure = Figure(figsize=(9, 1.6 + 0.45 * len(bots)), layout="constrained")
    ratings, wins = figure.subplots(1, 2, sharey=True)
    for axes in (ratings, wins):
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(left=False)
        axes.grid(axis="x", color=PALE, linewidth=0.5)
        axes.set_axisbelow(True)
    values = [bot.rating.value for bot in bots]
    below = [bot.rating.value - bot.rating.low for bot in bots]
    above = [bot.rating.high - bot.rating.value for bot in bots]
    ratings.errorbar(values, rows, xerr=[below, above], fmt="o", color=WATER, capsize=4)
    ratings.set_yticks(rows, labels)
    ratings.set_ylim(-0.6, len(bots) - 0.4)
    ratings.set_xlabel("rating, 95 % interval")
    shares = [100 * bot.wins.share for bot in bots]
    low = [100 * (bot.wins.share - bot.wins.low) for bot in bots]
    high = [100 * (bot.wins.high - bot.wins.share) for bot in bots]
    wins.barh(rows, shares, xerr=[low, high], height=0.55, color=WATER, ecolor="#333333", capsize=4)
    for row, bot in enumerate(bots):
        wins.plot([100 * bot.fair] * 2, [row - 0.38, row + 0.38], color=CLAY, linewidth=2)
    wins.set_xlim(0, 100)
    wins.set_xlabel("wins a seat in %, 95 % interval; the mark is a fair share")
    figure.suptitle(title, fontsize=11)
    # the same games give the same file
    with mpl.rc_context({"svg.hashsalt": "khlong", "svg.fonttype": "none"}):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            figure.savefig(path, format="svg", metadata={"Date": None, "Title": title})
        except OSError as error:
            raise ArenaError(f"{path}: cannot be written: {error.strerror or error}.") from None
