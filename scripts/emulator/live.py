"""AppSync Events, where MiniStack falls short of AWS: it has the service, but templates cannot make it, and it lets
everybody subscribe. The handlers of the template decide who may, here as in AWS. Part of the launcher: see `gaps.py`.
"""

import json
import re
from collections.abc import Callable
from typing import Any

# MiniStack evaluates functions by these names; a handler of an Event API is an object that has both.
_HANDLER = """
function request(ctx) { return onSubscribe.request(ctx); }
function response(ctx) { return onSubscribe.response(ctx); }
"""


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
    data_source = provisioners._RESOURCE_HANDLERS["AWS::AppSync::DataSource"]
    provisioners._RESOURCE_HANDLERS["AWS::AppSync::DataSource"] = {
        "create": _of_event_apis(_create_data_source, data_source["create"]),
        "delete": data_source["delete"],
    }


def refuse_unverified_listeners() -> None:
    """MiniStack lets anybody connect and subscribe. AWS verifies the token, then runs the namespace's handler; to publish
    it wants a signature."""
    from ministack.core import concurrency
    from ministack.services import appsync_events

    def connects(api_id: str, auth: dict | None) -> bool:
        return _verified_claims(api_id, auth) is not None

    async def may(api_id: str, channel: str | None, operation: str, auth: dict | None, request_headers: dict | None = None) -> tuple:
        if operation == appsync_events.EVENT_PUBLISH:
            return _authorization(auth).startswith("AWS4-HMAC-SHA256"), "a signature is needed to publish"
        claims = _verified_claims(api_id, auth)
        if claims is None:
            return False, "a verified token of the user pool's client is needed to subscribe"
        if channel is None:
            return True, None
        # The handler's process answers later: on this thread it would stop every other request.
        rejection = await concurrency.run_reentrant(_rejection, api_id, channel, claims)
        return rejection is None, rejection

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


def _verified_claims(api_id: str, auth: dict | None) -> dict | None:
    """The claims of a token that AWS accepts: of the API's user pool, and of the client that the API names."""
    import gaps
    from ministack.services import appsync_events, cognito

    token = _authorization(auth).removeprefix("Bearer ")
    if token.count(".") != 2:
        return None
    claims = cognito._token_claims(token)
    client = str(claims.get("aud") or claims.get("client_id") or "")
    providers = ((appsync_events._apis.get(api_id) or {}).get("eventConfig") or {}).get("authProviders") or []
    pools = [provider["cognitoConfig"] for provider in providers if provider.get("cognitoConfig")]
    accepted = any(
        re.fullmatch(pool.get("appIdClientRegex") or ".*", client) and gaps._token_holds(token, pool["userPoolId"])
        for pool in pools
    )
    return claims if accepted else None


def _rejection(api_id: str, channel: str, claims: dict) -> str | None:
    """Why the handler of the channel's namespace rejects the subscription, or None. The handler is the template's own."""
    from ministack.core import appsync_js
    from ministack.services import appsync, appsync_events

    name = appsync_events._channel_namespace_for(channel) or ""
    namespace = appsync_events._channel_namespaces.get(api_id, {}).get(name) or {}
    on_subscribe = (namespace.get("handlerConfigs") or {}).get("onSubscribe") or {}
    code, source = namespace.get("codeHandlers"), (on_subscribe.get("integration") or {}).get("dataSourceName")
    config = (appsync_events._apis[api_id].get("dataSources") or {}).get(source)
    if not code or not config:
        return f"the namespace {name} has no handler of subscriptions with a data source"
    info = {
        "channel": {"path": channel, "segments": channel.strip("/").split("/")},
        "channelNamespace": {"name": name},
        "operation": "SUBSCRIBE",
    }
    ctx = {"identity": {"sub": claims.get("sub"), "claims": claims}, "info": info, "stash": {}}
    try:
        _, asked, *_ = appsync_js.evaluate(code + _HANDLER, "request", ctx)
        record = appsync._ds_dynamodb(api_id, {"dynamodbConfig": config}, asked, ctx) or {}
        # MiniStack leaves sets as they are stored; in AWS they are lists.
        ctx["result"] = {name: appsync._ddb_plain(value) for name, value in record.items()}
        appsync_js.evaluate(code + _HANDLER, "response", ctx)
    except appsync_js.AppSyncJsError as error:
        return str(error)
    return None


def _of_event_apis(make: Callable, otherwise: Callable) -> Callable:
    """`make` for what belongs to an Event API, `otherwise` for what belongs to a GraphQL API."""

    def create(logical_id: str, props: dict, stack_name: str) -> tuple:
        from ministack.services import appsync_events

        of_event_api = props.get("ApiId") in appsync_events._apis
        return (make if of_event_api else otherwise)(logical_id, props, stack_name)

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
