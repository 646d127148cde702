"""Starts MiniStack with its gaps closed, so that the templates can stay those of AWS.

Configured by MiniStack's own variables (GATEWAY_PORT, PERSIST_STATE, STATE_DIR ...). What is closed and why is in
`gaps.py`, what is made quicker in `pace.py`; the private names of MiniStack that these lean on are in `seams.py`.
"""

import sys

import gaps
import pace
import seams


def main() -> None:
    broken = seams.broken()
    if broken:
        sys.exit("The emulator's launcher does not fit this version of MiniStack:\n  " + "\n  ".join(broken))
    gaps.close_all()
    pace.quicken()

    import ministack.app

    sys.argv = ["ministack"]
    ministack.app.main()


if __name__ == "__main__":
    main()
