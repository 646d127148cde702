"""Item prices."""

from fault_tests.scenario import Call, Data, scenario


def _prices(data: Data) -> dict:
    schema = f"FAULT_{data.token}".upper()
    rows = [{"schemaId": schema, "item": item, "price": "9.49"} for item in ("HARVEST_SALAD", "SOUP")]
    return {"input": rows, "newSchemas": [schema]}


def _remove_schema(data: Data, call: Call) -> None:
    """Removes the schema of the call, so that the list of schemas stays short."""
    data.mutate("removeItemPriceSchema", schemaId=call.arguments["newSchemas"][0])


@scenario("updateItemPrices", check=_remove_schema, partial="the names of new schemas are stored before the prices")
def update(data: Data) -> Call:
    return Call(_prices(data))


# A repetition states that the schema does not exist.
@scenario(
    "removeItemPriceSchema",
    partial="the prices are deleted before the schema, so that a repetition completes the removal",
    repetition_errors=("NotFound",),
)
def remove(data: Data) -> Call:
    prices = _prices(data)
    data.mutate("updateItemPrices", **prices)
    return Call({"schemaId": prices["newSchemas"][0]})
