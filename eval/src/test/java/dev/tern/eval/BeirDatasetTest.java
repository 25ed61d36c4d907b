package dev.tern.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        BeirDataset set = BeirDataset.read(whole().path());
        assertThat(set.name()).isEqualTo(folder.getFileName().toString());
        assertThat(set.documents()).isEqualTo(3);
        assertThat(set.corpus().documents()).hasSize(3);
        assertThat(set.queries()).extracting(BeirDataset.Query::id).containsExactly("q1", "q2");
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
                .extracting(BeirDataset.Query::id)
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
                folder.resolve("queries.jsonl") + ":3: the _id \"q1\" was already used");
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
    void refusesJudgementsOfUnknownQueries() {
        whole().judgements(HEADING, "q1\td1\t1", "p1\td1\t1", "p2\td1\t1", "p3\td1\t1", "p4\td1\t1");
        refused(
                () -> BeirDataset.read(folder),
                folder.resolve("qrels/test.tsv") + " judges 4 of 5 queries that are not in "
                        + folder.resolve("queries.jsonl") + ": p1, p2, p3, ...");
    }

    @Test
    void refusesGoldThatIsNotInTheCorpus() {
        whole().judgements(HEADING, "q1\td1\t1", "q1\tgone\t1", "q2\taway\t1", "q2\tgone\t1");
        refused(
                () -> BeirDataset.read(folder),
                "2 of 3 gold documents are not in " + folder.resolve("corpus.jsonl") + ": away, gone");
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
