package org.ackgate.jmeter.payload;

import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;

/** Random bytes of one size: slices at seeded places of one block of random bytes, so that a send costs a copy. */
final class RandomPayload implements PayloadSource {
    private static final int BLOCK_BYTES = 1 << 20;

    private final int sizeBytes;
    private final SplittableRandom places;

    RandomPayload(int sizeBytes, long seed) {
        this.sizeBytes = sizeBytes;
        this.places = new SplittableRandom(seed);
    }

    @Override
    public byte[] next() {
        byte[] block = Block.BYTES;
        if (sizeBytes <= block.length) {
            int start = places.nextInt(block.length - sizeBytes + 1);
            return Arrays.copyOfRange(block, start, start + sizeBytes);
        }
        byte[] payload = new byte[sizeBytes];
        for (int filled = 0; filled < sizeBytes; filled += block.length) {
            System.arraycopy(block, 0, payload, filled, Math.min(block.length, sizeBytes - filled));
        }
        return payload;
    }

    @Override
    public boolean isGenerated() {
        return true;
    }

    @Override
    public boolean isFresh() {
        return true;
    }

    private static final class Block {
        private static final byte[] BYTES = new byte[BLOCK_BYTES];

        static {
            new Random(0x41636B47).nextBytes(BYTES);
        }
    }
}
