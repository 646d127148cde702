"""Rules of Cognito user pools."""

import re
from collections.abc import Iterator

from conformance.calls import Call
from conformance.resources import Stack
from conformance.rules.limits import COGNITO
from conformance.rules.rule import Rule

# https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html
_SEARCHABLE = {
    "cognito:user_status",
    "email",
    "family_name",
    "given_name",
    "name",
    "phone_number",
    "preferred_username",
    "status",
    "sub",
    "username",
}
_FILTER = re.compile(r'([\w:]+)\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"')

# https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-attributes.html
_STANDARD_ATTRIBUTES = {
    "address",
    "birthdate",
    "email",
    "email_verified",
    "family_name",
    "gender",
    "given_name",
    "locale",
    "middle_name",
    "name",
    "nickname",
    "phone_number",
    "phone_number_verified",
    "picture",
    "preferred_username",
    "profile",
    "sub",
    "updated_at",
    "website",
    "zoneinfo",
}


def known_pool(call: Call, stack: Stack) -> Iterator[str]:
    if call.parameters.get("UserPoolId") not in stack.logical_ids:
        yield f"no template creates the user pool {call.parameters.get('UserPoolId')}"


def page_size(call: Call, stack: Stack) -> Iterator[str]:
    if call.operation == "ListUsers" and (size := call.parameters.get("Limit", 1)) > COGNITO["users per page"]:
        yield f"the page has {size} users, at most {COGNITO['users per page']} allowed"


def user_filter(call: Call, stack: Stack) -> Iterator[str]:
    """A filter compares one searchable attribute with a text in quotation marks."""
    text = call.parameters.get("Filter") if call.operation == "ListUsers" else None
    if text:
        found = _FILTER.fullmatch(text.strip())
        if not found or found[1] not in _SEARCHABLE:
            yield f"the filter {text!r} does not compare one searchable attribute with a text"


def user_attributes(call: Call, stack: Stack) -> Iterator[str]:
    for attribute in call.parameters.get("UserAttributes", []):
        name = attribute["Name"]
        if name not in _STANDARD_ATTRIBUTES and not name.startswith(("custom:", "dev:custom:")):
            yield f"{name} is neither a standard attribute nor a custom one"
        if (size := len(attribute.get("Value", ""))) > COGNITO["attribute value"]:
            yield f"the value of {name} has {size} characters, at most {COGNITO['attribute value']} allowed"


RULES: tuple[Rule, ...] = (known_pool, page_size, user_attributes, user_filter)
