"""Starts MiniStack with patches, so that the templates need no changes for it.

MiniStack's variables configure it (GATEWAY_PORT, PERSIST_STATE, STATE_DIR and others). `patches.py` contains the patches for
differences from AWS, `speedups.py` those for speed, and `private_api.py` the private names that they replace. If
LARDER_RECORD_CALLS is set, `recording.py` writes the calls of functions to that file.
"""

import os
import sys
from pathlib import Path

import patches
import private_api
import recording
import speedups


def main() -> None:
    errors = private_api.errors()
    if errors:
        sys.exit("The emulator's launcher is not compatible with this version of MiniStack:\n  " + "\n  ".join(errors))
    patches.apply_all()
    speedups.apply()
    # Functions inherit the environment. They do not need the variable.
    if file := os.environ.pop(recording.VARIABLE, ""):
        recording.start(Path(file))

    import ministack.app

    sys.argv = ["ministack"]
    ministack.app.main()


if __name__ == "__main__":
    main()
