"""Pars."""

from typing import Any

from fault_tests.scenario import Call, Data, scenario


def stocked_fridge(data: Data) -> str:
    """A fridge with all tags that a delivery needs."""
    location = data.location()
    tags = {"routingTag": "CHI-1", "fulfillmentCenter": "CHI", "parkToFridgeInstructions": "Dock 3"}
    data.set_attributes("Locations", {"id": location}, **tags)
    return location


def par_group(location: str, day: str, index: int, jit: bool) -> dict[str, Any]:
    """The pars of a stocking."""
    return {
        "location": location,
        "dropOffDate": day,
        "deliveryDate": day,
        "jit": jit,
        "stockingIndex": index,
        "parsAndItems": [{"pars": 6, "itemName": "Harvest Salad"}],
        "overCapacityAmountsAndItems": [{"overCapacityAmount": 2.5, "itemName": "Harvest Salad"}],
        "priorityBoostItems": ["Harvest Salad"],
    }


@scenario("uploadParMaps", partial="each group is stored separately")
def upload(data: Data) -> Call:
    location, day = stocked_fridge(data), data.day()
    return Call({"input": [par_group(location, day, index, jit=index == 1) for index in (1, 2, 3)]})
