"""./scripts/up: brings Larder up on this machine, or up to date."""

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
from stack.places import DEFAULT_PORT, Place
from stack.progress import Stop, step

# A stack without a fleet is not seeded at all: staff and telemetry fill it, as after a first deployment.
_UNSEEDED = "0"
_FLEETS = (_UNSEEDED, "50", "2500", "10000")


def main() -> None:
    arguments = _arguments()
    place = Place(arguments.port)
    endpoint = os.environ.get("AWS_ENDPOINT_URL", "").rstrip("/")
    if (urlparse(endpoint).hostname or "").endswith(".amazonaws.com"):
        raise Stop(f"{endpoint} is AWS itself: deploy there with ./scripts/deploy")

    with step("Checking this machine") as current:
        machine.check(web=arguments.web)
        if arguments.web and not web.process(place).pid():
            ports.require_free(place.web_port, "the web app", "choose others: ./scripts/up --port N, or --no-web")
        current.result = f"ports {place.port} and {place.web_port}" if arguments.web else f"port {place.port}"
    if arguments.reset:
        with step("Starting clean"):
            down.drop(place)
            shutil.rmtree(place.folder, ignore_errors=True)
    if not endpoint:
        _start_emulator(place)

    with step("Building the functions") as current:
        workspace = functions.Workspace()
        functions.build(workspace)
        partners.build(workspace)
        digests = functions.place(workspace)
        current.result = f"{len(digests)} functions"
    with step("Starting what stands in for partners") as current:
        current.result = place.partners_url if partners.start(place, workspace) else "runs already"
    if not endpoint:
        with step("Waiting for the emulator") as current:
            emulator.wait(place)
            endpoint = place.endpoint
            current.result = endpoint

    chosen = settings.read("local")
    aws = Aws(chosen.region, endpoint)
    deployed = Deployed(aws, chosen.stack)
    with step("Deploying (half a minute when a template changed)") as current:
        deployment = Deployment(aws, chosen, partners.parameters(place), place.logs / "deploy.log")
        current.result = deployment.bring_up_to(digests)
        outputs = deployed.outputs()
        description.describe(place, endpoint, chosen, outputs, deployed.functions())
    with step("Enrolling the staff") as current:
        current.result = f"{staff.enroll(aws, outputs['UserPoolId'])} new accounts"
        deployed.invoke("bootstrap-administrator")
    seeded = arguments.fleet != _UNSEEDED
    with step(f"Seeding a fleet of {arguments.fleet}" if seeded else "Leaving the stack empty"):
        if seeded:
            shell.run(
                [workspace.built / "seed", "--stack", place.description, "--fleet", arguments.fleet], purpose="Seeding"
            )
    simulated = seeded and arguments.simulator
    with step("Starting the simulator" if simulated else "Leaving the fleet still") as current:
        if simulated:
            simulator.restart(place, workspace)
            current.result = f"its log is {simulator.process(place).log}"
        else:
            simulator.process(place).stop()
    if arguments.web:
        with step("Starting the web app") as current:
            web.install()
            web.serve(place)
            current.result = place.web_url
    _tell(place, endpoint, with_web=arguments.web)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./scripts/up", description="Brings Larder up on this machine.")
    parser.add_argument("--reset", action="store_true", help="start clean: forget all that is stored")
    parser.add_argument("--fleet", choices=_FLEETS, default="2500", help="fridges to begin with; 0 seeds nothing (default: 2500)")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="the emulator's port; the web app and partners have the next two")
    parser.add_argument("--no-simulator", dest="simulator", action="store_false", help="leave the fleet still")
    parser.add_argument("--no-web", dest="web", action="store_false", help="leave the web app out")
    return parser.parse_args()


def _start_emulator(place: Place) -> None:
    venvs.EMULATOR.ready()
    with step("Starting the emulator") as current:
        current.result = f"starts in {place.folder}" if emulator.start(place) else "runs already"


def _tell(place: Place, endpoint: str, *, with_web: bool) -> None:
    stack = json.loads(place.description.read_text())
    print()
    if with_web:
        print(f"Larder is at {stack['webUrl']}")
    print(f"GraphQL {stack['graphqlUrl']}\nREST    {stack['restUrl']}\nAWS     {endpoint}")
    print(f"\nWho can sign in, with the password {stack['users'][0]['password']}:")
    for user in stack["users"]:
        print(f"  {user['email']:34} {user['name']}")
    port = "" if place.port == DEFAULT_PORT else f" --port {place.port}"
    print(f"\nAll of this for tools: {place.description}. Stop it with ./scripts/down{port}")


if __name__ == "__main__":
    sys.exit(guarded(main))
