package dev.tern.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.error.TernException;
import dev.tern.eval.JudgedAnswers.Judge;
import dev.tern.eval.QuestionResult.Answered;
import dev.tern.eval.QuestionResult.Judged;
import dev.tern.eval.measure.AnswerScore;
import dev.tern.graph.Document;
import dev.tern.graph.Passage;
import dev.tern.query.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class JudgedAnswersTest {
    private static final String QUESTION = "Who built the Vale bridge?";
    private static final String WRITTEN = "Lena Marr built it [1]. She lived in Oslo [1].";
    private static final List<Passage> PASSAGES = List.of(Passage.of(
            Document.of("d", "Lena Marr built the Vale bridge."), 0, "Lena Marr built the Vale bridge.", List.of()));

    private static ChatModel saying(Function<String, String> reply) {
        return new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                return ChatResponse.builder()
                        .aiMessage(AiMessage.from(reply.apply(request.messages().toString())))
                        .build();
            }
        };
    }

    private static Judge judge(String right, String carried) {
        return judge("j", right, carried);
    }

    private static Judge judge(String name, String right, String carried) {
        return new Judge(name, saying(asked -> asked.contains("Accepted answers") ? right : carried));
    }

    private static Judged judged(Judge... judges) {
        return new JudgedAnswers(saying(asked -> WRITTEN), 0, 5, List.of(judges))
                .judge(QUESTION, List.of("Lena Marr"), "Marr", PASSAGES);
    }

    private static QuestionResult result(Judged judged) {
        Answered answered = new Answered(
                "Marr", List.of("Lena Marr"), AnswerScore.of("Marr", List.of("Lena Marr")), Optional.of(judged));
        return new QuestionResult(
                "q",
                QUESTION,
                "",
                List.of(),
                List.of(),
                List.of(),
                0,
                0,
                Trace.Cost.NONE,
                Optional.empty(),
                Optional.of(answered));
    }

    @Test
    void judgesSayWhetherTheShortAnswerIsRightAndWhichSentencesAreCarried() {
        Judged judged = judged(judge("{\"thought\": \"same\", \"correct\": true}", "So: {\"carried\": [1, 7]}"));

        assertThat(judged.text()).isEqualTo(WRITTEN);
        assertThat(judged.verdicts())
                .singleElement()
                .isEqualTo(new QuestionResult.Verdict("j", true, List.of(true, false)));
        assertThat(judged.faithful()).isEqualTo(0.5);
        assertThat(judged.supported()).isEqualTo(0.5);
    }

    @Test
    void judgesSeeTheAcceptedAnswersThePassagesAndTheSentencesWithoutTheirNumbers() {
        List<String> asked = new ArrayList<>();
        judged(new Judge("j", saying(text -> {
            asked.add(text);
            return "{}";
        })));

        assertThat(asked.getFirst()).contains("Question: " + QUESTION, "Accepted answers: Lena Marr", "Answer: Marr");
        assertThat(asked.getLast())
                .contains(
                        "<passage>\nLena Marr built the Vale bridge.\n</passage>",
                        "1. Lena Marr built it.\n2. She lived in Oslo.");
    }

    @Test
    void aReplyThatCannotBeReadIsANo() {
        for (String reply :
                List.of("", "yes", "{\"correct\": ", "[1]", "{\"carried\": \"all\", \"correct\": \"perhaps\"}")) {
            assertThat(judged(judge(reply, reply)).verdicts())
                    .as(reply)
                    .containsExactly(new QuestionResult.Verdict("j", false, List.of(false, false)));
        }
    }

    @Test
    void agreementIsCohensKappaOverAllJudgements() {
        Judge one = judge("{\"correct\": true}", "{\"carried\": [1]}");
        Judge other = judge("k", "{\"correct\": true}", "{\"carried\": [1, 2]}");
        Judge again = judge("k", "{\"correct\": true}", "{\"carried\": [1]}");

        Agreement agreement = Agreement.of(List.of(result(judged(one, other)), result(judged(one, again))))
                .orElseThrow();

        // Five of six pairs agree; yes 4 and 5 times, so chance is 4/6 * 5/6 + 2/6 * 1/6 = 22/36.
        assertThat(agreement.judgements()).isEqualTo(6);
        assertThat(agreement.percent()).isCloseTo(100 * 5 / 6.0, within(1e-9));
        assertThat(agreement.kappa()).isCloseTo((5 / 6.0 - 22 / 36.0) / (1 - 22 / 36.0), within(1e-9));
        assertThat(Agreement.of(List.of(result(judged(one))))).isEmpty();
    }

    @Test
    void judgesWhoAlwaysSayTheSameOneThingAgree() {
        Judge no = judge("{}", "{}");

        assertThat(Agreement.of(List.of(result(judged(no, judge("k", "{}", "{}")))))
                        .orElseThrow()
                        .kappa())
                .isEqualTo(1);
    }

    @Test
    void thereAreOneOrTwoJudges() {
        Judge judge = judge("{}", "{}");

        assertThatThrownBy(() -> judged())
                .isInstanceOf(TernException.class)
                .hasMessage("there are 0 judges of answers; there must be one or two");
        assertThatThrownBy(() -> judged(judge, judge, judge))
                .hasMessage("there are 3 judges of answers; there must be one or two");
        assertThatThrownBy(() -> judged(judge, judge))
                .hasMessage("the two judges of answers are the same model, \"j\": their agreement would say nothing");
    }
}
