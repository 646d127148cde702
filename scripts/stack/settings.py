"""Reads an environment's settings from samconfig.toml."""

from dataclasses import dataclass
from typing import Any

import tomlkit

from stack.paths import ROOT
from stack.progress import Stop


@dataclass(frozen=True)
class Settings:
    """The settings of an environment: local, dev or prod."""

    environment: str
    sam: dict[str, Any]
    links: dict[str, str]
    # The minutes without activity after which the web app signs the user out.
    idle_sign_out_minutes: int

    @property
    def stack(self) -> str:
        return self.sam["stack_name"]

    @property
    def region(self) -> str:
        return self.sam["region"]

    @property
    def parameters(self) -> list[str]:
        """The template parameters as `Name=value`."""
        return list(self.sam["parameter_overrides"])

    def parameter(self, name: str) -> str | None:
        """The value of a template parameter, or None."""
        values = dict(parameter.split("=", 1) for parameter in self.parameters)
        return values.get(name)


# The environments on AWS.
ENVIRONMENTS = ("dev", "prod")

# The environment is part of the functions' names, which Lambda limits to 64 characters.
MAX_ENVIRONMENT_LENGTH = 6


def read(environment: str) -> Settings:
    if len(environment) > MAX_ENVIRONMENT_LENGTH:
        raise Stop(f"The environment {environment} has more than {MAX_ENVIRONMENT_LENGTH} characters")
    settings = tomlkit.parse((ROOT / "samconfig.toml").read_text()).unwrap()[environment]
    web = settings["web"]
    return Settings(environment, settings["deploy"]["parameters"], web["links"], web["idle_sign_out_minutes"])
