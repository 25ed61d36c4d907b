package dev.tern.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RedactionTest {
    private static final String SECRET = "canary+/?ü 0123456789";

    private final Redaction redaction = new Redaction();

    @ParameterizedTest
    @ValueSource(strings = {"", "u", "us", "user:", "root:", "Bearer "})
    void secretIsFoundInBase64WhereverItStandsInIt(String before) {
        redaction.add(SECRET);
        for (String after : new String[] {"", "x", "xy", "xyz and more"}) {
            byte[] bytes = (before + SECRET + after).getBytes(StandardCharsets.UTF_8);
            String core = Base64.getEncoder()
                    .encodeToString(SECRET.getBytes(StandardCharsets.UTF_8))
                    .substring(8, 16);
            for (Base64.Encoder encoder : new Base64.Encoder[] {Base64.getEncoder(), Base64.getUrlEncoder()}) {
                String hidden = redaction.of("authorization: " + encoder.encodeToString(bytes));
                assertThat(hidden).contains(Redaction.HIDDEN).doesNotContain(core);
                assertThat(hidden.length()).as(hidden).isLessThan(60);
            }
        }
    }

    @Test
    void secretIsFoundAsItIsAndEncodedForUrls() {
        redaction.add(" " + SECRET + "\n");
        assertThat(redaction.of("a " + SECRET + " b")).isEqualTo("a (key hidden) b");
        assertThat(redaction.of("?key=" + URLEncoder.encode(SECRET, StandardCharsets.UTF_8)))
                .isEqualTo("?key=(key hidden)");
    }

    @Test
    void longerOfTwoSecretsIsHiddenWhole() {
        redaction.add("canary-0123");
        redaction.add("canary-0123456789");
        assertThat(redaction.of("canary-0123456789 canary-0123")).isEqualTo("(key hidden) (key hidden)");
    }

    @Test
    void whatIsTooShortToBeASecretIsLeft() {
        redaction.add("");
        redaction.add("a");
        redaction.add("root ");
        assertThat(redaction.of("a root is at the root")).isEqualTo("a root is at the root");
        assertThat(redaction).hasToString("(key hidden)");
    }
}
