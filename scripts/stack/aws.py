"""Clients of AWS or of an AWS-compatible emulator."""

from functools import cache
from typing import Any

import boto3
from botocore.config import Config

from stack.emulator import CREDENTIALS


class Aws:
    """One account and region, or an emulator if there is an endpoint."""

    def __init__(self, region: str, endpoint: str | None = None) -> None:
        self.region, self.endpoint = region, endpoint
        self._session = boto3.session.Session(
            region_name=region,
            **({name.lower(): value for name, value in CREDENTIALS.items()} if endpoint else {}),
        )

    @cache
    def client(self, service: str) -> Any:
        config = Config(retries={"max_attempts": 2}, s3={"addressing_style": "path"}) if self.endpoint else None
        return self._session.client(service, endpoint_url=self.endpoint, config=config)

    def variables(self) -> dict[str, str]:
        """Environment variables that make sam use the same region and endpoint."""
        region = {"AWS_DEFAULT_REGION": self.region, "AWS_REGION": self.region, "SAM_CLI_TELEMETRY": "0"}
        return region | ({"AWS_ENDPOINT_URL": self.endpoint} | CREDENTIALS if self.endpoint else {})
