"""Outputs and functions of a deployed stack."""

import json
import os
from pathlib import Path

from stack import functions, paths, settings
from stack.aws import Aws
from stack.progress import Stop
from stack.settings import Settings


def aws_of(environment: str) -> Aws:
    """The account and region of an environment. The environment `local` is the default local stack."""
    if environment != "local":
        return Aws(settings.read(environment).region)
    description = Path(os.environ.get("LARDER_STACK", paths.LATEST))
    if not description.exists():
        raise Stop("There is no local stack. Run ./scripts/up first")
    stack = json.loads(description.read_text())
    return Aws(stack["region"], stack["endpoint"])


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
