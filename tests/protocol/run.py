#!/usr/bin/env python3
"""Runs all protocol tests against a damka command: `tests/protocol/run.py target/release/damka`.

Makes a virtual environment with pydraughts beside the build output once (or where DAMKA_PROTOCOL_VENV says).
"""

import os
import subprocess
import sys
import venv

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
REQUIREMENT = "pydraughts==0.6.7"


def python():
    """The Python of the environment, made and filled if it is not there."""
    folder = os.environ.get("DAMKA_PROTOCOL_VENV") or os.path.join(ROOT, "target", "protocol-venv")
    found = os.path.join(folder, "Scripts" if os.name == "nt" else "bin", "python")
    ready = os.path.exists(found) and subprocess.run([found, "-c", "import draughts"], capture_output=True).returncode == 0
    if not ready:
        print(f"installing {REQUIREMENT}", flush=True)
        venv.create(folder, with_pip=True)
        subprocess.run([found, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", REQUIREMENT], check=True)
    return found


def main():
    if len(sys.argv) < 2:
        sys.exit(f"usage: {sys.argv[0]} DAMKA")
    damka = os.path.abspath(sys.argv[1])
    interpreter = python()
    scripts = ["garbage.py", "stop.py", "hub_games.py", "dxp_game.py"]
    failed = [name for name in scripts if subprocess.run([interpreter, os.path.join(HERE, name), damka]).returncode]
    sys.exit(f"protocol tests failed: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
