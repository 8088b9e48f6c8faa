"""`khlong`: the commands and what they take."""

from __future__ import annotations

import io
import json
import sys
import warnings
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text
from typer.core import TyperCommand, TyperGroup

import khlong
from khlong.bots import bot_names
from khlong.engine import ENGINES
from khlong.games import broken_games, our_games
from khlong.table import KhlongError, game_named, game_names
from khlong.table.options import checked_seed

from . import lab, show
from .arena import arena
from .arguments import chosen_game, chosen_language, number_of_players, open_table, read_options, refuse_programs
from .errors import CommandError
from .parameters import Components, GameName, Language, Options, Players, Seconds, Seed
from .play import INTERRUPTED, Session
from .replay import replay as show_replay
from .saves import LATEST, Keeper, latest_unfinished, new_file, open_record

ONE, OTHER = our_games()[0], our_games()[-1]
EXAMPLES = {
    "khlong": "play in your browser",
    f"khlong play {ONE}": "you and bots",
    f"khlong play {OTHER} --players 2": "you and one bot",
    f"khlong play {ONE} --seat Ann --seat Ben": "two at one keyboard",
    "khlong play --resume": "go on with the last game",
    "khlong replay game.json": "step through a game",
    "khlong review game.json": "chances, mistakes, luck",
    f"khlong simulate {ONE} --games 1000000": "play a million games",
    f"khlong arena {OTHER} --bots hard,greedy,random": "rank bots",
    "khlong serve": "a server for friends",
    f"khlong lab balance {OTHER}": "how balanced a game is",
    "khlong games": "all games and options",
}
WIDEST = max(map(len, EXAMPLES))
HELP = "\n".join(
    ["The board games of Thailand's floating markets: to play, to replay, to simulate by the million.", ""]
    + [f"[not dim cyan]{command}[/]{' ' * (WIDEST - len(command))}   {what}" for command, what in EXAMPLES.items()]
)


class Commands(TyperGroup):
    """Our own errors are one message for people, never a traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except KhlongError as error:
            complain(str(error))
            raise typer.Exit(2) from None
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None


class PlayCommand(TyperCommand):
    """`--resume` may stand alone: then the latest game is meant."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        given = list(args)
        for index, argument in enumerate(args):
            after = args[index + 1] if index + 1 < len(args) else "-"
            if argument == "--resume" and (after.startswith("-") or after in game_names()):
                given[index] = f"--resume={LATEST}"
        return super().parse_args(ctx, given)


def complain(message: str) -> None:
    """A message on stderr, with nothing in it that a terminal could take for a command."""
    safe = "".join(
        letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}" for letter in message
    )
    show.new_console(stderr=True).print(Text.assemble(("khlong: ", "bold #d0583c"), safe), soft_wrap=True)


app = typer.Typer(cls=Commands, rich_markup_mode="rich", pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"khlong {khlong.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True, help=HELP)
def commands(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Opens the page if nothing else is asked for."""
    if ctx.invoked_subcommand is None:
        from .serve import play_in_browser

        play_in_browser()


@app.command(cls=PlayCommand)
def play(
    game: GameName = None,
    players: Players = None,
    seat: Annotated[
        list[str],
        typer.Option(
            "--seat",
            "-s",
            metavar="NAME",
            help="Who sits in the next seat: a person's name, a bot such as bot:easy or bot:expert, "
            "bot:module:Class, bot:program:COMMAND or bot:torch:FILE. Repeatable. Seats that are left go to easy bots.",
            show_default="you, then bots",
        ),
    ] = [],  # noqa: B006
    seed: Seed = None,
    option: Options = [],  # noqa: B006
    components: Components = None,
    position: Annotated[Path | None, typer.Option(metavar="FILE", help="Begin from a position (JSON or TOML).")] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where the game is kept.", show_default="your own data folder"),
    ] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="[FILE]", help="Go on with a game: the latest, if no file is named.")
    ] = None,
    seconds: Seconds = None,
    language: Language = None,
    real_dice: Annotated[
        bool, typer.Option("--real-dice", help="Roll dice and draw cards yourself, and type what came up.")
    ] = False,
    run_programs: Annotated[
        bool, typer.Option("--run-programs", help="Run the programs and modules that have seats in a resumed game.")
    ] = False,
) -> None:
    """Play in the terminal: people and bots in any seats. The game is kept on file as you play."""
    spoken = chosen_language(language)
    if resume is None:
        table = open_table(chosen_game(game, components), players, seed, read_options(option), seat, position, spoken)
        keeper = Keeper(new_file(record, table.game.name), components)
    else:
        if any(given not in (None, []) for given in (players, seed, position, seat, option)):
            raise CommandError("A resumed game has its players, seats, seed and options already: leave those out.")
        path = latest_unfinished(game) if resume == LATEST else Path(resume)
        table = open_record(path, game, components)
        if table.over:
            raise CommandError(f"{path}: this game is over. Look at it with: khlong replay {path}")
        if not run_programs:
            refuse_programs(path, table)
        keeper = Keeper(path, components, table.moves) if record is None else Keeper(new_file(record, ""), components)
    table.language = spoken
    raise typer.Exit(Session(show.new_console(), table, keeper, seconds, real_dice=real_dice).run())


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record, as play saves it.")],
    ply: Annotated[int | None, typer.Option(metavar="N", help="Begin after so many moves.", show_default="0")] = None,
    components: Components = None,
    language: Language = None,
) -> None:
    """Step through a game: forward, back, by turn or by round. Prints it as text when the output is no terminal."""
    table = open_record(file, components=components)
    table.language = chosen_language(language)
    show_replay(show.new_console(), table, ply)


@app.command()
def review(
    file: Annotated[Path, typer.Argument(help="A record, as play saves it or a server gives it.")],
    depth: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=3, help="1: a glance; 2: a search; 3: a deeper one.", show_default="3"),
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it as one file for browsers.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
    components: Components = None,
    language: Language = None,
) -> None:
    """Look at a game again: everybody's chances, better moves, luck and skill. Ctrl-C shows what is known."""
    from .review import review as run

    table = open_record(file, components=components)
    table.language = chosen_language(language)
    if not run(show.new_console(), table, depth, html, as_json=as_json, progress=show.new_console(stderr=True)):
        raise typer.Exit(INTERRUPTED)


@app.command()
def simulate(
    game: GameName = None,
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", min=1, help="How many games.")] = 10_000,
    players: Players = None,
    engine: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"What to run on: {', '.join(ENGINES)}.",
            show_default="native where Numba is installed",
        ),
    ] = None,
    seed: Seed = None,
    option: Options = [],  # noqa: B006
    components: Components = None,
    bot: Annotated[
        list[str],
        typer.Option(
            metavar="NAME",
            help=f"Who plays: {', '.join(bot_names())}, module:Class, program:COMMAND or torch:FILE. "
            "Once for all seats, or once for each.",
            show_default="random play in the engine's own loops",
        ),
    ] = [],  # noqa: B006
    seconds: Seconds = None,
    threads: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Cores for the native engine.", show_default="all")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Play very many games and sum them up: lengths, wins by seat and turn order, endings, speed."""
    from .simulate import simulate as run

    chosen = chosen_game(game, components)
    count = number_of_players(chosen, players, len(bot))
    summary = run(chosen, count, read_options(option), checked_seed(seed), games, engine, bot, seconds, threads)
    console = show.new_console()
    if as_json:
        print(json.dumps(summary.as_json(), indent=2))
    else:
        console.print(summary.as_table())
    if summary.trouble:
        complain(summary.trouble)
        raise typer.Exit(2)
    if summary.stopped:
        raise typer.Exit(INTERRUPTED)


app.command()(arena)
app.add_typer(lab.app, name="lab")


@app.command()
def serve(
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Where to listen.", show_default="127.0.0.1")
    ] = None,
    port: Annotated[int | None, typer.Option(metavar="N", min=0, max=65535, show_default="8000")] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="A file, or postgresql://…", show_default="a file in your data folder"),
    ] = None,
    processes: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="How many, over one PostgreSQL.", show_default="1")
    ] = None,
    settings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Settings (TOML); KHLONG_… in the environment come before.")
    ] = None,
) -> None:
    """Run a server: tables for people and bots, in a browser."""
    from .serve import serve as run

    run(host, port, database, processes, settings)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A record, as a server gives it.")],
    commitment: Annotated[
        str | None, typer.Option(metavar="HASH", help="The hash that the table showed at the start.")
    ] = None,
    components: Components = None,
) -> None:
    """Prove a game: every roll comes from the seed, and the seed from the hash shown before the game."""
    from .verify import verify as run

    run(show.new_console(), open_record(file, components=components), commitment)


@app.command()
def tutorial(
    file: Annotated[Path, typer.Argument(help="A tutorial (TOML).")],
    language: Language = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            metavar="S", min=0.01, help="Ask the strongest bot so long what each of the learner's moves is worth."
        ),
    ] = None,
) -> None:
    """Check a tutorial: every move legal, every text there; and print it step by step."""
    from .tutorial import tutorial as run

    run(show.new_console(), file, chosen_language(language), seconds)


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(help="The file to write.")],
    database: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="What to save.", show_default="a file in your data folder"),
    ] = None,
) -> None:
    """Save a server's database to a file, while the server runs."""
    from .serve import backup as run

    run(target, database)


@app.command()
def push_key() -> None:
    """Make a key with which a server may tell closed browsers of turns (its setting `push_key`)."""
    from .serve import push_key as run

    run()


@app.command()
def reference(game: GameName = None, components: Components = None) -> None:
    """A game's moves, positions, views and geometry, for those who write bots (Markdown)."""
    from khlong.games.reference import page

    print(page(chosen_game(game, components)), end="")


@app.command()
def games() -> None:
    """The games, how many can play, and their options."""
    console = show.new_console()
    for name in game_names():
        console.print(show.game_card(game_named(name)))
    for reason in broken_games().values():
        show.new_console(stderr=True).print(reason, soft_wrap=True)


def main() -> None:
    """The entry point of `khlong`."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # what cannot be shown, or read, is no reason to stop
    warnings.showwarning = _show_warning
    app()


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """A warning, such as of components that depart from the rulebook, as one line for people."""
    show.new_console(stderr=True).print(f"khlong: {message}", soft_wrap=True)
