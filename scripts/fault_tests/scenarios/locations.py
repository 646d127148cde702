"""Locations."""

from fault_tests.scenario import Call, Data, location_form, scenario


# A repetition states that the id is in use. The web app then opens the location.
@scenario("POST /locations", repetition_errors=("400",))
def create(data: Data) -> Call:
    name = f"FAULT_{data.token}".upper()
    data.names.append((name, "location"))
    return Call(location_form(name))


@scenario("PATCH /locations/{id}")
def update(data: Data) -> Call:
    location = data.location()
    edit = {"version": 1, "percentage": "12.5", "prod": 1, "deviceAddress": f"0x{data.token}"}
    return Call(edit | {"updateReason": {"prod": "First Stocking"}}, {"id": location})


@scenario("PATCH /locations/wholesale/{id}")
def update_wholesale(data: Data) -> Call:
    location = data.location()
    # The form cannot create wholesale locations.
    data.set_attributes("Locations", {"id": location}, type="WHOLESALE")
    return Call({"version": 1, "route": f"fault-{data.token}", "stop": 3}, {"id": location})


@scenario("generateAprivaDeviceAddress", patterns=((r"\b\d{8}\b", "<address>"),))
def generate_address(data: Data) -> Call:
    return Call({"input": {"locationId": data.location()}})
