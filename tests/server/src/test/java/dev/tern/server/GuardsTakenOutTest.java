package dev.tern.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.cli.ScriptedBackend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every guard is taken out of the code once, and a test has to fail: so none of these tests passes for another reason. */
@Tag("slow")
final class GuardsTakenOutTest {
    @TempDir
    private static Path wholeFolder;

    /** The mark of an endpoint or a class without a guard of its own; the reason follows. */
    private static final String NONE = "none: ";

    /** Code that opens a file, a folder or a connection. */
    private static final Pattern OPENS = Pattern.compile(
            "Files\\.(new(InputStream|ByteChannel|DirectoryStream)|read(AllBytes|String)|walk|list|lines)"
                    + "|HttpClient");

    private static final Logger ACCESS = Logger.getLogger("dev.tern.access");

    /** The requests that are answered, as the servers log them. */
    private static final Set<String> REQUESTS = ConcurrentHashMap.newKeySet();

    private static final Handler LISTENING = new Handler() {
        @Override
        public void publish(LogRecord line) {
            // The id, the caller, the method and the path.
            REQUESTS.add(line.getMessage().split(" ", 3)[2]);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    /** Tests that passed with all guards, each with the requests that it made. */
    private static final Map<List<Object>, Set<String>> PASSING = new HashMap<>();

    /** The code with all its guards, loaded once. */
    private static WithoutGuard whole;

    @TempDir
    private Path folder;

    @BeforeAll
    static void load() {
        whole = new WithoutGuard(wholeFolder);
        ACCESS.addHandler(LISTENING);
    }

    @AfterAll
    static void stopListening() {
        ACCESS.removeHandler(LISTENING);
    }

    /**
     * A guard.
     *
     * @param file its path below {@code dev/tern}
     * @param code a part of it that occurs once there
     * @param without the replacement of that part
     * @param test the class of a test that must then fail
     * @param name the method of the test
     * @param arguments the arguments of the test
     */
    record Guard(String file, String code, String without, String test, String name, List<?> arguments) {
        @Override
        public String toString() {
            return test.substring(test.lastIndexOf('.') + 1) + "." + name + " without " + code;
        }
    }

    /** Returns the rows of a table among the resources, cell by cell. */
    static List<List<String>> table(String name) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("src/test/resources", name))) {
            return lines.filter(line -> !line.startsWith("#"))
                    .map(line -> Stream.of(line.split("\t", -1))
                            .map(cell -> cell.replace("\\n", "\n"))
                            .toList())
                    .toList();
        }
    }

    static List<Guard> guards() throws IOException {
        return table("guards.tsv").stream()
                .map(row -> new Guard(
                        row.get(0), row.get(1), row.get(2), row.get(3), row.get(4), row.subList(5, row.size())))
                .toList();
    }

    private static Map<String, String> reasons(String name) throws IOException {
        return table(name).stream().collect(Collectors.toMap(List::getFirst, List::getLast));
    }

    @Test
    void everyEndpointThatNeedsNoKeyOrIsNoGetHasAGuardOrAReason() throws Exception {
        try (Running server = Running.over(new ScriptedBackend(null), folder)) {
            assertThat(server.server().endpoints().stream()
                            .filter(endpoint -> endpoint.role() == null
                                    || !endpoint.method().equals("GET"))
                            .map(endpoint -> endpoint.method() + " " + endpoint.path()))
                    .containsExactlyInAnyOrderElementsOf(
                            reasons("guarded-endpoints.tsv").keySet());
        }
        for (Map.Entry<String, String> endpoint :
                reasons("guarded-endpoints.tsv").entrySet()) {
            String test = endpoint.getValue();
            if (!test.startsWith(NONE)) {
                assertThat(requests(test)).as(test).anyMatch(request -> isOf(request, endpoint.getKey()));
            }
        }
    }

    /** Returns the requests that the test of a row makes. */
    private static Set<String> requests(String test) throws Exception {
        Set<String> requests = new HashSet<>();
        for (Guard guard :
                guards().stream().filter(guard -> guard.name().equals(test)).toList()) {
            requests.addAll(requirePassing(guard));
        }
        return requests;
    }

    private static boolean isOf(String request, String endpoint) {
        String pattern = endpoint.replaceAll("\\{[a-z]+}", "[^/]+");
        return request.substring(0, request.lastIndexOf(' ', request.lastIndexOf(' ') - 1))
                .matches(pattern);
    }

    @Test
    void everyClassThatOpensAFileAFolderOrAConnectionHasAGuardOrAReason() throws IOException {
        Set<String> opening = new TreeSet<>();
        String modules = "documents plugins/ocr plugins/sync server server/page stores/transfer cli/settings";
        for (String module : modules.split(" ", -1)) {
            Path root = Path.of("../..", module, "src/main/java/dev/tern");
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    if (OPENS.matcher(Files.readString(file)).find()) {
                        opening.add(root.relativize(file).toString().replace(".java", ""));
                    }
                }
            }
        }
        Set<String> guarded = guards().stream().map(Guard::file).collect(Collectors.toSet());
        opening.removeAll(guarded);
        assertThat(opening).isEqualTo(reasons("unguarded-readers.tsv").keySet());
    }

    /**
     * Several guards have one test: it passes with all of them once.
     *
     * @return the requests that it made
     */
    private static Set<String> requirePassing(Guard guard) throws Exception {
        List<Object> test = List.of(guard.test(), guard.name(), guard.arguments());
        Set<String> known = PASSING.get(test);
        if (known != null) {
            return known;
        }
        REQUESTS.clear();
        assertThat(whole.run(guard.test(), guard.name(), guard.arguments().toArray()))
                .as("with the guard")
                .isNull();
        Set<String> requests = Set.copyOf(REQUESTS);
        PASSING.put(test, requests);
        return requests;
    }

    @ParameterizedTest
    @MethodSource("guards")
    void testFailsWithoutItsGuard(Guard guard) throws Exception {
        requirePassing(guard);
        WithoutGuard code = new WithoutGuard(folder);
        code.replace(guard.file(), guard.code(), guard.without());
        assertThat(code.run(guard.test(), guard.name(), guard.arguments().toArray()))
                .as("without the guard")
                .isNotNull();
    }
}
