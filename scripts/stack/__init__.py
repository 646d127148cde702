"""What the commands of this folder are made of. Modules that talk to AWS run inside the tools' virtual environment."""
