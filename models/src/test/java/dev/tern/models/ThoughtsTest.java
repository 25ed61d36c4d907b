package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replies without their reasoning, whole and split at every position. */
class ThoughtsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "Lena|Lena",
                "<think>a</think>Lena|Lena",
                " <think>a</think> Lena|Lena",
                "<thinking>a</thinking> Lena|Lena",
                "<THINK>a</Think>Lena|Lena",
                "<think>a</think><think>b</think>Lena|Lena",
                "[THINK]a[/THINK] Lena|Lena",
                "<seed:think>a</seed:think>Lena|Lena",
                "\u25c1think\u25b7a\u25c1/think\u25b7Lena|Lena",
                "[1] Lena|[1] Lena",
                "Lena <think>a</think>Marr|Lena <think>a</think>Marr",
                "Lena <think> is a mark|Lena <think> is a mark",
                "Lena <3 <thin|Lena <3 <thin",
                "<think>Lena|''",
                "<think></think>|''",
                "2 < 3 and <thinker>|2 < 3 and <thinker>",
                " {\"triplets\":[[\"R1\",\"ends with\",\"</think>\"]]}| {\"triplets\":[[\"R1\",\"ends"
                        + " with\",\"</think>\"]]}",
                "[\"<think>\",\"</think>\"]|[\"<think>\",\"</think>\"]",
                "<think>[</think>{\"a\":\"</think>\"}|{\"a\":\"</think>\"}",
                "```json {\"a\":\"</think>\"}|```json {\"a\":\"</think>\"}",
            })
    void areTakenOut(String reply, String left) {
        assertThat(ReasoningFilter.removeFrom(reply).strip()).isEqualTo(left.strip());
        for (int cut = 0; cut <= reply.length(); cut++) {
            ReasoningFilter reasoningFilter = new ReasoningFilter();
            String heard = reasoningFilter.accept(reply.substring(0, cut))
                    + reasoningFilter.accept(reply.substring(cut))
                    + reasoningFilter.end();
            assertThat(heard.strip()).as("cut at %d", cut).isEqualTo(left.strip());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>Lena<|return|>;Lena",
                "<|channel|>final<|message|>Lena;Lena",
                "<|begin_of_thought|>a<|end_of_thought|>Lena;Lena",
                "<|channel>thought a<channel|>Lena;Lena",
                "<|start|>assistant<|channel|>commentary<|message|>b<|end|><|channel|>final<|message|>{};{}",
                "analysisWe look at it.assistantfinal{};{}",
                "analysis of Lena;analysis of Lena",
                "\ufeff<think>a</think>Lena;Lena",
            })
    void channelsAreTakenOut(String reply, String left) {
        assertThat(ReasoningFilter.removeFrom(reply)).isEqualTo(left);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"a</think>Lena|Lena", "a <think>b</think> Lena|a <think>b</think> Lena"})
    void thoughtsThatTheServerHasBegunEndWithoutABeginning(String reply, String left) {
        assertThat(ReasoningFilter.removeFrom(reply)).isEqualTo(left);
    }

    /** Rescanned with every part, these would take minutes. */
    @Test
    void longThoughtsAndManyAreReadOnce() {
        ReasoningFilter reasoningFilter = new ReasoningFilter();
        reasoningFilter.accept("<think>");
        for (int part = 0; part < 200_000; part++) {
            assertThat(reasoningFilter.accept("and then, ").isEmpty()).isTrue();
        }
        assertThat(reasoningFilter.accept("</think> Lena") + reasoningFilter.end())
                .isEqualTo("Lena");
        assertThat(ReasoningFilter.removeFrom("<think></think>".repeat(130_000) + "Lena"))
                .isEqualTo("Lena");
    }
}
