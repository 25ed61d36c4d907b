package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestReport;
import dev.tern.models.kept.AccountBook;
import dev.tern.models.kept.RunRecord;
import dev.tern.models.kept.RunState;
import dev.tern.query.Question;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.Intake;
import dev.tern.server.graphs.IntakeSource;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.settings.Mode;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenGraphsTest {
    @TempDir
    private Path folder;

    private static final Intake.IntakeListener UNHEARD = new Intake.IntakeListener() {
        @Override
        public void progress(IngestReport soFar) {}

        @Override
        public void skipped(String source, String reason) {}
    };

    private static void add(Graphs graphs, String name) {
        try (ServedGraph graph = graphs.create(name)) {
            graph.intake()
                    .add(
                            List.of(new IntakeSource.SentDocument(SourceDocument.of("a", "Lena Marr built it."))),
                            UNHEARD);
        }
    }

    /** Waits, since unused graphs are closed in threads of their own. */
    private static void awaitOpenStores(ScriptedBackend backend, int count) {
        while (backend.openStores() != count) {
            Thread.onSpinWait();
        }
    }

    @Test
    void namesThatCallersMakeUpAreNotKept() {
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Graphs graphs = backend.open(folder)) {
            for (int i = 0; i < 50; i++) {
                try (ServedGraph graph = graphs.create("n" + i)) {
                    graph.intake()
                            .estimate(List.of(new IntakeSource.SentDocument(SourceDocument.of("a", "b"))), UNHEARD);
                }
                assertThat(graphs.find("m" + i)).isEmpty();
            }
            awaitOpenStores(backend, 0);
        }
    }

    @Test
    void graphWhoseModelHasNoKeyIsReadAndRemovedFrom() {
        Shell shell = new Shell(folder)
                .with("TERN_CHAT_PROVIDER", "none")
                .with("TERN_EMBEDDING_PROVIDER", "openai")
                .with("TERN_EMBEDDING_MODEL", "words");
        shell.file("corpus.jsonl", "{\"_id\": \"a\", \"text\": \"Lena Marr built it.\"}");
        assertThat(shell.run("add", "corpus.jsonl").exitCode()).isZero();
        try (Graphs graphs = shell.real().served();
                ServedGraph graph = graphs.find("default").orElseThrow();
                AccountBook book = shell.configuration().spending().book()) {
            assertThatThrownBy(() -> graph.rag().retrieve(Question.of("Who built it?", Mode.NAIVE)))
                    .hasMessageStartingWith("OpenAI needs a key: set OPENAI_API_KEY");
            assertThatThrownBy(() -> graph.intake()
                            .add(
                                    List.of(new IntakeSource.SentDocument(SourceDocument.of("b", "Emil Marr taught."))),
                                    UNHEARD))
                    .hasMessageStartingWith("OpenAI needs a key: set OPENAI_API_KEY");
            RunRecord run = book.runs(null, null, Set.of(), 1).getFirst();
            assertThat(run.start().command()).isEqualTo("tern serve: add");
            assertThat(run.state()).as("ended, and not under way for ever").isEqualTo(RunState.FAILED);
            graph.rag().remove(List.of("a"));
            assertThat(graph.rag().statistics().documents()).isZero();
        }
    }

    @Test
    void someStayOpenAndNoneIsClosedWhileSomebodyHasIt() {
        ScriptedBackend backend = new ScriptedBackend(null);
        try (Graphs graphs = backend.open(folder, 2)) {
            add(graphs, "first");
            try (ServedGraph first = graphs.find("first").orElseThrow()) {
                for (int i = 0; i < 6; i++) {
                    add(graphs, "n" + i);
                }
                awaitOpenStores(backend, 1 + 2);
                assertThat(first.rag().statistics().documents()).isEqualTo(1);
            }
            assertThat(backend.openStores()).isLessThanOrEqualTo(3);
            try (ServedGraph again = graphs.find("n0").orElseThrow()) {
                assertThat(again.rag().statistics().documents()).isEqualTo(1);
            }
        }
    }
}
