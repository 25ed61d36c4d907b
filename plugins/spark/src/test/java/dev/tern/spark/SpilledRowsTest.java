package dev.tern.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpilledRowsTest {
    @TempDir
    Path folder;

    @Test
    void rowsComeBackAsTheyWereButThoseThatWereTakenBack() throws Exception {
        Path file = Files.createFile(folder.resolve("rows"));
        List<Object> found = new ArrayList<>();
        try (SpilledRows rows = new SpilledRows(file)) {
            Runnable everything = rows.mark();
            rows.add(new Object[] {"of a portion that failed"});
            everything.run();
            rows.add(new Object[] {"é", null, 7, 8L});
            Runnable back = rows.mark();
            rows.add(new Object[] {"half", List.of("a", "b")});
            Runnable further = rows.mark();
            rows.add(new Object[] {"x".repeat(100_000)});
            further.run();
            back.run();
            rows.add(new Object[] {List.of("c", ""), new float[] {1.5f}});
            rows.iterator().forEachRemaining(row -> {
                for (int i = 0; i < row.length(); i++) {
                    found.add(
                            row.get(i) instanceof float[] vector
                                    ? vector[0]
                                    : row.get(i) instanceof String[] texts ? Arrays.asList(texts) : row.get(i));
                }
            });
        }
        assertThat(found).containsExactly("é", null, 7, 8L, List.of("c", ""), 1.5f);
        assertThat(file).doesNotExist();
    }

    @Test
    void closingEndsTheReading() throws Exception {
        SpilledRows rows = new SpilledRows(Files.createFile(folder.resolve("rows")));
        rows.add(new Object[] {1});
        Iterator<Row> unread = rows.iterator();
        rows.close();
        assertThatThrownBy(unread::next).hasRootCauseMessage("Stream closed");
    }
}
