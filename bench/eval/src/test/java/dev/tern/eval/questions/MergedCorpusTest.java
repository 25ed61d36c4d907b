package dev.tern.eval.questions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tern.error.TernException;
import dev.tern.graph.SourceDocument;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two sets: "same" differs by a comma only; "d1" is the id of two different documents. */
final class MergedCorpusTest {
    @TempDir
    Path folder;

    @BeforeEach
    void write() {
        new BeirFolder(folder.resolve("one"))
                .corpus(
                        "{\"_id\": \"d1\", \"title\": \"East\", \"text\": \"the first at 0\"}",
                        "{\"_id\": \"same1\", \"title\": \"Same\", \"text\": \"said twice, at 5\"}")
                .questions("q:0")
                .judgements("q\td1\t1", "q\tsame1\t1");
        new BeirFolder(folder.resolve("two"))
                .corpus(
                        "{\"_id\": \"two/d1\", \"text\": \"the fourth at 7\"}",
                        "{\"_id\": \"d1\", \"title\": \"West\", \"text\": \"the second at 9\"}",
                        "{\"_id\": \"same2\", \"title\": \"same\", \"text\": \"Said twice at 5\", \"metadata\":"
                                + " {\"triplets\": [[\"a\", \"says\", \"b\"]]}}")
                .questions("q:9")
                .judgements("q\td1\t1", "q\tsame2\t1");
        new BeirFolder(folder.resolve("more")).corpus("{\"_id\": \"d3\", \"text\": \"the third at 3\"}");
    }

    private List<QuestionSet> merged() {
        return MergedCorpus.of(
                List.of(BeirDataset.read(folder.resolve("one")), BeirDataset.read(folder.resolve("two"))),
                List.of(BeirDataset.documents(folder.resolve("more"))));
    }

    private static List<SourceDocument> documents(QuestionSet set) {
        try (Stream<SourceDocument> documents = set.corpus().open()) {
            return documents.toList();
        }
    }

    @Test
    void documentsThatSayTheSameAreOneAndOthersKeepApart() {
        List<QuestionSet> sets = merged();
        assertThat(sets).allSatisfy(set -> assertThat(set.documents()).isEqualTo(5));
        assertThat(documents(sets.getFirst()))
                .extracting(SourceDocument::id)
                .containsExactly("d1", "two/d1", "two/two/d1", "same2", "d3");
        assertThat(documents(sets.getFirst())).isEqualTo(documents(sets.getLast()));
    }

    @Test
    void theOneWithStatementsIsKept() {
        SourceDocument kept = documents(merged().getFirst()).get(3);
        assertThat(kept.statements()).hasSize(1);
    }

    @Test
    void questionsKnowTheirDocumentsByTheNewIds() {
        List<QuestionSet> sets = merged();
        assertThat(sets).extracting(QuestionSet::name).containsExactly("one", "two");
        assertThat(sets.getFirst().queries().getFirst().gold()).containsExactly("d1", "same2");
        assertThat(sets.getLast().queries().getFirst().gold()).containsExactly("same2", "two/two/d1");
    }

    @Test
    void checksumsAreOfAllFiles() {
        assertThat(merged().getFirst().checksums())
                .containsOnlyKeys(
                        "more/corpus.jsonl",
                        "one/corpus.jsonl",
                        "one/qrels/test.tsv",
                        "one/queries.jsonl",
                        "two/corpus.jsonl",
                        "two/qrels/test.tsv",
                        "two/queries.jsonl");
    }

    @Test
    void setsOfOneNameAreRefused() {
        QuestionSet one = BeirDataset.read(folder.resolve("one"));
        assertThatThrownBy(() -> MergedCorpus.of(List.of(one, one), List.of()))
                .isInstanceOf(TernException.class)
                .hasMessage("two of the sets to merge are called one: rename one of the folders");
    }
}
