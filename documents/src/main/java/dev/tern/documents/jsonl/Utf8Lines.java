package dev.tern.documents.jsonl;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the lines of a UTF-8 file one at a time; an undecodable or oversized line is a problem. */
final class Utf8Lines implements AutoCloseable {
    /** The maximum size of a line, in bytes. */
    static final int MAX_LINE_BYTES = 16 << 20;

    private final InputStream in;
    private long number;
    private boolean unreadable;

    Utf8Lines(Path file) throws IOException {
        this.in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    }

    /**
     * A line with its number.
     *
     * @param number its number in the file, from 1
     * @param text its content; empty if there is a problem
     * @param problem the reason why it cannot be read
     */
    record NumberedLine(long number, String text, Optional<String> problem) {}

    /** Returns the next line; empty at the end of the file. */
    Optional<NumberedLine> next() throws IOException {
        if (unreadable) {
            return Optional.empty();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        long length = 0;
        int next = in.read();
        if (next < 0) {
            return Optional.empty();
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            if (length++ < MAX_LINE_BYTES) {
                bytes.write(next);
            }
        }
        number++;
        if (number == 1 && startsLikeUtf16(bytes.toByteArray())) {
            // All further lines would have the same problem.
            unreadable = true;
            return Optional.of(problem("the file is UTF-16 text; convert it to UTF-8 first"));
        }
        if (length > MAX_LINE_BYTES) {
            return Optional.of(problem("the line has " + length + " bytes; the limit is " + MAX_LINE_BYTES));
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
            boolean byteOrderMark = number == 1 && text.startsWith("\uFEFF");
            return Optional.of(new NumberedLine(number, byteOrderMark ? text.substring(1) : text, Optional.empty()));
        } catch (CharacterCodingException e) {
            return Optional.of(problem("the line is not UTF-8 text; convert the file to UTF-8 first"));
        }
    }

    private static boolean startsLikeUtf16(byte[] line) {
        int mark = line.length < 2 ? 0 : ((line[0] & 0xff) << 8) | (line[1] & 0xff);
        return mark == 0xfffe || mark == 0xfeff;
    }

    private NumberedLine problem(String message) {
        return new NumberedLine(number, "", Optional.of(message));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
