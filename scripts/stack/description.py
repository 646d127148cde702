"""What a stack is, in two files: stack.json for tools and tests, config.json for the web app."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

from stack.places import LATEST, Place
from stack.settings import Settings
from stack.staff import STAFF

# Vite passes what begins with this on to the emulator, so that the browser stays on one origin.
PROXY = "/_aws"
# The same for the socket of live events, which the emulator tells by its host.
LIVE_PROXY = "/_live"
# Where AppSync Events takes a socket.
_REALTIME_PATH = "/event/realtime"


def describe(place: Place, endpoint: str, settings: Settings, outputs: dict[str, str], functions: dict[str, str]) -> None:
    """Writes both files, and makes this stack the one that tools find when they are told of none."""
    graphql, rest = _addresses(endpoint, outputs)
    stack = {
        "endpoint": endpoint,
        "region": settings.region,
        "stackName": settings.stack,
        "port": place.port,
        "graphqlUrl": graphql,
        "restUrl": rest,
        "live": {"httpHost": outputs["LiveHttpHost"], "realtimeHost": outputs["LiveRealtimeHost"]},
        "webUrl": place.web_url,
        "partnersUrl": place.partners_url,
        "userPoolId": outputs["UserPoolId"],
        "userPoolClientId": outputs["UserPoolClientId"],
        "tables": {key.removesuffix("Table"): value for key, value in outputs.items() if key.endswith("Table")},
        "queues": {_camel(key.replace("Queue", "")): value for key, value in outputs.items() if key.endswith("Queue")},
        "buckets": {
            _camel(key.removesuffix("Bucket")): value for key, value in outputs.items() if key.endswith("Bucket")
        },
        "functions": functions,
        "logGroup": outputs["FunctionLogs"],
        "users": [person.told() for person in STAFF],
    }
    web = web_configuration(
        settings,
        outputs,
        version="local",
        graphql=PROXY + urlparse(graphql).path,
        rest=PROXY + urlparse(rest).path,
        live=LIVE_PROXY + _REALTIME_PATH,
    )
    web["userPoolEndpoint"] = f"{PROXY}/"
    _write(place.description, stack)
    _write(place.web_configuration, web)
    _write(LATEST, stack)
    _write(LATEST.with_name(place.web_configuration.name), web)


def web_configuration(
    settings: Settings, outputs: dict[str, str], *, version: str, graphql: str, rest: str, live: str | None = None
) -> dict[str, Any]:
    """What the web app reads when it starts."""
    return {
        "region": settings.region,
        "userPoolId": outputs["UserPoolId"],
        "userPoolClientId": outputs["UserPoolClientId"],
        "graphqlUrl": graphql,
        "restUrl": rest,
        "live": {
            "url": live or f"wss://{outputs['LiveRealtimeHost']}{_REALTIME_PATH}",
            "host": outputs["LiveHttpHost"],
        },
        "version": version,
        "companyHostMarker": outputs["CompanyHostMarker"],
        "idleSignOutMinutes": settings.idle_sign_out_minutes,
        "links": settings.links,
    }


def _addresses(endpoint: str, outputs: dict[str, str]) -> tuple[str, str]:
    """Where GraphQL and REST are called. The outputs of an emulator may name AWS's own hosts: ids count then."""
    graphql, rest = outputs["GraphQLUrl"], outputs["RestUrl"]
    if urlparse(graphql).hostname.endswith(".amazonaws.com"):
        graphql = f"{endpoint}/v1/apis/{outputs['GraphQLApiId']}/graphql"
    if urlparse(rest).hostname.endswith(".amazonaws.com"):
        rest = f"{endpoint}/restapis/{outputs['RestApiId']}/prod/_user_request_"
    return graphql, rest


def _camel(name: str) -> str:
    return name[0].lower() + name[1:]


def _write(file: Path, content: dict[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content, indent=2) + "\n")
