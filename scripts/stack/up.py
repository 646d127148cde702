"""./scripts/up: starts or updates a local stack."""

import argparse
import json
import os
import shutil
import sys
from urllib.parse import urlparse

from stack import (
    description,
    down,
    emulator,
    functions,
    machine,
    partners,
    ports,
    settings,
    shell,
    simulator,
    staff,
    venvs,
    web,
)
from stack.aws import Aws
from stack.deployed import Deployed
from stack.deployment import Deployment
from stack.entry import guarded
from stack.paths import DEFAULT_PORT, StackPaths
from stack.progress import Stop, step

# A fleet of 0 seeds nothing, as after a first deployment. Staff and telemetry fill the stack.
_UNSEEDED = "0"
_FLEETS = (_UNSEEDED, "50", "2500", "10000")


def main() -> None:
    arguments = _arguments()
    paths = StackPaths(arguments.port)
    endpoint = os.environ.get("AWS_ENDPOINT_URL", "").rstrip("/")
    if (urlparse(endpoint).hostname or "").endswith(".amazonaws.com"):
        raise Stop(f"{endpoint} is AWS. Use ./scripts/deploy to deploy there")

    with step("Checking this machine") as current:
        machine.check(web=arguments.web)
        if arguments.web and not web.process(paths).pid():
            ports.require_free(paths.web_port, "the web app", "choose other ports: ./scripts/up --port N, or use --no-web")
        current.result = f"ports {paths.port} and {paths.web_port}" if arguments.web else f"port {paths.port}"
    if arguments.reset:
        with step("Deleting the stored data"):
            down.drop(paths)
            shutil.rmtree(paths.folder, ignore_errors=True)
    if not endpoint:
        _start_emulator(paths)

    with step("Building the functions") as current:
        workspace = functions.Workspace()
        functions.build(workspace)
        partners.build(workspace)
        digests = functions.package(workspace)
        current.result = f"{len(digests)} functions"
    with step("Starting the simulated partners") as current:
        current.result = paths.partners_url if partners.start(paths, workspace) else "already running"
    if not endpoint:
        with step("Waiting for the emulator") as current:
            emulator.wait(paths)
            endpoint = paths.endpoint
            current.result = endpoint

    config = settings.read("local")
    aws = Aws(config.region, endpoint)
    deployed = Deployed(aws, config)
    with step("Deploying (half a minute if a template changed)") as current:
        deployment = Deployment(aws, config, partners.parameters(paths), paths.logs / "deploy.log")
        current.result = deployment.update(digests)
        outputs = deployed.outputs()
        description.write(paths, endpoint, config, outputs, workspace.functions)
    with step("Creating staff accounts") as current:
        current.result = f"{staff.create_accounts(aws, outputs['UserPoolId'])} created"
        deployed.invoke("bootstrap-administrator")
    is_seeded = arguments.fleet != _UNSEEDED
    with step(f"Seeding {arguments.fleet} fridges" if is_seeded else "Skipping the seeder"):
        if is_seeded:
            shell.run(
                [workspace.binaries / "seed", "--stack", paths.description, "--fleet", arguments.fleet], purpose="Seeding"
            )
    is_simulated = is_seeded and arguments.simulator
    with step("Starting the simulator" if is_simulated else "Skipping the simulator") as current:
        if is_simulated:
            simulator.restart(paths, workspace)
            current.result = f"log: {simulator.process(paths).log}"
        else:
            simulator.process(paths).stop()
    if arguments.web:
        with step("Starting the web app") as current:
            web.install()
            web.serve(paths)
            current.result = paths.web_url
    _print_summary(paths, endpoint, with_web=arguments.web)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./scripts/up", description="Starts or updates a local stack.")
    parser.add_argument("--reset", action="store_true", help="delete all stored data first")
    fleet_help = "the number of fridges to seed; 0 seeds nothing (default: 2500)"
    parser.add_argument("--fleet", choices=_FLEETS, default="2500", help=fleet_help)
    ports_help = (
        "the emulator's port; the web app, the simulated partners and the MQTT broker use the next three "
        f"(default: {DEFAULT_PORT})"
    )
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help=ports_help)
    parser.add_argument("--no-simulator", dest="simulator", action="store_false", help="do not start the simulator")
    parser.add_argument("--no-web", dest="web", action="store_false", help="do not start the web app")
    return parser.parse_args()


def _start_emulator(paths: StackPaths) -> None:
    venvs.EMULATOR.ensure()
    with step("Starting the emulator") as current:
        current.result = f"starting in {paths.folder}" if emulator.start(paths) else "already running"


def _print_summary(paths: StackPaths, endpoint: str, *, with_web: bool) -> None:
    stack = json.loads(paths.description.read_text())
    print()
    if with_web:
        print(f"Larder is at {stack['webUrl']}")
    print(f"GraphQL {stack['graphqlUrl']}\nREST    {stack['restUrl']}\nAWS     {endpoint}")
    print(f"\nAccounts, with the password {stack['users'][0]['password']}:")
    for user in stack["users"]:
        print(f"  {user['email']:34} {user['name']}")
    port = "" if paths.port == DEFAULT_PORT else f" --port {paths.port}"
    print(f"\n{paths.description} has these addresses for tools. Stop the stack with ./scripts/down{port}")


if __name__ == "__main__":
    sys.exit(guarded(main))
