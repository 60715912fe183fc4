"""A changed byte anywhere is found, and the file is named."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ackgate.evidence import seal
from ackgate.evidence.folder import read_evidence, read_signatures
from sealed_folder import ackgate, result_file, sealed


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sealed folder with two signatures; tests copy it."""
    place = tmp_path_factory.mktemp("original")
    folder = sealed(place)
    ackgate("keygen", "-o", place / "key.pem")
    for role in ("Test engineer", "QA lead"):
        done = ackgate("sign", folder, "--role", role, "--name", "A. Okafor", "--decision", "accept",
                       "--key", place / "key.pem")  # fmt: skip
        assert done.exit_code == 0, done.output
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    shutil.copytree(original.parent, tmp_path / "copy")
    return tmp_path / "copy" / "report"


def flip(path: Path) -> None:
    """Change one bit in the middle of a file."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))


def test_an_untouched_folder_verifies_and_names_its_signers(folder: Path) -> None:
    done = ackgate("verify", folder, "--signer", folder.parent / "key.pem.pub")
    assert done.exit_code == 0, done.output
    assert "page made again, 2 signatures" in done.output
    assert "A. Okafor (QA lead), accept" in done.output


@pytest.mark.parametrize(
    "name",
    [
        "../run.jtl",
        "../criteria.yaml",
        "stats.json",
        "report.html",
        "junit.xml",
        "signatures.jsonl",
        "evidence.json",
        "evidence.json.sha256",
    ],
)
def test_one_flipped_bit_is_found_and_its_file_named(folder: Path, name: str) -> None:
    flip(folder / name)
    done = ackgate("verify", folder)
    assert done.exit_code == 1, done.output
    assert f"DIFFERS {name}: " in done.output


def test_a_removed_file_is_named(folder: Path) -> None:
    (folder / "junit.xml").unlink()
    done = ackgate("verify", folder)
    assert done.exit_code == 1
    assert "DIFFERS junit.xml: it is missing" in done.output


def test_figures_changed_and_sealed_anew_differ_from_the_raw_files(folder: Path) -> None:
    (folder / "signatures.jsonl").unlink()
    statistics = folder / "stats.json"
    statistics.write_text(statistics.read_text().replace('"errors": 0', '"errors": 1', 1))
    evidence = read_evidence(folder)
    listed = tuple(
        file.model_copy(update={"sha256": _sha256(statistics)}) if file.path == "stats.json" else file
        for file in evidence.core.files
    )
    seal(folder, evidence.core.model_copy(update={"files": listed}))
    done = ackgate("verify", folder)
    assert done.exit_code == 1
    assert "DIFFERS stats.json: counted and judged again, the raw files give another one" in done.output


def _sha256(path: Path) -> str:
    return subprocess.run(["sha256sum", path], capture_output=True, text=True, check=True).stdout.split()[0]


def test_a_signature_by_another_key_is_not_trusted(folder: Path) -> None:
    ackgate("keygen", "-o", folder.parent / "other.pem")
    done = ackgate("verify", folder, "--signer", folder.parent / "other.pem.pub")
    assert done.exit_code == 1
    assert "its key is not trusted" in done.output


def test_a_removed_first_signature_breaks_the_chain(folder: Path) -> None:
    path = folder / "signatures.jsonl"
    path.write_text(path.read_text().splitlines()[1] + "\n")
    seal(folder, read_evidence(folder).core)
    done = ackgate("verify", folder)
    assert done.exit_code == 1
    assert "DIFFERS signatures.jsonl: record 1 (A. Okafor): its number is 2" in done.output


def test_a_changed_decision_breaks_its_signature(folder: Path) -> None:
    path = folder / "signatures.jsonl"
    path.write_text(path.read_text().replace('"accept"', '"reject"', 1))
    assert read_signatures(folder)[0].statement.decision == "reject"
    done = ackgate("verify", folder)
    assert "DIFFERS signatures.jsonl: record 1 (A. Okafor): its signature does not hold" in done.output


def test_a_folder_without_evidence_cannot_be_verified(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from ackgate.cli.main import main; main()", "verify", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "evidence.json is missing: run ackgate analyze first" in done.stderr


def test_the_detached_hash_is_one_that_sha256sum_checks(folder: Path) -> None:
    subprocess.run(["sha256sum", "-c", "evidence.json.sha256"], cwd=folder, check=True, capture_output=True)


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu", "PYTHONHASHSEED": "1"},
        {"LC_ALL": "C", "TZ": "America/St_Johns", "PYTHONHASHSEED": "4711", "MPLCONFIGDIR": "{place}/other"},
    ],
)
def test_other_locale_time_zone_and_hash_seed_give_the_same_bytes(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    expected = sealed(own)
    other = tmp_path / "other"
    other.mkdir()
    result_file(other / "run.jtl")
    shutil.copy(own / "criteria.yaml", other)
    changed = {name: value.format(place=tmp_path) for name, value in environment.items()}
    code = "from ackgate.cli.main import main; main()"
    subprocess.run(
        [sys.executable, "-c", code, "analyze", "run.jtl", "-o", "report", "--criteria", "criteria.yaml"],
        cwd=other,
        env=os.environ | changed,
        check=True,
        capture_output=True,
    )
    for name in ("stats.json", "report.html", "junit.xml", "evidence.json"):
        assert (other / "report" / name).read_bytes() == (expected / name).read_bytes(), name
