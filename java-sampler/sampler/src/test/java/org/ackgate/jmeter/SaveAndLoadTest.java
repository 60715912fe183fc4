package org.ackgate.jmeter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ackgate.jmeter.field.ConnectFields;
import org.ackgate.jmeter.field.DisconnectFields;
import org.ackgate.jmeter.field.Field;
import org.ackgate.jmeter.field.FieldGroup;
import org.ackgate.jmeter.field.PublishFields;
import org.ackgate.jmeter.field.ReceiveFields;
import org.ackgate.jmeter.field.StreamsFields;
import org.ackgate.jmeter.field.SubscribeFields;
import org.ackgate.jmeter.field.UnsubscribeFields;
import org.ackgate.jmeter.gui.MqttConnectSamplerGui;
import org.ackgate.jmeter.gui.MqttDisconnectSamplerGui;
import org.ackgate.jmeter.gui.MqttPublishSamplerGui;
import org.ackgate.jmeter.gui.MqttReceiveSamplerGui;
import org.ackgate.jmeter.gui.MqttStreamsControllerGui;
import org.ackgate.jmeter.gui.MqttSubscribeSamplerGui;
import org.ackgate.jmeter.gui.MqttUnsubscribeSamplerGui;
import org.apache.jmeter.gui.JMeterGUIComponent;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.testelement.TestElement;
import org.apache.jorphan.collections.ListedHashTree;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SaveAndLoadTest {
    @BeforeAll
    static void prepare() throws Exception {
        RealJMeter.prepare();
    }

    static Stream<Arguments> elements() throws Exception {
        RealJMeter.prepare();
        return Stream.of(
                Arguments.of(new MqttConnectSamplerGui(), ConnectFields.GROUPS),
                Arguments.of(new MqttPublishSamplerGui(), PublishFields.GROUPS),
                Arguments.of(new MqttSubscribeSamplerGui(), SubscribeFields.GROUPS),
                Arguments.of(new MqttReceiveSamplerGui(), ReceiveFields.GROUPS),
                Arguments.of(new MqttUnsubscribeSamplerGui(), UnsubscribeFields.GROUPS),
                Arguments.of(new MqttDisconnectSamplerGui(), DisconnectFields.GROUPS),
                Arguments.of(new MqttStreamsControllerGui(), StreamsFields.GROUPS));
    }

    @ParameterizedTest
    @MethodSource("elements")
    void every_value_survives_panel_save_and_load(
            JMeterGUIComponent panel, List<FieldGroup> groups, @TempDir Path folder) throws Exception {
        TestElement given = panel.createTestElement();
        List<Field> fields = FieldGroup.fieldsOf(groups);
        for (int i = 0; i < fields.size(); i++) {
            given.setProperty(fields.get(i).name(), "${value_" + i + "} <&> \u00e9");
        }
        panel.configure(given);
        TestElement shown = panel.createTestElement();
        panel.modifyTestElement(shown);
        TestElement loaded = saveAndLoad(shown, folder);
        assertEquals(given.getClass(), loaded.getClass());
        for (int i = 0; i < fields.size(); i++) {
            assertEquals(
                    "${value_" + i + "} <&> \u00e9",
                    loaded.getPropertyAsString(fields.get(i).name()),
                    fields.get(i).name());
        }
    }

    @ParameterizedTest
    @MethodSource("elements")
    void a_new_element_holds_the_defaults(JMeterGUIComponent panel, List<FieldGroup> groups) {
        panel.clearGui();
        TestElement element = panel.createTestElement();
        for (Field field : FieldGroup.fieldsOf(groups)) {
            assertEquals(field.defaultValue(), element.getPropertyAsString(field.name()), field.name());
        }
    }

    @ParameterizedTest
    @MethodSource("elements")
    void menus_list_them_by_names_that_start_with_mqtt(JMeterGUIComponent panel, List<FieldGroup> groups) {
        assertTrue(panel.getStaticLabel().startsWith("MQTT "), panel.getStaticLabel());
        assertEquals(1, panel.getMenuCategories().size());
        groups.forEach(group ->
                group.fields().forEach(field -> assertTrue(!field.tooltip().isEmpty(), field.name())));
    }

    private static TestElement saveAndLoad(TestElement element, Path folder) throws Exception {
        ListedHashTree tree = new ListedHashTree();
        tree.add(element);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SaveService.saveTree(tree, out);
        File file = Files.write(folder.resolve("plan.jmx"), out.toByteArray()).toFile();
        return (TestElement) SaveService.loadTree(file).getArray()[0];
    }
}
