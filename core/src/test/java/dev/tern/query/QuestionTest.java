package dev.tern.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.settings.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuestionTest {
    @ParameterizedTest
    @ValueSource(strings = {"", " \t\n", "\u2003", "\u0017", "\u0000 \u0017\u2003"})
    void whatNoModelCanEmbedIsNoQuestion(String text) {
        assertThatThrownBy(() -> Question.of(text, Mode.NAIVE))
                .isInstanceOf(TernException.class)
                .hasMessage("the question is blank");
    }

    @Test
    void characterThatIsTwoOfJavaIsOne() {
        assertThat(Question.of("😀".repeat(Question.MAX_LENGTH), Mode.NAIVE).text())
                .hasSize(2 * Question.MAX_LENGTH);
        assertThatThrownBy(() -> Question.of("😀".repeat(Question.MAX_LENGTH + 1), Mode.NAIVE))
                .isInstanceOf(TernException.class)
                .hasMessage("the question has 8193 characters; the limit is 8192");
    }
}
