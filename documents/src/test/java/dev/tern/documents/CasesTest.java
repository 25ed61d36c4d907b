package dev.tern.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Section;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.ingest.Ingestion;
import dev.tern.ingest.extract.TripletExtractor;
import dev.tern.ingest.split.SentenceSplitter;
import dev.tern.settings.Parameters;
import dev.tern.store.GraphView;
import dev.tern.store.InMemoryGraphStore;
import dev.tern.testing.HashingEmbeddingModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reads each file of src/test/resources/cases, which is named for the expectation, and compares all
 * of the result with the {@code .expected} file beside it: title, metadata, text with pages and
 * headings, statements of documents with tables, remarks and omissions. {@code
 * -Dtern.write=true} writes these files.
 */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CasesTest {
    private static final Path CASES = Path.of("src/test/resources/cases");
    private static final SourceLoader LOADER = SourceLoader.builder().build();

    private Loading together = new Loading(List.of(), new Heard());

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(CASES)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".expected"))
                    .sorted()
                    .toList();
        }
    }

    /** Loads all files together, which takes one parser process; corpora choose their own ids. */
    @BeforeAll
    void load() throws IOException {
        together = Loading.of(
                LOADER,
                CASES,
                files().stream()
                        .map(CasesTest::name)
                        .filter(name -> !isCorpus(name))
                        .toArray(String[]::new));
    }

    private static String name(Path file) {
        return CASES.relativize(file).toString();
    }

    private static boolean isCorpus(String name) {
        return name.endsWith(".jsonl");
    }

    @ParameterizedTest
    @MethodSource("files")
    void isReadAsExpected(Path file) throws IOException {
        String name = name(file);
        Loading loading = isCorpus(name) ? Loading.of(LOADER, CASES, name) : together;
        StringBuilder found = new StringBuilder();
        loading.documents().stream()
                .filter(document -> isCorpus(name) || belongs(document.id(), name))
                .forEach(document -> append(found, document, name));
        append(found, "remark: ", loading.heard().noted, name);
        append(found, "left out: ", loading.heard().skipped, name);

        Path expected = CASES.resolve(name + ".expected");
        if (Boolean.getBoolean("tern.write")) {
            Files.writeString(expected, found);
        }
        assertThat(found.toString()).isEqualTo(Files.readString(expected));
    }

    @Test
    void hiddenPartsAreReadOnlyIfWanted() {
        String sheets = "office/hidden-sheets-rows-and-columns-are-left-out-and-comments-stand-behind-the-table.xlsx";
        String slides = "office/hidden-slides-and-shapes-are-left-out-and-the-others-keep-their-numbers.pptx";
        String open = "mail/texts-tables-and-slides-of-open-document-are-read-2.ods";
        SourceLoader loader = SourceLoader.builder().hidden(true).build();

        Loading shown = Loading.of(loader, CASES, sheets, slides, open);

        assertThat(shown.documents().stream().map(document -> document.text().length() - text(document.id())))
                .allMatch(more -> more > 0);
        assertThat(shown.heard().noted).noneMatch(remark -> remark.matches(".*hidden (sheets|rows|columns|slides).*"));
    }

    private int text(String id) {
        return together.documents().stream()
                .filter(document -> document.id().equals(id))
                .findFirst()
                .orElseThrow()
                .text()
                .length();
    }

    private static boolean belongs(String place, String name) {
        return place.startsWith(name)
                && (place.length() == name.length() || " ,:/".indexOf(place.charAt(name.length())) >= 0);
    }

    private static void append(StringBuilder found, String kind, List<String> events, String name) {
        events.stream()
                .filter(event -> belongs(event, name))
                .forEach(event ->
                        found.append(kind).append(event.replace(name, "FILE")).append('\n'));
    }

    private static void append(StringBuilder found, SourceDocument document, String name) {
        found.append("document: ").append(document.id().replace(name, "FILE")).append('\n');
        if (!document.title().isEmpty()) {
            found.append("title: ").append(document.title()).append('\n');
        }
        document.metadata().texts().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .filter(value -> !value.getKey().equals("source"))
                .forEach(value -> found.append(value.getKey() + ": " + value.getValue() + "\n"));
        StringBuilder text = new StringBuilder(document.text());
        for (Section section : document.sections().reversed()) {
            text.insert(section.start(), "[page " + section.page() + ": " + section.heading() + "]\n");
        }
        found.append("---\n").append(text).append("\n---\n");
        document.statements().forEach(statement -> append(found, "statement", statement));
        if (!document.tables().isEmpty()) {
            stored(document).forEach(statement -> append(found, "stored", statement));
        }
    }

    /** Returns the statements of a document's rows, and by rules of the rest, as an export has. */
    private static List<Statement> stored(SourceDocument document) {
        InMemoryGraphStore store = new InMemoryGraphStore();
        TripletExtractor rules = TripletExtractor.rules();
        new Ingestion(
                        store,
                        new HashingEmbeddingModel(16),
                        Parameters.DEFAULT,
                        SentenceSplitter.builder().build(),
                        rules,
                        rules)
                .ingest(List.of(document), IngestListener.NONE);
        return store.passages(GraphView.PassagesBy.DOCUMENT, Set.of(document.id())).stream()
                .map(Embedded::value)
                .sorted(Comparator.comparingInt(Passage::ordinal))
                .flatMap(passage -> passage.statements().stream())
                .toList();
    }

    private static void append(StringBuilder found, String kind, Statement statement) {
        found.append(kind + ": " + statement.text() + " " + statement.entities() + "\n");
    }
}
