"""./scripts/deploy: deploys Larder to AWS, or updates it there."""

import argparse
import json
import mimetypes
import os
import sys
import time
from pathlib import Path
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from stack import (
    description,
    functions,
    machine,
    production,
    quotas,
    release,
    settings,
    shell,
    venvs,
    web,
)
from stack.aws import Aws
from stack.deployed import Deployed
from stack.entry import guarded
from stack.progress import Stop, step
from stack.settings import Settings

# Vite puts a hash of the content into the names of these files, so they never change.
_HASHED_PREFIX = "assets/"
# Source maps contain the app's source code and are not published.
_SOURCE_MAP_SUFFIX = ".map"
# The build's manifest, for checks of the build only.
_BUILD_FOLDER = ".vite"
_CACHE_FOREVER, _REVALIDATE = "public, max-age=31536000, immutable", "no-cache"


def main() -> None:
    arguments = _arguments()
    config = settings.read(arguments.environment)
    aws = Aws(config.region)
    deployed = Deployed(aws, config)
    if errors := production.errors(config, arguments.first_administrator):
        raise Stop("samconfig.toml is not ready for prod:\n  " + "\n  ".join(errors))
    machine.check(web=True)
    with step("Checking the AWS credentials") as current:
        current.result = _caller_identity(aws)
    if not arguments.first_administrator and not arguments.check and not deployed.exists():
        raise Stop("The first deployment requires --first-administrator EMAIL")
    version = shell.output(["git", "describe", "--always", "--dirty"]).strip()
    web.install()
    _check_release(aws, deployed)
    if arguments.check:
        return

    with step("Building the functions for Lambda") as current:
        current.result = f"{_build_functions(config)} functions"
    with step(f"Deploying {config.stack} to {config.region}"):
        _deploy_templates(config, arguments.first_administrator)
    outputs = deployed.outputs()
    with step("Setting up the first administrator") as current:
        invited = arguments.first_administrator and _invite(aws, outputs["UserPoolId"], arguments.first_administrator)
        deployed.invoke("bootstrap-administrator")
        current.result = f"invited {arguments.first_administrator}" if invited else "no changes"
    with step(f"Building the web app {version}"):
        build = shell.with_variables(LARDER_VERSION=version)
        shell.run(["npm", "run", "--silent", "build"], purpose="Building the web app", cwd=web.WEB, environment=build)
    with step("Publishing the web app") as current:
        current.result = f"{_publish(aws, config, outputs, version)} files"
    print(f"\nLarder is at {outputs['WebUrl']}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./scripts/deploy", description="Deploys Larder to AWS, or updates it there.")
    parser.add_argument("environment", choices=settings.ENVIRONMENTS, help="the environment in samconfig.toml")
    parser.add_argument("--check", action="store_true", help="only check the settings, the quotas and the changes")
    parser.add_argument(
        "--first-administrator",
        metavar="EMAIL",
        help="the user who is granted ManagePermissions if no user has it; required for the first deployment; later ones keep it",
    )
    return parser.parse_args()


def _caller_identity(aws: Aws) -> str:
    try:
        identity = aws.client("sts").get_caller_identity()
    except (BotoCoreError, ClientError) as error:
        raise Stop(
            f"AWS rejected the credentials ({error}).\n"
            "Sign in first, for example with `aws sso login`, and set AWS_PROFILE to the profile"
        ) from None
    return f"account {identity['Account']}, {identity['Arn']}"


def _check_release(aws: Aws, deployed: Deployed) -> None:
    """Checks the account's quotas, and compares the checkout with the deployed release."""
    exists = deployed.exists()
    current = release.of_checkout()
    with step("Checking the quotas of the account"):
        types = [resource["Type"] for template in current.templates.values() for resource in template.get("Resources", {}).values()]
        needs = quotas.needs(
            aws,
            first=not exists,
            functions=types.count("AWS::Serverless::Function"),
            stacks=types.count("AWS::Serverless::Application") + 1,
            tables=types.count("AWS::DynamoDB::Table"),
        )
        if shortages := quotas.shortages(needs):
            raise Stop("The quotas of the account are too small:\n  " + "\n  ".join(shortages))
    with step("Comparing with the deployed release") as progress:
        version = deployed_version(aws, deployed.outputs()) if exists else None
        if version is None:
            progress.result = "no release is deployed"
            return
        if findings := release.findings(release.of_commit(version), current):
            raise Stop(f"The changes since {version} cannot be released together:\n  " + "\n  ".join(findings))
        progress.result = f"compatible with {version}"


def deployed_version(aws: Aws, outputs: dict[str, str]) -> str | None:
    """The commit of the deployed web app, as `git describe` writes it. None if none is published."""
    s3 = aws.client("s3")
    try:
        body = s3.get_object(Bucket=outputs["WebBucket"], Key="config.json")["Body"].read()
    except s3.exceptions.NoSuchKey:
        return None
    return json.loads(body)["version"].removesuffix("-dirty")


def _build_functions(config: Settings) -> int:
    workspace = functions.Workspace()
    architecture = ["--arm64"] if config.parameter("Architecture") == "arm64" else ["--x86-64"]
    packages = [word for area in workspace.areas for word in ("--package", area)]
    shell.run(
        # cargo-lambda's own optimizations (thin LTO, a target CPU) are off, so that AWS runs the measured and tested code.
        [venvs.TOOLS.program("cargo-lambda"), "lambda", "build", "--release", "--disable-optimizations"]
        + [*architecture, *packages, "--output-format", "zip", "--lambda-dir", functions.PACKAGES],
        purpose="cargo lambda build",
        # cargo-lambda links with zig, which is installed in the same folder.
        environment=functions.cargo_environment() | {"PATH": f"{venvs.TOOLS.folder / 'bin'}:{os.environ['PATH']}"},
    )
    functions.discard_digests()
    return len(workspace.functions)


def _deploy_templates(config: Settings, first_administrator: str | None) -> None:
    parameters = list(config.parameters)
    if first_administrator:
        parameters.append(f"FirstAdministrator={first_administrator}")
    shell.run(
        [venvs.TOOLS.program("sam"), "deploy", "--config-env", config.environment]
        + ["--parameter-overrides", *parameters],
        purpose="sam deploy",
        environment=shell.with_variables(SAM_CLI_TELEMETRY="0"),
    )


def _invite(aws: Aws, user_pool: str, email: str) -> bool:
    """Creates the first administrator's account if it does not exist. Cognito e-mails the initial password. Returns
    whether the account was created."""
    cognito = aws.client("cognito-idp")
    if cognito.list_users(UserPoolId=user_pool, Filter=f'email = "{email}"')["Users"]:
        return False
    attributes = [{"Name": "email", "Value": email}, {"Name": "email_verified", "Value": "true"}]
    cognito.admin_create_user(
        UserPoolId=user_pool, Username=email, UserAttributes=attributes, DesiredDeliveryMediums=["EMAIL"]
    )
    return True


def _publish(aws: Aws, config: Settings, outputs: dict[str, str], version: str) -> int:
    """Uploads the web app to its bucket. Files of earlier releases are kept, because open pages still load them. Returns
    the number of files."""
    s3, bucket = aws.client("s3"), outputs["WebBucket"]
    configuration = description.web_configuration(
        config, outputs, version=version, graphql=outputs["GraphQLUrl"], rest=outputs["RestUrl"]
    )
    files = _files_in_publishing_order(web.WEB / "dist")
    for name, file in files:
        s3.put_object(
            Bucket=bucket,
            Key=name,
            Body=file.read_bytes(),
            ContentType=mimetypes.guess_type(name)[0] or "application/octet-stream",
            CacheControl=_CACHE_FOREVER if name.startswith(_HASHED_PREFIX) else _REVALIDATE,
        )
    s3.put_object(
        Bucket=bucket,
        Key="config.json",
        Body=json.dumps(configuration).encode(),
        ContentType="application/json",
        CacheControl=_REVALIDATE,
    )
    _remove_source_maps(s3, bucket)
    aws.client("cloudfront").create_invalidation(
        DistributionId=outputs["WebDistribution"],
        InvalidationBatch={"Paths": {"Quantity": 1, "Items": ["/*"]}, "CallerReference": f"{version}-{time.time()}"},
    )
    return len(files) + 1


def _remove_source_maps(s3: Any, bucket: str) -> None:
    """Deletes source maps that earlier releases published."""
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=_HASHED_PREFIX):
        keys = [item["Key"] for item in page.get("Contents", [])]
        maps = [{"Key": key} for key in keys if key.endswith(_SOURCE_MAP_SUFFIX)]
        if maps:
            s3.delete_objects(Bucket=bucket, Delete={"Objects": maps, "Quiet": True})


def _files_in_publishing_order(dist: Path) -> list[tuple[str, Path]]:
    """The files to publish, by name. HTML pages are last, because the files that they load must exist. Without source
    maps and the build's manifest."""
    files = [
        (file.relative_to(dist).as_posix(), file)
        for file in dist.rglob("*")
        if file.is_file() and file.suffix != _SOURCE_MAP_SUFFIX and file.parent.name != _BUILD_FOLDER
    ]
    return sorted(files, key=lambda entry: (entry[0].endswith(".html"), entry[0]))


if __name__ == "__main__":
    sys.exit(guarded(main))
