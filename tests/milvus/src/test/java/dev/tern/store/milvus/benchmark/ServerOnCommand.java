package dev.tern.store.milvus.benchmark;

import dev.tern.store.milvus.server.MilvusServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A Milvus server for a benchmark of another module. It prints the server's address, then executes the lines {@code
 * kill} and {@code start}, and confirms each; the server ends with standard input.
 */
final class ServerOnCommand {
    private ServerOnCommand() {}

    static void run(String kind) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (MilvusServer server = kind.equals("lite") ? MilvusServer.lite() : MilvusServer.standalone()) {
            System.out.println(server.uri());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                switch (line) {
                    case "kill" -> server.kill();
                    case "start" -> server.restart();
                    default -> throw new IllegalArgumentException(line);
                }
                System.out.println(line);
            }
        }
    }
}
