"""Patches for AppSync Events. MiniStack implements the service, but templates cannot create it, and every client can
subscribe. Here the template's handlers authorize subscriptions, as on AWS. Part of the launcher; see `patches.py`.
"""

import json
import re
from collections.abc import Callable
from typing import Any

import authorization
import tokens

# MiniStack evaluates functions with these names. A handler of an Event API is an object with both functions.
_HANDLER = """
function request(ctx) { return onSubscribe.request(ctx); }
function response(ctx) { return onSubscribe.response(ctx); }
"""


def deploy_event_apis() -> None:
    """Creates `AWS::AppSync::Api` and `AWS::AppSync::ChannelNamespace` through the service's API operations."""
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
    data_source = provisioners._RESOURCE_HANDLERS["AWS::AppSync::DataSource"]
    provisioners._RESOURCE_HANDLERS["AWS::AppSync::DataSource"] = {
        "create": _by_api_type(_create_data_source, data_source["create"]),
        "delete": data_source["delete"],
    }


def authorize_subscribers() -> None:
    """Verifies the token and runs the namespace's handler for each subscription, and requires a signature to publish, as
    AWS does. MiniStack accepts every client."""
    from ministack.core import concurrency
    from ministack.services import appsync_events

    def may_connect(api_id: str, auth: dict | None) -> bool:
        return _verified_claims(api_id, auth) is not None

    async def authorize(api_id: str, channel: str | None, operation: str, auth: dict | None, request_headers: dict | None = None) -> tuple:
        if operation == appsync_events.EVENT_PUBLISH:
            return _may_publish(api_id, channel, auth, request_headers), "publishing requires a signature and a permission"
        claims = _verified_claims(api_id, auth)
        if claims is None:
            return False, "subscribing requires a verified token of the user pool's client"
        if channel is None:
            return True, None
        # The handler runs in another process. Waiting for it on this thread would block all other requests.
        rejection = await concurrency.run_reentrant(_rejection, api_id, channel, claims)
        return rejection is None, rejection

    appsync_events._strict_auth_enabled = lambda: True
    appsync_events._auth_has_known_api_key = may_connect
    appsync_events._authorize_event_op = authorize


def _create_api(logical_id: str, props: dict, stack_name: str) -> tuple:
    return _api(_call("_create_api", _body(props)))


def _update_api(physical_id: str, old_props: dict, new_props: dict, stack_name: str) -> tuple:
    return _api(_call("_update_api", physical_id, _body(new_props)))


def _api(response: dict) -> tuple:
    api = response["api"]
    attributes = {"ApiId": api["apiId"], "ApiArn": api["apiArn"]}
    hosts = {"Dns.Http": api["dns"]["HTTP"], "Dns.Realtime": api["dns"]["REALTIME"]}
    return api["apiId"], attributes | hosts


def _create_namespace(logical_id: str, props: dict, stack_name: str) -> tuple:
    return _namespace(_call("_create_channel_namespace", props["ApiId"], _body(props)))


def _update_namespace(physical_id: str, old_props: dict, new_props: dict, stack_name: str) -> tuple:
    return _namespace(_call("_update_channel_namespace", *_parts(physical_id), _body(new_props)))


def _namespace(response: dict) -> tuple:
    arn = response["channelNamespace"]["channelNamespaceArn"]
    return arn, {"ChannelNamespaceArn": arn}


def _parts(arn: str) -> tuple[str, str]:
    """The API and the name of a namespace."""
    _, api_id, _, name = arn.rsplit("/", 3)
    return api_id, name


def _body(props: dict) -> bytes:
    """Converts template properties to the body of an API call: names start with a lower-case letter."""

    def convert(value: Any) -> Any:
        if isinstance(value, dict):
            return {key[0].lower() + key[1:]: convert(inner) for key, inner in value.items()}
        return [convert(inner) for inner in value] if isinstance(value, list) else value

    return json.dumps(convert(props)).encode()


def _call(name: str, *arguments: Any) -> dict:
    from ministack.services import appsync_events

    operation: Callable[..., tuple] = getattr(appsync_events, name)
    status, _, body = operation(*arguments)
    if status >= 400:
        raise ValueError(f"AppSync Events, {name}: {body!r}")
    return json.loads(body) if body else {}


def _authorization(auth: dict | None) -> str:
    return next((str(value) for key, value in (auth or {}).items() if key.lower() == "authorization"), "")


def _verified_claims(api_id: str, auth: dict | None) -> dict | None:
    """The claims of a valid token of the API's user pool and client; None for other tokens."""
    from ministack.services import appsync_events, cognito

    token = _authorization(auth).removeprefix("Bearer ")
    if token.count(".") != 2:
        return None
    claims = cognito._token_claims(token)
    client = str(claims.get("aud") or claims.get("client_id") or "")
    providers = ((appsync_events._apis.get(api_id) or {}).get("eventConfig") or {}).get("authProviders") or []
    pools = [provider["cognitoConfig"] for provider in providers if provider.get("cognitoConfig")]
    accepted = any(
        re.fullmatch(pool.get("appIdClientRegex") or ".*", client) and tokens.is_valid(token, pool["userPoolId"])
        for pool in pools
    )
    return claims if accepted else None


def _may_publish(api_id: str, channel: str | None, auth: dict | None, request_headers: dict | None) -> bool:
    """Whether a request is signed and, if policies are enforced, its role can publish to the channel."""
    from ministack.services import appsync_events

    if not authorization.is_enforced():
        return _authorization(auth).startswith("AWS4-HMAC-SHA256")
    namespace = appsync_events._channel_namespace_for(channel or "") or ""
    return authorization.may_publish(appsync_events._channel_namespace_arn(api_id, namespace), request_headers or {})


def _rejection(api_id: str, channel: str, claims: dict) -> str | None:
    """The reason why the template's handler rejects the subscription, or None."""
    from ministack.core import appsync_js
    from ministack.services import appsync, appsync_events

    name = appsync_events._channel_namespace_for(channel) or ""
    namespace = appsync_events._channel_namespaces.get(api_id, {}).get(name) or {}
    on_subscribe = (namespace.get("handlerConfigs") or {}).get("onSubscribe") or {}
    code, source = namespace.get("codeHandlers"), (on_subscribe.get("integration") or {}).get("dataSourceName")
    config = (appsync_events._apis[api_id].get("dataSources") or {}).get(source)
    if not code or not config:
        return f"the namespace {name} has no subscription handler with a data source"
    info = {
        "channel": {"path": channel, "segments": channel.strip("/").split("/")},
        "channelNamespace": {"name": name},
        "operation": "SUBSCRIBE",
    }
    ctx = {"identity": {"sub": claims.get("sub"), "claims": claims}, "info": info, "stash": {}}
    try:
        _, request, *_ = appsync_js.evaluate(code + _HANDLER, "request", ctx)
        record = appsync._ds_dynamodb(api_id, {"dynamodbConfig": config}, request, ctx) or {}
        # On AWS, sets are lists in handlers. MiniStack does not convert them.
        ctx["result"] = {name: appsync._ddb_plain(value) for name, value in record.items()}
        appsync_js.evaluate(code + _HANDLER, "response", ctx)
    except appsync_js.AppSyncJsError as error:
        return str(error)
    return None


def _by_api_type(create_for_events: Callable, create_for_graphql: Callable) -> Callable:
    """Selects the handler for resources of an Event API or of a GraphQL API."""

    def create(logical_id: str, props: dict, stack_name: str) -> tuple:
        from ministack.services import appsync_events

        is_event_api = props.get("ApiId") in appsync_events._apis
        return (create_for_events if is_event_api else create_for_graphql)(logical_id, props, stack_name)

    return create


def _create_data_source(logical_id: str, props: dict, stack_name: str) -> tuple:
    from ministack.services import appsync_events

    api_id, name = props["ApiId"], props["Name"]
    api = appsync_events._apis[api_id]
    config = props["DynamoDBConfig"]
    known = dict(api.get("dataSources") or {})
    known[name] = {"tableName": config["TableName"], "awsRegion": config["AwsRegion"]}
    api["dataSources"] = known
    return f"{api_id}/{name}", {"Name": name, "DataSourceArn": f"{api['apiArn']}/datasources/{name}"}
