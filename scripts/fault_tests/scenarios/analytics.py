"""Page views."""

from fault_tests.scenario import Call, Data, scenario


# Another function counts the calls and failures of the same user.
@scenario("recordPageViews", ignored=("calls", "failures"))
def record_views(data: Data) -> Call:
    views = [{"id": data.uuid(), "screen": "/locations/detail/:id?", "ago": 1200 + number} for number in range(3)]
    return Call({"views": views})
