#!/usr/bin/env python3
"""`stop` over Hub is answered by a move, in every game and every time.

How soon depends on the machine's pipes and schedulers as much as on the search, so it is only told; `--most MS` makes
the middle of the measurements a condition, for a machine with nothing else to do.
"""

import re
import statistics
import subprocess
import time

from common import PATIENCE, Tally, Watchdog, arguments, expect

VARIANTS = ["normal", "russian", "turkish"]
STOPS = 15


def measure(damka, variant):
    """The milliseconds between `stop` and `done`, sorted."""
    hub = subprocess.Popen([damka, "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tell(line):
        hub.stdin.write(line + "\n")
        hub.stdin.flush()

    def hear(word):
        for line in hub.stdout:
            if line.split(maxsplit=1)[0:1] == [word]:
                return line.rstrip()
        raise AssertionError(f"damka ended before it said {word}")

    taken = []
    with Watchdog(PATIENCE + STOPS, hub.kill):
        tell("hub")
        hear("wait")
        tell(f"set-param name=variant value={variant}")
        tell("init")
        hear("ready")
        for _ in range(STOPS):
            tell("pos start")
            tell("level infinite")
            tell("go analyze")
            hear("info")
            time.sleep(0.05)
            began = time.perf_counter()
            tell("stop")
            done = hear("done")
            taken.append(1000 * (time.perf_counter() - began))
            expect(re.match(r"done move=\d+-\d+", done), f"{done!r} is no move")
        tell("quit")
        expect(hub.wait(timeout=PATIENCE) == 0, f"exit code {hub.returncode}")
    return sorted(taken)


def soon(damka, variant, most):
    taken = measure(damka, variant)
    middle = statistics.median(taken)
    expect(most is None or middle <= most, f"stop takes {middle:.1f} ms")
    return f"in {middle:.1f} ms, at worst {taken[-1]:.1f} ms"


def main():
    parser = arguments(__doc__.splitlines()[0])
    parser.add_argument("--most", type=float, metavar="MS", help="fail if the middle of the times is longer")
    args = parser.parse_args()
    tally = Tally("stop")
    for variant in VARIANTS:
        tally.check(variant, lambda: soon(args.damka, variant, args.most))
    tally.finish()


if __name__ == "__main__":
    main()
