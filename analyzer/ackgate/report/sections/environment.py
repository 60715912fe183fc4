"""Section 10: with what, on what and against what the run was made; unknown facts are named."""

from ackgate.model.manifest import RunManifest
from ackgate.report.display import Block, Facts, Note, Section, Table, heads, row
from ackgate.report.numbers import duration, epoch_ms, number, size
from ackgate.report.reasons import reason_words
from ackgate.report.source import Source
from ackgate.report.text import shown

_STREAM_ROWS = 60


def environment(source: Source) -> Section:
    """Versions, host, broker, plan."""
    t, manifest = source.t, source.manifest
    if manifest is None:
        why = t("Environment: not known, because this JTL came without a run folder (run.json).")
        return Section(10, "environment", t("Environment"), (Note(why, "warn"),))
    blocks: list[Block] = [_versions(manifest, source), _host(manifest, source), _plan(manifest, source)]
    if manifest.streams:
        blocks.append(_streams(manifest, source))
    if manifest.subscribers:
        blocks.append(_subscribers(manifest, source))
    blocks.append(Note(t("Command: {command}", command=shown(" ".join(manifest.command), 600))))
    blocks.extend(Note(shown(reason_words(note, t), 400)) for note in manifest.notes)
    return Section(10, "environment", t("Environment"), tuple(blocks))


def _or_unknown(value: object, source: Source) -> str:
    return source.t("not known") if value is None else shown(str(value), 160)


def _versions(manifest: RunManifest, source: Source) -> Facts:
    t, versions = source.t, manifest.versions
    pairs = (
        ("AckGate", versions.ackgate),
        ("JMeter", versions.jmeter),
        (t("MQTT sampler"), versions.sampler),
        ("Java", versions.java),
        ("Python", versions.python),
        (t("Broker"), versions.broker),
        (t("Broker address"), manifest.broker_url or manifest.broker_kind),
        (t("MQTT version"), manifest.mqtt_version),
        ("TLS", _tls_words(manifest, source)),
    )
    return Facts(tuple((name, _or_unknown(value, source)) for name, value in pairs), t("Versions and broker"))


def _tls_words(manifest: RunManifest, source: Source) -> str:
    t = source.t
    if not manifest.tls:
        return t("off")
    known = {True: t("on, certificate verified"), False: t("on, verification switched off"), None: t("on")}
    return known[manifest.tls_verified]


def _host(manifest: RunManifest, source: Source) -> Facts:
    t, host = source.t, manifest.host
    memory = None if host.memory_bytes is None else size(host.memory_bytes)
    pairs = (
        (t("Host"), host.hostname),
        (t("Operating system"), host.os),
        (t("Processor"), host.cpu_model),
        (t("Processors"), host.cpu_count),
        (t("Memory"), memory),
        (t("File descriptor limit"), host.file_descriptor_limit),
    )
    return Facts(tuple((name, _or_unknown(value, source)) for name, value in pairs), t("Load generator"))


def _plan(manifest: RunManifest, source: Source) -> Facts:
    t = source.t
    pairs = (
        (t("Workload"), shown(manifest.workload_name, 80)),
        (t("Run"), shown(manifest.run_id, 80)),
        (t("Devices (threads)"), number(manifest.threads)),
        (t("Ramp-up"), duration(manifest.ramp_up_s)),
        (t("Warm-up"), duration(manifest.warm_up_s)),
        (t("Duration"), duration(manifest.duration_s)),
        (t("Drain"), duration(manifest.drain_s)),
        (t("Seed"), _or_unknown(manifest.seed, source)),
        (t("Started"), epoch_ms(manifest.started_ms)),
        (t("Ended"), epoch_ms(manifest.ended_ms)),
        (t("JMeter's exit code"), _or_unknown(manifest.jmeter_exit_code, source)),
        (t("Interrupted"), t("yes") if manifest.interrupted else t("no")),
    )
    return Facts(pairs, t("Plan"))


def _streams(manifest: RunManifest, source: Source) -> Table:
    t = source.t
    rows = tuple(
        row(
            shown(stream.label, 48),
            (
                shown(stream.topic, 60),
                str(stream.qos),
                number(stream.intended_rate_per_s),
                number(stream.owed_per_publish),
                size(stream.payload_bytes) if stream.payload_bytes is not None else t("not known"),
            ),
        )
        for stream in manifest.streams[:_STREAM_ROWS]
    )
    columns = heads(
        t("Stream"), t("Topic name"), "QoS", t("Offered, msg/s"), t("Owed per publish"), t("Payload")
    )
    return Table(t("Publish streams"), columns, rows, _shown_of(len(manifest.streams), source))


def _subscribers(manifest: RunManifest, source: Source) -> Table:
    t = source.t
    rows = tuple(
        row(
            shown(group.name, 48),
            (
                shown(group.topic_filter, 80),
                str(group.qos),
                number(group.count),
                t("yes") if group.shared else t("no"),
            ),
        )
        for group in manifest.subscribers[:_STREAM_ROWS]
    )
    columns = heads(t("Subscribers"), t("Topic filter"), "QoS", t("Count"), t("Shared"))
    return Table(t("Subscriber groups"), columns, rows, _shown_of(len(manifest.subscribers), source))


def _shown_of(total: int, source: Source) -> str:
    if total <= _STREAM_ROWS:
        return ""
    return source.t("Showing {n} of {total}.", n=_STREAM_ROWS, total=number(total))
