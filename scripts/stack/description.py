"""Writes the description of a local stack: stack.json for tools and tests, config.json for the web app."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

from stack import functions
from stack.emulator import CREDENTIALS
from stack.paths import LATEST, StackPaths
from stack.settings import Settings
from stack.staff import STAFF

# Vite forwards paths with this prefix to the emulator, so that the browser calls only one origin.
PROXY = "/_aws"
# Vite forwards the WebSocket of live events from here. It sets the `Host` header by which the emulator finds the API.
LIVE_PROXY = "/_live"
# The path of the WebSocket endpoint of AppSync Events.
_REALTIME_PATH = "/event/realtime"


def write(paths: StackPaths, endpoint: str, settings: Settings, outputs: dict[str, str], binaries: list[str]) -> None:
    """Writes both files, and makes this stack the default of tools."""
    graphql, rest = _addresses(endpoint, outputs)
    stack = {
        "endpoint": endpoint,
        "credentials": {
            "accessKeyId": CREDENTIALS["AWS_ACCESS_KEY_ID"],
            "secretAccessKey": CREDENTIALS["AWS_SECRET_ACCESS_KEY"],
        },
        "environment": settings.environment,
        "region": settings.region,
        "stackName": settings.stack,
        "port": paths.port,
        "graphqlUrl": graphql,
        "restUrl": rest,
        "live": {"httpHost": outputs["LiveHttpHost"], "realtimeHost": outputs["LiveRealtimeHost"]},
        "webUrl": paths.web_url,
        "partnersUrl": paths.partners_url,
        **({"mqtt": _broker(paths)} if endpoint == paths.endpoint else {}),
        "userPoolId": outputs["UserPoolId"],
        "userPoolClientId": outputs["UserPoolClientId"],
        "tables": {key.removesuffix("Table"): value for key, value in outputs.items() if key.endswith("Table")},
        "queues": {_camel_case(key.replace("Queue", "")): value for key, value in outputs.items() if key.endswith("Queue")},
        "buckets": {
            _camel_case(key.removesuffix("Bucket")): value for key, value in outputs.items() if key.endswith("Bucket")
        },
        "functions": {binary: functions.name(settings.environment, binary) for binary in binaries},
        "logGroup": outputs["FunctionLogs"],
        "users": [person.to_json() for person in STAFF],
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
    _write_json(paths.description, stack)
    _write_json(paths.web_configuration, web)
    _write_json(LATEST, stack)
    _write_json(LATEST.with_name(paths.web_configuration.name), web)


def _broker(paths: StackPaths) -> dict[str, Any]:
    """The address of the emulator's MQTT broker, and the file with the certificate that its clients trust."""
    return {"host": "localhost", "port": paths.mqtt_port, "ca": str(paths.certificate_authority)}


def web_configuration(
    settings: Settings, outputs: dict[str, str], *, version: str, graphql: str, rest: str, live: str | None = None
) -> dict[str, Any]:
    """The contents of config.json, which the web app reads when it starts."""
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
    """The URLs of GraphQL and REST. If an emulator's outputs contain the host names of AWS, the URLs are built from the
    API ids."""
    graphql, rest = outputs["GraphQLUrl"], outputs["RestUrl"]
    if urlparse(graphql).hostname.endswith(".amazonaws.com"):
        graphql = f"{endpoint}/v1/apis/{outputs['GraphQLApiId']}/graphql"
    if urlparse(rest).hostname.endswith(".amazonaws.com"):
        rest = f"{endpoint}/restapis/{outputs['RestApiId']}/prod/_user_request_"
    return graphql, rest


def _camel_case(name: str) -> str:
    return name[0].lower() + name[1:]


def _write_json(file: Path, content: dict[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content, indent=2) + "\n")
