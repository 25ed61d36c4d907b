package dev.tern.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that {@code docs/milvus.md} lists the settings of Milvus with their defaults. */
final class MilvusSettingsPageTest {
    private static final Path PAGE = Path.of("../../docs", "milvus.md");

    @Test
    void everySettingOfMilvusStandsInThePageAsItIs() throws IOException {
        String page = Files.readString(PAGE);
        int start = page.indexOf("<!-- table: settings -->\n");
        assertThat(start).isPositive();
        List<String> rows = page.substring(start, page.indexOf("<!-- end -->", start))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .toList();
        List<String> wanted = Arrays.stream(Setting.values())
                .filter(setting -> setting.key().startsWith("milvus.")
                        || setting == Setting.STORE
                        || setting == Setting.GRAPH
                        || setting == Setting.CONSISTENCY)
                .map(MilvusSettingsPageTest::row)
                .toList();
        assertThat(rows).hasSameSizeAs(wanted);
        for (int i = 0; i < wanted.size(); i++) {
            assertThat(rows.get(i)).startsWith(wanted.get(i)).matches(".*\\| [^|]{10,} \\|");
        }
    }

    /** Returns the row without its last cell, the description. */
    private static String row(Setting setting) {
        return "| `" + setting.key() + "` | `" + setting.variable() + "` | "
                + setting.kind().expected() + " | "
                + setting.defaultText().map(text -> "`" + text + "`").orElse("") + " | ";
    }
}
