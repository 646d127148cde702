"""Patches for requests to AWS IoT Core that MiniStack does not answer or authorizes differently. See `mqtt.py`."""

import json
import secrets
import time
from typing import Any

import mqtt_sessions

# The topic on which a client requests a certificate for its own key.
_CREATE_FROM_CSR_TOPIC = "$aws/certificates/create-from-csr/json"
_CREATE_FROM_CSR = "create-from-csr"

# The reason code of MQTT 5 for a disconnect that an administrator requested.
_ADMINISTRATIVE_ACTION = 0x98


def apply() -> None:
    create_certificates_over_mqtt()
    delete_connections()
    authorize_by_resource()


def create_certificates_over_mqtt() -> None:
    """Answers CreateCertificateFromCsr over MQTT, the first request of fleet provisioning. MiniStack answers only the request
    that creates the key as well. https://docs.aws.amazon.com/iot/latest/developerguide/fleet-provision-api.html"""
    from ministack.services import iot

    parse, reply = iot._parse_fleet_provisioning_topic, iot._fleet_provisioning_reply

    def parse_with_csr(topic: str) -> Any:
        return (_CREATE_FROM_CSR, None) if topic == _CREATE_FROM_CSR_TOPIC else parse(topic)

    async def reply_with_csr(
        account_id: str, region: str, operation: str, template_name: str | None, payload: bytes, connection: dict
    ) -> tuple[str, dict]:
        if operation == _CREATE_FROM_CSR:
            return _create_certificate(account_id, region, payload)
        answer: tuple[str, dict] = await reply(account_id, region, operation, template_name, payload, connection)
        return answer

    iot._parse_fleet_provisioning_topic = parse_with_csr
    iot._fleet_provisioning_reply = reply_with_csr


def _create_certificate(account_id: str, region: str, payload: bytes) -> tuple[str, dict]:
    """A certificate that is not active yet, and the token with which its owner activates it."""
    from ministack.core import responses, x509_utils
    from ministack.services import iot

    try:
        request = json.loads(payload)
        certificate = x509_utils.sign_certificate_request(*iot._ensure_ca(), request["certificateSigningRequest"])
    except (ValueError, KeyError, TypeError, AttributeError):
        rejected: tuple[str, dict] = iot._fleet_rejected("InvalidCertificateSigningRequest", "CSR violates constraints")
        return rejected
    certificate_id = x509_utils.get_certificate_id(certificate)
    token = secrets.token_urlsafe(48)
    with responses.request_scope(account_id, region):
        iot._certificates[certificate_id] = iot._certificate_record(certificate_id, certificate, "PENDING_ACTIVATION")
        iot._drop_expired(iot._ownership_tokens)
        expiration = time.time() + iot._OWNERSHIP_TOKEN_SECONDS
        iot._ownership_tokens[token] = {"certificateId": certificate_id, "expiration": expiration}
    return "accepted", {
        "certificateId": certificate_id,
        "certificatePem": certificate,
        "certificateOwnershipToken": token,
    }


def delete_connections() -> None:
    """Answers DeleteConnection, which MiniStack lacks, and rejects messages over the maximum size.
    https://docs.aws.amazon.com/iot/latest/developerguide/mqtt.html#mqtt-connection-management"""
    from ministack.core import responses
    from ministack.services import iot_data

    handle = iot_data.handle_request

    async def handle_connections(method: str, path: str, headers: dict, body: bytes, query_params: dict) -> Any:
        if method == "DELETE" and path.startswith("/connections/"):
            return await _delete_connection(path.removeprefix("/connections/"), query_params)
        if method == "POST" and path.startswith("/topics/") and len(body or b"") > mqtt_sessions.MAX_PAYLOAD_BYTES:
            message = f"The payload has more than {mqtt_sessions.MAX_PAYLOAD_BYTES} bytes"
            return responses.error_response_json("RequestEntityTooLargeException", message, 413)
        return await handle(method, path, headers, body, query_params)

    iot_data.handle_request = handle_connections


async def _delete_connection(client_id: str, query: dict) -> Any:
    from ministack.core import responses
    from ministack.services import iot

    def is_set(name: str) -> bool:
        value = query.get(name, "")
        return str(value[0] if isinstance(value, list) else value).lower() == "true"

    if not client_id or client_id.startswith("$"):
        return responses.error_response_json("InvalidRequestException", "Invalid client id", 400)
    key = (responses.get_account_id(), responses.get_region(), client_id)
    session, stored = iot._connected_clients.get(key), iot._persistent_sessions.get(key)
    if session is None and (stored is None or iot._is_session_expired(stored)):
        return responses.error_response_json("ResourceNotFoundException", "Client is not connected", 404)
    if session is not None:
        if is_set("preventWillMessage"):
            session._will_topic = None
        if is_set("cleanSession"):
            session._persist_session = False
        await mqtt_sessions.disconnect(session, "API_INITIATED_DISCONNECT", _ADMINISTRATIVE_ACTION)
    if is_set("cleanSession"):
        iot._persistent_sessions.pop(key, None)
    return 200, {"Content-Type": "application/json"}, b""


def authorize_by_resource() -> None:
    """Evaluates policies of roles with the resource that AWS uses: the certificate or group in AttachPolicy and DetachPolicy,
    and the client in DeleteConnection. MiniStack uses `*`.
    https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsiot.html"""
    from ministack.core import iam_actions

    extract = iam_actions.extract_resource_arn

    def extract_with_targets(
        service: str,
        method: str,
        path: str,
        headers: dict,
        body: bytes,
        query_params: dict,
        region: str,
        account_id: str,
    ) -> str:
        if service == "iot" and path.startswith("/target-policies/"):
            target = iam_actions._safe_json_field(body, "target")
            return target if isinstance(target, str) and target else "*"
        if service == "iot-data" and path.startswith("/connections/"):
            return f"arn:aws:iot:{region}:{account_id}:client/{path.removeprefix('/connections/')}"
        arn: str = extract(service, method, path, headers, body, query_params, region, account_id)
        return arn

    iam_actions.extract_resource_arn = extract_with_targets
