package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** HTML marks in Markdown, which is parsed in process if short. */
final class MarkdownMarksTest {
    private static final Pattern MARKS = Pattern.compile("(?s)<!--.*?-->|<[^>]*>");

    @Test
    void oneScanTakesOutWhatThePatternDoes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            String html = random.ints(random.nextInt(24), 0, 7)
                    .mapToObj(n -> String.valueOf("<!--> a".charAt(n)))
                    .collect(Collectors.joining());

            assertThat(MarkdownText.withoutMarks(html))
                    .as("seed " + seed + ": " + html)
                    .isEqualTo(MARKS.matcher(html).replaceAll(" "));
        }
    }

    @Test
    @Timeout(60)
    void whatOpensAndNeverClosesIsLookedForOnce() {
        for (String piece : new String[] {"<", "<!--", "<!-- -", "<a <!--"}) {
            String html = piece.repeat((1 << 18) / piece.length());

            assertThat(MarkdownText.withoutMarks(html).equals(html)).as(piece).isTrue();
        }
    }

    /** Each takes milliseconds; rescanning the rest at every sign would take seconds. */
    @Test
    @Timeout(60)
    void noShortMarkdownTakesLong() throws UnreadableException {
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

            new MarkdownText().parse(markdown, "text/markdown", "", LoadLimits.DEFAULTS);
            new MarkdownText().parse("<div>\n" + markdown, "text/markdown", "", LoadLimits.DEFAULTS);

            assertThat(Duration.ofNanos(System.nanoTime() - start)).as(piece).isLessThan(Duration.ofSeconds(60));
        }
    }
}
