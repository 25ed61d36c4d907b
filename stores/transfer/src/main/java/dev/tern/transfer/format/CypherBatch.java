package dev.tern.transfer.format;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Collection;
import java.util.stream.Collectors;

/** Gathers rows for one kind of statement, and writes it when there are enough. */
final class CypherBatch {
    private static final int ROWS = 500;
    private static final int CHARACTERS = 1 << 20;

    private final Writer to;
    private final String action;
    private final StringBuilder rows = new StringBuilder();
    private int count;
    private boolean first;

    /**
     * A batch of rows without any.
     *
     * @param action what is done for each {@code row}
     */
    CypherBatch(Writer to, String action) {
        this.to = to;
        this.action = action;
    }

    CypherBatch begin() {
        rows.append(count == 0 ? "\n  {" : ",\n  {");
        first = true;
        return this;
    }

    CypherBatch text(String name, String value) {
        return field(name, CypherText.literal(value));
    }

    CypherBatch texts(String name, Collection<String> values) {
        return field(name, values.stream().map(CypherText::literal).collect(Collectors.joining(", ", "[", "]")));
    }

    CypherBatch number(String name, int value) {
        return field(name, String.valueOf(value));
    }

    private CypherBatch field(String name, String value) {
        rows.append(first ? "" : ", ").append(name).append(": ").append(value);
        first = false;
        return this;
    }

    void end() {
        rows.append('}');
        count++;
        if (count >= ROWS || rows.length() >= CHARACTERS) {
            flush();
        }
    }

    /** Writes what is there. */
    void flush() {
        if (count == 0) {
            return;
        }
        try {
            to.append("UNWIND [")
                    .append(rows)
                    .append("\n] AS row ")
                    .append(action)
                    .append(";\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        rows.setLength(0);
        count = 0;
    }
}
