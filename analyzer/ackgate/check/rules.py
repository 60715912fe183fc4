"""The catalogue of rules: code, severity and why each matters (docs/check.md is checked against it)."""

from dataclasses import dataclass

from ackgate.check.finding import Finding, Severity


@dataclass(frozen=True)
class Rule:
    """One rule; a finding takes its severity and reason from here."""

    code: str
    severity: Severity
    title: str
    why: str

    def finding(self, place: str, message: str, remedy: str, command: str | None = None) -> Finding:
        """A finding of this rule."""
        return Finding(
            code=self.code,
            severity=self.severity,
            place=place,
            message=message,
            why=self.why,
            remedy=remedy,
            command=command,
        )


CLIENT_ID_CONSTANT = Rule(
    "AG101", "error", "constant client identifier",
    "A broker closes the older connection when a second one comes with the same identifier, so the threads"
    " push each other out.",
)  # fmt: skip
CLIENT_ID_THREAD_NUMBER = Rule(
    "AG102", "warning", "client identifier from the thread number alone",
    "Every injector counts its threads from 1, so a second one pushes out the first one's clients.",
)  # fmt: skip
CLIENT_ID_DUPLICATE = Rule(
    "AG103", "error", "duplicate client identifiers in the file",
    "The broker closes the first connection when the second opens; both devices then measure reconnects.",
)  # fmt: skip
CLIENT_ID_BLANK = Rule(
    "AG104", "error", "blank client identifiers in the file",
    "A broker invents an identifier or refuses the connect; topics made from it are all the same.",
)  # fmt: skip
CLIENT_ID_LONG = Rule(
    "AG105", "error", "client identifier over 23 bytes on MQTT 3.1",
    "MQTT 3.1 brokers refuse longer identifiers with return code 2.",
)  # fmt: skip
ROWS_FEWER_THAN_THREADS = Rule(
    "AG106", "error", "fewer rows than threads",
    "Threads without a row stop at once (or share a device when the file is recycled), so the load is smaller"
    " than the report says.",
)  # fmt: skip
FILE_BOM = Rule(
    "AG107", "warning", "byte order mark",
    "JMeter reads the mark as part of the first column's name, so its variable stays unfilled.",
)  # fmt: skip
FILE_ENCODING = Rule(
    "AG108", "error", "wrong encoding",
    "Identifiers with replaced characters collide or are refused.",
)  # fmt: skip
FILE_HEADER = Rule(
    "AG109", "error", "header or column missing",
    "A variable without a column stays as ${name} in client identifiers and topics, equal for all threads.",
)  # fmt: skip
CLIENT_ID_SPACES = Rule(
    "AG110", "warning", "spaces in client identifiers",
    "Spaces around an identifier are part of it; the broker's list and the topics then don't match.",
)  # fmt: skip
RECYCLED_SESSION = Rule(
    "AG111", "error", "recycled file with persistent sessions",
    "A second thread with the same identifier takes over the session and its queued messages.",
)  # fmt: skip
FILE_MISSING = Rule(
    "AG112", "error", "file missing",
    "JMeter stops the threads that read it.",
)  # fmt: skip
NO_ACKNOWLEDGE_WAIT = Rule(
    "AG201", "error", "QoS 1 or 2 publish without a limited wait for its acknowledgement",
    "The sample counts what was sent, not what the broker took; a stalled broker yields no rows at all.",
)  # fmt: skip
QOS0_CRITERION = Rule(
    "AG202", "error", "criterion on acknowledgements of a QoS 0 stream",
    "QoS 0 has no acknowledgement, so the criterion can never be judged.",
)  # fmt: skip
CONNECT_IN_LOOP = Rule(
    "AG203", "warning", "connect inside a loop",
    "Each iteration that really connects measures a connect storm of the plan's own making.",
)  # fmt: skip
AUTO_RECONNECT = Rule(
    "AG204", "warning", "hidden automatic reconnect",
    "The client mends a lost connection without a row, so the report shows no loss.",
)  # fmt: skip
RESPONSE_ASSERTION = Rule(
    "AG205", "warning", "assertion on rows without response data",
    "MQTT rows carry their result in the response code; an assertion on the body judges by accident.",
)  # fmt: skip
LIMIT_BELOW_REDLINE = Rule(
    "AG206", "error", "limit of a wait below the redline",
    "Every slower answer becomes a timeout before the criterion can see how slow it was.",
)  # fmt: skip
NO_WARM_UP = Rule(
    "AG207", "warning", "no warm-up",
    "The first seconds of JVM, caches and TLS tickets weigh in every percentile.",
)  # fmt: skip
RATE_OUT_OF_REACH = Rule(
    "AG208", "warning", "rate the threads can't hold",
    "A thread waits for its acknowledgement, so with slow ones the timer falls behind and the load shrinks"
    " exactly when the broker is in trouble.",
)  # fmt: skip
TOO_FEW_SAMPLES = Rule(
    "AG209", "error", "criterion without enough samples planned",
    "A percentile p below 5/(1-p) samples is not reported, so the criterion ends NOT_TESTED.",
)  # fmt: skip
LABEL_ABSENT = Rule(
    "AG210", "error", "criterion on a label the plan doesn't have",
    "An asked label that is absent ends NOT_TESTED, never PASS.",
)  # fmt: skip
NOBODY_READS = Rule(
    "AG211", "warning", "subscribed but never received",
    "The broker delivers these messages, but no element counts them, so they are missing in the ledger.",
)  # fmt: skip
NOTHING_OWED = Rule(
    "AG212", "error", "delivery criterion without deliveries",
    "Backlog, loss and end-to-end latency need subscribers whose filters match what is published.",
)  # fmt: skip
NO_STAMP = Rule(
    "AG213", "error", "end-to-end criterion without a stamp",
    "Without the send time in the message the receiver can't know how long it took.",
)  # fmt: skip
TLS_UNVERIFIED = Rule(
    "AG214", "warning", "TLS verification switched off",
    "The figures may be those of another server, and the handshake is cheaper than in production.",
)  # fmt: skip
ROW_PER_ITERATION = Rule(
    "AG215", "warning", "devices file read again each iteration",
    "A CSV Data Set reads a row per thread-group iteration; the connection keeps the first device while the"
    " topics already carry the next one.",
)  # fmt: skip
TIMER_ON_STREAMS = Rule(
    "AG217", "warning", "JMeter timer on scheduled streams",
    "A timer delays every stream of the thread to the slowest, and the schedule counts it as send delay.",
)  # fmt: skip
GUI_LISTENER = Rule(
    "AG301", "warning", "GUI listener enabled",
    "It keeps every sample in memory and works on the threads that measure.",
)  # fmt: skip
RESPONSE_DATA_SAVED = Rule(
    "AG302", "warning", "response data saved",
    "Payloads in the result file cost disk time during the run and may be confidential.",
)  # fmt: skip
BEANSHELL = Rule(
    "AG303", "warning", "BeanShell",
    "It interprets its script for every sample; at hundreds of samples per second it becomes the bottleneck.",
)  # fmt: skip
PAYLOAD_RE_READ = Rule(
    "AG304", "warning", "payload file read for every send",
    "Disk reads are then part of the send delay and of the CPU that measures.",
)  # fmt: skip
NO_RAMP_UP = Rule(
    "AG305", "warning", "many threads without ramp-up",
    "All connects fall into one second: that is a connect storm, and a steady load starts from its backlog.",
)  # fmt: skip
SECRET_IN_PLAN = Rule(
    "AG307", "error", "password in the plan",
    "Plans are shared and kept with reports.",
)  # fmt: skip
FILE_LIMIT = Rule(
    "AG401", "error", "too few file descriptors",
    "Each connection needs one; beyond the limit connects fail with 'Too many open files'.",
)  # fmt: skip
PORT_RANGE = Rule(
    "AG402", "error", "too few local ports",
    "Connections from one address to one broker address each need a local port of their own.",
)  # fmt: skip
TIME_WAIT_REUSE = Rule(
    "AG403", "warning", "ports in TIME_WAIT are not reused",
    "Ports of closed connections stay blocked for a minute, which a reconnect storm runs into.",
)  # fmt: skip
TIME_WAIT_COUNT = Rule(
    "AG404", "warning", "many connections in TIME_WAIT",
    "They hold local ports of an earlier run.",
)  # fmt: skip
MEMORY = Rule(
    "AG405", "warning", "too little free memory",
    "A generator that swaps or dies measures itself.",
)  # fmt: skip
CPU_GOVERNOR = Rule(
    "AG406", "warning", "CPU frequency governor saves power",
    "The clock rises only under load, which adds a second peak to short latencies.",
)  # fmt: skip
CLOCK = Rule(
    "AG407", "warning", "clock not synchronised",
    "End-to-end latencies and the join of several injectors compare clocks.",
)  # fmt: skip
SOCKET_BUFFERS = Rule(
    "AG408", "info", "small socket buffers allowed",
    "Large payloads over long lines then wait for the window instead of the broker.",
)  # fmt: skip
LISTEN_BACKLOG = Rule(
    "AG409", "warning", "short listen backlog",
    "With the broker on this machine, connects beyond the backlog are dropped and retried after 1, 2, 4 s.",
)  # fmt: skip
GENERATOR_RATE = Rule(
    "AG410", "error", "this machine can't make the planned rate",
    "The limit found in a run would be the generator's and be taken for the broker's.",
)  # fmt: skip
GENERATOR_ROOM = Rule(
    "AG411", "info", "rate this machine reaches",
    "It bounds what a run on this machine can say about a broker.",
)  # fmt: skip
BROKER_UNREACHABLE = Rule(
    "AG501", "error", "broker unreachable",
    "Nothing can be measured.",
)  # fmt: skip
BROKER_REFUSES = Rule(
    "AG502", "error", "broker refuses the connect",
    "Every connect of the run would be refused the same way.",
)  # fmt: skip
RECEIVE_MAXIMUM = Rule(
    "AG503", "warning", "broker grants a small receive maximum",
    "A client may have only so many QoS 1 and 2 publishes unacknowledged; late ones use it up.",
)  # fmt: skip
PACKET_SIZE = Rule(
    "AG504", "error", "payload over the broker's maximum packet size",
    "The broker closes the connection at the first such publish.",
)  # fmt: skip
MAXIMUM_QOS = Rule(
    "AG505", "error", "QoS over the broker's maximum",
    "The broker closes the connection at the first such publish.",
)  # fmt: skip
ROUND_TRIP = Rule(
    "AG506", "info", "round trip to the broker",
    "No acknowledge time can be shorter.",
)  # fmt: skip
NO_TAKEOVER = Rule(
    "AG507", "warning", "two connections with one identifier both stay",
    "The broker departs from MQTT 3.1.1 section 3.1.4, so duplicate identifiers would go unnoticed.",
)  # fmt: skip
BROKER_VERSION = Rule(
    "AG508", "info", "broker version",
    "A figure belongs to the version it was measured on.",
)  # fmt: skip
BROKER_FEATURE = Rule(
    "AG509", "error", "feature the broker doesn't offer",
    "The broker refuses what the plan uses.",
)  # fmt: skip
UNKNOWN_ELEMENT = Rule(
    "AG901", "warning", "unknown element",
    "JMeter doesn't load a plan with an element of a plug-in it doesn't have.",
)  # fmt: skip
FOREIGN_MQTT = Rule(
    "AG902", "warning", "element of XMeter's plug-in",
    "Its rows lack connect times and acknowledge limits (docs/check.md), so few criteria can be judged.",
)  # fmt: skip
NOT_KNOWN = Rule(
    "AG903", "info", "could not be checked",
    "A value that is known only while running can't be judged before.",
)  # fmt: skip

RULES: tuple[Rule, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Rule))
