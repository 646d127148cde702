"""./scripts/function-env: prints the variables of a deployed function, for `cargo lambda watch` and `sam local`."""

import argparse
import json
import os
import sys
from pathlib import Path

from stack import places, settings
from stack.aws import Aws
from stack.deployed import Deployed
from stack.entry import guarded
from stack.progress import Stop


def main() -> None:
    arguments = _arguments()
    aws, functions = _local() if arguments.environment == "local" else _in_aws(arguments.environment)
    if arguments.function not in functions:
        raise Stop(f"There is no function {arguments.function}. Functions are named after their binaries, such as location")
    configuration = aws.client("lambda").get_function_configuration(FunctionName=functions[arguments.function])
    variables = configuration.get("Environment", {}).get("Variables", {})
    print(for_sam(arguments.function, variables) if arguments.sam else for_cargo(variables | aws.variables()))


def for_cargo(variables: dict[str, str]) -> str:
    """Lines as `cargo lambda watch --env-file` reads them."""
    return "\n".join(f"{name}={value}" for name, value in sorted(variables.items()))


def for_sam(function: str, variables: dict[str, str]) -> str:
    """The file that `sam local invoke --env-vars` reads: variables by the function's name in the template."""
    return json.dumps({logical_id(function): variables}, indent=2, sort_keys=True)


def logical_id(function: str) -> str:
    """`read-schedule-change` is `ReadScheduleChangeFunction` in its template."""
    return "".join(word.capitalize() for word in function.split("-")) + "Function"


def _local() -> tuple[Aws, dict[str, str]]:
    description = Path(os.environ.get("LARDER_STACK", places.LATEST))
    if not description.exists():
        raise Stop("No local stack is described. Run ./scripts/up first")
    stack = json.loads(description.read_text())
    return Aws(stack["region"], stack["endpoint"]), stack["functions"]


def _in_aws(environment: str) -> tuple[Aws, dict[str, str]]:
    chosen = settings.read(environment)
    aws = Aws(chosen.region)
    return aws, Deployed(aws, chosen.stack).functions()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./scripts/function-env", description="Prints the variables of a deployed function.")
    parser.add_argument("function", help="the function's binary, such as location")
    parser.add_argument("--environment", choices=("local", "dev", "prod"), default="local", help="where it is deployed (default: local)")
    parser.add_argument("--sam", action="store_true", help="as a JSON file for sam local invoke --env-vars")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(guarded(main))
