"""The permissions that the tests do not use, each with the reason. The check fails if a test uses one of them, or if no policy
contains it."""

from conformance.policies import Permission, Untested

_MFA = "Only environments that require multi-factor authentication read the user. Local stacks do not."
_ADMINISTRATION = (
    "add-user-permission",
    "apply-role",
    "copy-permissions",
    "create-coupon",
    "create-staff-account",
    "delete-schedule-change",
    "feature-flag-history",
    "last-sign-in",
    "list-user-permissions",
    "permission-history",
    "release-schedule-change",
    "remove-role",
    "role-history",
    "roles",
    "route-calls",
    "save-role",
    "set-feature-flag",
    "set-staff-account-enabled",
    "staff-flags",
    "usage",
)

UNTESTED: tuple[Untested, ...] = (
    *(Untested(Permission(name, "cognito-idp:AdminGetUser", "{UserPool}"), _MFA) for name in _ADMINISTRATION),
    Untested(
        Permission(
            "apply-schedule-change",
            "dynamodb:DeleteItem",
            "arn:aws:dynamodb:region:account:table/{DeviceAddressesTable}",
        ),
        "No integration test schedules the removal of a device address. Unit tests check the actions.",
    ),
    Untested(
        Permission("send-alert-notices", "sns:Subscribe", "{AlertNotificationsTopic}"),
        "Subscribes a target if SNS failed while the rule was stored. The emulator's SNS does not fail.",
    ),
    Untested(
        Permission(
            "sync-logi-next-loc-routes",
            "dynamodb:UpdateItem",
            "arn:aws:dynamodb:region:account:table/{LogiNextSyncsTable}",
        ),
        "Records a center as failed if SQS rejects its message. The emulator's SQS rejects none.",
    ),
)
