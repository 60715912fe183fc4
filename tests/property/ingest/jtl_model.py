"""A model of how JMeter writes result files, and samples to write with it.

CSV: CSVSaveService quotes a field that holds the delimiter, a quote, CR or LF, and doubles quotes inside it.
XML: attributes escaped as XStream does, one sample element per line.
"""

from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

from hypothesis import strategies as st

COLUMNS = (
    "timeStamp",
    "elapsed",
    "label",
    "responseCode",
    "responseMessage",
    "threadName",
    "dataType",
    "success",
    "failureMessage",
    "bytes",
    "sentBytes",
    "grpThreads",
    "allThreads",
    "URL",
    "Latency",
    "IdleTime",
    "Connect",
)
START_MS = 1_700_000_000_000


@dataclass(frozen=True)
class Sample:
    """One sample as JMeter would save it."""

    time_ms: int
    elapsed_ms: int
    label: str
    code: str
    message: str
    thread: str
    success: bool


def fields(sample: Sample) -> list[str]:
    return [
        str(sample.time_ms),
        str(sample.elapsed_ms),
        sample.label,
        sample.code,
        sample.message,
        sample.thread,
        "text",
        "true" if sample.success else "false",
        "",
        "10",
        "20",
        "1",
        "7",
        "null",
        str(sample.elapsed_ms),
        "0",
        "0",
    ]


def quoted(field: str, delimiter: str) -> str:
    if any(c in field for c in (delimiter, '"', "\r", "\n")):
        return '"' + field.replace('"', '""') + '"'
    return field


def csv_row(sample: Sample, delimiter: str = ",") -> str:
    return delimiter.join(quoted(field, delimiter) for field in fields(sample)) + "\n"


def csv_text(samples: list[Sample], delimiter: str = ",", *, header: bool = True) -> bytes:
    lines = [delimiter.join(COLUMNS) + "\n"] if header else []
    return "".join(lines + [csv_row(sample, delimiter) for sample in samples]).encode()


def xml_text(samples: list[Sample]) -> bytes:
    rows = [
        f'<sample t="{s.elapsed_ms}" it="0" lt="0" ct="0" ts="{s.time_ms}" s="{str(s.success).lower()}" '
        f"lb={_attribute(s.label)} rc={_attribute(s.code)} "
        f"rm={_attribute(s.message)} tn={_attribute(s.thread)} "
        f'dt="text" by="10" sby="20" ng="1" na="7"/>\n'
        for s in samples
    ]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<testResults version="1.2">\n'
        + "".join(rows)
        + "</testResults>\n"
    ).encode()


def _attribute(text: str) -> str:
    return quoteattr(text, {"\n": "&#xa;", "\r": "&#xd;", "\t": "&#x9;", '"': "&quot;"})


_SPECIAL = (
    *(
        "",
        "NA",
        "007",
        "null",
        "NaN",
        'said "hi"',
        "a,b",
        "a;b",
        "line\nbreak",
        "cr\rlf\r\n",
        '"',
        '""',
        ",",
        "\n",
    ),
    *(
        "<script>alert(1)</script>",
        "\u202eright",
        "x" * 300,
        "ab-1",
        "ab",
        "elapsed",
        "timeStamp,elapsed,label",
    ),
)


def texts(*, xml: bool = False) -> st.SearchStrategy[str]:
    """Hostile texts: quotes, delimiters, line ends, markup, right-to-left, long ones."""
    categories = ("Cs", "Cc", "Cn", "Co") if xml else ("Cs",)
    alphabet = st.characters(codec="utf-8", exclude_characters="\0", exclude_categories=categories)
    return st.one_of(st.sampled_from(_SPECIAL), st.text(alphabet, max_size=12))


@st.composite
def sample_lists(draw: st.DrawFn, max_size: int = 25, *, xml: bool = False) -> list[Sample]:
    """Samples in the order of their ends, within a minute."""
    text = texts(xml=xml)
    labels = draw(st.lists(text, min_size=1, max_size=4))
    count = draw(st.integers(1, max_size))
    time_ms, samples = START_MS, []
    for _ in range(count):
        time_ms += draw(st.integers(0, 2_000))
        samples.append(
            Sample(
                time_ms,
                draw(st.integers(0, 3_000)),
                draw(st.sampled_from(labels)),
                draw(st.sampled_from(["200", "", "CONNACK_0x87", "Non HTTP, really"])),
                draw(text),
                draw(st.sampled_from(["TG 1-1", "TG 1-2", "höst, 1"])),
                draw(st.booleans()),
            )
        )
    return samples
