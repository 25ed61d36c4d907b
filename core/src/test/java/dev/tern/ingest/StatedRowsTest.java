package dev.tern.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.graph.Table;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.split.SentenceSplitter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import dev.tern.testing.WordExtractor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class StatedRowsTest {
    private static final String ROWS = "port: Riga; country: Latvia.\nport: Turku; country: Finland; depth: 9 m.";
    private static final List<String> HEADS = List.of("port", "country", "depth");

    private final InMemoryGraphStore store = new InMemoryGraphStore();

    private List<Passage> passages(SourceDocument document) {
        TripletExtractor extractor = new WordExtractor();
        new Ingestion(
                        store,
                        new HashingEmbeddingModel(16),
                        Parameters.DEFAULT,
                        SentenceSplitter.builder().tokenLimit(64).build(),
                        extractor,
                        extractor)
                .ingest(List.of(document), IngestListener.NONE);
        return store.passages(PassagesBy.DOCUMENT, Set.of(document.id())).stream()
                .map(Embedded::value)
                .sorted(Comparator.comparingInt(Passage::ordinal))
                .toList();
    }

    @Test
    void rowsBelowAHeadingOrBesideASentenceAreNotExtractedAgain() {
        String text = "Ports\n\n" + ROWS + "\n\nLena Marr lives in Odense.";
        int start = text.indexOf(ROWS);
        SourceDocument document = SourceDocument.of("d", text)
                .withTables(List.of(new Table(start, start + ROWS.length(), HEADS, 0, "Ports")));

        assertThat(passages(document))
                .flatExtracting(Passage::statements)
                .flatExtracting(Statement::entities)
                .contains("Riga", "Latvia", "Turku", "Finland", "Lena", "Marr", "Odense")
                .doesNotContain("port", "country", "depth");
    }

    @Test
    void sentenceThatLooksLikeARowIsExtracted() {
        String text = ROWS + "\n\nLena Marr saw Odense; country: Latvia.";
        SourceDocument document =
                SourceDocument.of("d", text).withTables(List.of(new Table(0, ROWS.length(), HEADS, 0, "")));

        assertThat(passages(document))
                .flatExtracting(Passage::statements)
                .flatExtracting(Statement::entities)
                .contains("Lena", "Marr", "Odense")
                .doesNotContain("port", "depth");
    }

    @Test
    void passageOfRowsStatesThemAndNothingIsExtracted() {
        SourceDocument document =
                SourceDocument.of("d", ROWS).withTables(List.of(new Table(0, ROWS.length(), HEADS, 0, "")));

        Passage passage = passages(document).getFirst();

        assertThat(passage.extraction()).isEqualTo(Extraction.GIVEN);
        assertThat(passage.statements())
                .containsExactly(
                        Statement.of("Riga", "country", "Latvia"),
                        Statement.of("Turku", "country", "Finland"),
                        new Statement("Turku depth 9 m", List.of("Turku")));
    }

    @Test
    void proseBesideRowsIsExtractedToo() {
        String text = "Anna Lind saw Olof Berg.\n\n" + ROWS;
        SourceDocument document =
                SourceDocument.of("d", text).withTables(List.of(new Table(26, text.length(), HEADS, 0, "")));

        Passage passage = passages(document).getFirst();

        assertThat(passage.extraction().by()).isEqualTo("words");
        assertThat(passage.statements())
                .contains(
                        Statement.of("Turku", "country", "Finland"),
                        new Statement("Anna Lind saw Olof Berg.", List.of("Anna", "Lind", "saw", "Olof", "Berg")));
    }

    @Test
    void eachRowIsStatedByThePassageItStandsIn() {
        String text = IntStream.range(0, 100)
                .mapToObj(i -> "name: port " + i + "; country: land " + i % 7 + ".")
                .collect(Collectors.joining("\n"));
        SourceDocument document = SourceDocument.of("d", text)
                .withTables(List.of(new Table(0, text.length(), List.of("name", "country"), 0, "")));

        List<Passage> passages = passages(document);

        assertThat(passages)
                .hasSizeGreaterThan(10)
                .allSatisfy(passage -> assertThat(passage.statements())
                        .isNotEmpty()
                        .allSatisfy(statement -> assertThat(passage.text())
                                .contains("name: " + statement.entities().getFirst() + ";")));
        assertThat(passages.stream()
                        .flatMap(passage -> passage.statements().stream())
                        .distinct())
                .hasSize(100);
    }

    @Test
    void eachOfManyTablesIsStatedByThePassageItStandsIn() {
        StringBuilder text = new StringBuilder();
        List<Table> tables = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            text.append("A line of prose comes before table ").append(i).append(".\n");
            int start = text.length();
            text.append("name: port ").append(i).append("; country: land.");
            tables.add(new Table(start, text.length(), List.of("name", "country"), 0, ""));
            text.append('\n');
        }
        SourceDocument document = SourceDocument.of("d", text.toString()).withTables(tables);

        for (int from = 0; from < text.length(); from += 37) {
            int start = from;
            int end = Math.min(text.length(), start + 111);
            RowStatements rows = RowStatements.of(document, new Position(start, end, 0, ""), 64);
            assertThat(rows.statements())
                    .as("from %d", start)
                    .isEqualTo(tables.stream()
                            .flatMap(table -> table.rows(document.text(), start, end).stream())
                            .flatMap(row -> row.statements().stream())
                            .toList());
        }
    }

    @Test
    void rowWithATextToReadIsNotAllThatThereIs() {
        String text = "ship: Alma; log: "
                + "The wind rose and the mast broke near Visby. ".repeat(3).strip() + ".";
        SourceDocument document = SourceDocument.of("d", text)
                .withTables(List.of(new Table(0, text.length(), List.of("ship", "log"), 0, "")));

        assertThat(passages(document))
                .allSatisfy(passage -> assertThat(passage.extraction().by()).isEqualTo("words"));
    }

    @Test
    void whatAnExtractorFindsStandsBesideTheRows() {
        Passage passage =
                Passage.of(SourceDocument.of("d", ROWS), 0, ROWS, List.of(Statement.of("Riga", "country", "Latvia")));

        Passage found = passage.withExtraction(
                List.of(Statement.of("Riga", "is older than", "Turku")), Extraction.finished("m"));

        assertThat(found.statements())
                .containsExactly(
                        Statement.of("Riga", "country", "Latvia"), Statement.of("Riga", "is older than", "Turku"));
    }

    @Test
    void tableOutsideItsTextIsRefused() {
        SourceDocument document = SourceDocument.of("d", "short");

        assertThatThrownBy(() -> document.withTables(List.of(new Table(0, 6, HEADS, 0, ""))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("document \"d\" has a table from character 0 to 6; after one that ends at 0 it must lie "
                        + "between that and 5");
        assertThatThrownBy(() -> new Table(0, 5, HEADS, 3, ""))
                .hasMessage("the rows of a table of 3 columns are about column 3; columns are counted from 0");
    }

    @Test
    void cellsThatHoldNothingToSeeStateNothing() {
        String text = "port: Riga; country: \u200b.\nport: \u00ad; country: Finland.";
        SourceDocument document =
                SourceDocument.of("d", text).withTables(List.of(new Table(0, text.length(), HEADS, 0, "")));

        assertThat(passages(document))
                .flatExtracting(Passage::statements)
                .as("names, and nothing of a row")
                .containsExactly(Statement.ofNames(List.of("Riga")), Statement.ofNames(List.of("Finland")));
    }
}
