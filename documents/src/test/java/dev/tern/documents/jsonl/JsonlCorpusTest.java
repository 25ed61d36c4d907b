package dev.tern.documents.jsonl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.documents.jsonl.JsonlCorpus.CorpusCheck;
import dev.tern.documents.jsonl.JsonlCorpus.InvalidLine;
import dev.tern.error.TernException;
import dev.tern.error.TernException.Fault;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonlCorpusTest {
    @TempDir
    private Path folder;

    private Path file(String name, String content) {
        return file(name, content, StandardCharsets.UTF_8);
    }

    private Path file(String name, String content, Charset charset) {
        try {
            return Files.write(folder.resolve(name), content.getBytes(charset));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the documents, and asserts that {@code check} counts as many. */
    private static List<SourceDocument> read(Path... paths) {
        JsonlCorpus corpus = JsonlCorpus.of(List.of(paths));
        List<SourceDocument> documents = new ArrayList<>();
        corpus.documents().forEach(documents::add);
        assertThat(corpus.check().documents()).isEqualTo(documents.size());
        return documents;
    }

    private static CorpusCheck check(Path... paths) {
        return JsonlCorpus.of(List.of(paths)).check();
    }

    /** Returns the only problem of a one-line file. */
    private String problemOf(String line) {
        Path path = file("bad.jsonl", line);
        assertThat(read(path)).isEmpty();
        assertThat(check(path).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.location()).isEqualTo(path + ":1"));
        return check(path).problems().getFirst().message();
    }

    @Test
    void aLineIsADocument() {
        Path path = file("corpus.jsonl", """
            {"_id": "euler", "title": " Euler ", "text": "Euler was born in Basel.", "metadata": {"year": 1707}}
            {"_id": 42, "text": "He went to St. Petersburg.", "unknown": [1]}
            """);

        assertThat(read(path))
                .containsExactly(
                        SourceDocument.of("euler", "Euler was born in Basel.")
                                .withTitle("Euler")
                                .withMetadata(SourceMetadata.EMPTY.with("year", 1707)),
                        SourceDocument.of("42", "He went to St. Petersburg."));
        assertThat(check(path)).isEqualTo(new CorpusCheck(2, 0, List.of()));
    }

    @Test
    void metadataKeepTheirTypesAndWhatIsNestedIsText() {
        Path path = file("corpus.jsonl", """
            {"_id": "d", "text": "t", "metadata": {"s": "text", "i": 7, "f": 1.5, "b": true, "n": null, "l": 12345678901234567890, "a": [1, "x"],\
             "o": {"k": {}}, "triplets": null, "statements": []}}
            """);

        assertThat(read(path).getFirst().metadata())
                .isEqualTo(SourceMetadata.EMPTY
                        .with("s", "text")
                        .with("i", 7)
                        .with("f", 1.5)
                        .with("b", true)
                        .with("l", "12345678901234567890")
                        .with("a", "[1,\"x\"]")
                        .with("o", "{\"k\":{}}"));
    }

    @Test
    void nullTitleAndMetadataAreAsNone() {
        Path path = file("corpus.jsonl", "{\"_id\": \"d\", \"text\": \"t\", \"title\": null, \"metadata\": null}");

        assertThat(read(path)).containsExactly(SourceDocument.of("d", "t"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[1, 2]|expected a JSON object with _id and text, found an array",
                "\"text\"|expected a JSON object with _id and text, found a string",
                "7|expected a JSON object with _id and text, found a number",
                "true|expected a JSON object with _id and text, found a boolean",
                "null|expected a JSON object with _id and text, found null",
                "{}|expected the field _id, which is missing",
                "{\"_id\": \"d\"}|expected the field text, which is missing",
                "{\"text\": \"t\"}|expected the field _id, which is missing",
                "{\"_id\": null, \"text\": \"t\"}|expected _id to be a string, found null",
                "{\"_id\": 1.5, \"text\": \"t\"}|expected _id to be a string, found a number",
                "{\"_id\": [], \"text\": \"t\"}|expected _id to be a string, found an array",
                "{\"_id\": \"d\", \"text\": 1}|expected text to be a string, found a number",
                "{\"_id\": \"d\", \"text\": {}}|expected text to be a string, found an object",
                "{\"_id\": \" \", \"text\": \"t\"}|_id is empty",
                "{\"_id\": \"d\", \"text\": \"\"}|text is empty",
                "{\"_id\": \"d\", \"text\": \" \\n\"}|text is empty",
                "{\"_id\": \"d\", \"text\": \"\\u0000\"}|document \"d\" has an empty text",
                "{\"_id\": \"d\", \"text\": \"t\", \"title\": 1}|expected title to be a string, found a number",
                "{\"_id\": \"d\", \"text\": \"t\", \"metadata\": []}|expected metadata to be an object, found an array",
                "{\"_id\": \"d\", \"text\": \"t\", \"metadata\": {\"triplets\": 1}}|expected metadata.triplets to be"
                        + " an array, found a number",
                "{\"_id\": \"d\", \"text\": \"t\", \"metadata\": {\"statements\": {}}}|expected metadata.statements to"
                        + " be an array, found an object"
            })
    void aLineThatIsNoDocumentSaysWhatWasExpected(String line, String message) {
        assertThat(problemOf(line)).isEqualTo(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Euler was born in Basel.",
                "{\"_id\": \"d\", \"text\": \"t\"",
                "{\"_id\": \"d\", \"text\": \"t\"} {\"_id\": \"e\", \"text\": \"t\"}",
                "{\"_id\": \"d\", \"text\": \"t\"}]",
                "{\"_id\": \"d\", \"_id\": \"e\", \"text\": \"t\"}",
                "{'_id': 'd', 'text': 't'}",
                "{\"_id\": \"d\", \"text\": \"t\",}"
            })
    void aLineThatIsNotOneJsonValueSaysWhereItStopsBeingOne(String line) {
        assertThat(problemOf(line)).matches("expected a JSON object on one line, found no JSON \\(column \\d+: .+\\)");
    }

    @Test
    void deepNestingIsAProblemOfItsLineOnly() {
        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        assertThat(problemOf("{\"_id\": \"d\", \"text\": \"t\", \"metadata\": {\"x\": " + deep + "}}"))
                .startsWith("expected a JSON object on one line, found no JSON (column ")
                .contains("nesting depth");
    }

    @Test
    void theRestGoesOnAfterABadLine() {
        Path path = file("corpus.jsonl", """
            {"_id": "a", "text": "one"}
            nonsense
            {"_id": "", "text": "two"}

            {"_id": "b", "text": "three"}
            """);

        assertThat(read(path)).extracting(SourceDocument::id).containsExactly("a", "b");
        assertThat(check(path).problems()).extracting(InvalidLine::location).containsExactly(path + ":2", path + ":3");
        assertThat(check(path).problems().getLast()).hasToString(path + ":3: _id is empty");
    }

    @Test
    void anIdThatWasUsedBeforeIsAProblemInTheSameFileAndInAnother() {
        Path one = file("one.jsonl", "{\"_id\": \"a\", \"text\": \"one\"}\n{\"_id\": \"a\", \"text\": \"two\"}\n");
        Path two = file("two.jsonl", "\n{\"_id\": \"a\", \"text\": \"three\"}\n{\"_id\": \"b\", \"text\": \"four\"}\n");

        assertThat(read(one, two)).extracting(SourceDocument::text).containsExactly("one", "four");
        assertThat(check(one, two).problems())
                .containsExactly(
                        new InvalidLine(one + ":2", "the _id \"a\" was already used at " + one + ":1"),
                        new InvalidLine(two + ":2", "the _id \"a\" was already used at " + one + ":1"));
    }

    @Test
    void otherEncodingsAreAProblemOfTheirLines() {
        Path path = file(
                "corpus.jsonl",
                "{\"_id\": \"a\", \"text\": \"plain\"}\n{\"_id\": \"b\", \"text\": \"Beyonc\u00e9\"}\n",
                StandardCharsets.ISO_8859_1);

        assertThat(read(path)).extracting(SourceDocument::id).containsExactly("a");
        assertThat(check(path).problems())
                .containsExactly(
                        new InvalidLine(path + ":2", "the line is not UTF-8 text; convert the file to UTF-8 first"));
        assertThat(check(file("utf16.jsonl", "{\"_id\": \"a\", \"text\": \"t\"}", StandardCharsets.UTF_16))
                        .problems())
                .singleElement()
                .extracting(InvalidLine::message)
                .isEqualTo("the file is UTF-16 text; convert it to UTF-8 first");
    }

    @Test
    void aByteOrderMarkAndLineEndsOfOtherSystemsAreNoMatter() {
        Path path = file(
                "corpus.jsonl", "\uFEFF{\"_id\": \"a\", \"text\": \"one\"}\r\n\r\n{\"_id\": \"b\", \"text\": \"two\"}");

        assertThat(read(path)).extracting(SourceDocument::id).containsExactly("a", "b");
        assertThat(check(path).problems()).isEmpty();
    }

    @Test
    void halfOfASurrogatePairBecomesAQuestionMark() {
        assertThat(read(file("corpus.jsonl", "{\"_id\": \"\\ud800\", \"text\": \"a\\udc00b \\ud83d\\ude00\"}")))
                .containsExactly(SourceDocument.of("?", "a?b \uD83D\uDE00"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", " \r\n\t\n", "\uFEFF"})
    void anEmptyFileIsAProblem(String content) {
        Path path = file("empty.jsonl", content);

        assertThat(read(path)).isEmpty();
        assertThat(check(path).problems()).containsExactly(new InvalidLine(path.toString(), "the file is empty"));
    }

    @Test
    void aPassageOverTheTokenLimitIsAProblem() {
        JsonlCorpus corpus = JsonlCorpus.of(List.of(file(
                        "corpus.jsonl",
                        "{\"_id\": \"a\", \"text\": \"" + "x".repeat(40)
                                + "\"}\n{\"_id\": \"b\", \"title\": \"t\", \"text\": \"" + "x".repeat(40) + "\"}")))
                .withPassageTokenLimit(10);

        assertThat(corpus.documents()).extracting(SourceDocument::id).containsExactly("a");
        assertThat(corpus.check().problems())
                .extracting(InvalidLine::message)
                .containsExactly("the document \"b\" has about 11 tokens; a passage may have 10 (passageTokenLimit):"
                        + " split it first");
    }

    @Test
    void aLineOverTheLimitIsAProblemAndTheNextLineIsRead() {
        String start = "{\"_id\": \"a\", \"text\": \"t\", \"x\": \"";
        String end = "\"}";
        String fits = start + "x".repeat(Utf8Lines.MAX_LINE_BYTES - start.length() - end.length()) + end;
        Path path = file("corpus.jsonl", fits + "\n" + fits + " \n{\"_id\": \"b\", \"text\": \"t\"}");

        assertThat(check(path))
                .isEqualTo(new CorpusCheck(
                        2,
                        0,
                        List.of(new InvalidLine(path + ":2", "the line has 16777217 bytes; the limit is 16777216"))));
    }

    @Test
    void aFolderStandsForItsCorpusOrForAllItsFilesByName() throws IOException {
        file("b.jsonl", "{\"_id\": \"b\", \"text\": \"t\"}");
        file("a.jsonl", "{\"_id\": \"a\", \"text\": \"t\"}");
        file("c.json", "{\"_id\": \"c\", \"text\": \"t\"}");
        Files.createDirectory(folder.resolve("d.jsonl"));
        assertThat(read(folder)).extracting(SourceDocument::id).containsExactly("a", "b");

        file("corpus.jsonl", "{\"_id\": \"corpus\", \"text\": \"t\"}");
        assertThat(read(folder)).extracting(SourceDocument::id).containsExactly("corpus");
    }

    @Test
    void aFileOfSomethingElseIsGivenUp() {
        Path path = file("log.jsonl", "no JSON\n".repeat(10_001));
        assertThatThrownBy(() -> check(path))
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith(
                        "more than 10,000 lines are not documents: are these files of JSON lines? The first is " + path
                                + ":1: expected a JSON object on one line");
        assertThat(check(file("log.jsonl", "no JSON\n".repeat(10_000))).problems())
                .hasSize(10_000);
    }

    @Test
    void aPathThatLeadsToNoCorpusIsRefused() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Path loop = Files.createSymbolicLink(folder.resolve("loop"), folder.resolve("loop"));
        Path missing = folder.resolve("missing.jsonl");

        requireRefused(empty, "the folder " + empty + " has no file that ends in .jsonl");
        requireRefused(missing, missing + " does not exist");
        requireRefused(loop, loop + " is a broken link");
        // A pipe is empty when it is read again after the check.
        requireRefused(
                Path.of("/dev/null"),
                "/dev/null is not a file: documents are checked before they are added, so they are read twice; put them"
                        + " into a file first");
    }

    private static void requireRefused(Path path, String message) {
        assertThatThrownBy(() -> JsonlCorpus.of(List.of(path)))
                .isInstanceOfSatisfying(
                        TernException.class, e -> assertThat(e.fault()).isEqualTo(Fault.USER))
                .hasMessage(message);
    }

    @Test
    void aFileThatCannotBeReadAnyMoreIsNamed() throws IOException {
        Path one = file("one.jsonl", "{\"_id\": \"a\", \"text\": \"t\"}");
        Path two = file("two.jsonl", "{\"_id\": \"b\", \"text\": \"t\"}");
        JsonlCorpus corpus = JsonlCorpus.of(List.of(one, two));
        Files.delete(two);
        assertThatThrownBy(corpus::check)
                .isInstanceOf(TernException.class)
                .hasMessage(two + " cannot be read: it no longer exists");

        Files.createDirectory(two);
        Iterator<SourceDocument> documents = corpus.documents().iterator();
        assertThat(documents.next().id()).isEqualTo("a");
        assertThatThrownBy(documents::hasNext)
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith(two + " cannot be read: ");
        assertThat(documents.hasNext()).isFalse();
    }

    @Test
    void everyIteratorReadsAnewAndEndsAtTheEnd() {
        Path path = file("corpus.jsonl", "{\"_id\": \"a\", \"text\": \"t\"}");
        Iterable<SourceDocument> documents = JsonlCorpus.of(List.of(path)).documents();
        Iterator<SourceDocument> iterator = documents.iterator();
        iterator.next();

        assertThat(iterator.hasNext()).isFalse();
        assertThatThrownBy(iterator::next).isInstanceOf(NoSuchElementException.class);
        assertThat(documents).hasSize(1);
    }

    @Test
    void closingTheDocumentsEndsIteratorsThatStoppedEarly() {
        Path path = file("corpus.jsonl", "{\"_id\": \"a\", \"text\": \"t\"}\n{\"_id\": \"b\", \"text\": \"t\"}");
        Iterator<SourceDocument> left;
        try (JsonlCorpus.CorpusDocuments documents =
                JsonlCorpus.of(List.of(path, path)).documents()) {
            left = documents.iterator();
            left.next();
        }

        assertThat(left.hasNext()).isFalse();
    }
}
