"""Counts what only our sampler's rows carry.

``mqtt_*`` columns count on rows whose dataType is ``mqtt``: JMeter writes a thread's last values on every
later row of any other sampler.
"""

from dataclasses import dataclass

import numpy as np

from ackgate.ingest.batch import ABSENT, Batch, Bools, Int64s, MqttColumns
from ackgate.ingest.buckets import three_digits
from ackgate.ingest.counts import CodeTable, Key, count_unique
from ackgate.ingest.histograms import decode_histogram
from ackgate.ingest.tally import QUANTITIES, RECEIVED, Life, Tally

DATA_TYPE = "mqtt"
LIVES_KEPT = 20
CLIENT_COUNT, CLIENT_ERRORS, CLIENT_SUM = 0, 1, 2


def attributes(tally: Tally, batch: Batch, xmeter_connect: Bools) -> tuple[Key, Key, Key]:
    """(operation, phase, connection) codes of each row."""
    operation: Key = tally.operations.code("")
    phase: Key = tally.phases.code("")
    if xmeter_connect.any():
        operation = np.where(xmeter_connect, tally.operations.code("connect"), operation).astype(np.int64)
    if batch.mqtt is None:
        return operation, phase, 0
    ours = is_mqtt(batch)
    number = batch.mqtt.connection
    connection = np.zeros(len(batch), dtype=np.int64)
    connection[ours & (number == 1)] = 1
    connection[ours & (number > 1)] = 2
    return (
        np.where(ours, tally.operations.codes(batch.mqtt.operation), operation),
        np.where(ours, tally.phases.codes(batch.mqtt.phase), phase),
        connection,
    )


def is_mqtt(batch: Batch) -> Bools:
    """Rows written by our sampler."""
    ours: Bools = np.array([text == DATA_TYPE for text in batch.data_type.texts], dtype=bool)
    return ours[batch.data_type.codes]


@dataclass(frozen=True)
class MqttRows:
    """A batch with its rows' times, groups and label codes."""

    batch: Batch
    start_ms: Int64s
    end_ms: Int64s
    group: Int64s
    label: Int64s


def count(tally: Tally, given: MqttRows) -> None:
    """Count the ``mqtt_*`` columns of a batch."""
    batch = given.batch
    ours = is_mqtt(batch)
    if batch.mqtt is None or not ours.any():
        return
    rows = np.flatnonzero(ours)
    mqtt = batch.mqtt.kept(ours) if len(rows) < len(ours) else batch.mqtt
    start_ms, end_ms, label = given.start_ms[rows], given.end_ms[rows], given.label[rows]
    _count_times(tally, mqtt, given.group[rows])
    _count_received(tally, mqtt, end_ms, label)
    _count_histograms(tally, mqtt, end_ms, label)
    _count_clients(tally, mqtt, start_ms, batch.success[rows])
    _keep_slowest(tally, mqtt, start_ms, label)


def _count_times(tally: Tally, mqtt: MqttColumns, group: Int64s) -> None:
    delay, ack = mqtt.times_us["send_delay_us"], mqtt.times_us["ack_us"]
    response = np.where((delay >= 0) & (ack >= 0), delay + ack, ABSENT)
    for number, name in enumerate(QUANTITIES):
        times = response if name == "response_us" else mqtt.times_us[name]
        known = times >= 0
        if known.any():
            keys, amounts = count_unique((group[known], three_digits(times[known])))
            quantity = np.full(len(amounts), number, dtype=np.int64)
            tally.times_us.add(np.zeros(len(amounts), np.int64), (keys[0], quantity, keys[1]), amounts)


def _count_received(tally: Tally, mqtt: MqttColumns, end_ms: Int64s, label: Int64s) -> None:
    for number, name in enumerate(RECEIVED):
        column = mqtt.counts[name]
        known = column >= 0
        if known.any():
            keys, amounts = count_unique((end_ms[known] // 1000, label[known]), column[known])
            which = np.full(len(amounts), number, dtype=np.int64)
            tally.received.add(keys[0] * 1000, (keys[1], which), amounts)


def _count_histograms(tally: Tally, mqtt: MqttColumns, end_ms: Int64s, label: Int64s) -> None:
    for row, text in mqtt.histograms.items():
        decoded = decode_histogram(text)
        if decoded is None:
            tally.unreadable_histograms += 1
            continue
        values, counts = decoded
        ends = np.full(len(values), end_ms[row], dtype=np.int64)
        tally.end_to_end.add(ends, (np.full(len(values), label[row], dtype=np.int64), values), counts)


def _count_clients(tally: Tally, mqtt: MqttColumns, start_ms: Int64s, success: Bools) -> None:
    """Acknowledge time per client: acknowledged publishes, failed QoS 1 and 2 publishes, sum and slowest."""
    ack = mqtt.times_us["ack_us"]
    acked = (ack >= 0) & success
    failed = ~success & (mqtt.qos >= 1) & _texts_are(mqtt, "publish")
    if not (acked | failed).any():
        return
    client = _client_codes(tally.clients, mqtt)
    bins = start_ms // 1000 * 1000
    for which, rows, amounts in (
        (CLIENT_COUNT, acked, None),
        (CLIENT_ERRORS, failed, None),
        (CLIENT_SUM, acked, ack),
    ):
        if rows.any():
            (bin_ms, code), total = count_unique(
                (bins[rows], client[rows]), None if amounts is None else amounts[rows]
            )
            tally.client_sums.add(bin_ms, (code, np.full(len(code), which, dtype=np.int64)), total)
    if acked.any():
        (bin_ms, code), slowest = count_unique((bins[acked], client[acked]), ack[acked], "max")
        tally.client_slowest.add(bin_ms, (code,), slowest)


def _client_codes(clients: CodeTable, mqtt: MqttColumns) -> Int64s:
    return clients.codes(mqtt.client_id)


def _texts_are(mqtt: MqttColumns, operation: str) -> Bools:
    same: Bools = np.array([text == operation for text in mqtt.operation.texts], dtype=bool)
    return same[mqtt.operation.codes]


def _keep_slowest(tally: Tally, mqtt: MqttColumns, start_ms: Int64s, label: Int64s) -> None:
    ack = np.where(_texts_are(mqtt, "publish"), mqtt.times_us["ack_us"], ABSENT)
    rows = np.argpartition(ack, -LIVES_KEPT)[-LIVES_KEPT:] if len(ack) > LIVES_KEPT else np.arange(len(ack))
    for row in rows[ack[rows] >= 0].tolist():
        tally.lives.append(
            Life(
                int(ack[row]),
                int(label[row]),
                mqtt.client_id.texts[mqtt.client_id.codes[row]],
                int(start_ms[row]),
                int(mqtt.times_us["pubrec_us"][row]),
                int(mqtt.times_us["pubcomp_us"][row]),
                int(mqtt.qos[row]),
            )
        )
    tally.lives.sort(key=lambda life: -life.ack_us)
    del tally.lives[LIVES_KEPT:]
