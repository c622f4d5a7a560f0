#!/usr/bin/env python3
"""International games over DXP: pydraughts against `damka dxp`, and two Damkas against each other.

pydraughts takes what one read returns for one message and waits for ever when a connection ends, so each of its games
has a deadline, and its seven seconds of sleep on closing are cut out.
"""

import random
import re
import subprocess
import threading
import warnings

import draughts
from draughts.engine import DXPEngine
from draughts.engines.dxp_communication import dxp_classes

from common import PATIENCE, Tally, arguments, eventually, expect

warnings.simplefilter("ignore")
dxp_classes.time = type("Time", (), {"sleep": staticmethod(lambda _: None)})

MAX_PLIES = 160


class Server:
    """A `damka dxp` that waits on a port of its own choice."""

    def __init__(self, damka, *options):
        command = [damka, "dxp", "--port", "0", "--move-time", "0.02", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.lines = []
        self.port = None
        self._listening = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()
        expect(self._listening.wait(PATIENCE) and self.port, f"no port in {self.lines}")

    def _read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            found = re.search(r":(\d+)$", line.rstrip())
            if self.port is None and found:
                self.port = int(found[1])
                self._listening.set()
        self._listening.set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def within(seconds, run):
    """Runs something that may hang; a hang is a failure."""
    outcome = []

    def body():
        try:
            outcome.append((run(), None))
        except BaseException as error:
            outcome.append((None, error))

    thread = threading.Thread(target=body, daemon=True)
    thread.start()
    thread.join(seconds)
    expect(outcome, f"still waiting after {seconds} s")
    result, error = outcome[0]
    if error:
        raise error
    return result


def game(damka, engine_first, rng, fen="startpos", minutes=0, max_plies=MAX_PLIES):
    """A game against a random mover with pydraughts as client and referee."""
    with Server(damka) as server:
        board = draughts.Board("standard", fen)
        client = DXPEngine(options={"ip": "127.0.0.1", "port": server.port}, initial_time=60 * minutes)

        def play():
            if not engine_first:
                board.push(rng.choice(board.legal_moves()))
            while not board.is_over() and len(board.move_stack) < max_plies:
                move = client.play(board).move
                expect(move is not None, "the connection was lost")
                legal = {m.hub_position_move for m in board.legal_moves()}
                expect(move.hub_position_move in legal, f"illegal {move.hub_move} in {board.fen}")
                board.push(move)
                if board.is_over():
                    break
                board.push(rng.choice(board.legal_moves()))

        within(10 * PATIENCE, play)
        expect(client.id["name"] == "Damka", f"name {client.id}")
        client.sender.gameend()
        left = lambda: any(" left" in line for line in server.lines)
        eventually(left, lambda: f"the connection is still open: {server.lines}")
        expect(server.process.poll() is None, "the server died")
    return f"{len(board.move_stack)} plies, winner {board.winner()}"


def take_back(damka, rng):
    """Three moves each, then back to the second move; the engine has to move again from there."""
    with Server(damka) as server:
        board = draughts.Board("standard")
        client = DXPEngine(options={"ip": "127.0.0.1", "port": server.port})

        def play():
            for _ in range(3):
                board.push(client.play(board).move)
                board.push(rng.choice(board.legal_moves()))
            board.pop()
            granted, after, result = client.takeback(2, draughts.WHITE)
            expect(granted, "the take-back was refused")
            expect(len(after.move_stack) == 2, f"{len(after.move_stack)} moves are left")
            expect(result.move is not None, "no new move")

        within(PATIENCE, play)


def two_damkas(damka):
    """Initiator and follower, each as server and as client."""
    for server_asks in [False, True]:
        asking = ["--initiator", "--games", "2", "--minutes", "0", "--moves", "20"]
        with Server(damka, "--once", *(asking if server_asks else [])) as server:
            client = [damka, "dxp", "--connect", "127.0.0.1", "--port", str(server.port), "--move-time", "0.02"]
            run = subprocess.run(client + ([] if server_asks else asking), capture_output=True, text=True, timeout=5 * PATIENCE)
            expect(run.returncode == 0, run.stderr)
            expect(server.process.wait(PATIENCE) == 0, f"the server failed: {server.lines}")
            expect(run.stdout.count("game over") == 2, f"not two games: {run.stdout}")


def main():
    args = arguments(__doc__.splitlines()[0]).parse_args()
    rng = random.Random(args.seed)
    kings = "W:W28,K46,32:BK5,19,13"
    tally = Tally("dxp")
    tally.check("engine first", lambda: game(args.damka, True, rng))
    tally.check("engine second, with a clock", lambda: game(args.damka, False, rng, minutes=1, max_plies=20))
    tally.check("from a position", lambda: game(args.damka, True, rng, fen=kings))
    tally.check("take back", lambda: take_back(args.damka, rng))
    tally.check("two Damkas in all roles", lambda: two_damkas(args.damka))
    tally.finish()


if __name__ == "__main__":
    main()
