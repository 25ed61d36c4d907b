package dev.tern.eval.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.models.ChatModelSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of the keys of stored replies. */
final class EvaluationModelsTest {
    private static String name(@Nullable String effort) {
        return EvaluationModels.name(ChatModelSettings.builder()
                .modelName("m")
                .reasoningEffort(effort)
                .build());
    }

    @Test
    void repliesOfOneEffortAreNotThoseOfAnother() {
        assertThat(name(null)).isEqualTo("openai  m");
        assertThat(name("low")).isEqualTo("openai  m low");
        assertThat(name("high")).isEqualTo("openai  m high");
    }
}
