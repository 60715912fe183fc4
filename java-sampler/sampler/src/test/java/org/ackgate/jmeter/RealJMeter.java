package org.ackgate.jmeter;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ackgate.jmeter.row.Column;
import org.apache.jmeter.control.LoopController;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.testelement.TestPlan;
import org.apache.jmeter.threads.ThreadGroup;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jorphan.collections.ListedHashTree;

/** JMeter's own engine in this process: runs a plan of elements and gives the rows a listener saw. */
final class RealJMeter {
    private static boolean prepared = false;

    private RealJMeter() {}

    /** Makes JMeter's static parts ready, once. */
    static synchronized void prepare() throws IOException {
        if (prepared) {
            return;
        }
        Path home = Files.createTempDirectory("jmeter-home-");
        Path bin = Files.createDirectories(home.resolve("bin"));
        for (String name : List.of("jmeter.properties", "saveservice.properties", "upgrade.properties")) {
            try (InputStream resource = RealJMeter.class.getResourceAsStream("/bin/" + name)) {
                Files.copy(resource, bin.resolve(name));
            }
            bin.resolve(name).toFile().deleteOnExit();
        }
        JMeterUtils.setJMeterHome(home.toString());
        JMeterUtils.loadJMeterProperties(bin.resolve("jmeter.properties").toString());
        JMeterUtils.setLocale(Locale.ENGLISH);
        JMeterUtils.setProperty("sampleresult.timestamp.start", "true");
        JMeterUtils.setProperty(
                "sample_variables",
                Arrays.stream(Column.values()).map(Column::variable).collect(Collectors.joining(",")));
        SampleEvent.initSampleVariables();
        prepared = true;
    }

    /** An element with a name and properties. */
    static <T extends TestElement> T element(T element, String name, Map<String, String> properties) {
        element.setName(name);
        element.setProperty(TestElement.TEST_CLASS, element.getClass().getName());
        properties.forEach(element::setProperty);
        return element;
    }

    /** Elements one after the other. */
    static ListedHashTree sequence(TestElement... elements) {
        ListedHashTree tree = new ListedHashTree();
        Arrays.stream(elements).forEach(tree::add);
        return tree;
    }

    /** Runs one thread that goes through the elements once, for at most {@code durationS}. */
    static List<RecordedRow> run(int durationS, ListedHashTree elements) throws IOException {
        return run(1, 1, durationS, elements);
    }

    /** Runs so many threads, so many iterations each (-1: endless), for at most {@code durationS}. */
    static List<RecordedRow> run(int threads, int iterations, int durationS, ListedHashTree elements)
            throws IOException {
        return run(threads, iterations, durationS, elements, engine -> {});
    }

    /** As above; {@code underWay} gets the engine just before it runs and may stop it from a thread of its own. */
    static List<RecordedRow> run(
            int threads,
            int iterations,
            int durationS,
            ListedHashTree elements,
            Consumer<StandardJMeterEngine> underWay)
            throws IOException {
        prepare();
        RowRecorder recorder = new RowRecorder();
        ListedHashTree plan = new ListedHashTree();
        TestPlan testPlan = new TestPlan("plan");
        ThreadGroup group = group(threads, iterations, durationS);
        plan.add(testPlan).add(group).add(elements);
        plan.getTree(testPlan).getTree(group).add(recorder);
        StandardJMeterEngine engine = new StandardJMeterEngine();
        engine.configure(plan);
        underWay.accept(engine);
        engine.run();
        return recorder.rows();
    }

    private static ThreadGroup group(int threads, int iterations, int durationS) {
        LoopController loop = new LoopController();
        loop.setLoops(iterations);
        loop.setFirst(true);
        ThreadGroup group = new ThreadGroup();
        group.setName("devices");
        group.setNumThreads(threads);
        group.setRampUp(0);
        group.setScheduler(true);
        group.setDuration(durationS);
        group.setSamplerController(loop);
        return group;
    }
}
