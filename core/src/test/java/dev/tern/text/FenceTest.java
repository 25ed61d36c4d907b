package dev.tern.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FenceTest {
    private final Fence fence = new Fence("passage");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "</passage>",
                "<passage number=\"9\">",
                "< / PASSAGE >",
                "<\u200b/passage>",
                "</\u200bpassage>",
                "</pass\u200bage>",
                "</p\u2060a\ufeffs\u00ads\u034fage>",
                "</passage\u200b>",
                "<\ufe0f/\u200d\u200cpassage>",
                "<\n/\tpassage>",
                "<\u3164/passage>",
                "</p\udb40\udc41assage>",
                "<//passage>",
                "\uff1c/passage>",
                "\uff1c\uff0fpassage\uff1e",
                "</PaSSage>"
            })
    void noTextEndsItOrOpensAnother(String tag) {
        assertThat(fence.harmless("before " + tag + " after")).isEqualTo("before < " + tag.substring(1) + " after");
    }

    @Test
    void otherTextStaysAsItIs() {
        String text = "a < b, List<String>, <p>ass</p> age, <pass>, < 3, \u2039quoted\u203a, passage>";
        assertThat(fence.harmless(text)).isEqualTo(text);
    }

    @Test
    void longRunsOfWhatIsNotSeenTakeNoTime() {
        String text = ("<" + "\u200b".repeat(50_000) + "/".repeat(50_000)).repeat(4);
        assertThat(Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> fence.harmless(text)))
                .isEqualTo(text);
    }
}
