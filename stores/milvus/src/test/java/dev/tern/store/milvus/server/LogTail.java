package dev.tern.store.milvus.server;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The end of a log, for the message of a failure. */
final class LogTail {
    private static final int BYTES = 4_000;

    private LogTail() {}

    /** Returns at most the last {@value #BYTES} bytes, from the start of a line. */
    static String of(Path log) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            long start = Math.max(0, file.length() - BYTES);
            byte[] bytes = new byte[(int) (file.length() - start)];
            file.seek(start);
            file.readFully(bytes);
            String text = new String(bytes, StandardCharsets.UTF_8);
            return start == 0 ? text : text.substring(text.indexOf('\n') + 1);
        } catch (IOException e) {
            return "(" + log + " cannot be read: " + e.getMessage() + ")";
        }
    }
}
