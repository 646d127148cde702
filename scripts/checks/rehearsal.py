"""Rehearses the recovery of a table and of the user pool on the emulator, with tables and pools that the rehearsal creates.

The emulator restores a table with its present content instead of that at the given time. The rehearsal therefore restores at
the moment that it needs.
"""

import unittest
import uuid
from datetime import datetime, timedelta, timezone
from typing import Any

from stack import restore, user_pool
from stack.deployed import aws_of
from stack.restore import Outcome

# More than a batch of keys, and more than a page of 1 MB.
_ITEMS, _LARGE = 240, "x" * 6_000
# More than a page of Cognito.
_USERS = 65


class RestoreOfATable(unittest.TestCase):
    def setUp(self) -> None:
        self.dynamodb = aws_of("local").client("dynamodb")
        name = f"rehearsal-{uuid.uuid4()}"
        self.dynamodb.create_table(
            TableName=name,
            KeySchema=[{"AttributeName": "day", "KeyType": "HASH"}, {"AttributeName": "stop", "KeyType": "RANGE"}],
            AttributeDefinitions=[{"AttributeName": each, "AttributeType": "S"} for each in ("day", "stop")],
            BillingMode="PAY_PER_REQUEST",
        )
        self.dynamodb.update_time_to_live(
            TableName=name, TimeToLiveSpecification={"Enabled": True, "AttributeName": "expiresAt"}
        )
        self.table = restore.describe(self.dynamodb, name)
        self.names = [name]
        self.moment = datetime.now(timezone.utc)
        for number in range(_ITEMS):
            self.put(number, "before", 1)

    def tearDown(self) -> None:
        for name in self.names:
            self.dynamodb.delete_table(TableName=name)

    def key(self, number: int) -> dict[str, Any]:
        return {"day": {"S": "2026-11-20"}, "stop": {"S": f"{number:04}"}}

    def put(self, number: int, state: str, version: int, **more: Any) -> None:
        item = self.key(number) | {"state": {"S": state}, "version": {"N": str(version)}, "text": {"S": _LARGE}} | more
        self.dynamodb.put_item(TableName=self.table.name, Item=item)

    def get(self, number: int) -> tuple[str, int] | None:
        item = self.dynamodb.get_item(TableName=self.table.name, Key=self.key(number), ConsistentRead=True).get("Item")
        return (item["state"]["S"], int(item["version"]["N"])) if item else None

    def delete(self, number: int) -> None:
        self.dynamodb.delete_item(TableName=self.table.name, Key=self.key(number))

    def copy(self) -> str:
        """Restores the present state as a new table."""
        self.moment += timedelta(seconds=1)
        self.names.append(restore.restored(self.dynamodb, self.table, self.moment))
        return self.names[-1]

    def test_damaged_items_are_restored_and_later_writes_are_kept(self) -> None:
        before = self.copy()
        for number in (1, 2, 3):
            self.delete(number)
        for number in (4, 5, 6, 230):
            self.put(number, "damaged", 2, damage={"BOOL": True})
        after = self.copy()
        self.put(3, "created again", 1)
        self.put(6, "corrected", 3)
        self.put(7, "edited later", 2)
        self.delete(8)
        self.put(_ITEMS, "new", 1)

        report, restorable = restore.compare_tables(self.dynamodb, self.table, before, after)
        self.assertEqual(report.counts[Outcome.DELETED], 2)
        self.assertEqual(report.counts[Outcome.CHANGED], 3)
        self.assertEqual(report.counts[Outcome.LATER], 4)
        self.assertEqual(report.counts[Outcome.UNCHANGED], _ITEMS - 9)
        self.assertEqual(self.get(1), None)

        # A write between the comparison and the restore.
        self.put(5, "edited after it", 3)
        self.assertEqual(restore.apply(self.dynamodb, self.table, restorable), len(restorable) - 1)
        self.assertEqual([self.get(number) for number in (1, 2)], [("before", 1)] * 2)
        # The version is above that of the damaged item.
        self.assertEqual([self.get(number) for number in (4, 230)], [("before", 3)] * 2)
        kept = {3: "created again", 5: "edited after it", 6: "corrected", 7: "edited later", _ITEMS: "new"}
        self.assertEqual({number: self.get(number)[0] for number in kept}, kept)
        self.assertEqual(self.get(8), None)
        self.assertNotIn("damage", self.dynamodb.get_item(TableName=self.table.name, Key=self.key(4))["Item"])

        # A second run restores nothing: restored items differ from both tables only by their version.
        report, again = restore.compare_tables(self.dynamodb, self.table, before, after)
        self.assertEqual(again, [])

    def test_without_the_end_of_the_damage_only_deleted_items_are_restored(self) -> None:
        self.put(9, "before", 1, expiresAt={"N": "1"})
        before = self.copy()
        self.delete(1)
        self.delete(9)
        self.put(2, "damaged", 2)
        report, restorable = restore.compare_tables(self.dynamodb, self.table, before, None)
        self.assertEqual([self.table.key_of(each.before) for each in restorable], [self.key(1)])
        self.assertEqual((report.counts[Outcome.LATER], report.counts[Outcome.EXPIRED]), (1, 1))
        _, restorable = restore.compare_tables(self.dynamodb, self.table, before, None, overwrite=True)
        self.assertEqual(restore.apply(self.dynamodb, self.table, restorable), 2)
        self.assertEqual(self.get(2), ("before", 3))

    def test_a_repeated_restore_uses_the_same_table(self) -> None:
        copy = self.copy()
        self.assertEqual(restore.restored(self.dynamodb, self.table, self.moment), copy)


class ExportAndImportOfTheUserPool(unittest.TestCase):
    def setUp(self) -> None:
        aws = aws_of("local")
        self.cognito, self.dynamodb = aws.client("cognito-idp"), aws.client("dynamodb")
        self.pools = [self.pool(), self.pool()]
        run = uuid.uuid4()
        self.tables = {name: f"rehearsal-{name}-{run}" for name in (*user_pool.TABLES_BY_USER, "FeatureFlags", "SignIns")}
        for name, table in self.tables.items():
            key = {"FeatureFlags": ["email"], "SignIns": ["user", "at"]}.get(name, ["user"])
            self.dynamodb.create_table(
                TableName=table,
                KeySchema=[{"AttributeName": part, "KeyType": kind} for part, kind in zip(key, ("HASH", "RANGE"))],
                AttributeDefinitions=[{"AttributeName": part, "AttributeType": "S"} for part in key],
                BillingMode="PAY_PER_REQUEST",
            )

    def tearDown(self) -> None:
        for table in self.tables.values():
            self.dynamodb.delete_table(TableName=table)
        for pool in self.pools:
            self.cognito.delete_user_pool(UserPoolId=pool)

    def pool(self) -> str:
        response = self.cognito.create_user_pool(
            PoolName="rehearsal", UsernameAttributes=["email"], UsernameConfiguration={"CaseSensitive": False}
        )
        return response["UserPool"]["Id"]

    def user(self, email: str, name: str, *, enabled: bool = True, groups: list[str] | None = None) -> user_pool.User:
        attributes = {"email": email, "email_verified": "true", "name": name}
        user = user_pool.User("", email, enabled, "", attributes, groups or [])
        identity = user_pool.create(self.cognito, self.pools[0], user, invite=False)
        return user_pool.User(identity, email, enabled, "FORCE_CHANGE_PASSWORD", attributes, groups or [])

    def put(self, table: str, **item: dict[str, Any]) -> None:
        self.dynamodb.put_item(TableName=self.tables[table], Item=item)

    def items(self, table: str) -> list[dict[str, Any]]:
        return self.dynamodb.scan(TableName=self.tables[table], ConsistentRead=True)["Items"]

    def test_users_get_their_attributes_groups_states_and_permissions(self) -> None:
        source, target = self.pools
        user_pool.create_groups(self.cognito, source, ["night-shift"])
        ada = self.user("ada@rehearsal.example", "Ada", groups=["night-shift"])
        noah = self.user("noah@rehearsal.example", "Noah", enabled=False)
        for number in range(_USERS - 2):
            self.user(f"user-{number}@rehearsal.example", f"User {number}")
        self.put("Permissions", user={"S": ada.id}, email={"S": ada.email}, actions={"SS": ["ManagePermissions"]})
        self.put("Permissions", user={"S": "#managers"}, holders={"SS": [ada.id, "another"]})
        self.put("Preferences", user={"S": ada.id}, version={"N": "1"})

        exported, groups = user_pool.from_json(
            user_pool.to_json(source, list(user_pool.users(self.cognito, source)), user_pool.group_names(self.cognito, source))
        )
        self.assertEqual(len(exported), _USERS)
        self.assertEqual(user_pool.create_groups(self.cognito, target, groups), 1)
        ids = {user.email: user_pool.create(self.cognito, target, user, invite=False) for user in exported}
        for user in exported:
            user_pool.move_items(self.dynamodb, self.tables, user.id, ids[user.email])

        imported = {user.email: user for user in user_pool.users(self.cognito, target)}
        self.assertEqual(len(imported), _USERS)
        for expected in (ada, noah):
            actual = imported[expected.email]
            self.assertEqual((actual.attributes, actual.groups, actual.enabled), (expected.attributes, expected.groups, expected.enabled))
        new = imported[ada.email].id
        self.assertNotEqual(new, ada.id)
        permissions = {item["user"]["S"]: item for item in self.items("Permissions")}
        self.assertEqual(set(permissions), {new, "#managers"})
        self.assertEqual(permissions[new]["actions"], {"SS": ["ManagePermissions"]})
        self.assertEqual(set(permissions["#managers"]["holders"]["SS"]), {new, "another"})
        self.assertEqual([item["user"]["S"] for item in self.items("Preferences")], [new])
        # A second run changes nothing.
        self.assertEqual(user_pool.move_items(self.dynamodb, self.tables, ada.id, new), [])

    def test_forgetting_a_user_deletes_all_items_of_that_user_and_no_others(self) -> None:
        for email in ("gone@rehearsal.example", "stays@rehearsal.example"):
            user = self.user(email, "Name", enabled=False)
            self.put("Permissions", user={"S": user.id}, email={"S": email})
            self.put("Preferences", user={"S": user.id})
            self.put("FeatureFlags", email={"S": email})
            for number in range(30):
                self.put("SignIns", user={"S": user.id}, at={"S": f"2026-11-{number:02}"})
        account = user_pool.find(self.cognito, self.pools[0], "gone@rehearsal.example")
        keys = user_pool.stored_keys(self.dynamodb, self.tables, user_pool.id_of(account), "gone@rehearsal.example")
        self.assertEqual(len(keys), 33)
        user_pool.delete(self.dynamodb, self.tables, keys)
        self.assertEqual({name: len(self.items(name)) for name in self.tables}, {"Permissions": 1, "Preferences": 1, "FeatureFlags": 1, "SignIns": 30})
        self.assertIsNone(user_pool.find(self.cognito, self.pools[0], "missing@rehearsal.example"))


if __name__ == "__main__":
    unittest.main()
