"""Packing zones."""

from fault_tests.scenario import Call, Data, scenario


@scenario(
    "PUT /pars/zones",
    patterns=((r"Fault [0-9a-f]{12}", "<item>"), (r"Fault <token>", "<item>")),
    counters=("version", "updatedAt"),
)
def update_zone(data: Data) -> Call:
    layout = data.require(data.client.rest("GET", "/pars/zones"))
    [bay] = [each for each in layout["bays"] if (each["zone"], each["bay"]) == ("4", "B")]
    # Each call replaces the item of the previous one.
    items = [item for item in bay["items"] if not item.startswith("Fault ")]
    return Call({"zone": "4", "bay": "B", "items": [*items, f"Fault {data.token}"], "version": layout["version"]})
