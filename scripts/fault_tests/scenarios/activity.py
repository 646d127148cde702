"""Handover notes."""

from typing import Any

from fault_tests.scenario import Call, Data, scenario


def _note(data: Data) -> dict[str, Any]:
    return {"id": data.uuid(), "kind": "ROUTE", "objectId": f"fault_{data.token}", "text": "Use the rear entrance"}


@scenario("addHandoverNote")
def add_note(data: Data) -> Call:
    return Call({"input": _note(data)})


@scenario("completeHandoverNote")
def complete_note(data: Data) -> Call:
    note = data.mutate("addHandoverNote", input=_note(data))
    return Call({"id": note["id"]})
