"""./scripts/forget: deletes the account of a person who left, and the items that belong to it alone (docs/data-retention.md)."""

import argparse
import sys
from collections import Counter
from datetime import datetime, timezone

from stack import settings, user_pool
from stack.deployed import Deployed, aws_of
from stack.entry import guarded
from stack.progress import Stop, step

TABLES = (*user_pool.TABLES_BY_USER, "FeatureFlags", "SignIns")


def main() -> None:
    arguments = _arguments()
    aws = aws_of(arguments.environment)
    outputs = Deployed(aws, settings.read(arguments.environment)).outputs()
    cognito, dynamodb, pool = aws.client("cognito-idp"), aws.client("dynamodb"), outputs["UserPoolId"]
    tables = {name: outputs[f"{name}Table"] for name in TABLES}
    account = user_pool.find(cognito, pool, arguments.email)
    if account is None:
        raise Stop(f"There is no account {arguments.email}")
    if errors := user_pool.forget_errors(account, datetime.now(timezone.utc)):
        raise Stop("\n".join(errors))
    keys = user_pool.stored_keys(dynamodb, tables, user_pool.id_of(account), arguments.email)
    counts = Counter(name for name, _ in keys)
    print("\n".join(f"{counts[name]:8} items in {name}" for name in TABLES))
    if not arguments.apply:
        print("Nothing was deleted. --apply deletes these items and the account")
        return
    with step("Deleting") as current:
        # The account is last, because the command finds the items by it when it is repeated after an error.
        user_pool.delete(dynamodb, tables, keys)
        cognito.admin_delete_user(UserPoolId=pool, Username=arguments.email)
        current.result = f"{len(keys)} items and the account"
    print("Histories keep the e-mail address: docs/data-retention.md lists them with their retention.")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./scripts/forget",
        description="Deletes a disabled account with its permissions, preferences, feature flags and sign-ins.",
    )
    parser.add_argument("email", help="the e-mail address of the account")
    parser.add_argument("--environment", choices=("local", "dev", "prod"), default="local", help="default: the local stack")
    parser.add_argument("--apply", action="store_true", help="delete the items and the account")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(guarded(main))
