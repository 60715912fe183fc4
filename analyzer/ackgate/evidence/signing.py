"""Decisions: made, signed, appended to signatures.jsonl, and checked."""

import base64
import binascii
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ackgate.evidence.canonical import canonical, sha256_of
from ackgate.evidence.failure import EvidenceError
from ackgate.evidence.folder import SIGNATURES
from ackgate.evidence.keys import SigningKey, load_private
from ackgate.evidence.ssh import ssh_sign, ssh_signature_holds
from ackgate.model.evidence import DecisionStatement, SignatureRecord

#: Signed in front of an Ed25519 statement, so that the signature can stand for nothing else.
_CONTEXT = b"ackgate decision 1\n"


def check_decision(statement: DecisionStatement) -> None:
    """Whether the decision is complete.

    Raises:
        EvidenceError: no role or name, an accepted FAIL without reason, or no condition where one is due.
    """
    for option, text in (("--role", statement.role), ("--name", statement.name)):
        if not text.strip() or not text.isprintable():
            raise EvidenceError(f"{option} needs a text in one line, since it stands under the decision")
    if statement.overrides and not (statement.reason or "").strip():
        raise EvidenceError(
            "the tool's verdict is FAIL: accepting it needs --reason, which stays on the page"
        )
    if statement.decision == "conditional" and not statement.conditions:
        raise EvidenceError("a conditional acceptance needs at least one --condition")


def sign_statement(
    statement: DecisionStatement, key: SigningKey, password: bytes | None = None
) -> SignatureRecord:
    """The signed record. Raises EvidenceError: the key cannot be used, or ``check_decision`` refuses."""
    check_decision(statement)
    data = canonical(statement)
    if key.scheme == "ssh":
        signature = ssh_sign(data, key.path)
    else:
        signature = base64.b64encode(load_private(key.path, password).sign(_CONTEXT + data)).decode("ascii")
    return SignatureRecord(
        statement=statement, scheme=key.scheme, public_key=key.public_key, signature=signature
    )


def signature_holds(record: SignatureRecord) -> bool:
    """Whether the record's signature is by its public key over its statement."""
    data = canonical(record.statement)
    if record.scheme == "ssh":
        return ssh_signature_holds(data, record.signature, record.public_key)
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(record.public_key))
        key.verify(base64.b64decode(record.signature, validate=True), _CONTEXT + data)
    except (InvalidSignature, ValueError, binascii.Error):
        return False
    return True


def record_sha256(record: SignatureRecord) -> str:
    """What the next record names as its predecessor."""
    return sha256_of(canonical(record))


def append_record(directory: Path, record: SignatureRecord) -> None:
    """Add a line to signatures.jsonl. Raises OSError."""
    with (directory / SIGNATURES).open("ab") as stream:
        stream.write(canonical(record) + b"\n")
