"""Syncs with LogiNext."""

from fault_tests.scenario import Call, Data, scenario


@scenario("syncLogiNextLocRoutes")
def sync(data: Data) -> Call:
    location, day, center = data.location(), data.day(), f"FC {data.token}"
    data.set_attributes("Locations", {"id": location}, fulfillmentCenter=center)
    return Call({"input": {"startDate": day, "endDate": day, "fulfillmentCenters": [center]}})
