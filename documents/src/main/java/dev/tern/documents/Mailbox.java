package dev.tern.documents;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Splits an mbox file into messages. A message begins after a line that starts with "From ", at the
 * start of the file or after a blank line. Lines of messages that would start like this are escaped
 * with ">". At most one buffer and line of the file are in memory.
 */
final class Mailbox implements AutoCloseable {
    private static final byte[] FROM = "From ".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_LINE = 1 << 16;

    private final InputStream in;
    private boolean begun;
    private boolean blank = true;
    private boolean ended;

    Mailbox(InputStream file) {
        in = new BufferedInputStream(file, MAX_LINE);
    }

    /**
     * Writes the next message to a file.
     *
     * @param max the maximum number of bytes written; the rest of a longer message is skipped
     * @return the message's size in bytes; -1 at the end
     */
    long next(Path to, long max) throws IOException {
        if (ended) {
            return -1;
        }
        long length = 0;
        boolean any = false;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to))) {
            while (true) {
                byte[] line = line();
                if (line.length == 0) {
                    ended = true;
                    return any ? length : -1;
                }
                if (blank && startsWith(line, 0)) {
                    blank = false;
                    skipLine(line);
                    if (begun && any) {
                        return length;
                    }
                    begun = true;
                    continue;
                }
                any = true;
                blank = line[0] == '\n' || line[0] == '\r';
                int from = isMarked(line) ? 1 : 0;
                length += line.length - from;
                if (length <= max) {
                    out.write(line, from, line.length - from);
                }
            }
        }
    }

    /** Returns the next line, or as much of it as fits into the limit; empty at the end. */
    private byte[] line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(100);
        int next = 0;
        while (next != '\n' && line.size() < MAX_LINE) {
            next = in.read();
            if (next < 0) {
                break;
            }
            line.write(next);
        }
        return line.toByteArray();
    }

    private void skipLine(byte[] line) throws IOException {
        byte[] read = line;
        while (read.length > 0 && read[read.length - 1] != '\n') {
            read = line();
        }
    }

    private static boolean startsWith(byte[] line, int at) {
        return line.length >= at + FROM.length && Arrays.equals(line, at, at + FROM.length, FROM, 0, FROM.length);
    }

    private static boolean isMarked(byte[] line) {
        int marks = 0;
        while (marks < line.length && line[marks] == '>') {
            marks++;
        }
        return marks > 0 && startsWith(line, marks);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
