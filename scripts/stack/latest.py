"""The stack that tools use by default."""

import json

from stack.paths import LATEST, StackPaths


def select_running_stack(running: list[StackPaths]) -> None:
    """If the default stack is not running, makes the running stack with the newest description the default. Without a
    running stack the default stays."""
    described = [paths for paths in running if paths.description.exists()]
    current = json.loads(LATEST.read_text()).get("port") if LATEST.exists() else None
    if not described or current in [paths.port for paths in described]:
        return
    newest = max(described, key=lambda paths: paths.description.stat().st_mtime)
    for file, copy in (
        (newest.description, LATEST),
        (newest.web_configuration, LATEST.with_name(newest.web_configuration.name)),
    ):
        copy.write_bytes(file.read_bytes())
