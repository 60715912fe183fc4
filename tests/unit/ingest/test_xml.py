"""XML result files: nesting, damage, hostile content."""

import pytest

from ackgate.ingest import NotAJtlError
from unit.ingest.jtl_texts import START_MS, counted, elapsed_counts, labels

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<testResults version="1.2">\n'
NOTE = "Number of samples in transaction : 1, number of failing samples : 0"


def tag(
    number: int = 0,
    *,
    name: str = "sample",
    label: str = "PUB",
    span: int = 10,
    more: str = "",
    message: str = "OK",
    end: str = "/>",
) -> str:
    return (
        f'<{name} t="{span}" it="0" lt="1" ct="0" ts="{START_MS + 100 * number}" s="true" '
        f'lb="{label}" rc="200" rm="{message}" tn="TG 1-1" dt="text" by="1" ng="1" na="3"{more}{end}\n'
    )


def document(*parts: str, end: str = "</testResults>\n") -> bytes:
    return (HEAD + "".join(parts) + end).encode()


def test_samples_and_http_samples_are_rows() -> None:
    cubes = counted(document(tag(0), tag(1, name="httpSample", span=20)))
    assert elapsed_counts(cubes) == {10: 1, 20: 1}
    assert cubes.sources[0].format == "xml"


def test_nested_samples_are_sub_results() -> None:
    body = (
        tag(0, end=">")
        + tag(0, label="redirect")
        + "<responseData>x &lt;sample/&gt;</responseData>\n</sample>\n"
    )
    account = counted(document(body, tag(1))).account
    assert (account.used, account.sub_result) == (2, 1)


def test_samples_nested_in_a_transaction_stay_samples() -> None:
    body = tag(0, label="TC", message=NOTE, end=">") + tag(0) + "</sample>\n"
    cubes = counted(document(body))
    assert (cubes.account.used, cubes.account.transaction) == (1, 1)
    assert labels(cubes) == {"PUB"}


def test_a_missing_end_tag_costs_nothing() -> None:
    assert counted(document(tag(0), tag(1), end="")).account.used == 2


def test_a_lost_closing_tag_does_not_swallow_later_samples() -> None:
    body = tag(0, end=">") + "".join(tag(n) for n in range(5, 10))
    account = counted(document(body)).account
    assert (account.used, account.sub_result) == (6, 0)


def test_a_cut_tag_is_quarantined() -> None:
    account = counted(document(tag(0), tag(1)[:60], end="")).account
    assert (account.used, account.quarantined) == (1, 1)


@pytest.mark.parametrize("bad", ["&#x0;", "&#1;", "\x01", "&nbsp", "&#xFFFE;"])
def test_illegal_references_and_characters_cost_nothing(bad: str) -> None:
    cubes = counted(document(tag(0, label=f"a{bad}b"), tag(1)))
    assert cubes.account.used == 2


def test_external_entities_are_not_loaded() -> None:
    entity = '<!DOCTYPE x [<!ENTITY secret SYSTEM "file:///etc/hostname">]>\n<testResults'
    hostile = document(tag(0, label="&secret;"), tag(1)).decode().replace("<testResults", entity, 1)
    cubes = counted(hostile.encode())
    assert (cubes.account.used, cubes.account.quarantined) == (1, 1)
    assert labels(cubes) == {"PUB"}


def test_a_second_document_is_a_run_of_its_own() -> None:
    later = document(*(tag(1_000 + n) for n in range(5)))
    cubes = counted(document(*(tag(n) for n in range(5))) + later)
    assert [segment.samples for segment in cubes.segments] == [5, 5]


def test_lines_are_accounted_for() -> None:
    body = (
        tag(0, end=">") + "  <responseData>\n\n text\n</responseData>\n</sample>\n" + tag(1).strip() + tag(2)
    )
    account = counted(document(body)).account
    assert account.read == 3
    assert (
        account.physical_lines == account.header_lines + account.blank_lines + account.continuation_lines + 3
    )


def test_sample_variables_are_read_from_attributes() -> None:
    more = ' mqtt_op="publish" mqtt_ack_us="1500" mqtt_qos="1"'
    cubes = counted(document(tag(0, more=more).replace('dt="text"', 'dt="mqtt"')))
    values = cubes.values.set_index("quantity")
    assert values.loc["ack_us", "value"] == 1500
    assert values.loc["ack_us", "operation"] == "publish"


def test_other_xml_is_no_jtl() -> None:
    with pytest.raises(NotAJtlError, match="not a JMeter result file"):
        counted(b'<?xml version="1.0"?><project><sample-set/></project>')
