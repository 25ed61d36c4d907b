package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.cli.command.CommandProvider;
import dev.tern.server.api.EndpointProvider;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tern without the jars of its plug-ins: their commands and endpoints are missing, and all else is as ever. */
@Tag("slow")
final class WithoutPluginsTest {
    private static final Pattern COMMAND = Pattern.compile("(?m)^  ([a-z]+) ");

    private static final Pattern PATH = Pattern.compile("(?m)^  (/[^:]*):$");

    private static final List<String> JAVA = List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp");

    @TempDir
    private Path folder;

    /** The class path of the tests without plug-ins, and without the jar of the command line, which leads to all libraries. */
    private final String withoutPlugins = Stream.of(
                    System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(entry -> entry.replaceFirst("tern\\.jar$", "classes"))
            .filter(entry -> !isPlugin(entry))
            .collect(Collectors.joining(File.pathSeparator));

    private static boolean isPlugin(String entry) {
        try (URLClassLoader alone =
                new URLClassLoader(new URL[] {Path.of(entry).toUri().toURL()}, null)) {
            return Stream.of(CommandProvider.class, EndpointProvider.class)
                    .anyMatch(service -> alone.getResource("META-INF/services/" + service.getName()) != null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String run(String classPath, String... words) throws Exception {
        return run(0, classPath, words);
    }

    private String run(int status, String classPath, String... words) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(Stream.of(
                        JAVA.stream(),
                        Stream.of(classPath, "--add-modules=jdk.incubator.vector", "dev.tern.cli.Main"),
                        Stream.of(words))
                .flatMap(part -> part)
                .toList());
        builder.directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("HOME", folder.toString());
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isEqualTo(status);
        return out;
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(one -> one.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void commandsOfPluginsAreMissingAndAllOthersWork() throws Exception {
        Set<String> all = found(COMMAND, run(System.getProperty("java.class.path"), "--help"));

        Set<String> left = found(COMMAND, run(withoutPlugins, "--help"));

        assertThat(all).contains("ask", "eval", "profile", "themes").containsAll(left);
        assertThat(left).contains("add", "ask", "serve").doesNotContain("eval", "profile", "themes");
        Files.writeString(folder.resolve("euler.txt"), "Johann Bernoulli taught Leonhard Euler.");
        run(withoutPlugins, "add", "euler.txt", "--chat-provider", "none");
        assertThat(run(withoutPlugins, "ask", "Who taught Euler?")).contains("Johann Bernoulli");
        assertThat(run(1, withoutPlugins, "ask", "--mode", "overview", "What is it about?"))
                .contains("there is no overview mode: what finds themes is missing, add dev.tern:tern-themes");
    }

    @Test
    void endpointsOfPluginsAreMissingAndNotDescribed() throws Exception {
        Set<String> all =
                found(PATH, Files.readString(Path.of("../../server/src/main/resources/dev/tern/server/openapi.yaml")));
        ServedProcess server = ServedProcess.start(
                Stream.concat(JAVA.stream(), Stream.of(withoutPlugins)).toList(), folder, "256m", Map.of());
        try (HttpClient client = HttpClient.newHttpClient()) {
            Set<String> left = found(
                    PATH,
                    client.send(
                                    HttpRequest.newBuilder(URI.create(server.address("/api/v1/openapi.yaml")))
                                            .build(),
                                    BodyHandlers.ofString())
                            .body());

            String profile = "/api/v1/graphs/{graph}/profile";
            assertThat(all).contains(profile).containsAll(left);
            assertThat(left).contains("/api/v1/graphs/{graph}/ask").doesNotContain(profile);
            HttpRequest asked = HttpRequest.newBuilder(URI.create(server.address("/api/v1/graphs/any/profile")))
                    .build();
            assertThat(client.send(asked, BodyHandlers.ofString()).body())
                    .contains("there is nothing at this path; /api/v1/openapi.yaml lists what there is");
        } finally {
            server.process().destroy();
        }
    }
}
