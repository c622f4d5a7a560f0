#!/usr/bin/env python3
"""Compares the speed of damka with other packages, all in one run on one machine; prints a table for the guides.

    bindings/speed.py --damka PYTHON --py-draughts PYTHON --pydraughts PYTHON
    bindings/speed.py --node DIR        a project with damka and rapid-draughts installed

Both other Python packages are called `draughts`, so each needs an environment of its own. Every figure is processor time, the best of five
runs (one, where a run takes seconds).
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

# Middle games by their FENs, and how deep the counting goes.
GAMES = {
    "russian": ("W:Wb4,f4,c3,e3,b2,d2,f2,c1,g1:Bh8,c7,e7,b6,d6,f6,h6,a5,e5", 6),
    "international": ("W:W16,24,25,28,32,36,37,40,42,43,44,45,46,47,48,49,50:B1,3,4,5,6,7,8,9,13,14,15", 4),
}
THEIRS = {"russian": "RussianBoard", "international": "StandardBoard"}


def count(board, left, legal_moves):
    """Leaves of the tree of moves, by playing them and taking them back."""
    moves = legal_moves()
    if left == 1:
        return len(moves)
    total = 0
    for move in moves:
        board.push(move)
        total += count(board, left - 1, legal_moves)
        board.pop()
    return total


def damka_one(variant, fen, depth):
    import damka

    board = damka.Board(variant, fen)

    return {
        "legal moves": lambda: len(board.legal_moves),
        "perft by push and pop": lambda: count(board, depth, lambda: board.legal_moves),
        "perft": lambda: board.perft(depth),
    }


def py_draughts_one(variant, fen, depth):
    import draughts

    board = getattr(draughts, THEIRS[variant]).from_fen(fen)

    return {"legal moves": lambda: len(board.legal_moves), "perft by push and pop": lambda: count(board, depth, lambda: board.legal_moves)}


def pydraughts_one(variant, fen, depth):
    from draughts import Board

    board = Board(variant="standard" if variant == "international" else variant, fen=fen)

    return {"legal moves": lambda: len(board.legal_moves()), "perft by push and pop": lambda: count(board, depth, board.legal_moves)}


ONE = {"damka": damka_one, "py-draughts": py_draughts_one, "pydraughts": pydraughts_one}


def measure(name):
    """Seconds for every row of one package, best of five, and what it counted."""
    found = {}
    for variant, (fen, depth) in GAMES.items():
        for row, run in ONE[name](variant, fen, depth).items():
            calls, counted = 1, run()
            while True:
                begun = time.process_time()
                for _ in range(calls):
                    run()
                spent = time.process_time() - begun
                if spent > 0.02:
                    break
                calls *= 4
            best = spent / calls
            for _ in range(4 if spent < 2 else 0):
                begun = time.process_time()
                for _ in range(calls):
                    run()
                best = min(best, (time.process_time() - begun) / calls)
            found[f"{row}, {variant}" + ("" if row == "legal moves" else f" {depth}")] = [best, counted]
    return found


def shown(seconds):
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def table(results):
    first, *others = results
    print(f"| | {first} | " + " | ".join(f"{other} | times" for other in others) + " |")
    print("|---" * (2 + 2 * len(others)) + "|")
    for row, (seconds, counted) in results[first].items():
        cells = [shown(seconds)]
        for other in others:
            # Their own rows, and where somebody has no built-in count, counting by hand.
            theirs = results[other].get(row) or results[other].get(row.replace("perft,", "perft by push and pop,"))
            if theirs is None:
                cells += ["", ""]
                continue
            note = "" if theirs[1] == counted else f" (counts {theirs[1]}, not {counted})"
            cells += [shown(theirs[0]) + note, f"{theirs[0] / seconds:.3g}"]
        print(f"| {row} | " + " | ".join(cells) + " |")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--one", choices=ONE)
    arguments.add_argument("--node", type=Path)
    for name in ONE:
        arguments.add_argument(f"--{name}", metavar="PYTHON")
    given = arguments.parse_args()
    if given.one:
        print(json.dumps(measure(given.one)))
        return
    if given.node:
        script = Path(__file__).with_name("speed.mjs")
        # Beside the packages it imports.
        copy = given.node / "speed.mjs"
        copy.write_text(script.read_text(encoding="utf-8"), encoding="utf-8")
        out = subprocess.run(["node", copy.name], cwd=given.node, check=True, capture_output=True, text=True).stdout
        table(json.loads(out))
        return
    results = {}
    for name in ONE:
        python = getattr(given, name.replace("-", "_"))
        if python:
            out = subprocess.run([python, __file__, "--one", name], check=True, capture_output=True, text=True).stdout
            results[name] = json.loads(out)
    table(results)


if __name__ == "__main__":
    sys.exit(main())
