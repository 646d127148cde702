"""Compares the quotas of an account with the needs of an environment, before and after a deployment."""

from dataclasses import dataclass
from typing import Any

# Concurrent executions of Lambda: 100 users with several calls each, the queue consumers at their maximum, and what functions
# reserve. A new account has 10.
CONCURRENT_EXECUTIONS = 450
# The part of the storage of function code that can be used, because each release stores versions of some functions.
_USABLE_CODE_STORAGE = 0.9
# The roles that are not roles of functions: AppSync, API Gateway, logs, CodeDeploy.
_OTHER_ROLES = 20
_TABLES_QUOTA = "L-F98FE922"


@dataclass(frozen=True)
class Need:
    """A quota, its value, the part in use, and the number that a deployment adds."""

    name: str
    limit: float
    used: float
    added: float


def shortages(needs: list[Need]) -> list[str]:
    """The quotas that are too small, as messages."""
    return [
        f"{need.name}: {need.used:,.0f} in use, {need.added:,.0f} more are needed, but the quota is {need.limit:,.0f}. Request a higher one"
        for need in needs
        if need.used + need.added > need.limit
    ]


def needs(aws: Any, *, first: bool, functions: int, stacks: int, tables: int) -> list[Need]:
    """The quotas of the account. `first` states whether the deployment creates all resources."""
    account = aws.client("lambda").get_account_settings()
    limit, usage = account["AccountLimit"], account["AccountUsage"]
    found = [
        Need("Concurrent executions of Lambda", limit["ConcurrentExecutions"], 0, CONCURRENT_EXECUTIONS),
        Need("Bytes of function code", limit["TotalCodeSize"] * _USABLE_CODE_STORAGE, usage["TotalCodeSize"], 0),
    ]
    if first:
        summary = aws.client("iam").get_account_summary()["SummaryMap"]
        found.append(Need("IAM roles", summary["RolesQuota"], summary["Roles"], functions + _OTHER_ROLES))
        cloudformation = aws.client("cloudformation")
        limits = {each["Name"]: each["Value"] for each in cloudformation.describe_account_limits()["AccountLimits"]}
        existing = sum(len(page["Stacks"]) for page in cloudformation.get_paginator("describe_stacks").paginate())
        found.append(Need("CloudFormation stacks", limits["StackLimit"], existing, stacks))
        quota = aws.client("service-quotas").get_aws_default_service_quota(ServiceCode="dynamodb", QuotaCode=_TABLES_QUOTA)
        names = aws.client("dynamodb").get_paginator("list_tables").paginate()
        found.append(Need("DynamoDB tables", quota["Quota"]["Value"], sum(len(page["TableNames"]) for page in names), tables))
    return found
