"""Tests of the comparison with an earlier release."""

import copy
import unittest
from typing import Any

from stack import release
from stack.progress import Stop
from stack.release import Release

_TABLE = {
    "Type": "AWS::DynamoDB::Table",
    "Properties": {
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
        "GlobalSecondaryIndexes": [{"IndexName": "byDay", "KeySchema": [], "Projection": {"ProjectionType": "ALL"}}],
    },
}
_FUNCTION = {
    "Type": "AWS::Serverless::Function",
    "Properties": {
        "FunctionName": {"Fn::Sub": "larder-${Environment}-orders"},
        "Policies": [{"Statement": [{"Resource": {"Fn::Sub": "${Tables}/${OrdersTable}/index/byDay"}}]}],
    },
}


def _templates() -> dict[str, Any]:
    return copy.deepcopy(
        {
            "template.yaml": {
                "Resources": {
                    "Data": {
                        "Type": "AWS::Serverless::Application",
                        "Properties": {"Location": "infra/data.yaml", "Parameters": {"Name": "larder"}},
                    },
                }
            },
            "infra/data.yaml": {
                "Resources": {
                    "OrdersTable": _TABLE,
                    "OrdersFunction": _FUNCTION,
                    "Logs": {"Type": "AWS::Logs::LogGroup", "Properties": {"LogGroupName": {"Ref": "Name"}, "RetentionInDays": 14}},
                }
            },
        }
    )


class Templates(unittest.TestCase):
    def setUp(self) -> None:
        self.before, self.after = _templates(), _templates()
        self.resources = self.after["infra/data.yaml"]["Resources"]
        self.table = self.resources["OrdersTable"]["Properties"]

    def findings(self) -> list[str]:
        return list(release.template_findings(self.before, self.after))

    def add_index(self, name: str) -> None:
        self.table["GlobalSecondaryIndexes"].append({"IndexName": name, "KeySchema": [], "Projection": {"ProjectionType": "ALL"}})

    def test_accepts_an_unchanged_release_and_new_resources(self) -> None:
        self.assertEqual(self.findings(), [])
        self.resources["NewTable"] = copy.deepcopy(_TABLE)
        self.resources["Logs"]["Properties"]["RetentionInDays"] = 90
        self.assertEqual(self.findings(), [])

    def test_rejects_a_replacement_by_the_properties_that_the_provider_names(self) -> None:
        self.table["TableName"] = "orders"
        self.assertEqual(self.findings(), ["infra/data.yaml: OrdersTable is replaced, because TableName changes"])

    def test_rejects_another_key_schema(self) -> None:
        self.table["KeySchema"] = [{"AttributeName": "uuid", "KeyType": "HASH"}]
        self.assertEqual(self.findings(), ["infra/data.yaml: OrdersTable is replaced, because KeySchema changes"])

    def test_rejects_another_name_of_a_function(self) -> None:
        self.resources["OrdersFunction"]["Properties"]["FunctionName"] = {"Fn::Sub": "larder-${Environment}-all-orders"}
        self.assertEqual(self.findings(), ["infra/data.yaml: OrdersFunction is replaced, because FunctionName changes"])

    def test_rejects_a_replacement_by_the_value_of_a_parameter(self) -> None:
        self.after["template.yaml"]["Resources"]["Data"]["Properties"]["Parameters"]["Name"] = "other"
        self.assertEqual(self.findings(), ["infra/data.yaml: Logs is replaced, because LogGroupName changes"])

    def test_rejects_the_removal_of_data_but_not_of_other_resources(self) -> None:
        del self.resources["Logs"]
        self.assertEqual(self.findings(), [])
        del self.resources["OrdersTable"]
        self.assertEqual(self.findings(), ["infra/data.yaml: OrdersTable is removed"])
        del self.after["infra/data.yaml"]
        self.assertEqual(self.findings(), ["infra/data.yaml: OrdersTable is removed"])

    def test_accepts_one_new_index_and_rejects_two(self) -> None:
        self.add_index("byPlace")
        self.assertEqual(self.findings(), [])
        self.add_index("byUser")
        [finding] = self.findings()
        self.assertIn("one index per update, but byPlace, byUser change", finding)

    def test_accepts_the_removal_of_an_index_only_after_a_release_without_use(self) -> None:
        self.table["GlobalSecondaryIndexes"] = []
        [finding] = self.findings()
        self.assertIn("the earlier release uses the index byDay", finding)
        self.before["infra/data.yaml"]["Resources"]["OrdersFunction"]["Properties"]["Policies"] = []
        self.assertEqual(self.findings(), [])

    def test_rejects_a_changed_index_and_a_changed_type_of_a_key(self) -> None:
        self.table["GlobalSecondaryIndexes"][0]["Projection"] = {"ProjectionType": "KEYS_ONLY"}
        self.table["AttributeDefinitions"][0]["AttributeType"] = "N"
        first, second = self.findings()
        self.assertIn("Projection of the index byDay cannot change", first)
        self.assertIn("the type of the key id cannot change", second)


class Apis(unittest.TestCase):
    SCHEMA = """
        type Query { order(id: ID!): Order  unused: String }
        type Order { id: ID!  place: String  note: String }
    """

    def findings(self, current: str) -> list[str]:
        operations = {"web/src/orders/operations.graphql": "query Order($id: ID!) { order(id: $id) { id place } }"}
        previous = Release({}, self.SCHEMA, operations, {})
        return release.schema_findings(previous, Release({}, current, {}, {}))

    def test_accepts_new_fields_and_the_removal_of_unused_ones(self) -> None:
        self.assertEqual(self.findings(self.SCHEMA + "extend type Order { day: AWSDate }"), [])
        self.assertEqual(self.findings(self.SCHEMA.replace("note: String", "").replace("unused: String", "")), [])

    def test_rejects_the_removal_of_a_field_that_the_earlier_release_uses(self) -> None:
        [finding] = self.findings(self.SCHEMA.replace("place: String", ""))
        self.assertIn('web/src/orders/operations.graphql: Cannot query field "place"', finding)

    def test_rejects_a_required_argument_and_another_type(self) -> None:
        self.assertTrue(self.findings(self.SCHEMA.replace("(id: ID!)", "(id: ID!, day: AWSDate!)")))
        [finding] = self.findings(self.SCHEMA.replace("note: String", "note: Int"))
        self.assertIn("Order.note changed type", finding)

    def test_rejects_removed_routes_and_inputs_that_become_required(self) -> None:
        def document(*required: str) -> dict[str, Any]:
            body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Coupon"}}}}
            schemas = {"Coupon": {"type": "object", "required": list(required)}}
            return {"paths": {"/coupons": {"post": {"requestBody": body}}}, "components": {"schemas": schemas}}

        self.assertEqual(list(release.route_findings(document("code"), document("code"))), [])
        self.assertEqual(list(release.route_findings(document("code"), document())), [])
        [finding] = release.route_findings(document(), document("code"))
        self.assertIn("POST /coupons requires code", finding)
        [finding] = release.route_findings(document(), {"paths": {}})
        self.assertIn("POST /coupons is removed", finding)


class AcceptedChanges(unittest.TestCase):
    def test_an_accepted_change_states_its_reason(self) -> None:
        text = "# Comment\n\ninfra/data.yaml: A is removed # It was never used.\n"
        self.assertEqual(release.accepted_changes(text), {"infra/data.yaml: A is removed"})
        with self.assertRaisesRegex(Stop, "without a reason: infra/data.yaml: B is removed"):
            release.accepted_changes("infra/data.yaml: B is removed\n")


class Checkout(unittest.TestCase):
    def test_the_checkout_is_compatible_with_itself(self) -> None:
        current = release.of_checkout()
        self.assertIn("infra/data.yaml", current.templates)
        self.assertGreater(len(current.operations), 10)
        self.assertGreater(len(current.openapi["paths"]), 10)
        self.assertEqual(release.findings(current, current), [])

    def test_a_commit_that_the_clone_lacks_is_reported(self) -> None:
        with self.assertRaisesRegex(Stop, "is not in this clone"):
            release.of_commit("0000000000000000000000000000000000000000")


if __name__ == "__main__":
    unittest.main()
