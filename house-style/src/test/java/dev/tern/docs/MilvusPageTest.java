package dev.tern.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/milvus.md} shows sizes that are computed, and errors that there are. With {@code -Dpages=write} its tables
 * of sizes are brought up to date.
 */
class MilvusPageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path PAGE = ROOT.resolve("docs/milvus.md");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    @Test
    void sizesAreComputed() throws IOException {
        String text = Files.readString(PAGE);
        String wanted = withTable(
                withTable(text, "sizes of a million rows", MilvusSizing.vectors()),
                "sizes of graphs",
                MilvusSizing.graphs());
        if ("write".equals(System.getProperty("pages"))) {
            Files.writeString(PAGE, wanted);
        }
        assertThat(Files.readString(PAGE))
                .as("to bring it up to date: mvn verify -Dtest=MilvusPageTest -Dpages=write")
                .isEqualTo(wanted);
    }

    /** The formula by hand, for one size: 4 · 384 bytes, and 32 + 16 / ln 16 links of 4 bytes each. */
    @Test
    void theFormulaIsThatOfThePage() {
        assertThat(MilvusSizing.hnswMemory(384)).isCloseTo(1_536 + 128 + 23.1, within(0.1));
        assertThat(MilvusSizing.diskAnnMemory(384)).isCloseTo(345.6, within(0.1));
        assertThat(MilvusSizing.diskAnnDisk(384)).isEqualTo(2_048);
        assertThat(MilvusSizing.diskAnnDisk(1_024)).isEqualTo(8_192);
        assertThat(MilvusSizing.bytes(1_687_080_000)).isEqualTo("1.7 GB");
        assertThat(MilvusSizing.bytes(43_000_000)).isEqualTo("43 MB");
        assertThat(MilvusSizing.bytes(999_999_999)).isEqualTo("1 GB");
    }

    @Test
    void everyErrorOfThePageIsOneThatTernReports() throws IOException {
        String literals = literals();
        List<String> messages = table(Files.readString(PAGE), "errors")
                .lines()
                .filter(line -> line.startsWith("| `"))
                .flatMap(line -> QUOTED.matcher(line.substring(0, line.indexOf(" |", 2)))
                        .results()
                        .map(found -> found.group(1)))
                .toList();
        assertThat(messages)
                .hasSizeGreaterThan(12)
                .allSatisfy(message -> assertThat(literals).contains(message));
    }

    /** The sources that report errors of Milvus, with literals that are written in parts put together. */
    private static String literals() throws IOException {
        StringBuilder all = new StringBuilder();
        for (String folder : List.of("core/src/main", "store-milvus/src/main", "cli/src/main")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    all.append(Files.readString(file)).append('\n');
                }
            }
        }
        return all.toString().replaceAll("\"\\s*\\+\\s*\"", "");
    }

    private static String table(String text, String name) {
        Matcher table = pattern(name).matcher(text);
        assertThat(table.find()).as("the table \"%s\" of the page", name).isTrue();
        return table.group(2);
    }

    private static String withTable(String text, String name, String table) {
        return pattern(name)
                .matcher(text)
                .replaceFirst(found -> Matcher.quoteReplacement(found.group(1) + table + found.group(3)));
    }

    private static Pattern pattern(String name) {
        return Pattern.compile("(<!-- table: " + Pattern.quote(name) + " -->\n)(.*?)(<!-- end -->\n)", Pattern.DOTALL);
    }
}
