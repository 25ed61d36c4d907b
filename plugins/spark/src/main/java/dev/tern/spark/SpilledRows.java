package dev.tern.spark;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;

/** The rows of a task on the executor's disk: written first, then read once. Not thread-safe. */
final class SpilledRows implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;
    private final ObjectOutputStream out;
    private @Nullable ObjectInputStream in;
    private long count;

    /** Opens an empty file for rows, which {@link #close} deletes. */
    SpilledRows(Path file) {
        this.file = file;
        try {
            channel = FileChannel.open(file, StandardOpenOption.WRITE);
            out = new ObjectOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void add(@Nullable Object[] row) {
        try {
            @Nullable Object[] values = row.clone();
            for (int i = 0; i < values.length; i++) {
                values[i] = values[i] instanceof List<?> texts ? texts.toArray(String[]::new) : values[i];
            }
            out.writeObject(values);
            // Rows must not refer to earlier rows, which may be removed.
            out.reset();
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

    /** Returns the rows in insertion order. Called once, after the last {@link #add}. */
    Iterator<Row> iterator() {
        try {
            out.close();
            ObjectInputStream rows =
                    new ObjectInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16));
            in = rows;
            return new Iterator<>() {
                private long remaining = count;

                @Override
                public boolean hasNext() {
                    return remaining > 0;
                }

                @Override
                public Row next() {
                    if (remaining == 0) {
                        throw new NoSuchElementException();
                    }
                    try {
                        @Nullable Object[] values = (Object[]) rows.readObject();
                        remaining--;
                        return RowFactory.create(values);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    } catch (ClassNotFoundException e) {
                        throw new IllegalStateException(e);
                    }
                }
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            out.close();
            if (in != null) {
                in.close();
            }
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
