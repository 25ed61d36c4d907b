package dev.tern.models;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tern.GraphRag;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import dev.tern.ingest.IngestListener;
import dev.tern.models.StubServer.Asked;
import dev.tern.models.StubServer.Reply;
import dev.tern.query.Question;
import dev.tern.settings.Mode;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameters;
import dev.tern.store.InMemoryGraphStore;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** However badly the chat model reranks, graph mode finds about as much as local mode. */
class RerankWireTest {
    private static final long SEED = 11;
    private static final int FAMILIES = 20;
    private static final int FOUND = 5;
    private static final Pattern FACT = Pattern.compile("(?m)^(\\d+)\\. ");
    private static final List<String> STARTS = List.of("Bar", "Cor", "Del", "Fen", "Gal", "Hol");
    private static final List<String> ENDS = List.of("mann", "vik", "ton", "sen", "dorf");
    private static final List<String> FIRST =
            List.of("Otto", "Emil", "Lena", "Ada", "Hugo", "Ida", "Max", "Nora", "Paul", "Rita");

    private final Map<String, Set<String>> goldByQuestion = new LinkedHashMap<>();

    /** Returns families: a passage names a mentor, another, by surname, the child's work. */
    private List<SourceDocument> families() {
        List<SourceDocument> documents = new ArrayList<>();
        for (int i = 0; i < FAMILIES; i++) {
            String family = STARTS.get(i % STARTS.size()) + ENDS.get(i / STARTS.size());
            String pupil = FIRST.get(i % 7) + " " + STARTS.get((i + 2) % STARTS.size()) + "berg" + i;
            String mentor = FIRST.get((i + 3) % 10) + " " + family;
            String child = FIRST.get((i + 5) % 10) + " " + family;
            documents.add(document("pupil" + i, pupil, pupil + " was a surveyor. His mentor was " + mentor + ".")
                    .withStatements(List.of(
                            Statement.of(pupil, "was", "a surveyor"), Statement.of(pupil, "had the mentor", mentor))));
            documents.add(document("mentor" + i, mentor, mentor + " taught surveying and wrote two books.")
                    .withStatements(List.of(
                            Statement.of(mentor, "taught", "surveying"), Statement.of(mentor, "wrote", "two books"))));
            documents.add(document("child" + i, child, child + " was a child of " + mentor + " and built a bridge.")
                    .withStatements(List.of(
                            Statement.of(child, "was a child of", mentor),
                            Statement.of(child, "built", "bridge " + i))));
            goldByQuestion.put(
                    "Which bridge did the child of " + pupil + "'s mentor build?", Set.of("pupil" + i, "child" + i));
        }
        return documents;
    }

    private static SourceDocument document(String id, String title, String text) {
        return SourceDocument.of(id, text).withTitle(title);
    }

    /** Returns model replies by the number of facts shown. */
    private static Map<String, Function<Integer, String>> replies() {
        Map<String, Function<Integer, String>> replies = new LinkedHashMap<>();
        replies.put("nonsense", facts -> "I would rather talk about the weather.");
        replies.put("nothing", facts -> "");
        replies.put("broken JSON", facts -> "{\"useful_relationships\": [");
        replies.put("numbers out of the list", facts -> "{\"useful_relationships\": [0, -3, 4711]}");
        replies.put("no number", facts -> "{\"useful_relationships\": [], \"thought_process\": \"none\"}");
        replies.put("the first number", facts -> "{\"useful_relationships\": [1], \"thought_process\": \"\"}");
        replies.put("the last number", facts -> "{\"useful_relationships\": [" + facts + "]}");
        replies.put(
                "all numbers",
                facts -> IntStream.rangeClosed(1, facts)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(", ", "[", "]")));
        return replies;
    }

    private static Reply answer(Asked asked, Function<Integer, String> reply) {
        int facts = 0;
        for (JsonNode message : asked.body().path("messages")) {
            Matcher numbers = FACT.matcher(message.path("content").asText());
            while (numbers.find()) {
                facts = Integer.parseInt(numbers.group(1));
            }
        }
        ObjectNode body = StubServer.JSON.createObjectNode();
        body.put("id", "1").put("model", "m");
        ObjectNode choice = body.putArray("choices").addObject();
        choice.put("index", 0).put("finish_reason", "stop");
        choice.putObject("message").put("role", "assistant").put("content", reply.apply(facts));
        return Reply.ok(body.toString());
    }

    /** Returns the recall of the gold passages, 0 to 100. */
    private double recall(GraphRag rag, Mode mode) {
        Parameters parameters = Parameters.of(Parameter.FINAL_TOP_K, FOUND);
        double sum = 0;
        for (Map.Entry<String, Set<String>> question : goldByQuestion.entrySet()) {
            Set<String> found =
                    rag.retrieve(Question.of(question.getKey(), mode).withParameters(parameters)).passages().stream()
                            .map(passage -> passage.value().documentId())
                            .collect(Collectors.toSet());
            found.retainAll(question.getValue());
            sum += 100.0 * found.size() / question.getValue().size();
        }
        return sum / goldByQuestion.size();
    }

    @Tag("slow")
    @Test
    void costsAtMostTwoPointsOfRecall() throws IOException {
        try (StubServer server = new StubServer();
                CloseableChatModel chat = Models.chatModel(ChatModelSettings.builder()
                        .modelName("gpt-test")
                        .endpoint(ModelEndpoint.builder()
                                .baseUrl(server.url())
                                .apiKey(ApiKey.of("sk-test"))
                                .maxRetries(0)
                                .requestTimeout(Duration.ofMinutes(1))
                                .build())
                        .build());
                CloseableEmbeddingModel embeddings = Models.embeddingModel(EmbeddingModelSettings.builder()
                        .provider(KnownProvider.IN_PROCESS)
                        .build());
                GraphRag rag = GraphRag.builder()
                        .store(new InMemoryGraphStore())
                        .embeddingModel(embeddings)
                        .chatModel(chat)
                        .build()) {
            rag.add(families(), IngestListener.NONE);
            double local = recall(rag, Mode.LOCAL);
            assertThat(local).isGreaterThan(50);
            replies().forEach((name, reply) -> {
                server.otherwise(asked -> answer(asked, reply));
                assertThat(recall(rag, Mode.GRAPH)).as(name).isGreaterThanOrEqualTo(local - 2);
            });
            Random random = new Random(SEED);
            server.otherwise(asked -> answer(
                    asked,
                    facts -> random.ints(10, 1, facts + 1)
                            .mapToObj(Integer::toString)
                            .collect(Collectors.joining(", ", "[", "]"))));
            assertThat(recall(rag, Mode.GRAPH))
                    .as("ten numbers at random, which may be a choice, seed %d", SEED)
                    .isGreaterThanOrEqualTo(local - 10);
            assertThat(server.asked()).hasSizeGreaterThanOrEqualTo((replies().size() + 1) * FAMILIES);
        }
    }
}
