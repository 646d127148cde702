"""Clients of AWS, or of what answers in its place."""

from functools import cache
from typing import Any

import boto3
from botocore.config import Config

from stack.emulator import CREDENTIALS


class Aws:
    """One account and region; with an endpoint, an emulator."""

    def __init__(self, region: str, endpoint: str | None = None) -> None:
        self.region, self.endpoint = region, endpoint
        self._session = boto3.session.Session(
            region_name=region,
            **({"aws_access_key_id": "test", "aws_secret_access_key": "test"} if endpoint else {}),
        )

    @cache
    def client(self, service: str) -> Any:
        quick = Config(retries={"max_attempts": 2}, s3={"addressing_style": "path"}) if self.endpoint else None
        return self._session.client(service, endpoint_url=self.endpoint, config=quick)

    def variables(self) -> dict[str, str]:
        """By which sam finds the same."""
        own = {"AWS_DEFAULT_REGION": self.region, "AWS_REGION": self.region, "SAM_CLI_TELEMETRY": "0"}
        return own | ({"AWS_ENDPOINT_URL": self.endpoint} | CREDENTIALS if self.endpoint else {})
