"""./scripts/import: creates the users of an export in the user pool (docs/recovery.md)."""

import argparse
import json
import sys
from pathlib import Path

from stack import settings, user_pool
from stack.deployed import Deployed, aws_of
from stack.entry import guarded
from stack.progress import Stop, step


def main() -> None:
    arguments = _arguments()
    exported, groups = user_pool.from_json(json.loads(arguments.file.read_text()))
    aws = aws_of(arguments.environment)
    outputs = Deployed(aws, settings.read(arguments.environment)).outputs()
    cognito, dynamodb, pool = aws.client("cognito-idp"), aws.client("dynamodb"), outputs["UserPoolId"]
    tables = {name: outputs[f"{name}Table"] for name in user_pool.TABLES_BY_USER}
    with step(f"Reading the users of {pool}") as current:
        ids = {user.email.lower(): user.id for user in user_pool.users(cognito, pool)}
        missing = [user for user in exported if user.email.lower() not in ids]
        current.result = f"{len(missing)} of {len(exported)} users are missing"
    if not arguments.apply:
        print(f"Nothing was written. --apply creates {len(missing)} users")
        return
    with step("Creating the users") as current:
        user_pool.create_groups(cognito, pool, groups)
        for count, user in enumerate(missing):
            try:
                ids[user.email.lower()] = user_pool.create(cognito, pool, user, invite=arguments.invite)
            except (cognito.exceptions.LimitExceededException, cognito.exceptions.CodeDeliveryFailureException) as error:
                raise Stop(
                    f"Cognito created {count} of {len(missing)} users and then rejected {user.email}: {error}\n"
                    "Run the command again when the quota of e-mails allows more. It continues"
                ) from None
        current.result = f"{len(missing)} created"
    with step("Moving permissions and preferences to the new ids") as current:
        moved = sum(len(user_pool.move_items(dynamodb, tables, user.id, ids[user.email.lower()])) for user in exported if user.id != ids[user.email.lower()])
        current.result = f"{moved} items"
    if not arguments.invite:
        print("No invitations were sent. Press Resend invitation on the page User Permissions, or use --invite next time.")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./scripts/import",
        description="Creates the users of an export that the user pool lacks. Existing users are kept as they are.",
    )
    parser.add_argument("file", type=Path, help="a file of ./scripts/export")
    parser.add_argument("--environment", choices=("local", "dev", "prod"), default="local", help="default: the local stack")
    parser.add_argument("--invite", action="store_true", help="e-mail a temporary password to each created user")
    parser.add_argument("--apply", action="store_true", help="create the users")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(guarded(main))
