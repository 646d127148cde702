"""Reports what a deployed environment lacks that no template can ensure: `./scripts/doctor --stack-name NAME` runs it.

A person must confirm the subscription of the alarm topic, another person can turn off recovery or the firewall, and quotas
belong to the account.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from stack import quotas
from stack.aws import Aws
from stack.entry import guarded
from stack.progress import Stop
from stack.settings import ENVIRONMENTS, read

_PENDING = "PendingConfirmation"


def main() -> None:
    arguments = _arguments()
    [environment] = [name for name in ENVIRONMENTS if read(name).stack == arguments.stack_name] or [None]
    if environment is None:
        raise Stop(f"samconfig.toml has no stack {arguments.stack_name}")
    aws = Aws(read(environment).region)
    [stack] = aws.client("cloudformation").describe_stacks(StackName=arguments.stack_name)["Stacks"]
    outputs = {output["OutputKey"]: output["OutputValue"] for output in stack["Outputs"]}
    lacks = False
    for name, check in CHECKS.items():
        try:
            found = list(check(aws, outputs))
        except (BotoCoreError, ClientError) as error:
            print(f"{name:<16} not checked: {error}")
            continue
        lacks = lacks or bool(found)
        print("\n".join(f"{name:<16} LACKS    {each}" for each in found) or f"{name:<16} complete")
    if lacks:
        raise Stop("The environment is not complete")


def alarm_receivers(aws: Any, outputs: dict[str, str]) -> Iterator[str]:
    """The alarm topic without a confirmed subscription."""
    pages = aws.client("sns").get_paginator("list_subscriptions_by_topic").paginate(TopicArn=outputs["AlarmTopic"])
    subscriptions = [each for page in pages for each in page["Subscriptions"]]
    for each in subscriptions:
        if each["SubscriptionArn"] == _PENDING:
            yield f"{each['Endpoint']} has not confirmed the subscription of alarms. Open the link in the e-mail"
    if not any(each["SubscriptionArn"] != _PENDING for each in subscriptions):
        yield "no one receives alarms. Set AlarmEmail, deploy and confirm the subscription"


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


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Reports what a deployed environment lacks.")
    parser.add_argument("stack_name")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(guarded(main))
