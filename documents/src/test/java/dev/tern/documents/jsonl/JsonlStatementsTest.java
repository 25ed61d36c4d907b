package dev.tern.documents.jsonl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tern.documents.jsonl.JsonlCorpus.CorpusCheck;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.Statement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonlStatementsTest {
    @TempDir
    private Path folder;

    private Path file(String content) {
        try {
            return Files.writeString(folder.resolve("corpus.jsonl"), content);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void statementsComeAsTripletsAndAsSentencesWithTheirNames() {
        Path path = file("""
            {"_id": "d", "text": "t", "metadata": {"triplets": [["Euler", "lived in", "Basel"]],\
             "statements": [{"text": "Euler and Daniel met.", "entities": ["Euler", "Daniel"]}], "author": "me"}}
            """);

        assertThat(JsonlCorpus.of(List.of(path)).documents()).singleElement().satisfies(document -> {
            assertThat(document.statements())
                    .containsExactly(
                            Statement.of("Euler", "lived in", "Basel"),
                            new Statement("Euler and Daniel met.", List.of("Euler", "Daniel")));
            assertThat(document.metadata()).isEqualTo(SourceMetadata.of(Map.of("author", "me")));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[\"\", \"p\", \"o\"]",
                "[\"s\", \"  \", \"o\"]",
                "[\"s\", \"p\", null]",
                "[\"s\", \"p\"]",
                "[\"s\", \"p\", \"o\", \"x\"]",
                "[]",
                "[[\"s\"], \"p\", \"o\"]",
                "[\"s\", {\"p\": 1}, \"o\"]",
                "\"s p o\"",
                "{\"s\": \"p\"}",
                "null"
            })
    void aTripletThatIsNotThreeTextsIsDroppedAndCountedAndTheDocumentStays(String triplet) {
        Path path = file("""
            {"_id": "d", "text": "t", "metadata": {"triplets": [%s, ["a", "b", "c"]]}}
            """.formatted(triplet));

        assertThat(JsonlCorpus.of(List.of(path)).documents())
                .singleElement()
                .satisfies(document -> assertThat(document.statements()).containsExactly(Statement.of("a", "b", "c")));
        assertThat(JsonlCorpus.of(List.of(path)).check()).isEqualTo(new CorpusCheck(1, 1, List.of()));
    }

    @Test
    void numbersAndBooleansInATripletAreTexts() {
        Path path = file("""
            {"_id": "d", "text": "t", "metadata": {"triplets": [["Euler", 1707, true]]}}
            """);

        assertThat(JsonlCorpus.of(List.of(path)).documents().iterator().next().statements())
                .containsExactly(Statement.of("Euler", "1707", "true"));
    }

    @Test
    void aStatementThatIsNotATextWithOneToThirtyTwoNamesIsDroppedAndCounted() {
        String names = "\"name\"" + ", \"name %d\"".repeat(32).formatted((Object[]) numbers());
        Path path = file("""
            {"_id": "d", "text": "t", "metadata": {"statements": [\
            {"text": "good", "entities": ["a"]}, {"text": "none", "entities": []}, {"text": "many", "entities": [%s]},\
            {"text": " ", "entities": ["a"]}, {"text": "blank", "entities": ["a", ""]}, {"text": "number", "entities": [1]},\
            {"text": 1, "entities": ["a"]}, {"text": "text", "entities": "a"}, {"entities": ["a"]}, 7, null]}}
            """.replace("\\\n", "").formatted(names));

        assertThat(JsonlCorpus.of(List.of(path)).documents())
                .singleElement()
                .satisfies(document ->
                        assertThat(document.statements()).containsExactly(new Statement("good", List.of("a"))));
        assertThat(JsonlCorpus.of(List.of(path)).check()).isEqualTo(new CorpusCheck(1, 10, List.of()));
    }

    private static Integer[] numbers() {
        return IntStream.range(0, 32).boxed().toArray(Integer[]::new);
    }

    @Test
    void aStatementThatIsLongerThanAPassageMayBeIsDroppedAndCounted() {
        JsonlCorpus corpus = JsonlCorpus.of(List.of(file("""
            {"_id": "a", "text": "t", "metadata": {"triplets": [["a", "b", "%s"], ["a", "b", "c"]],\
             "statements": [{"text": "short", "entities": ["%s"]}]}}
            """.formatted("x".repeat(40), "x".repeat(41)))))
                .withPassageTokenLimit(10);

        assertThat(corpus.documents())
                .singleElement()
                .satisfies(document -> assertThat(document.statements()).containsExactly(Statement.of("a", "b", "c")));
        assertThat(corpus.check()).isEqualTo(new CorpusCheck(1, 2, List.of()));
    }
}
