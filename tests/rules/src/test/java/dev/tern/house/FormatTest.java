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
    private static final int LONGEST_LINE = 120;

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
     * The files that have to be looked at with all that the formatter does. For every file with a long line, of a comment too, it does its work
     * a second time, to reflow strings. Where there is none to reflow and the first time changes nothing, neither does the second.
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

    /** Whether there are strings that the formatter would reflow: text blocks, or a string that ends in too long a line. */
    private static boolean mayBeReflowed(String text) {
        return text.contains("\"\"\"")
                || text.indexOf('\t') >= 0
                || text.lines().anyMatch(line -> line.length() > LONGEST_LINE && line.indexOf('"') >= 0);
    }

    /** Calls the formatter, and gives the files that it changes or would. */
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
