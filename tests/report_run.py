"""The run and the evidence of a synthetic report."""

from ackgate.model.evidence import EvidenceFile, EvidenceSummary
from ackgate.model.manifest import HostFacts, RunManifest, StreamPlan, SubscriberPlan, Versions
from report_parts import START


def manifest() -> RunManifest:
    return RunManifest(
        run_id="R-2026-1130-03",
        workload_name="iot-benchmark",
        title="Telemetry of 5,000 devices",
        versions=Versions(
            ackgate="0.1.0", java="17.0.15", jmeter="5.6.3", sampler="0.1.0", broker="Mosquitto 2.0.11"
        ),
        host=HostFacts(hostname="loadgen-1", os="Linux 6.1", cpu_count=16, memory_bytes=32 * 2**30),
        command=["jmeter", "-n", "-t", "plan.jmx"],
        seed=42,
        broker_kind="url",
        broker_url="tcp://broker.example:1883",
        mqtt_version="3.1.1",
        threads=5000,
        ramp_up_s=300,
        warm_up_s=60,
        duration_s=3600,
        drain_s=10,
        started_ms=int(START.timestamp() * 1000),
        streams=[
            StreamPlan(
                label="telemetry",
                topic="device/${device_id}/telemetry",
                qos=1,
                rate_per_device_per_s=1 / 600,
                intended_rate_per_s=8.4,
                owed_per_publish=1,
                payload_bytes=256,
            )
        ],
        subscribers=[
            SubscriberPlan(
                name="backend", count=4, topic_filter="$share/backend/device/+/telemetry", qos=1, shared=True
            )
        ],
    )


def evidence() -> EvidenceSummary:
    return EvidenceSummary(
        core_sha256="856a1fadde75af9cf811d008432f0e5039158d83fe8a9a8fd67217cdaa5ad8d0",
        files=(EvidenceFile(path="samples.jtl", role="raw", sha256="ab" * 32, size_bytes=7_340_032),),
    )
