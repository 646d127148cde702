"""Validates the settings of prod before a deployment."""

from urllib.parse import urlparse

from stack.settings import Settings

# Names reserved for documentation and tests (RFC 2606, RFC 6761).
_RESERVED_NAMES = ("example.com", "example.net", "example.org", "localhost")
_RESERVED_TOP_LEVEL = ("example", "invalid", "localhost", "test")


def errors(settings: Settings, first_administrator: str | None = None) -> list[str]:
    """The errors in the settings of prod, as messages. Other environments have none."""
    if settings.environment != "prod":
        return []
    parameters = dict(parameter.split("=", 1) for parameter in settings.parameters)
    messages = [message for name, value in parameters.items() if "://" in value for message in _url_errors(name, value)]
    alarm_email = parameters.get("AlarmEmail", "")
    if not alarm_email:
        messages.append("AlarmEmail is missing: no one would receive alarms")
    for name, address in (("AlarmEmail", alarm_email), ("--first-administrator", first_administrator or "")):
        if address and _is_reserved(address.rpartition("@")[2]):
            messages.append(f"{name} is {address}, an example address")
    for name in ("CardReaderUrl", "LogiNextUrl"):
        if not parameters.get(name):
            messages.append(f"{name} is missing")
    for name, link in settings.links.items():
        if _is_reserved(urlparse(link).hostname or ""):
            messages.append(f"The link {name} is {link}, an example address")
    return messages


def _url_errors(name: str, url: str) -> list[str]:
    parsed = urlparse(url)
    messages = []
    if parsed.scheme != "https":
        messages.append(f"{name} is {url}: use https for partners")
    if _is_reserved(parsed.hostname or ""):
        messages.append(f"{name} is {url}, an example address")
    return messages


def _is_reserved(host: str) -> bool:
    host = host.lower().rstrip(".")
    is_reserved_name = any(host == name or host.endswith(f".{name}") for name in _RESERVED_NAMES)
    return is_reserved_name or host.rpartition(".")[2] in _RESERVED_TOP_LEVEL
