import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.DocumentsApi;
import org.openapitools.client.api.GraphsApi;
import org.openapitools.client.api.QuestionsApi;
import org.openapitools.client.model.Answer;
import org.openapitools.client.model.DocumentPageDocumentsInner;
import org.openapitools.client.model.Documents;
import org.openapitools.client.model.DocumentsDocumentsInner;
import org.openapitools.client.model.Filter;
import org.openapitools.client.model.FoundPassage;
import org.openapitools.client.model.Job;
import org.openapitools.client.model.NewEdit;
import org.openapitools.client.model.Problem;
import org.openapitools.client.model.Question;

/** Calls a server by the Java client of OpenAPI Generator, and prints the parsed answers as JSON. */
final class UsesTern {
    private static final String GRAPH = "bridges";
    private static final String ASKED = "Which bridge did Emil Marr's daughter build?";

    private final ObjectMapper json = new ObjectMapper();
    private final ObjectNode told = json.createObjectNode();
    private final String address;
    private final String key;

    private UsesTern(String address, String key) {
        this.address = address;
        this.key = key;
    }

    public static void main(String[] given) throws Exception {
        UsesTern use = new UsesTern(given[0], given[1]);
        use.add();
        use.ask();
        use.look();
        use.edit();
        use.stream();
        use.fail();
        System.out.println(use.told);
    }

    private ApiClient client() {
        ApiClient client = new ApiClient();
        client.updateBaseUri(address);
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + key));
        return client;
    }

    private void add() throws Exception {
        DocumentsApi documents = new DocumentsApi(client());
        Map<String, Object> metadata = Map.of(
                "author",
                "Ada Quill",
                "year",
                1912,
                "height",
                2.5,
                "open",
                true,
                "seen",
                Map.of("instant", "2020-02-20T20:20:20Z"));
        Documents sent = new Documents()
                .addDocumentsItem(new DocumentsDocumentsInner()
                        .id("lena")
                        .title("Lena Marr")
                        .text("Lena Marr, Emil Marr's daughter, built the Vale bridge."))
                .addDocumentsItem(new DocumentsDocumentsInner()
                        .id("emil")
                        .text("Emil Marr taught in Halden.")
                        .metadata(metadata));
        Job added = documents.addDocuments(GRAPH, sent);
        Path notes = Files.writeString(Path.of("notes.md"), "Tove Lind painted the lighthouse of Skarv.");
        Job uploaded = documents.upload("notes.md", GRAPH, notes.toFile());
        told.set("ends", strings(List.of(ended(documents, added), ended(documents, uploaded))));
    }

    private static String ended(DocumentsApi documents, Job job) throws Exception {
        Job now = job;
        while (now.getState() == Job.StateEnum.WAITING || now.getState() == Job.StateEnum.RUNNING) {
            Thread.sleep(50);
            now = documents.job(GRAPH, now.getId());
        }
        return now.getState().getValue();
    }

    private void ask() throws ApiException {
        QuestionsApi questions = new QuestionsApi(client());
        Answer answer = questions.ask(GRAPH, new Question().question(ASKED).mode(Question.ModeEnum.LOCAL));
        told.put("answer", answer.getAnswer().getText());
        told.put("mode", answer.getMode().getValue());
        told.set("passages", ids(answer));
        Filter since = new Filter()
                .name("year")
                .is(Filter.IsEnum.GREATER_THAN_OR_EQUAL_TO)
                .value(1900);
        Filter draft = new Filter().name("draft").is(Filter.IsEnum.EXISTS);
        Filter both = new Filter().and(List.of(since, new Filter().not(draft)));
        told.set(
                "filtered",
                ids(questions.retrieve(GRAPH, new Question().question("Marr").filter(both))));
        Filter seen = new Filter()
                .name("seen")
                .is(Filter.IsEnum.IN)
                .value(List.of(Map.of("instant", "2020-02-20T20:20:20Z"), "never"));
        told.set(
                "seen",
                ids(questions.retrieve(GRAPH, new Question().question("Marr").filter(seen))));
    }

    private ArrayNode ids(Answer answer) {
        return strings(
                answer.getPassages().stream().map(FoundPassage::getDocumentId).toList());
    }

    private ArrayNode strings(List<String> strings) {
        return json.valueToTree(strings);
    }

    private void look() throws Exception {
        ApiClient client = client();
        GraphsApi graphs = new GraphsApi(client);
        DocumentsApi documents = new DocumentsApi(client);
        told.set("graphs", strings(graphs.graphs().getGraphs()));
        told.set(
                "listed",
                strings(documents
                        .documents(
                                GRAPH, null, null, null, "{\"name\": \"year\", \"is\": \"=\", \"value\": 1912}", null)
                        .getDocuments()
                        .stream()
                        .map(DocumentPageDocumentsInner::getId)
                        .toList()));
        told.set(
                "metadata",
                json.valueToTree(documents
                        .passages("emil", GRAPH, null, null, null, null)
                        .getPassages()
                        .getFirst()
                        .getMetadata()));
        told.put(
                "exported",
                Files.readString(graphs.exportGraph(GRAPH, "jsonl").toPath()).contains("Vale bridge"));
    }

    private void edit() throws ApiException {
        NewEdit split = new NewEdit()
                .act(NewEdit.ActEnum.SPLIT)
                .entity("Emil Marr")
                .name("Emil Marr of Halden")
                .documents(new LinkedHashSet<>(List.of("emil")));
        told.put(
                "edited",
                new DocumentsApi(client()).edit(GRAPH, split).getEdit().getText());
    }

    /** Reads the events of a streamed answer as they arrive, before the client would read them as one body. */
    private void stream() throws ApiException {
        List<String> lines = new ArrayList<>();
        ApiClient client = client();
        client.setResponseInterceptor(
                response -> new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))
                        .lines()
                        .filter(line -> line.startsWith("event: "))
                        .forEach(line -> lines.add(line.substring("event: ".length()))));
        new QuestionsApi(client).askStream(GRAPH, new Question().question(ASKED));
        told.set("events", strings(lines));
    }

    private void fail() throws Exception {
        try {
            new QuestionsApi(client()).ask("unknown", new Question().question(ASKED));
        } catch (ApiException e) {
            Problem problem = json.readValue(e.getResponseBody(), Problem.class);
            told.put("status", e.getCode());
            told.set("problem", strings(Arrays.asList(problem.getType(), problem.getTitle(), problem.getDetail())));
        }
    }
}
