package example.plain;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tern.query.Answer;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BernoullisTest {
    @TempDir
    Path folder;

    @Test
    void questionThatNeedsTwoDocumentsIsAnswered() {
        Answer answer = Bernoullis.ask(folder, "What contribution did the son of Euler's teacher make?");

        Set<String> found = answer.passages().stream()
                .map(passage -> passage.value().documentId())
                .collect(Collectors.toSet());
        assertTrue(found.containsAll(Set.of("leonhard-euler", "daniel-bernoulli")), found.toString());
        assertTrue(answer.text().contains("the pressure of a moving fluid falls"), answer.text());
    }
}
