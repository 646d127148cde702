"""./scripts/function-env: prints the variables of a deployed function, for `cargo lambda watch` and `sam local`."""

import argparse
import json
import sys

from stack import functions
from stack.deployed import aws_of
from stack.entry import guarded
from stack.progress import Stop


def main() -> None:
    arguments = _arguments()
    aws = aws_of(arguments.environment)
    client = aws.client("lambda")
    name = functions.name(arguments.environment, arguments.function)
    try:
        configuration = client.get_function_configuration(FunctionName=name)
    except client.exceptions.ResourceNotFoundException:
        raise Stop(f"{name} is not deployed. Use the name of a binary, such as location") from None
    variables = configuration.get("Environment", {}).get("Variables", {})
    print(for_sam(arguments.function, variables) if arguments.sam else for_cargo(variables | aws.variables()))


def for_cargo(variables: dict[str, str]) -> str:
    """The contents of a file for `cargo lambda watch --env-file`."""
    return "\n".join(f"{name}={value}" for name, value in sorted(variables.items()))


def for_sam(function: str, variables: dict[str, str]) -> str:
    """The contents of a file for `sam local invoke --env-vars`: the variables by the function's logical id."""
    return json.dumps({logical_id(function): variables}, indent=2, sort_keys=True)


def logical_id(function: str) -> str:
    """A function's logical id in its template: `ReadScheduleChangeFunction` for `read-schedule-change`."""
    return "".join(word.capitalize() for word in function.split("-")) + "Function"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./scripts/function-env", description="Prints the variables of a deployed function.")
    parser.add_argument("function", help="the name of the function's binary, such as location")
    parser.add_argument("--environment", choices=("local", "dev", "prod"), default="local", help="the environment of the function (default: local)")
    parser.add_argument("--sam", action="store_true", help="print JSON for sam local invoke --env-vars")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(guarded(main))
