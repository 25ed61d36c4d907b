package dev.tern.transfer.checksum;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** A sum of hashes modulo 2^128, independent of their order. */
final class RowSum {
    private long rows;
    private long high;
    private long low;

    /** Adds the first 128 bits of a hash. */
    void add(RowHash hash) {
        ByteBuffer bytes = ByteBuffer.wrap(hash.digest());
        add(1, bytes.getLong(), bytes.getLong());
    }

    void add(long addedRows, String sum) {
        int half = sum.length() / 2;
        add(addedRows, Long.parseUnsignedLong(sum, 0, half, 16), Long.parseUnsignedLong(sum, half, sum.length(), 16));
    }

    private void add(long addedRows, long addedHigh, long addedLow) {
        rows += addedRows;
        low += addedLow;
        long carry = Long.compareUnsigned(low, addedLow) < 0 ? 1 : 0;
        high += addedHigh + carry;
    }

    long rows() {
        return rows;
    }

    /** Returns the sum of all hashes, 32 hexadecimal digits. */
    String sum() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
}
