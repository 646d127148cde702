"""Patches for signatures and policies, which MiniStack checks with AUTH=true. Part of the launcher; see `patches.py`."""

from typing import Any


def is_enforced() -> bool:
    from ministack import app

    return app.AUTH


def apply() -> None:
    """Completes the checks. Call it only if they are on."""
    verify_administrator()
    assume_encrypted_connections()
    authorize_batches_of_messages()
    accept_any_code()


def verify_administrator() -> None:
    """Verifies requests that the configured key signs, the administrator's. MiniStack accepts any signature of this key."""
    from ministack.core import iam_evaluator

    # A request without a key has no signature.
    iam_evaluator._is_root_key = lambda access_key_id: not access_key_id


def assume_encrypted_connections() -> None:
    """Evaluates policies as if every request used TLS. The emulator uses HTTP, and bucket policies deny requests without
    TLS."""
    from ministack import app

    pin = app.pin_request_origin
    app.pin_request_origin = lambda source_ip, secure_transport: pin(source_ip, True)


def authorize_batches_of_messages() -> None:
    """Requires the permission for the single action from a batch action of SQS, as AWS does: SendMessage for
    SendMessageBatch. MiniStack requires one with the name of the batch action, which AWS does not have."""
    from ministack.core import iam_actions

    extract = iam_actions.extract_iam_action

    def extract_single_action(
        service: str, method: str, path: str, headers: dict, body: bytes, query_params: dict
    ) -> str | None:
        action = extract(service, method, path, headers, body, query_params)
        return action.removesuffix("Batch") if action and service == "sqs" else action

    iam_actions.extract_iam_action = extract_single_action


def accept_any_code() -> None:
    """Accepts any code that confirms a new password, as without enforcement. The emulator sends no email, so tests and users
    of a local stack do not receive the code."""
    from ministack.services import cognito

    cognito._confirmation_code_error = lambda action, data: None


def may_publish(namespace_arn: str, headers: dict[str, Any]) -> bool:
    """Whether the signature of a request is valid and its role can publish to a channel namespace."""
    from ministack.core import iam_evaluator, responses, router

    access_key = router.extract_access_key_id(headers, {})
    return (
        iam_evaluator.caller_verified(access_key, responses.get_account_id())
        and iam_evaluator.enforce(
            access_key, "appsync:EventPublish", "appsync", responses.get_region(), resource_arn=namespace_arn
        )
        is None
    )
