package dev.tern.cli;

import dev.tern.app.Backend;
import dev.tern.app.config.Configuration;
import dev.tern.app.config.ConfigurationReader;
import dev.tern.app.config.Setting;
import dev.tern.app.config.SettingValue;
import dev.tern.app.config.ValueOrigin;
import dev.tern.cli.ask.DemoCommand;
import dev.tern.cli.serve.ServerConfiguration;
import dev.tern.error.TernException;
import dev.tern.server.TernServer;
import dev.tern.server.graphs.Graphs;
import dev.tern.text.Redaction;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Sends a few requests to a server, to load the classes for the archive of later starts. */
final class ServeRehearsal {
    private static final String QUESTION = "{\"question\": \"" + DemoCommand.QUESTION.replace("\"", "") + "\"}";

    private ServeRehearsal() {}

    static void run(Backend backend, Path store, Path directory) {
        ValueOrigin here = new ValueOrigin(ValueOrigin.Kind.OPTION, "the rehearsal");
        List<SettingValue> flags = List.of(
                new SettingValue(Setting.STORE, store.toString(), here),
                new SettingValue(Setting.SERVER_PORT, "0", here),
                new SettingValue(
                        Setting.CACHE_DIRECTORY, directory.resolve("server").toString(), here));
        Configuration configuration = new ConfigurationReader(Map.of(), directory).read(flags);
        ServerConfiguration choice = new ServerConfiguration(configuration, directory, new Redaction());
        try (Graphs graphs = choice.graphs(backend, false);
                TernServer server = TernServer.start(choice.settings(), graphs, "rehearsal")) {
            request(server.address() + "/health/ready", "");
            request(server.address() + "/api/v1/graphs/default", "");
            request(server.address() + "/api/v1/graphs/default/ask", QUESTION);
        } catch (IOException e) {
            throw TernException.store("the rehearsal of the server does not reach it: " + e.getMessage(), e);
        }
    }

    private static void request(String address, String body) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(address).toURL().openConnection();
        if (!body.isEmpty()) {
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json");
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body.getBytes(StandardCharsets.UTF_8));
            }
        }
        try (InputStream in = connection.getInputStream()) {
            in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
