"""Outputs and functions of a deployed stack."""

import re

from stack.aws import Aws
from stack.progress import Stop


class Deployed:
    """A stack by name, on AWS or on an emulator."""

    def __init__(self, aws: Aws, name: str) -> None:
        self._aws, self.name = aws, name

    def exists(self) -> bool:
        cloudformation = self._aws.client("cloudformation")
        try:
            return bool(cloudformation.describe_stacks(StackName=self.name)["Stacks"])
        except cloudformation.exceptions.ClientError as error:
            if "does not exist" in str(error):
                return False
            raise

    def outputs(self) -> dict[str, str]:
        """The outputs of the root template."""
        response = self._aws.client("cloudformation").describe_stacks(StackName=self.name)
        return {output["OutputKey"]: output["OutputValue"] for output in response["Stacks"][0]["Outputs"]}

    def functions(self) -> dict[str, str]:
        """Each function's name in Lambda, by binary. The binary of `ReadScheduleChangeFunction` is
        `read-schedule-change`."""
        names, stacks = {}, [self.name]
        while stacks:
            response = self._aws.client("cloudformation").describe_stack_resources(StackName=stacks.pop())
            for resource in response["StackResources"]:
                if resource["ResourceType"] == "AWS::CloudFormation::Stack":
                    stacks.append(resource["PhysicalResourceId"])
                elif resource["ResourceType"] == "AWS::Lambda::Function":
                    binary = _kebab_case(resource["LogicalResourceId"].removesuffix("Function"))
                    names[binary] = resource["PhysicalResourceId"]
        return dict(sorted(names.items()))

    def invoke(self, binary: str) -> None:
        """Invokes a function that has no trigger."""
        response = self._aws.client("lambda").invoke(FunctionName=self.functions()[binary], Payload=b"{}")
        if "FunctionError" in response:
            raise Stop(f"{binary} failed: {response['Payload'].read().decode()}")


def _kebab_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()
