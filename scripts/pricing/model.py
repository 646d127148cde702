"""The calculation of monthly costs from measurements, assumptions and prices. Without files."""

import math
from dataclasses import dataclass

SECONDS_PER_MONTH = 30.4 * 86_400
MINUTES_PER_MONTH = SECONDS_PER_MONTH / 60
HOURS_PER_MONTH = SECONDS_PER_MONTH / 3600
DAYS_PER_MONTH = 30.4
KILOBYTE = 1024
GIGABYTE = 1024**3


@dataclass(frozen=True)
class Line:
    """One item of a bill: a quantity per month and its price."""

    area: str
    name: str
    quantity: float
    dollars: float


def write_units(bytes_: float) -> int:
    """The units of a write. DynamoDB charges the whole item, even if an update changes one attribute."""
    return max(1, math.ceil(bytes_ / KILOBYTE))


def read_units(bytes_: float, consistent: bool = False) -> float:
    """The units of a read of items with this total size."""
    units = max(1, math.ceil(bytes_ / (4 * KILOBYTE)))
    return float(units) if consistent else units / 2


def duration(cpu_milliseconds: float, memory: float, lambda_: dict) -> float:
    """The milliseconds of a call. Lambda's share of a core is proportional to the memory, and waits do not depend on it."""
    share = min(1.0, memory / lambda_["fullCoreMebibytes"])
    return cpu_milliseconds / share + lambda_["waitMilliseconds"]


def price_per_call(cpu_milliseconds: float, memory: float, lambda_: dict, prices: dict) -> float:
    """The price of one call, including the request. Durations are billed in whole milliseconds."""
    seconds = math.ceil(duration(cpu_milliseconds, memory, lambda_)) / 1000
    return seconds * memory / 1024 * prices["lambdaGigabyteSecond"] + prices["lambdaRequest"]


@dataclass(frozen=True)
class Call:
    """A call of a function, with the maximum duration that is acceptable."""

    cpu_milliseconds: float
    max_milliseconds: float


def cheapest_memory(usual: Call, largest: Call, peak_mebibytes: float, lambda_: dict, prices: dict) -> int:
    """The size with the lowest price of a usual call at which both calls are within their maximum duration and the memory
    is three times the peak. The largest size if there is none."""
    sizes = lambda_["sizesMebibytes"]
    possible = [
        size
        for size in sizes
        if size >= 3 * peak_mebibytes
        and all(duration(call.cpu_milliseconds, size, lambda_) <= call.max_milliseconds for call in (usual, largest))
    ]
    return min(possible, key=lambda size: price_per_call(usual.cpu_milliseconds, size, lambda_, prices), default=sizes[-1])


def sampled_traces(calls: float, seconds: float) -> float:
    """The calls that X-Ray records by its default rule: one per second, and a twentieth of the others."""
    always = min(calls, seconds)
    return always + (calls - always) / 20


def batches_per_second(messages_per_second: float, window_seconds: float, maximum: int) -> float:
    """The batches of a queue. A batch is complete when its window has passed since its first message, or when it is full."""
    if messages_per_second <= 0:
        return 0.0
    by_window = 1 / (window_seconds + 1 / messages_per_second)
    return max(by_window, messages_per_second / maximum)


@dataclass(frozen=True)
class Model:
    """The inputs: prices and volumes (`assumptions.json`), recorded figures (`measurements.json`), and the kind of each
    function, which is a name in the assumption `maxMilliseconds`."""

    assumptions: dict
    measurements: dict
    kinds: dict[str, str]

    def calls(self, function: str) -> tuple[Call, Call]:
        """The usual and the largest call of a function. The largest call is estimated, measured, or assumed to need a
        multiple of the CPU time of the usual call."""
        lambda_, measured = self.assumptions["lambda"], self.measurements["functions"][function]
        estimate = lambda_["largestCalls"].get(function, {})
        limits = lambda_["maxMilliseconds"]
        kind = self.kinds.get(function, "worker")
        cpu = measured["cpuMilliseconds"]
        largest = estimate or measured.get("largest") or {"cpuMilliseconds": cpu * lambda_["largestCallFactor"]}
        return (
            Call(cpu, limits[kind]["usual"]),
            Call(largest["cpuMilliseconds"], limits[estimate.get("kind", kind)]["largest"]),
        )

    def peak(self, function: str) -> int:
        """The peak memory of a function in MiB."""
        measured = self.measurements["functions"][function]
        return max(measured["peakMebibytes"], measured.get("largest", measured)["peakMebibytes"])

    def memory(self, function: str) -> int:
        """The recommended memory of a function in MiB."""
        usual, largest = self.calls(function)
        return cheapest_memory(
            usual, largest, self.peak(function), self.assumptions["lambda"], self.assumptions["prices"]
        )

    def lines(self, fridges: int) -> list[Line]:
        """All items of the monthly bill of a fleet."""
        return [
            *self._telemetry(fridges),
            *self._connections(fridges),
            *self._sweep(fridges),
            *self._live(fridges),
            *self._staff(fridges),
            *self._storage(fridges),
            *self._traces(fridges),
            *self._fixed(),
        ]

    def total(self, fridges: int) -> float:
        """The monthly bill in dollars."""
        return sum(line.dollars for line in self.lines(fridges))

    def sweep_by_writes(self, fridges: int) -> Line:
        """The silence sweep as it was before: a write of each fridge's item and of an index key per half hour."""
        item = write_units(self._size("FridgeHealth")) + 2
        return self._line("DynamoDB writes", "silence sweep", fridges * 2 * HOURS_PER_MONTH * item, "dynamoWriteUnit")

    def reports(self, fridges: int) -> float:
        """The health reports of a month."""
        return fridges * self.assumptions["fleet"]["reportsPerHour"] * HOURS_PER_MONTH

    def _telemetry(self, fridges: int) -> list[Line]:
        fleet = self.assumptions["fleet"]
        reports = self.reports(fridges)
        inventories = fridges * fleet["inventoriesPerHour"] * HOURS_PER_MONTH
        others = fridges * fleet["otherMessagesPerDay"] * DAYS_PER_MONTH
        messages = self._messages(fridges)
        calls = self._batches(messages)
        cpu = self.measurements["ingest"]["cpuMillisecondsPerMessage"] * messages / calls
        latest = write_units(self._size("FridgeHealth"))
        index = write_units(self._size("FridgeHealth/byFleet"))
        history = fleet["historyEntriesPerReport"]
        return [
            # A message is sent once. Receiving and deleting take one request per ten messages each.
            self._line("SQS", "telemetry messages", messages * 1.2, "sqsRequest"),
            self._line("SQS", "message groups of a fair queue", messages * 1.2, "sqsFairRequest"),
            self._call_line("ingest-telemetry", "ingest-telemetry", calls, cpu),
            self._line("DynamoDB writes", "latest reports", reports * latest, "dynamoWriteUnit"),
            self._line("DynamoDB writes", "index of the fleet", reports * index, "dynamoWriteUnit"),
            self._line("DynamoDB writes", "history of fridges", reports * history, "dynamoWriteUnit"),
            self._line(
                "DynamoDB writes", "inventories", inventories * write_units(fleet["inventoryBytes"]), "dynamoWriteUnit"
            ),
            self._line(
                "DynamoDB writes", "other messages", others * write_units(fleet["otherItemBytes"]), "dynamoWriteUnit"
            ),
            # A batch reads the location of each message once, at most half of an item's page per message.
            self._line("DynamoDB reads", "locations of messages", messages * read_units(1, True), "dynamoReadUnit"),
        ]

    def _sweep(self, fridges: int) -> list[Line]:
        size = self._size("FridgeHealth/byFleet")
        per_sweep = read_units(fridges * size)
        silent = fridges * self.assumptions["fleet"]["silentShare"]
        checks = silent * 2 * HOURS_PER_MONTH * (read_units(self._size("FridgeHealth"), True) + 1)
        return [
            self._line("DynamoDB reads", "silence sweep", MINUTES_PER_MONTH * per_sweep + checks, "dynamoReadUnit"),
            self._line("DynamoDB writes", "silence sweep", MINUTES_PER_MONTH, "dynamoWriteUnit"),
        ]

    def _live(self, fridges: int) -> list[Line]:
        fleet, staff = self.assumptions["fleet"], self.assumptions["staff"]
        minutes = self._people(fridges) * staff["hoursPerDay"] * 60 * staff["daysPerMonth"]
        events = self.reports(fridges) * fleet["fleetPageEventsPerReport"]
        pages = minutes * staff["openFridgePages"]
        page_events = pages / 60 * self._fridge_page_events_per_hour()
        calls = pages / staff["followMinutes"]
        writes = write_units(self._size("FridgeHealth")) + write_units(fleet["inventoryBytes"])
        cpu = self.measurements["functions"]["location"]["cpuMilliseconds"]
        return [
            self._line("AppSync Events", "events of fleet pages", events, "eventsOperation"),
            self._line("AppSync Events", "events of fridge pages", page_events, "eventsOperation"),
            self._line("AppSync GraphQL", "calls that follow a fridge", calls, "appsyncQuery"),
            self._call_line("calls that follow a fridge", "location", calls, cpu),
            self._line("DynamoDB writes", "calls that follow a fridge", calls * writes, "dynamoWriteUnit"),
            self._line("AppSync Events", "received events", minutes * staff["eventsPerMinute"], "eventsOperation"),
            self._line("AppSync Events", "connections", minutes, "eventsConnectionMinute"),
        ]

    def unfollowed_events(self, fridges: int) -> Line:
        """The events of fridge pages if each report and inventory were published, whether a page shows the fridge or not."""
        events = fridges * HOURS_PER_MONTH * self._fridge_page_events_per_hour()
        return self._line("AppSync Events", "events of fridge pages", events, "eventsOperation")

    def _fridge_page_events_per_hour(self) -> float:
        fleet = self.assumptions["fleet"]
        return fleet["reportsPerHour"] * fleet["fridgePageEventsPerReport"] + fleet["inventoriesPerHour"]

    def _connections(self, fridges: int) -> list[Line]:
        """The connections of fridges, their messages, and the function that forwards each message to the queue. All telemetry
        messages count as messages of fridges, which is at most a tenth too many."""
        connections = self.assumptions["connections"]
        messages = self._messages(fridges)
        minutes = fridges * MINUTES_PER_MONTH
        return [
            self._line("IoT Core", "minutes of connections", minutes, "iotConnectionMinute"),
            self._line("IoT Core", "messages", messages, "iotMessage"),
            self._line("IoT Core", "rules", messages, "iotRule"),
            self._line("IoT Core", "actions of rules", messages, "iotAction"),
            self._call_line("forward-fridge-message", "location", messages, connections["forwarderCpuMilliseconds"]),
            # A batch reads the certificates of each of its fridges once, at most one item per message.
            self._line("DynamoDB reads", "certificates of messages", messages * read_units(1, True), "dynamoReadUnit"),
        ]

    def _staff(self, fridges: int) -> list[Line]:
        queries, lists, rest = self._staff_calls(fridges)
        functions = self.measurements["functions"]
        small = functions["location"]["cpuMilliseconds"]
        page = functions["fridge-health"]["largest"]["cpuMilliseconds"]
        calls = queries + lists + rest
        # A page of 200 fridges: two batch reads, each counted by item.
        reads = (queries + rest) * 2 + lists * 200 * (read_units(self._size("FridgeHealth"), True) + 1)
        return [
            self._line("AppSync GraphQL", "queries and mutations", queries + lists, "appsyncQuery"),
            self._line("API Gateway", "REST calls", rest, "apiGatewayRequest"),
            self._call_line("small calls", "location", queries + rest, small),
            self._call_line("pages", "fridge-health", lists, page),
            self._line("DynamoDB reads", "calls of staff", reads, "dynamoReadUnit"),
            self._line("WAF", "requests", calls, "firewallRequest"),
            self._line(
                "CloudWatch", "logs of calls", calls * self.assumptions["lambda"]["logBytesPerCall"] / GIGABYTE, "logsGigabyte"
            ),
        ]

    def _storage(self, fridges: int) -> list[Line]:
        fleet = self.assumptions["fleet"]
        history = self.reports(fridges) * fleet["historyEntriesPerReport"] * fleet["historyMonths"] * fleet["historyEntryBytes"]
        others = fridges * fleet["otherMessagesPerDay"] * DAYS_PER_MONTH * fleet["otherItemMonths"] * fleet["otherItemBytes"]
        items = fridges * (self._size("FridgeHealth") + self._size("Locations") + fleet["inventoryBytes"])
        gigabytes = (history + others + items) / GIGABYTE
        return [
            self._line("DynamoDB storage", "tables", gigabytes, "dynamoGigabyteMonth"),
            self._line("DynamoDB storage", "continuous backups", gigabytes, "dynamoBackupGigabyteMonth"),
        ]

    def _traces(self, fridges: int) -> list[Line]:
        """X-Ray samples the calls that enter at an interface: AppSync, API Gateway, or a function without a caller."""
        staff, fixed = self.assumptions["staff"], self.assumptions["fixed"]
        hours = staff["hoursPerDay"] * staff["daysPerMonth"]
        queries, lists, rest = self._staff_calls(fridges)
        traces = sum((
            sampled_traces(queries + lists, hours * 3600),
            sampled_traces(rest, hours * 3600),
            sampled_traces(self._batches(self._messages(fridges)), SECONDS_PER_MONTH),
            fixed["schedulesPerMinute"] * MINUTES_PER_MONTH,
        ))
        return [self._line("X-Ray", "traces", traces, "trace")]

    def _fixed(self) -> list[Line]:
        fixed = self.assumptions["fixed"]
        polls = fixed["queuesPolled"] * fixed["pollsPerMinutePerQueue"] * MINUTES_PER_MONTH
        sweep = self.measurements["functions"]["sweep-fridge-alerts"]["cpuMilliseconds"]
        return [
            self._line("CloudWatch", "metrics of operations", fixed["metrics"], "metricMonth"),
            self._line("CloudWatch", "metrics of alarms", fixed["alarmMetrics"], "alarmMetricMonth"),
            self._line("CloudWatch", "composite alarms", fixed["compositeAlarms"], "compositeAlarmMonth"),
            self._call_line(
                "schedules of every minute", "sweep-fridge-alerts", fixed["schedulesPerMinute"] * MINUTES_PER_MONTH, sweep
            ),
            self._line("SQS", "polls of empty queues", polls, "sqsRequest"),
            self._line("WAF", "access control lists", fixed["firewalls"], "firewallMonth"),
            self._line("WAF", "rules", fixed["firewallRules"], "firewallRuleMonth"),
            self._line("Secrets Manager", "secrets", fixed["secrets"], "secretMonth"),
        ]

    def _messages(self, fridges: int) -> float:
        """The telemetry messages of a month."""
        fleet = self.assumptions["fleet"]
        hourly = (fleet["reportsPerHour"] + fleet["inventoriesPerHour"]) * HOURS_PER_MONTH
        return fridges * (hourly + fleet["otherMessagesPerDay"] * DAYS_PER_MONTH)

    def _batches(self, messages: float) -> float:
        """The batches of a month with this number of messages."""
        consumer = self.assumptions["consumer"]
        rate = batches_per_second(messages / SECONDS_PER_MONTH, consumer["window"], consumer["batch"])
        return rate * SECONDS_PER_MONTH

    def _staff_calls(self, fridges: int) -> tuple[float, float, float]:
        """The small queries, the queries of pages of the fleet, and the REST calls of a month."""
        staff = self.assumptions["staff"]
        minutes = self._people(fridges) * staff["hoursPerDay"] * 60 * staff["daysPerMonth"]
        return (
            minutes * staff["queriesPerMinute"],
            minutes * staff["queriesOfTheFleetPerMinute"],
            minutes / 60 * staff["restCallsPerHour"],
        )

    def _people(self, fridges: int) -> float:
        staff = self.assumptions["staff"]
        return staff["base"] + fridges / staff["fridgesPerPerson"]

    def _size(self, table: str) -> float:
        return self.measurements["itemBytes"][table]

    def _line(self, area: str, name: str, quantity: float, price: str) -> Line:
        return Line(area, name, quantity, quantity * self.assumptions["prices"][price])

    def _call_line(self, name: str, function: str, calls: float, cpu_milliseconds: float) -> Line:
        lambda_, prices = self.assumptions["lambda"], self.assumptions["prices"]
        price = price_per_call(cpu_milliseconds, self.memory(function), lambda_, prices)
        return Line("Lambda", name, calls, calls * price)
