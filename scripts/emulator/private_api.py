"""The private names of MiniStack that the launcher replaces or calls.

Any version of MiniStack can remove them, so the version is pinned. Before it replaces anything, the launcher (and its
test) checks that each name exists and has the expected parameters.
"""

import importlib
import inspect
from typing import Any, NamedTuple


class PrivateName(NamedTuple):
    """A name in a module of MiniStack, with the expected first parameters (empty if it is not a function)."""

    module: str
    name: str
    parameters: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"

    def error(self) -> str | None:
        """The incompatibility, or None."""
        try:
            found: Any = importlib.import_module(self.module)
            for part in self.name.split("."):
                found = getattr(found, part)
        except (ImportError, AttributeError):
            return f"{self} does not exist"
        if self.parameters:
            try:
                parameters = tuple(inspect.signature(found).parameters)[: len(self.parameters)]
            except (TypeError, ValueError):
                return f"{self} is not a function"
            if parameters != self.parameters:
                return f"{self} has the parameters ({', '.join(parameters)}), expected ({', '.join(self.parameters)})"
        return None


API_GATEWAY = "ministack.services.apigateway_v1"
APPSYNC = "ministack.services.appsync"
EVENTS = "ministack.services.appsync_events"
COGNITO = "ministack.services.cognito"
DYNAMODB = "ministack.services.dynamodb"
ENGINE = "ministack.services.cloudformation.engine"
IAM_ACTIONS = "ministack.core.iam_actions"
IAM_EVALUATOR = "ministack.core.iam_evaluator"
IOT = "ministack.services.iot"
IOT_DATA = "ministack.services.iot_data"
LAMBDA = "ministack.core.lambda_runtime"
LAMBDAS = "ministack.services.lambda_svc"
PROVISIONERS = "ministack.services.cloudformation.provisioners"
SNS = "ministack.services.sns"
SQS = "ministack.services.sqs"
X509 = "ministack.core.x509_utils"

PRIVATE_NAMES = (
    PrivateName("ministack.app", "AUTH"),
    PrivateName(
        "ministack.app",
        "_handle_post_body_shortcuts",
        ("method", "path", "headers", "body", "query_params", "request_id"),
    ),
    PrivateName("ministack.app", "_send_response", ("send", "status", "headers", "body", "head")),
    PrivateName("ministack.app", "main"),
    PrivateName("ministack.app", "pin_request_origin", ("source_ip", "secure_transport")),
    PrivateName("ministack.core.appsync_js", "AppSyncJsError"),
    PrivateName("ministack.core.appsync_js", "AppSyncJsTimeout"),
    PrivateName("ministack.core.appsync_js", "_pool.max_idle"),
    PrivateName("ministack.core.appsync_js", "evaluate", ("code", "fn", "ctx", "timeout")),
    PrivateName(
        "ministack.core.appsync_graphql",
        "execute",
        ("api_id", "sdl", "query", "variables", "operation_name", "field_resolver", "context"),
    ),
    PrivateName("ministack.core.appsync_graphql", "execute_sync", ("schema", "document")),
    PrivateName("ministack.core.appsync_graphql", "parse", ("source",)),
    PrivateName("ministack.core.appsync_graphql", "validate", ("schema", "document_ast")),
    PrivateName("ministack.core.concurrency", "run_reentrant", ("fn",)),
    PrivateName(IAM_ACTIONS, "extract_iam_action", ("service", "method", "path", "headers", "body", "query_params")),
    PrivateName(IAM_ACTIONS, "_match_rest_action", ("service", "method", "path", "query_params")),
    PrivateName(IAM_ACTIONS, "_safe_json_field", ("body", "field")),
    PrivateName(
        IAM_ACTIONS,
        "extract_resource_arn",
        ("service", "method", "path", "headers", "body", "query_params", "region", "account_id"),
    ),
    PrivateName(IAM_EVALUATOR, "_is_root_key", ("access_key_id",)),
    PrivateName(IAM_EVALUATOR, "caller_verified", ("access_key_id", "account_id")),
    PrivateName(IAM_EVALUATOR, "enforce", ("access_key_id", "iam_action", "service", "region", "resource_arn")),
    PrivateName("ministack.core.persistence", "json"),
    PrivateName("ministack.core.responses", "get_account_id"),
    PrivateName("ministack.core.responses", "get_region"),
    PrivateName("ministack.core.router", "extract_access_key_id", ("headers", "query_params")),
    PrivateName("ministack.services.cloudformation", "_stacks"),
    PrivateName("ministack.services.s3", "_get_object_data", ("bucket_name", "key")),
    PrivateName("ministack.services.sts", "register_session", ("access_key", "session")),
    PrivateName(API_GATEWAY, "_gw_error", ("response_type", "message")),
    PrivateName(
        API_GATEWAY,
        "_invoke_lambda_proxy_v1",
        ("integration", "api_id", "stage_name", "stage", "resource", "request_path", "method", "headers", "body"),
    ),
    PrivateName(API_GATEWAY, "_lambda_proxy_response", ("result",)),
    PrivateName(
        API_GATEWAY, "_validate_cognito_authorizer", ("authorizer", "method_obj", "headers", "query_params", "stage")
    ),
    PrivateName(APPSYNC, "_AppSyncResolverError.__init__", ("self", "message", "error_type", "data", "error_info")),
    PrivateName(APPSYNC, "_apis"),
    PrivateName(APPSYNC, "_ddb_plain", ("value",)),
    PrivateName(APPSYNC, "_ds_dynamodb", ("api_id", "data_source", "request_obj", "ctx")),
    PrivateName(APPSYNC, "_execute_graphql", ("api_id", "data", "request_headers", "authorize")),
    PrivateName(APPSYNC, "_js_evaluate", ("code", "fn", "ctx", "errors")),
    PrivateName(APPSYNC, "_json", ("status", "body")),
    PrivateName(APPSYNC, "_request_is_authenticated", ("api_id", "api", "request_headers")),
    PrivateName(APPSYNC, "_resolve_field", ("api_id", "resolver", "args", "sub_fields", "variables")),
    PrivateName(APPSYNC, "_resolvers"),
    PrivateName(COGNITO, "_confirmation_code_error", ("action", "data")),
    PrivateName(COGNITO, "_build_auth_result", ("pool_id", "client_id", "user", "nonce", "trigger_source")),
    PrivateName(COGNITO, "_signature_valid", ("token",)),
    PrivateName(COGNITO, "_token_claims", ("token",)),
    PrivateName(COGNITO, "_user_pools"),
    PrivateName(DYNAMODB, "_ExprEval.__init__", ("self", "tokens", "item", "attr_values", "attr_names")),
    PrivateName(DYNAMODB, "_check_redundant_parens", ("tokens", "slot")),
    PrivateName(DYNAMODB, "_check_reserved_keyword_usage", ("tokens",)),
    PrivateName(DYNAMODB, "_condition_syntax_error", ("expr", "slot")),
    PrivateName(DYNAMODB, "_ddb_canonicalize_number", ("s",)),
    PrivateName(DYNAMODB, "_evaluate_condition", ("expr", "item", "attr_values", "attr_names", "slot")),
    PrivateName(DYNAMODB, "_get_item", ("data",)),
    PrivateName(DYNAMODB, "_number_error", ("text",)),
    PrivateName(DYNAMODB, "_number_size_bytes", ("text",)),
    PrivateName(DYNAMODB, "_parse_projection_path", ("path", "attr_names")),
    PrivateName(DYNAMODB, "_project_item", ("item", "proj_expr", "attr_names")),
    PrivateName(DYNAMODB, "_tables"),
    PrivateName(DYNAMODB, "_tokenize", ("expr",)),
    PrivateName(DYNAMODB, "copy.deepcopy"),
    PrivateName(EVENTS, "EVENT_PUBLISH"),
    PrivateName(EVENTS, "_apis"),
    PrivateName(EVENTS, "_auth_has_known_api_key", ("api_id", "auth")),
    PrivateName(EVENTS, "_authorize_event_op", ("api_id", "channel", "operation", "auth", "request_headers")),
    PrivateName(EVENTS, "_channel_namespace_arn", ("api_id", "name")),
    PrivateName(EVENTS, "_channel_namespace_for", ("channel",)),
    PrivateName(EVENTS, "_channel_namespaces"),
    PrivateName(EVENTS, "_create_api", ("body",)),
    PrivateName(EVENTS, "_create_channel_namespace", ("api_id", "body")),
    PrivateName(EVENTS, "_delete_api", ("api_id",)),
    PrivateName(EVENTS, "_delete_channel_namespace", ("api_id", "name")),
    PrivateName(EVENTS, "_fanout_publish", ("api_id", "channel", "events")),
    PrivateName(EVENTS, "_strict_auth_enabled"),
    PrivateName(EVENTS, "_update_api", ("api_id", "body")),
    PrivateName(EVENTS, "_update_channel_namespace", ("api_id", "name", "body")),
    PrivateName(ENGINE, "_TransformFailed"),
    PrivateName(ENGINE, "_apply_transforms", ("template", "provided_params")),
    PrivateName(ENGINE, "_parse_template", ("template_body",)),
    PrivateName(IOT, "_MtlsAcceptor"),
    PrivateName(IOT, "_OWNERSHIP_TOKEN_SECONDS"),
    PrivateName(IOT, "_WSSession.__init__", ("self", "send_coro", "account_id", "region", "principal")),
    PrivateName(IOT, "_WSSession._connack_properties", ("self", "assigned_client_id")),
    PrivateName(IOT, "_WSSession._dispatch_packet", ("self", "pkt_type", "flags", "body")),
    PrivateName(IOT, "_WSSession._evaluates_policies", ("self",)),
    PrivateName(IOT, "_WSSession._preserve_session", ("self",)),
    PrivateName(IOT, "_WSSession._send_connack", ("self", "session_present", "assigned_client_id")),
    PrivateName(IOT, "_WSSession.cleanup", ("self",)),
    PrivateName(IOT, "_WSSession.deliver_to_client", ("self", "topic", "payload", "qos")),
    PrivateName(IOT, "_broker_lock"),
    PrivateName(IOT, "_ca_certificates"),
    PrivateName(IOT, "_certificate_record", ("cert_id", "cert_pem", "status")),
    PrivateName(IOT, "_certificates._data"),
    PrivateName(IOT, "_connected_clients"),
    PrivateName(IOT, "_decode_properties", ("buf", "offset")),
    PrivateName(IOT, "_dispatch_rule_to_lambda", ("account_id", "region", "function_arn", "event")),
    PrivateName(IOT, "_delivery_retain"),
    PrivateName(IOT, "_drop_expired", ("store",)),
    PrivateName(IOT, "_ensure_ca"),
    PrivateName(
        IOT, "_fleet_provisioning_reply", ("account_id", "region", "operation", "template_name", "payload", "connection")
    ),
    PrivateName(IOT, "_fleet_rejected", ("code", "message", "status")),
    PrivateName(IOT, "_handle_certificate", ("method", "path", "body", "qp")),
    PrivateName(IOT, "_is_session_expired", ("session_state",)),
    PrivateName(IOT, "_make_disconnect", ("reason_code",)),
    PrivateName(IOT, "_max_frame_buffer_bytes"),
    PrivateName(
        IOT,
        "_mqtt_policy_allows",
        ("account_id", "region", "certificate_id", "context", "action", "resource", "provisioning_template"),
    ),
    PrivateName(IOT, "_mtls_active_registrations", ("cert_id", "status")),
    PrivateName(IOT, "_mtls_build_ssl_context"),
    PrivateName(IOT, "_mtls_context"),
    PrivateName(IOT, "_mtls_logger"),
    PrivateName(IOT, "_mtls_loop"),
    PrivateName(IOT, "_mtls_port"),
    PrivateName(IOT, "_mtls_refuse", ("writer", "cert_id", "protocol_level")),
    PrivateName(IOT, "_mtls_server"),
    PrivateName(IOT, "_mtls_start_locked"),
    PrivateName(IOT, "_mtls_trust_anchors"),
    PrivateName(IOT, "_ownership_tokens"),
    PrivateName(IOT, "_parse_fleet_provisioning_topic", ("topic",)),
    PrivateName(IOT, "_parsed_iot_policy.__wrapped__", ("document", "context")),
    PrivateName(IOT, "_persistent_sessions"),
    PrivateName(IOT, "_provisioning_hook_function", ("target_arn", "template_arn")),
    PrivateName(IOT, "_read_string", ("buf", "offset")),
    PrivateName(IOT, "_refuse_ws_handshake", ("scope", "send")),
    PrivateName(IOT, "_retained"),
    PrivateName(IOT, "_run_rule_actions", ("account_id", "region", "rule", "payload", "topic", "client_id")),
    PrivateName(IOT, "_subscriptions"),
    PrivateName(IOT, "broker_publish", ("account_id", "region", "topic", "payload")),
    PrivateName(IOT, "broker_subscribe", ("account_id", "region", "topic_filter", "callback")),
    PrivateName(IOT, "broker_unsubscribe", ("subscription_id",)),
    PrivateName(IOT, "handle_websocket", ("scope", "receive", "send", "account_id", "region")),
    PrivateName(IOT_DATA, "handle_request", ("method", "path", "headers", "body", "query_params")),
    PrivateName(LAMBDA, "ProvidedWorker._build_handler_class", ("self", "generation", "pending")),
    PrivateName(LAMBDA, "ProvidedWorker._record_result", ("self", "generation", "request_id", "kind", "payload")),
    PrivateName(LAMBDA, "_INVOCATION_RESULT_RE"),
    PrivateName(LAMBDA, "_workers"),
    PrivateName(LAMBDA, "subprocess.Popen"),
    PrivateName(LAMBDAS, "_LAMBDA_ASYNC_RETRY_BASE_SECONDS"),
    PrivateName(LAMBDAS, "_LAMBDA_ASYNC_RETRY_MAX_SECONDS"),
    PrivateName(LAMBDAS, "_execute_function", ("func", "event")),
    PrivateName(LAMBDAS, "_execute_function_with_config_scope", ("func", "event")),
    PrivateName(LAMBDAS, "_execution_record_for_config", ("func", "config")),
    PrivateName(LAMBDAS, "_function_config_scope_mismatch", ("config",)),
    PrivateName(LAMBDAS, "_functions"),
    PrivateName(LAMBDAS, "_get_func_record_for_ref"),
    PrivateName(LAMBDAS, "_recursive_loop_drop", ("name", "func", "depth")),
    PrivateName(LAMBDAS, "_route_async_failure", ("target_arn", "func_name", "event", "result")),
    PrivateName(LAMBDAS, "_run_sqs_batch", ("esm", "func_rec", "event", "batch", "queue_url", "queue_name")),
    PrivateName(LAMBDAS, "_run_with_function_config_scope"),
    PrivateName(LAMBDAS, "_xray_trace_id_for_invocation", ("config", "inbound_trace_header")),
    PrivateName(LAMBDAS, "execution_credentials", ("config",)),
    PrivateName(LAMBDAS, "invoke_async_with_retry", ("func", "event")),
    PrivateName(LAMBDA, "Worker._drain_stderr_bounded", ("self", "first_line_wait", "idle_confirm", "hard_cap")),
    PrivateName(PROVISIONERS, "_REPLACING_PROPERTIES"),
    PrivateName(PROVISIONERS, "_RESOURCE_HANDLERS"),
    PrivateName(PROVISIONERS, "_appsync_resolver_create", ("logical_id", "props", "stack_name")),
    PrivateName(PROVISIONERS, "_appsync_schema_create", ("logical_id", "props", "stack_name")),
    PrivateName(PROVISIONERS, "_cfn_nested_stack_deploy", ("logical_id", "props", "parent_stack_name")),
    PrivateName(
        PROVISIONERS,
        "_update_resource",
        ("resource_type", "physical_id", "old_props", "new_props", "stack_name", "logical_id", "old_attrs"),
    ),
    PrivateName(SNS, "_get_topic", ("topic_arn",)),
    PrivateName(SNS, "_list_subscriptions_by_topic", ("params",)),
    PrivateName(SNS, "_p", ("params", "key")),
    PrivateName(SQS, "_build_send_sys_attrs", ("now", "sys_attrs_input")),
    PrivateName(SQS, "_collect_msgs", ("q", "max_n", "vis_timeout")),
    PrivateName(SQS, "_dlq_sweep", ("q",)),
    PrivateName(SQS, "_ensure_msg_fields", ("m",)),
    PrivateName(SQS, "_expire_retained", ("q",)),
    PrivateName(SQS, "_get_q"),
    PrivateName(SQS, "_queues_lock"),
    PrivateName(SQS, "_receive_messages_for_esm", ("queue_url", "max_number")),
    PrivateName(X509, "_require_crypto"),
    PrivateName(X509, "get_certificate_id", ("cert_pem",)),
    PrivateName(X509, "serialization"),
    PrivateName(X509, "sign_certificate_request", ("ca_cert_pem", "ca_key_pem", "csr_pem")),
)


def errors() -> list[str]:
    """The incompatibilities of the installed version."""
    return [error for name in PRIVATE_NAMES if (error := name.error())]
