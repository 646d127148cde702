"""What a deployed stack says of itself."""

import re

from stack.aws import Aws
from stack.progress import Stop


class Deployed:
    """A stack by name, in AWS or on an emulator."""

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
        described = self._aws.client("cloudformation").describe_stacks(StackName=self.name)
        return {output["OutputKey"]: output["OutputValue"] for output in described["Stacks"][0]["Outputs"]}

    def functions(self) -> dict[str, str]:
        """The name that each function has in Lambda, by binary: `ReadScheduleChangeFunction` is of
        `read-schedule-change`."""
        found, stacks = {}, [self.name]
        while stacks:
            answer = self._aws.client("cloudformation").describe_stack_resources(StackName=stacks.pop())
            for resource in answer["StackResources"]:
                if resource["ResourceType"] == "AWS::CloudFormation::Stack":
                    stacks.append(resource["PhysicalResourceId"])
                elif resource["ResourceType"] == "AWS::Lambda::Function":
                    binary = _kebab(resource["LogicalResourceId"].removesuffix("Function"))
                    found[binary] = resource["PhysicalResourceId"]
        return dict(sorted(found.items()))

    def invoke(self, binary: str) -> None:
        """Runs a function that nothing triggers."""
        answer = self._aws.client("lambda").invoke(FunctionName=self.functions()[binary], Payload=b"{}")
        if "FunctionError" in answer:
            raise Stop(f"{binary} failed: {answer['Payload'].read().decode()}")


def _kebab(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()
