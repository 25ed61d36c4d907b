package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HTML marks in Markdown, which is parsed in process if short. */
final class MarkdownMarksTest {
    private static String text(String markdown) throws UnreadableException {
        return new MarkdownText()
                .parse(markdown, "text/markdown", "", LoadLimits.DEFAULTS)
                .text();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        List<String> is <kbd>typed</kbd>           | List is typed
        The <script> tag and <select> stay         | The  tag and  stay
        Not <s>400 <del>closed                     | Not 400 closed
        A <del>400</del> 350<sup>1</sup>           | A 350
        <img src=a.png alt='A ship'> in<br>Riga    | A ship in RIGA
        ![A ship](a.png) [lies](b) at *anchor*     | A ship lies at anchor
        """)
    void marksWithinALineReachNoFurther(String markdown, String text) throws UnreadableException {
        assertThat(text(markdown + "\n\nEnd.").replaceAll("\\s+", " "))
                .isEqualTo(text.replace("RIGA", "Riga").replaceAll("\\s+", " ") + " End.");
    }

    @Test
    void blocksOfHtmlAreReadAsAPageIs() throws UnreadableException {
        assertThat(text("<h1 align=center>Ships</h1>\n\n<table><tr><th>ship<th>port<tr><td>Alma<td>Riga</table>\n\n"
                        + "<p hidden>Obey.</p>\n\n<div>\n<p>Bo\n\n*Lind*\n\n</div>\n\n<!-- no -->\nEnd."))
                .isEqualTo("Ships\n\nship: Alma; port: Riga.\n\nBo\n\nLind\n\nEnd.");
    }

    /** Each takes milliseconds; rescanning the rest at every sign would take seconds. */
    @Test
    @Timeout(60)
    void noShortMarkdownTakesLong() {
        for (String piece : new String[] {
            "<",
            "<!--",
            "<a ",
            "<div>\n<",
            "`",
            "`a``",
            "[",
            "![",
            "[](",
            "[a](<b",
            "*a _b ",
            "**a ",
            "&",
            "\\",
            "| ",
            "|a|\n",
            "> ",
            "- ",
            "1. ",
            "#",
            "~~~\n",
            "<!-- -",
            "[a]: <",
            "]: "
        }) {
            String markdown = piece.repeat(DocumentReader.LARGE_MARKDOWN / piece.length());
            long start = System.nanoTime();

            for (String whole : List.of(markdown, "<div>\n" + markdown)) {
                try {
                    text(whole);
                } catch (UnreadableException e) {
                    assertThat(e.reason()).isEqualTo("has more than 500 nested elements; the limit is 500");
                }
            }

            assertThat(Duration.ofNanos(System.nanoTime() - start)).as(piece).isLessThan(Duration.ofSeconds(60));
        }
    }
}
