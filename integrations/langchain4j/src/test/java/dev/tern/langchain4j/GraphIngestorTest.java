package dev.tern.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.rag.query.Query;
import dev.tern.GraphRag;
import dev.tern.graph.MetadataValue;
import dev.tern.graph.Passage;
import dev.tern.ingest.IngestReport;
import dev.tern.testing.Bridges;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GraphIngestorTest {
    private final GraphRag rag = Bridges.empty();

    @Test
    void documentGoesThroughSplitterAndExtractor() {
        String text = "Lena Marr built the Vale bridge. ".repeat(60);

        IngestReport report =
                GraphIngestor.of(rag).ingest(Document.from(text, Metadata.from(Document.FILE_NAME, "lena.txt")));

        assertThat(report.documents()).isEqualTo(1);
        assertThat(report.passages()).isGreaterThan(1);
        assertThat(rag.statistics().relations()).isPositive();
    }

    @Test
    void metadataTitleAndIdAreKept() {
        Document document = Document.from(
                "Lena Marr built the Vale bridge.",
                Metadata.from(Map.of(Document.URL, "https://example.org/lena", "title", "Lena Marr", "year", 1890)));
        GraphIngestor.of(rag).ingest(List.of(document));

        Passage passage = found("Vale bridge");
        assertThat(passage.documentId()).isEqualTo("https://example.org/lena");
        assertThat(passage.title()).isEqualTo("Lena Marr");
        assertThat(passage.metadata().value("year")).contains(MetadataValue.of(1890));
    }

    @Test
    void documentUnderTheSameIdIsReplaced() {
        GraphIngestor ingestor = GraphIngestor.of(rag);
        Metadata file =
                Metadata.from(Map.of(Document.FILE_NAME, "lena.txt", Document.ABSOLUTE_DIRECTORY_PATH, "/texts"));
        ingestor.ingest(Document.from("Lena Marr built the Vale bridge.", file));

        IngestReport again = ingestor.ingest(Document.from("Lena Marr built the Vale bridge.", file));
        ingestor.ingest(Document.from("Lena Marr painted the Vale bridge.", file));

        assertThat(again.unchanged()).isEqualTo(1);
        assertThat(rag.statistics().passages()).isEqualTo(1);
        assertThat(found("bridge").documentId()).isEqualTo("/texts/lena.txt");
        assertThat(found("bridge").text()).contains("painted");
    }

    @Test
    void textWithoutAnyNameIsKnownByItsContent() {
        GraphIngestor ingestor = GraphIngestor.of(rag);
        ingestor.ingest(Document.from("Orla Finn grinds rye."), Document.from("Piet Moll bakes bread."));
        ingestor.ingest(Document.from("Orla Finn grinds rye."));

        assertThat(rag.statistics().documents()).isEqualTo(2);
    }

    @Test
    void transformerCanChangeAndLeaveOutDocuments() {
        GraphIngestor ingestor = GraphIngestor.builder(rag)
                .documentTransformer(document -> document.text().startsWith("draft")
                        ? null
                        : Document.from(document.text().strip(), document.metadata()))
                .documentId(document -> "id of " + document.text().length())
                .build();
        ingestor.ingest(Document.from("draft of a text"), Document.from("  Orla Finn grinds rye.  "));

        assertThat(rag.statistics().documents()).isEqualTo(1);
        assertThat(found("rye").documentId()).isEqualTo("id of 21");
    }

    private Passage found(String question) {
        return GraphContent.of(GraphContentRetriever.of(rag)
                        .retrieve(Query.from(question))
                        .getFirst())
                .orElseThrow()
                .passage();
    }
}
