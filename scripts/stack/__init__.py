"""The modules behind ./scripts/up, down, deploy and function-env. Modules that call AWS run in the tools' virtual
environment.

Every command imports this package before its other modules, so a Python version that cannot run them is rejected here.
"""

import sys

if sys.version_info < (3, 11):
    sys.exit("Larder's commands require Python 3.11 or newer, but this is %d.%d" % sys.version_info[:2])
