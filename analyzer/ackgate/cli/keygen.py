"""``ackgate keygen``: a key to sign decisions with."""

import os
from pathlib import Path
from typing import Annotated

import typer

from ackgate.evidence.keys import default_key_path, generate_key

#: Environment variable of the password of a protected PEM key.
KEY_PASSWORD_VARIABLE = "ACKGATE_SIGNING_PASSWORD"  # noqa: S105


def key_password() -> bytes | None:
    """The password from the environment; None where there is none."""
    password = os.environ.get(KEY_PASSWORD_VARIABLE)
    return password.encode() if password else None


def keygen(
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Key file, new.", show_default=False)
    ] = None,
) -> None:
    """Make an Ed25519 key for `ackgate sign`; the file is readable by you alone.

    Set ACKGATE_SIGNING_PASSWORD to protect it with a password. Give the public key to those who verify.

    Example: ackgate keygen -o keys/qa-lead.pem
    """
    path = output or default_key_path()
    public = generate_key(path, key_password())
    typer.echo(f"Private key: {path}\nPublic key (also in {path}.pub): {public}")
