package dev.tern.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.GraphRag;
import dev.tern.documents.LoadListener;
import dev.tern.documents.LoadedDocuments;
import dev.tern.documents.SourceLoader;
import dev.tern.graph.EntityName;
import dev.tern.ingest.IngestListener;
import dev.tern.models.CloseableEmbeddingModel;
import dev.tern.models.EmbeddingModelSettings;
import dev.tern.models.KnownProvider;
import dev.tern.models.Models;
import dev.tern.query.Answer;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sixty-one questions to a contract, a mail thread, a list of questions and answers, five short texts in five languages, two
 * tables and a page of the web, all written for this test. The words that answer are to stand in the first line, which is to be
 * short. Every second question was not looked at while the choice of quotes was made.
 */
@Tag("slow")
final class FirstLineTest {
    /** The numbers of right and of all answers, and the characters of first lines. */
    private record Count(int right, int all, int characters) {
        Count with(boolean isRight, int length) {
            return new Count(right + (isRight ? 1 : 0), all + 1, characters + length);
        }
    }

    @Test
    void theWordsThatAnswerStandInTheFirstLine() throws IOException, URISyntaxException {
        Path folder = Path.of(FirstLineTest.class.getResource("firstline").toURI());
        Map<String, Count> counts = new TreeMap<>();
        List<String> missed = new ArrayList<>();
        try (CloseableEmbeddingModel model = Models.embeddingModel(EmbeddingModelSettings.builder()
                        .provider(KnownProvider.IN_PROCESS)
                        .build());
                GraphRag rag = GraphRag.builder()
                        .store(new InMemoryGraphStore())
                        .embeddingModel(model)
                        .splitter(Models.splitter(model, Parameters.DEFAULT))
                        .build()) {
            try (LoadedDocuments documents = SourceLoader.builder()
                    .build()
                    .load(List.of("documents"), folder, InputStream.nullInputStream(), new LoadListener() {})) {
                rag.add(documents, IngestListener.NONE);
            }
            int number = 0;
            for (String line : Files.readAllLines(folder.resolve("questions.tsv"))) {
                String[] parts = line.split("\t", 3);
                Answer answer = rag.ask(rag.question(parts[1]).withMode(Mode.LOCAL));
                String first = answer.text().lines().findFirst().orElse("");
                boolean right = EntityName.normalise(first).contains(EntityName.normalise(parts[2]));
                if (!right) {
                    missed.add(parts[1] + "\n" + answer.text());
                }
                for (String key : List.of("all", parts[0], number++ % 2 == 0 ? "seen" : "unseen")) {
                    counts.merge(
                            key,
                            new Count(0, 0, 0).with(right, first.length()),
                            (one, other) -> one.with(right, first.length()));
                }
            }
        }
        counts.forEach((key, count) ->
                System.out.println("answers, in the first line, " + key + ": " + count.right() + " of " + count.all()));
        Count all = Objects.requireNonNull(counts.get("all"));
        assertThat(all.right()).as("missed: %s", missed).isGreaterThanOrEqualTo(50);
        assertThat(all.characters() / all.all())
                .as("characters of a first line")
                .isLessThanOrEqualTo(100);
    }
}
