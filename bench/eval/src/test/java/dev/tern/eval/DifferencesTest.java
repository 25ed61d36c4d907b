package dev.tern.eval;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DifferencesTest {
    @TempDir
    private Path folder;

    private static String question(String id, int... places) {
        StringBuilder gold = new StringBuilder();
        for (int place : places) {
            gold.append(gold.isEmpty() ? "" : ", ")
                    .append("{\"document\": \"d\"")
                    .append(place == 0 ? "" : ", \"place\": " + place)
                    .append("}");
        }
        return "{\"id\": \"" + id + "\", \"question\": \"Who is \\\"" + id + "\\\"?\", \"gold\": [" + gold + "]}";
    }

    private Path run(String name, String... questions) throws IOException {
        Path run = Files.createDirectories(folder.resolve(name));
        Files.write(run.resolve("questions.jsonl"), List.of(questions));
        return run;
    }

    @Test
    void figuresOfBothStandSideBySideAndQuestionsBelowWithTheWorseFirst() throws IOException {
        Path before = run("before", question("a", 1, 7), question("b", 2, 3), question("c", 1, 2), question("d", 0, 1));
        Path after = run("after", question("a", 1, 5), question("b", 0, 6), question("c", 2, 1), question("d", 0, 1));

        assertThat(Differences.tables(List.of(new Differences("two", before, after))))
                .containsExactly(
                        "                              R@5               all@5            questions",
                        "                           commit      now     commit      now     better    worse",
                        "two                         75.00    62.50      50.00    50.00          1        1",
                        "",
                        "two: gold among the first 5, and its places",
                        "  2/2 -> 0/2  2,3 -> -,6  b  Who is \"b\"?",
                        "  1/2 -> 2/2  1,7 -> 1,5  a  Who is \"a\"?",
                        "",
                        "two: gold changed places in 1 more of the questions, without coming among the first 5 or"
                                + " leaving them");
    }

    @Test
    void setWithoutADifferenceSaysSo() throws IOException {
        Path run = run("same", question("a", 1, 0));

        assertThat(Differences.tables(List.of(new Differences("one", run, run))))
                .endsWith("", "one: all gold is where it was");
    }
}
