"""Starts MiniStack with patches, so that the templates need no changes for it.

MiniStack's variables configure it (GATEWAY_PORT, PERSIST_STATE, STATE_DIR and others). `patches.py` contains the patches for
differences from AWS, `limits.py` those for limits of AWS, `speedups.py` those for speed, `mqtt.py` those for the message
broker, and `private_api.py` the private names that they replace. If AUTH is true, MiniStack verifies signatures and enforces
policies, with the patches of `authorization.py`. If LARDER_RECORD_CALLS is set, `recording.py` writes the calls of functions
to that file. If LARDER_INJECT_FAULTS is set, `faults.py` injects faults into these calls.
"""

import os
import sys
from pathlib import Path

import authorization
import faults
import limits
import mqtt
import patches
import private_api
import recording
import signers
import speedups


def main() -> None:
    errors = private_api.errors()
    if errors:
        sys.exit("The emulator's launcher is not compatible with this version of MiniStack:\n  " + "\n  ".join(errors))
    patches.apply_all()
    limits.apply()
    speedups.apply()
    mqtt.apply()
    if authorization.is_enforced():
        authorization.apply()
    # Functions inherit the environment. They do not need the variables.
    file, injects = os.environ.pop(recording.VARIABLE, ""), os.environ.pop(faults.VARIABLE, "")
    if file or injects:
        known = signers.Signers()
        signers.identify_functions(known)
        # Recorded first, so that a call without a response is recorded as well.
        if injects:
            faults.start(known)
        if file:
            recording.start(Path(file), known)

    import ministack.app

    sys.argv = ["ministack"]
    ministack.app.main()


if __name__ == "__main__":
    main()
