"""What is deployed: by `sam deploy` when a template changed, function by function when only code did."""

import hashlib
import json
import platform
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from stack import functions, shell, venvs
from stack.aws import Aws
from stack.deployed import Deployed
from stack.places import ROOT
from stack.settings import Settings

# Kept by what is deployed to, so that it goes when that goes.
_RECORD = "/larder/{environment}/deployed"


class Deployment:
    """The way of what is in the checkout to an emulator."""

    def __init__(self, aws: Aws, settings: Settings, parameters: list[str], log: Path) -> None:
        self._aws, self._settings, self._log = aws, settings, log
        self._deployed = Deployed(aws, settings.stack)
        architecture = "arm64" if platform.machine().lower() in ("arm64", "aarch64") else "x86_64"
        self._parameters = [*settings.parameters, *parameters, f"Architecture={architecture}"]

    def bring_up_to(self, digests: dict[str, str]) -> str:
        """Deploys what changed since the last time, and says what that was."""
        record = self._read_record()
        templates = self._fingerprint()
        if record.get("templates") != templates:
            self._deploy_templates()
            # What was updated alone since the last deploy may be unknown to it, so it is updated again.
            before, alone = record.get("functions", {}), set(record.get("alone", ()))
            self._update_functions(name for name in alone if name in digests)
            self._write_record(templates, digests, set())
            return "created" if not before else "templates updated"
        changed = {name for name, digest in digests.items() if record["functions"].get(name) != digest}
        if changed:
            self._update_functions(changed)
            self._write_record(templates, digests, changed | set(record["alone"]))
            return "updated " + ", ".join(sorted(changed))
        return "nothing changed"

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
        deployed, update = self._deployed.functions(), self._aws.client("lambda").update_function_code

        def one(name: str) -> None:
            update(FunctionName=deployed[name], ZipFile=functions.packed(name).read_bytes())

        with ThreadPoolExecutor(4) as workers:
            list(workers.map(one, names))

    def _fingerprint(self) -> str:
        """Of all that `sam deploy` reads beside the binaries."""
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

    def _write_record(self, templates: str, functions: dict[str, str], alone: set[str]) -> None:
        record = {"templates": templates, "functions": functions, "alone": sorted(alone)}
        self._aws.client("ssm").put_parameter(
            Name=self._record_name, Value=json.dumps(record), Type="String", Overwrite=True
        )

    @property
    def _record_name(self) -> str:
        return _RECORD.format(environment=self._settings.environment)

