"""Decisions of people beside the verdict of the tool."""

import html
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from ackgate.cli.sign import parse_condition
from ackgate.evidence import EvidenceError
from ackgate.evidence.folder import read_signatures
from ackgate.evidence.keys import find_key, generate_key
from ackgate.evidence.signing import signature_holds
from sealed_folder import ackgate, sealed


@pytest.fixture(scope="module")
def failed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose only criterion failed."""
    return sealed(tmp_path_factory.mktemp("failed"), limit="< 0 %")


@pytest.fixture
def folder(failed: Path, tmp_path: Path) -> Path:
    shutil.copytree(failed.parent, tmp_path / "copy")
    generate_key(tmp_path / "key.pem")
    return tmp_path / "copy" / "report"


def sign(folder: Path, *more: str, decision: str = "accept", key: Path | None = None) -> str:
    done = ackgate("sign", folder, "--role", "QA lead", "--name", "A. Okafor", "--decision", decision,
                   "--key", key or folder.parent.parent / "key.pem", *more)  # fmt: skip
    return f"{done.exception or ''} {done.output}"


def test_accepting_a_failed_run_needs_a_reason(folder: Path) -> None:
    assert "needs --reason" in sign(folder)
    assert read_signatures(folder) == ()


def test_an_override_stays_visible_beside_the_verdict_of_the_tool(folder: Path) -> None:
    sign(folder, "--reason", "pilot with 100 devices only")
    page = html.unescape((folder / "report.html").read_text())
    assert 'data-verdict="FAIL"' in page
    assert (
        "Human decision against the tool's verdict FAIL: A. Okafor (QA lead) accepted. "
        "Reason: pilot with 100 devices only"
    ) in page
    assert read_signatures(folder)[0].statement.tool_verdict == "FAIL"
    assert ackgate("verify", folder).exit_code == 0


def test_a_rejection_needs_no_reason_and_overrides_nothing(folder: Path) -> None:
    assert "Signed as QA lead: reject" in sign(folder, decision="reject")
    assert "Human decision against" not in (folder / "report.html").read_text()


def test_a_condition_is_shown_with_owner_and_due_date(folder: Path) -> None:
    sign(folder, "--condition", "Repeat on three nodes; B. Smit; 2026-12-15", "--reason", "pilot",
         decision="conditional")  # fmt: skip
    assert (
        "Condition: Repeat on three nodes (owner: B. Smit, due: 2026-12-15)."
        in (folder / "report.html").read_text()
    )


def test_a_conditional_override_is_not_called_a_plain_acceptance(folder: Path) -> None:
    sign(folder, "--condition", "Repeat on three nodes", "--reason", "pilot", decision="conditional")
    page = html.unescape((folder / "report.html").read_text())
    assert "A. Okafor (QA lead) accepted with conditions. Reason: pilot" in page


def test_a_conditional_acceptance_needs_a_condition(folder: Path) -> None:
    assert "needs at least one --condition" in sign(folder, "--reason", "pilot", decision="conditional")


def test_nothing_changed_is_signed(folder: Path) -> None:
    (folder / "junit.xml").write_text("<testsuites/>")
    assert "junit.xml differs from what was sealed" in sign(folder, "--reason", "pilot")


def test_a_missing_key_says_how_to_make_one(folder: Path, tmp_path: Path) -> None:
    assert "make one with ackgate keygen" in sign(folder, "--reason", "x", key=tmp_path / "none.pem")


def test_an_ssh_key_signs_and_verifies(folder: Path, tmp_path: Path) -> None:
    key = tmp_path / "id"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    assert "Signed as" in sign(folder, decision="reject", key=key)
    record = read_signatures(folder)[0]
    assert record.scheme == "ssh"
    assert signature_holds(record)
    changed = record.statement.model_copy(update={"decision": "accept"})
    assert not signature_holds(record.model_copy(update={"statement": changed}))


def test_a_key_is_readable_by_its_owner_alone_and_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "key.pem"
    public = generate_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert find_key(path).public_key == public
    with pytest.raises(EvidenceError, match="is there already"):
        generate_key(path)


def test_a_protected_key_needs_its_password(tmp_path: Path) -> None:
    generate_key(tmp_path / "key.pem", b"secret")
    with pytest.raises(EvidenceError, match="no readable PEM key"):
        find_key(tmp_path / "key.pem")
    assert find_key(tmp_path / "key.pem", b"secret").scheme == "ed25519"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("; B. Smit; 2026-12-15", "needs a text"), ("x; y; 15.12.2026", "write it as YYYY-MM-DD")],
)
def test_a_wrong_condition_says_how_to_write_it(text: str, complaint: str) -> None:
    with pytest.raises(EvidenceError, match=complaint):
        parse_condition(text)
