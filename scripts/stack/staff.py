"""The staff accounts of a local stack. The seeder grants each profile its permissions."""

from dataclasses import asdict, dataclass

from stack.aws import Aws

# Only for emulators. Accounts on AWS never have this password.
_PASSWORD = "Cold-Lunch-4-All"


@dataclass(frozen=True)
class Person:
    """A member of staff, as stored in stack.json."""

    name: str
    email: str
    password: str
    profile: str

    def to_json(self) -> dict[str, str]:
        return asdict(self)


def _person(profile: str, name: str) -> Person:
    return Person(name, f"{profile}@larder.example", _PASSWORD, profile)


STAFF = [
    _person("admin", "Ada Brandt"),
    _person("operations", "Omar Reyes"),
    _person("logistics", "Lena Fischer"),
    _person("customer-service", "Carla Nguyen"),
    _person("read-only", "Rosa Klein"),
    _person("no-permissions", "Noah Price"),
]


def create_accounts(aws: Aws, user_pool: str) -> int:
    """Creates the missing accounts. Returns their number."""
    cognito = aws.client("cognito-idp")
    existing = {
        attribute["Value"]
        for page in cognito.get_paginator("list_users").paginate(UserPoolId=user_pool)
        for user in page["Users"]
        for attribute in user["Attributes"]
        if attribute["Name"] == "email"
    }
    missing = [person for person in STAFF if person.email not in existing]
    for person in missing:
        cognito.admin_create_user(
            UserPoolId=user_pool,
            Username=person.email,
            MessageAction="SUPPRESS",
            UserAttributes=[
                {"Name": "email", "Value": person.email},
                {"Name": "email_verified", "Value": "true"},
                {"Name": "name", "Value": person.name},
            ],
        )
        cognito.admin_set_user_password(
            UserPoolId=user_pool, Username=person.email, Password=person.password, Permanent=True
        )
    return len(missing)
