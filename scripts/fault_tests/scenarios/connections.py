"""Connections of fridges to the message broker."""

from fault_tests.scenario import Call, Data, scenario


@scenario("allowFridgeReplacement")
def allow_replacement(data: Data) -> Call:
    return Call({"id": data.location(status="LIVE"), "allow": True, "reason": "The computer does not start", "version": 0})
