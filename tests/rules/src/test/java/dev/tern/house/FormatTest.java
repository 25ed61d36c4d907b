package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.palantir.javaformat.java.Main;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Calls palantir-java-format as its own command line does, so that test and tool cannot differ. */
final class FormatTest {
    private static final int MAX_LINE_LENGTH = 120;

    private final SourceTree tree = SourceTree.ofThisBuild();
    private final StringWriter problems = new StringWriter();

    @Test
    void javaFilesAreFormatted() throws Exception {
        List<String> files = tree.checked(".java").stream()
                .map(file -> tree.root().resolve(file).toString())
                .toList();

        List<String> unformatted = "write".equals(System.getProperty("format"))
                ? called(files, "--replace")
                : called(notSurelyFormatted(files), "--dry-run");

        assertThat(problems.toString()).as("what the formatter could not read").isEmpty();
        assertThat(unformatted)
                .as("not formatted; mend with: sh build/tools/format.sh")
                .isEmpty();
    }

    /**
     * Returns the files that need all passes of the formatter. For every file with a long line,
     * even of a comment, it reflows strings in a second pass, which is needless if there are none.
     */
    private List<String> notSurelyFormatted(List<String> files) throws Exception {
        List<String> left = new ArrayList<>();
        List<String> withoutLongStrings = new ArrayList<>();
        for (String file : files) {
            (mayBeReflowed(tree.text(Path.of(file))) ? left : withoutLongStrings).add(file);
        }
        left.addAll(called(withoutLongStrings, "--dry-run", "--skip-reflowing-long-strings"));
        return left;
    }

    /** Returns true for text blocks or a string at the end of a long line. */
    private static boolean mayBeReflowed(String text) {
        return text.contains("\"\"\"")
                || text.indexOf('\t') >= 0
                || text.lines().anyMatch(line -> line.length() > MAX_LINE_LENGTH && line.indexOf('"') >= 0);
    }

    /** Calls the formatter, and returns the files that it changes or would change. */
    private List<String> called(List<String> files, String... options) throws Exception {
        if (files.isEmpty()) {
            return List.of();
        }
        StringWriter named = new StringWriter();
        new Main(new PrintWriter(named), new PrintWriter(problems), InputStream.nullInputStream())
                .format(Stream.of(Stream.of("--palantir"), Stream.of(options), files.stream())
                        .flatMap(words -> words)
                        .toArray(String[]::new));
        return named.toString().lines().toList();
    }
}
