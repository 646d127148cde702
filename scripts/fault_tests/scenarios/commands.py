"""Commands of fridges."""

from fault_tests.scenario import Call, Data, scenario


@scenario("createQueueMessage")
def create_message(data: Data) -> Call:
    payload = {"resource": "ServiceRestart", "operation": "REACT_UI"}
    return Call({"location": data.location(), "message": {"messageType": "Resource", "payload": payload}})


@scenario("sendConfirmedInventoryAndConfirmedReservation")
def request_inventory(data: Data) -> Call:
    return Call({"locationId": data.location()})
