"""What samconfig.toml says of an environment."""

from dataclasses import dataclass
from typing import Any

import tomlkit

from stack.places import ROOT


@dataclass(frozen=True)
class Settings:
    """An environment: local, dev or prod."""

    environment: str
    sam: dict[str, Any]
    links: dict[str, str]
    # After how many minutes the web app ends a session that nobody uses.
    idle_sign_out_minutes: int

    @property
    def stack(self) -> str:
        return self.sam["stack_name"]

    @property
    def region(self) -> str:
        return self.sam["region"]

    @property
    def parameters(self) -> list[str]:
        """`Name=value`, as sam takes them."""
        return list(self.sam["parameter_overrides"])

    def parameter(self, name: str) -> str | None:
        """One parameter's value, if the file states it."""
        values = dict(parameter.split("=", 1) for parameter in self.parameters)
        return values.get(name)


def read(environment: str) -> Settings:
    settings = tomlkit.parse((ROOT / "samconfig.toml").read_text()).unwrap()[environment]
    web = settings["web"]
    return Settings(environment, settings["deploy"]["parameters"], web["links"], web["idle_sign_out_minutes"])
