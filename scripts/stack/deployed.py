"""Outputs and functions of a deployed stack."""

from stack import functions
from stack.aws import Aws
from stack.progress import Stop
from stack.settings import Settings


class Deployed:
    """A stack of an environment, on AWS or on an emulator."""

    def __init__(self, aws: Aws, settings: Settings) -> None:
        self._aws, self.name, self._environment = aws, settings.stack, settings.environment

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

    def invoke(self, binary: str) -> None:
        """Invokes a function that has no trigger."""
        response = self._aws.client("lambda").invoke(FunctionName=functions.name(self._environment, binary), Payload=b"{}")
        if "FunctionError" in response:
            raise Stop(f"{binary} failed: {response['Payload'].read().decode()}")
