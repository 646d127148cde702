"""Alerts, notifications and corrective actions."""

from typing import Any

from fault_tests.scenario import Call, Data, scenario
from fault_tests.scenarios.ingest import deliver, message


def _fridge_with_alert(data: Data) -> tuple[str, str]:
    """A fridge with an open alert, and the alert's id."""
    location, since = data.location(status="LIVE"), data.later(-1)
    deliver(data, message("HealthReport", location, data.uuid(), since, outOfOrder=True, temperature=38.0))
    item = data.client.aws.client("dynamodb").get_item(
        TableName=data.client.table("FridgeHealth"), Key={"locationId": {"S": location}}, ConsistentRead=True
    )["Item"]
    return location, item["open"]["M"]["OUT_OF_ORDER"]["S"]


def _rule(data: Data, version: int | None = None) -> dict[str, Any]:
    return {
        "id": data.uuid(),
        "version": version,
        "name": f"Rule {data.token}",
        "regions": ["MW"],
        "kinds": ["TOO_WARM"],
        "target": {"kind": "EMAIL", "address": f"{data.token}@example.com"},
        "notifyCleared": True,
    }


@scenario("acknowledgeFridgeAlert")
def acknowledge(data: Data) -> Call:
    location, alert = _fridge_with_alert(data)
    return Call({"input": {"location": location, "id": alert, "note": "Technician is on the way"}})


@scenario("snoozeFridgeAlerts")
def snooze(data: Data) -> Call:
    return Call({"input": {"location": data.location(), "until": data.later(60), "reason": "Technician on site"}})


@scenario("endFridgeAlertSnooze")
def end_snooze(data: Data) -> Call:
    location = data.location()
    data.mutate("snoozeFridgeAlerts", input={"location": location, "until": data.later(60), "reason": "On site"})
    return Call({"location": location})


@scenario("followFridge")
def follow(data: Data) -> Call:
    location = data.location(status="LIVE")
    deliver(data, message("HealthReport", location, data.uuid(), data.later(-1), temperature=37.4))
    return Call({"id": location})


@scenario("recordCorrectiveAction")
def record_action(data: Data) -> Call:
    location, start = data.location(status="LIVE"), data.later(-60)
    deliver(data, message("HealthReport", location, data.uuid(), start, temperature=44.0))
    action = {"location": location, "excursionStart": start, "action": "DISCARDED_PRODUCTS", "note": "12 salads"}
    return Call({"input": action | {"clientToken": data.uuid()}})


# The receivers of all rules are subscribed after a rule is stored or deleted. `send-alert-notices` repeats it every minute.
_RECEIVERS = ({"kind": "TARGET"}, "the receivers of all rules are reconciled every minute")


# The state of a receiver depends on the last reconciliation.
_STATES = ((r"\b(NEW|PENDING|CONFIRMED)\b", "<state>"),)


def _remove_only_rule(data: Data, call: Call) -> str | None:
    """Deletes the rule of a call, because there are at most 100."""
    rules = data.query("{ alertSubscriptions { id version name } }")
    found = [rule for rule in rules if data.token in rule["name"]]
    for rule in found:
        data.mutate("deleteAlertSubscription", id=rule["id"], version=rule["version"])
    return None if len(found) == 1 else f"{len(found)} rules are stored"


@scenario("putAlertSubscription", check=_remove_only_rule, completed_later=_RECEIVERS, patterns=_STATES)
def put_rule(data: Data) -> Call:
    return Call({"input": _rule(data)})


@scenario("deleteAlertSubscription", completed_later=_RECEIVERS)
def delete_rule(data: Data) -> Call:
    return Call({"id": data.mutate("putAlertSubscription", input=_rule(data))["id"], "version": 1})


# The outcome reports a message that was not sent.
@scenario(
    "testAlertSubscription", check=_remove_only_rule, completed_later=_RECEIVERS, patterns=((r"\b(SENT|FAILED|UNCONFIRMED)\b", "<outcome>"),)
)
def test_rule(data: Data) -> Call:
    return Call({"id": data.mutate("putAlertSubscription", input=_rule(data))["id"]})
