"""Deploys the checkout to an emulator: with `sam deploy` if a template changed, else only the changed functions."""

import hashlib
import json
import platform
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from stack import functions, shell, venvs
from stack.aws import Aws
from stack.paths import ROOT
from stack.settings import Settings

# The SSM parameter with the record of the last deployment. It is stored in the emulator and is lost with its state.
_RECORD = "/larder/{environment}/deployed"


class Deployment:
    """A deployment of the checkout to an emulator."""

    def __init__(self, aws: Aws, settings: Settings, parameters: list[str], log: Path) -> None:
        self._aws, self._settings, self._log = aws, settings, log
        architecture = "arm64" if platform.machine().lower() in ("arm64", "aarch64") else "x86_64"
        self._parameters = [*settings.parameters, *parameters, f"Architecture={architecture}"]

    def update(self, digests: dict[str, str]) -> str:
        """Deploys everything that changed since the last deployment, and returns a summary. `digests` has the digest of
        each function's binary."""
        record = self._read_record()
        fingerprint = self._fingerprint()
        if record.get("templates") != fingerprint:
            self._deploy_templates()
            # CloudFormation may not know code that was updated without it, so that code is updated again.
            previous, updated_alone = record.get("functions", {}), set(record.get("alone", ()))
            self._update_functions(name for name in updated_alone if name in digests)
            self._write_record(fingerprint, digests, set())
            return "created" if not previous else "templates updated"
        changed = {name for name, digest in digests.items() if record["functions"].get(name) != digest}
        if changed:
            self._update_functions(changed)
            self._write_record(fingerprint, digests, changed | set(record["alone"]))
            return "updated " + ", ".join(sorted(changed))
        return "no changes"

    def _deploy_templates(self) -> None:
        bucket = self._settings.sam["s3_bucket"]
        self._aws.client("s3").create_bucket(Bucket=bucket)
        shell.run(
            [venvs.TOOLS.program("sam"), "deploy", "--config-env", self._settings.environment]
            + ["--parameter-overrides", *self._parameters],
            purpose="sam deploy",
            environment=shell.with_variables(**self._aws.variables()),
            log=self._log,
        )

    def _update_functions(self, names: Iterable[str]) -> None:
        update_code, environment = self._aws.client("lambda").update_function_code, self._settings.environment

        def update(name: str) -> None:
            update_code(FunctionName=functions.name(environment, name), ZipFile=functions.package_path(name).read_bytes())

        with ThreadPoolExecutor(4) as threads:
            list(threads.map(update, names))

    def _fingerprint(self) -> str:
        """A digest of every input of `sam deploy` except the binaries."""
        infra = ROOT / "infra"
        files = [ROOT / "template.yaml", ROOT / "samconfig.toml", infra / "schema.graphql"]
        files += sorted(infra.glob("*.yaml")) + sorted(infra.glob("resolvers/*.js"))
        digest = hashlib.sha256(json.dumps(self._parameters).encode())
        for file in files:
            digest.update(file.read_bytes())
        return digest.hexdigest()[:16]

    def _read_record(self) -> dict:
        ssm = self._aws.client("ssm")
        try:
            return json.loads(ssm.get_parameter(Name=self._record_name)["Parameter"]["Value"])
        except ssm.exceptions.ParameterNotFound:
            return {}

    def _write_record(self, fingerprint: str, digests: dict[str, str], updated_alone: set[str]) -> None:
        record = {"templates": fingerprint, "functions": digests, "alone": sorted(updated_alone)}
        self._aws.client("ssm").put_parameter(
            Name=self._record_name, Value=json.dumps(record), Type="String", Overwrite=True
        )

    @property
    def _record_name(self) -> str:
        return _RECORD.format(environment=self._settings.environment)
