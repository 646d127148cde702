"""Route stops."""

from fault_tests.scenario import Call, Data, scenario


@scenario("createRouteStops")
def replace_stops(data: Data) -> Call:
    """Replaces the two stops of a route by two others, so that stops are stored and deleted."""
    day, route = data.day(), f"fault_{data.token}"
    locations = data.share("locations", lambda: [data.location() for _ in range(3)])

    def stops(*ids: str) -> list[dict]:
        stop = {"stockingDate": day, "market": "MW", "route": route, "stockingIndex": 1, "stopType": "STOCK"}
        return [stop | {"id": each, "stop": number + 1} for number, each in enumerate(ids)]

    data.mutate("createRouteStops", input=stops(*locations[:2]))
    return Call({"input": stops(*locations[1:])})
