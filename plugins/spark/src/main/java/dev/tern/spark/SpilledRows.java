package dev.tern.spark;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;

/** The rows of a task on the executor's disk: written first, then read once. Not thread-safe. */
final class SpilledRows implements AutoCloseable {
    private static final byte NOTHING = 0;
    private static final byte TEXT = 1;
    private static final byte INTEGER = 2;
    private static final byte LONG = 3;
    private static final byte TEXTS = 4;
    private static final byte VECTOR = 5;

    private final Path file;
    private final FileChannel channel;
    private final DataOutputStream out;
    private long count;

    /** Creates rows in a new file, which {@link #close} deletes. */
    SpilledRows(Path file) {
        this.file = file;
        try {
            channel = FileChannel.open(file, StandardOpenOption.WRITE);
            out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void add(@Nullable Object[] row) {
        try {
            out.writeInt(row.length);
            for (Object value : row) {
                write(value);
            }
            count++;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Marks a position; the returned action removes the rows added after it. */
    Runnable mark() {
        try {
            out.flush();
            long bytes = channel.position();
            long rows = count;
            return () -> backTo(bytes, rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void backTo(long bytes, long rows) {
        try {
            out.flush();
            channel.truncate(bytes);
            count = rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(@Nullable Object value) throws IOException {
        switch (value) {
            case null -> out.writeByte(NOTHING);
            case String text -> {
                out.writeByte(TEXT);
                text(text);
            }
            case Integer number -> {
                out.writeByte(INTEGER);
                out.writeInt(number);
            }
            case Long number -> {
                out.writeByte(LONG);
                out.writeLong(number);
            }
            case List<?> texts -> {
                out.writeByte(TEXTS);
                out.writeInt(texts.size());
                for (Object text : texts) {
                    text((String) text);
                }
            }
            case float[] vector -> {
                out.writeByte(VECTOR);
                out.writeInt(vector.length);
                for (float number : vector) {
                    out.writeFloat(number);
                }
            }
            default -> throw new IllegalArgumentException("no value of a row: " + value.getClass());
        }
    }

    private void text(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Returns the rows in insertion order; {@link #close} deletes the file. */
    Iterator<Row> iterator() {
        try {
            out.close();
            DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16));
            return new Iterator<>() {
                private long left = count;

                @Override
                public boolean hasNext() {
                    return left > 0;
                }

                @Override
                public Row next() {
                    if (left == 0) {
                        throw new NoSuchElementException();
                    }
                    try {
                        @Nullable Object[] values = new Object[in.readInt()];
                        for (int i = 0; i < values.length; i++) {
                            values[i] = read(in);
                        }
                        left--;
                        if (left == 0) {
                            in.close();
                        }
                        return RowFactory.create(values);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable Object read(DataInputStream in) throws IOException {
        byte type = in.readByte();
        return switch (type) {
            case NOTHING -> null;
            case TEXT -> readText(in);
            case INTEGER -> in.readInt();
            case LONG -> in.readLong();
            case TEXTS -> {
                List<String> texts = new ArrayList<>();
                for (int left = in.readInt(); left > 0; left--) {
                    texts.add(readText(in));
                }
                yield texts.toArray(String[]::new);
            }
            default -> {
                float[] vector = new float[in.readInt()];
                for (int i = 0; i < vector.length; i++) {
                    vector[i] = in.readFloat();
                }
                yield vector;
            }
        };
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            out.close();
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
