package dev.tern.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BlindChatModelTest {
    private static final String LIST = """
        <question>1. which?</question>
        <facts>
        ## a title
        1. a stands in b
        2. b is older than c, of 1701. a
        ## others
        3. c taught d
        </facts>\
        """;

    @Test
    void choosesAmongTheNumbersOfTheList() {
        assertThat(new BlindChatModel((count, random) -> IntStream.rangeClosed(1, count)).chat(LIST))
                .isEqualTo("[1, 2, 3]");
    }

    @Test
    void drawsTheSameForTheSameList() {
        BlindChatModel drawing =
                new BlindChatModel((count, random) -> random.ints(1, 1_000).limit(3));
        assertThat(drawing.chat(LIST)).isEqualTo(drawing.chat(LIST)).isNotEqualTo(drawing.chat(LIST + " "));
    }
}
