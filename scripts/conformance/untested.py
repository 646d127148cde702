"""The permissions that the tests do not use, each with the reason. The check fails if no policy contains one of them, or if a
test uses one that does not need a failed call."""

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

# The sweep of the certificates of fridges.
_SWEEP = "Changes what AWS IoT lacks after a failed call, or 24 hours after a renewal. Unit tests call it with fake services."
_SWEPT = (
    ("appsync:EventPublish", "{FleetChannels}"),
    ("appsync:EventPublish", "{FridgeChannels}"),
    ("dynamodb:GetItem", "arn:aws:dynamodb:region:account:table/{FridgeIdentitiesTable}"),
    ("dynamodb:PutItem", "arn:aws:dynamodb:region:account:table/{AuditTable}"),
    ("dynamodb:PutItem", "arn:aws:dynamodb:region:account:table/{FridgeIdentitiesTable}"),
    ("iot:AttachPolicy", "arn:aws:iot:region:account:cert/*"),
    ("iot:AttachThingPrincipal", "*"),
    ("iot:CreateThing", "arn:aws:iot:region:account:thing/*"),
    ("iot:DeleteConnection", "arn:aws:iot:region:account:client/*"),
    ("iot:DetachThingPrincipal", "*"),
    ("iot:ListThingPrincipals", "arn:aws:iot:region:account:thing/*"),
    ("iot:UpdateCertificate", "arn:aws:iot:region:account:cert/*"),
)

UNTESTED: tuple[Untested, ...] = (
    *(Untested(Permission("sweep-fridge-identities", action, resource), _SWEEP, after_failure=True) for action, resource in _SWEPT),
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
        after_failure=True,
    ),
    Untested(
        Permission(
            "sync-logi-next-loc-routes",
            "dynamodb:UpdateItem",
            "arn:aws:dynamodb:region:account:table/{LogiNextSyncsTable}",
        ),
        "Records a center as failed if SQS rejects its message. The emulator's SQS rejects none.",
        after_failure=True,
    ),
)
