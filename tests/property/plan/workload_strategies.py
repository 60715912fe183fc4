"""Workloads as hypothesis draws them: valid by the model, varied in every section."""

from hypothesis import strategies as st

LETTERS = "abcdefghijklmnopqrstuvwxyz"
words = st.text(LETTERS + "0123456789", min_size=1, max_size=8)
labels = st.text(LETTERS + "<>&\"' äß-", min_size=1, max_size=12).filter(lambda text: text.strip() == text)
qos = st.sampled_from([0, 1, 2])
rates = st.builds(lambda n, unit: f"{n}/{unit}", st.integers(1, 500), st.sampled_from(["s", "min", "h"]))
levels = st.one_of(words, st.just("${device_id}"))
topics = st.lists(levels, min_size=1, max_size=4).map("/".join)
filters = st.builds(
    lambda share, parts, tail: (f"$share/{share}/" if share else "") + "/".join([*parts, *tail]),
    st.one_of(st.none(), words),
    st.lists(st.one_of(words, st.just("+")), min_size=1, max_size=3),
    st.sampled_from([[], ["#"]]),
)
payloads = st.one_of(
    st.builds(lambda n: {"size_bytes": n}, st.integers(0, 5000)),
    st.builds(lambda text: {"payload_text": text}, labels),
    st.just({"payload_hex": "00ff"}),
    st.just({"payload_base64": "AAECAw=="}),
    st.builds(
        lambda parts: {"mix": [{"size_bytes": size, "weight": weight} for size, weight in parts]},
        st.lists(st.tuples(st.integers(0, 2000), st.integers(1, 100)), min_size=1, max_size=3),
    ),
)


@st.composite
def _stream(draw, name: str):
    rate = {draw(st.sampled_from(["rate", "total_rate"])): draw(rates)}
    more = {"qos": draw(qos), "retain": draw(st.booleans()), "ack_timeout_ms": draw(st.integers(1, 60_000))}
    return {"name": name, "topic": draw(topics), **rate, **draw(payloads), **more}


@st.composite
def _group(draw, name: str):
    if draw(st.booleans()):
        size = {"per_device": True, "topic_filter": "own/${device_id}/#"}
    else:
        size = {"count": draw(st.integers(0, 20)), "topic_filter": draw(filters)}
    return {"name": name, **size, "qos": draw(qos), "clean_start": draw(st.booleans())}


@st.composite
def _load(draw, same_rates: bool):
    ramp_up_s, warm_up_s = draw(st.integers(0, 60)), draw(st.integers(0, 60))
    enough_s = ramp_up_s + warm_up_s + 10
    load = {"ramp_up_s": ramp_up_s, "warm_up_s": warm_up_s, "drain_s": draw(st.integers(0, 30))}
    kinds = ["duration", "rate steps", "thread steps", *(["iterations"] if same_rates else [])]
    kind = draw(st.sampled_from(kinds))
    threads = draw(st.integers(1, 40))
    if kind == "thread steps":
        counts = sorted(draw(st.lists(st.integers(1, 40), min_size=1, max_size=3)))
        return {**load, "steps": [{"length_s": enough_s, "threads": count} for count in counts]}
    load["threads"] = threads
    if kind == "rate steps":
        steps = draw(st.lists(rates, min_size=1, max_size=3))
        return {**load, "steps": [{"length_s": enough_s, "total_rate": rate} for rate in steps]}
    if kind == "iterations":
        return {**load, "iterations": draw(st.integers(1, 1000))}
    many = draw(st.sampled_from([1, 1, 5]))
    return {**load, "connections_per_thread": many, "duration_s": enough_s + draw(st.integers(0, 1000))}


@st.composite
def workloads(draw):
    """A raw workload that validates; devices come from a pattern, so that no file is needed."""
    stream_names = draw(st.lists(labels, max_size=3, unique=True))
    group_names = draw(st.lists(words, max_size=2, unique=True))
    version = draw(st.sampled_from(["3.1.1", "5"]))
    broker = {
        "url": draw(st.sampled_from(["tcp://127.0.0.1:1883", "ws://localhost/mqtt"])),
        "version": version,
    }
    broker |= {"clean_start": draw(st.booleans()), "keep_alive_s": draw(st.integers(0, 65_535))}
    if version == "5":
        broker |= {"session_expiry_s": draw(st.integers(0, 1000)), "user_properties": {"k": draw(labels)}}
    return {
        "name": "drawn",
        "title": draw(labels),
        "broker": broker,
        "devices": {"count": 200, "pattern": draw(st.sampled_from(["d-{index}", "device-{index:06}"]))},
        "load": draw(_load(len(stream_names) == 1)),
        "subscribe": [{"topic_filter": "c/${device_id}", "qos": draw(qos)}] if draw(st.booleans()) else [],
        "publish": [draw(_stream(name)) for name in stream_names],
        "subscribers": [draw(_group(name)) for name in group_names],
        "idle": [{"name": "dummy", "count": 7}] if draw(st.booleans()) else [],
    }
