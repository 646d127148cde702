"""The people who can sign in to a local stack. What each profile may do is the seeder's to say."""

from dataclasses import asdict, dataclass

from stack.aws import Aws

# For emulators alone: nobody in AWS ever has it.
_PASSWORD = "Cold-Lunch-4-All"


@dataclass(frozen=True)
class Person:
    """A member of staff, as stack.json tells."""

    name: str
    email: str
    password: str
    profile: str

    def told(self) -> dict[str, str]:
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


def enroll(aws: Aws, user_pool: str) -> int:
    """Gives an account to each who has none; how many those were."""
    cognito = aws.client("cognito-idp")
    known = {
        attribute["Value"]
        for page in cognito.get_paginator("list_users").paginate(UserPoolId=user_pool)
        for user in page["Users"]
        for attribute in user["Attributes"]
        if attribute["Name"] == "email"
    }
    missing = [person for person in STAFF if person.email not in known]
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
