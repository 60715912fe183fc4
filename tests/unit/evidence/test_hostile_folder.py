"""What somebody may do to a sealed folder to make it say something else, or to make `verify` give up."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ackgate.evidence import seal
from ackgate.evidence.folder import read_evidence, read_signatures
from sealed_folder import ackgate, sealed


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sealed folder with one signature; tests copy it."""
    place = tmp_path_factory.mktemp("original")
    folder = sealed(place)
    ackgate("keygen", "-o", place / "key.pem")
    done = ackgate("sign", folder, "--role", "QA lead", "--name", "\u00c4. Okafor", "--decision", "accept",
                   "--key", place / "key.pem")  # fmt: skip
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    shutil.copytree(original.parent, tmp_path / "\u00dcber ma\u00df")
    return tmp_path / "\u00dcber ma\u00df" / "report"


def differs(folder: Path, name: str) -> str:
    """What `verify` says of ``name``."""
    done = ackgate("verify", folder)
    assert done.exit_code == 1, (done.output, done.exception)
    said = [line for line in done.output.splitlines() if line.startswith(f"DIFFERS {name}: ")]
    assert said, done.output
    return "\n".join(said)


def test_a_folder_moved_under_a_name_with_spaces_and_umlauts_verifies(folder: Path) -> None:
    assert ackgate("verify", folder).exit_code == 0


@pytest.mark.parametrize("name", ["extra.csv", "criteria.yaml", "below/notes.txt"])
def test_an_added_file_is_named(folder: Path, name: str) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("label\n")
    assert "it was not there when the folder was sealed" in differs(folder, name)


def test_a_page_that_is_not_sealed_is_said_to_be_so(folder: Path) -> None:
    (folder / "report.pdf").write_bytes(b"%PDF-forged")
    done = ackgate("verify", folder)
    assert done.exit_code == 0
    assert "Not sealed, so not checked: report.pdf" in done.output


@pytest.mark.parametrize(
    "name", ["stats.json", "report.html", "junit.xml", "signatures.jsonl", "evidence.json.sha256"]
)
def test_a_folder_in_place_of_a_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    (folder / name).mkdir()
    differs(folder, name)


def test_a_result_file_that_links_to_itself_is_named(folder: Path) -> None:
    (folder / "../run.jtl").unlink()
    (folder / "../run.jtl").symlink_to("run.jtl")
    differs(folder, "../run.jtl")


def test_a_listed_device_is_not_read(folder: Path) -> None:
    path = folder / "evidence.json"
    path.write_text(path.read_text().replace('"path":"junit.xml"', '"path":"/dev/zero"'))
    assert "no file" in differs(folder, "/dev/zero")


def _number_beyond_json(record: dict[str, Any]) -> None:
    record["statement"]["sequence"] = 10**20


def _unsigned_space(record: dict[str, Any]) -> None:
    record["signature"] = record["signature"] + " "


def _key_of_nobody(record: dict[str, Any]) -> None:
    record["public_key"] = "\u00e9"


def _unknown_field(record: dict[str, Any]) -> None:
    record["statement"]["approved_by"] = "CEO"


@pytest.mark.parametrize("change", [_number_beyond_json, _unsigned_space, _key_of_nobody, _unknown_field])
def test_a_changed_record_sealed_anew_is_named(
    folder: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    path = folder / "signatures.jsonl"
    record = json.loads(path.read_text())
    change(record)
    path.write_text(json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n")
    seal(folder, read_evidence(folder).core)
    differs(folder, "signatures.jsonl")


def test_a_record_with_spaces_put_between_its_fields_is_named(folder: Path) -> None:
    path = folder / "signatures.jsonl"
    path.write_text(path.read_text().replace(",", ", ", 1))
    seal(folder, read_evidence(folder).core)
    assert "line 1: it is not in canonical form" in differs(folder, "signatures.jsonl")


def test_a_record_from_another_folder_is_named(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = sealed(tmp_path / "other", limit="< 2 %")
    shutil.copy(folder / "signatures.jsonl", other)
    seal(other, read_evidence(other).core)
    assert "it was given for other evidence" in differs(other, "signatures.jsonl")


def test_a_size_beyond_what_json_can_hold_is_told(folder: Path) -> None:
    path = folder / "evidence.json"
    path.write_text(path.read_text().replace('"size_bytes":', '"size_bytes":99999999999999999999', 1))
    differs(folder, "evidence.json")


@pytest.mark.parametrize("name", ["  ", "A\nB", "A\u2028B"])
def test_a_name_that_breaks_the_line_is_refused(folder: Path, name: str) -> None:
    before = read_signatures(folder)
    done = ackgate("sign", folder, "--role", "QA", "--name", name, "--decision", "reject",
                   "--key", folder.parent / "key.pem")  # fmt: skip
    assert "--name needs a text in one line" in str(done.exception)
    assert read_signatures(folder) == before


def test_a_reason_with_a_line_separator_can_be_read_again(folder: Path) -> None:
    done = ackgate("sign", folder, "--role", "QA", "--name", "B", "--decision", "reject",
                   "--reason", "one\u2028two", "--key", folder.parent / "key.pem")  # fmt: skip
    assert done.exit_code == 0, done.output
    assert ackgate("verify", folder).exit_code == 0
