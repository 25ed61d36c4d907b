package example.langchain4j;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.langchain4j.service.Result;
import dev.tern.langchain4j.GraphContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AssistantTest {
    @TempDir
    Path folder;

    @Test
    void storeWithoutAGraphIsSynchronisedAndAsked() throws IOException {
        Path docs = Files.createDirectory(folder.resolve("docs"));
        Files.writeString(docs.resolve("lena.md"), "Lena built a bridge over the Vale.");

        for (int start = 0; start < 2; start++) {
            String answer = SyncedStore.ask(docs.toString(), folder.resolve("docs.ledger"), "Who built a bridge?");
            assertTrue(answer.contains("Lena built a bridge over the Vale."), answer);
        }
    }

    @Test
    void assistantIsShownBothDocumentsThatTheQuestionNeeds() {
        Result<String> answer =
                Assistant.ask(folder, Assistant.STAND_IN, "What contribution did the son of Euler's teacher make?");

        Set<String> shown = answer.sources().stream()
                .map(source -> GraphContent.of(source).orElseThrow().passage().documentId())
                .collect(Collectors.toSet());
        assertTrue(shown.containsAll(Set.of("leonhard-euler", "daniel-bernoulli")), shown.toString());
        assertTrue(answer.content().contains("the pressure of a moving fluid falls"), answer.content());
    }
}
