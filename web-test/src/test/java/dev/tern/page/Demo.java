package dev.tern.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A server with the demo's passages that no test changes, and the model that it asks. */
final class Demo implements AutoCloseable {
    private final Path folder;
    private final ModelWire model = new ModelWire();
    private final Serving server;

    Demo() {
        try {
            folder = Files.createTempDirectory("tern-page-");
            server = new Serving(folder, model).withTheDemo();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ModelWire model() {
        return model;
    }

    Serving server() {
        return server;
    }

    @Override
    public void close() throws IOException {
        server.close();
        model.close();
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }
}
