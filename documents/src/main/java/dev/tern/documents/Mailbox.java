package dev.tern.documents;

import java.io.BufferedOutputStream;
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
 * with ">". At most one buffer of the file is in memory.
 */
final class Mailbox implements AutoCloseable {
    private static final byte[] FROM = "From ".getBytes(StandardCharsets.US_ASCII);
    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int start;
    private int filled;
    private boolean begun;
    private boolean blank = true;
    private boolean ended;

    Mailbox(InputStream file) {
        in = file;
    }

    /**
     * Writes the next message to a file.
     *
     * @param most the maximum number of bytes written; the rest of a longer message is skipped
     * @return the message's size in bytes; -1 at the end
     */
    long next(Path to, long most) throws IOException {
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
                if (length <= most) {
                    out.write(line, from, line.length - from);
                }
            }
        }
    }

    /** Returns the next line, or as much of it as the buffer holds; empty at the end. */
    private byte[] line() throws IOException {
        int end = start;
        while (end == filled || buffer[end] != '\n') {
            if (end < filled) {
                end++;
            } else if (start == 0 && filled == BUFFER) {
                break;
            } else {
                System.arraycopy(buffer, start, buffer, 0, filled - start);
                filled -= start;
                end = filled;
                start = 0;
                int count = in.read(buffer, filled, BUFFER - filled);
                if (count < 0) {
                    break;
                }
                filled += count;
            }
        }
        int next = Math.min(filled, end + 1);
        byte[] line = Arrays.copyOfRange(buffer, start, next);
        start = next;
        return line;
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
