package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageReaderTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '\0',
            value = {
                "{\"choices\":[{\"a\":{\"usage\":{\"total_tokens\":1}}}],\"usage\":{\"prompt_tokens\":7,"
                    + "\"prompt_tokens_details\":{\"cached_tokens\":3},\"completion_tokens\":5,\"total_tokens\":12}};12",
                "{\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":5},\"x\":1};12",
                "{\"usage\":{\"prompt_tokens\":5,\"total_tokens\":5}};5",
                "{\"message\":{\"eval_count\":9},\"prompt_eval_count\":20,\"eval_count\":4,\"done\":true};24",
                "{\"type\":\"message_start\",\"message\":{\"id\":\"1\",\"usage\":{\"input_tokens\":40,\"output_tokens\":1}}};41",
                "{\"usage\":null};-1",
                "{\"usage\":{}};-1",
                "{\"choices\":[{\"te;-1",
                "<html>;-1",
                "[];-1"
            })
    void readsWhatAnAnswerSaysOfItsTokens(String answer, long tokens) {
        assertThat(UsageReader.tokens(answer.getBytes(StandardCharsets.UTF_8))).isEqualTo(tokens);
    }

    @Test
    void eventsOfAStreamAreAddedUp() {
        UsageReader.ReportedTokens tokens = UsageReader.ReportedTokens.NONE;
        for (String event : List.of(
                "{\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":40,\"output_tokens\":1}}}",
                "{\"type\":\"ping\"}",
                "{\"type\":\"message_delta\",\"usage\":{\"output_tokens\":3}}",
                "{\"type\":\"message_stop\"}")) {
            tokens = tokens.and(UsageReader.read(event.getBytes(StandardCharsets.UTF_8)));
        }
        assertThat(tokens.count()).isEqualTo(43);
    }
}
