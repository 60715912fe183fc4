"""Signing keys: Ed25519 in PEM (PKCS#8), or an OpenSSH key that ``ssh-keygen`` reads."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from ackgate.evidence.failure import EvidenceError

_SSH_MARK = b"BEGIN OPENSSH PRIVATE KEY"


@dataclass(frozen=True)
class SigningKey:
    """A private key by its file, and its public half as text (hex for Ed25519, an OpenSSH line for SSH)."""

    path: Path
    scheme: Literal["ed25519", "ssh"]
    public_key: str


def default_key_path() -> Path:
    """Where ``ackgate keygen`` puts the key and ``ackgate sign`` looks for it."""
    base = os.environ.get("XDG_CONFIG_HOME")
    return (Path(base) if base else Path.home() / ".config") / "ackgate" / "signing_key.pem"


def generate_key(path: Path, password: bytes | None = None) -> str:
    """Write a new Ed25519 key readable by its owner alone, and ``<path>.pub``; returns the public key.

    Raises:
        EvidenceError: a key is there already, or the place cannot be written.
    """
    private = Ed25519PrivateKey.generate()
    protection: serialization.KeySerializationEncryption = serialization.NoEncryption()
    if password:
        protection = serialization.BestAvailableEncryption(password)
    pem = private.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, protection)
    public = public_text(private.public_key())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(pem)
        path.with_name(f"{path.name}.pub").write_text(f"{public}\n", encoding="ascii")
    except FileExistsError as failure:
        raise EvidenceError(f"{path} is there already: give another place, or use that key") from failure
    except OSError as failure:
        raise EvidenceError(f"cannot write the key to {path}: {failure}") from failure
    return public


def find_key(path: Path, password: bytes | None = None) -> SigningKey:
    """Look at a private key file. Raises EvidenceError: missing, or neither Ed25519 PEM nor OpenSSH."""
    try:
        data = path.read_bytes()
    except FileNotFoundError as failure:
        raise EvidenceError(
            f"no signing key at {path}: make one with ackgate keygen, or give --key"
        ) from failure
    except OSError as failure:
        raise EvidenceError(f"cannot read the signing key {path}: {failure}") from failure
    if _SSH_MARK in data:
        return SigningKey(path, "ssh", _ssh_public_line(path))
    return SigningKey(path, "ed25519", public_text(load_private(path, password).public_key()))


def load_private(path: Path, password: bytes | None = None) -> Ed25519PrivateKey:
    """Raises EvidenceError: no PEM, another kind of key, or a wrong password."""
    try:
        key = serialization.load_pem_private_key(path.read_bytes(), password)
    except (ValueError, TypeError, UnsupportedAlgorithm) as failure:
        raise EvidenceError(f"{path} is no readable PEM key: {failure}") from failure
    if not isinstance(key, Ed25519PrivateKey):
        raise EvidenceError(f"{path} holds no Ed25519 key: make one with ackgate keygen")
    return key


def public_text(key: Ed25519PublicKey) -> str:
    """The 32 raw bytes in hex: short enough to read out over the telephone."""
    return key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw).hex()


def _ssh_public_line(path: Path) -> str:
    public = path.with_name(f"{path.name}.pub")
    try:
        kind, body, *_ = public.read_text(encoding="utf-8").split()
    except (OSError, ValueError) as failure:
        raise EvidenceError(
            f"the public half of {path} is missing: {public} (ssh-keygen -y makes it)"
        ) from failure
    return f"{kind} {body}"
