package dev.tern.store.milvus.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionTest {
    @Test
    void every_row_is_no_condition() {
        assertThat(Condition.ALL).hasToString("");
        assertThat(Condition.ALL.and(Condition.is("part", 0))).hasToString("part == 0");
        assertThat(Condition.is("part", 0).and(Condition.ALL)).hasToString("part == 0");
    }

    @Test
    void conditions_are_joined_in_brackets() {
        Condition first = Condition.in("first", List.of("a", "b"));
        Condition second = Condition.in("second", List.of("c"));

        assertThat(first.or(second)).hasToString("(first in [\"a\",\"b\"]) or (second in [\"c\"])");
        assertThat(first.or(second).and(Condition.notIn("key", List.of("d"))))
                .hasToString("((first in [\"a\",\"b\"]) or (second in [\"c\"])) and (key not in [\"d\"])");
    }

    @Test
    void a_value_cannot_end_its_quotes() {
        assertThat(Condition.in("id", List.of("\") or true or (\""))).hasToString("id in [\"\\\") or true or (\\\"\"]");
        assertThat(Condition.in("id", List.of("\\"))).hasToString("id in [\"\\\\\"]");
        assertThat(Condition.in("id", List.of("\\\""))).hasToString("id in [\"\\\\\\\"\"]");
        assertThat(Condition.in("id", List.of("a\nb\rc\td"))).hasToString("id in [\"a\\nb\\rc\\td\"]");
    }

    @Test
    void everything_else_stands_for_itself() {
        assertThat(Condition.in("id", List.of("100%", "a_b", "it's", "{ids}", "${x}", "東京", "😀")))
                .hasToString("id in [\"100%\",\"a_b\",\"it's\",\"{ids}\",\"${x}\",\"東京\",\"😀\"]");
    }
}
