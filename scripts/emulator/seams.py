"""The private names of MiniStack that the launcher replaces or calls.

They may go with any version, which is why the version is pinned. Before anything is replaced, the launcher (and its
test) asks here whether each name is still there and still takes the parameters that the launcher relies on.
"""

import importlib
import inspect
from typing import Any, NamedTuple


class Seam(NamedTuple):
    """A name inside a module of MiniStack, with the parameters that it must take (none for what is no function)."""

    module: str
    name: str
    parameters: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.module}.{self.name}"

    def fault(self) -> str | None:
        """What is wrong with it, or None."""
        try:
            found: Any = importlib.import_module(self.module)
            for part in self.name.split("."):
                found = getattr(found, part)
        except (ImportError, AttributeError):
            return f"{self} is gone"
        if self.parameters:
            try:
                taken = tuple(inspect.signature(found).parameters)[: len(self.parameters)]
            except (TypeError, ValueError):
                return f"{self} is no function any more"
            if taken != self.parameters:
                return f"{self} takes ({', '.join(taken)}) where ({', '.join(self.parameters)}) is relied on"
        return None


APPSYNC = "ministack.services.appsync"
EVENTS = "ministack.services.appsync_events"
COGNITO = "ministack.services.cognito"
DYNAMODB = "ministack.services.dynamodb"
ENGINE = "ministack.services.cloudformation.engine"
LAMBDA = "ministack.core.lambda_runtime"
LAMBDAS = "ministack.services.lambda_svc"
PROVISIONERS = "ministack.services.cloudformation.provisioners"
SQS = "ministack.services.sqs"

SEAMS = (
    Seam("ministack.app", "main"),
    Seam("ministack.core.appsync_js", "AppSyncJsError"),
    Seam("ministack.core.appsync_js", "AppSyncJsTimeout"),
    Seam("ministack.core.appsync_js", "evaluate", ("code", "fn", "ctx", "timeout")),
    Seam("ministack.core.appsync_graphql", "parse", ("source",)),
    Seam("ministack.core.appsync_graphql", "validate", ("schema", "document_ast")),
    Seam("ministack.core.concurrency", "run_reentrant", ("fn",)),
    Seam("ministack.core.persistence", "json"),
    Seam("ministack.services.cloudformation", "_stacks"),
    Seam("ministack.services.s3", "_get_object_data", ("bucket_name", "key")),
    Seam(APPSYNC, "_AppSyncResolverError.__init__", ("self", "message", "error_type", "data", "error_info")),
    Seam(APPSYNC, "_ddb_plain", ("value",)),
    Seam(APPSYNC, "_ds_dynamodb", ("api_id", "data_source", "request_obj", "ctx")),
    Seam(APPSYNC, "_json", ("status", "body")),
    Seam(APPSYNC, "_request_is_authenticated", ("api_id", "api", "request_headers")),
    Seam(COGNITO, "_build_auth_result", ("pool_id", "client_id", "user", "nonce", "trigger_source")),
    Seam(COGNITO, "_signature_valid", ("token",)),
    Seam(COGNITO, "_token_claims", ("token",)),
    Seam(COGNITO, "_user_pools"),
    Seam(DYNAMODB, "_check_redundant_parens", ("tokens", "slot")),
    Seam(DYNAMODB, "_check_reserved_keyword_usage", ("tokens",)),
    Seam(DYNAMODB, "_condition_syntax_error", ("expr", "slot")),
    Seam(DYNAMODB, "_ddb_canonicalize_number", ("s",)),
    Seam(DYNAMODB, "_number_error", ("text",)),
    Seam(DYNAMODB, "_number_size_bytes", ("text",)),
    Seam(DYNAMODB, "_tokenize", ("expr",)),
    Seam(DYNAMODB, "copy.deepcopy"),
    Seam(EVENTS, "EVENT_PUBLISH"),
    Seam(EVENTS, "_apis"),
    Seam(EVENTS, "_auth_has_known_api_key", ("api_id", "auth")),
    Seam(EVENTS, "_authorize_event_op", ("api_id", "channel", "operation", "auth", "request_headers")),
    Seam(EVENTS, "_channel_namespace_for", ("channel",)),
    Seam(EVENTS, "_channel_namespaces"),
    Seam(EVENTS, "_create_api", ("body",)),
    Seam(EVENTS, "_create_channel_namespace", ("api_id", "body")),
    Seam(EVENTS, "_delete_api", ("api_id",)),
    Seam(EVENTS, "_delete_channel_namespace", ("api_id", "name")),
    Seam(EVENTS, "_strict_auth_enabled"),
    Seam(EVENTS, "_update_api", ("api_id", "body")),
    Seam(EVENTS, "_update_channel_namespace", ("api_id", "name", "body")),
    Seam(ENGINE, "_TransformFailed"),
    Seam(ENGINE, "_apply_transforms", ("template", "provided_params")),
    Seam(ENGINE, "_parse_template", ("template_body",)),
    Seam(LAMBDA, "ProvidedWorker._build_handler_class", ("self", "generation", "pending")),
    Seam(LAMBDA, "subprocess.Popen"),
    Seam(LAMBDAS, "_execute_function_with_config_scope", ("func", "event")),
    Seam(LAMBDAS, "_execution_record_for_config", ("func", "config")),
    Seam(LAMBDAS, "_get_func_record_for_ref"),
    Seam(LAMBDA, "Worker._drain_stderr_bounded", ("self", "first_line_wait", "idle_confirm", "hard_cap")),
    Seam(PROVISIONERS, "_REPLACING_PROPERTIES"),
    Seam(PROVISIONERS, "_RESOURCE_HANDLERS"),
    Seam(PROVISIONERS, "_appsync_resolver_create", ("logical_id", "props", "stack_name")),
    Seam(PROVISIONERS, "_appsync_schema_create", ("logical_id", "props", "stack_name")),
    Seam(PROVISIONERS, "_cfn_nested_stack_deploy", ("logical_id", "props", "parent_stack_name")),
    Seam(
        PROVISIONERS,
        "_update_resource",
        ("resource_type", "physical_id", "old_props", "new_props", "stack_name", "logical_id", "old_attrs"),
    ),
    Seam(SQS, "_collect_msgs", ("q", "max_n", "vis_timeout")),
    Seam(SQS, "_dlq_sweep", ("q",)),
    Seam(SQS, "_expire_retained", ("q",)),
    Seam(SQS, "_get_q"),
    Seam(SQS, "_queues_lock"),
    Seam(SQS, "_receive_messages_for_esm", ("queue_url", "max_number")),
)


def broken() -> list[str]:
    """What the launcher relies on and does not find, in words."""
    return [fault for seam in SEAMS if (fault := seam.fault())]
