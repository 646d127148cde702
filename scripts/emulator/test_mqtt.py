"""Tests of the message broker with the installed version of MiniStack and MQTT 5 clients over TLS."""

import asyncio
import base64
import collections
import contextlib
import datetime
import hashlib
import io
import json
import logging
import os
import socket
import ssl
import tempfile
import threading
import time
import unittest
import zipfile
from collections.abc import Coroutine
from typing import Any, NamedTuple
from unittest import mock

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

import mqtt
import mqtt_rules
import mqtt_sessions
from mqtt_rules import Invocation, Invoker

_ACCOUNT, _REGION = "000000000000", "us-east-1"
_ARN = f"arn:aws:iot:{_REGION}:{_ACCOUNT}"
_THING = "${iot:Connection.Thing.ThingName}"
_CONNECT, _CONNACK, _PUBLISH, _PUBACK, _SUBSCRIBE, _SUBACK, _DISCONNECT = 1, 2, 3, 4, 8, 9, 14
_NOT_AUTHORIZED = 0x87

_POLICY = {
    "Version": "2012-10-17",
    "Statement": [
        {
            "Effect": "Allow",
            "Action": "iot:Connect",
            "Resource": f"{_ARN}:client/{_THING}",
            "Condition": {"Bool": {"iot:Connection.Thing.IsAttached": ["true"]}},
        },
        {"Effect": "Allow", "Action": "iot:Publish", "Resource": f"{_ARN}:topic/fridges/{_THING}/up/*"},
        {"Effect": "Allow", "Action": "iot:Subscribe", "Resource": f"{_ARN}:topicfilter/fridges/{_THING}/down/*"},
        {"Effect": "Allow", "Action": "iot:Receive", "Resource": f"{_ARN}:topic/fridges/{_THING}/down/*"},
    ],
}
_CLAIM_TOPIC = "$aws/certificates/create-from-csr/json"
_PROVISION_TOPIC = "$aws/provisioning-templates/fridges/provision/json"
_TEMPLATE = {
    "Parameters": {"ThingName": {"Type": "String"}, "AWS::IoT::Certificate::Id": {"Type": "String"}},
    "Resources": {
        "certificate": {
            "Type": "AWS::IoT::Certificate",
            "Properties": {"CertificateId": {"Ref": "AWS::IoT::Certificate::Id"}, "Status": "Active"},
        },
        "thing": {"Type": "AWS::IoT::Thing", "Properties": {"ThingName": {"Ref": "ThingName"}}},
        "policy": {"Type": "AWS::IoT::Policy", "Properties": {"PolicyName": "fridge"}},
    },
}
_CLAIM_TOPICS = [f"{_CLAIM_TOPIC}*", f"{_PROVISION_TOPIC}*"]
_CLAIM_POLICY = {
    "Version": "2012-10-17",
    "Statement": [
        {"Effect": "Allow", "Action": "iot:Connect", "Resource": f"{_ARN}:client/claim-*"},
        {"Effect": "Allow", "Action": ["iot:Publish", "iot:Receive"], "Resource": [f"{_ARN}:topic/{topic}" for topic in _CLAIM_TOPICS]},
        {
            "Effect": "Allow",
            "Action": "iot:Subscribe",
            "Resource": [f"{_ARN}:topicfilter/{topic}" for topic in _CLAIM_TOPICS],
        },
    ],
}

_loop = asyncio.new_event_loop()
_port = 0


def setUpModule() -> None:
    global _port
    from ministack.services import iot

    logging.disable(logging.ERROR)
    unittest.addModuleCleanup(logging.disable, logging.NOTSET)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        _port = probe.getsockname()[1]
    variables = {"BIND_HOST": "127.0.0.1", "IOT_MTLS_ENABLED": "1", "IOT_MTLS_PORT": str(_port)}
    environment = mock.patch.dict(os.environ, variables)
    environment.start()
    unittest.addModuleCleanup(environment.stop)
    mqtt.apply()
    thread = threading.Thread(target=_loop.run_forever, daemon=True)
    thread.start()
    _run(iot.mtls_start())
    _request("POST", "/policies/fridge", {"policyDocument": json.dumps(_POLICY)})
    _request("POST", "/policies/claim", {"policyDocument": json.dumps(_CLAIM_POLICY)})


def tearDownModule() -> None:
    from ministack.services import iot

    _run(iot.mtls_stop())
    _loop.call_soon_threadsafe(_loop.stop)


def _run(coroutine: Coroutine) -> Any:
    return asyncio.run_coroutine_threadsafe(coroutine, _loop).result(20)


def _request(method: str, path: str, body: dict | None = None, headers: dict | None = None, **query: str) -> tuple[int, dict]:
    """The response to a request of the control plane."""
    from ministack.services import iot

    content, values = json.dumps(body or {}).encode(), {key: [value] for key, value in query.items()}
    status, _, text = _run(iot.handle_request(method, path, headers or {}, content, values))
    return status, json.loads(text or b"{}")


def _data_request(method: str, path: str, body: bytes = b"", **query: str) -> int:
    """The status of a request of the data plane."""
    from ministack.services import iot_data

    status: int = _run(iot_data.handle_request(method, path, {}, body, {key: [value] for key, value in query.items()}))[0]
    return status


def _key_and_csr() -> tuple[bytes, str]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "fridge")])
    request = x509.CertificateSigningRequestBuilder().subject_name(name).sign(key, hashes.SHA256())
    encoding = serialization.Encoding.PEM
    pem = key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return pem, request.public_bytes(encoding).decode()


def _self_signed() -> tuple[str, bytes]:
    """A certificate of another issuer, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "other")])
    now, day = datetime.datetime.now(datetime.timezone.utc), datetime.timedelta(days=1)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now - day, now + day)
    encoding = serialization.Encoding.PEM
    pem = key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return builder.sign(key, hashes.SHA256()).public_bytes(encoding).decode(), pem


class Identity(NamedTuple):
    certificate_id: str
    certificate: str
    key: bytes


def _identity(thing: str | None, policy: str = "fridge") -> Identity:
    """A certificate with a policy, attached to a new thing unless that is None."""
    key, csr = _key_and_csr()
    _, created = _request("POST", "/certificates", {"certificateSigningRequest": csr}, setAsActive="true")
    _request("PUT", f"/target-policies/{policy}", {"target": created["certificateArn"]})
    if thing:
        _request("POST", f"/things/{thing}")
        _request("PUT", f"/things/{thing}/principals", headers={"x-amzn-principal": created["certificateArn"]})
    return Identity(created["certificateId"], created["certificatePem"], key)


def _text(value: str) -> bytes:
    return len(value.encode()).to_bytes(2, "big") + value.encode()


class Client:
    """An MQTT 5 client."""

    def __init__(self, identity: Identity | None) -> None:
        from ministack.services import iot

        context = ssl.create_default_context(cadata=iot.get_ca_cert_pem())
        if identity:
            with tempfile.NamedTemporaryFile(suffix=".pem") as file:
                file.write(identity.key + identity.certificate.encode())
                file.flush()
                context.load_cert_chain(file.name)
        self._socket = context.wrap_socket(socket.create_connection(("127.0.0.1", _port), 10), server_hostname="localhost")
        self.received: list[tuple[str, bytes]] = []

    def close(self) -> None:
        self._socket.close()

    def send(self, kind: int, flags: int, body: bytes) -> None:
        length, remaining = b"", len(body)
        while True:
            length += bytes([remaining % 128 | (0x80 if remaining >= 128 else 0)])
            remaining //= 128
            if not remaining:
                break
        self._socket.sendall(bytes([kind << 4 | flags]) + length + body)

    def connect(self, client_id: str, *, keep_alive: int = 60, expiry: int = 0) -> int | None:
        """The reason code of the CONNACK; None if the connection is closed."""
        properties = bytes([0x11]) + expiry.to_bytes(4, "big")
        flags = 0 if expiry else 2
        body = _text("MQTT") + bytes([5, flags]) + keep_alive.to_bytes(2, "big") + bytes([len(properties)]) + properties
        self.send(_CONNECT, 0, body + _text(client_id))
        packet = self.wait_for(_CONNACK)
        return packet[1] if packet else None

    def publish(self, topic: str, payload: bytes) -> int | None:
        """The reason code of the PUBACK; None if the connection is closed."""
        self.send(_PUBLISH, 2, _text(topic) + (1).to_bytes(2, "big") + b"\x00" + payload)
        packet = self.wait_for(_PUBACK)
        return packet[2] if packet and len(packet) > 2 else (0 if packet else None)

    def subscribe(self, topic_filter: str) -> int | None:
        self.send(_SUBSCRIBE, 2, (1).to_bytes(2, "big") + b"\x00" + _text(topic_filter) + b"\x01")
        packet = self.wait_for(_SUBACK)
        return packet[-1] if packet else None

    def acknowledge(self) -> None:
        """Acknowledges the last message."""
        self.send(_PUBACK, 0, self._last_id)

    def wait_for(self, kind: int) -> bytes | None:
        """The next packet of this type; None if the connection is closed before. Stores messages."""
        while (packet := self._packet()) is not None:
            found, body = packet
            if found == _PUBLISH:
                self._store(body)
            if found == kind:
                return body
        return None

    def _store(self, body: bytes) -> None:
        length = int.from_bytes(body[:2], "big")
        topic, rest = body[2 : 2 + length].decode(), body[2 + length :]
        # The messages of the tests have QoS 1 and no properties.
        self._last_id = rest[:2]
        self.received.append((topic, rest[3:]))

    def _packet(self) -> tuple[int, bytes] | None:
        try:
            first = self._read(1)
            length = shift = 0
            while True:
                (digit,) = self._read(1)
                length |= (digit & 0x7F) << shift
                shift += 7
                if digit < 0x80:
                    break
            return first[0] >> 4, self._read(length)
        except (EOFError, ConnectionError, ssl.SSLError):
            return None

    def _read(self, count: int) -> bytes:
        content = b""
        while len(content) < count:
            part = self._socket.recv(count - len(content))
            if not part:
                raise EOFError
            content += part
        return content


class BrokerTest(unittest.TestCase):
    def setUp(self) -> None:
        self.thing = f"CHI_{hashlib.sha256(self.id().encode()).hexdigest()[:8]}"
        self.up, self.down = f"fridges/{self.thing}/up/telemetry", f"fridges/{self.thing}/down/commands"

    def client(self, identity: Identity | None) -> Client:
        client = Client(identity)
        self.addCleanup(client.close)
        return client

    def connected(self, identity: Identity, **options: int) -> Client:
        client = self.client(identity)
        self.assertEqual(client.connect(self.thing, **options), 0)
        return client

    def wait_for_end(self) -> None:
        """Waits until the thing's session is gone."""
        from ministack.services import iot

        for _ in range(100):
            if (_ACCOUNT, _REGION, self.thing) not in iot._connected_clients:
                return
            time.sleep(0.05)
        self.fail("The session did not end")

    def disconnect_reason(self) -> str:
        from ministack.services import iot

        reason: str = iot._connectivity[(_ACCOUNT, _REGION, self.thing)]["disconnectReason"]
        return reason


class ConnectionTest(BrokerTest):
    def test_listens_only_on_this_machine(self) -> None:
        from ministack.services import iot

        self.assertEqual({address.getsockname()[0] for address in iot._mtls_server.sockets}, {"127.0.0.1"})

    def test_rejects_a_client_without_a_certificate(self) -> None:
        with contextlib.suppress(ssl.SSLError, ConnectionError):
            self.assertIsNone(self.client(None).connect(self.thing))

    def test_rejects_a_certificate_of_another_issuer(self) -> None:
        pem, key = _self_signed()
        with contextlib.suppress(ssl.SSLError, ConnectionError):
            self.assertIsNone(self.client(Identity("", pem, key)).connect(self.thing))

    def test_accepts_a_registered_certificate_of_another_issuer(self) -> None:
        pem, key = _self_signed()
        _, registered = _request("POST", "/certificate/register-no-ca", {"certificatePem": pem, "status": "ACTIVE"})
        _request("PUT", "/target-policies/fridge", {"target": registered["certificateArn"]})
        _request("POST", f"/things/{self.thing}")
        _request("PUT", f"/things/{self.thing}/principals", headers={"x-amzn-principal": registered["certificateArn"]})
        self.connected(Identity(registered["certificateId"], pem, key))

    def test_rejects_a_websocket_without_a_signature(self) -> None:
        from ministack.services import iot

        sent: list[dict] = []

        async def receive() -> dict:
            return {"type": "websocket.connect"}

        async def send(message: dict) -> None:
            sent.append(message)

        _run(iot.handle_websocket({"headers": []}, receive, send, _ACCOUNT, _REGION))
        self.assertEqual([message["type"] for message in sent], ["websocket.close"])


class PolicyTest(BrokerTest):
    def test_denies_another_client_id(self) -> None:
        self.assertEqual(self.client(_identity(self.thing)).connect(f"{self.thing}_2"), _NOT_AUTHORIZED)

    def test_denies_a_certificate_that_is_not_attached_to_the_thing(self) -> None:
        self.assertEqual(self.client(_identity(None)).connect(self.thing), _NOT_AUTHORIZED)

    def test_denies_other_topics_and_keeps_the_session(self) -> None:
        client = self.connected(_identity(self.thing))
        for topic in ("fridges/CHI_0002/up/telemetry", self.down, "fridges"):
            with self.subTest(topic):
                self.assertEqual(client.publish(topic, b"{}"), _NOT_AUTHORIZED)
        for topic_filter in ("fridges/CHI_0002/down/commands", "fridges/+/down/commands", "#", self.up):
            with self.subTest(topic_filter):
                self.assertEqual(client.subscribe(topic_filter), _NOT_AUTHORIZED)
        self.assertEqual((client.publish(self.up, b"{}"), client.subscribe(self.down)), (0, 1))

    def test_a_revoked_certificate_ends_the_session_and_cannot_connect(self) -> None:
        for status in ("REVOKED", "INACTIVE"):
            with self.subTest(status):
                identity = _identity(self.thing)
                client = self.connected(identity)
                self.assertEqual(_request("PUT", f"/certificates/{identity.certificate_id}", newStatus=status)[0], 200)
                self.assertEqual((client.wait_for(_DISCONNECT) or b"")[:1], bytes([_NOT_AUTHORIZED]))
                self.wait_for_end()
                self.assertEqual(self.disconnect_reason(), "AUTH_ERROR")
                self.assertIsNone(client.publish(self.up, b"{}"))
                self.assertIsNone(self.client(identity).connect(self.thing))

    def test_a_revoked_certificate_does_not_end_the_session_of_another_one(self) -> None:
        old, new = _identity(self.thing), _identity(self.thing)
        client = self.connected(new)
        _request("PUT", f"/certificates/{old.certificate_id}", newStatus="REVOKED")
        self.assertEqual(client.publish(self.up, b"{}"), 0)


class SessionTest(BrokerTest):
    def test_an_oversized_payload_ends_the_session(self) -> None:
        client = self.connected(_identity(self.thing))
        self.assertEqual(client.publish(self.up, bytes(mqtt_sessions.MAX_PAYLOAD_BYTES)), 0)
        client.send(_PUBLISH, 2, _text(self.up) + b"\x00\x01\x00" + bytes(mqtt_sessions.MAX_PAYLOAD_BYTES + 1))
        self.assertEqual((client.wait_for(_DISCONNECT) or b"")[:1], b"\x95")
        self.wait_for_end()
        self.assertEqual(self.disconnect_reason(), "CLIENT_ERROR")

    def test_a_client_without_packets_is_disconnected(self) -> None:
        with mock.patch.object(mqtt_sessions, "MIN_KEEP_ALIVE_SECONDS", 1):
            started = time.monotonic()
            client = self.connected(_identity(self.thing), keep_alive=1)
            time.sleep(0.7)
            self.assertEqual(client.publish(self.up, b"{}"), 0)
            self.assertEqual((client.wait_for(_DISCONNECT) or b"")[:1], b"\x8d")
        self.assertGreater(time.monotonic() - started, 2)
        self.wait_for_end()
        self.assertEqual(self.disconnect_reason(), "MQTT_KEEP_ALIVE_TIMEOUT")

    def test_changes_a_keep_alive_interval_out_of_range(self) -> None:
        changed = [mqtt_sessions.keep_alive(requested) for requested in (0, 1, 30, 1200, 1201)]
        self.assertEqual(changed, [1200, 30, 30, 1200, 1200])

    def test_delivers_stored_messages_to_a_resumed_session(self) -> None:
        identity = _identity(self.thing)
        client = self.connected(identity, expiry=60)
        client.subscribe(self.down)
        client.close()
        self.wait_for_end()
        for number in range(3):
            self.assertEqual(_data_request("POST", f"/topics/{self.down}", b"%d" % number, qos="1"), 200)
        _data_request("POST", "/topics/fridges/CHI_0002/down/commands", b"other", qos="1")
        client = self.connected(identity, expiry=60)
        # The broker sends the stored messages before it reads the next packet.
        client.publish(self.up, b"{}")
        self.assertEqual(client.received, [(self.down, b"%d" % number) for number in range(3)])

    def test_a_resumed_session_gets_its_connack_first_and_no_retained_message(self) -> None:
        identity, software = _identity(self.thing), f"fridges/{self.thing}/down/software"
        _data_request("POST", f"/topics/{software}", b"retained", qos="1", retain="true")
        client = self.connected(identity, expiry=60)
        client.subscribe(software)
        client.acknowledge()
        client.close()
        self.wait_for_end()
        client = self.connected(identity, expiry=60)
        self.assertEqual(client.received, [])
        client.publish(self.up, b"{}")
        self.assertEqual(client.received, [])
        client.subscribe(software)
        self.assertEqual(client.received, [(software, b"retained")])

    def test_delivers_only_to_subscribers_of_the_topic(self) -> None:
        client = self.connected(_identity(self.thing))
        client.subscribe(self.down)
        client.subscribe(f"fridges/{self.thing}/down/#")
        _data_request("POST", "/topics/fridges/CHI_0002/down/commands", b"other", qos="1")
        _data_request("POST", f"/topics/{self.down}", b"command", qos="1")
        client.publish(self.up, b"{}")
        self.assertEqual(client.received, [(self.down, b"command")] * 2)

    def test_delivers_a_retained_message_to_a_subscriber_of_its_topic(self) -> None:
        for thing in (self.thing, "CHI_0002"):
            _data_request("POST", f"/topics/fridges/{thing}/down/software", thing.encode(), qos="1", retain="true")
        client = self.connected(_identity(self.thing))
        client.subscribe(f"fridges/{self.thing}/down/software")
        self.assertEqual(client.received, [(f"fridges/{self.thing}/down/software", self.thing.encode())])


class RequestTest(BrokerTest):
    def test_delete_connection_disconnects_a_client(self) -> None:
        identity = _identity(self.thing)
        client = self.connected(identity, expiry=60)
        self.assertEqual(_data_request("DELETE", f"/connections/{self.thing}"), 200)
        self.assertEqual((client.wait_for(_DISCONNECT) or b"")[:1], b"\x98")
        self.assertEqual(self.disconnect_reason(), "API_INITIATED_DISCONNECT")
        # The stored session remains until it is deleted as well.
        self.assertEqual(_data_request("DELETE", f"/connections/{self.thing}", cleanSession="true"), 200)
        self.assertEqual(_data_request("DELETE", f"/connections/{self.thing}"), 404)
        self.connected(identity)

    def test_rejects_an_oversized_message(self) -> None:
        self.assertEqual(_data_request("POST", "/topics/fridges", bytes(mqtt_sessions.MAX_PAYLOAD_BYTES + 1)), 413)

    def test_creates_a_certificate_for_the_key_of_a_client(self) -> None:
        client = self.client(_identity(None, "claim"))
        self.assertEqual(client.connect("claim-1"), 0)
        self.assertEqual([client.subscribe(f"{_CLAIM_TOPIC}/{reply}") for reply in ("accepted", "rejected")], [1, 1])
        _, csr = _key_and_csr()
        client.publish(_CLAIM_TOPIC, json.dumps({"certificateSigningRequest": csr}).encode())
        client.wait_for(_PUBLISH)
        topic, payload = client.received.pop()
        created = json.loads(payload)
        self.assertEqual(topic, f"{_CLAIM_TOPIC}/accepted")
        self.assertEqual(set(created), {"certificateId", "certificatePem", "certificateOwnershipToken"})
        certificate = x509.load_pem_x509_certificate(created["certificatePem"].encode())
        self.assertEqual(certificate.public_key(), x509.load_pem_x509_csr(csr.encode()).public_key())
        _, described = _request("GET", f"/certificates/{created['certificateId']}")
        self.assertEqual(described["certificateDescription"]["status"], "PENDING_ACTIVATION")
        for invalid in (b"{", b"[]", b'{"certificateSigningRequest": "x"}', b"{}"):
            with self.subTest(invalid):
                client.publish(_CLAIM_TOPIC, invalid)
                client.wait_for(_PUBLISH)
                topic, payload = client.received.pop()
                self.assertEqual((topic, json.loads(payload)["statusCode"]), (f"{_CLAIM_TOPIC}/rejected", 400))

    def test_a_provisioned_client_can_connect(self) -> None:
        role = "arn:aws:iam::000000000000:role/provisioning"
        template = {"templateName": "fridges", "templateBody": json.dumps(_TEMPLATE), "enabled": True}
        self.assertEqual(_request("POST", "/provisioning-templates", template | {"provisioningRoleArn": role})[0], 200)
        claim = self.client(_identity(None, "claim"))
        self.assertEqual(claim.connect("claim-2"), 0)
        for topic in (_CLAIM_TOPIC, _PROVISION_TOPIC):
            claim.subscribe(f"{topic}/accepted")
            claim.subscribe(f"{topic}/rejected")
        key, csr = _key_and_csr()
        claim.publish(_CLAIM_TOPIC, json.dumps({"certificateSigningRequest": csr}).encode())
        claim.wait_for(_PUBLISH)
        created = json.loads(claim.received.pop()[1])
        identity = Identity(created["certificateId"], created["certificatePem"], key)
        self.assertIsNone(self.client(identity).connect(self.thing))
        token = created["certificateOwnershipToken"]
        request = {"certificateOwnershipToken": token, "parameters": {"ThingName": self.thing}}
        claim.publish(_PROVISION_TOPIC, json.dumps(request).encode())
        claim.wait_for(_PUBLISH)
        topic, payload = claim.received.pop()
        self.assertEqual((topic, json.loads(payload)["thingName"]), (f"{_PROVISION_TOPIC}/accepted", self.thing))
        self.assertEqual(self.connected(identity).publish(self.up, b"{}"), 0)

    def test_policies_of_roles_use_the_resource_of_the_request(self) -> None:
        from ministack.core.iam_actions import extract_resource_arn

        target = f"{_ARN}:cert/1"
        body = json.dumps({"target": target}).encode()
        for service, method, path, expected in (
            ("iot", "PUT", "/target-policies/fridge", target),
            ("iot", "POST", "/target-policies/fridge", target),
            ("iot", "PUT", "/certificates/1", target),
            ("iot-data", "DELETE", "/connections/CHI_0001", f"{_ARN}:client/CHI_0001"),
        ):
            with self.subTest(path):
                self.assertEqual(extract_resource_arn(service, method, path, {}, body, {}, _REGION, _ACCOUNT), expected)


class RuleTest(BrokerTest):
    def setUp(self) -> None:
        super().setUp()
        from ministack.services import iot, lambda_svc

        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as file:
            file.writestr("bootstrap", "")
        self.name = f"rule-{self.thing}"
        lambda_svc._create_function(
            {
                "FunctionName": self.name,
                "Runtime": "provided.al2023",
                "Handler": "bootstrap",
                "Role": "arn:aws:iam::000000000000:role/rules",
                "Code": {"ZipFile": base64.b64encode(archive.getvalue()).decode()},
            }
        )
        self.function = lambda_svc._functions[self.name]
        self.allow(f"{_ARN}:rule/{self.rule}")
        function = self.function["config"]["FunctionArn"]
        sql = f"SELECT encode(*, 'base64') AS payload, clientid() AS fridge FROM 'fridges/{self.thing}/up/+'"
        iot._topic_rules.set_scoped(
            _ACCOUNT,
            _REGION,
            self.rule,
            {"ruleName": self.rule, "sql": sql, "actions": [{"lambda": {"functionArn": function}}]},
        )
        self.addCleanup(iot._topic_rules.pop_scoped, _ACCOUNT, _REGION, self.rule, None)
        self.results: collections.deque[dict] = collections.deque()
        self.events: list[dict] = []
        self.patch("_execute_function_with_config_scope", self.execute)
        self.patch("_LAMBDA_ASYNC_RETRY_BASE_SECONDS", 0.05)

    @property
    def rule(self) -> str:
        return f"rule_{self.thing}"

    def allow(self, rule: str) -> None:
        statement = {
            "Effect": "Allow",
            "Principal": {"Service": "iot.amazonaws.com"},
            "Action": "lambda:InvokeFunction",
            "Resource": self.function["config"]["FunctionArn"],
            "Condition": {"ArnLike": {"AWS:SourceArn": rule}},
        }
        self.function["policy"] = {"Version": "2012-10-17", "Id": "default", "Statement": [statement]}

    def patch(self, name: str, value: Any) -> Any:
        from ministack.services import lambda_svc

        patcher = mock.patch.object(lambda_svc, name, value)
        self.addCleanup(patcher.stop)
        return patcher.start()

    def execute(self, function: dict, event: dict) -> dict:
        self.events.append(event)
        return self.results.popleft() if self.results else {"body": None}

    def wait_for_events(self, count: int) -> None:
        for _ in range(100):
            if len(self.events) >= count:
                break
            time.sleep(0.05)
        # A further event would arrive in this time.
        time.sleep(0.2)
        self.assertEqual(len(self.events), count)

    def payloads(self) -> list[bytes]:
        return [base64.b64decode(event["payload"]) for event in self.events]

    def test_invokes_the_function_in_the_order_of_the_messages(self) -> None:
        client = self.connected(_identity(self.thing))
        for number in range(50):
            client.publish(self.up, b"%d" % number)
        self.wait_for_events(50)
        self.assertEqual(self.payloads(), [b"%d" % number for number in range(50)])
        self.assertEqual({event["fridge"] for event in self.events}, {self.thing})

    def test_does_not_invoke_a_function_whose_policy_allows_another_rule(self) -> None:
        self.allow(f"{_ARN}:rule/other")
        client = self.connected(_identity(self.thing))
        self.assertEqual(client.publish(self.up, b"1"), 0)
        self.wait_for_events(0)

    def test_retries_failed_and_throttled_invocations(self) -> None:
        self.results.extend([{"error": True}, {"error": True, "throttle": True}, {"error": True}])
        destination = self.patch("_route_async_failure", mock.Mock())
        with mock.patch.object(mqtt_rules.limits, "MIN_RETRY_SECONDS", 0.05):
            self.connected(_identity(self.thing)).publish(self.up, b"1")
            self.wait_for_events(4)
        destination.assert_not_called()

    def test_sends_an_event_that_failed_three_times_to_the_destination(self) -> None:
        self.results.extend([{"error": True}] * 3)
        queue = "arn:aws:sqs:us-east-1:000000000000:failures"
        self.function["event_invoke_config"] = {"DestinationConfig": {"OnFailure": {"Destination": queue}}}
        destination = self.patch("_route_async_failure", mock.Mock())
        self.connected(_identity(self.thing)).publish(self.up, b"1")
        self.wait_for_events(3)
        destination.assert_called_once_with(queue, self.name, self.events[0], {"error": True})

    def test_lifecycle_events_invoke_functions(self) -> None:
        from ministack.services import iot

        rule = iot._topic_rules.get_scoped(_ACCOUNT, _REGION, self.rule)
        rule["sql"] = f"SELECT eventType, principalIdentifier FROM '$aws/events/presence/+/{self.thing}'"
        identity = _identity(self.thing)
        client = self.connected(identity)
        client.send(_DISCONNECT, 0, b"\x00")
        self.wait_for_events(2)
        self.assertEqual([event["eventType"] for event in self.events], ["connected", "disconnected"])
        self.assertEqual({event["principalIdentifier"] for event in self.events}, {identity.certificate_id})


class InvokerTest(unittest.TestCase):
    def test_a_client_with_many_events_does_not_delay_others(self) -> None:
        order: list[str] = []
        started, done = threading.Event(), threading.Event()

        def invoke(invocation: Invocation) -> None:
            started.wait(5)
            order.append(invocation.event)
            if len(order) == 101:
                done.set()

        invoker = Invoker(invoke, threads=1)
        for _ in range(100):
            invoker.submit("busy", Invocation({}, "busy"))
        invoker.submit("quiet", Invocation({}, "quiet"))
        started.set()
        self.assertTrue(done.wait(5))
        self.assertLess(order.index("quiet"), 3)

    def test_invokes_one_event_of_a_client_at_a_time(self) -> None:
        running: list[int] = [0]
        highest: list[int] = []
        done = threading.Event()

        def invoke(invocation: Invocation) -> None:
            running[0] += 1
            highest.append(running[0])
            time.sleep(0.01)
            running[0] -= 1
            if len(highest) == 20:
                done.set()

        invoker = Invoker(invoke)
        for _ in range(20):
            invoker.submit("client", Invocation({}, None))
        self.assertTrue(done.wait(5))
        self.assertEqual(max(highest), 1)

    def test_a_retry_does_not_delay_later_events(self) -> None:
        order: list[int] = []
        done = threading.Event()

        def invoke(invocation: Invocation) -> float | None:
            order.append(invocation.event)
            if order == [1]:
                return 0.1
            if len(order) == 3:
                done.set()
            return None

        invoker = Invoker(invoke, threads=1)
        invoker.submit("client", Invocation({}, 1))
        invoker.submit("client", Invocation({}, 2))
        self.assertTrue(done.wait(5))
        self.assertEqual(order, [1, 2, 1])


if __name__ == "__main__":
    unittest.main()
