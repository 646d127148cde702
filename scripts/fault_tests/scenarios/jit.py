"""JIT decisions."""

from fault_tests.scenario import Call, Data, scenario
from fault_tests.scenarios.pars import par_group, stocked_fridge


@scenario("updateJITLocationStatus", partial="each stocking is stored separately")
def decide(data: Data) -> Call:
    location, day = stocked_fridge(data), data.day()
    data.mutate("uploadParMaps", input=[par_group(location, day, index, jit=True) for index in (1, 2)])
    decision = {"jitIndicator": False, "reason": "Van Issue"}
    return Call({"input": [{"stockingId": f"{day}#{location}#{index}"} | decision for index in (1, 2)]})
