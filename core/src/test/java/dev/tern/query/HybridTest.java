package dev.tern.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.Ingestion;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.RecordingStore;
import dev.tern.testing.ScriptedChatModel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of keyword search beside vector search. */
class HybridTest {
    private static final String QUESTION = "Where is QX77?";
    private static final Parameters THREE = Parameters.of(Parameter.FINAL_TOP_K, 3);
    private static final Parameters ON = THREE.with(Parameter.HYBRID, true);

    private final HashingEmbeddingModel embeddings = new HashingEmbeddingModel(4);
    private final RecordingStore store = new RecordingStore(new InMemoryGraphStore());

    private void addPumps() {
        List<SourceDocument> documents = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            String text = "Pump AB" + i + " stands in hall " + i + ".";
            documents.add(SourceDocument.of("d" + i, text)
                    .withStatements(List.of(Statement.of("pump AB" + i, "stands in", "hall " + i))));
        }
        documents.add(SourceDocument.of("wanted", "Ida Berg worked for a week until QX77 ran again.")
                .withStatements(List.of(Statement.of("Ida Berg", "worked on", "QX77"))));
        new Ingestion(store, embeddings, Parameters.DEFAULT).ingest(documents, IngestListener.NONE);
        store.forget();
    }

    private Retrieval retrieve(Mode mode, Parameters parameters) {
        ScriptedChatModel chat = ScriptedChatModel.answering(request -> "[1]");
        return new Queries(store, embeddings, chat)
                .retrieve(Question.of(QUESTION, mode).withParameters(parameters));
    }

    private static Stream<String> documents(Retrieval retrieval) {
        return retrieval.passages().stream().map(passage -> passage.value().documentId());
    }

    @ParameterizedTest
    @EnumSource(value = Mode.class, mode = EnumSource.Mode.EXCLUDE, names = "OVERVIEW")
    void takesNoFurtherRoundTripInAnyMode(Mode mode) {
        addPumps();
        int withWords = retrieve(mode, ON).trace().total().roundTrips();
        assertThat(store.calls()).containsOnlyOnce("passagesByText");

        store.withoutFullText("this store has no full-text search");
        assertThat(retrieve(mode, THREE).trace().total().roundTrips()).isEqualTo(withWords);
    }

    @Test
    void onlyNaiveModeDoesWithoutUnlessAskedFor() {
        addPumps();

        retrieve(Mode.NAIVE, THREE);
        assertThat(store.calls()).doesNotContain("passagesByText");

        retrieve(Mode.LOCAL, THREE);
        assertThat(store.calls()).containsOnlyOnce("passagesByText");
    }

    @Test
    void putsFirstWhatHasTheRareWord() {
        addPumps();

        assertThat(documents(retrieve(Mode.NAIVE, ON))).startsWith("wanted");
        assertThat(documents(retrieve(Mode.LOCAL, THREE))).startsWith("wanted");
    }

    @ParameterizedTest
    @EnumSource(value = Mode.class, mode = EnumSource.Mode.EXCLUDE, names = "OVERVIEW")
    void isLeftOutInOneLineWhereTheGraphHasNoWords(Mode mode) {
        addPumps();
        store.withoutFullText("this store has no full-text search");

        Retrieval retrieval = retrieve(mode, ON);

        assertThat(store.calls()).doesNotContain("passagesByText");
        assertThat(retrieval.passages()).isEqualTo(retrieve(mode, THREE).passages());
        assertThat(retrieval.trace().steps().stream().flatMap(step -> step.remarks().stream()))
                .containsOnlyOnce("passages were found by their vectors alone: this store has no full-text search");
    }

    @Test
    void isLeftOutInOneLineWhereThereIsNoPassage() {
        store.withoutFullText("this store has no full-text search");

        assertThat(retrieve(Mode.LOCAL, ON).trace().steps().stream().flatMap(step -> step.remarks().stream()))
                .containsExactly("passages were found by their vectors alone: this store has no full-text search");
    }
}
