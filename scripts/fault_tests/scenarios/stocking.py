"""Decisions about drops."""

import json

from fault_tests.scenario import Call, Data, scenario
from fault_tests.scenarios.ingest import deliver, message


@scenario("createDriverAction", patterns=((r"(DropOverride#\d{4}-\d\d-\d\d)#\d+", r"\1#<shard>"),))
def override_drop(data: Data) -> Call:
    location, day = data.location(), data.day()
    slip = {"uniqueId": f"PS-{data.token}", "dropOffDate": day, "route": "fault", "stockingIndex": 1, "createDate": day}
    slip |= {"slipType": "ORDER", "clientCode": "LARDER", "status": "PACKED", "toteCount": 2}
    deliver(data, message("PackingSlip", location, data.uuid(), data.later(-1), **slip))
    decision = {"dropStatus": "Not Delivering", "statusReason": "Missing Totes", "originalDropOffDate": day}
    text = json.dumps(decision | {"packingSlipId": slip["uniqueId"], "stockingIndex": 1})
    return Call({"input": {"eventType": "DropOverride", "locationId": location, "data": text}})
