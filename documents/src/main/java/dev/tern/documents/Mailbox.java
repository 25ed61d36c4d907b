package dev.tern.documents;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The messages of an mbox file, one after the other: each begins behind a line that begins with "From ", the
 * first of the file or behind a blank one, and a line of a message that
 * would begin so, or with such behind marks of quotes, has one more mark. Never more of the file is in memory than a line's beginning.
 */
final class Mailbox implements AutoCloseable {
    private static final byte[] FROM = "From ".getBytes(StandardCharsets.US_ASCII);
    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private boolean begun;
    private boolean blank = true;
    private boolean ended;

    Mailbox(InputStream file) {
        in = new BufferedInputStream(file, BUFFER);
    }

    /**
     * Writes the next message to a file.
     *
     * @param most how many bytes are written; the rest of a longer message is passed over
     * @return how many bytes the message has; -1 if there is none
     */
    long next(Path to, long most) throws IOException {
        if (ended) {
            return -1;
        }
        long length = 0;
        boolean any = false;
        try (OutputStream out = Files.newOutputStream(to)) {
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

    /** The rest of a line that is longer than a buffer comes as lines of their own, which begin with no separator. */
    private byte[] line() throws IOException {
        byte[] line = new byte[256];
        int length = 0;
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (length == line.length) {
                line = Arrays.copyOf(line, 2 * length);
            }
            line[length++] = (byte) b;
            if (b == '\n' || length == BUFFER) {
                break;
            }
        }
        return Arrays.copyOf(line, length);
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
