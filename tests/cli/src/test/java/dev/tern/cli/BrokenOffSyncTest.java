package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.data.embedding.Embedding;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.output.Response;
import dev.tern.GraphRag;
import dev.tern.documents.LoadListener;
import dev.tern.documents.SourceLoader;
import dev.tern.documents.sync.SourceSync;
import dev.tern.documents.sync.SyncOptions;
import dev.tern.documents.sync.SyncPlace;
import dev.tern.documents.sync.SyncReport;
import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.IngestReport;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that breaks off leaves partial documents; the next run completes them although their files are unchanged. */
final class BrokenOffSyncTest {
    /** The number of paragraphs, which are stored in four parts. */
    private static final int PARAGRAPHS = 1_000;

    @TempDir
    private Path directory;

    private final GraphStore store = new InMemoryGraphStore();
    private final FailingModel model = new FailingModel();
    private SyncPlace notes;

    @BeforeEach
    void begin() throws IOException {
        Files.createDirectory(directory.resolve("notes"));
        notes = SyncPlace.of("notes", Optional.empty(), directory, Optional.empty());
    }

    @Test
    void aBookOfWhichOnlyTheFirstPartWasStoredIsCompleted() throws IOException {
        StringBuilder book = new StringBuilder();
        for (int i = 0; i < PARAGRAPHS; i++) {
            book.append("Keeper ").append(i).append(i == PARAGRAPHS / 2 ? " met the storm" : " met the calm");
            book.append(", and he wrote it down in a large grey book.\n\n".repeat(15));
        }
        Files.writeString(directory.resolve("notes/book.txt"), book);

        model.failsAt = "storm";
        assertThatThrownBy(() -> run(this::add))
                .isInstanceOf(TernException.class)
                .hasMessageContaining("no storms");
        assertThat(store.latest().statistics().passages()).isEqualTo(256);

        model.failsAt = "nothing";
        assertThat(run(this::add).source().counts().replaced()).isEqualTo(1);
        assertThat(store.latest().statistics().passages()).isGreaterThan(768);
        assertThat(run(this::add).source().counts().unchanged()).isEqualTo(1);
    }

    @Test
    void aFileOfSeveralDocumentsOfWhichOnlyTheFirstWasStoredIsCompleted() throws IOException {
        Files.writeString(directory.resolve("notes/lines.jsonl"), """
            {"_id": "one", "text": "Nils sold the boat."}
            {"_id": "two", "text": "Ada bought it."}
            """);

        assertThatThrownBy(() -> run(documents -> {
                    add(List.of(documents.iterator().next()));
                    throw TernException.store("the disk is full");
                }))
                .hasMessage("the disk is full");
        assertThat(store.latest().statistics().passages()).isEqualTo(1);

        run(this::add);
        assertThat(store.latest().statistics().passages()).isEqualTo(2);
    }

    private IngestReport add(Iterable<SourceDocument> documents) {
        return GraphRag.builder().store(store).embeddingModel(model).build().add(documents, IngestListener.NONE);
    }

    private SyncReport run(Function<Iterable<SourceDocument>, IngestReport> adding) {
        SyncOptions options = SyncOptions.of(exclude -> SourceLoader.builder().build());
        return new SourceSync(store, "a test", Clock.systemUTC()).run(notes, options, adding, LoadListener.NONE);
    }

    /** Fails for texts with a word. */
    private static final class FailingModel implements EmbeddingModel {
        private final EmbeddingModel model = new HashingEmbeddingModel("hashing");
        private String failsAt = "nothing";

        @Override
        public String modelName() {
            return model.modelName();
        }

        @Override
        public Response<List<Embedding>> embedAll(List<TextSegment> segments) {
            if (segments.stream().anyMatch(segment -> segment.text().contains(failsAt))) {
                throw new IllegalStateException("no storms");
            }
            return model.embedAll(new ArrayList<>(segments));
        }
    }
}
