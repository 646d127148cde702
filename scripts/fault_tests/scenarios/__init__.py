"""The scenarios by area. A module of an area registers them when it is imported."""

import importlib
import pkgutil


def load() -> None:
    """Registers all scenarios."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
