"""Reports what a deployed environment lacks that no template can ensure: `./scripts/doctor --stack-name NAME` runs it.
Without the option, a part of it checks the local stack.

A person must confirm the subscription of the alarm topic, another person can delete an alarm, a log's retention or a policy,
or turn off recovery or the firewall, and quotas belong to the account. A deployment restores none of these, because
CloudFormation changes only resources whose template changed.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from stack import quotas, templates
from stack.aws import Aws
from stack.deployed import Deployed, aws_of
from stack.entry import guarded
from stack.progress import Stop
from stack.settings import ENVIRONMENTS, read

_PENDING = "PendingConfirmation"
_STACK, _ROLE = "AWS::CloudFormation::Stack", "AWS::IAM::Role"

# A resource as CloudFormation lists it.
Resource = dict[str, Any]


def main() -> None:
    name = _arguments().stack_name
    if name is None:
        aws, settings = aws_of("local"), read("local")
    else:
        [environment] = [each for each in ENVIRONMENTS if read(each).stack == name] or [None]
        if environment is None:
            raise Stop(f"samconfig.toml has no stack {name}")
        settings = read(environment)
        aws = Aws(settings.region)
    deployed = resources(aws, settings.stack)
    checks = [(title, partial(check, aws, deployed)) for title, check in RESOURCE_CHECKS.items()]
    if name is not None:
        outputs = Deployed(aws, settings).outputs()
        checks += [(title, partial(check, aws, outputs)) for title, check in CHECKS.items()]
    # All checks run, also after one that reports something.
    if any([_report(title, check) for title, check in checks]):
        raise Stop("The environment is not complete")


def _report(title: str, check: Callable[[], Iterator[str]]) -> bool:
    """Prints what a check reports. Returns whether something is missing. A check that cannot run reports nothing missing."""
    try:
        found = list(check())
    except (BotoCoreError, ClientError) as error:
        print(f"{title:<16} not checked: {error}")
        return False
    print("\n".join(f"{title:<16} LACKS    {each}" for each in found) or f"{title:<16} complete")
    return bool(found)


def alarm_receivers(aws: Any, outputs: dict[str, str]) -> Iterator[str]:
    """The alarm topic without a confirmed subscription."""
    pages = aws.client("sns").get_paginator("list_subscriptions_by_topic").paginate(TopicArn=outputs["AlarmTopic"])
    subscriptions = [each for page in pages for each in page["Subscriptions"]]
    for each in subscriptions:
        if each["SubscriptionArn"] == _PENDING:
            yield f"{each['Endpoint']} has not confirmed the subscription of alarms. Open the link in the e-mail"
    if not any(each["SubscriptionArn"] != _PENDING for each in subscriptions):
        yield "no one receives alarms. Set AlarmEmail, deploy and confirm the subscription"


def resources(aws: Any, stack: str) -> list[Resource]:
    """The resources of a stack and of its nested stacks, as CloudFormation lists them, with the name of
    the stack."""
    pages = aws.client("cloudformation").get_paginator("list_stack_resources").paginate(StackName=stack)
    found = [resource | {"StackName": stack} for page in pages for resource in page["StackResourceSummaries"]]
    nested = [resource["PhysicalResourceId"] for resource in found if resource["ResourceType"] == _STACK]
    return found + [resource for name in nested for resource in resources(aws, name)]


def alarms(aws: Any, deployed: list[Resource]) -> Iterator[str]:
    """Alarms that do not exist or do not act."""
    pages = aws.client("cloudwatch").get_paginator("describe_alarms").paginate(AlarmTypes=["MetricAlarm", "CompositeAlarm"])
    found = {
        alarm["AlarmName"]: alarm
        for page in pages
        for kind in ("MetricAlarms", "CompositeAlarms")
        for alarm in page.get(kind, ())
    }
    # The actions of these belong to the composite alarm that combines them.
    combined = " ".join(alarm.get("AlarmRule", "") for alarm in found.values())
    for resource in _of_type(deployed, "AWS::CloudWatch::Alarm", "AWS::CloudWatch::CompositeAlarm"):
        name = _name_of_alarm(resource)
        if name not in found:
            yield f"the alarm {resource['LogicalResourceId']} does not exist"
        elif not found[name].get("ActionsEnabled", True):
            yield f"the actions of the alarm {resource['LogicalResourceId']} are disabled"
        elif not found[name].get("AlarmActions") and f'"{name}"' not in combined:
            yield f"the alarm {resource['LogicalResourceId']} notifies no topic"


def _name_of_alarm(resource: Resource) -> str:
    """The physical id is the name, or for a composite alarm the ARN that ends with it."""
    return resource["PhysicalResourceId"].rpartition(":alarm:")[2]


def log_retention(aws: Any, deployed: list[Resource]) -> Iterator[str]:
    """Log groups without a retention period."""
    for resource in _of_type(deployed, "AWS::Logs::LogGroup"):
        name = resource["PhysicalResourceId"]
        pages = aws.client("logs").get_paginator("describe_log_groups").paginate(logGroupNamePrefix=name)
        days = [group.get("retentionInDays") for page in pages for group in page["logGroups"] if group["logGroupName"] == name]
        if not days:
            yield f"the log group {resource['LogicalResourceId']} does not exist"
        elif not days[0]:
            yield f"{resource['LogicalResourceId']} keeps its lines forever"


def permissions(aws: Any, deployed: list[Resource]) -> Iterator[str]:
    """Roles without a policy that the deployed template contains."""
    cloudformation, iam = aws.client("cloudformation"), aws.client("iam")
    for stack in sorted({resource["StackName"] for resource in deployed if resource["ResourceType"] == _ROLE}):
        template = cloudformation.get_template(StackName=stack, TemplateStage="Processed")["TemplateBody"]
        definitions = (templates.parse(template) if isinstance(template, str) else template)["Resources"]
        for resource in _of_type([each for each in deployed if each["StackName"] == stack], _ROLE):
            properties = definitions[resource["LogicalResourceId"]]["Properties"]
            expected = [policy.get("PolicyName") for policy in properties.get("Policies", ())]
            pages = iam.get_paginator("list_role_policies").paginate(RoleName=resource["PhysicalResourceId"])
            actual = {name for page in pages for name in page["PolicyNames"]}
            for name in expected:
                if isinstance(name, str) and name not in actual:
                    yield f"{resource['LogicalResourceId']} lacks the policy {name}"


def aliases(aws: Any, deployed: list[Resource]) -> Iterator[str]:
    """Aliases that do not send all calls to the deployed version, such as during a gradual deployment."""
    client = aws.client("lambda")
    # The physical ids are ARNs that end with the name of the function and the version or the alias.
    versions = {resource["PhysicalResourceId"] for resource in _of_type(deployed, "AWS::Lambda::Version")}
    for resource in _of_type(deployed, "AWS::Lambda::Alias"):
        function, _, name = resource["PhysicalResourceId"].rpartition(":")
        alias = client.get_alias(FunctionName=function, Name=name)
        version, others = alias["FunctionVersion"], alias.get("RoutingConfig", {}).get("AdditionalVersionWeights", {})
        if f"{function}:{version}" not in versions:
            yield f"{resource['LogicalResourceId']} sends calls to version {version}, which is not the deployed one"
        elif others:
            yield f"{resource['LogicalResourceId']} sends a part of the calls to version {', '.join(sorted(others))}"


def _of_type(deployed: list[Resource], *kinds: str) -> Iterator[Resource]:
    return (resource for resource in deployed if resource["ResourceType"] in kinds)


def recovery(aws: Any, outputs: dict[str, str]) -> Iterator[str]:
    """Tables without point-in-time recovery."""
    dynamodb = aws.client("dynamodb")
    for name in (value for key, value in sorted(outputs.items()) if key.endswith("Table")):
        backups = dynamodb.describe_continuous_backups(TableName=name)["ContinuousBackupsDescription"]
        if backups.get("PointInTimeRecoveryDescription", {}).get("PointInTimeRecoveryStatus") != "ENABLED":
            yield f"{name} has no point-in-time recovery"


def firewall(aws: Any, outputs: dict[str, str]) -> Iterator[str]:
    """Public edges without a web ACL."""
    wafv2 = aws.client("wafv2")
    for name, arn in (("GraphQL", outputs["GraphQLApiArn"]), ("REST", outputs["RestStageArn"]), ("live events", outputs["LiveApiArn"])):
        if "WebACL" not in wafv2.get_web_acl_for_resource(ResourceArn=arn):
            yield f"{name} has no web ACL"
    distribution = aws.client("cloudfront").get_distribution_config(Id=outputs["WebDistribution"])["DistributionConfig"]
    if not distribution.get("WebACLId"):
        yield "the web app has no web ACL. Outside us-east-1, set WebAclArn"


def account_quotas(aws: Any, _: dict[str, str]) -> Iterator[str]:
    """Quotas that are too small."""
    yield from quotas.shortages(quotas.needs(aws, first=False, functions=0, stacks=0, tables=0))


CHECKS: dict[str, Callable[[Any, dict[str, str]], Iterator[str]]] = {
    "alarms": alarm_receivers,
    "recovery": recovery,
    "firewall": firewall,
    "quotas": account_quotas,
}

RESOURCE_CHECKS: dict[str, Callable[[Any, list[Resource]], Iterator[str]]] = {
    "existing alarms": alarms,
    "log retention": log_retention,
    "permissions": permissions,
    "aliases": aliases,
}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Reports what a deployed environment lacks.")
    parser.add_argument("stack_name", nargs="?", help="a stack on AWS; default: a part of the checks for the local stack")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(guarded(main))
