"""Accounts, permissions, roles and preferences."""

from typing import Any

from fault_tests.scenario import Call, Data, scenario


def _member(data: Data) -> tuple[str, str, str]:
    """The account that all calls of an operation use."""
    user, email, password = data.share("member", data.member)
    data.names += [(user, "user"), (email, "email")]
    return user, email, password


def _grant(data: Data, user: str, action: str) -> None:
    data.require(data.client.rest("POST", "/users/permissions", {"user": user, "action": action}))


def _revoke(data: Data, user: str, action: str) -> None:
    data.require(data.client.rest("POST", "/users/permissions/remove", {"user": user, "action": action}))


@scenario("POST /users/permissions")
def grant(data: Data) -> Call:
    user, *_ = _member(data)
    _grant(data, user, "VanTasks")
    _revoke(data, user, "UpdateLocation")
    return Call({"user": user, "action": "UpdateLocation"})


@scenario("POST /users/permissions/remove")
def revoke(data: Data) -> Call:
    user, *_ = _member(data)
    _grant(data, user, "VanTasks")
    _grant(data, user, "UpdateLocation")
    return Call({"user": user, "action": "UpdateLocation"})


def _save_role(data: Data, actions: list[str], version: int = 0) -> dict[str, Any]:
    role = {"name": f"Fault {data.token}", "actions": actions, "flags": ["jofemar"], "version": version}
    return data.mutate("saveRole", input=role)


def _remove_role(data: Data, call: Call) -> str | None:
    """Removes the role of the call, because there are at most 50."""
    found = [role for role in data.query("{ roles { id name version } }") if data.token in role["name"]]
    for role in found:
        data.mutate("removeRole", input={"id": role["id"], "version": role["version"]})
    return None if len(found) == 1 else f"{len(found)} roles are stored"


@scenario("saveRole", check=_remove_role)
def save_role(data: Data) -> Call:
    role = {"name": f"Fault {data.token}", "actions": ["VanTasks"], "flags": ["jofemar"], "version": 0}
    return Call({"input": role})


@scenario("removeRole")
def remove_role(data: Data) -> Call:
    role = _save_role(data, ["VanTasks"])
    return Call({"input": {"id": role["id"], "version": role["version"]}})


@scenario("applyRole", check=_remove_role)
def apply_role(data: Data) -> Call:
    user, email, _ = _member(data)
    _grant(data, user, "FridgeTasks")
    _revoke(data, user, "VanTasks")
    data.mutate("setFeatureFlag", input={"email": email, "flag": "jofemar", "on": False})
    data.mutate("setFeatureFlag", input={"email": email, "flag": "react-ui", "on": True})
    role = _save_role(data, ["VanTasks"])
    seen = {"actions": ["FridgeTasks"], "flags": ["react-ui"]}
    return Call({"input": {"user": user, "role": role["id"], "version": role["version"]} | seen})


@scenario("copyPermissions")
def copy(data: Data) -> Call:
    first, email, _ = data.share("source", data.member)
    user, *_ = _member(data)
    data.names += [(first, "source"), (email, "source")]
    _grant(data, first, "UpdateLocation")
    _grant(data, user, "VanTasks")
    _revoke(data, user, "UpdateLocation")
    return Call({"input": {"from": first, "to": user}})


@scenario("setFeatureFlag")
def set_flag(data: Data) -> Call:
    _, email, _ = _member(data)
    data.mutate("setFeatureFlag", input={"email": email, "flag": "react-ui", "on": True})
    data.mutate("setFeatureFlag", input={"email": email, "flag": "jofemar", "on": False})
    return Call({"input": {"email": email, "flag": "jofemar", "on": True}})


@scenario("setStaffAccountEnabled")
def disable(data: Data) -> Call:
    user, *_ = _member(data)
    for enabled in (False, True):
        data.mutate("setStaffAccountEnabled", input={"user": user, "enabled": enabled})
    return Call({"input": {"user": user, "enabled": False}})


def _remove_account(data: Data, call: Call) -> str | None:
    cognito, pool = data.client.aws.client("cognito-idp"), data.client.stack["userPoolId"]
    email = call.arguments["email"]
    found = cognito.list_users(UserPoolId=pool, Filter=f'email = "{email}"')["Users"]
    for user in found:
        cognito.admin_delete_user(UserPoolId=pool, Username=user["Username"])
    return None if len(found) == 1 else f"{len(found)} accounts exist"


# A repetition after the whole effect states that the account exists.
@scenario("createStaffAccount", check=_remove_account, repetition_errors=("Conflict",))
def create_account(data: Data) -> Call:
    return Call({"email": f"fault-{data.token}@larder.example"})


# The account is removed afterwards. Its repetition sends one more invitation, which replaces the previous one.
@scenario("resendInvitation", repeats="each call sends an invitation and has a history entry")
def resend_invitation(data: Data) -> Call:
    account = data.mutate("createStaffAccount", email=f"fault-{data.token}@larder.example")
    return Call({"user": account["user"]})


@scenario("updateMyPreferences", counters=("version",))
def update_preferences(data: Data) -> Call:
    _, email, password = _member(data)
    token = data.client.token(email, password)
    stored = data.require(data.client.graphql("{ myPreferences { version } }", {}, token))
    view = {"id": "one", "table": "locations", "screen": "/locations/all", "name": "Chicago", "query": "text=chicago"}
    preferences = {"version": stored["version"], "views": [], "home": None, "favorites": ["/coupons"]}
    emptied = data.require(data.client.mutate("updateMyPreferences", {"input": preferences}, token))
    return Call({"input": preferences | {"version": emptied["version"], "views": [view | {"isDefault": True}]}}, token=token)
