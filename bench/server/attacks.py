"""What strangers try, one after the other, while others play: see `siege`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, suppress
from itertools import count
from random import Random
from typing import Any

import orjson

import khlong
from bench.games import by_size

from .process import HOST
from .siege import Attack, Siege, Stranger, told

STRANGERS = 5
AT_ONCE = 4
HALF_OPEN = 300
LONG = 400  # moves of a long game
GAME = by_size()[0]


async def strangers_do(siege: Siege, work: Callable[[Stranger], Awaitable[object]], at_once: int = AT_ONCE) -> str:
    """Several strangers, each at several things at once, over and over. Those who are told to wait come back soon."""
    strangers = [await siege.stranger() for _ in range(STRANGERS)]

    async def keep_on(stranger: Stranger) -> None:
        while siege.goes_on:
            before = stranger.answers.get(429, 0)
            await work(stranger)
            if stranger.answers.get(429, 0) > before:
                await asyncio.sleep(0.1)

    await asyncio.gather(*(keep_on(stranger) for stranger in strangers for _ in range(at_once)))
    return told(strangers)


def new_table(**more: Any) -> bytes:
    return orjson.dumps({"game": GAME, "players": 2, "seats": [{"kind": "me"}] * 2} | more)


NUMBERS = count(1)


def hostile_components() -> Iterator[str]:
    """Files that are small and take long: nested keys, arrays and tables, each a little different from the last."""
    while True:
        number = next(NUMBERS)
        yield f"a{number}." + ".".join("a" * 25_000) + " = 1"
        yield f"a{number} = " + "[" * 25_000 + "]" * 25_000
        yield f"a{number} = " + '{a="' * 10_000
        yield "\n".join(f"[{'.'.join('abcdefgh')}.a{number}b{line}]" for line in range(2_000))
        yield f"a{number} = " + "1" * 50_000


async def components(siege: Siege) -> str:
    """Component files that take long to read."""
    files = hostile_components()

    async def send(stranger: Stranger) -> None:
        await stranger.send("POST", "/api/tables", new_table(components=next(files)))

    return f"hostile components: {await strangers_do(siege, send)}"


async def one_file_again(siege: Siege) -> str:
    """The same bad file over and over, from everybody."""
    body = new_table(components="a." * 20_000 + "a = 1")
    outcome = await strangers_do(siege, lambda stranger: stranger.send("POST", "/api/tables", body))
    return f"the same hostile components: {outcome}"


async def positions(siege: Siege) -> str:
    """Positions that are deep, long or senseless."""
    made: list[Any] = [
        orjson.Fragment(b'{"seats":[' * 3_000 + b"]}" * 3_000),
        {"seats": [{"coins": 10**18}] * 2_000},
        {"pool": list(range(20_000))},
        {f"key {number}": number for number in range(5_000)},
    ]
    bodies = [new_table(position=position) for position in made]
    choose = Random(1)
    outcome = await strangers_do(
        siege, lambda stranger: stranger.send("POST", "/api/tables", choose.choice(bodies)), at_once=2
    )
    return f"hostile positions: {outcome}"


def long_record() -> dict[str, Any]:
    """A game with many moves that goes on, as a file."""
    choose = Random(2)
    for seed in count(1):
        table = khlong.new_table(by_size()[-1], players=2, seed=seed)
        while not table.over and table.ply < LONG:
            table.play(choose.choice(table.legal_numbers()))
        if not table.over:
            return khlong.write_record(table)
    raise AssertionError


async def records(siege: Siege) -> str:
    """Long records, and such that are none."""
    good = long_record()
    broken: list[Any] = [
        good,
        good | {"moves": good["moves"] * 200},
        good | {"moves": 7},
        good | {"moves": [["pass"]] * 50_000},
        good | {"seats": good["seats"] * 50_000},
        good | {"rolls": {str(number): "0" * 100 for number in range(10_000)}},
        [],
    ]
    bodies = [orjson.dumps({"record": record}) for record in broken]
    bodies += [b'{"record":' + b'{"moves":' * 200_000, b'{"record":{"moves":[' + b"[" * 1_000_000]
    choose = Random(3)
    outcome = await strangers_do(
        siege, lambda stranger: stranger.send("POST", "/api/records", choose.choice(bodies)), at_once=2
    )
    return f"hostile records: {outcome}"


async def downloads(siege: Siege) -> str:
    """A long open game, downloaded and looked through from its first move to its last, by many at once."""
    body = orjson.dumps({"record": long_record(), "mode": "continue", "public": True, "seats": [{"kind": "me"}] * 2})
    made = await (await siege.stranger()).send("POST", "/api/records", body)
    assert made is not None, "the record was not answered"
    assert made.status_code == 201, made.text
    address = f"/api/tables/{made.json()['table']['id']}"
    choose = Random(4)

    async def look(stranger: Stranger) -> None:
        seen = choose.choice(
            ["/record", "/events", f"?ply={choose.randrange(LONG)}", "/score", f"/qr?invite={next(NUMBERS)}"]
        )
        await stranger.send("GET", address + seen)

    return f"downloads of a long game: {await strangers_do(siege, look, at_once=12)}"


async def logins(siege: Siege) -> str:
    """Passwords tried one after the other: each takes memory and time to look at, on purpose."""
    numbers = count(1)

    async def guess(stranger: Stranger) -> None:
        credentials = {"name": "Ann", "password": f"wrong password {next(numbers)}"}
        await stranger.send("POST", "/api/login", orjson.dumps(credentials))

    return f"guessed passwords: {await strangers_do(siege, guess)}"


async def slow_requests(siege: Siege) -> str:
    """Headers and bodies that come letter by letter or never end, and lines that nobody speaks on."""
    begun = b"POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    beginnings = [
        b"",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
        begun + b"Content-Length: 60000\r\n\r\n{",
        begun + b"Transfer-Encoding: chunked\r\n\r\n",
    ]
    ended = refused = 0

    async def half(number: int) -> None:
        nonlocal ended, refused
        while siege.goes_on:
            try:
                own = (f"127.0.2.{number % STRANGERS + 1}", 0)
                reader, writer = await asyncio.open_connection(HOST, siege.port, local_addr=own)
            except OSError:
                refused += 1
                await asyncio.sleep(1)
                continue
            with closing(writer), suppress(OSError):
                writer.write(beginnings[number % len(beginnings)])
                while siege.goes_on:
                    with suppress(TimeoutError):
                        if not await asyncio.wait_for(reader.read(1000), 1):
                            ended += 1
                            break
                    if number % len(beginnings):
                        writer.write(b"1")
            await asyncio.sleep(0.2)

    await asyncio.gather(*(half(number) for number in range(HALF_OPEN)))
    return f"{HALF_OPEN} slow and half requests at a time: {ended} ended by the server, {refused} not let in"


async def ask_for(tables: list[str], siege: Siege) -> str:
    """Certain tables, over and over."""
    choose = Random(5)
    return await strangers_do(siege, lambda stranger: stranger.send("GET", f"/api/tables/{choose.choice(tables)}"), 2)


ATTACKS: dict[str, Attack] = {
    "components": components,
    "again": one_file_again,
    "positions": positions,
    "records": records,
    "downloads": downloads,
    "logins": logins,
    "slow": slow_requests,
}
"""What `make faults` tries, by name."""
