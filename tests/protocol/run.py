#!/usr/bin/env python3
"""Runs all protocol tests against a damka command: `tests/protocol/run.py target/release/damka`.

Makes virtual environments with the clients beside the build output once (or where DAMKA_PROTOCOL_VENV says).
"""

import os
import subprocess
import sys
import venv

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# Each script with the client it needs: `None` is Python alone.
SCRIPTS = {
    "garbage.py": None,
    "stop.py": None,
    "hub_games.py": "pydraughts==0.6.7",
    "dxp_game.py": "pydraughts==0.6.7",
    "lidraughts_bot.py": "pydraughts==0.5.7",
}


def python(requirement):
    """The Python of an environment with this client, made and filled if it is not there."""
    if requirement is None:
        return sys.executable
    base = os.environ.get("DAMKA_PROTOCOL_VENV") or os.path.join(ROOT, "target", "protocol-venv")
    folder = os.path.join(base, requirement)
    found = os.path.join(folder, "Scripts" if os.name == "nt" else "bin", "python")
    ready = os.path.exists(found) and subprocess.run([found, "-c", "import draughts"], capture_output=True).returncode == 0
    if not ready:
        print(f"installing {requirement}", flush=True)
        venv.create(folder, with_pip=True)
        subprocess.run([found, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement], check=True)
    return found


def main():
    if len(sys.argv) < 2:
        sys.exit(f"usage: {sys.argv[0]} DAMKA")
    damka = os.path.abspath(sys.argv[1])
    failed = []
    for name, requirement in SCRIPTS.items():
        if subprocess.run([python(requirement), os.path.join(HERE, name), damka]).returncode:
            failed.append(name)
    sys.exit(f"protocol tests failed: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    main()
