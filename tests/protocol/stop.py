#!/usr/bin/env python3
"""How soon `stop` is answered over Hub: at best within 5 ms, from the line written to the line read.

A search looks up every thousand positions; the rest is the machine's pipes and schedulers. So the middle of many
measurements counts, and the worst is only told.
"""

import statistics
import subprocess
import time

from common import Tally, arguments, expect

VARIANTS = ["normal", "russian", "turkish"]
STOPS = 15
MOST = 0.005


def measure(damka, variant):
    """The seconds between `stop` and `done`, sorted."""
    hub = subprocess.Popen([damka, "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tell(line):
        hub.stdin.write(line + "\n")
        hub.stdin.flush()

    def hear(word):
        for line in hub.stdout:
            if line.split(maxsplit=1)[0:1] == [word]:
                return
        raise AssertionError(f"damka ended before it said {word}")

    tell("hub")
    hear("wait")
    tell(f"set-param name=variant value={variant}")
    tell("init")
    hear("ready")
    taken = []
    for _ in range(STOPS):
        tell("pos start")
        tell("level infinite")
        tell("go analyze")
        time.sleep(0.1)
        began = time.perf_counter()
        tell("stop")
        hear("done")
        taken.append(time.perf_counter() - began)
    tell("quit")
    hub.wait(timeout=10)
    return sorted(taken)


def soon(damka, variant):
    taken = measure(damka, variant)
    middle = statistics.median(taken)
    expect(middle <= MOST, f"stop takes {middle * 1000:.1f} ms")
    return f"in {middle * 1000:.1f} ms, at worst {taken[-1] * 1000:.1f} ms"


def main():
    args = arguments(__doc__.splitlines()[0]).parse_args()
    tally = Tally("stop")
    for variant in VARIANTS:
        tally.check(variant, lambda: soon(args.damka, variant))
    tally.finish()


if __name__ == "__main__":
    main()
