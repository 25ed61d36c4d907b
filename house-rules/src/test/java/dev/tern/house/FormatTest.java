package dev.tern.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.palantir.javaformat.java.Main;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls palantir-java-format as its own command line does, so that test and tool cannot differ. */
final class FormatTest {
    private final SourceTree tree = SourceTree.ofThisBuild();

    @Test
    void everyJavaFileIsFormatted() throws Exception {
        boolean write = "write".equals(System.getProperty("format"));
        StringWriter unformatted = new StringWriter();
        StringWriter problems = new StringWriter();
        Main formatter =
                new Main(new PrintWriter(unformatted), new PrintWriter(problems), InputStream.nullInputStream());

        formatter.format(arguments(write ? "--replace" : "--dry-run"));

        assertThat(problems.toString()).as("what the formatter could not read").isEmpty();
        assertThat(unformatted.toString().lines())
                .as("not formatted; mend with: sh bin/format.sh")
                .isEmpty();
    }

    private String[] arguments(String action) {
        List<String> arguments = new ArrayList<>(List.of("--palantir", action));
        tree.files(".java")
                .forEach(file -> arguments.add(tree.root().resolve(file).toString()));
        return arguments.toArray(String[]::new);
    }
}
