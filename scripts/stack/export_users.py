"""./scripts/export: exports the users of the user pool to a file (docs/recovery.md)."""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

from stack import settings, user_pool
from stack.deployed import Deployed, aws_of
from stack.entry import guarded
from stack.progress import Stop, step


def main() -> None:
    arguments = _arguments()
    aws = aws_of(arguments.environment)
    pool = Deployed(aws, settings.read(arguments.environment)).outputs()["UserPoolId"]
    cognito = aws.client("cognito-idp")
    with step(f"Reading the users of {pool}") as current:
        exported = list(user_pool.users(cognito, pool))
        groups = user_pool.group_names(cognito, pool)
        current.result = f"{len(exported)} users, {len(groups)} groups"
    write(arguments.file, user_pool.to_json(pool, exported, groups))
    print(f"{arguments.file} contains personal data. Store it encrypted, and delete it when it is no longer needed.")
    print("Passwords and MFA secrets cannot be exported. After an import, users set them again.")


def write(file: Path, content: dict[str, Any]) -> None:
    """Writes a new file that only its owner can read."""
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Stop(f"{file} exists. Choose another name") from None
    with os.fdopen(descriptor, "w") as output:
        json.dump(content, output, indent=2, sort_keys=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./scripts/export",
        description="Exports the users of the user pool with their attributes, groups and states. Passwords and MFA "
        "secrets cannot be exported.",
    )
    parser.add_argument("file", type=Path, help="a new file")
    parser.add_argument("--environment", choices=("local", "dev", "prod"), default="local", help="default: the local stack")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(guarded(main))
