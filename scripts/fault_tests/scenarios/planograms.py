"""Planograms."""

from fault_tests.scenario import Call, Data, scenario


@scenario("schedulePlanogramUpdate")
def create_layout(data: Data) -> Call:
    row = {"requestType": "CREATE", "layoutName": f"FAULT_{data.token}", "physicalFridgeConfig": "MW_STANDARD"}
    return Call({"input": [row | {"slot": f"0:{slot}", "vendItemName": "SOUP"} for slot in range(3)]})
