package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Invisible characters, wrapped lines, and superscripts. */
@Tag("slow")
final class CharactersTest {
    @TempDir
    private Path folder;

    @Test
    @Timeout(60)
    void textsOfOneLongWordOrRowTakeNoLongerThanOthers() throws IOException {
        for (String piece : List.of("a", "a-", "-", " ", "\u00ad", "a\n", "- a\n", "1. a\n", "a.\n")) {
            String text = "x" + piece.repeat(1_000_000 / piece.length());

            assertThat(Loading.read(folder, "a.txt", text).text()).as(piece).startsWith("x");
        }
        assertThat(Loading.read(folder, "a.csv", "1,2" + ",".repeat(16_000) + "3\n4,5\n")
                        .text())
                .startsWith("1 | 2 | ");
        assertThat(Loading.read(folder, "a.md", "1. a\n".repeat(100_000)).text())
                .endsWith("100000. a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        10 | 6 | 10^6
        about 2 | 10 | about 2^10
        10 | -3 | 10^-3
        10 | n | 10^n
        1890 | 3 | 1890
        4.25 | 3 | 4.25
        built | 3 | built
        Lund. | [12] | Lund.
        40 km | 2 | 40 km^2
        5 m | 3 | 5 m^3
        x | 2 | x^2
        1 | st | 1st
        XIX | e | XIXe
        2 | e | 2e
        Lund | * | Lund
        """)
    void raisedTextIsAnExponentOrTheMarkOfANote(String before, String raised, String text) {
        assertThat(before + Superscripts.text(before, raised)).isEqualTo(text);
    }

    @Test
    void equationsOfAnyDepthAreText() {
        for (int depth : List.of(50, 100_000)) {
            String math = "<math>" + "<msqrt>".repeat(depth) + "<mi>x</mi>" + "</msqrt>".repeat(depth) + "</math>";

            assertThat(Equation.text(Jsoup.parse(math, Parser.xmlParser())))
                    .endsWith(depth == 50 ? "\u221a(\u221ax)" + ")".repeat(48) : "x");
        }
    }
}
