"""./scripts/deploy: puts Larder into AWS, or brings what is there up to date."""

import argparse
import json
import mimetypes
import os
import sys
import time
from pathlib import Path
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from stack import description, functions, machine, production, settings, shell, venvs, web
from stack.aws import Aws
from stack.deployed import Deployed
from stack.entry import guarded
from stack.progress import Stop, step
from stack.settings import Settings

# Vite names the files of this folder by their content: they never change. All others are asked for again each time.
_NAMED_BY_CONTENT = "assets/"
# What shows the app's source.
_SOURCE_MAP = ".map"
_FOR_EVER, _EACH_TIME = "public, max-age=31536000, immutable", "no-cache"


def main() -> None:
    arguments = _arguments()
    chosen = settings.read(arguments.environment)
    aws = Aws(chosen.region)
    deployed = Deployed(aws, chosen.stack)
    if faults := production.faults(chosen, arguments.first_administrator):
        raise Stop("samconfig.toml is not ready for prod:\n  " + "\n  ".join(faults))
    machine.check(web=True)
    with step("Asking AWS who deploys") as current:
        current.result = _account(aws)
    if not arguments.first_administrator and not deployed.exists():
        raise Stop("The first deploy names the first administrator: add --first-administrator EMAIL")
    version = shell.output(["git", "describe", "--always", "--dirty"]).strip()

    with step("Building the functions for Lambda") as current:
        current.result = f"{_build_functions(chosen)} functions"
    with step(f"Deploying {chosen.stack} to {chosen.region}"):
        _deploy_templates(chosen, arguments.first_administrator)
    outputs = deployed.outputs()
    with step("Looking after the first administrator") as current:
        invited = arguments.first_administrator and _invite(aws, outputs["UserPoolId"], arguments.first_administrator)
        deployed.invoke("bootstrap-administrator")
        current.result = f"an invitation went to {arguments.first_administrator}" if invited else "nothing to do"
    with step(f"Building the web app {version}"):
        web.install()
        build = shell.with_variables(LARDER_VERSION=version)
        shell.run(["npm", "run", "--silent", "build"], purpose="Building the web app", cwd=web.WEB, environment=build)
    with step("Publishing the web app") as current:
        current.result = f"{_publish(aws, chosen, outputs, version)} files"
    print(f"\nLarder is at {outputs['WebUrl']}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./scripts/deploy", description="Puts Larder into AWS, or updates it there.")
    parser.add_argument("environment", choices=("dev", "prod"), help="whose settings samconfig.toml has")
    parser.add_argument(
        "--first-administrator",
        metavar="EMAIL",
        help="who is granted ManagePermissions while nobody holds it; the first deploy wants it, later ones remember",
    )
    return parser.parse_args()


def _account(aws: Aws) -> str:
    try:
        identity = aws.client("sts").get_caller_identity()
    except (BotoCoreError, ClientError) as error:
        raise Stop(
            f"AWS does not know who deploys ({error}).\n"
            "Sign in first, for example by `aws sso login`, and name the profile in AWS_PROFILE"
        ) from None
    return f"account {identity['Account']}, {identity['Arn']}"


def _build_functions(chosen: Settings) -> int:
    workspace = functions.Workspace()
    architecture = ["--arm64"] if chosen.parameter("Architecture") == "arm64" else ["--x86-64"]
    packages = [word for area in workspace.areas for word in ("--package", area)]
    shell.run(
        # Left to itself it would set thin LTO and a processor: what runs in AWS is built as it was measured and tested.
        [venvs.TOOLS.program("cargo-lambda"), "lambda", "build", "--release", "--disable-optimizations"]
        + [*architecture, *packages, "--output-format", "zip", "--lambda-dir", functions.PLACED],
        purpose="cargo lambda build",
        # It finds zig, which links for Lambda's system, beside itself.
        environment=functions.cargo_environment() | {"PATH": f"{venvs.TOOLS.folder / 'bin'}:{os.environ['PATH']}"},
    )
    functions.forget_placed()
    return len(workspace.functions)


def _deploy_templates(chosen: Settings, first_administrator: str | None) -> None:
    parameters = list(chosen.parameters)
    if first_administrator:
        parameters.append(f"FirstAdministrator={first_administrator}")
    shell.run(
        [venvs.TOOLS.program("sam"), "deploy", "--config-env", chosen.environment]
        + ["--parameter-overrides", *parameters],
        purpose="sam deploy",
        environment=shell.with_variables(SAM_CLI_TELEMETRY="0"),
    )


def _invite(aws: Aws, user_pool: str, email: str) -> bool:
    """Gives the first administrator an account; Cognito sends the first password. Whether there was none."""
    cognito = aws.client("cognito-idp")
    if cognito.list_users(UserPoolId=user_pool, Filter=f'email = "{email}"')["Users"]:
        return False
    attributes = [{"Name": "email", "Value": email}, {"Name": "email_verified", "Value": "true"}]
    cognito.admin_create_user(
        UserPoolId=user_pool, Username=email, UserAttributes=attributes, DesiredDeliveryMediums=["EMAIL"]
    )
    return True


def _publish(aws: Aws, chosen: Settings, outputs: dict[str, str], version: str) -> int:
    """Puts the web app where CloudFront finds it. Files of earlier releases stay, for pages that are still open."""
    s3, bucket = aws.client("s3"), outputs["WebBucket"]
    configuration = description.web_configuration(
        chosen, outputs, version=version, graphql=outputs["GraphQLUrl"], rest=outputs["RestUrl"]
    )
    files = _in_order(web.WEB / "dist")
    for name, file in files:
        s3.put_object(
            Bucket=bucket,
            Key=name,
            Body=file.read_bytes(),
            ContentType=mimetypes.guess_type(name)[0] or "application/octet-stream",
            CacheControl=_FOR_EVER if name.startswith(_NAMED_BY_CONTENT) else _EACH_TIME,
        )
    s3.put_object(
        Bucket=bucket,
        Key="config.json",
        Body=json.dumps(configuration).encode(),
        ContentType="application/json",
        CacheControl=_EACH_TIME,
    )
    _remove_source_maps(s3, bucket)
    aws.client("cloudfront").create_invalidation(
        DistributionId=outputs["WebDistribution"],
        InvalidationBatch={"Paths": {"Quantity": 1, "Items": ["/*"]}, "CallerReference": f"{version}-{time.time()}"},
    )
    return len(files) + 1


def _remove_source_maps(s3: Any, bucket: str) -> None:
    """Earlier releases published them, and files of earlier releases stay."""
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=_NAMED_BY_CONTENT):
        maps = [{"Key": found["Key"]} for found in page.get("Contents", []) if found["Key"].endswith(_SOURCE_MAP)]
        if maps:
            s3.delete_objects(Bucket=bucket, Delete={"Objects": maps, "Quiet": True})


def _in_order(built: Path) -> list[tuple[str, Path]]:
    """The files to publish by name: those that pages refer to before the pages. Source maps stay here."""
    files = [
        (file.relative_to(built).as_posix(), file)
        for file in built.rglob("*")
        if file.is_file() and file.suffix != _SOURCE_MAP
    ]
    return sorted(files, key=lambda named: (named[0].endswith(".html"), named[0]))


if __name__ == "__main__":
    sys.exit(guarded(main))
