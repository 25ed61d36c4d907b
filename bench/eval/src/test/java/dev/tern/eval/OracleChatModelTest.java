package dev.tern.eval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.tern.GraphRag;
import dev.tern.eval.questions.BeirDataset;
import dev.tern.eval.questions.BeirFolder;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.graph.Document;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.store.InMemoryGraphStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OracleChatModelTest {
    private static final String QUESTION = "Which bridge did the daughter of Otto Falk's mentor build?";
    private static final String RELATIONS = "<question>" + QUESTION + """
        </question>
        <facts>
        # Otto Falk
        1. liked tea
        2. had the mentor Emil Marr
        # Rain
        3. falls in the valley
        4. had the mentor Emil Marr
        #
        5. Lena Marr built the Vale bridge
        </facts>\
        """;

    private final InMemoryGraphStore store = new InMemoryGraphStore();

    @TempDir
    Path folder;

    private QuestionSet set;

    @BeforeEach
    void index() {
        new BeirFolder(folder)
                .documents("falk:0", "lena:1")
                .queries("{\"_id\": \"q\", \"text\": \"" + QUESTION + "\"}")
                .judgements("q\tfalk\t1", "q\tlena\t1");
        set = BeirDataset.read(folder);
        GraphRag rag =
                GraphRag.builder().store(store).embeddingModel(new WordModel()).build();
        rag.add(
                List.of(
                        Document.of("falk", "Otto Falk liked tea and maps and had the mentor Emil Marr.")
                                .withTitle("Otto Falk")
                                .withStatements(List.of(Statement.of("Otto Falk", "had the mentor", "Emil Marr"))),
                        Document.of("lena", "Lena Marr was an engineer. She built the Vale bridge.")
                                .withTitle("Lena Marr")
                                .withStatements(List.of(Statement.of("Lena Marr", "built", "the Vale bridge")))),
                IngestListener.NONE);
    }

    private ChatResponse reply(double probability, long seed, String prompt) {
        ChatRequest request = ChatRequest.builder()
                .messages(SystemMessage.from("Choose."), UserMessage.from(prompt))
                .build();
        return new OracleChatModel(store, List.of(set), probability, seed).chat(request);
    }

    private List<Integer> numbers(double probability, long seed, String prompt) {
        List<Integer> numbers = new ArrayList<>();
        Pattern.compile("\\d+")
                .matcher(reply(probability, seed, prompt).aiMessage().text())
                .results()
                .forEach(number -> numbers.add(Integer.valueOf(number.group())));
        return numbers;
    }

    @Test
    void whoKnowsAllNamesALineOfEachGoldPassageAndEveryOtherTimeAWrongOne() {
        int wrong = 0;
        for (long seed = 0; seed < 100; seed++) {
            assertThat(numbers(1, seed, RELATIONS))
                    .as("seed %d", seed)
                    .contains(2, 5)
                    .hasSizeBetween(2, 3);
            wrong += numbers(1, seed, RELATIONS).size() - 2;
        }
        assertThat(wrong).isBetween(25, 75);
    }

    @Test
    void whoKnowsNothingNamesNoGoldPassage() {
        for (long seed = 0; seed < 100; seed++) {
            assertThat(numbers(0, seed, RELATIONS)).as("seed %d", seed).doesNotContain(2, 5);
        }
    }

    @Test
    void theSameSeedSaysTheSameAndTokensAreCounted() {
        assertThat(numbers(0.5, 3, RELATIONS)).isEqualTo(numbers(0.5, 3, RELATIONS));
        assertThat(reply(1, 3, RELATIONS).tokenUsage().inputTokenCount()).isBetween(50, 100);
    }
}
