package dev.tern.eval.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.eval.WordModel;
import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A bridge, its builder, her birthplace, and three other documents. The question names the bridge
 * and asks for the place: the builder's document shares no word with it.
 */
final class BaselinesTest {
    private static final String QUESTION = "which town is the birthplace of whoever planned the Vale Bridge";

    private final InMemoryGraphStore store = new InMemoryGraphStore();
    private final EmbeddingModel model = new WordModel();
    private final GraphRag rag =
            GraphRag.builder().store(store).embeddingModel(model).build();
    private final Baselines baselines = new Baselines(store, model, Parameters.DEFAULT);

    @BeforeEach
    void add() {
        rag.add(
                document(
                        "bridge", "The Vale Bridge was planned by Lena Marr", "Vale Bridge", "planned by", "Lena Marr"),
                document("builder", "Lena Marr comes from Halden", "Lena Marr", "comes from", "Halden"),
                document("town", "a town is a large village", "town", "is", "large village"),
                document("river", "The Oro flows through Una", "Oro", "flows through", "Una"),
                document("planner", "Emil Sund planned a tower", "Emil Sund", "planned", "tower"),
                document("far", "Kal Rask wrote songs", "Kal Rask", "wrote", "songs"));
    }

    @AfterEach
    void close() {
        baselines.close();
        rag.close();
    }

    private static SourceDocument document(String id, String text, String subject, String predicate, String object) {
        return SourceDocument.of(id, text).withStatements(List.of(Statement.of(subject, predicate, object)));
    }

    private List<String> found(Baseline baseline, int limit) {
        return baselines.ranker(baseline).rank(QUESTION, limit).stream()
                .map(Scored::value)
                .map(Passage::documentId)
                .toList();
    }

    @Test
    void wordsAloneMissTheBuilder() {
        assertThat(found(Baseline.BM25, 10)).startsWith("bridge").doesNotContain("builder", "far");
    }

    @Test
    void fusionHasWhatEitherHas() {
        assertThat(found(Baseline.FUSED, 10)).startsWith("bridge").contains("town", "planner", "builder");
    }

    @Test
    void walksFromTheBridgeReachTheBuilder() {
        assertThat(found(Baseline.NAMES, 2)).containsExactly("bridge", "builder");
        assertThat(found(Baseline.FACTS, 10)).startsWith("bridge").contains("builder");
        assertThat(found(Baseline.FACTS, 10).indexOf("builder"))
                .isLessThan(found(Baseline.FACTS, 10).indexOf("far"));
    }

    @Test
    void seedMethodFollowsTheRelationsNearestFirst() {
        List<String> found = found(Baseline.SEED, 10);
        assertThat(found).startsWith("bridge").contains("builder").doesNotHaveDuplicates();
    }

    @Test
    void everyBaselineReturnsAsManyAsAskedForAndTheSameEachTime() {
        for (Baseline baseline : Baseline.values()) {
            assertThat(found(baseline, 2))
                    .as(baseline.label())
                    .hasSizeLessThanOrEqualTo(2)
                    .isNotEmpty();
            assertThat(found(baseline, 3)).as(baseline.label()).isEqualTo(found(baseline, 3));
        }
    }

    @Test
    void questionWithoutNamesOrWordsFallsBackToTheNearest() {
        List<Scored<Passage>> nothing = baselines.ranker(Baseline.NAMES).rank("and so on", 3);
        assertThat(nothing).hasSize(3);
        assertThat(baselines.ranker(Baseline.BM25).rank("??", 3)).isEmpty();
        assertThat(baselines.ranker(Baseline.FUSED).rank("??", 3)).hasSize(3);
    }
}
