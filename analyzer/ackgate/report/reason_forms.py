"""The forms of sentences from stats, ingest and run, as their sources word them.

Places: ``{n}`` and ``{share}`` (also numbered) hold a figure; those in ``INNER`` hold a text of a known form;
``{metric}`` a metric's name; every other one any text.
"""


def t(text: str) -> str:
    """Marks a text for the catalogue; the page translates it when it is shown."""
    return text


#: Places whose own text is translated too.
INNER = frozenset({"rule", "why", "levels", "estimate", "reasons", "kind", "kind2", "sign"})
#: Places that people or files fill, so that they may hold anything; others hold no semicolon.
FREE = frozenset({"path", "path2", "files", "error"})

_CRITERIA = (
    t("{measured} against {limit}, {n} samples"),
    t("the limit lies inside the 95 % interval"),
    t("{n} of {n2} failed ({share}), so {statistic} is a failed sample"),
    t("{n} of {n2} samples break the limit: more than {statistic} allows, few as they are"),
    t("{n} samples; {statistic} needs {n2}"),
    t("{n} failed samples are not in the mean"),
    t("{metric} is a time; its limit is in {unit}"),
    t("{metric} takes {units}; its limit is in {unit}"),
    t("no {metric} in the data"),
    t("no sample in the window"),
    t("no publish that asks for an acknowledgement"),
    t("the window has no length"),
    t("deliveries are not known"),
    t("the plan owes no delivery"),
    t("loss is known for all streams together, not per label"),
    t("the backlog is known for all streams together, not per label"),
    t("a backlog rate has an upper limit: write < or <="),
    t("label {label} is not in the data"),
    t("no steady window"),
    t("no steady window ({rule})"),
    t("no steady window: the rows carry no mqtt_phase"),
    t("{n} of {n2} rows ({share}) are quarantined, over 0.1 %"),
    t("{n} rows are failures of the test itself (ERROR: labels)"),
    t("{label} kept {share} of its schedule ({n} of {n2}/s), below {share2}"),
    t("not known"),
)
_BACKLOG = (
    t("{n}/s (95 % interval {n2} to {n3})"),
    t("owed minus received grew by {estimate}, which holds {n}/s"),
    t("owed minus received grew by {estimate}"),
    t("after the drain, deliveries still owed over the steady duration were {estimate}, which holds {n}/s"),
    t("after the drain, deliveries still owed over the steady duration were {estimate}"),
    t("the slope alone, {estimate}, cannot resolve {n}/s"),
    t("the steady window is too short for a slope"),
    t("owed is not known: no plan (run.json) says which subscriptions match"),
    t("the plan owes no delivery: no subscription matches a published topic"),
    t("received is not known: no receive row and no broker counter"),
    t("received is not known: no receive row in the data"),
    t(
        "The backlog grew by {n} deliveries/s through the whole steady window: "
        "add consumers or broker nodes, or lower the load"
    ),
)
_WINDOW = (
    t("all connected + {n} s warm-up"),
    t("ramp-up {n} s + {n2} s warm-up"),
    t("start-up transient cut by MSER-5"),
    t("rows marked steady"),
    t("several runs, no one steady window"),
    t("no plan, and too short for MSER-5"),
    t("microsecond figures by mqtt_phase, which differs"),
    t("none: {rule} leaves nothing before the end"),
    t("none: {rule}"),
)
_DEVIATIONS = (
    t("{n} samples outside {start} to {end} are not in steady figures ({rule})"),
    t("{label}: {n}/s started, {n2}/s planned ({share})"),
    t("{n} reconnect attempts"),
    t("{n} acknowledgements came after their limit"),
    t("a broker counter fell at {n} s: the broker restarted or was reset"),
    t("the run was interrupted before its planned end"),
    t("JMeter ended with exit code {n}"),
    t("{n} s of {n2} s planned"),
    t("{n} of {n2} planned clients connected"),
    t("all clients were connected after {n} s, planned {n2} s"),
    t("{n} of {n2} rows are quarantined ({reasons})"),
    t("{n} rows say that the test itself failed"),
    t("{n} runs in {n2} files"),
    t("{n} threads fell silent long before the end"),
    t("files of equal content are both counted: {files}"),
    t("columns absent from the data: {columns}"),
    t(
        "the load generator's CPU was {n} % busy (steady window's median): "
        "its own delay may be in the figures"
    ),
)
_QUALITY = (
    t("samples of one thread would overlap {n} times otherwise"),
    t("samples of one thread overlap either way; JMeter's shipped properties write starts"),
    t("rows stand in the order of their ends under this reading"),
    t("the rows do not tell; JMeter's shipped properties write starts"),
    t("as told by --timestamp"),
    t("as converted"),
    t("{first} and {second} overlap from {start} to {end}"),
    t(
        "{n} end-to-end latencies are negative: publisher and subscriber clocks differ; "
        "end-to-end figures leave them out"
    ),
    t("not known: no end-to-end latency was measured"),
    t("no sign of skew: no end-to-end latency is negative"),
    t(
        "JMeter's dashboard shows other percentiles for {n} of {n2} labels; largest: "
        "{label} P99 {theirs} there, {ours} here. Why: {why}"
    ),
    t("its table computes percentiles from the last 20,000 samples of a label only"),
    t("it interpolates between samples and counts failed samples, where a nearest rank is observed"),
    t("level shift, not two modes at once: {levels} one after another; the upper level from {n} s to {n2} s"),
    t("the upper mode holds {share} of {kind} {high}, {share2} of {kind2} {low}"),
    t("no single values in the data"),
    t("its rows stand for many samples each (SampleCount or a batch): a mean, no percentiles"),
)
_ROWS = (
    t("too few fields {n}"),
    t("too few fields"),
    t("cut line {n}"),
    t("cut line"),
    t("fields shifted {n}"),
    t("fields shifted"),
    t("elapsed above 30 days"),
    t("elapsed is negative"),
    t("elapsed is not a whole number"),
    t("success is neither true nor false"),
    t("time outside 2000 to 2100"),
    t("time can't be read"),
    t("time out of line with both neighbours"),
    t("The file holds transaction rows only, so these are counted as samples"),
    t("{path}: time stamps are {sign} ({why})"),
    t("{path} holds the same bytes as {path2} and is not counted"),
    t("{path}: {n} rows are wider or narrower than the header"),
    t(
        "{n} labels first stand after the first {n2} and are counted among the other labels, "
        "whatever their number of rows ({n3} in all)"
    ),
    t(
        "At least {n} labels first stand after the first {n2} and are counted among the other labels, "
        "whatever their number of rows ({n3} in all)"
    ),
    t("none has more rows than a label shown by its name"),
    t("{n} of them have more rows than the rarest label shown by its name, {label} the most ({n2})"),
    t("{n} further clients are not in the per-client table"),
    t("{n} further threads are counted together"),
    t(
        "{n} rows sum several samples (SampleCount): they state no percentiles and no message, "
        "so a transaction controller's sum among them is counted as samples"
    ),
    t("{n} end-to-end histograms can't be read and are left out"),
    t("{path}: the {compression} data is damaged or cut ({error})"),
    t("{n} stretches of {n2} files overlap in time and are merged"),
    t("Overlap: run {n} in {path} covers the time of an earlier one"),
)
_WORDS = (t("{n} ms and {n2} ms"), t("starts"), t("ends"), t("host"), t("connection"), t("mean elapsed"))
_RUN = (
    t("The broker published no counters under $SYS, so broker.csv is missing"),
    t("JMeter was stopped {n} s after its planned end"),
    t("JMeter did not stop when asked and was killed; its last rows may be missing"),
    t("The sampler left no summary; late acknowledgements not known"),
    t("{n} acknowledgements matched no publish"),
    t("{n} messages arrived that no receive window took"),
    t("{n} end-to-end latencies were negative (clock skew)"),
    t("{n} publishes were unacknowledged when their connection closed"),
    t("{n} calls were cut by the end of the schedule and made no failed row"),
    t("The ready barrier opened after {n} ms with {n2} of {n3} threads ready"),
)

#: Every form; a more telling one stands before the one that would swallow it.
FORMS: tuple[str, ...] = (*_BACKLOG, *_CRITERIA, *_WINDOW, *_DEVIATIONS, *_QUALITY, *_ROWS, *_RUN, *_WORDS)
