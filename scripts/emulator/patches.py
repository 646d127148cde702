"""Patches for differences between MiniStack and AWS.

Each function replaces private names of MiniStack, which `private_api.py` lists and checks. Remove a function when MiniStack
no longer needs it.
"""

import collections
import contextvars
import errno
import functools
import re
import subprocess
import time
import types
from collections.abc import Callable
from typing import Any

import live
import tokens


def apply_all() -> None:
    ignore_gradual_deployments()
    transform_nested_stacks()
    keep_attributes_on_update()
    read_appsync_files_from_s3()
    reject_unverified_tokens()
    reject_refresh_tokens()
    return_error_info()
    run_post_authentication_triggers()
    retry_function_starts()
    retry_stalled_mappings()
    deliver_full_batches()
    hide_unconfirmed_subscriptions()
    live.deploy_event_apis()
    live.authorize_subscribers()


def transform_nested_stacks() -> None:
    """Applies transforms (SAM, language extensions) to nested stacks. MiniStack applies them to root templates only."""
    from ministack.services.cloudformation import engine, provisioners

    deploy, parse = provisioners._cfn_nested_stack_deploy, engine._parse_template
    parameters_of_nested: contextvars.ContextVar[list[dict[str, str]] | None] = contextvars.ContextVar(
        "parameters_of_nested", default=None
    )

    def parse_and_transform(template_body: str) -> dict:
        parameters = parameters_of_nested.get()
        if parameters is None:
            return parse(template_body)
        template = engine._apply_transforms(parse(template_body), parameters)
        if isinstance(template, engine._TransformFailed):
            raise ValueError(template.error)
        return template

    def deploy_nested(logical_id: str, props: dict, parent_stack_name: str, **previous: Any) -> tuple:
        parameters = [{"Key": key, "Value": str(value)} for key, value in (props.get("Parameters") or {}).items()]
        token = parameters_of_nested.set(parameters)
        try:
            return deploy(logical_id, props, parent_stack_name, **previous)
        finally:
            parameters_of_nested.reset(token)

    engine._parse_template = parse_and_transform
    provisioners._cfn_nested_stack_deploy = deploy_nested


def ignore_gradual_deployments() -> None:
    """Creates no aliases, versions and CodeDeploy resources for functions. MiniStack has no CodeDeploy, and `up` updates
    the code of functions without publishing versions."""
    from ministack.services.cloudformation import engine

    transform = engine._apply_transforms

    @functools.wraps(transform)
    def transform_without_aliases(template: dict, *arguments: Any, **options: Any) -> Any:
        for resource in template.get("Resources", {}).values():
            if resource.get("Type") == "AWS::Serverless::Function":
                for name in ("AutoPublishAlias", "AutoPublishAliasAllProperties", "DeploymentPreference"):
                    resource["Properties"].pop(name, None)
        return transform(template, *arguments, **options)

    engine._apply_transforms = transform_without_aliases


def keep_attributes_on_update() -> None:
    """Keeps the attributes of unchanged resources when a nested stack is updated. MiniStack drops them, so that Fn::GetAtt
    fails."""
    from ministack.services.cloudformation import _stacks, provisioners

    update = provisioners._update_resource

    def update_with_attributes(
        resource_type: str,
        physical_id: str,
        old_props: dict,
        new_props: dict,
        stack_name: str,
        logical_id: str | None = None,
        old_attrs: dict | None = None,
    ) -> tuple:
        if old_attrs is None:
            known = (_stacks.get(stack_name) or {}).get("_resources", {}).get(logical_id) or {}
            old_attrs = known.get("Attributes") or {}
        new_id, attrs = update(resource_type, physical_id, old_props, new_props, stack_name, logical_id, old_attrs)
        return new_id, ({**old_attrs, **(attrs or {})} if new_id == physical_id else attrs)

    provisioners._update_resource = update_with_attributes


def read_appsync_files_from_s3() -> None:
    """Reads schema and resolver code from S3, where `sam deploy` uploads them. MiniStack supports only inline text."""
    from ministack.services.cloudformation import provisioners

    for resource_type, location, inline in (
        ("AWS::AppSync::GraphQLSchema", "DefinitionS3Location", "Definition"),
        ("AWS::AppSync::Resolver", "CodeS3Location", "Code"),
    ):
        handler = provisioners._RESOURCE_HANDLERS[resource_type]
        handler["create"] = _with_text_from_s3(handler["create"], location, inline)


def _with_text_from_s3(create: Callable, location: str, inline: str) -> Callable:
    def create_with_text(logical_id: str, props: dict, stack_name: str) -> tuple:
        if props.get(location):
            props = {**props, inline: _text_from_s3(props[location])}
        return create(logical_id, props, stack_name)

    return create_with_text


def _text_from_s3(location: str) -> str:
    from ministack.services import s3

    match = re.match(r"(?:s3://|https?://[^/]+/)([^/]+)/(.+)$", location)
    data = s3._get_object_data(match[1], match[2]) if match else None
    if data is None:
        raise ValueError(f"{location} is not an object in S3")
    return data.decode()


def reject_unverified_tokens() -> None:
    """Rejects tokens with a wrong signature, issuer or expiry, as AWS does. MiniStack's AppSync accepts any token."""
    from ministack.services import appsync

    authenticated = appsync._request_is_authenticated

    def is_authenticated(api_id: str, api: dict, request_headers: dict | None) -> bool:
        header = next((str(v) for k, v in (request_headers or {}).items() if k.lower() == "authorization"), "")
        pool = api.get("userPoolConfig")
        if pool and header and not header.startswith("AWS4-HMAC-SHA256"):
            if not tokens.is_valid(header.removeprefix("Bearer "), pool.get("userPoolId", "")):
                return False
        return authenticated(api_id, api, request_headers)

    appsync._request_is_authenticated = is_authenticated


def reject_refresh_tokens() -> None:
    """Rejects refresh tokens at REST routes. MiniStack's are signed JWTs, which API Gateway's authorizer accepts."""
    from ministack.services import apigateway_v1

    validate = apigateway_v1._validate_cognito_authorizer

    async def validate_without_refresh_tokens(
        authorizer: dict, method_obj: dict, headers: dict, query_params: dict, stage: str
    ) -> tuple:
        claims, error = await validate(authorizer, method_obj, headers, query_params, stage)
        if claims is not None and claims.get("token_use") == "refresh":
            return None, apigateway_v1._gw_error("UNAUTHORIZED", "Unauthorized")
        return claims, error

    apigateway_v1._validate_cognito_authorizer = validate_without_refresh_tokens


def hide_unconfirmed_subscriptions() -> None:
    """Lists a subscription without its ARN until the receiver confirms it. MiniStack lists the ARN immediately."""
    from ministack.services import sns

    list_by_topic = sns._list_subscriptions_by_topic

    def list_without_unconfirmed(params: dict) -> tuple:
        status, headers, body = list_by_topic(params)
        topic, _ = sns._get_topic(sns._p(params, "TopicArn"))
        for subscription in (topic or {}).get("subscriptions", []):
            if not subscription.get("confirmed"):
                arn = f"<SubscriptionArn>{subscription['arn']}</SubscriptionArn>".encode()
                body = body.replace(arn, b"<SubscriptionArn>PendingConfirmation</SubscriptionArn>")
        return status, headers, body

    sns._list_subscriptions_by_topic = list_without_unconfirmed


class _TypeWithInfo(str):
    """An error type with the error's info, for the code that writes the response."""

    info: Any = None


def return_error_info() -> None:
    """Returns the `errorInfo` of `util.error`, such as field errors. MiniStack omits it."""
    from ministack.services import appsync

    init, write = appsync._AppSyncResolverError.__init__, appsync._json

    def init_with_info(self: Any, message: str, error_type: str = "UnknownError", data: Any = None, error_info: Any = None) -> None:
        init(self, message, error_type, data, error_info)
        if error_info is not None:
            self.error_type = _TypeWithInfo(error_type)
            self.error_type.info = error_info

    def write_with_info(status: int, body: Any) -> Any:
        for error in (body.get("errors") if isinstance(body, dict) else None) or ():
            if isinstance(error.get("errorType"), _TypeWithInfo):
                error["errorInfo"] = error["errorType"].info
        return write(status, body)

    appsync._AppSyncResolverError.__init__ = init_with_info
    appsync._json = write_with_info


def run_post_authentication_triggers() -> None:
    """Invokes a user pool's PostAuthentication function after each sign-in but not after a token refresh. MiniStack runs
    other triggers only. Unlike on AWS, a failure of the function does not fail the sign-in."""
    from ministack.services import cognito

    build = cognito._build_auth_result

    def build_after_trigger(
        pool_id: str,
        client_id: str,
        user: dict,
        nonce: str = "",
        trigger_source: str = "TokenGeneration_Authentication",
        *more: Any,
        **named: Any,
    ) -> dict:
        config = (cognito._user_pools.get(pool_id) or {}).get("LambdaConfig") or {}
        function = config.get("PostAuthentication")
        if function and trigger_source != "TokenGeneration_RefreshTokens":
            _invoke_trigger(function, _post_authentication_event(pool_id, client_id, user))
        return build(pool_id, client_id, user, nonce, trigger_source, *more, **named)

    cognito._build_auth_result = build_after_trigger


def _post_authentication_event(pool_id: str, client_id: str, user: dict) -> dict:
    attributes = {attribute["Name"]: attribute["Value"] for attribute in user.get("Attributes", [])}
    return {
        "version": "1",
        "triggerSource": "PostAuthentication_Authentication",
        "region": pool_id.split("_")[0],
        "userPoolId": pool_id,
        "userName": user.get("Username", ""),
        "callerContext": {"awsSdkVersion": "aws-sdk-unknown-unknown", "clientId": client_id},
        "request": {
            "userAttributes": {**attributes, "cognito:user_status": user.get("UserStatus", "")},
            "newDeviceUsed": False,
        },
        "response": {},
    }


def _invoke_trigger(function: str, event: dict) -> None:
    from ministack.services import lambda_svc

    record, config, _ = lambda_svc._get_func_record_for_ref(function)
    if record is not None and config is not None:
        lambda_svc._execute_function_with_config_scope(lambda_svc._execution_record_for_config(record, config), event)


def retry_function_starts() -> None:
    """Retries the start of a function while its file is busy. When MiniStack forks another process while it unpacks a
    function, the child briefly holds a writable file descriptor, and the start fails."""
    from ministack.core import lambda_runtime

    retrying = types.ModuleType("subprocess")
    retrying.__dict__.update(vars(subprocess))
    retrying.Popen = _start_with_retries
    lambda_runtime.subprocess = retrying


def _start_with_retries(*arguments: Any, **options: Any) -> subprocess.Popen:
    for wait in (0.01, 0.02, 0.05, 0.1, 0.2):
        try:
            return subprocess.Popen(*arguments, **options)
        except OSError as error:
            if error.errno != errno.ETXTBSY:
                raise
        time.sleep(wait)
    return subprocess.Popen(*arguments, **options)


# The timeout of a mapping in seconds. It usually takes a millisecond.
MAPPING_TIMEOUT = 5


def retry_stalled_mappings() -> None:
    """Retries a mapping on another worker after a short timeout. On a busy machine, a worker can stall, and the call would
    fail after 30 seconds. Mappings are pure, so a retry is safe."""
    from ministack.core import appsync_js

    evaluate = appsync_js.evaluate

    def evaluate_with_retry(code: str, fn: str, ctx: dict, timeout: float | None = None) -> tuple:
        try:
            return evaluate(code, fn, ctx, MAPPING_TIMEOUT)
        except appsync_js.AppSyncJsTimeout:
            return evaluate(code, fn, ctx, timeout)

    appsync_js.evaluate = evaluate_with_retry


# The maximum size of the bodies of a batch. An invocation accepts 6 MB of JSON.
MAX_BATCH_BYTES = 5_000_000


def deliver_full_batches() -> None:
    """Delivers up to the batch size of a mapping; MiniStack delivers at most ten messages. Also implements fair queues:
    messages of a group with many messages in flight are delivered after those of other groups."""
    from ministack.services import sqs

    def receive(queue_url: str, max_number: int) -> list[dict]:
        with sqs._queues_lock:
            queue = sqs._get_q(queue_url)
            maximum = int(max_number or 1)
            sqs._expire_retained(queue)
            sqs._dlq_sweep(queue)
            if queue["is_fifo"]:
                maximum = min(maximum, 10)
            else:
                messages = _within_size(MAX_BATCH_BYTES, _fair_order(queue["messages"], time.time(), maximum))
                queue = {**queue, "messages": messages}
            return sqs._collect_msgs(queue, maximum, int(queue["attributes"].get("VisibilityTimeout", "30")))

    sqs._receive_messages_for_esm = receive


def _fair_order(messages: list[dict], now: float, maximum: int) -> list[dict]:
    """The first visible messages, those of noisy groups last. A group is noisy if it has at least 30 messages in flight
    and more than a tenth of all."""
    in_flight = [message.get("group_id") for message in messages if message.get("visible_at", 0) > now]
    counts = collections.Counter(group for group in in_flight if group)
    noisy = {group for group, count in counts.items() if count >= 30 and count * 10 > len(in_flight)}
    quiet, loud = [], []
    for message in messages:
        if message.get("visible_at", 0) <= now:
            (loud if message.get("group_id") in noisy else quiet).append(message)
            if len(quiet) >= maximum:
                break
    return (quiet + loud)[:maximum]


def _within_size(size: int, messages: list[dict]) -> list[dict]:
    """The first messages whose bodies have at most `size` bytes in total, at least one."""
    selected = []
    for message in messages:
        size -= len(message.get("body") or "")
        if selected and size < 0:
            break
        selected.append(message)
    return selected
