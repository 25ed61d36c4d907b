package dev.tern.transfer.scan;

import java.nio.ByteBuffer;

/** A sum of hashes modulo 2^128: the same in whatever order they come. */
final class RowSum {
    private long rows;
    private long high;
    private long low;

    /** Adds the first 128 bits of what was hashed. */
    void add(RowHash hash) {
        ByteBuffer bytes = ByteBuffer.wrap(hash.digest());
        long addedHigh = bytes.getLong();
        long addedLow = bytes.getLong();
        rows++;
        low += addedLow;
        long carry = Long.compareUnsigned(low, addedLow) < 0 ? 1 : 0;
        high += addedHigh + carry;
    }

    long rows() {
        return rows;
    }

    /** The sum of all hashes, 32 hexadecimal digits. */
    String sum() {
        return String.format("%016x%016x", high, low);
    }
}
