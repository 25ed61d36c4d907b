package dev.tern.smallmodel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.GraphRag;
import dev.tern.models.CloseableChatModel;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import dev.tern.settings.NameRecognition;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A small model recognises names and chooses relations badly: the results are close to those of local mode. */
@Tag("small-model")
@ExtendWith(WithSmallModel.class)
final class QuestionsToSmallModelTest {
    private static final Parameters BRIEF =
            Parameters.of(Parameter.CANDIDATE_TOKENS, 100).with(Parameter.FINAL_TOP_K, 3);

    private static final Parameters EVERY_STEP = BRIEF.with(Parameter.RECOGNITION, NameRecognition.MODEL);

    /** The percentage points of one of the passages that the questions need. */
    private static final double ONE_PASSAGE = 100.0 / 24;

    /** Returns the share of the needed passages that are found, 0 to 100. */
    private static double recall(Retrieval retrieval, Set<String> gold) {
        Set<String> found = new HashSet<>(gold);
        found.retainAll(retrieval.passages().stream()
                .map(passage -> passage.value().documentId())
                .collect(Collectors.toSet()));
        return 100.0 * found.size() / gold.size();
    }

    private static List<String> names(Trace trace) {
        return trace.steps().stream().map(Trace.Step::name).toList();
    }

    /** The model chooses relations for every question, and recognises names for every fourth one. */
    @Test
    void almostAsMuchIsFoundAsWithoutIt(SmallModel small) throws IOException {
        try (Front front = new Front(small, true);
                CloseableChatModel chat = front.chatModel();
                CloseableEmbeddingModel embeddings = Library.embeddings();
                GraphRag rag = Library.indexed(chat, embeddings)) {
            List<Double> local = new ArrayList<>();
            List<Double> graph = new ArrayList<>();
            long read = 0;
            long written = 0;
            for (Map.Entry<String, Set<String>> asked : Library.goldByQuestion().entrySet()) {
                boolean everyStep = local.size() % 4 == 3;
                Question question =
                        Question.of(asked.getKey(), Mode.LOCAL).withParameters(everyStep ? EVERY_STEP : BRIEF);
                local.add(recall(rag.retrieve(question), asked.getValue()));
                Retrieval retrieval = rag.retrieve(question.withMode(Mode.GRAPH));
                graph.add(recall(retrieval, asked.getValue()));
                assertThat(names(retrieval.trace()))
                        .containsExactly("recognise", "seed", "expand", "rank", "choose", "collect");
                for (Trace.Step step : retrieval.trace().steps()) {
                    if (Set.of("recognise", "choose").contains(step.name())) {
                        read += step.cost().inputTokens();
                        written += step.cost().outputTokens();
                    }
                }
            }
            assertThat(average(local)).isGreaterThan(90);
            assertThat(average(graph)).isGreaterThanOrEqualTo(average(local) - ONE_PASSAGE);
            assertThat(front.asked())
                    .allMatch(asked -> asked.status() == 200 && asked.format().equals("json_schema"));
            assertThat(read).isEqualTo(front.tokensRead());
            assertThat(written).isEqualTo(front.tokensWritten());
        }
    }

    /**
     * A server that knows no schemas is asked in JSON mode from the second call on, and its replies do no harm either.
     */
    @Test
    void inJsonModeToo(SmallModel small) throws IOException {
        try (Front front = new Front(small, false);
                CloseableChatModel chat = front.chatModel();
                CloseableEmbeddingModel embeddings = Library.embeddings();
                GraphRag rag = Library.indexed(chat, embeddings)) {
            for (Map.Entry<String, Set<String>> asked :
                    Library.goldByQuestion().entrySet().stream().limit(1).toList()) {
                Question question = Question.of(asked.getKey(), Mode.GRAPH).withParameters(EVERY_STEP);
                assertThat(recall(rag.retrieve(question), asked.getValue())).isEqualTo(100);
            }
            assertThat(front.asked().stream().map(Front.Asked::format).filter("json_schema"::equals))
                    .hasSize(1);
            assertThat(front.asked().stream().filter(asked -> asked.format().equals("json_object")))
                    .hasSizeGreaterThanOrEqualTo(2);
        }
    }

    private static double average(List<Double> values) {
        return values.stream().mapToDouble(value -> value).average().orElseThrow();
    }
}
