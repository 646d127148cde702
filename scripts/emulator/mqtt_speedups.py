"""Patches that make the broker fast enough for 10,000 fridges without changing any response. See `mqtt.py`.

MiniStack compares each message with all subscriptions and stored sessions, and each handshake reads all certificates. The
dictionaries here return only the relevant entries to these loops.
"""

import base64
import collections
import contextlib
import contextvars
import copy
import functools
import types
from collections.abc import Iterator
from typing import Any

# The scope and topic of the message that is being delivered, and the scope and topic filter of the subscription that is being
# added. The key of a scope is the prefix that MiniStack adds to topics.
_topic: contextvars.ContextVar[tuple[str, str] | None] = contextvars.ContextVar("topic of the message", default=None)
_filter: contextvars.ContextVar[str | None] = contextvars.ContextVar("filter of the subscription", default=None)


def apply() -> None:
    load_keys_once()
    parse_policies_once()
    find_subscriptions()
    find_certificates()


def load_keys_once() -> None:
    """Caches the private key of the certificate authority. Loading it takes 40 ms, and MiniStack does so for each
    certificate."""
    from ministack.core import x509_utils

    x509_utils._require_crypto()
    x509_utils.serialization = _Serialization(x509_utils.serialization)


class _Serialization:
    """The module for keys, which caches the private keys that it loads."""

    def __init__(self, module: types.ModuleType) -> None:
        self._module = module
        self.load_pem_private_key = functools.lru_cache(maxsize=8)(module.load_pem_private_key)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)


def parse_policies_once() -> None:
    """Caches the parsed policies of more clients. Each client has its own variables."""
    from ministack.services import iot

    iot._parsed_iot_policy = functools.lru_cache(maxsize=1 << 15)(iot._parsed_iot_policy.__wrapped__)


def _has_wildcard(topic_filter: str) -> bool:
    return "+" in topic_filter or "#" in topic_filter


@contextlib.contextmanager
def _set(variable: contextvars.ContextVar, value: Any) -> Iterator[None]:
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


class Subscriptions(dict):
    """The subscriptions by topic filter. During the delivery of a message, `values` returns the candidates for its topic."""

    def __init__(self) -> None:
        super().__init__()
        self._wildcards: dict[str, set] = {}
        # The topic filters of subscriptions by their ids.
        self.filters: dict[str, str] = {}

    def setdefault(self, topic_filter: str, default: Any = None) -> Any:
        subscriptions = super().setdefault(topic_filter, default)
        if _has_wildcard(topic_filter):
            self._wildcards[topic_filter] = subscriptions
        return subscriptions

    def values(self) -> Any:
        if (topic := _topic.get()) is None:
            return super().values()
        exact = self.get("".join(topic))
        return [*self._wildcards.values(), exact] if exact else list(self._wildcards.values())

    def remove(self, subscription_id: str) -> None:
        topic_filter = self.filters.pop(subscription_id, "")
        subscriptions = self.get(topic_filter, set())
        for subscription in [found for found in subscriptions if found.subscription_id == subscription_id]:
            subscriptions.discard(subscription)
        if not subscriptions:
            self.pop(topic_filter, None)
            self._wildcards.pop(topic_filter, None)

    def clear(self) -> None:
        super().clear()
        self._wildcards.clear()
        self.filters.clear()


class StoredSessions(dict):
    """The stored sessions by client. During the delivery of a message, `items` returns the candidates for its topic."""

    def __init__(self) -> None:
        super().__init__()
        # The clients by the topics of their subscriptions, and the clients whose filters have wildcards.
        self._by_topic: dict[str, set] = collections.defaultdict(set)
        self._with_wildcards: set = set()
        self._indexed: dict[tuple, list[str]] = {}

    def index(self, client: tuple) -> None:
        """Updates the index after a change of the client's subscriptions."""
        self._remove(client)
        if client in self:
            account_id, region, _ = client
            topics = [f"{account_id}/{region}/{topic}" for topic in self[client].subscriptions]
            self._indexed[client] = topics
            for topic in topics:
                self._by_topic[topic].add(client)
            if any(map(_has_wildcard, topics)):
                self._with_wildcards.add(client)

    def _remove(self, client: tuple) -> None:
        for topic in self._indexed.pop(client, ()):
            self._by_topic[topic].discard(client)
            if not self._by_topic[topic]:
                del self._by_topic[topic]
        self._with_wildcards.discard(client)

    def __setitem__(self, client: tuple, state: Any) -> None:
        super().__setitem__(client, state)
        self.index(client)

    def pop(self, client: tuple, *default: Any) -> Any:
        self._remove(client)
        return super().pop(client, *default)

    def items(self) -> Any:
        if (topic := _topic.get()) is None:
            return super().items()
        clients = self._by_topic.get("".join(topic), set()) | self._with_wildcards
        return [(client, self[client]) for client in clients]

    def clear(self) -> None:
        super().clear()
        self._by_topic.clear()
        self._with_wildcards.clear()
        self._indexed.clear()


class RetainedMessages(dict):
    """The retained messages by topic. While a subscription is added, `items` returns the message of its topic."""

    def items(self) -> Any:
        if (topic := _filter.get()) is None:
            return super().items()
        return [(topic, self[topic])] if topic in self else []


def find_subscriptions() -> None:
    """Finds the receivers of a message by its topic. Topic filters with wildcards are still compared one by one."""
    from ministack.services import iot

    publish, subscribe = iot.broker_publish, iot.broker_subscribe
    preserve = iot._WSSession._preserve_session
    subscriptions, sessions = Subscriptions(), StoredSessions()

    @functools.wraps(publish)
    async def publish_by_topic(account_id: str, region: str, topic: str, payload: bytes, *more: Any, **named: Any) -> None:
        with _set(_topic, (f"{account_id}/{region}/", topic)):
            await publish(account_id, region, topic, payload, *more, **named)

    @functools.wraps(subscribe)
    async def subscribe_by_topic(
        account_id: str, region: str, topic_filter: str, callback: Any, *more: Any, **named: Any
    ) -> str:
        scoped = f"{account_id}/{region}/{topic_filter}"
        with _set(_filter, scoped):
            subscription_id: str = await subscribe(account_id, region, topic_filter, callback, *more, **named)
        subscriptions.filters[subscription_id] = scoped
        return subscription_id

    async def unsubscribe(subscription_id: str) -> None:
        async with iot._broker_lock:
            subscriptions.remove(subscription_id)

    def preserve_and_index(self: Any) -> None:
        preserve(self)
        sessions.index((self.account_id, self.region, self._client_id))

    iot._subscriptions, iot._persistent_sessions = subscriptions, sessions
    iot._retained = RetainedMessages(iot._retained)
    iot.broker_publish, iot.broker_subscribe, iot.broker_unsubscribe = publish_by_topic, subscribe_by_topic, unsubscribe
    iot._WSSession._preserve_session = preserve_and_index


class Certificates(dict):
    """The certificates by account, region and id."""

    def __init__(self, certificates: dict) -> None:
        super().__init__()
        self.scopes: set[tuple[str, str]] = set()
        # The keys of certificates whose issuer is not determined yet, and of those that another authority issued.
        self.unchecked: list[tuple] = []
        self.foreign: set[tuple] = set()
        self.update(certificates)

    def __setitem__(self, key: tuple, record: dict) -> None:
        if key not in self:
            self.scopes.add(key[:2])
            self.unchecked.append(key)
        super().__setitem__(key, record)

    def update(self, *records: Any, **named: Any) -> None:
        for key, record in dict(*records, **named).items():
            self[key] = record

    def clear(self) -> None:
        super().clear()
        self.scopes.clear()
        self.unchecked.clear()
        self.foreign.clear()

    def __deepcopy__(self, memo: dict) -> dict:
        return copy.deepcopy(dict(self), memo)


def find_certificates() -> None:
    """Trusts the emulator's authority, and certificates of other issuers one by one. MiniStack reads all certificates in each
    handshake. Also finds a certificate by its key instead of comparing all keys."""
    from ministack.services import iot

    certificates = Certificates(iot._certificates._data)
    iot._certificates._data = certificates

    def trust_anchors() -> list[tuple[str, str]]:
        authority = iot.get_ca_cert_pem()
        key_id = _key_id(authority)
        while certificates.unchecked:
            key = certificates.unchecked.pop()
            if key in certificates and not _is_issued(certificates[key]["certificatePem"], key_id):
                certificates.foreign.add(key)
        foreign = [(key[2], certificates[key]["certificatePem"]) for key in certificates.foreign if key in certificates]
        registered = [(key[2], record["certificatePem"]) for key, record in list(iot._ca_certificates._data.items())]
        return [(authority, authority), *registered, *foreign]

    def registrations(cert_id: str, status: str | None = "ACTIVE") -> list[tuple[str, str, dict]]:
        found = [(*scope, certificates.get((*scope, cert_id))) for scope in sorted(certificates.scopes)]
        return [entry for entry in found if entry[2] is not None and status in (None, entry[2].get("status"))]

    iot._mtls_trust_anchors = trust_anchors
    iot._mtls_active_registrations = registrations


def _is_issued(pem: str, key_id: bytes) -> bool:
    """Whether a certificate contains the id of the authority's key, as each certificate that the authority issues does. This
    takes less time than the verification of the signature."""
    try:
        return key_id in base64.b64decode("".join(pem.strip().splitlines()[1:-1]))
    except ValueError:
        return False


@functools.lru_cache(maxsize=8)
def _key_id(authority: str) -> bytes:
    """The id of the authority's key."""
    from cryptography import x509

    certificate = x509.load_pem_x509_certificate(authority.encode())
    return certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value.digest
