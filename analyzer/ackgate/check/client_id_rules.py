"""Rules on client identifiers and on the files they come from."""

import re
from collections.abc import Iterator

from ackgate.check import rules
from ackgate.check.client import RANDOM, Connect, connects_of
from ackgate.check.devices_file import DevicesFile, DevicesFiles
from ackgate.check.finding import Finding
from ackgate.check.jmx_node import JmxPlan, Node
from ackgate.check.resolve import Resolver

MQTT_3_1_CLIENT_ID_BYTES = 23
_THREAD_NUMBER = re.compile(r"\$\{__threadNum(?:\(\))?\}")
_ANY = re.compile(r"\$\{[^{}]*\}")
#: Functions that differ between injectors.
_PER_INJECTOR = (
    "__machineName",
    "__machineIP",
    "__UUID",
    "__Random",
    "__P(",
    "__property(",
    "__time",
    "__env",
)


def client_id_findings(plan: JmxPlan, resolver: Resolver) -> Iterator[Finding]:
    """Findings on every element that opens connections."""
    files = DevicesFiles(plan.folder)
    for connect in connects_of(plan, resolver):
        yield from _template_findings(connect, resolver)
        data = connect.node.in_scope("CSVDataSet")
        if data is not None:
            yield from _file_findings(files, connect, data, resolver)


def _template_findings(connect: Connect, resolver: Resolver) -> Iterator[Finding]:
    template = resolver.text(connect.client_id)
    place = f"{connect.node.place}: client identifier"
    if not template:
        return
    alike = _alike(template, connect)
    if alike > 1:
        yield rules.CLIENT_ID_CONSTANT.finding(
            place,
            f"'{template}' is the same for {alike} connections",
            "take it from a CSV Data Set, e.g. ${device_id}; with many connections per thread add {n}",
        )
    elif _THREAD_NUMBER.search(template) and not _differs_elsewhere(template):
        yield rules.CLIENT_ID_THREAD_NUMBER.finding(
            place,
            f"'{template}' repeats on every injector",
            "add ${__machineName()} or ${__P(injector,1)}, or give each injector a file of its own",
        )
    if connect.version == "3.1" and "${" not in template:
        yield from _length_findings(place, [template], connect.version)


def _alike(template: str, connect: Connect) -> int:
    """Connections of one JMeter that share an identifier."""
    if RANDOM in template:
        return 1
    within_thread = 1 if "{n}" in template else connect.connections
    across_threads = 1 if "${" in template else connect.threads or 1
    return within_thread * across_threads


def _differs_elsewhere(template: str) -> bool:
    rest = _THREAD_NUMBER.sub("", template)
    named = (match[0] for match in _ANY.finditer(rest))
    return any(not part.startswith("${__") or any(name in part for name in _PER_INJECTOR) for part in named)


def _length_findings(place: str, ids: list[str], version: str) -> Iterator[Finding]:
    longest = max(ids, key=lambda value: len(value.encode()), default="")
    size = len(longest.encode())
    if version == "3.1" and size > MQTT_3_1_CLIENT_ID_BYTES:
        yield rules.CLIENT_ID_LONG.finding(
            place,
            f"'{longest}' has {size} bytes, MQTT 3.1 allows {MQTT_3_1_CLIENT_ID_BYTES}",
            "use MQTT 3.1.1 or 5, or shorten the identifiers",
        )


def _file_findings(
    files: DevicesFiles, connect: Connect, data: Node, resolver: Resolver
) -> Iterator[Finding]:
    name = resolver.text(data.text("filename"))
    if "${" in name:
        yield rules.NOT_KNOWN.finding(
            data.place, f"the file name {name} is known only while running", "none needed"
        )
        return
    file = files.read(name, data, resolver)
    variable = _ANY.fullmatch(connect.client_id)
    column = connect.client_id[2:-1] if variable and not connect.client_id.startswith("${__") else None
    needed = (connect.threads or 0) * connect.connections
    yield from file_findings(data.place, file, column, needed)
    if column is not None and column in file.columns:
        yield from _length_findings(data.place, [file.id_facts(column).longest], connect.version)
    if data.flag("recycle") and not connect.clean:
        yield rules.RECYCLED_SESSION.finding(
            data.place,
            "recycle is on while the connect keeps its session",
            "set recycle to false and stop the thread at the end of the file",
        )


def file_findings(place: str, file: DevicesFile, column: str | None, needed: int) -> Iterator[Finding]:
    """Findings on a devices file; ``column`` holds the client identifiers, ``needed`` rows are used."""
    if file.problem is not None:
        rule = rules.FILE_MISSING if file.missing else rules.FILE_ENCODING
        yield rule.finding(place, file.problem, "give an existing CSV file in UTF-8")
        return
    if file.has_bom:
        named = "; its first column is then found under no name" if file.header_read else ""
        yield rules.FILE_BOM.finding(
            place, f"{file.name} starts with a byte order mark{named}", "save it as UTF-8 without BOM"
        )
    if column is not None and column not in file.columns:
        known = ", ".join(file.columns)
        yield rules.FILE_HEADER.finding(
            place,
            f"{file.name} has no column {column} (columns: {known})",
            "add a header line that names it, or set the variable names of the CSV Data Set",
        )
        return
    if len(file.rows) < needed:
        yield rules.ROWS_FEWER_THAN_THREADS.finding(
            place,
            f"{file.name} has {len(file.rows)} rows for {needed} connections",
            f"ackgate data devices --count {needed}, or fewer threads",
        )
    if column is not None:
        yield from _id_findings(place, file, column)


def _id_findings(place: str, file: DevicesFile, column: str) -> Iterator[Finding]:
    facts = file.id_facts(column)
    if facts.blank_lines:
        count, first = len(facts.blank_lines), facts.blank_lines[0]
        yield rules.CLIENT_ID_BLANK.finding(
            place, f"{file.name}: {count} blank {column}, first in line {first}", "fill or delete these lines"
        )
    if facts.repeated:
        value, line, first = facts.repeated[0]
        where = f"first '{value}' in lines {first} and {line}"
        yield rules.CLIENT_ID_DUPLICATE.finding(
            place,
            f"{file.name}: {len(facts.repeated)} repeated {column}, {where}",
            "make every identifier distinct",
        )
    if facts.spaced:
        value, line = facts.spaced[0]
        where = f"first '{value}' in line {line}"
        yield rules.CLIENT_ID_SPACES.finding(
            place, f"{file.name}: {len(facts.spaced)} {column} with spaces, {where}", "remove them"
        )
