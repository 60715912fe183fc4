package org.ackgate.jmeter.payload;

import java.util.function.Function;
import java.util.function.Supplier;

/** Text that is decoded to bytes again only when it has changed. */
final class TextPayload implements PayloadSource {
    private final Supplier<String> text;
    private final Function<String, byte[]> decoder;
    private String lastText = "";
    private byte[] lastBytes = new byte[0];

    TextPayload(Supplier<String> text, Function<String, byte[]> decoder) {
        this.text = text;
        this.decoder = decoder;
    }

    @Override
    public byte[] next() {
        String now = text.get();
        if (!now.equals(lastText)) {
            lastBytes = decoder.apply(now);
            lastText = now;
        }
        return lastBytes;
    }

    @Override
    public boolean isGenerated() {
        return false;
    }

    @Override
    public boolean isFresh() {
        return false;
    }
}
