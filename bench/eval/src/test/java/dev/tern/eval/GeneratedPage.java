package dev.tern.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pages and drawings generated from figures; {@code -Dtern.write=true} rewrites them. */
final class GeneratedPage {
    static final Path DOCS = Path.of("../../docs").toAbsolutePath().normalize();

    private static final Pattern TABLE = Pattern.compile("<!-- table: ([a-z -]+) -->\n.*?<!-- end -->", Pattern.DOTALL);

    private GeneratedPage() {}

    /** Asserts that a page has exactly these tables, each between its marks. */
    static void assertTables(Path page, Map<String, List<String>> tables) throws IOException {
        List<String> shown = new ArrayList<>();
        Matcher matcher = TABLE.matcher(Files.readString(page));
        StringBuilder wanted = new StringBuilder();
        while (matcher.find()) {
            String name = matcher.group(1);
            shown.add(name);
            assertThat(tables).containsKey(name);
            String table = String.join("\n", tables.getOrDefault(name, List.of()));
            matcher.appendReplacement(
                    wanted, Matcher.quoteReplacement("<!-- table: " + name + " -->\n" + table + "\n<!-- end -->"));
        }
        matcher.appendTail(wanted);
        assertThat(shown).containsExactlyInAnyOrderElementsOf(tables.keySet());
        assertWritten(page, wanted.toString());
    }

    static void assertWritten(Path file, String wanted) throws IOException {
        if (Boolean.getBoolean("tern.write")) {
            Files.writeString(file, wanted);
        }
        assertThat(Files.readString(file))
                .as("%s; to bring it up to date, run its test with -Dtern.write=true", file)
                .isEqualTo(wanted);
    }
}
