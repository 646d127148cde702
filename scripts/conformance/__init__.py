"""Checks the AWS API calls that the test stacks record: their parameters, AWS's limits, and the functions' policies."""
