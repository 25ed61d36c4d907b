package dev.tern.query.choose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.query.choose.ReplyParser.ParsedReply;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyParserTest {
    private final ReplyParser parser = new ReplyParser(
            List.of("Euler studied under Johann", "Daniel is the son of Johann", "Basel lies on the Rhine"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"thought_process\": \"t\", \"useful_relationships\": [\"[2] Daniel is the son of Johann\", \"[1]"
                        + " x\"]}",
                "```json\n{\"thought_process\": \"t\", \"useful_relationships\": [\"[2] a\", \"[1] b\"]}\n```",
                "```\n{\"useful_relationships\": [2, 1]}\n```\nThat is all.",
                "Here is my choice: {\"useful_relationships\": [\"2\", \"1\"]} I hope it helps [3].",
                "[\"[2] Daniel\", \"[1] Euler\"]",
                "[2, 1]",
                "2, 1",
                "[2]\n[1]",
                "2\n1",
                "[[2], [1]]",
                "{\"useful_relationships\": [\"2. Daniel\", \"1) Euler\"]}",
                "{\"useful_relationships\": [\"Daniel is the son of Johann\", \"EULER STUDIED UNDER JOHANN \"]}",
                "{\"useful_relationships\": [null, \"[2] a\", {}, \"[2] again\", [], \"[1] b\", true]}",
                "{\"useful_relationships\": [\"[42] unknown\", \"[2] a\", \"[0] b\", \"[-1] c\", \"[1] d\"]}",
                "{\"thought_process\": \"cut off\", \"useful_relationships\": [\"[2] Daniel is\", \"[1] Eul",
                "I choose [2] and then [1].",
                "[1] is no JSON, but {\"useful_relationships\": [\"[2] a\", \"[1] b\"]} is",
                "{\"useful_relationships\": [2, 1, 99999999999999999999]}",
                "Relations [1, 3] lead elsewhere.\n"
                        + "{\"thought_process\": \"x\", \"useful_relationships\": [\"[2] a\", 1]}",
                "{\"thought_process\": \"[3, 3] are no stages\", \"useful_relationships\": [\"[2] a\", \"[1] b",
                "{\"useful_relationships\": [2.0, \"[2] x\", \"[1] y\"]}",
                "{\"useful_relationships\": [2, 1], \"thought_process\": \"2 and 1, not [3]\"}",
                "{\"useful_relationships\": [2, 1], \"thought_process\": \"cut off; [3] is",
                "{\"useful_relationships\": [2, 1, 3",
                "```json\n{\"useful_relationships\": [ 2 , 1 ,",
            })
    void understands_what_models_make_of_the_format(String reply) {
        assertThat(parser.parse(reply).map(ParsedReply::numbers)).contains(List.of(2, 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   \n",
                "null",
                "{}",
                "[]x",
                "nonsense",
                "{\"useful_relationships\": null}",
                "{\"useful_relationships\": \"none\"}",
                "{\"useful_relationships\": [null]}",
                "{\"useful_relationships\": [\"[42] unknown\"]}",
                "[42]",
                "42",
                "99999999999999999999999",
                "{\"error\": \"model overloaded\"}",
                "true",
            })
    void a_reply_without_a_choice_cannot_be_used(String reply) {
        assertThat(parser.parse(reply).map(ParsedReply::numbers).filter(numbers -> !numbers.isEmpty()))
                .isEmpty();
    }

    @Test
    void an_empty_list_is_a_choice_of_nothing() {
        assertThat(parser.parse("{\"thought_process\": \"none fits\", \"useful_relationships\": []}"))
                .contains(new ParsedReply("none fits", List.of()));
    }

    @Test
    void a_relation_that_begins_with_a_number_is_known_by_its_text() {
        ReplyParser numbers = new ReplyParser(List.of("2 World Street is in Ulm", "Ulm is old"));

        assertThat(numbers.parse("{\"useful_relationships\": [\"2 World Street is in Ulm\"]}")
                        .map(ParsedReply::numbers))
                .contains(List.of(1));
    }

    @Test
    void keeps_the_thought_process_and_shortens_a_long_one() {
        String reply = "{\"thought_process\": \"" + "a".repeat(9000) + "\", \"useful_relationships\": [1]}";

        assertThat(parser.parse(reply)).hasValueSatisfying(usable -> {
            assertThat(usable.thought()).hasSize(4003).endsWith("a...");
            assertThat(usable.numbers()).containsExactly(1);
        });
    }

    @Test
    void ten_megabytes_and_deep_nesting_end_soon() {
        List<String> hostile = List.of(
                "x".repeat(10 << 20),
                "[".repeat(10 << 20),
                "{\"a\":".repeat(2 << 20),
                "[1".repeat(5 << 20),
                "{\"useful_relationships\": [" + "\"[1] a\",".repeat(1 << 20),
                "{\"thought_process\": \"" + "\\u0061".repeat(1 << 20),
                "9".repeat(10 << 20),
                "{\"useful_relationships\": [" + "1, ".repeat(3 << 20),
                "{\"useful_relationships\": " + " ".repeat(10 << 20),
                "[ ".repeat(5 << 20));
        for (String reply : hostile) {
            Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> parser.parse(reply));
        }
    }

    @Test
    void list_that_a_model_repeats_until_it_is_cut_off_is_read() {
        String reply = "{\"useful_relationships\": [2, " + "1, ".repeat(1_800);

        assertThat(parser.parse(reply).map(ParsedReply::numbers)).contains(List.of(2, 1));
    }

    @Test
    void whatever_the_reply_numbers_are_shown_ones_and_each_comes_once() {
        List<String> pieces = Arrays.asList(
                "{",
                "}",
                "[",
                "]",
                "\"",
                ",",
                ":",
                "1",
                "2",
                "3",
                "4",
                "42",
                "-",
                "null",
                "[1]",
                "[2] text",
                "useful_relationships",
                "\"useful_relationships\":",
                "```",
                "\n",
                " ",
                "\\",
                "é",
                "\uD83D",
                "true",
                "1e9");
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            StringBuilder reply = new StringBuilder();
            for (int i = random.nextInt(24); i > 0; i--) {
                reply.append(pieces.get(random.nextInt(pieces.size())));
            }
            Optional<ParsedReply> parsed = parser.parse(reply.toString());
            List<Integer> numbers = parsed.map(ParsedReply::numbers).orElse(List.of());
            assertThat(numbers)
                    .as("seed %d: %s", seed, reply)
                    .isSubsetOf(1, 2, 3)
                    .doesNotHaveDuplicates();
        }
    }
}
