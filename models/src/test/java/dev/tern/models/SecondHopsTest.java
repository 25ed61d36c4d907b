package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.tern.GraphRag;
import dev.tern.graph.SourceDocument;
import dev.tern.ingest.IngestListener;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The question about the contribution of the son of Euler's teacher needs the passages of Euler and of the son: the
 * first two, before the teacher's and that of another relative. Statements are extracted by rules, and no passage has a
 * title.
 */
@Tag("slow")
class SecondHopsTest {
    private static final int PUPIL = 0;
    private static final int MEANT = 3;

    private record Family(int number, String question, List<String> passages) {
        List<SourceDocument> documents() {
            List<SourceDocument> documents = new ArrayList<>();
            for (String passage : passages) {
                documents.add(SourceDocument.of(id(documents.size()), passage));
            }
            return documents;
        }

        String id(int place) {
            return number + "-" + place;
        }

        Set<String> gold() {
            return Set.of(id(PUPIL), id(MEANT));
        }
    }

    private static List<Family> families() {
        try (InputStream file = Objects.requireNonNull(SecondHopsTest.class.getResourceAsStream("second-hops.txt"))) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            List<Family> families = new ArrayList<>();
            for (String block : text.split("\n\n", -1)) {
                List<String> lines =
                        block.lines().filter(line -> !line.startsWith("#")).toList();
                if (!lines.isEmpty()) {
                    families.add(new Family(families.size(), lines.getFirst(), lines.subList(1, lines.size())));
                }
            }
            return families;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CloseableEmbeddingModel model(String name) {
        return Models.embeddingModel(EmbeddingModelSettings.builder()
                .provider(KnownProvider.IN_PROCESS)
                .modelName(name)
                .build());
    }

    private static Set<String> firstTwo(GraphRag rag, Family family) {
        return rag
                .retrieve(Question.of(family.question(), Mode.LOCAL)
                        .withParameters(Parameters.of(Parameter.FINAL_TOP_K, 2)))
                .passages()
                .stream()
                .map(passage -> passage.value().documentId())
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @ValueSource(strings = {"all-MiniLM-L6-v2-q", "bge-small-en-v1.5", "e5-small-v2"})
    void comeFirstInAGraphOfOneFamily(String model) {
        try (CloseableEmbeddingModel encoder = model(model)) {
            for (Family family : families()) {
                try (GraphRag rag = rag(encoder)) {
                    rag.add(family.documents(), IngestListener.NONE);

                    assertThat(firstTwo(rag, family)).as(family.question()).isEqualTo(family.gold());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"all-MiniLM-L6-v2-q", "bge-small-en-v1.5", "e5-small-v2"})
    void comeFirstAmongAllFamiliesForNineOfTen(String model) {
        try (CloseableEmbeddingModel encoder = model(model);
                GraphRag rag = rag(encoder)) {
            rag.add(
                    families().stream()
                            .flatMap(family -> family.documents().stream())
                            .toList(),
                    IngestListener.NONE);

            assertThat(families().stream()
                            .filter(family -> firstTwo(rag, family).equals(family.gold())))
                    .hasSizeGreaterThanOrEqualTo(9);
        }
    }

    @Test
    void areOfTenFamiliesOfFour() {
        assertThat(families())
                .hasSize(10)
                .allSatisfy(family -> assertThat(family.passages()).hasSize(4));
    }

    private static GraphRag rag(EmbeddingModel model) {
        return GraphRag.builder()
                .store(new InMemoryGraphStore())
                .embeddingModel(model)
                .build();
    }
}
