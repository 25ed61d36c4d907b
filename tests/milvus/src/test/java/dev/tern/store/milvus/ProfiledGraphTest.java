package dev.tern.store.milvus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.edit.Edits;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.Ingestion;
import dev.tern.note.Note;
import dev.tern.profile.GraphProfile;
import dev.tern.profile.GraphProfiler;
import dev.tern.profile.ProfileListener;
import dev.tern.settings.Parameters;
import dev.tern.settings.SourceRule;
import dev.tern.store.GraphStore;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.store.milvus.server.OnEachServer;
import dev.tern.store.milvus.server.ServerUnderTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A profile of a graph on a server says what one of the same graph in memory does. */
@OnEachServer
@Execution(ExecutionMode.CONCURRENT)
class ProfiledGraphTest {
    @AutoClose
    private final OwnGraphs graphs;

    ProfiledGraphTest(ServerUnderTest server) {
        graphs = new OwnGraphs(server);
    }

    private static GraphProfile profileOf(GraphStore store) {
        List<SourceDocument> documents = new ArrayList<>();
        // More than one batch, so that the graph is read while it is made.
        for (int i = 0; i < 300; i++) {
            documents.add(SourceDocument.of(
                            "d" + i, "Person " + i % 40 + " taught Person " + (i + 1) % 40 + " in year " + i + ".")
                    .withTitle("Lesson " + i)
                    .withStatements(List.of(Statement.of("Person " + i % 40, "taught", "Person " + (i + 1) % 40))));
        }
        documents.add(SourceDocument.of("secret", "Nobody sees this."));
        new Ingestion(store, new SampleEmbeddings(), Parameters.DEFAULT).ingest(documents, IngestListener.NONE);
        new Edits(store).trust(SourceRule.parseAll("secret=0"), new Note.Act("ada", Instant.EPOCH, ""));
        return new GraphProfiler(store).profile(50, 7, ProfileListener.NONE);
    }

    @Test
    void theProfileIsThatOfTheReference() {
        try (GraphStore store = graphs.open("profiled");
                GraphStore reference = new InMemoryGraphStore()) {
            GraphProfile profile = profileOf(store);
            assertThat(profile).isEqualTo(profileOf(reference));
            assertThat(profile.sizes().passages()).isEqualTo(300);
            assertThat(profile.sample().passages()).isEqualTo(50);
            assertThat(profile.links().linked()).isEqualTo(1);
        }
    }
}
