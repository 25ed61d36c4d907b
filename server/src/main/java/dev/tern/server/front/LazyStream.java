package dev.tern.server.front;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A stream that is opened at the first byte, or never. Not thread-safe. */
final class LazyStream extends OutputStream {
    private final Supplier<OutputStream> opening;
    private @Nullable OutputStream opened;

    LazyStream(Supplier<OutputStream> opening) {
        this.opening = opening;
    }

    private OutputStream stream() {
        OutputStream out = opened;
        if (out == null) {
            out = opening.get();
            opened = out;
        }
        return out;
    }

    @Override
    public void write(int b) throws IOException {
        stream().write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (length > 0) {
            stream().write(bytes, offset, length);
        }
    }

    @Override
    public void flush() throws IOException {
        if (opened != null) {
            opened.flush();
        }
    }

    @Override
    public void close() throws IOException {
        if (opened != null) {
            opened.close();
        }
    }
}
