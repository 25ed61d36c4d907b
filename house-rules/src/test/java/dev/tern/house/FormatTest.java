package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.palantir.javaformat.java.Main;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Calls palantir-java-format as its own command line does, so that test and tool cannot differ. */
final class FormatTest {
    @Test
    void everyJavaFileIsFormatted() throws Exception {
        SourceTree tree = SourceTree.ofThisBuild();
        String action = "write".equals(System.getProperty("format")) ? "--replace" : "--dry-run";
        StringWriter unformatted = new StringWriter();
        StringWriter problems = new StringWriter();

        new Main(new PrintWriter(unformatted), new PrintWriter(problems), InputStream.nullInputStream())
                .format(Stream.concat(
                                Stream.of("--palantir", action),
                                tree.files(".java").stream()
                                        .map(file -> tree.root().resolve(file).toString()))
                        .toArray(String[]::new));

        assertThat(problems.toString()).as("what the formatter could not read").isEmpty();
        assertThat(unformatted.toString().lines())
                .as("not formatted; mend with: sh bin/format.sh")
                .isEmpty();
    }
}
