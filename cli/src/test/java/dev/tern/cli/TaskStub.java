package dev.tern.cli;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Several providers with OpenAI's protocol on a local port, told apart by the first name of the
 * path. They do any task and record calls. The provider {@code strict} rejects a temperature,
 * {@code refusing} every key, {@code silent} says nothing, {@code inventing} adds a sentence, {@code uncounted} reports no usage. Vectors are made of
 * words.
 */
final class TaskStub implements AutoCloseable {
    private final ProviderStub server = new ProviderStub(this::answer);
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    /**
     * A call of a provider.
     *
     * @param provider the provider: the first name of the path
     * @param task its task, recognised by the prompt
     * @param model its model
     * @param key its key; empty for none
     * @param temperature its temperature
     */
    record Asked(String provider, String task, String model, String key, double temperature) {}

    /** Returns the address of a provider, at a name of this machine. */
    String url(String host, String provider) {
        return "http://" + host + ":" + server.port() + "/" + provider + "/v1";
    }

    String url(String provider) {
        return url("127.0.0.1", provider);
    }

    /** Returns the calls since the last time. */
    List<Asked> take() {
        List<Asked> taken = List.copyOf(asked);
        asked.clear();
        return taken;
    }

    @Override
    public void close() {
        server.close();
    }

    private void answer(ProviderStub.Call call) throws IOException {
        String path = call.path();
        if (path.startsWith("/refusing/")) {
            call.fail(401, "no such key: " + call.authorization());
        } else if (path.startsWith("/strict/") && call.request().has("temperature")) {
            call.send(400, "{\"error\": {\"message\": \"only the default\", \"param\": \"temperature\"}}");
        } else if (path.endsWith("/models")) {
            String names = "[{\"id\": \"nomic-embed-text\"}, {\"id\": \"no\\nname\"}, {\"id\": \"usual\"}]";
            call.send(200, "{\"data\": " + names + "}");
        } else if (path.endsWith("/embeddings")) {
            call.embed(ProviderStub::wordVector, 20);
        } else {
            chat(call);
        }
    }

    private void chat(ProviderStub.Call call) throws IOException {
        String task = task(call.prompt());
        String path = call.path();
        asked.add(new Asked(
                path.split("/", -1)[1],
                task,
                call.request().path("model").asText(),
                call.authorization().replaceFirst("^Bearer ", "").replaceFirst("^null$", ""),
                call.request().path("temperature").asDouble()));
        String invented = path.startsWith("/inventing/") ? " Otto Falk paid 900 crowns in 1877 [1]." : "";
        String said = path.startsWith("/silent/") ? "" : said(task) + (task.equals("answer") ? invented : "");
        call.say(said, path.startsWith("/uncounted/") ? -1 : 100, 10);
    }

    private static String task(String prompt) {
        if (prompt.contains("useful_relationships")) {
            return "rerank";
        }
        if (prompt.contains("You list the names")) {
            return "recognise";
        }
        return prompt.contains("from numbered passages") ? "answer" : "extract";
    }

    private static String said(String task) {
        return switch (task) {
            case "rerank" -> "{\"useful_relationships\": [1], \"thought_process\": \"x\"}";
            case "recognise" -> "{\"names\": [\"Lena\"]}";
            case "answer" -> "Lena built it [1].";
            default ->
                "{\"triplets\": [{\"subject\": \"Lena\", \"predicate\": \"built\", \"object\": \"the bridge\"}]}";
        };
    }
}
