"""Patches for the message broker of AWS IoT Core, to which fridges connect over MQTT. Part of the launcher.

`mqtt_sessions.py` contains the patches for the sessions of clients, `mqtt_api.py` those for requests, `mqtt_rules.py` those for
topic rules, and `mqtt_speedups.py` those for speed. `private_api.py` lists and checks the private names that they replace.
"""

import asyncio
import os
import ssl
from typing import Any

import mqtt_api
import mqtt_rules
import mqtt_sessions
import mqtt_speedups


def apply() -> None:
    """Applies all patches of the broker. Call it after `limits.py`, whose limits hold for the functions of rules."""
    listen_on_this_machine()
    require_certificates()
    enforce_policies()
    mqtt_sessions.apply()
    mqtt_api.apply()
    mqtt_rules.apply()
    mqtt_speedups.apply()


def listen_on_this_machine() -> None:
    """Listens on BIND_HOST, as the emulator's HTTP port does, and only with a TLS context. MiniStack's broker listens on all
    addresses, and creates the context during the first connection. In Python 3.11.2, that connection then loses its first
    bytes, because `pause_reading` has no effect in `connection_made`."""
    from ministack.services import iot

    async def start() -> None:
        port = iot._mtls_port()
        if iot._mtls_server is not None or port is None:
            return
        loop = asyncio.get_running_loop()
        await iot._mtls_context()
        try:
            iot._mtls_server = await loop.create_server(iot._MtlsAcceptor, host=os.environ["BIND_HOST"], port=port)
        except OSError as error:
            iot._mtls_logger.warning("The broker cannot listen on port %d: %s", port, error)
            return
        iot._mtls_loop = loop

    iot._mtls_start_locked = start


def require_certificates() -> None:
    """Accepts only clients with a certificate. MiniStack also accepts clients without one, and WebSocket clients without a
    signature, and evaluates no policy for them. Closes the connection of an unusable certificate without a response, as AWS
    does; MiniStack responds if it does not verify signatures."""
    from ministack import app
    from ministack.services import iot

    build, reject, serve_websocket = iot._mtls_build_ssl_context, iot._mtls_refuse, iot.handle_websocket

    def build_context() -> ssl.SSLContext:
        context: ssl.SSLContext = build()
        context.verify_mode = ssl.CERT_REQUIRED
        return context

    async def reject_without_response(writer: asyncio.StreamWriter, cert_id: str, protocol_level: int | None) -> None:
        await reject(writer, cert_id, None)

    async def serve_signed_websocket(scope: dict, receive: Any, send: Any, account_id: str, region: str) -> None:
        if app.AUTH:
            await serve_websocket(scope, receive, send, account_id, region)
        elif (await receive()).get("type") == "websocket.connect":
            await iot._refuse_ws_handshake(scope, send)

    iot._mtls_build_ssl_context = build_context
    iot._mtls_refuse = reject_without_response
    iot.handle_websocket = serve_signed_websocket


def enforce_policies() -> None:
    """Evaluates the policies of certificates in every stack. MiniStack does so only with AUTH=true."""
    from ministack.services import iot

    evaluates = iot._WSSession._evaluates_policies
    iot._WSSession._evaluates_policies = lambda self: self.certificate_id is not None or evaluates(self)
