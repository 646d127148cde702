"""The forecast."""

from fault_tests.scenario import Call, Data, scenario


@scenario("PUT /forecast/update")
def update(data: Data) -> Call:
    """Changes the quantity of an item of the seeded forecast."""
    row = data.share("row", lambda: _seeded_row(data))
    data.require(data.client.rest("PUT", "/forecast/update", row | {"quantity": 40}))
    return Call(row | {"quantity": 41, "seen": 40})


def _seeded_row(data: Data) -> dict[str, str]:
    """The item and the day of a row of the current forecast."""
    day = data.later(0)[:10]
    rows = data.require(data.client.rest("GET", f"/forecast/days?dates={day}"))["items"]
    return {"item": rows[0]["Item"], "date": rows[0]["Date"]}
