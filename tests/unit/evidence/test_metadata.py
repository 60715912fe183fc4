"""metadata.yaml beside the results, and the page made again after it was edited."""

from pathlib import Path

import pytest

from ackgate.evidence import EvidenceError, read_metadata
from sealed_folder import ackgate, sealed


def test_an_unknown_key_is_named(tmp_path: Path) -> None:
    path = tmp_path / "metadata.yaml"
    path.write_text("auther: A\n")
    with pytest.raises(EvidenceError, match="auther: Extra inputs are not permitted"):
        read_metadata(path)


def test_edited_report_data_makes_a_new_page_that_verifies(tmp_path: Path) -> None:
    folder = sealed(tmp_path)
    (tmp_path / "about.yaml").write_text("report_id: TR-17\nauthor: A. Okafor\n")
    done = ackgate("report", folder, "--metadata", tmp_path / "about.yaml")
    assert done.exit_code == 0, done.output
    assert "TR-17" in (folder / "report.html").read_text()
    assert ackgate("verify", folder).exit_code == 0


def test_the_page_is_not_made_again_over_changed_figures(tmp_path: Path) -> None:
    folder = sealed(tmp_path)
    (folder / "stats.json").write_text(
        (folder / "stats.json").read_text().replace('"errors": 0', '"errors": 1')
    )
    done = ackgate("report", folder)
    assert "stats.json differs from what was sealed" in str(done.exception)


def test_report_data_cannot_change_under_a_signature(tmp_path: Path) -> None:
    folder = sealed(tmp_path)
    ackgate("keygen", "-o", tmp_path / "key.pem")
    ackgate(
        "sign",
        folder,
        "--role",
        "QA lead",
        "--name",
        "A",
        "--decision",
        "accept",
        "--key",
        tmp_path / "key.pem",
    )
    (tmp_path / "about.yaml").write_text("author: somebody else\n")
    done = ackgate("report", folder, "--metadata", tmp_path / "about.yaml")
    assert "is signed" in str(done.exception)
    assert ackgate("verify", folder).exit_code == 0


def test_another_language_is_a_page_of_its_own(tmp_path: Path) -> None:
    folder = sealed(tmp_path)
    done = ackgate("report", folder, "--lang", "zh")
    assert done.exit_code == 0, done.output
    assert 'lang="zh-Hans"' in (folder / "report.zh.html").read_text()
    assert ackgate("verify", folder).exit_code == 0
