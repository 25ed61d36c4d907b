package dev.tern.eval.questions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BeirDatasetTest {
    private static final String HEADING = "query-id\tcorpus-id\tscore";

    @TempDir
    Path folder;

    private BeirFolder whole() {
        return new BeirFolder(folder)
                .documents("d1:0", "d2:10", "d3:20")
                .questions("q1:0", "q2:5", "q3:7")
                .judgements(HEADING, "q2\td3\t1", "q1\td2\t2", "q1\td1\t1", "q1\td3\t0");
    }

    @Test
    void readsQuestionsWithGoldInTheOrderOfTheirFile() {
        QuestionSet set = BeirDataset.read(whole().path());
        assertThat(set.name()).isEqualTo(folder.getFileName().toString());
        assertThat(set.documents()).isEqualTo(3);
        try (Stream<SourceDocument> documents = set.corpus().open()) {
            assertThat(documents).hasSize(3);
        }
        assertThat(set.queries()).extracting(GoldQuestion::id).containsExactly("q1", "q2");
        assertThat(set.queries().getFirst().text()).isEqualTo("what is at 0");
        assertThat(set.queries().getFirst().gold()).containsExactly("d1", "d2");
        assertThat(set.queries().getLast().gold()).containsExactly("d3");
    }

    @Test
    void headingMayBeMissingAndLinesBlank() {
        whole().judgements("q1\td1\t1", "", "q2\td3\t1\r");
        assertThat(BeirDataset.read(folder).queries()).hasSize(2);
    }

    @Test
    void readsAnotherSplit() {
        whole().file("qrels/dev.tsv", HEADING, "q3\td1\t1");
        assertThat(BeirDataset.read(folder, "dev").queries())
                .extracting(GoldQuestion::id)
                .containsExactly("q3");
        refused(() -> BeirDataset.read(folder, "train"), "the question set " + folder + " has no file qrels/train.tsv");
    }

    @Test
    void idsMayBeNumbers() {
        whole().corpus("{\"_id\": 1, \"text\": \"one at 0\"}")
                .queries("{\"_id\": 7, \"text\": \"what is at 0\"}")
                .judgements(HEADING, "7\t1\t1");
        assertThat(BeirDataset.read(folder).queries().getFirst().gold()).containsExactly("1");
    }

    @Test
    void namesTheFolderOrFileThatIsMissing() throws IOException {
        Path nowhere = folder.resolve("nowhere");
        refused(
                () -> BeirDataset.read(nowhere),
                nowhere + " does not exist; a question set is a folder with corpus.jsonl, queries.jsonl and"
                        + " qrels/test.tsv");
        Path file = Files.writeString(folder.resolve("file"), "x");
        refused(
                () -> BeirDataset.read(file),
                file + " is not a folder; a question set is a folder with corpus.jsonl, queries.jsonl and"
                        + " qrels/test.tsv");
        for (String name : new String[] {"corpus.jsonl", "queries.jsonl", "qrels/test.tsv"}) {
            whole();
            Files.delete(folder.resolve(name));
            refused(() -> BeirDataset.read(folder), "the question set " + folder + " has no file " + name);
        }
    }

    @Test
    void namesTheLineThatIsNotOfItsForm() {
        whole().queries("{\"_id\": \"q1\", \"text\": \"at 0\"}", "{\"_id\": \"q2\", ");
        refused(
                () -> BeirDataset.read(folder),
                folder.resolve("queries.jsonl") + ":2: expected a JSON object with _id and text, found no JSON");
        whole().queries("{\"_id\": \"q1\"}");
        refused(
                () -> BeirDataset.read(folder),
                folder.resolve("queries.jsonl") + ":1: expected a JSON object with _id and text, found no text");
        whole().queries("[]");
        refused(
                () -> BeirDataset.read(folder),
                folder.resolve("queries.jsonl") + ":1: expected a JSON object with _id and text, found no _id");
        whole().queries("{\"_id\": \"q1\", \"text\": \"at 0\"}", "", "{\"_id\": \"q1\", \"text\": \"at 1\"}");
        refused(
                () -> BeirDataset.read(folder),
                folder.resolve("queries.jsonl") + ":3: the _id \"q1\" was already used at "
                        + folder.resolve("queries.jsonl") + ":1");
        whole().judgements(HEADING, "q1 d1 1");
        refused(
                () -> BeirDataset.read(folder),
                folder.resolve("qrels/test.tsv") + ":2: expected a query id, a document id and a whole number with tabs"
                        + " between, found \"q1 d1 1\"");
        whole().judgements(HEADING, "q1\td1\tyes");
        refused(
                () -> BeirDataset.read(folder),
                folder.resolve("qrels/test.tsv") + ":2: expected a query id, a document id and a whole number with tabs"
                        + " between, found \"q1\td1\tyes\"");
    }

    @Test
    void namesTheProblemOfTheCorpus() {
        whole().corpus("{\"_id\": \"d1\", \"text\": \"at 0\"}", "nonsense", "[]");
        assertThatThrownBy(() -> BeirDataset.read(folder))
                .isInstanceOf(TernException.class)
                .hasMessageStartingWith(folder.resolve("corpus.jsonl") + ":2: ")
                .hasMessageEndingWith(" (and 1 more problem)");
    }

    @Test
    void refusesFilesInAnotherEncoding() throws IOException {
        whole();
        Files.write(folder.resolve("queries.jsonl"), new byte[] {'"', (byte) 0xe9, '"'});
        refused(
                () -> BeirDataset.read(folder),
                folder.resolve("queries.jsonl") + " is not UTF-8 text; convert it to UTF-8 first");
    }

    @Test
    void readsAnswersTypesAndTitlesOfGold() {
        whole().corpus(
                        "{\"_id\": \"d1\", \"title\": \"One\", \"text\": \"one at 0\"}",
                        "{\"_id\": \"d2\", \"text\": \"two at 1\"}")
                .queries("{\"_id\": \"q1\", \"text\": \"at 0\", \"metadata\": {\"answers\": [\"1\", \"one\"], \"type\":"
                        + " \"2hop\"}}")
                .judgements(HEADING, "q1\td1\t1", "q1\td2\t1");
        GoldQuestion query = BeirDataset.read(folder).queries().getFirst();
        assertThat(query.answers()).containsExactly("1", "one");
        assertThat(query.type()).isEqualTo("2hop");
        assertThat(query.titles()).containsExactly(Map.entry("d1", "One"), Map.entry("d2", ""));
        whole().queries("{\"_id\": \"q1\", \"text\": \"at 0\", \"metadata\": {\"answers\": \"one\"}}");
        refused(
                () -> BeirDataset.read(folder),
                folder.resolve("queries.jsonl") + ":1: expected metadata.answers to be an array of strings");
    }

    @Test
    void checksumsChangeWithTheFiles() {
        SortedMap<String, String> before = BeirDataset.read(whole().path()).checksums();
        assertThat(before).containsOnlyKeys("corpus.jsonl", "queries.jsonl", "qrels/test.tsv");
        assertThat(BeirDataset.read(whole().path()).checksums()).isEqualTo(before);
        whole().judgements(HEADING, "q1\td1\t1");
        SortedMap<String, String> after = BeirDataset.read(folder).checksums();
        assertThat(after.get("qrels/test.tsv")).isNotEqualTo(before.get("qrels/test.tsv"));
        assertThat(after.get("corpus.jsonl")).isEqualTo(before.get("corpus.jsonl"));
    }

    @Test
    void asksHalfOfTheQuestions() {
        QuestionSet set = BeirDataset.read(whole().judgements(HEADING, "q1\td1\t1", "q2\td2\t1", "q3\td3\t1")
                .path());
        assertThat(set.part(QuestionSet.Part.EVEN).queries())
                .extracting(GoldQuestion::id)
                .containsExactly("q1", "q3");
        assertThat(set.part(QuestionSet.Part.ODD).queries())
                .extracting(GoldQuestion::id)
                .containsExactly("q2");
        assertThat(set.part(QuestionSet.Part.ALL)).isEqualTo(set);
        QuestionSet one = BeirDataset.read(whole().judgements("q1\td1\t1").path());
        refused(
                () -> one.part(QuestionSet.Part.ODD),
                "the question set " + folder.getFileName() + " has no odd questions: it has 1");
    }

    @Test
    void takesTitlesAway() {
        whole().corpus("{\"_id\": \"d1\", \"title\": \"One\", \"text\": \"one at 0\"}")
                .judgements("q1\td1\t1");
        try (Stream<SourceDocument> documents =
                BeirDataset.read(folder).withoutTitles().corpus().open()) {
            assertThat(documents)
                    .singleElement()
                    .extracting(SourceDocument::title)
                    .isEqualTo("");
        }
    }

    @Test
    void refusesJudgementsOfUnknownQueries() {
        whole().judgements(HEADING, "q1\td1\t1", "p1\td1\t1");
        refused(
                () -> BeirDataset.read(folder),
                folder.resolve("qrels/test.tsv") + ":3: there is no query \"p1\" in "
                        + folder.resolve("queries.jsonl"));
    }

    @Test
    void refusesGoldThatIsNotInTheCorpus() {
        whole().judgements(HEADING, "q1\td1\t1", "q1\tgone\t1");
        refused(
                () -> BeirDataset.read(folder),
                folder.resolve("qrels/test.tsv") + ":3: there is no document \"gone\" in "
                        + folder.resolve("corpus.jsonl"));
    }

    @Test
    void refusesTwoJudgementsOfOnePair() {
        whole().judgements(HEADING, "q1\td1\t1", "q1\td1\t0");
        refused(
                () -> BeirDataset.read(folder),
                folder.resolve("qrels/test.tsv") + ":3: query \"q1\" and document \"d1\" were already judged at "
                        + folder.resolve("qrels/test.tsv") + ":2");
    }

    @Test
    void refusesEmptyFiles() {
        whole().queries("");
        refused(() -> BeirDataset.read(folder), folder.resolve("queries.jsonl") + " is empty: there is nothing to ask");
        whole().corpus("");
        refused(() -> BeirDataset.read(folder), folder.resolve("corpus.jsonl") + ": the file is empty");
    }

    @Test
    void refusesASetThatJudgesNothing() {
        whole().judgements(HEADING, "q1\td1\t0");
        refused(
                () -> BeirDataset.read(folder),
                folder.resolve("qrels/test.tsv") + " names no document with a score above 0: nothing can be found");
    }

    private static void refused(ThrowingCallable read, String message) {
        assertThatThrownBy(read).isInstanceOf(TernException.class).hasMessage(message);
    }
}
