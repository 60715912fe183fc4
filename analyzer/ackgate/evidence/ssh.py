"""Signatures by an OpenSSH key through ``ssh-keygen -Y`` (sshsig): the key may live in an agent or token."""

import subprocess
import tempfile
from pathlib import Path

from ackgate.evidence.failure import EvidenceError

NAMESPACE = "decision@ackgate"
_SIGNER = "signer"
_TIMEOUT_S = 120


def ssh_sign(data: bytes, key: Path) -> str:
    """The armoured signature. Raises EvidenceError: no ssh-keygen, or it refused."""
    done = _ssh_keygen(["-Y", "sign", "-q", "-n", NAMESPACE, "-f", str(key)], data)
    if done.returncode != 0:
        told = done.stderr.decode(errors="replace").strip() or f"exit {done.returncode}"
        raise EvidenceError(f"ssh-keygen did not sign with {key}: {told}")
    return done.stdout.decode("ascii")


def ssh_signature_holds(data: bytes, signature: str, public_key: str) -> bool:
    """Whether ``signature`` is by ``public_key`` over ``data``. Raises EvidenceError: no ssh-keygen."""
    with tempfile.TemporaryDirectory() as scratch:
        allowed, armoured = Path(scratch) / "allowed", Path(scratch) / "signature"
        allowed.write_text(f'{_SIGNER} namespaces="{NAMESPACE}" {public_key}\n', encoding="utf-8")
        armoured.write_text(signature, encoding="utf-8")
        check = ["-Y", "verify", "-n", NAMESPACE, "-I", _SIGNER, "-f", str(allowed), "-s", str(armoured)]
        return _ssh_keygen(check, data).returncode == 0


def _ssh_keygen(arguments: list[str], data: bytes) -> "subprocess.CompletedProcess[bytes]":
    try:
        return subprocess.run(  # noqa: S603
            ["ssh-keygen", *arguments],  # noqa: S607
            input=data,
            capture_output=True,
            timeout=_TIMEOUT_S,
            check=False,
        )
    except FileNotFoundError as failure:
        raise EvidenceError(
            "ssh-keygen is not installed: install the OpenSSH client, or use a PEM key"
        ) from failure
    except subprocess.TimeoutExpired as failure:
        raise EvidenceError(f"ssh-keygen gave no answer within {_TIMEOUT_S} s") from failure
