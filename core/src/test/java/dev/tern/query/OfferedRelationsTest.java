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
import dev.tern.testing.ScriptedChatModel;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A relation is offered to the chat model only if a passage that states it is ranked. */
class OfferedRelationsTest {
    private static final Pattern SHOWN = Pattern.compile("(?m)^(\\d+)\\. (.+)$");

    private final HashingEmbeddingModel embeddings = new HashingEmbeddingModel(48);
    private final InMemoryGraphStore store = new InMemoryGraphStore();

    /** Adds more streets than are ranked, so that few relations have a ranked passage. */
    private void addTown() {
        List<SourceDocument> documents = new ArrayList<>();
        for (int i = 0; i < 700; i++) {
            Statement street = Statement.of("Hubville", "has the street", "number " + i);
            documents.add(SourceDocument.of("d" + i, street.text() + ".").withStatements(List.of(street)));
        }
        new Ingestion(store, embeddings, Parameters.DEFAULT).ingest(documents, IngestListener.NONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void whicheverIsChosenLeadsToItsPassage(int degree) {
        addTown();
        Parameters parameters = Parameters.of(Parameter.DEGREE, degree)
                .with(Parameter.FINAL_TOP_K, 1)
                .with(Parameter.CANDIDATE_TOKENS, 100_000);
        Question question =
                Question.of("Which streets does Hubville have?", Mode.GRAPH).withParameters(parameters);
        List<String> shown = new ArrayList<>();
        ScriptedChatModel listing = ScriptedChatModel.answering(request -> {
            Matcher lines = SHOWN.matcher(ScriptedChatModel.user(request));
            while (lines.find()) {
                shown.add(lines.group(2));
            }
            return "[1]";
        });
        new Queries(store, embeddings, listing).retrieve(question);
        assertThat(shown).hasSizeBetween(40, 60);

        for (int number = 1; number <= shown.size(); number += 7) {
            String reply = "[" + number + "]";
            Retrieval found =
                    new Queries(store, embeddings, ScriptedChatModel.answering(request -> reply)).retrieve(question);

            assertThat(found.passages().getFirst().value().text()).isEqualTo(shown.get(number - 1) + ".");
        }
    }
}
