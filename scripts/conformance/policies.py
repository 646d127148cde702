"""Compares the functions' policies with the calls that they make.

Actions and resources follow the Service Authorization Reference
(https://docs.aws.amazon.com/service-authorization/latest/reference/). A resource is written as its ARN in the templates, with
the logical id in braces instead of the physical id: `arn:aws:dynamodb:region:account:table/{OrdersTable}/index/byDropOff`,
`{ScheduleQueue}` or `{UploadsBucket}/forecast-uploads/*`.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from checks.templates import NESTED, ROOT_TEMPLATE, Template, of_type
from conformance.calls import Call
from conformance.resources import Stack
from conformance.rules.dynamodb import actions

_PSEUDO_PARAMETERS = {"AWS::AccountId": "account", "AWS::Partition": "aws", "AWS::Region": "region"}
_TABLES = "arn:aws:dynamodb:region:account:table"

# The names of functions are `larder-${Environment}-<binary>`.
_FUNCTION = re.compile(r"larder-[a-z0-9]+-(.+)")

# The permissions with which Lambda reads a queue for a function, without calls of the function.
# https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
_MAPPING_ACTIONS = ("sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes")

# The actions of operations without an action of the same name.
_TRANSACTION_ACTIONS = {
    "ConditionCheck": "dynamodb:ConditionCheckItem",
    "Delete": "dynamodb:DeleteItem",
    "Get": "dynamodb:GetItem",
    "Put": "dynamodb:PutItem",
    "Update": "dynamodb:UpdateItem",
}
_SQS_ACTIONS = {
    "ChangeMessageVisibilityBatch": "ChangeMessageVisibility",
    "DeleteMessageBatch": "DeleteMessage",
    "SendMessageBatch": "SendMessage",
}
# What comes before a resource in its ARN of AWS IoT.
_IOT = "arn:aws:iot:region:account"
# The parameter that names the resource of an operation of AWS IoT, and the part of the ARN before it. AWS IoT has no
# resource-level permissions for other operations.
_IOT_RESOURCES = {
    "AttachPolicy": ("target", ""),
    "CreateThing": ("thingName", "thing/"),
    "DeleteConnection": ("clientId", "client/"),
    "ListThingPrincipals": ("thingName", "thing/"),
    "Publish": ("topic", "topic/"),
    "UpdateCertificate": ("certificateId", "cert/"),
}
# The environment in the topics of fridges.
_FRIDGES = re.compile("^larder/[a-z]+/")
_S3_ACTIONS = {
    "HeadBucket": "ListBucket",
    "HeadObject": "GetObject",
    "ListObjects": "ListBucket",
    "ListObjectsV2": "ListBucket",
}


class Permission(NamedTuple):
    """An action on a resource, which can contain wildcards, that a function is allowed or uses."""

    function: str
    action: str
    resource: str

    def __str__(self) -> str:
        return f"{self.function}: {self.action} on {self.resource.removeprefix(_TABLES + '/')}"


class Untested(NamedTuple):
    """A permission that the tests do not use, and the reason."""

    permission: Permission
    reason: str
    # Whether a function uses it after a failed call, which a busy machine can cause. It may then be used.
    after_failure: bool = False


class Comparison(NamedTuple):
    """The result of a comparison. `stale` are exceptions whose permission does not exist, or is used without a failure."""

    missing: list[Permission]
    unused: list[Permission]
    stale: list[Untested]


def table(logical_id: str, index: str | None = None) -> str:
    """The resource of a table or an index."""
    return f"{_TABLES}/{{{logical_id}}}" + (f"/index/{index}" if index else "")


def compare(allowed: Iterable[Permission], used: Iterable[Permission], untested: Iterable[Untested] = ()) -> Comparison:
    """Compares in both directions."""
    allowed, used, untested = set(allowed), set(used), list(untested)
    missing, covering = set(), set()
    for permission in used:
        found = {each for each in allowed if _covers(each, permission)}
        covering |= found
        if not found:
            missing.add(permission)
    unused = allowed - covering
    exceptions = {each.permission for each in untested}
    stale = [each for each in untested if each.permission not in (allowed if each.after_failure else unused)]
    return Comparison(sorted(missing), sorted(unused - exceptions), stale)


def _covers(allowed: Permission, used: Permission) -> bool:
    return (
        allowed.function == used.function
        and _pattern(allowed.action).fullmatch(used.action) is not None
        and _pattern(allowed.resource).fullmatch(used.resource) is not None
    )


@cache
def _pattern(text: str) -> re.Pattern[str]:
    """A text with IAM's wildcards as a regular expression."""
    return re.compile("".join({"*": ".*", "?": "."}.get(character, re.escape(character)) for character in text), re.DOTALL)


def of_call(call: Call, stack: Stack) -> Iterator[Permission]:
    """The permissions that a call requires."""
    function = function_name(call.function)
    for action, resource in _required(call, stack):
        yield Permission(function, action, resource)


def function_name(name: str) -> str:
    """The binary of a function."""
    found = _FUNCTION.fullmatch(name)
    return found[1] if found else name


def _required(call: Call, stack: Stack) -> Iterator[tuple[str, str]]:
    def logical(physical_id: str) -> str:
        return stack.logical_ids.get(physical_id, physical_id)

    parameters, operation = call.parameters, call.operation
    match call.service:
        case "dynamodb" if operation.startswith("Transact"):
            for element in parameters["TransactItems"]:
                for name, inner in element.items():
                    yield _TRANSACTION_ACTIONS[name], table(logical(inner["TableName"]))
        case "dynamodb":
            for name in {action.table for action in actions(call)}:
                yield f"dynamodb:{operation}", table(logical(name), parameters.get("IndexName"))
        case "sqs":
            yield f"sqs:{_SQS_ACTIONS.get(operation, operation)}", f"{{{logical(parameters['QueueUrl'])}}}"
        case "s3":
            key = f"/{parameters['Key']}" if "Key" in parameters else ""
            yield f"s3:{_S3_ACTIONS.get(operation, operation)}", f"{{{logical(parameters['Bucket'])}}}{key}"
        case "iot" | "iot-data":
            resource = _iot_resource(operation, parameters)
            yield f"iot:{operation}", resource
            if parameters.get("retain"):
                yield "iot:RetainPublish", resource
        case "cognito-idp":
            yield f"cognito-idp:{operation}", f"{{{logical(parameters['UserPoolId'])}}}"
        case "secretsmanager":
            yield f"secretsmanager:{operation}", f"{{{logical(parameters['SecretId'])}}}"
        case "sns" if "TopicArn" in parameters:
            yield f"sns:{operation}", f"{{{logical(parameters['TopicArn'])}}}"
        case "appsync":
            yield "appsync:EventPublish", f"{{{logical(parameters['channel'].strip('/').partition('/')[0])}}}"
        case _:
            yield f"{call.service}:{operation}", "*"


def _iot_resource(operation: str, parameters: dict[str, Any]) -> str:
    if operation not in _IOT_RESOURCES:
        return "*"
    name, kind = _IOT_RESOURCES[operation]
    # The target of a policy is an ARN.
    resource = parameters[name].rpartition(":")[2]
    return f"{_IOT}:{kind}{_FRIDGES.sub('larder/{Environment}/', resource)}"


def allowed() -> Iterator[Permission]:
    """The permissions of the functions in the templates."""
    for stack, (path, template, _) in NESTED.items():
        for _, function in of_type(template, "AWS::Serverless::Function"):
            properties = function["Properties"]
            name = function_name(properties["FunctionName"]["Fn::Sub"].replace("${Environment}", "local"))
            for policy in properties.get("Policies", []):
                for statement in policy["Statement"]:
                    if set(statement) != {"Effect", "Action", "Resource"} or statement["Effect"] != "Allow":
                        raise ValueError(f"{path}: {name} has a statement that is not only an allowed action on a resource")
                    for action in _list(statement["Action"]):
                        for resource in _list(statement["Resource"]):
                            yield Permission(name, action, _resolve(resource, stack))


def used_by_lambda() -> Iterator[Permission]:
    """The permissions with which Lambda reads the queues of functions, and sends the events of failed calls to queues."""
    for stack, (_, template, _) in NESTED.items():
        for _, mapping in of_type(template, "AWS::Lambda::EventSourceMapping"):
            queue = _resolve(mapping["Properties"]["EventSourceArn"], stack)
            for action in _MAPPING_ACTIONS:
                yield Permission(_configured(template, mapping), action, queue)
        for _, config in of_type(template, "AWS::Lambda::EventInvokeConfig"):
            queue = _resolve(config["Properties"]["DestinationConfig"]["OnFailure"]["Destination"], stack)
            yield Permission(_configured(template, config), "sqs:SendMessage", queue)


def _configured(template: Template, resource: dict[str, Any]) -> str:
    """The binary of the function to which a resource belongs."""
    function = template["Resources"][resource["Properties"]["FunctionName"]["Ref"]]["Properties"]["FunctionName"]["Fn::Sub"]
    return function_name(function.replace("${Environment}", "local"))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _resolve(value: Any, stack: str | None) -> str:
    """The value of an expression in a nested template, or in the root template."""
    match value:
        case str():
            return value
        case {"Ref": str(name)}:
            return _reference(name, stack)
        case {"Fn::GetAtt": str(name)}:
            return _attribute(name, stack)
        case {"Fn::Sub": str(text)}:
            return re.sub(r"\$\{([^}]+)\}", lambda found: _substitute(found[1], stack), text)
    raise ValueError(f"a policy contains {value}")


def _substitute(name: str, stack: str | None) -> str:
    return _attribute(name, stack) if "." in name else _reference(name, stack)


def _reference(name: str, stack: str | None) -> str:
    if name in _PSEUDO_PARAMETERS:
        return _PSEUDO_PARAMETERS[name]
    if stack is not None and name in NESTED[stack][1].get("Parameters", {}):
        return _resolve(NESTED[stack][2]["Properties"]["Parameters"][name], None)
    return f"{{{_declared(name, stack)}}}"


def _attribute(name: str, stack: str | None) -> str:
    resource, _, attribute = name.partition(".")
    if stack is None and attribute.startswith("Outputs."):
        output = NESTED[resource][1]["Outputs"][attribute.removeprefix("Outputs.")]
        return _resolve(output["Value"], resource)
    return f"{{{_declared(resource, stack)}}}"


def _declared(name: str, stack: str | None) -> str:
    template: Template = ROOT_TEMPLATE if stack is None else NESTED[stack][1]
    if name not in template["Resources"] and name not in template.get("Parameters", {}):
        raise ValueError(f"a policy refers to {name}, which {stack or 'the root template'} does not declare")
    return name
