"""A state machine plays, disconnects, repeats, reorders and undoes against a model of what must come of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from khlong.games import our_games
from khlong.server.tables import new_table
from khlong.table import Table, game_named, table_from_record
from tests.server.client import Player, Socket
from tests.server.servers import Running, running

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(str(tmp_path_factory.mktemp("machine") / "khlong.sqlite3")) as started:
        yield started


class TableMachine(RuleBasedStateMachine):
    """Two people, a spectator, and the list of moves that must be the truth."""

    base: ClassVar[str] = ""

    @initialize(game=st.sampled_from(our_games()))
    def sit_down(self, game: str) -> None:
        self.people = [Player(self.base, "Ann"), Player(self.base, "Bo"), Player(self.base, "Watcher")]
        made = self.people[0].table(game, seats="me open", public=True)
        self.table = made["table"]["id"]
        self.people[1].ask(f"/api/tables/{self.table}/join")
        self.game = game
        self.moves: list[str] = []
        self.acknowledged: dict[tuple[int, str], dict[str, Any]] = {}
        self.sent: list[tuple[int, dict[str, Any]]] = []
        self.lines: list[Socket | None] = [None, None, None]
        self.count = 0

    def line(self, who: int) -> Socket:
        found = self.lines[who]
        if found is None:
            found = self.lines[who] = self.people[who].socket(self.table)
        return found

    def seen(self) -> dict[str, Any]:
        return self.people[0].look(self.table)

    def new_id(self) -> str:
        self.count += 1
        return f"m{self.count}"

    def submit(self, who: int, message: dict[str, Any]) -> dict[str, Any]:
        """Sends a message and waits for its answer."""
        line = self.line(who)
        line.send(**message)
        while True:
            answer = line.until("ack", "refused")
            if answer["id"] == message["id"]:
                self.sent.append((who, message))
                return answer

    def turn(self) -> int:
        question = self.seen()["question"]
        return question["seat"] if question else 0

    def legal(self) -> list[str]:
        shown = self.people[self.turn()].look(self.table)["moves"]
        return [move["notation"] for move in shown]

    @precondition(lambda self: self.seen()["question"] is not None)
    @rule(choice=st.integers(0, 200))
    def play(self, choice: int) -> None:
        who, legal = self.turn(), self.legal()
        move = legal[choice % len(legal)]
        message: dict[str, Any] = {"type": "move", "id": self.new_id(), "ply": len(self.moves), "move": move}
        answer = self.submit(who, message)
        assert (answer["type"], answer["ply"]) == ("ack", len(self.moves) + 1)
        self.moves.append(move)
        self.acknowledged[who, message["id"]] = answer

    @precondition(lambda self: self.acknowledged)
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        """A message that was acknowledged is answered like the first time, whatever has happened since."""
        who, message = data.draw(
            st.sampled_from([sent for sent in self.sent if (sent[0], sent[1]["id"]) in self.acknowledged])
        )
        assert self.submit(who, message) == self.acknowledged[who, message["id"]]

    @rule(who=st.integers(0, 2), ply=st.integers(0, 60), move=st.sampled_from(["place temple", "done", "die d6", "x"]))
    def nonsense(self, who: int, ply: int, move: str) -> None:
        """Out of turn, for another ply, or not legal: refused, and nothing changes."""
        right = who == self.turn() and ply == len(self.moves) and move in self.legal()
        if not right:
            answer = self.submit(who, {"type": "move", "id": self.new_id(), "ply": ply, "move": move})
            assert answer["type"] == "refused"
            assert answer["ply"] == len(self.moves)

    @rule(who=st.integers(0, 2))
    def undo(self, who: int) -> None:
        allowed = self.undo_is_fair(who)
        assert self.people[who].look(self.table)["undo"]["allowed"] == allowed
        message: dict[str, Any] = {"type": "undo", "id": self.new_id(), "ply": len(self.moves)}
        answer = self.submit(who, message)
        assert answer["type"] == ("ack" if allowed else "refused")
        if allowed:
            self.moves.pop()
            self.acknowledged[who, message["id"]] = answer

    def undo_is_fair(self, who: int) -> bool:
        """One's own last move, in one's own turn, with no dice since: by the table layer's own word."""
        if not self.moves or who > 1:
            return False
        model = self.replayed()
        before = model.at(model.ply - 1)
        asked = model.question
        return (
            asked is not None
            and asked.seat == who
            and before.question is not None
            and before.question.seat == who
            and not model.at_barrier
        )

    @rule(who=st.integers(0, 2))
    def cut_the_line(self, who: int) -> None:
        line, self.lines[who] = self.lines[who], None
        if line is not None and line.line.socket is not None:
            line.line.socket.close()

    @rule(who=st.integers(0, 2), after=st.integers(0, 40))
    def come_back(self, who: int, after: int) -> None:
        with self.people[who].socket(self.table, after=after) as line:
            missed = [made["move"] for made in line.welcome["made"]]
            assert missed == self.moves[after:]

    def replayed(self) -> Table:
        """The model's game, with the dice that the server has shown so far."""
        record = self.people[0].get(f"/api/tables/{self.table}/record")
        return table_from_record(record, game_named(self.game))

    @invariant()
    def the_log_is_the_model(self) -> None:
        events = self.people[2].get(f"/api/tables/{self.table}/events")
        assert [made["move"] for made in events["moves"]] == self.moves
        assert events["ply"] == len(self.moves)

    def teardown(self) -> None:
        for line in getattr(self, "lines", []):
            if line is not None:
                line.close()
        for player in getattr(self, "people", []):
            player.http.close()


def test_whatever_people_do_the_log_is_what_was_acknowledged(served: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_table, "new_seed", lambda: 2026)  # the same dice in every run
    TableMachine.base = served.base
    run_state_machine_as_test(TableMachine, settings=settings(max_examples=12, stateful_step_count=25, deadline=None))
