"""The modules behind ./scripts/up, down, deploy and function-env. Modules that call AWS run in the tools' virtual
environment."""
