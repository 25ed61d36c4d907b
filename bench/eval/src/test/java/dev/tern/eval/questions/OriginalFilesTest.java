package dev.tern.eval.questions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The formats as their publishers describe them, with invented texts. */
final class OriginalFilesTest {
    private static final String MUSIQUE = """
        {"id": "2hop__11_22", "paragraphs": [\
        {"idx": 0, "title": "Vale Bridge", "paragraph_text": "The Vale Bridge was built by Lena Marr.", \
        "is_supporting": true}, \
        {"idx": 1, "title": "Oro", "paragraph_text": "The Oro is a river.", "is_supporting": false}, \
        {"idx": 2, "title": "Lena Marr", "paragraph_text": "Lena Marr was born in Halden.", \
        "is_supporting": true}], \
        "question": "Where was the builder of the Vale Bridge born?", \
        "question_decomposition": [{"id": 11, "question": "Vale Bridge >> builder", "answer": "Lena Marr", \
        "paragraph_support_idx": 0}], "answer": "Halden", "answer_aliases": ["Town of Halden"], \
        "answerable": true}
        """;
    private static final String HOTPOT = """
        [{"_id": "5a7a", "answer": "yes", "question": "Are the Oro and the Una rivers?", "level": "hard",
          "supporting_facts": [["Oro", 0], ["Una", 1]], "type": "comparison",
          "context": [["Oro", ["The Oro is a river.", " It is long."]],
                      ["Vale Bridge", ["The Vale Bridge was built by Lena Marr."]],
                      ["Una", ["The Una is short.", " It is a river too."]]]}]
        """;
    private static final String TWO_WIKI = """
        [{"_id": "b08", "type": "compositional", "question": "Where was the builder of the Vale Bridge born?",
          "context": [["Vale Bridge", ["The Vale Bridge is old.", "It was built by Lena Marr."]],
                      ["Lena Marr", ["Lena Marr was born in Halden."]]],
          "entity_ids": "Q1_Q2", "supporting_facts": [["Vale Bridge", 1], ["Lena Marr", 0]],
          "evidences": [["Vale Bridge", "architect", "Lena Marr"]], "answer": "Halden",
          "evidences_id": [], "answer_id": "Q3"}]
        """;
    private static final String OPENIE = """
        {"docs": [
          {"idx": "chunk-1", "passage": "Vale Bridge\\nThe Vale Bridge was built by  Lena Marr.",
           "extracted_entities": ["Vale Bridge", "Lena Marr"],
           "extracted_triples": [["Vale Bridge", "built by", "Lena Marr"], ["Vale Bridge", "built by"],
                                 ["Vale Bridge", "", "Lena Marr"]]},
          {"title": "Elsewhere", "text": "Nobody asks about this.", "passage": "Elsewhere\\nNobody asks about this.",
           "extracted_entities": [], "extracted_triples": []}],
         "ents_by_doc": [], "avg_ent_chars": NaN, "avg_ent_words": NaN}
        """;

    @TempDir
    Path folder;

    private Path file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private OriginalFiles.ConversionCounts convert(Path... questions) {
        return OriginalFiles.convert(List.of(questions), List.of(), List.of(), folder.resolve("set"));
    }

    private QuestionSet read() {
        return BeirDataset.read(folder.resolve("set"));
    }

    private List<SourceDocument> documents() {
        try (Stream<SourceDocument> documents = read().corpus().open()) {
            return documents.toList();
        }
    }

    @Test
    void readsMusique() {
        assertThat(convert(file("dev.jsonl", MUSIQUE))).isEqualTo(new OriginalFiles.ConversionCounts(3, 1, 0, 0, 0));
        GoldQuestion query = read().queries().getFirst();
        assertThat(query.id()).isEqualTo("2hop__11_22");
        assertThat(query.text()).isEqualTo("Where was the builder of the Vale Bridge born?");
        assertThat(query.type()).isEqualTo("2hop");
        assertThat(query.answers()).containsExactly("Halden", "Town of Halden");
        assertThat(query.titles().values()).containsExactlyInAnyOrder("Vale Bridge", "Lena Marr");
        assertThat(documents()).extracting(SourceDocument::text).contains("The Oro is a river.");
        assertThat(documents()).allSatisfy(document -> assertThat(document.id()).matches("[0-9a-f]{16}"));
    }

    @Test
    void readsHotpotQa() {
        assertThat(convert(file("dev.json", HOTPOT))).isEqualTo(new OriginalFiles.ConversionCounts(3, 1, 0, 0, 0));
        GoldQuestion query = read().queries().getFirst();
        assertThat(query.type()).isEqualTo("comparison");
        assertThat(query.answers()).containsExactly("yes");
        assertThat(query.titles().values()).containsExactlyInAnyOrder("Oro", "Una");
        assertThat(documents()).extracting(SourceDocument::text).contains("The Oro is a river. It is long.");
    }

    @Test
    void readsTwoWikiMultihopQa() {
        convert(file("dev.json", TWO_WIKI));
        assertThat(read().queries().getFirst().type()).isEqualTo("compositional");
        assertThat(documents())
                .extracting(SourceDocument::text)
                .containsExactly("The Vale Bridge is old. It was built by Lena Marr.", "Lena Marr was born in Halden.");
    }

    @Test
    void severalFilesShareOneCorpus() {
        assertThat(convert(file("dev.jsonl", MUSIQUE), file("dev.json", HOTPOT)))
                .isEqualTo(new OriginalFiles.ConversionCounts(5, 2, 0, 0, 0));
    }

    @Test
    void openieGivesPassagesTheirTripletsWhateverTheSpacesAre() {
        OriginalFiles.ConversionCounts converted = OriginalFiles.convert(
                List.of(file("dev.jsonl", MUSIQUE)),
                List.of(file("corpus.json", """
                    [{"title": "Vale Bridge", "text": "The Vale Bridge was built by Lena Marr.", "idx": 0},
                     {"title": "Lena Marr", "text": "Lena Marr was born in Halden."}]
                    """)),
                List.of(file("openie.json", OPENIE)),
                folder.resolve("set"));
        assertThat(converted).isEqualTo(new OriginalFiles.ConversionCounts(2, 1, 1, 2, 1));
        assertThat(documents().getFirst().statements())
                .containsExactly(Statement.of("Vale Bridge", "built by", "Lena Marr"));
    }

    @Test
    void withoutACorpusFileThePassagesOfOpenieAreInTheCorpusToo() {
        OriginalFiles.ConversionCounts converted = OriginalFiles.convert(
                List.of(file("dev.jsonl", MUSIQUE)),
                List.of(),
                List.of(file("openie.json", OPENIE)),
                folder.resolve("set"));
        assertThat(converted.unknownPassages()).isZero();
        assertThat(documents()).extracting(SourceDocument::title).contains("Elsewhere", "Oro");
    }

    @Test
    void corpusFileMayHaveSentencesByTitle() {
        Path corpus = file("corpus.json", """
            {"Oro": ["The Oro is a river.", " It is long."], "Una": ["The Una is short.", " It is a river too."]}
            """);
        OriginalFiles.ConversionCounts converted = OriginalFiles.convert(
                List.of(file("dev.json", HOTPOT)), List.of(corpus), List.of(), folder.resolve("set"));
        assertThat(converted.documents()).isEqualTo(2);
    }

    @Test
    void goldThatIsNotInTheCorpusFileIsRefused() {
        Path questions = file("dev.jsonl", MUSIQUE);
        Path corpus = file("corpus.json", "[{\"title\": \"Oro\", \"text\": \"The Oro is a river.\"}]");
        assertThatThrownBy(() ->
                        OriginalFiles.convert(List.of(questions), List.of(corpus), List.of(), folder.resolve("set")))
                .isInstanceOf(TernException.class)
                .hasMessage(
                        questions + ":1 (record 1): the passage \"Vale Bridge\", which answers the question, is not in"
                                + " the corpus");
        assertThat(folder.resolve("set")).doesNotExist();
    }

    @Test
    void whatIsNoSuchFileIsRefusedWithItsPlace() {
        refused(folder.resolve("nowhere"), " does not exist");
        refused(file("empty.json", ""), " is empty");
        refused(file("broken.jsonl", MUSIQUE + "{\"id\": "), ":2: expected JSON, found none (");
        refused(file("list.json", "[1]"), ":1 (record 1): expected a JSON object");
        refused(
                file("other.json", "{\"question\": \"?\"}"),
                ":1 (record 1): expected a question with paragraphs (MuSiQue) or context (HotpotQA, 2WikiMultihopQA),"
                        + " found neither");
        refused(file("twice.jsonl", MUSIQUE + MUSIQUE), ":2 (record 2): the id \"2hop__11_22\" was already used");
        refused(
                file("untold.jsonl", MUSIQUE.replace("true", "false")),
                ":1 (record 1): the question says of no passage that it answers it");
        refused(
                file("nameless.jsonl", MUSIQUE.replace("\"title\": \"Oro\"", "\"title\": 7")),
                ":1 (record 1): expected the field title to be a text");
    }

    private void refused(Path file, String complaint) {
        assertThatThrownBy(() -> convert(file))
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith(file + complaint);
        assertThat(folder.resolve("set/queries.jsonl")).doesNotExist();
    }
}
