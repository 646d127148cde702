"""The AWS emulator: MiniStack, started by scripts/emulator/launcher.py."""

import json
import os
import time
import urllib.error
import urllib.request

from stack import ports, quotas, venvs
from stack.paths import ROOT, StackPaths
from stack.processes import Background
from stack.progress import Stop

# The credentials of the account's administrator, which stack.json contains as well. Without enforcement, the emulator accepts
# any credentials.
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test"}

# The variable with the path of the file to which the launcher writes the calls of functions. Without it, it writes none.
RECORDING = "LARDER_RECORD_CALLS"
# The variable with which the launcher injects faults into the calls of functions.
FAULTS = "LARDER_INJECT_FAULTS"
# The variable with which the emulator verifies signatures and enforces the policies of roles, as AWS does.
ENFORCEMENT = "LARDER_ENFORCE_IAM"
# The variable with the account's quota of concurrent executions of Lambda. By default it is the lowest one with which an
# environment can be deployed.
CONCURRENCY = "LARDER_CONCURRENT_EXECUTIONS"


def process(paths: StackPaths) -> Background:
    return Background(paths, "emulator")


def start(paths: StackPaths) -> bool:
    """Starts the emulator unless it is running, and does not wait until it is ready. Returns whether it was started."""
    if process(paths).pid():
        return False
    for port, purpose in ((paths.port, "the emulator"), (paths.mqtt_port, "the MQTT broker")):
        ports.require_free(port, purpose, "choose other ports: ./scripts/up --port N")
    paths.state.mkdir(parents=True, exist_ok=True)
    temporary = paths.folder / "tmp"
    temporary.mkdir(exist_ok=True)
    # Functions inherit this environment, so it must not contain the user's credentials.
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    environment |= CREDENTIALS | {
        "AWS_ENDPOINT_URL": paths.endpoint,
        "GATEWAY_PORT": str(paths.port),
        "BIND_HOST": "127.0.0.1",
        "PERSIST_STATE": "1",
        "STATE_DIR": str(paths.state),
        "S3_PERSIST": "1",
        "S3_DATA_DIR": str(paths.state / "s3"),
        "TMPDIR": str(temporary),
        "IOT_MTLS_ENABLED": "1",
        "IOT_MTLS_PORT": str(paths.mqtt_port),
        "SFTP_ENABLED": "0",
        "LOG_LEVEL": "WARNING",
        "LAMBDA_ACCOUNT_CONCURRENCY": os.environ.get(CONCURRENCY) or str(quotas.CONCURRENT_EXECUTIONS),
    }
    environment |= {name: os.environ[name] for name in (RECORDING, FAULTS) if os.environ.get(name)}
    environment |= {"AUTH": "true"} if os.environ.get(ENFORCEMENT) else {}
    launcher = ROOT / "scripts/emulator/launcher.py"
    process(paths).start([venvs.EMULATOR.python, launcher], cwd=paths.folder, environment=environment)
    return True


def wait(paths: StackPaths, timeout: float = 60) -> None:
    """Waits until the emulator is ready, and stores the certificate of its authority."""
    deadline = time.monotonic() + timeout
    while not _is_healthy(paths):
        if not process(paths).pid():
            raise Stop(f"The emulator exited. Its log is {process(paths).log}:\n{process(paths).log_tail()}")
        if time.monotonic() > deadline:
            raise Stop(f"The emulator does not respond on port {paths.port}. Its log is {process(paths).log}")
        time.sleep(0.05)
    with urllib.request.urlopen(f"{paths.endpoint}/_ministack/iot/ca.pem", timeout=10) as response:
        paths.certificate_authority.write_bytes(response.read())


def _is_healthy(paths: StackPaths) -> bool:
    """Whether the emulator responds and its MQTT broker listens."""
    try:
        with urllib.request.urlopen(f"{paths.endpoint}/_ministack/health", timeout=2) as response:
            return response.status == 200 and json.load(response)["iot_mtls"] == "listening"
    except (urllib.error.URLError, OSError):
        return False
