package dev.tern.transfer.format;

import java.util.Optional;

/** Reads string literals of Cypher as its manual has them: escapes inside, and literals joined by a plus. */
final class CypherReader {
    private final String line;
    private int at;

    private CypherReader(String line, int at) {
        this.line = line;
        this.at = at;
    }

    /** The value of a field of a row. */
    static Optional<String> field(String row, String name) {
        CypherReader reader = new CypherReader(row, row.indexOf('{') + 1);
        while (reader.at < row.length()) {
            int colon = row.indexOf(": ", reader.at);
            if (colon < 0 || row.charAt(reader.at) == '}') {
                return Optional.empty();
            }
            String found = row.substring(reader.at, colon);
            reader.at = colon + 2;
            String value = reader.value();
            if (found.equals(name)) {
                return Optional.of(value);
            }
            reader.at += 2;
        }
        return Optional.empty();
    }

    private String value() {
        if (line.charAt(at) == '[') {
            at = line.indexOf(']', at) + 1;
            return "";
        }
        if (line.charAt(at) != '\'') {
            int start = at;
            while (Character.isDigit(line.charAt(at))) {
                at++;
            }
            return line.substring(start, at);
        }
        String value = literal();
        while (line.startsWith(" + '", at)) {
            at += 3;
            value += literal();
        }
        return value;
    }

    private String literal() {
        StringBuilder value = new StringBuilder();
        at++;
        while (line.charAt(at) != '\'') {
            char c = line.charAt(at++);
            if (c != '\\') {
                value.append(c);
                continue;
            }
            char escape = line.charAt(at++);
            switch (escape) {
                case 'n' -> value.append('\n');
                case 'r' -> value.append('\r');
                case 't' -> value.append('\t');
                case '\\', '\'', '"' -> value.append(escape);
                case 'u' -> {
                    value.append((char) Integer.parseInt(line.substring(at, at + 4), 16));
                    at += 4;
                }
                default -> throw new AssertionError("no escape of Cypher: \\" + escape);
            }
        }
        at++;
        return value.toString();
    }
}
