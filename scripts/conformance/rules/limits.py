"""AWS's limits. Sizes are in bytes and durations in seconds."""

KB, MB, GB = 1 << 10, 1 << 20, 1 << 30

# https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
DYNAMODB = {
    "attribute name": 64 * KB - 1,
    "batch get keys": 100,
    "batch write bytes": 16 * MB,
    "batch write items": 25,
    "expression bytes": 4 * KB,
    "expression operators": 300,
    "expression substitutions bytes": 2 * MB,
    "IN operands": 100,
    "item bytes": 400 * KB,
    "nesting": 32,
    "number digits": 38,
    # The largest and smallest exponents of a number's first digit.
    "number exponent": 125,
    "number negative exponent": -130,
    "partition key bytes": 2 * KB,
    "placeholder bytes": 255,
    "sort key bytes": KB,
    "transaction actions": 100,
    "transaction bytes": 4 * MB,
}

# https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html
SQS = {
    "batch bytes": MB,
    "batch entries": 10,
    "delay": 15 * 60,
    "message attributes": 10,
    "messages received": 10,
    "visibility timeout": 12 * 60 * 60,
    "wait": 20,
}

# https://docs.aws.amazon.com/sns/latest/api/API_Publish.html. A subject has less than 100 characters.
SNS = {
    "message bytes": 256 * KB,
    "subject": 99,
}

# https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html and qfacts.html
S3 = {
    "key bytes": KB,
    "keys per page": 1000,
    "metadata bytes": 2 * KB,
    "object bytes of a single PUT": 5 * GB,
    "presigned URL validity": 7 * 24 * 60 * 60,
}

# https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html
COGNITO = {
    "attribute value": 2048,
    "users per page": 60,
}

# https://docs.aws.amazon.com/appsync/latest/eventapi/publish-http.html and channel-namespaces.html
EVENTS = {
    "channel segment": 50,
    "channel segments": 5,
    "event bytes": 240 * KB,
    "events": 5,
}

# https://docs.aws.amazon.com/general/latest/gr/iot-core.html, "AWS IoT Core message broker and protocol limits and quotas"
IOT = {
    "payload bytes": 128 * KB,
    "topic bytes": 256,
    "topic separators": 7,
}
