package org.ackgate.session;

/** Protocol versions the session speaks. */
public enum MqttVersion {
    V3_1_1("3.1.1"),
    V5("5");

    private final String text;

    MqttVersion(String text) {
        this.text = text;
    }

    /**
     * Reads {@code 3.1.1} or {@code 5} ({@code 5.0} too).
     *
     * @throws InvalidInputException for anything else
     */
    public static MqttVersion parse(String text) {
        switch (text.trim()) {
            case "3.1.1":
                return V3_1_1;
            case "5":
            case "5.0":
                return V5;
            default:
                throw new InvalidInputException("MQTT version must be 3.1.1 or 5, not '" + text + "'");
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
