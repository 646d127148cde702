"""Rules of S3."""

from collections.abc import Iterator

from conformance.calls import Call
from conformance.resources import Stack
from conformance.rules.limits import S3
from conformance.rules.rule import Rule


def known_bucket(call: Call, stack: Stack) -> Iterator[str]:
    if call.parameters["Bucket"] not in stack.logical_ids:
        yield f"no template creates the bucket {call.parameters['Bucket']}"


def key_size(call: Call, stack: Stack) -> Iterator[str]:
    if (size := len(call.parameters.get("Key", "").encode())) > S3["key bytes"]:
        yield f"the key has {size} bytes, at most {S3['key bytes']} allowed"


def object_size(call: Call, stack: Stack) -> Iterator[str]:
    limit = S3["object bytes of a single PUT"]
    size = max(call.size or 0, call.parameters.get("ContentLength", 0))
    if call.operation == "PutObject" and size > limit:
        yield f"the object has {size} bytes, at most {limit} allowed"


def metadata_size(call: Call, stack: Stack) -> Iterator[str]:
    size = sum(len(name.encode()) + len(text.encode()) for name, text in call.parameters.get("Metadata", {}).items())
    if size > S3["metadata bytes"]:
        yield f"the metadata has {size} bytes, at most {S3['metadata bytes']} allowed"


def page_size(call: Call, stack: Stack) -> Iterator[str]:
    """S3 returns at most 1,000 keys without an error, so that a larger page is a mistake."""
    if (size := call.parameters.get("MaxKeys", 1)) > S3["keys per page"]:
        yield f"the page has {size} keys, at most {S3['keys per page']} allowed"


def presigned_url_validity(call: Call, stack: Stack) -> Iterator[str]:
    limit = S3["presigned URL validity"]
    if call.validity is not None and not 1 <= call.validity <= limit:
        yield f"the URL is valid for {call.validity} s, 1 to {limit} allowed"


RULES: tuple[Rule, ...] = (known_bucket, key_size, metadata_size, object_size, page_size, presigned_url_validity)
