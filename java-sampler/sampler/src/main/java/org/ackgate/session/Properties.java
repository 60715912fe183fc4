package org.ackgate.session;

import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttProperties.MqttProperty;
import io.netty.handler.codec.mqtt.MqttProperties.MqttPropertyType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Typed reading of MQTT 5 properties. */
final class Properties {
    private Properties() {}

    static @Nullable String text(MqttProperties properties, MqttPropertyType type) {
        return (String) value(properties, type);
    }

    static byte @Nullable [] bytes(MqttProperties properties, MqttPropertyType type) {
        return (byte[]) value(properties, type);
    }

    static int integer(MqttProperties properties, MqttPropertyType type, int absentValue) {
        Integer value = (Integer) value(properties, type);
        return value == null ? absentValue : value;
    }

    static List<UserProperty> userProperties(MqttProperties properties) {
        List<UserProperty> pairs = new ArrayList<>();
        for (MqttProperty<?> property : properties.getProperties(MqttPropertyType.USER_PROPERTY.value())) {
            MqttProperties.StringPair pair = ((MqttProperties.UserProperty) property).value();
            pairs.add(new UserProperty(pair.key, pair.value));
        }
        return pairs;
    }

    static List<Integer> integers(MqttProperties properties, MqttPropertyType type) {
        List<Integer> values = new ArrayList<>();
        for (MqttProperty<?> property : properties.getProperties(type.value())) {
            values.add((Integer) property.value());
        }
        return values;
    }

    private static @Nullable Object value(MqttProperties properties, MqttPropertyType type) {
        MqttProperty<?> property = properties.getProperty(type.value());
        return property == null ? null : property.value();
    }
}
