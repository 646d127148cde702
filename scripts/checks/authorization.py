"""Checks that the emulator of a stack verifies signatures and enforces the policies of functions.

Without these checks, the integration tests would also pass if the emulator accepted every call.
"""

import json
import unittest
from typing import Any

import boto3
from botocore import UNSIGNED
from botocore.config import Config
from botocore.exceptions import ClientError

from stack import functions
from stack.deployed import aws_of
from stack.emulator import CREDENTIALS

# A worker that reads a table. An additional run has no effect.
_WORKER = functions.name("local", "sweep-schedule-changes")
_READS = {"dynamodb": "list_tables", "s3": "list_objects_v2", "sqs": "list_queues"}
_KEY, _SECRET = CREDENTIALS.values()


class SignatureTest(unittest.TestCase):
    def setUp(self) -> None:
        buckets = aws_of("local").client("s3").list_buckets()["Buckets"]
        self.parameters = {"s3": {"Bucket": next(each["Name"] for each in buckets if "uploads" in each["Name"])}}

    def read(self, service: str, *, key: str = _KEY, secret: str = _SECRET, config: Config | None = None) -> Any:
        """Calls a read operation of the service with a credential."""
        aws = aws_of("local")
        session = boto3.session.Session(key, secret, region_name=aws.region)
        client = session.client(service, endpoint_url=aws.endpoint, config=config)
        return getattr(client, _READS[service])(**self.parameters.get(service, {}))

    def test_accepts_the_credential_of_the_administrator(self) -> None:
        for service in _READS:
            with self.subTest(service):
                self.read(service)

    def test_rejects_another_secret(self) -> None:
        for service in _READS:
            with self.subTest(service), self.assertRaisesRegex(ClientError, "signature we calculated does not match"):
                self.read(service, secret="another")

    def test_rejects_an_unknown_key(self) -> None:
        for service in _READS:
            errors = "UnrecognizedClient|InvalidAccessKeyId|InvalidClientTokenId"
            with self.subTest(service), self.assertRaisesRegex(ClientError, errors):
                self.read(service, key="AKIAUNKNOWN")

    def test_rejects_a_call_without_a_signature(self) -> None:
        for service in _READS:
            with self.subTest(service), self.assertRaisesRegex(ClientError, "MissingAuthenticationToken|AccessDenied"):
                self.read(service, config=Config(signature_version=UNSIGNED))


class PolicyTest(unittest.TestCase):
    def test_a_function_fails_without_the_policy_of_its_role(self) -> None:
        aws = aws_of("local")
        iam, role = aws.client("iam"), self.role(aws.client("lambda"))
        self.assertIsNone(self.error(aws.client("lambda")))
        for name in iam.list_role_policies(RoleName=role)["PolicyNames"]:
            policy = json.dumps(iam.get_role_policy(RoleName=role, PolicyName=name)["PolicyDocument"])
            self.addCleanup(iam.put_role_policy, RoleName=role, PolicyName=name, PolicyDocument=policy)
            iam.delete_role_policy(RoleName=role, PolicyName=name)
        self.assertIsNotNone(self.error(aws.client("lambda")))
        self.doCleanups()
        self.assertIsNone(self.error(aws.client("lambda")))

    def role(self, client: Any) -> str:
        """The name of the worker's role."""
        arn: str = client.get_function_configuration(FunctionName=_WORKER)["Role"]
        return arn.rpartition("/")[2]

    def error(self, client: Any) -> str | None:
        """Invokes the worker. Returns its error, or None."""
        response = client.invoke(FunctionName=_WORKER, Payload=b"{}")
        payload: str = response["Payload"].read().decode()
        return payload if "FunctionError" in response else None


if __name__ == "__main__":
    unittest.main()
