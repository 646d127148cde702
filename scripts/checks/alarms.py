"""Evaluates the alarms of the templates with data points, as CloudWatch does.

The emulator evaluates only alarms of one metric, without dimensions and periods, and its log groups do not apply metric
filters. These functions read the definitions of the templates instead: metric filters, metrics in log lines, metric math,
queries and composite alarms.
"""

import ast
import fnmatch
import json
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from checks.templates import NESTED, of_type

# The limits with which an alarm compares its value.
_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "GreaterThanOrEqualToThreshold": operator.ge,
    "GreaterThanThreshold": operator.gt,
    "LessThanThreshold": operator.lt,
    "LessThanOrEqualToThreshold": operator.le,
}
_OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.GtE: operator.ge,
    ast.Gt: operator.gt,
}
_QUERY = re.compile(r'SELECT (\w+)\((\w+)\) FROM SCHEMA\("([^"]+)", ([\w, ]+)\)')
_CONDITION = re.compile(r'\$\.([\w.]+) = "([^"]*)"')


class Point(NamedTuple):
    """A value of a metric, with its dimensions by name."""

    namespace: str
    metric: str
    dimensions: frozenset[tuple[str, str]]
    value: float


def point(namespace: str, metric: str, value: float, **dimensions: str) -> Point:
    return Point(namespace, metric, frozenset(dimensions.items()), value)


class Metric(NamedTuple):
    """The data that an alarm reads."""

    namespace: str
    name: str
    dimensions: frozenset[tuple[str, str]]
    statistic: str


class Alarm:
    """An alarm of one or more metrics."""

    def __init__(self, name: str, properties: Mapping[str, Any]) -> None:
        """`properties` without functions of CloudFormation."""
        self.name, self.properties = name, properties

    @property
    def runbook(self) -> str:
        """The name of the runbook in the description."""
        [name] = re.findall(r"docs/runbooks/([\w-]+)\.md", self.properties["AlarmDescription"])
        return name

    @property
    def periods(self) -> int:
        """The number of successive periods that must breach the threshold."""
        return int(self.properties["EvaluationPeriods"])

    def metrics(self) -> Iterator[Metric]:
        """The metrics that the alarm reads. A query has only the names of its dimensions."""
        if "MetricName" in self.properties:
            yield _metric(self.properties, self.properties.get("Statistic") or self.properties["ExtendedStatistic"])
        for each in self.properties.get("Metrics", ()):
            if "MetricStat" in each:
                yield _metric(each["MetricStat"]["Metric"], each["MetricStat"]["Stat"])
            elif query := _QUERY.fullmatch(each["Expression"]):
                statistic, name, namespace, names = query.groups()
                dimensions = frozenset((part.strip(), "") for part in names.split(","))
                yield Metric(namespace, name, dimensions, statistic.title())

    def is_raised(self, *periods: Iterable[Point]) -> bool:
        """Whether the alarm is raised after these periods, the latest one last. Earlier periods have the points of the
        first one."""
        filled = [list(periods[0])] * (self.periods - len(periods)) + [list(points) for points in periods]
        return all(self._breaches(points) for points in filled[-self.periods :])

    def _breaches(self, points: list[Point]) -> bool:
        value = self._value(points)
        if value is None:
            return self.properties["TreatMissingData"] == "breaching"
        return _COMPARISONS[self.properties["ComparisonOperator"]](value, float(self.properties["Threshold"]))

    def _value(self, points: list[Point]) -> float | None:
        if "MetricName" in self.properties:
            [metric] = self.metrics()
            return _statistic(metric, points)
        values: dict[str, float | None] = {}
        expressions = []
        for each in self.properties["Metrics"]:
            if "MetricStat" in each:
                stat = each["MetricStat"]
                values[each["Id"]] = _statistic(_metric(stat["Metric"], stat["Stat"]), points)
            else:
                expressions.append(each["Expression"])
        [expression] = expressions
        if _QUERY.fullmatch(expression):
            [metric] = self.metrics()
            names = {name for name, _ in metric.dimensions}
            selected = [each for each in points if {name for name, _ in each.dimensions} == names]
            return _statistic(metric, [each._replace(dimensions=metric.dimensions) for each in selected])
        return evaluated(expression, values)


def is_composite_raised(rule: str, raised: Mapping[str, bool]) -> bool:
    """Whether the rule of a composite alarm holds. The rule joins the names of alarms by AND."""
    names = re.findall(r'ALARM\("([^"]+)"\)', rule)
    if re.sub(r'ALARM\("[^"]+"\)|AND|\s', "", rule):
        raise ValueError(f"the rule {rule} is not supported")
    return all(raised[name] for name in names)


def evaluated(expression: str, values: Mapping[str, float | None]) -> float | None:
    """The value of an expression of metric math. None if a value is missing or divided by zero."""
    python = expression.replace(" OR ", " or ").replace(" AND ", " and ")
    value = _evaluated(ast.parse(python, mode="eval").body, values)
    return None if value is None else float(value)


def _evaluated(node: ast.expr, values: Mapping[str, float | None]) -> Any:
    match node:
        case ast.Constant():
            return node.value
        case ast.Name():
            return values[node.id]
        case ast.BinOp():
            left, right = _evaluated(node.left, values), _evaluated(node.right, values)
            if left is None or right is None or (isinstance(node.op, ast.Div) and right == 0):
                return None
            return _OPERATORS[type(node.op)](left, right)
        case ast.Compare(ops=[compare], comparators=[other]):
            return _OPERATORS[type(compare)](_evaluated(node.left, values), _evaluated(other, values))
        case ast.BoolOp():
            parts = [_evaluated(part, values) for part in node.values]
            return any(parts) if isinstance(node.op, ast.Or) else all(parts)
        case ast.Call(func=ast.Name(id="FILL"), args=[first, default]):
            value = _evaluated(first, values)
            return _evaluated(default, values) if value is None else value
        case ast.Call(func=ast.Name(id="IF"), args=[condition, first, second]):
            return _evaluated(first if _evaluated(condition, values) else second, values)
        case _:
            raise ValueError(f"{ast.dump(node)} is not supported")


def _metric(source: Mapping[str, Any], statistic: str) -> Metric:
    dimensions = frozenset((each["Name"], each["Value"]) for each in source.get("Dimensions", ()))
    return Metric(source["Namespace"], source["MetricName"], dimensions, statistic)


def _statistic(metric: Metric, points: Iterable[Point]) -> float | None:
    """The statistic of a period, from the points of exactly these dimensions. None without points."""
    values = sorted(each.value for each in points if each[:3] == metric[:3])
    if not values:
        return None
    match metric.statistic:
        case "Sum":
            return sum(values)
        case "SampleCount":
            return len(values)
        case "Maximum":
            return values[-1]
        case "p99":
            return values[min(len(values) - 1, int(len(values) * 0.99))]
        case other:
            raise ValueError(f"the statistic {other} is not supported")


def matches(pattern: str, line: Mapping[str, Any]) -> bool:
    """Whether a filter pattern selects a JSON line. A pattern joins comparisons with texts by `||`."""
    found = re.fullmatch(r"\{(.*)\}", pattern.strip(), re.DOTALL)
    conditions = [_CONDITION.fullmatch(part.strip()) for part in (found[1].split("||") if found else [])]
    if not conditions or None in conditions:
        raise ValueError(f"the pattern {pattern} is not supported")
    return any(_selects(path, text, line) for path, text in (each.groups() for each in conditions if each))


def _selects(path: str, text: str, line: Any) -> bool:
    for name in path.split("."):
        if not isinstance(line, Mapping):
            return False
        line = line.get(name)
    return isinstance(line, str) and fnmatch.fnmatchcase(line, text)


def json_lines(messages: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The log lines that are JSON objects."""
    for message in messages:
        if message.startswith("{"):
            yield json.loads(message)


def points_of(lines: Iterable[Mapping[str, Any]], filters: Iterable[Mapping[str, Any]]) -> Iterator[Point]:
    """The points of metric filters, and of metrics in the embedded metric format."""
    filters = list(filters)
    for line in lines:
        for each in filters:
            if matches(each["FilterPattern"], line):
                for change in each["MetricTransformations"]:
                    yield point(change["MetricNamespace"], change["MetricName"], float(change["MetricValue"]))
        for directive in line.get("_aws", {}).get("CloudWatchMetrics", ()):
            for names in directive["Dimensions"]:
                for metric in directive["Metrics"]:
                    dimensions = frozenset((name, str(line[name])) for name in names)
                    yield Point(directive["Namespace"], metric["Name"], dimensions, float(line[metric["Name"]]))


def resolved(value: Any, parameters: Mapping[str, str]) -> Any:
    """The value of a template with its parameters. Values of other resources are replaced by their names."""
    match value:
        case {"Ref": name}:
            return parameters.get(name, f"<{name}>")
        case {"Fn::Sub": str() as text}:
            return re.sub(r"\$\{([\w:.]+)\}", lambda found: parameters.get(found[1], f"<{found[1]}>"), text)
        case {"Fn::GetAtt": name}:
            return f"<{name}>"
        case dict():
            return {name: resolved(part, parameters) for name, part in value.items()}
        case list():
            return [resolved(part, parameters) for part in value]
        case _:
            return value


def of_templates(
    kind: str, environment: str, parameters: Mapping[str, Mapping[str, str]] | None = None
) -> dict[str, Mapping[str, Any]]:
    """The properties of all resources of a type, by logical id. `parameters` are those of nested stacks, by their names."""
    found: dict[str, Mapping[str, Any]] = {}
    for stack, (_, template, _) in NESTED.items():
        known = {"Environment": environment, "AWS::Region": "us-east-1"} | dict((parameters or {}).get(stack, {}))
        for name, resource in of_type(template, kind):
            found[name] = resolved(resource["Properties"], known)
    return found


def alarms(environment: str, parameters: Mapping[str, Mapping[str, str]] | None = None) -> dict[str, Alarm]:
    """All alarms of the templates, except composite ones, by logical id."""
    found = of_templates("AWS::CloudWatch::Alarm", environment, parameters)
    return {name: Alarm(name, properties) for name, properties in found.items()}
