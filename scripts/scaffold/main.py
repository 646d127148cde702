"""./scripts/new: creates the hand-written parts of an operation or a screen, with failing tests."""

import argparse
import subprocess

from scaffold import operation, screen
from scaffold.names import Name
from stack.paths import ROOT


def main() -> None:
    arguments = _parser().parse_args()
    name = Name.parse(arguments.name)
    if arguments.part == "screen":
        changes = screen.screen(arguments.area, name)
    elif arguments.worker:
        changes = operation.worker(arguments.area, name)
    elif arguments.route:
        changes = operation.route(arguments.area, name, arguments.permission, arguments.route)
    elif arguments.mutation:
        changes = operation.mutation(arguments.area, name, arguments.permission)
    else:
        changes = operation.query(arguments.area, name, arguments.permission)
    files = changes.apply()
    if arguments.part == "operation":
        subprocess.run([ROOT / "scripts/generate"], check=True)
        subprocess.run(["npm", "run", "--silent", "codegen"], cwd=ROOT / "web", check=True)
        rust = [file for file in files if file.endswith(".rs")]
        subprocess.run(["rustfmt", "--edition", "2024", *rust], cwd=ROOT, check=True)
    web = [file.removeprefix("web/") for file in files if file.startswith("web/")]
    if web:
        subprocess.run(["node_modules/.bin/prettier", "--write", "--log-level", "warn", *web], cwd=ROOT / "web", check=True)
    print("Edit these files until their tests pass (docs/adding-an-operation.md):")
    print("\n".join(f"  {file}" for file in sorted(files)))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./scripts/new", description="Creates the hand-written parts of an operation or a screen."
    )
    parts = parser.add_subparsers(dest="part", required=True)
    new_operation = parts.add_parser("operation", help="a GraphQL field, a REST route or a scheduled task")
    new_operation.add_argument("area", help="a folder of functions/")
    new_operation.add_argument("name", help="the name in camel case, such as readScheduleChange")
    kinds = new_operation.add_mutually_exclusive_group(required=True)
    kinds.add_argument("--query", action="store_true", help="a GraphQL query")
    kinds.add_argument("--mutation", action="store_true", help="a GraphQL mutation")
    kinds.add_argument("--route", metavar="'GET /coupons/{id}'", help="a REST route with an id")
    kinds.add_argument("--worker", action="store_true", help="a task that runs every minute")
    new_operation.add_argument(
        "--permission",
        default=operation.DEFAULT_ACTION,
        help="the action that the caller needs (default: %(default)s); not used by a worker",
    )
    new_screen = parts.add_parser("screen", help="a screen with its address and a menu entry")
    new_screen.add_argument("area", help="a folder of web/src/")
    new_screen.add_argument("name", help="the name in camel case, such as couponLookup")
    return parser
