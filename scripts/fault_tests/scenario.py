"""Scenarios: how to prepare and call an operation, and how its calls may differ from the rule.

The rule: a call either succeeds with its whole effect, or reports that Larder is busy with no effect or with its whole
effect. Repeating a call that failed completes the effect once.
"""

import datetime
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from fault_tests.client import Client, Response


@dataclass(frozen=True)
class Call:
    """One call of an operation. Repetitions send the same arguments."""

    # The variables of a mutation, the body of a route, or the event of a worker.
    arguments: Any
    # The values of the route's path parameters.
    path: dict[str, str] = field(default_factory=dict)
    # The caller, if it is not the administrator.
    token: str | None = None


class Data:
    """The unique data of one call."""

    def __init__(self, client: Client, shared: dict[str, Any]) -> None:
        self.client = client
        # The unique part of all names.
        self.token = uuid.uuid4().hex[:12]
        # Texts that differ in every call, and what replaces them in effects and responses.
        self.names: list[tuple[str, str]] = [(self.token, "token")]
        self._shared = shared

    def uuid(self) -> str:
        return str(uuid.uuid4())

    def day(self) -> str:
        """A day in the distant future, which no other call uses."""
        day = (datetime.date(2100, 1, 1) + datetime.timedelta(days=uuid.uuid4().int % 300_000)).isoformat()
        self.names += [(day, "day"), (day.replace("-", ""), "day")]
        return day

    def later(self, minutes: float) -> str:
        """The time in some minutes."""
        return time_text(datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(minutes=minutes))

    def location(self, **form: Any) -> str:
        """Creates a location."""
        name = f"FAULT_{self.uuid()[:8]}_{self.token}".upper()
        self.names.append((name, "location"))
        self.require(self.client.rest("POST", "/locations", location_form(name) | form))
        return name

    def member(self) -> tuple[str, str, str]:
        """Creates an account without permissions. Returns its id, e-mail and password."""
        email, password = f"fault-{self.uuid()[:8]}-{self.token}@larder.example", f"Aa1!{self.token}"
        cognito, pool = self.client.aws.client("cognito-idp"), self.client.stack["userPoolId"]
        attributes = [{"Name": "email", "Value": email}, {"Name": "email_verified", "Value": "true"}]
        created = cognito.admin_create_user(
            UserPoolId=pool, Username=email, UserAttributes=attributes, MessageAction="SUPPRESS"
        )
        cognito.admin_set_user_password(UserPoolId=pool, Username=email, Password=password, Permanent=True)
        user = next(each["Value"] for each in created["User"]["Attributes"] if each["Name"] == "sub")
        return user, email, password

    def share(self, name: str, create: Callable[[], Any]) -> Any:
        """Data that all calls of the operation use. The first one creates it."""
        if name not in self._shared:
            known = len(self.names)
            value = create()
            self._shared[name] = value, self.names[known:]
            del self.names[known:]
        value, names = self._shared[name]
        self.names += names
        return value

    def mutate(self, name: str, **variables: Any) -> Any:
        """Calls another mutation, which must succeed, and returns its result."""
        return self.require(self.client.mutate(name, variables))

    def set_attributes(self, table: str, key: dict[str, str], **attributes: str) -> None:
        """Sets attributes of an item that no operation sets."""
        names = {f"#{name}": name for name in attributes}
        self.client.aws.client("dynamodb").update_item(
            TableName=self.client.table(table),
            Key={name: {"S": value} for name, value in key.items()},
            UpdateExpression="SET " + ", ".join(f"#{name} = :{name}" for name in attributes),
            ExpressionAttributeNames=names,
            ExpressionAttributeValues={f":{name}": {"S": value} for name, value in attributes.items()},
        )

    def query(self, document: str, **variables: Any) -> Any:
        return self.require(self.client.graphql(document, variables))

    def require(self, response: Response) -> Any:
        if response.error:
            raise RuntimeError(f"the preparation failed: {response.error}: {response.message} {response.body}")
        return response.body


@dataclass(frozen=True)
class Scenario:
    """How an operation is called."""

    # The operation of infra/operations.json, or the binary of a worker.
    operation: str
    prepare: Callable[[Data], Call]
    # Why a failed call can have a part of its effect. Empty if it cannot.
    partial: str = ""
    # Further texts of effects and responses that differ in every call: regular expressions and their replacements.
    patterns: tuple[tuple[str, str], ...] = ()
    # Attributes of items that another function completes later, whether or not the call does, and the reason.
    completed_later: tuple[dict[str, str], str] = ({}, "")
    # Fields of responses that count all calls.
    counters: tuple[str, ...] = ()
    # Attributes that other functions change at the same time.
    ignored: tuple[str, ...] = ()
    # Why each repetition has the effect once more. Empty if it has no effect.
    repeats: str = ""
    # The errors by which a repetition states that the first call was carried out, and the reason.
    repetition_errors: tuple[str, ...] = ()
    # Checks through other operations after the last call. Returns what is wrong.
    check: Callable[[Data, Call], str | None] | None = None


SCENARIOS: dict[str, Scenario] = {}


def scenario(operation: str, **options: Any) -> Callable[[Callable[[Data], Call]], Callable[[Data], Call]]:
    """Registers the decorated preparation as the scenario of an operation."""

    def register(prepare: Callable[[Data], Call]) -> Callable[[Data], Call]:
        SCENARIOS[operation] = Scenario(operation, prepare, **options)
        return prepare

    return register


def location_form(name: str) -> dict[str, Any]:
    """The form of a new location."""
    return {
        "id": name,
        "street": "233 S Wacker Dr",
        "city": "Chicago",
        "state": "IL",
        "zipCode": "60606",
        "directions": "Lobby, left of the elevators",
        "taxRate": "2.25",
        "fridgeSchema": "MW_STANDARD/latest",
        "latitude": "41.8781",
        "longitude": "-87.6298",
        "layoutName": "dummy",
        "onlineDate": "2026-12-01",
        "prettyName": "Willis Tower",
        "priceMapTemplate": "PMT_STANDARD",
    }


def time_text(time: datetime.datetime) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03}Z"
