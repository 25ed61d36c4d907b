package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.documents.LoadLimits;
import dev.tern.documents.SourceLoader;
import dev.tern.documents.jsonl.JsonlCorpus;
import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The command line yields the same documents as {@code tern add}. */
@Tag("milvus")
@ExtendWith(SharedCluster.class)
final class InputFilesTest {
    private static final int PASSAGE_TOKENS = 1000;

    private static SparkSession spark;

    @TempDir
    Path folder;

    @BeforeAll
    static void start(SharedCluster.Servers shared) {
        spark = shared.spark();
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static List<SourceDocument> documents(Dataset<Row> input) {
        List<Row> rows = DocumentColumns.of(input.schema(), Optional.empty())
                .rows(input, LoadLimits.DEFAULTS)
                .collectAsList();
        List<SourceDocument> documents = new ArrayList<>();
        new RowDocuments(rows.iterator(), SourceLoader.builder().build(), PASSAGE_TOKENS, failure -> {
                    throw new AssertionError(failure);
                })
                .forEachRemaining(documents::add);
        return documents;
    }

    private static List<SourceDocument> added(Path corpus) {
        List<SourceDocument> documents = new ArrayList<>();
        try (var read = JsonlCorpus.of(List.of(corpus)).documents()) {
            read.forEach(documents::add);
        }
        return documents;
    }

    @Test
    void metadataOfALineKeepsItsTypesWhateverOtherLinesHave() throws Exception {
        Path corpus = file("corpus.jsonl", """
            {"_id": "a", "title": "Ada", "text": "Ada met Charles.", "metadata": {"year": 1990, "share": 1, "triplets": [["Ada", "met", "Charles"]]}, "url": "a"}
            {"_id": "b", "text": "Euler lived in Basel.", "metadata": {"year": "1990 (reprint)", "share": 1.5, "doc": "lives"}, "pages": [1, 2]}
            {"_id": "c", "title": "Basel", "text": "Basel is old.", "metadata": {"statements": [{"text": "Basel is old.", "entities": ["Basel"]}], "year": null, "of": {"x": 0.10}}}
            {"_id": 4, "text": "Nothing is known of it.", "metadata": null}
            {"_id": 5, "text": "Nor of this."}
            """);
        Dataset<Row> read = InputFiles.read(spark, "json", List.of(corpus.toString()));
        assertThat(read.columns()).containsExactly("_id", "metadata", "pages", "text", "title", "url");
        assertThat(documents(read)).isEqualTo(added(corpus)).hasSize(5);
        assertThat(documents(read).getFirst().metadata().objects()).containsEntry("year", 1990L);
    }

    @Test
    void firstLineOfACsvFileNamesItsColumnsAndATextMayHaveLinesAndQuotes() throws Exception {
        Path table = file("table.csv", """
            id,pages,title,text,metadata
            a,7,Ada,"Ada met Charles,
            and said: ""Good day.""\","{""year"": 1833}"
            b,,,Euler lived in Basel.,
            """);
        Path corpus = file("corpus.jsonl", """
            {"_id": "a", "title": "Ada", "text": "Ada met Charles,\\nand said: \\"Good day.\\"", "metadata": {"year": 1833}}
            {"_id": "b", "text": "Euler lived in Basel."}
            """);
        assertThat(documents(InputFiles.read(spark, "csv", List.of(table.toString()))))
                .isEqualTo(added(corpus))
                .hasSize(2);
    }

    @Test
    void csvFilesWithDifferentColumnsAreRefused() throws Exception {
        Path one = file("one.csv", "id,title,text\na,Ada,Ada met Charles.\n");
        Path other = file("other.csv", "id,text,title\nb,Euler lived in Basel.,Euler\n");
        Dataset<Row> read = InputFiles.read(spark, "csv", List.of(one.toString(), other.toString()));
        assertThatThrownBy(() -> documents(read))
                .hasStackTraceContaining("CSV header does not conform to the schema")
                .hasStackTraceContaining("other.csv");
    }
}
