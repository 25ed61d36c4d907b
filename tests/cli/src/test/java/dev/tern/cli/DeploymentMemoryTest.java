package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.documents.LoadLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The memory limit of {@code build/release/compose.yaml} suffices for the heap, Java's other memory, all parsers that
 * may run concurrently, and {@code /tmp} in memory; all values are read from the file.
 */
final class DeploymentMemoryTest {
    private static final Path DEPLOY =
            Path.of("..", "..", "build", "release").toAbsolutePath().normalize();

    /** Classes, compiled code, stacks, and the native memory of the model in process, as measured, rounded up; in megabytes. */
    private static final long BESIDE_THE_HEAP = 256;

    private static String text(String file) throws IOException {
        return Files.readString(DEPLOY.resolve(file));
    }

    private static long number(String text, String pattern, long otherwise) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        return found.find() ? Long.parseLong(found.group(1)) : otherwise;
    }

    private static long number(String text, String pattern) {
        long found = number(text, pattern, -1);
        assertThat(found).as("%s in the file", pattern).isPositive();
        return found;
    }

    /** Returns the memory of all concurrent parsers: the heap and the other memory of each. */
    private static long parsers(String settings) throws IOException {
        String source =
                Files.readString(DEPLOY.resolve("../../documents/src/main/java/dev/tern/documents/ParserProcess.java"));
        int from = source.indexOf("OTHER_MEMORY =");
        List<Long> beside = Pattern.compile("=(\\d+)m\"")
                .matcher(source.substring(from, source.indexOf(';', from)))
                .results()
                .map((MatchResult found) -> Long.parseLong(found.group(1)))
                .toList();
        assertThat(beside).hasSize(3);
        long heap = number(
                settings, "TERN_LOAD_PARSER_MEGABYTES[=:\\s\"]*(\\d+)", LoadLimit.PARSER_MEGABYTES.defaultValue());
        long atOnce = number(settings, "TERN_LOAD_PARSERS[=:\\s\"]*(\\d+)", LoadLimit.PARSERS.defaultValue());
        return atOnce * (heap + beside.stream().mapToLong(Long::longValue).sum());
    }

    /** Returns the maximum memory of the image: the heap, direct memory and the rest. */
    private static long image(long limit) throws IOException {
        String dockerfile = text("Dockerfile");
        assertThat(dockerfile).contains("-XX:+ExitOnOutOfMemoryError");
        return limit * number(dockerfile, "MaxRAMPercentage=(\\d+)") / 100
                + number(dockerfile, "MaxDirectMemorySize=(\\d+)m")
                + BESIDE_THE_HEAP;
    }

    @Test
    void composeHoldsTheServerItsParsersAndWhatIsInTmp() throws IOException {
        String compose = text("compose.yaml");
        long limit = 1024 * number(compose, "mem_limit: (\\d+)g");
        long tmp = number(compose, "/tmp:exec,size=(\\d+)m");
        assertThat(image(limit) + parsers(compose) + tmp).isLessThanOrEqualTo(limit);
        assertThat(compose).doesNotContain("/tmp:exec\n").contains("pids_limit: ");
        assertThat(compose.split("/tmp:exec", -1)).hasSameSizeAs(compose.split("mem_limit: ", -1));
    }
}
