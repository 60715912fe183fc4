import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.apache.jmeter.gui.JMeterGUIComponent;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jmeter.testelement.property.JMeterProperty;
import org.apache.jmeter.testelement.property.PropertyIterator;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;

/**
 * Loads plans into a real JMeter and says of each "ok" or what is wrong: {@code java LoadPlans.java HOME PLAN...}.
 * A plan is right when every element is of its class, its GUI shows it and gives back the same properties.
 */
public final class LoadPlans {
    private LoadPlans() {}

    public static void main(String[] arguments) throws Exception {
        File home = new File(arguments[0]);
        JMeterUtils.loadJMeterProperties(new File(home, "bin/jmeter.properties").getPath());
        JMeterUtils.setJMeterHome(home.getPath());
        JMeterUtils.setLocale(Locale.ENGLISH);
        boolean gui = Boolean.getBoolean("plans.gui");
        for (int at = 1; at < arguments.length; at++) {
            System.out.println(arguments[at] + "\t" + verdict(new File(arguments[at]), gui));
        }
        System.exit(0); // panels leave timers behind that keep the JVM alive
    }

    private static String verdict(File plan, boolean gui) {
        try {
            HashTree tree = SaveService.loadTree(plan);
            SearchByClass<TestElement> search = new SearchByClass<>(TestElement.class);
            tree.traverse(search);
            List<String> faults = new ArrayList<>();
            for (TestElement element : search.getSearchResults()) {
                String expected = element.getPropertyAsString(TestElement.TEST_CLASS);
                if (!element.getClass().getName().endsWith(expected)) {
                    faults.add(element.getName() + " is a " + element.getClass() + " instead of " + expected);
                }
                if (gui) {
                    faults.addAll(differences(element));
                }
            }
            ByteArrayOutputStream again = new ByteArrayOutputStream();
            SaveService.saveTree(tree, again);
            if (search.getSearchResults().isEmpty() || !again.toString(StandardCharsets.UTF_8).contains("TestPlan")) {
                faults.add("nothing was loaded");
            }
            return faults.isEmpty() ? "ok" : String.join("; ", faults);
        } catch (Exception | LinkageError failure) {
            return failure.toString().replace('\n', ' ');
        }
    }

    /** Shows the element in its GUI and takes it back, as opening and saving a plan does. */
    private static List<String> differences(TestElement element) throws Exception {
        List<String> found = new ArrayList<>();
        String name = element.getPropertyAsString(TestElement.GUI_CLASS);
        if (name.isEmpty() || name.endsWith("TestBeanGUI")) {
            return found; // JMeter builds these from the bean itself
        }
        Class<?> type = Class.forName(name.contains(".") ? name : SaveService.aliasToClass(name));
        JMeterGUIComponent panel = (JMeterGUIComponent) type.getDeclaredConstructor().newInstance();
        panel.configure(element);
        TestElement shown = (TestElement) element.clone();
        panel.modifyTestElement(shown);
        var before = properties(element);
        var after = properties(shown);
        before.forEach((key, value) -> {
            if (!value.isEmpty() && !value.equals(after.getOrDefault(key, ""))) {
                found.add(element.getName() + ": " + key + " '" + value + "' became '" + after.get(key) + "'");
            }
        });
        return found;
    }

    /** Start and end time of a thread group are left out: JMeter 5 itself drops them from plans of JMeter 3. */
    private static TreeMap<String, String> properties(TestElement element) {
        TreeMap<String, String> values = new TreeMap<>();
        for (PropertyIterator each = element.propertyIterator(); each.hasNext(); ) {
            JMeterProperty property = each.next();
            if (property.getName().matches("(connect|tls|reconnect|publish|subscribe|receive|streams)\\..*|connections")
                    || property.getName().matches("ThreadGroup\\.(?!main_controller|start_time|end_time).*")) {
                values.put(property.getName(), property.getStringValue());
            }
        }
        return values;
    }
}
