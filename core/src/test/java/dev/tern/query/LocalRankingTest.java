package dev.tern.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.Ingestion;
import dev.tern.query.trace.Trace;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.SqueezedEmbeddingModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the graph's gain over similarity, on made-up people whose names have no meaning. */
class LocalRankingTest {
    private static final int FAMILIES = 40;
    private static final long SEED = 42;
    private static final List<String> SYLLABLES =
            List.of("ba", "do", "ki", "lu", "me", "na", "po", "ri", "su", "ta", "ve", "zo");
    private static final Parameters FIVE = Parameters.of(Parameter.FINAL_TOP_K, 5);

    private final HashingEmbeddingModel embeddings = new HashingEmbeddingModel(96);
    private final InMemoryGraphStore store = new InMemoryGraphStore();
    private final Queries querying = new Queries(store, embeddings, null);
    private final List<SourceDocument> documents = new ArrayList<>();

    /** A question whose second gold passage shares no word with it except the kind of fact. */
    private record TwoHops(String question, Set<String> gold) {}

    private List<TwoHops> families(boolean titles) {
        Random random = new Random(SEED);
        List<TwoHops> questions = new ArrayList<>();
        for (int i = 0; i < FAMILIES; i++) {
            String pupil = name(random);
            String mentor = name(random);
            String daughter = name(random);
            String bridge = name(random);
            documents.add(person("p" + i, pupil, pupil + " learned surveying from " + mentor + ".", titles)
                    .withStatements(List.of(Statement.of(pupil, "learned surveying from", mentor))));
            documents.add(person("m" + i, mentor, mentor + " had a daughter called " + daughter + ".", titles)
                    .withStatements(List.of(Statement.of(mentor, "had a daughter called", daughter))));
            documents.add(person("d" + i, daughter, daughter + " built the bridge of " + bridge + ".", titles)
                    .withStatements(List.of(Statement.of(daughter, "built the bridge of", bridge))));
            questions.add(new TwoHops(
                    "Which bridge was built by the daughter of the one from whom " + pupil + " learned?",
                    Set.of("p" + i, "m" + i, "d" + i)));
        }
        new Ingestion(store, embeddings, Parameters.DEFAULT).ingest(documents, IngestListener.NONE);
        return questions;
    }

    private static SourceDocument person(String id, String name, String text, boolean titles) {
        return titles ? SourceDocument.of(id, text).withTitle(name) : SourceDocument.of(id, text);
    }

    private static String name(Random random) {
        return word(random) + " " + word(random);
    }

    private static String word(Random random) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            word.append(SYLLABLES.get(random.nextInt(SYLLABLES.size())));
        }
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    private double recall(List<TwoHops> questions, Mode mode) {
        double sum = 0;
        for (TwoHops question : questions) {
            Retrieval found =
                    querying.retrieve(Question.of(question.question(), mode).withParameters(FIVE));
            long hits = found.passages().stream()
                    .filter(passage -> question.gold().contains(passage.value().documentId()))
                    .count();
            sum += (double) hits / question.gold().size();
        }
        return sum / questions.size();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void walksWhereSimilarityCannot(boolean titles) {
        List<TwoHops> questions = families(titles);

        double naive = recall(questions, Mode.NAIVE);
        double local = recall(questions, Mode.LOCAL);

        assertThat(local)
                .as("recall@5 over %d questions, seed %d, naive %.2f", FAMILIES, SEED, naive)
                .isGreaterThan(0.6)
                .isGreaterThan(naive + 0.4);
    }

    @Test
    void staysTheSameWhenAllCosinesAreSqueezed() {
        List<TwoHops> questions = families(false);
        InMemoryGraphStore squeezedStore = new InMemoryGraphStore();
        EmbeddingModel squeezedModel = new SqueezedEmbeddingModel(embeddings, 2);
        new Ingestion(squeezedStore, squeezedModel, Parameters.DEFAULT).ingest(documents, IngestListener.NONE);
        Queries squeezed = new Queries(squeezedStore, squeezedModel, null);

        for (TwoHops asked : questions) {
            Question question = Question.of(asked.question(), Mode.LOCAL).withParameters(FIVE);

            assertThat(documents(squeezed.retrieve(question)))
                    .as(asked.question())
                    .isEqualTo(documents(querying.retrieve(question)));
        }
    }

    private static List<String> documents(Retrieval retrieval) {
        return retrieval.passages().stream()
                .map(passage -> passage.value().documentId())
                .toList();
    }

    @Test
    void isTheSameEveryTime() {
        List<TwoHops> questions = families(true);
        Question question =
                Question.of(questions.getFirst().question(), Mode.LOCAL).withParameters(FIVE);

        Retrieval once = querying.retrieve(question);
        Retrieval again = querying.retrieve(question);

        assertThat(again.passages()).isEqualTo(once.passages());
        assertThat(again.relations()).isEqualTo(once.relations());
    }

    @Test
    void aHubWithTenThousandRelationsIsCutToTheNearestAndTold() {
        for (int i = 0; i < 100; i++) {
            List<Statement> statements = new ArrayList<>();
            for (int s = 0; s < 100; s++) {
                statements.add(Statement.of("Hubville", "has the street", "number " + (100 * i + s)));
            }
            documents.add(SourceDocument.of("d" + i, "Hubville has many streets, part " + i + ".")
                    .withStatements(statements));
        }
        documents.add(SourceDocument.of("founder", "Hubville was founded by Ada Brandt.")
                .withStatements(List.of(Statement.of("Hubville", "was founded by", "Ada Brandt"))));
        new Ingestion(store, embeddings, Parameters.DEFAULT).ingest(documents, IngestListener.NONE);

        Retrieval found = querying.retrieve(Question.of("Who founded Hubville?", Mode.LOCAL));

        Trace.Step expand = found.trace().steps().get(2);
        assertThat(expand.remarks())
                .containsExactly("a limit was reached (frontierLimit 1000, relationLimit 1000):"
                        + " the nearest to the question were kept");
        assertThat(expand.outCount()).isEqualTo(1000);
        assertThat(found.passages().getFirst().value().documentId()).isEqualTo("founder");
    }
}
