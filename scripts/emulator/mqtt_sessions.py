"""Patches for the sessions of MQTT clients: the end of a session and its limits. See `mqtt.py`."""

import asyncio
import contextlib
import contextvars
import functools
from typing import Any

# https://docs.aws.amazon.com/general/latest/gr/iot-core.html, "AWS IoT Core message broker and protocol limits and quotas": the
# payload of a message. The connection is closed if a message is larger.
MAX_PAYLOAD_BYTES = 131_072
# The same page: a keep-alive interval of 0 or above the maximum is replaced by the maximum, a shorter one by the minimum. The
# client is disconnected after one and a half intervals without a packet.
MIN_KEEP_ALIVE_SECONDS, MAX_KEEP_ALIVE_SECONDS = 30, 1200

# A packet contains the payload, the topic and the properties.
_MAX_PACKET_BYTES = 2 * MAX_PAYLOAD_BYTES

# https://docs.oasis-open.org/mqtt/mqtt/v5.0/os/mqtt-v5.0-os.html, "Reason Code".
_NOT_AUTHORIZED, _KEEP_ALIVE_TIMEOUT, _PACKET_TOO_LARGE = 0x87, 0x8D, 0x95

# Tasks that disconnect clients. The event loop has only weak references to tasks.
_tasks: set[asyncio.Task] = set()


def apply() -> None:
    disconnect_inactive_certificates()
    connect_before_messages()
    limit_sessions()


def disconnect_inactive_certificates() -> None:
    """Disconnects the clients of a certificate that is no longer active, and denies their requests. MiniStack keeps the
    connection and its permissions. AWS needs up to some minutes."""
    from ministack.core import responses
    from ministack.services import iot

    handle, allows = iot._handle_certificate, iot._mqtt_policy_allows

    def handle_and_disconnect(method: str, path: str, body: bytes, qp: dict) -> tuple:
        response: tuple = handle(method, path, body, qp)
        if method == "PUT" and response[0] == 200:
            certificate_id = path.removeprefix("/certificates/")
            _disconnect_if_inactive(responses.get_account_id(), responses.get_region(), certificate_id)
        return response

    def allows_active(
        account_id: str,
        region: str,
        certificate_id: str,
        context: dict,
        action: str,
        resource: str,
        provisioning_template: str | None = None,
    ) -> bool:
        # MiniStack keeps the certificates of provisioning claims elsewhere.
        if provisioning_template is None and not _is_active(account_id, region, certificate_id):
            return False
        return bool(allows(account_id, region, certificate_id, context, action, resource, provisioning_template))

    iot._handle_certificate = handle_and_disconnect
    iot._mqtt_policy_allows = allows_active


def _is_active(account_id: str, region: str, certificate_id: str) -> bool:
    from ministack.services import iot

    record = iot._certificates.get_scoped(account_id, region, certificate_id) or {}
    return record.get("status") == "ACTIVE"


def _disconnect_if_inactive(account_id: str, region: str, certificate_id: str) -> None:
    from ministack.services import iot

    loop = iot._mtls_loop
    if loop is None or _is_active(account_id, region, certificate_id):
        return
    for (account, of_region, _), session in list(iot._connected_clients.items()):
        if (account, of_region, session.certificate_id) == (account_id, region, certificate_id):
            loop.call_soon_threadsafe(_start_disconnect, session, "AUTH_ERROR", _NOT_AUTHORIZED)


def _start_disconnect(session: Any, reason: str, code: int) -> None:
    task = asyncio.get_running_loop().create_task(disconnect(session, reason, code))
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)


async def disconnect(session: Any, reason: str, code: int) -> None:
    """Ends a session of a client with a reason of the lifecycle events and a reason code of MQTT 5."""
    from ministack.services import iot

    if session._cleaned_up:
        return
    session._forced_disconnect_reason = reason
    if session.protocol_version == iot.MQTT_5:
        # A client that reads nothing must not delay the end of its session.
        with contextlib.suppress(Exception):
            await asyncio.wait_for(session.send_bytes(iot._make_disconnect(code)), 1)
    with contextlib.suppress(Exception):
        await session._send({"type": "websocket.close", "code": 1000})
    await session.cleanup()


def connect_before_messages() -> None:
    """Sends a client its CONNACK before any message, and retained messages only when it subscribes. MiniStack sends a client
    that continues its session the retained messages of its subscriptions, and sends them before the CONNACK.
    https://docs.oasis-open.org/mqtt/mqtt/v5.0/os/mqtt-v5.0-os.html, sections 3.2 and 3.3.1.3"""
    from ministack.services import iot

    accept, deliver = iot._WSSession._send_connack, iot._WSSession.deliver_to_client

    async def accept_and_deliver(self: Any, session_present: bool = False, assigned_client_id: str | None = None) -> None:
        await accept(self, session_present, assigned_client_id)
        early, self.early_messages = self.early_messages, None
        for context, message in early or ():
            await asyncio.get_running_loop().create_task(deliver(self, *message), context=context)

    async def deliver_after_connack(self: Any, topic: str, payload: bytes, qos: int) -> None:
        if self.early_messages is None:
            await deliver(self, topic, payload, qos)
        elif not iot._delivery_retain.get():
            # The properties of the message are in the context.
            self.early_messages.append((contextvars.copy_context(), (topic, payload, qos)))

    construct = iot._WSSession.__init__

    @functools.wraps(construct)
    def construct_session(self: Any, *arguments: Any, **options: Any) -> None:
        construct(self, *arguments, **options)
        # The messages for the client before its CONNACK; None after it.
        self.early_messages = []

    iot._WSSession.__init__ = construct_session
    iot._WSSession._send_connack = accept_and_deliver
    iot._WSSession.deliver_to_client = deliver_after_connack


def limit_sessions() -> None:
    """Limits the size of a payload and the time without a packet. MiniStack accepts 16 MB and ignores the keep-alive
    interval."""
    from ministack.services import iot

    dispatch, properties = iot._WSSession._dispatch_packet, iot._WSSession._connack_properties

    async def dispatch_within_limits(self: Any, pkt_type: int, flags: int, body: bytes) -> bool:
        if self._cleaned_up:
            return False
        self.last_packet = asyncio.get_running_loop().time()
        if pkt_type == iot.PKT_CONNECT:
            self.requested_keep_alive = _requested_keep_alive(body)
        if pkt_type == iot.PKT_PUBLISH and len(body) > MAX_PAYLOAD_BYTES:
            if _payload_bytes(self.protocol_version, flags, body) > MAX_PAYLOAD_BYTES:
                await disconnect(self, "CLIENT_ERROR", _PACKET_TOO_LARGE)
                return False
        is_open: bool = await dispatch(self, pkt_type, flags, body)
        if pkt_type == iot.PKT_CONNECT and is_open:
            _watch(self, 1.5 * keep_alive(self.requested_keep_alive))
        return is_open

    @functools.wraps(properties)
    def properties_with_keep_alive(self: Any, assigned_client_id: str | None) -> list[tuple[int, object]]:
        seconds = keep_alive(self.requested_keep_alive)
        changed = [(iot.PROP_SERVER_KEEP_ALIVE, seconds)] if seconds != self.requested_keep_alive else []
        return [*properties(self, assigned_client_id), *changed]

    iot._max_frame_buffer_bytes = lambda: _MAX_PACKET_BYTES
    iot._WSSession._dispatch_packet = dispatch_within_limits
    iot._WSSession._connack_properties = properties_with_keep_alive


def keep_alive(requested: int) -> int:
    """The keep-alive interval of a session in seconds."""
    if not 0 < requested <= MAX_KEEP_ALIVE_SECONDS:
        return MAX_KEEP_ALIVE_SECONDS
    return max(requested, MIN_KEEP_ALIVE_SECONDS)


def _requested_keep_alive(connect: bytes) -> int:
    """The keep-alive interval in a CONNECT packet, after the protocol's name, its level and the flags."""
    from ministack.services import iot

    _, offset = iot._read_string(connect, 0)
    return int.from_bytes(connect[offset + 2 : offset + 4], "big")


def _payload_bytes(protocol_version: int, flags: int, publish: bytes) -> int:
    """The size of the payload of a PUBLISH packet."""
    from ministack.services import iot

    _, offset = iot._read_string(publish, 0)
    # Messages of QoS 1 and 2 have an identifier of two bytes.
    offset += 2 if flags & 0x06 else 0
    if protocol_version == iot.MQTT_5:
        _, offset = iot._decode_properties(publish, offset)
    return len(publish) - offset


def _watch(session: Any, seconds: float) -> None:
    """Disconnects the session after the seconds without a packet."""
    loop = asyncio.get_running_loop()

    def check() -> None:
        remaining = session.last_packet + seconds - loop.time()
        if session._cleaned_up:
            return
        if remaining > 0:
            loop.call_later(remaining, check)
        else:
            _start_disconnect(session, "MQTT_KEEP_ALIVE_TIMEOUT", _KEEP_ALIVE_TIMEOUT)

    loop.call_later(seconds, check)
