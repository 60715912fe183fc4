"""Each rule on a workload finds its one mistake, and nothing in a clean one."""


def _criterion(metric, limit, **more):
    return {"metric": metric, "limit": limit, **more}


def test_finds_nothing_in_a_clean_workload(workload_codes):
    assert workload_codes() == []


def test_finds_duplicate_client_ids(workload_codes, devices):
    devices[3] = devices[2]
    assert workload_codes() == ["AG103"]


def test_finds_blank_client_ids(workload_codes, devices):
    devices[3] = ",eu"
    assert workload_codes() == ["AG104"]


def test_finds_fewer_rows_than_threads(workload_codes, devices):
    del devices[100:]
    assert workload_codes() == ["AG106"]


def test_finds_a_byte_order_mark(workload_codes):
    assert workload_codes("utf-8-sig") == ["AG107"]


def test_finds_a_wrong_encoding(workload_codes, devices):
    devices[3] = "gerät,eu"
    assert workload_codes("latin-1") == ["AG108"]


def test_finds_a_missing_header(workload_codes, devices):
    del devices[0]
    assert workload_codes() == ["AG109"]


def test_finds_spaces_in_client_ids(workload_codes, devices):
    devices[3] = " dev-x,eu"
    assert workload_codes() == ["AG110"]


def test_finds_a_missing_file(workload_codes, raw):
    raw["devices"]["file"] = "none.csv"
    assert workload_codes() == ["AG112"]


def test_finds_a_missing_payload(workload_codes, raw):
    raw["publish"][1] |= {"size_bytes": None, "payload": "none.json"}
    assert "AG112" in workload_codes()


def test_finds_a_criterion_on_acknowledgements_of_qos_0(workload_codes, raw):
    raw["criteria"].append(_criterion("acknowledge_time", "< 1 s", label="heartbeat", statistic="max"))
    assert "AG202" in workload_codes()


def test_finds_an_acknowledge_limit_below_the_redline(workload_codes, raw):
    raw["publish"][0]["ack_timeout_ms"] = 400
    assert workload_codes() == ["AG206"]


def test_finds_a_connect_limit_below_the_redline(workload_codes, raw):
    raw["broker"]["connect_timeout_s"] = 0.5
    raw["criteria"].append(_criterion("connect_time", "< 1 s", statistic="p90"))
    assert workload_codes() == [
        "AG206",
        "AG206",
        "AG206",
    ]  # once by the criterion, once per connect of the plan


def test_finds_no_warm_up(workload_codes, raw):
    raw["load"]["warm_up_s"] = 0
    assert workload_codes() == ["AG207"]


def test_finds_a_percentile_without_enough_samples_planned(workload_codes, raw):
    raw["criteria"].append(_criterion("connect_time", "< 1 s", statistic="p99"))  # 150 connects, 500 needed
    assert workload_codes() == ["AG209"]


def test_counts_the_samples_after_the_warm_up(workload_codes, raw):
    raw["load"] |= {"duration_s": 17, "ramp_up_s": 2, "warm_up_s": 10}  # 3 s x 150/s = 450
    assert workload_codes() == ["AG209"]


def test_finds_a_criterion_on_an_absent_label(workload_codes, raw):
    raw["criteria"][0]["label"] = "telemetri"
    assert "AG210" in workload_codes()


def test_finds_devices_that_subscribe_to_what_nobody_reads(workload_codes, raw):
    raw["subscribe"] = [{"topic_filter": "device/+/heartbeat"}]
    assert workload_codes() == ["AG211"]


def test_finds_a_backlog_criterion_without_deliveries(workload_codes, raw):
    raw["subscribers"] = []
    assert workload_codes() == ["AG212"]


def test_finds_an_end_to_end_criterion_without_a_stamp(workload_codes, raw):
    raw["publish"][0]["stamp"] = "none"
    raw["criteria"].append(_criterion("end_to_end_latency", "< 1 s", label="telemetry", statistic="max"))
    assert workload_codes() == ["AG213"]


def test_finds_tls_without_verification(workload_codes, raw):
    raw["broker"] |= {"url": "ssl://127.0.0.1:8883", "tls": {"verify": False}}
    assert workload_codes() == ["AG214", "AG214"]  # devices and subscribers


def test_finds_many_threads_without_ramp_up(workload_codes, raw):
    raw["load"]["ramp_up_s"] = 0
    assert workload_codes() == ["AG305"]
