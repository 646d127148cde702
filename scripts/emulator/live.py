"""AppSync Events, where MiniStack falls short of AWS: it has the service, but templates cannot make it, and it lets
everybody listen. Part of the launcher: see `gaps.py`.
"""

import json
from collections.abc import Callable
from typing import Any


def deploy_event_apis() -> None:
    """`AWS::AppSync::Api` and `AWS::AppSync::ChannelNamespace` of a template, by the service's own calls."""
    from ministack.services.cloudformation import provisioners

    provisioners._RESOURCE_HANDLERS["AWS::AppSync::Api"] = {
        "create": _create_api,
        "update": _update_api,
        "delete": lambda physical_id, props: _call("_delete_api", physical_id),
    }
    provisioners._RESOURCE_HANDLERS["AWS::AppSync::ChannelNamespace"] = {
        "create": _create_namespace,
        "update": _update_namespace,
        "delete": lambda physical_id, props: _call("_delete_channel_namespace", *_parts(physical_id)),
    }
    provisioners._REPLACING_PROPERTIES["AWS::AppSync::ChannelNamespace"] = ("ApiId", "Name")


def refuse_unverified_listeners() -> None:
    """MiniStack lets anybody connect and subscribe; AWS wants a token of the user pool, and to publish a signature."""
    from ministack.services import appsync_events

    def connects(api_id: str, auth: dict | None) -> bool:
        return _is_member_of_staff(api_id, auth)

    async def may(api_id: str, channel: str | None, operation: str, auth: dict | None, request_headers: dict | None = None) -> tuple:
        if operation == appsync_events.EVENT_PUBLISH:
            return _authorization(auth).startswith("AWS4-HMAC-SHA256"), "a signature is needed to publish"
        return _is_member_of_staff(api_id, auth), "a member of staff's ID token is needed to subscribe"

    appsync_events._strict_auth_enabled = lambda: True
    appsync_events._auth_has_known_api_key = connects
    appsync_events._authorize_event_op = may


def _create_api(logical_id: str, props: dict, stack_name: str) -> tuple:
    return _api(_call("_create_api", _body(props)))


def _update_api(physical_id: str, old_props: dict, new_props: dict, stack_name: str) -> tuple:
    return _api(_call("_update_api", physical_id, _body(new_props)))


def _api(answer: dict) -> tuple:
    api = answer["api"]
    attributes = {"ApiId": api["apiId"], "ApiArn": api["apiArn"]}
    hosts = {"Dns.Http": api["dns"]["HTTP"], "Dns.Realtime": api["dns"]["REALTIME"]}
    return api["apiId"], attributes | hosts


def _create_namespace(logical_id: str, props: dict, stack_name: str) -> tuple:
    return _namespace(_call("_create_channel_namespace", props["ApiId"], _body(props)))


def _update_namespace(physical_id: str, old_props: dict, new_props: dict, stack_name: str) -> tuple:
    return _namespace(_call("_update_channel_namespace", *_parts(physical_id), _body(new_props)))


def _namespace(answer: dict) -> tuple:
    arn = answer["channelNamespace"]["channelNamespaceArn"]
    return arn, {"ChannelNamespaceArn": arn}


def _parts(arn: str) -> tuple[str, str]:
    """The API and the name of a namespace."""
    _, api_id, _, name = arn.rsplit("/", 3)
    return api_id, name


def _body(props: dict) -> bytes:
    """What a template says, as the service's calls say it: names begin with a small letter."""

    def small(value: Any) -> Any:
        if isinstance(value, dict):
            return {key[0].lower() + key[1:]: small(inner) for key, inner in value.items()}
        return [small(inner) for inner in value] if isinstance(value, list) else value

    return json.dumps(small(props)).encode()


def _call(name: str, *arguments: Any) -> dict:
    from ministack.services import appsync_events

    operation: Callable[..., tuple] = getattr(appsync_events, name)
    status, _, body = operation(*arguments)
    if status >= 400:
        raise ValueError(f"AppSync Events, {name}: {body!r}")
    return json.loads(body) if body else {}


def _authorization(auth: dict | None) -> str:
    return next((str(value) for key, value in (auth or {}).items() if key.lower() == "authorization"), "")


def _is_member_of_staff(api_id: str, auth: dict | None) -> bool:
    """A verified ID token of the API's user pool: what the namespaces' handlers, which do not run here, ask for too."""
    import gaps
    from ministack.services import appsync_events, cognito

    token = _authorization(auth).removeprefix("Bearer ")
    providers = ((appsync_events._apis.get(api_id) or {}).get("eventConfig") or {}).get("authProviders") or []
    pools = [provider["cognitoConfig"]["userPoolId"] for provider in providers if provider.get("cognitoConfig")]
    claims = cognito._token_claims(token) if token.count(".") == 2 else {}
    named = claims.get("token_use") == "id" and bool(claims.get("email"))
    return named and any(gaps._token_holds(token, pool) for pool in pools)
