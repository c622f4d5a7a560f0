#!/usr/bin/env python3
"""Bad input over Hub and DXP: every bad line or frame is answered, and nothing crashes or hangs.

Needs nothing but Python. Random input comes from a seed, so that a failure can be repeated.
"""

import random
import re
import socket
import subprocess
import threading
import time
from queue import Empty, Queue

from common import PATIENCE, Tally, arguments, expect

START8 = "W" + 12 * "b" + 8 * "e" + 12 * "w"
START10 = "W" + 20 * "b" + 10 * "e" + 20 * "w"

# Each line, and a pattern one of its answers must match.
HUB_LINES = [
    ("xyzzy", r"error .*xyzzy"),
    ("HUB", r"error"),
    ("pos", r"error"),
    ("pos pos=", r"error"),
    ("pos pos=W", r"error .*0 squares"),
    ("pos pos=w" + START10[1:], r"error .*side"),
    ("pos pos=" + START10[:-1], r"error .*49 squares"),
    ("pos pos=" + START10[:5] + "k" + START10[6:], r"error .*square 5"),
    ("pos pos=" + START8, r"error .*32"),
    ("pos pos=W" + 50 * "e", r"error"),
    ("pos pos=Ww" + START10[2:], r"error"),
    (f'pos pos={START10} moves="32-28 banana"', r"error .*banana"),
    (f'pos pos={START10} moves="32-28 33-29"', r"error .*33-29"),
    (f'pos pos={START10} moves="17-22"', r"error .*17-22"),
    (f'pos pos={START10} moves="32-28 99-1"', r"error"),
    (f'pos pos={START10} moves="32x28x27"', r"error"),
    (f'pos pos={START10} moves="32-', r"error .*quote"),
    ("pos =x", r"error"),
    ("level", r"error"),
    ("level time=now", r"error .*now"),
    ("level depth=-3", r"error"),
    ("level time=nan", r"error"),
    ("go home", r"done"),
    ("set-param", r"error"),
    ("set-param name=variant", r"error"),
    ("set-param name=variant value=chess", r"error .*chess"),
    ('"', r"error"),
    ("=", r"error"),
]


class Hub:
    """A `damka hub` with its lines in a queue."""

    def __init__(self, damka):
        self.process = subprocess.Popen(
            [damka, "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.lines = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip())

    def send(self, line):
        data = line if isinstance(line, bytes) else line.encode()
        self.process.stdin.write(data + b"\n")
        self.process.stdin.flush()

    def until(self, pattern):
        """The lines up to one that matches."""
        lines = []
        deadline = time.monotonic() + PATIENCE
        while not lines or not re.search(pattern, lines[-1]):
            try:
                lines.append(self.lines.get(timeout=max(0, deadline - time.monotonic())))
            except Empty:
                raise AssertionError(f"waited in vain for {pattern!r}, got {lines[-5:]}") from None
        return lines

    def answers(self, line):
        """What a line is answered with, told by the pong behind it."""
        self.send(line)
        self.send("ping")
        return self.until("^pong$")[:-1]

    def search(self):
        self.send(f"pos pos={START10}")
        self.send("level depth=3")
        self.send("go think")
        expect(self.until("^done")[-1].startswith("done move="), "no move")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


def hub_lines(damka):
    with Hub(damka) as hub:
        hub.answers("hub")
        hub.answers("init")
        for line, pattern in HUB_LINES:
            answers = hub.answers(line)
            expect(any(re.search(pattern, answer) for answer in answers), f"{line!r} was answered {answers}")
        # After a refused position there is nothing to search, but an end of the search.
        hub.answers("pos pos=Wx")
        expect(hub.answers("go think")[-1].startswith("done"), "no done for a refused position")
        # What is merely unexpected is ignored.
        for line in ["", "   ", "stop", "ponder-hit", "set-param name=initial-time value=3", "new-game maybe=1"]:
            expect(hub.answers(line) == [], f"{line!r} was answered")
        hub.search()
        expect(hub.process.poll() is None, "the engine died")
    return f"{len(HUB_LINES)} lines"


def hub_no_moves(damka):
    """A position without a legal move ends with a done and no move."""
    blocked = ["e"] * 50
    blocked[45], blocked[40], blocked[35] = "w", "b", "b"
    blocked[36] = "b"
    for cells in ["".join(blocked), "e" * 4 + "B" + "e" * 45]:
        with Hub(damka) as hub:
            hub.send("pos pos=W" + cells)
            hub.send("level depth=3")
            hub.send("go think")
            expect(hub.until("^(done|error)")[-1].startswith("error"), "a move where there is none")
            hub.until("^done")
            hub.search()


def hub_noise(damka, rng):
    """Random bytes, long lines and pieces of the protocol; then a search."""
    words = ["hub", "set-param", "init", "new-game", "pos", "level", "go", "ping", "stop", "ponder-hit", "name=variant"]
    words += ["value=russian", "pos=" + START10, "pos=" + START8, 'moves="32-28"', "depth=2", "move-time=0.01", "think"]
    words += ["ponder", "=", '"', "start", "\t", "x=1", "moves=21-17", "analyze", "nodes=100", "\u00e9"]
    with Hub(damka) as hub:
        for _ in range(300):
            hub.send(" ".join(rng.choices(words, k=rng.randint(1, 6))))
        for _ in range(100):
            hub.send(bytes(rng.randrange(256) for _ in range(rng.randint(1, 80))).replace(b"\n", b"?"))
        hub.send(b"x" * 1_000_000)
        hub.send("pos pos=" + "e" * 1_000_000)
        hub.send("set-param name=variant value=normal")
        hub.send("stop")
        hub.send("ping")
        hub.until("^pong$")
        hub.send("stop")
        hub.send("new-game")
        hub.send(f"pos pos={START10}")
        hub.send("stop")
        hub.send("level depth=2")
        hub.send("go think")
        # However much is still to be answered, the last search is.
        time.sleep(1)
        hub.send("stop")
        hub.send("ping")
        hub.until("^pong$")
        expect(hub.process.poll() is None, "the engine died")


def hub_leaves(damka):
    """quit and the end of input end the engine, also in the middle of a search."""
    for searching in [False, True]:
        for quits in [False, True]:
            with Hub(damka) as hub:
                hub.answers("hub")
                if searching:
                    hub.send("level infinite")
                    hub.send("go analyze")
                if quits:
                    hub.send("quit")
                else:
                    hub.process.stdin.close()
                    hub.process.stdin = None
                try:
                    code = hub.process.wait(PATIENCE)
                except subprocess.TimeoutExpired:
                    raise AssertionError(f"still there (searching {searching}, quit {quits})") from None
                expect(code == 0, f"exit code {code}")
                expect(hub.process.stderr.read() == b"", "something on stderr")


class Dxp:
    """A `damka dxp` server; every connection is new."""

    def __init__(self, damka):
        command = [damka, "dxp", "--port", "0", "--move-time", "0.02"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)$", line.strip())
        expect(found, f"no port in {line!r}")
        self.port = int(found[1])
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def connect(self):
        return Guest(socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class Guest:
    """A client that sends what it likes."""

    def __init__(self, sock):
        self.sock = sock
        self.rest = b""

    def send(self, frame):
        self.sock.sendall(frame + b"\0")

    def frame(self):
        while b"\0" not in self.rest:
            try:
                more = self.sock.recv(1024)
            except (TimeoutError, socket.timeout):
                raise AssertionError("no answer") from None
            expect(more, "the connection was closed")
            self.rest += more
        frame, self.rest = self.rest.split(b"\0", 1)
        return frame

    def ask(self, frame, *patterns):
        """Sends a frame and compares the answers with patterns."""
        self.send(frame)
        for pattern in patterns:
            answer = self.frame()
            expect(re.match(pattern, answer), f"{frame!r} was answered {answer!r}, not {pattern!r}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.sock.close()


def request(follower=b"Z", position=None, version=b"01"):
    tail = b"A" if position is None else b"B" + position
    return b"R" + version + b"Garbage".ljust(32) + follower + b"000000" + tail


DXP_START = 20 * b"z" + 10 * b"e" + 20 * b"w"


def dxp_frames(damka):
    with Dxp(damka) as server:
        with server.connect() as guest:
            guest.ask(b"hello", rb"Cerror.*'h'")
            guest.ask(b"x" * 500, rb"Cerror.*longer")
            guest.ask(b"M0000322800", rb"Cerror.*game")
            guest.ask(b"M00", rb"Cerror")
            guest.ask(b"A", rb"Cerror")
            guest.ask(b"B001W", rb"K2")
            guest.ask(b"B", rb"Cerror", rb"K2")
            guest.ask(b"K", rb"Cerror")
            guest.ask(b"R01", rb"Cerror", rb"A.{32}2")
            guest.ask(request(version=b"02"), rb"A.{32}1")
            guest.ask(request(position=b"W" + DXP_START[:-1]), rb"Cerror", rb"A.{32}2")
            guest.ask(request(position=b"W" + DXP_START[:-1] + b"x"), rb"Cerror", rb"A.{32}2")
            # impossible: empty, uncrowned, nobody to move
            guest.ask(request(position=b"W" + 50 * b"e"), rb"A.{32}2")
            guest.ask(request(position=b"W" + b"w" + DXP_START[1:]), rb"A.{32}2")
            guest.ask(request(position=b"W" + 49 * b"e" + b"Z"), rb"A.{32}2")
            guest.ask(b"Chello again\xff\xfe")
            # an illegal move, one out of turn, a truncated one
            guest.ask(request(), rb"A.{32}0")
            guest.ask(b"M0000010500", rb"Cerror: illegal", rb"E0")
            guest.send(b"E00")
            guest.ask(request(), rb"A.{32}0")
            guest.ask(b"M000032", rb"Cerror", rb"E0")
            guest.send(b"E00")
            guest.ask(request(), rb"A.{32}0")
            guest.ask(b"M0000322800", rb"M\d{10}")
            guest.ask(b"M0000329900", rb"Cerror", rb"E0")
            guest.send(b"E00")
            guest.ask(request(follower=b"W"), rb"A.{32}0", rb"M\d{10}")
            guest.ask(b"M0000322800", rb"Cerror: illegal", rb"E0")
            guest.send(b"E01")
        expect(server.process.poll() is None, "the server died")


def dxp_noise(damka, rng):
    """Random frames, half frames and sudden ends; then a game is still accepted."""
    letters = b"RAMECBK"
    with Dxp(damka) as server:
        for _ in range(12):
            with server.connect() as guest:
                try:
                    for _ in range(40):
                        size = rng.randint(0, 140)
                        frame = bytes(rng.choice(b"0123456789WZwze ") if rng.random() < 0.9 else rng.randrange(1, 256) for _ in range(size))
                        guest.send(bytes([rng.choice(letters)]) + frame)
                        if rng.random() < 0.2:
                            guest.send(request(rng.choice([b"W", b"Z"])))
                    guest.sock.sendall(b"M0000")
                except OSError:
                    pass  # the server may close after a good-bye among the noise
        with server.connect() as guest:
            # byte by byte
            for byte in request() + b"\0":
                guest.sock.sendall(bytes([byte]))
            expect(re.match(rb"A.{32}0", guest.frame()), "no acceptance")
            # two messages in one packet
            guest.sock.sendall(b"Chello\0M0000322800\0")
            expect(re.match(rb"M", guest.frame()), "no move")
            guest.ask(b"E01", rb"E0")
        expect(server.process.poll() is None, "the server died")


def main():
    args = arguments(__doc__.splitlines()[0]).parse_args()
    rng = random.Random(args.seed)
    tally = Tally("garbage")
    tally.check("hub, bad lines", lambda: hub_lines(args.damka))
    tally.check("hub, no legal move", lambda: hub_no_moves(args.damka))
    tally.check("hub, noise", lambda: hub_noise(args.damka, rng))
    tally.check("hub, leaving", lambda: hub_leaves(args.damka))
    tally.check("dxp, bad frames", lambda: dxp_frames(args.damka))
    tally.check("dxp, noise", lambda: dxp_noise(args.damka, rng))
    tally.finish()


if __name__ == "__main__":
    main()
