"""Scheduled changes."""

import json
from typing import Any

from fault_tests.scenario import Call, Data, scenario
from fault_tests.scenarios.ingest import event


def _change(location: str, at: str, attribute: str = "stop", value: str = "7") -> dict[str, str]:
    return {"location": location, "attribute": attribute, "value": value, "dateTime": at}


def _scheduled(data: Data, minutes: float = 600) -> dict[str, Any]:
    """The key of a scheduled change."""
    result = data.mutate("createScheduleChanges", input=[_change(data.location(), data.later(minutes))])
    [created] = result["created"]
    return {"uuid": created["uuid"], "actionTime": created["actionTime"]}


def _stopped(data: Data, state: str) -> dict[str, Any]:
    """The key of a change that failed or is held, as `apply-schedule-change` stores it."""
    key = _scheduled(data)
    data.set_attributes("ScheduleChanges", {"uuid": key["uuid"]}, state=state, failure="The edit is not valid")
    return key


@scenario("createScheduleChanges", partial="the changes of a location are stored separately from those of others")
def create(data: Data) -> Call:
    first, second, at = data.location(), data.location(), data.later(600)
    reason = _change(first, at, "updateReason", json.dumps({"prod": "Holiday Break"}))
    return Call({"input": [_change(first, at), _change(first, at, "prod", "1"), reason, _change(second, at)]})


# A repetition states that the change was applied or deleted. Rescheduled changes have another id.
_NO_LONGER_STORED = ("NotFound",)


@scenario("deleteScheduleChange", repetition_errors=_NO_LONGER_STORED)
def delete(data: Data) -> Call:
    return Call({"input": _scheduled(data)})


@scenario("completeScheduleChange", repetition_errors=_NO_LONGER_STORED)
def complete(data: Data) -> Call:
    return Call({"input": _scheduled(data)})


@scenario("retryScheduleChange", repetition_errors=_NO_LONGER_STORED)
def retry(data: Data) -> Call:
    return Call({"input": _stopped(data, "FAILED")})


@scenario("releaseScheduleChange", repetition_errors=_NO_LONGER_STORED)
def release(data: Data) -> Call:
    return Call({"input": _stopped(data, "HELD")})


def _apply_again(data: Data, call: Call) -> str | None:
    """Delivers the message a second time after a later edit, which the change must not overwrite."""
    [location] = [name for name, kind in data.names if kind == "location"]
    data.require(data.client.rest("PATCH", f"/locations/{location}", {"stop": 8}))
    data.require(data.client.invoke("apply-schedule-change", call.arguments))
    stop = data.query("query ($id: ID!) { location(id: $id) { stop } }", id=location)["stop"]
    return None if stop == 8 else f"the duplicate message set stop to {stop}"


@scenario("apply-schedule-change", check=_apply_again)
def apply(data: Data) -> Call:
    return Call(event([_scheduled(data, minutes=0.01)]))
