package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.cli.command.CommandProvider;
import dev.tern.documents.OcrEngine;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tern without the jars of its plug-ins: their commands and endpoints are missing, and all else is as ever. */
@Tag("slow")
final class WithoutPluginsTest {
    private static final String COMMAND = "(?m)^  ([a-z]+) ";
    private static final String PATH = "(?m)^  (/[^:]*):$";
    private static final Set<String> OF_PLUGINS = Set.of(
            "/api/v1/graphs/{graph}/alias-doubts",
            "/api/v1/graphs/{graph}/alias-suggestions",
            "/api/v1/graphs/{graph}/edits",
            "/api/v1/graphs/{graph}/edits/{edit}",
            "/api/v1/graphs/{graph}/profile",
            "/api/v1/graphs/{graph}/original",
            "/api/v1/graphs/{graph}/sources",
            "/api/v1/graphs/{graph}/sources/sync",
            "/api/v1/graphs/{graph}/themes",
            "/v1/models",
            "/v1/chat/completions",
            "/v1/responses",
            "/v1/embeddings");
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
            return Stream.of(CommandProvider.class, EndpointProvider.class, OcrEngine.class)
                    .anyMatch(service -> alone.getResource("META-INF/services/" + service.getName()) != null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String run(int status, String classPath, String... words) throws Exception {
        List<String> command = new ArrayList<>(JAVA);
        command.addAll(List.of(classPath, "--add-modules=jdk.incubator.vector", "dev.tern.cli.Main"));
        command.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("HOME", folder.toString());
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isEqualTo(status);
        return out;
    }

    private static Set<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(one -> one.group(1))
                .collect(Collectors.toSet());
    }

    private static String get(ServedProcess server, String path) throws Exception {
        HttpRequest asked =
                HttpRequest.newBuilder(URI.create(server.address(path))).build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(asked, BodyHandlers.ofString()).body();
        }
    }

    @Test
    void commandsOfPluginsAreMissingAndAllOthersWork() throws Exception {
        Set<String> all = found(COMMAND, run(0, System.getProperty("java.class.path"), "--help"));
        Set<String> left = found(COMMAND, run(0, withoutPlugins, "--help"));
        assertThat(all)
                .contains("ask", "edit", "eval", "profile", "sync", "themes")
                .containsAll(left);
        assertThat(left).contains("add", "ask", "serve").doesNotContain("edit", "eval", "profile", "sync", "themes");
        Files.writeString(folder.resolve("euler.txt"), "Johann Bernoulli taught Leonhard Euler.");
        run(0, withoutPlugins, "add", "euler.txt", "--chat-provider", "none");
        assertThat(run(0, withoutPlugins, "ask", "Who taught Euler?")).contains("Johann Bernoulli");
        assertThat(run(1, withoutPlugins, "ask", "--mode", "overview", "What is it about?"))
                .contains("overview mode needs dev.tern:tern-themes, which is not on the class path");
    }

    /** Edits that were made with the plug-in. */
    @Test
    void editsHoldAndGoWithTheirDocuments() throws Exception {
        String all = System.getProperty("java.class.path");
        Files.writeString(folder.resolve("euler.txt"), "Johann Bernoulli taught Leonhard Euler.");
        Files.writeString(folder.resolve("basel.txt"), "Johann Bernoulli lived in Basel.");
        run(0, all, "add", "euler.txt", "--chat-provider", "none");
        run(0, all, "edit", "rename", "Johann Bernoulli", "John");
        run(0, all, "edit", "rename", "Leonhard Euler", "Leo");
        run(0, withoutPlugins, "add", "basel.txt", "--chat-provider", "none");
        assertThat(run(0, withoutPlugins, "export", "--output", "-")).contains("John", "Leo");
        run(0, withoutPlugins, "verify");
        run(0, withoutPlugins, "remove", "euler.txt");
        assertThat(run(0, all, "edit", "--all")).contains("1 edit", "John").doesNotContain("Leo");
    }

    @Test
    void staticArchiveAddsAndAnswers() throws Exception {
        Path app = Path.of("../../cli/target").toRealPath();
        Pattern leftOut =
                Pattern.compile(String.join("|", Files.readAllLines(Path.of("../../build/release/static.txt"))));
        String classPath;
        try (Stream<Path> libraries = Files.list(app.resolve("lib"))) {
            classPath = Stream.concat(Stream.of(app.resolve("classes")), libraries)
                    .filter(jar -> !leftOut.matcher(jar.getFileName().toString().replaceFirst("-[0-9].*", ""))
                            .matches())
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        }
        Files.writeString(folder.resolve("euler.txt"), "Johann Bernoulli taught Leonhard Euler.");
        assertThat(run(0, classPath, "add", "euler.txt")).contains("embedding by static");
        assertThat(run(0, classPath, "ask", "Who taught Euler?")).contains("Johann Bernoulli");
        assertThat(run(1, classPath, "add", "euler.txt", "--graph", "b", "--embedding-model", "all-MiniLM-L6-v2"))
                .contains("the embedding model all-MiniLM-L6-v2-q is not among the libraries: add")
                .contains("or choose the model static");
        assertThat(run(2, classPath, "documents", "--store", "http://localhost:19530"))
                .contains("dev.tern:tern-store-milvus http:, https: and milvus:");
        run(0, classPath, "rehearsal", "--natives", folder.resolve("natives").toString());
    }

    @Test
    void pictureIsNotReadAndItIsSaidWhatIsMissing() throws Exception {
        Files.write(folder.resolve("page.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13});
        assertThat(run(1, withoutPlugins, "add", "page.png", "--chat-provider", "none"))
                .contains("is a picture, and text in pictures is read only if load.ocrModels names");
        Files.writeString(folder.resolve("tern.yaml"), "load:\n  ocrLanguages: rus\n");
        assertThat(run(1, withoutPlugins, "add", "page.png", "--chat-provider", "none"))
                .contains("is a picture, and text in pictures is not read: dev.tern:tern-ocr is not on the class path");
    }

    @Test
    void endpointsOfPluginsAreMissingAndNotDescribed() throws Exception {
        Set<String> all =
                found(PATH, Files.readString(Path.of("../../server/src/main/resources/dev/tern/server/openapi.yaml")));
        ServedProcess server = ServedProcess.start(
                Stream.concat(JAVA.stream(), Stream.of(withoutPlugins)).toList(), folder, "256m", Map.of());
        try {
            Set<String> left = found(PATH, get(server, "/api/v1/openapi.yaml"));
            assertThat(all).containsAll(OF_PLUGINS).containsAll(left);
            assertThat(left).contains("/api/v1/graphs/{graph}/ask").doesNotContainAnyElementsOf(OF_PLUGINS);
            for (String path : OF_PLUGINS) {
                assertThat(get(server, path.replaceAll("\\{[a-z]+}", "any")))
                        .contains("\"detail\":\"nothing found at this path; /api/v1/openapi.yaml lists all paths\"");
            }
        } finally {
            server.process().destroy();
        }
    }
}
