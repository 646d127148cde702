"""Exports the users of a user pool, creates them in another pool, and deletes the data of a user.

Cognito does not export passwords, MFA secrets and sessions. A created user has a new id, so the items that are stored by the
old id are moved to the new one.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any

from stack.progress import Stop

# The version of the export file.
FORMAT = 1
# Cognito writes this attribute itself.
_ID = "sub"
# The tables with one item for each user id.
TABLES_BY_USER = ("Permissions", "Preferences")
# The guard item that lists the ids of administrators (shared/src/permissions.rs).
_MANAGERS, _MANAGE_PERMISSIONS = "#managers", "ManagePermissions"
# The time that a token stays valid.
TOKEN_LIFETIME = timedelta(hours=1)
_DELETE_BATCH = 25


@dataclass(frozen=True)
class User:
    """A user of the pool."""

    id: str
    email: str
    enabled: bool
    # Cognito's status, such as CONFIRMED or FORCE_CHANGE_PASSWORD.
    status: str
    attributes: dict[str, str]
    groups: list[str] = field(default_factory=list)


def users(cognito: Any, pool: str) -> Iterator[User]:
    """The users of a pool with their groups."""
    groups: dict[str, list[str]] = {}
    for group in group_names(cognito, pool):
        for page in cognito.get_paginator("list_users_in_group").paginate(UserPoolId=pool, GroupName=group):
            for user in page["Users"]:
                groups.setdefault(user["Username"], []).append(group)
    for page in cognito.get_paginator("list_users").paginate(UserPoolId=pool):
        for user in page["Users"]:
            attributes = {attribute["Name"]: attribute["Value"] for attribute in user.get("Attributes", [])}
            yield User(
                id=attributes.pop(_ID),
                email=attributes["email"],
                enabled=user["Enabled"],
                status=user["UserStatus"],
                attributes=attributes,
                groups=sorted(groups.get(user["Username"], [])),
            )


def group_names(cognito: Any, pool: str) -> list[str]:
    pages = cognito.get_paginator("list_groups").paginate(UserPoolId=pool)
    return sorted(group["GroupName"] for page in pages for group in page["Groups"])


def to_json(pool: str, exported: list[User], groups: list[str]) -> dict[str, Any]:
    """The content of an export file."""
    now = datetime.now(timezone.utc).isoformat(timespec="seconds")
    return {"format": FORMAT, "userPool": pool, "exportedAt": now, "groups": groups, "users": [asdict(user) for user in exported]}


def from_json(content: dict[str, Any]) -> tuple[list[User], list[str]]:
    """The users and groups of an export file."""
    if content.get("format") != FORMAT:
        raise Stop(f"The file is not an export of format {FORMAT}")
    return [User(**user) for user in content["users"]], content["groups"]


def create(cognito: Any, pool: str, user: User, *, invite: bool) -> str:
    """Creates a user with the attributes, groups and state of an export. Returns the new id. With `invite`, Cognito e-mails
    a temporary password to an enabled user."""
    response = cognito.admin_create_user(
        UserPoolId=pool,
        Username=user.email,
        UserAttributes=[{"Name": name, "Value": value} for name, value in user.attributes.items()],
        **({"DesiredDeliveryMediums": ["EMAIL"]} if invite and user.enabled else {"MessageAction": "SUPPRESS"}),
    )
    for group in user.groups:
        cognito.admin_add_user_to_group(UserPoolId=pool, Username=user.email, GroupName=group)
    if not user.enabled:
        cognito.admin_disable_user(UserPoolId=pool, Username=user.email)
    return next(attribute["Value"] for attribute in response["User"]["Attributes"] if attribute["Name"] == _ID)


def create_groups(cognito: Any, pool: str, names: list[str]) -> int:
    """Creates the missing groups. Returns their number."""
    missing = set(names) - set(group_names(cognito, pool))
    for name in sorted(missing):
        cognito.create_group(UserPoolId=pool, GroupName=name)
    return len(missing)


def move_items(dynamodb: Any, tables: dict[str, str], old: str, new: str) -> list[str]:
    """Moves the items of a user to a new id, each in one transaction. Returns the moved tables. A table is skipped if the
    old item does not exist or the new one exists. `tables` has the physical name of each table of `TABLES_BY_USER`."""
    moved = []
    for name in TABLES_BY_USER:
        table = tables[name]
        item = dynamodb.get_item(TableName=table, Key=_key(old), ConsistentRead=True).get("Item")
        if item is None or "Item" in dynamodb.get_item(TableName=table, Key=_key(new), ConsistentRead=True):
            continue
        actions: list[dict[str, Any]] = [
            {"Put": {"TableName": table, "Item": item | _key(new), **_condition("attribute_not_exists(#user)")}},
            {"Delete": {"TableName": table, "Key": _key(old), **_condition("attribute_exists(#user)")}},
        ]
        if name == "Permissions" and _MANAGE_PERMISSIONS in item.get("actions", {}).get("SS", []):
            actions += _manager_changes(dynamodb, table, old, None if "disabled" in item else new)
        dynamodb.transact_write_items(TransactItems=actions)
        moved.append(name)
    return moved


def _manager_changes(dynamodb: Any, table: str, old: str, new: str | None) -> list[dict[str, Any]]:
    """Replaces a holder in the guard item. One update cannot add to and delete from the same set."""
    stored = dynamodb.get_item(TableName=table, Key=_key(_MANAGERS), ConsistentRead=True).get("Item", {})
    before = stored.get("holders", {}).get("SS", [])
    after = sorted((set(before) - {old}) | ({new} if new else set()))
    if sorted(before) == after:
        return []
    values: dict[str, Any] = ({":before": {"SS": before}} if before else {}) | ({":after": {"SS": after}} if after else {})
    return [
        {
            "Update": {
                "TableName": table,
                "Key": _key(_MANAGERS),
                "UpdateExpression": "SET #holders = :after" if after else "REMOVE #holders",
                "ConditionExpression": "#holders = :before" if before else "attribute_not_exists(#holders)",
                "ExpressionAttributeNames": {"#holders": "holders"},
                "ExpressionAttributeValues": values,
            }
        }
    ]


def find(cognito: Any, pool: str, email: str) -> dict[str, Any] | None:
    """The account with this e-mail address, as Cognito returns it."""
    try:
        return cognito.admin_get_user(UserPoolId=pool, Username=email)
    except cognito.exceptions.UserNotFoundException:
        return None


def forget_errors(account: dict[str, Any], now: datetime) -> list[str]:
    """The reasons why the data of an account cannot be deleted yet, as messages."""
    if account["Enabled"]:
        return ["The account is enabled. Disable it first on the page User Permissions, which rejects its tokens"]
    if now - account["UserLastModifiedDate"] < TOKEN_LIFETIME:
        # The permission record of a disabled account rejects its tokens. It is deleted only after they expired.
        return ["The account was changed within the last hour, so its tokens can still be valid. Repeat the command later"]
    return []


def id_of(account: dict[str, Any]) -> str:
    return next(attribute["Value"] for attribute in account["UserAttributes"] if attribute["Name"] == _ID)


def stored_keys(dynamodb: Any, tables: dict[str, str], user: str, email: str) -> list[tuple[str, dict[str, Any]]]:
    """The keys of the items that belong to a user alone, with the name of their table."""
    keys: list[tuple[str, dict[str, Any]]] = [(name, _key(user)) for name in TABLES_BY_USER]
    keys.append(("FeatureFlags", {"email": {"S": email}}))
    keys = [
        (name, key)
        for name, key in keys
        if "Item" in dynamodb.get_item(TableName=tables[name], Key=key, ConsistentRead=True)
    ]
    pages = dynamodb.get_paginator("query").paginate(
        TableName=tables["SignIns"],
        KeyConditionExpression="#user = :user",
        ExpressionAttributeNames={"#user": "user"},
        ExpressionAttributeValues={":user": {"S": user}},
        ConsistentRead=True,
    )
    return keys + [("SignIns", {"user": item["user"], "at": item["at"]}) for page in pages for item in page["Items"]]


def delete(dynamodb: Any, tables: dict[str, str], keys: list[tuple[str, dict[str, Any]]]) -> None:
    """Deletes items. Each key has the name of its table."""
    requests = [(tables[name], {"DeleteRequest": {"Key": key}}) for name, key in keys]
    for begin in range(0, len(requests), _DELETE_BATCH):
        batch: dict[str, list[Any]] = {}
        for table, request in requests[begin : begin + _DELETE_BATCH]:
            batch.setdefault(table, []).append(request)
        while batch:
            batch = dynamodb.batch_write_item(RequestItems=batch).get("UnprocessedItems") or {}


def _key(user: str) -> dict[str, Any]:
    return {"user": {"S": user}}


def _condition(expression: str) -> dict[str, Any]:
    return {"ConditionExpression": expression, "ExpressionAttributeNames": {"#user": "user"}}
