"""Software of fridges."""

from typing import Any

from fault_tests.scenario import Call, Data, scenario

_AGENT = "FRIDGE_AGENT"


def _fridges(data: Data) -> list[str]:
    return [data.location(status="LIVE") for _ in range(2)]


def _version(data: Data) -> str:
    """A unique version, which is older than the seeded ones."""
    version = f"0.{int(data.uuid()[:8], 16)}"
    data.names.append((version, "version"))
    key = f"{_AGENT}/{version}/fridge-agent.tar.gz"
    data.client.aws.client("s3").put_object(Bucket=data.client.stack["buckets"]["artifacts"], Key=key, Body=b"a version")
    return version


def _artifacts(data: Data) -> dict[str, Any]:
    return {"artifactType": _AGENT, "version": _version(data), "fridges": _fridges(data)}


def _deployment(data: Data) -> dict[str, Any]:
    arguments = _artifacts(data) | {"stages": [50, 100], "reason": "Test", "clientToken": data.uuid()}
    return data.mutate("createFridgeDeployment", **arguments)


def _end_deployment(data: Data, call: Call) -> str | None:
    """Ends the deployment of a call, because an artifact has at most 20 that are not finished."""
    [software] = [name for name, kind in data.names if kind == "version"]
    listed = data.query("{ fridgeDeployments { items { id version state artifactVersion } } }")["items"]
    found = [deployment for deployment in listed if deployment["artifactVersion"] == software]
    for deployment in found:
        if deployment["state"] in ("RUNNING", "PAUSED"):
            data.mutate("rollBackFridgeDeployment", id=deployment["id"], version=deployment["version"])
    if len(found) != 1:
        return f"{len(found)} deployments are stored"
    data.require(data.client.invoke("advance-fridge-deployments", {}))
    return None


# What `advance-fridge-deployments` writes every minute, in items and in responses.
_PROGRESS = ("checkedAt", "counts", "nextCheckAt", "points", "runningVersions", "stages")

# A repetition with an outdated version states that the deployment has changed.
_OUTDATED = ("Conflict",)


@scenario("updateFridgeArtifacts", partial="each fridge is stored separately")
def update(data: Data) -> Call:
    return Call(_artifacts(data))


@scenario("rollBackFridgeArtifacts", partial="each fridge is stored separately")
def roll_back(data: Data) -> Call:
    fridges = _fridges(data)
    first = {"artifactType": _AGENT, "version": data.share("first version", lambda: _version(data)), "fridges": fridges}
    second = {"artifactType": _AGENT, "version": _version(data), "fridges": fridges}
    data.mutate("updateFridgeArtifacts", **first)
    data.mutate("updateFridgeArtifacts", **second)
    return Call(second)


@scenario(
    "createFridgeDeployment",
    partial="the targets are stored before the deployment, which a repetition completes",
    ignored=_PROGRESS,
    counters=_PROGRESS,
    check=_end_deployment,
)
def create_deployment(data: Data) -> Call:
    return Call(_artifacts(data) | {"stages": [50, 100], "reason": "Test", "clientToken": data.uuid()})


@scenario("continueFridgeDeployment", ignored=_PROGRESS, counters=_PROGRESS, repetition_errors=_OUTDATED, check=_end_deployment)
def continue_deployment(data: Data) -> Call:
    deployment = _deployment(data)
    return Call({"id": deployment["id"], "version": deployment["version"], "scope": "NEXT_STAGE"})


@scenario("pauseFridgeDeployment", ignored=_PROGRESS, counters=_PROGRESS, repetition_errors=_OUTDATED, check=_end_deployment)
def pause_deployment(data: Data) -> Call:
    deployment = _deployment(data)
    return Call({"id": deployment["id"], "version": deployment["version"], "reason": "Two fridges restarted"})


@scenario("rollBackFridgeDeployment", ignored=_PROGRESS, counters=_PROGRESS, repetition_errors=_OUTDATED, check=_end_deployment)
def roll_back_deployment(data: Data) -> Call:
    deployment = _deployment(data)
    return Call({"id": deployment["id"], "version": deployment["version"], "reason": "The screen stays dark"})


@scenario("putFridgeSoftwarePilot")
def put_pilot(data: Data) -> Call:
    return Call(
        {
            "id": f"fault-{data.token}",
            "fridgeIds": data.share("fridges", lambda: _fridges(data)),
            "displayName": f"Pilot {data.token}",
            "stage": 1,
            "startDate": "2026-11-21",
            "endDate": "2026-12-05",
            "description": "Two fridges near the office first",
            "active": False,
        }
    )
