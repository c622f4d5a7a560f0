"""What the protocol tests share: deadlines, and a tally of what passed."""

import argparse
import os
import sys
import threading
import time

# Only a hang waits so long, however busy the machine is.
PATIENCE = 60


class Watchdog:
    """Ends a process that makes its client wait too long, so that a hang becomes a failure."""

    def __init__(self, seconds, kill):
        self.fired = False
        self._kill = kill
        self._timer = threading.Timer(seconds, self._fire)
        self._timer.daemon = True

    def _fire(self):
        self.fired = True
        self._kill()

    def __enter__(self):
        self._timer.start()
        return self

    def __exit__(self, *_):
        self._timer.cancel()


class Tally:
    """Runs checks one by one and remembers which failed."""

    def __init__(self, title):
        self.title = title
        self.passed = 0
        self.failed = []

    def check(self, name, run):
        began = time.monotonic()
        try:
            note = run() or ""
        except Exception as error:  # any failure of one check must not hide the others
            self.failed.append(name)
            print(f"FAIL {self.title}: {name}: {type(error).__name__}: {error}", flush=True)
        else:
            self.passed += 1
            print(f"ok   {self.title}: {name} {note} [{time.monotonic() - began:.1f} s]", flush=True)

    def finish(self):
        print(f"{self.title}: {self.passed} passed, {len(self.failed)} failed", flush=True)
        # Threads of a client that lost its engine may never end: do not wait for them.
        sys.stdout.flush()
        os._exit(1 if self.failed else 0)


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("damka", type=os.path.abspath, help="the damka command to test")
    parser.add_argument("--seed", type=int, default=1, help="for the random opponent")
    return parser


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


def eventually(condition, message):
    """Waits for something that has to come true, but whose time is not ours to set."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        expect(time.monotonic() < deadline, message() if callable(message) else message)
        time.sleep(0.02)


def between(start, end):
    """The squares that a straight move on a board of eight full rows passes, square 1 first."""
    (y0, x0), (y1, x1) = divmod(start - 1, 8), divmod(end - 1, 8)
    step = 8 * ((y1 > y0) - (y1 < y0)) + (x1 > x0) - (x1 < x0)
    return range(start + step, end, step)
