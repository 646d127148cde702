"""The permissions that the tests do not use, each with the reason. The check fails if a test uses one of them, or if no policy
contains it."""

from conformance.policies import Untested

UNTESTED: tuple[Untested, ...] = ()
