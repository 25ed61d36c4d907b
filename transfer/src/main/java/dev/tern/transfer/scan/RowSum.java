package dev.tern.transfer.scan;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** A sum of hashes modulo 2^128: the same in whatever order they come. */
final class RowSum {
    private long rows;
    private long high;
    private long low;

    /** Adds the first 128 bits of what was hashed. */
    void add(RowHash hash) {
        ByteBuffer bytes = ByteBuffer.wrap(hash.digest());
        add(1, bytes.getLong(), bytes.getLong());
    }

    /** Adds what was added up elsewhere. */
    void add(GraphChecksum.Rows others) {
        String digits = others.sum();
        int half = digits.length() / 2;
        add(
                others.rows(),
                Long.parseUnsignedLong(digits, 0, half, 16),
                Long.parseUnsignedLong(digits, half, digits.length(), 16));
    }

    private void add(long addedRows, long addedHigh, long addedLow) {
        rows += addedRows;
        low += addedLow;
        long carry = Long.compareUnsigned(low, addedLow) < 0 ? 1 : 0;
        high += addedHigh + carry;
    }

    /** What was added so far. */
    GraphChecksum.Rows rows() {
        HexFormat hex = HexFormat.of();
        return new GraphChecksum.Rows(rows, hex.toHexDigits(high) + hex.toHexDigits(low));
    }
}
