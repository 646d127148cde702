"""What an environment's settings must say before they may be deployed to prod."""

from urllib.parse import urlparse

from stack.settings import Settings

# Reserved for documentation and tests (RFC 2606, RFC 6761): nothing real answers there.
_RESERVED_NAMES = ("example.com", "example.net", "example.org", "localhost")
_RESERVED_TOP_LEVEL = ("example", "invalid", "localhost", "test")


def faults(settings: Settings, first_administrator: str | None = None) -> list[str]:
    """Everything that is wrong with the settings of prod, in words; nothing for other environments."""
    if settings.environment != "prod":
        return []
    parameters = dict(parameter.split("=", 1) for parameter in settings.parameters)
    found = [fault for name, value in parameters.items() if "://" in value for fault in _url_faults(name, value)]
    alarms = parameters.get("AlarmEmail", "")
    if not alarms:
        found.append("AlarmEmail is missing: no one would receive alarms")
    for name, address in (("AlarmEmail", alarms), ("--first-administrator", first_administrator or "")):
        if address and _is_reserved(address.rpartition("@")[2]):
            found.append(f"{name} is {address}, an example address")
    for name in ("CardReaderUrl", "LogiNextUrl"):
        if not parameters.get(name):
            found.append(f"{name} is missing")
    for name, link in settings.links.items():
        if _is_reserved(urlparse(link).hostname or ""):
            found.append(f"the link {name} is {link}, an example address")
    return found


def _url_faults(name: str, url: str) -> list[str]:
    parsed = urlparse(url)
    found = []
    if parsed.scheme != "https":
        found.append(f"{name} is {url}: partners must be called by https")
    if _is_reserved(parsed.hostname or ""):
        found.append(f"{name} is {url}, an example address")
    return found


def _is_reserved(host: str) -> bool:
    host = host.lower().rstrip(".")
    named = any(host == name or host.endswith(f".{name}") for name in _RESERVED_NAMES)
    return named or host.rpartition(".")[2] in _RESERVED_TOP_LEVEL
