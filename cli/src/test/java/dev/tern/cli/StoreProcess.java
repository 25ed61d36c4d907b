package dev.tern.cli;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A Milvus server that can be killed and restarted, started by the tests of its store. */
record StoreProcess(Process process, BufferedReader out, BufferedWriter in, String address) implements AutoCloseable {
    /** Starts a server: {@code lite} or {@code standalone}. */
    static StoreProcess start(String kind) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dbasedir="
                                + Path.of("..", "stores/milvus")
                                        .toAbsolutePath()
                                        .normalize(),
                        "-cp",
                        System.getProperty("milvus"),
                        "dev.tern.store.milvus.benchmark.Benchmarks",
                        "server",
                        kind)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String address = out.readLine();
        if (address == null || !address.startsWith("http")) {
            throw new IOException("Milvus does not start: " + address);
        }
        return new StoreProcess(process, out, process.outputWriter(StandardCharsets.UTF_8), address);
    }

    /** Sends {@code kill} or {@code start}, and waits until the server has done it. */
    void tell(String what) throws IOException {
        in.write(what + "\n");
        in.flush();
        if (!what.equals(out.readLine())) {
            throw new IOException("Milvus does not do what it is told: " + what);
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
