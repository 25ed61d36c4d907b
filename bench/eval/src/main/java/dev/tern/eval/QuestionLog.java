package dev.tern.eval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tern.error.TernException;
import dev.tern.eval.questions.GoldQuestion;
import dev.tern.eval.questions.QuestionSet;
import dev.tern.files.OwnerFiles;
import dev.tern.query.trace.Trace;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a line of JSON for every question and method: the documents found, the rank of every gold
 * document among them, and for a {@linkplain #MISS_CUTOFF miss} the trace of every step. Times are
 * left out, so that runs are comparable. Not thread-safe.
 */
public final class QuestionLog implements AutoCloseable {
    /** A question is a miss if a gold document is not among this many first documents. */
    public static final int MISS_CUTOFF = 5;

    private static final JsonMapper JSON = EvaluationJson.JSON;

    private final Path file;
    private final BufferedWriter writer;
    private final Map<String, GoldQuestion> queries = new HashMap<>();
    private String set = "";

    /**
     * Creates a log in a file, which is overwritten.
     *
     * @throws TernException the user's fault, if the file cannot be written
     */
    public QuestionLog(Path file) {
        this.file = file;
        try {
            writer = OwnerFiles.writer(file);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Begins a set, whose results are written next. */
    public void begin(QuestionSet next) {
        set = next.name();
        queries.clear();
        next.queries().forEach(query -> queries.put(query.id(), query));
    }

    /**
     * Writes one question's result.
     *
     * @throws TernException the user's fault, if the file cannot be written
     */
    public void write(String method, QuestionResult result, RetrievalMethod.MethodResult methodResult) {
        ObjectNode line = JSON.createObjectNode();
        line.put("set", set).put("method", method).put("id", result.id()).put("question", result.question());
        if (!result.type().isEmpty()) {
            line.put("type", result.type());
        }
        boolean miss = !result.foundAll(MISS_CUTOFF);
        line.put("miss", miss);
        GoldQuestion query = queries.get(result.id());
        ArrayNode gold = line.putArray("gold");
        for (String document : result.gold()) {
            ObjectNode wanted = gold.addObject().put("document", document);
            if (query != null) {
                wanted.put("title", query.titles().getOrDefault(document, ""));
            }
            int place = result.returned().indexOf(document);
            if (place >= 0) {
                wanted.put("place", place + 1);
            }
        }
        line.set("returned", JSON.valueToTree(result.returned()));
        result.answer().ifPresent(answer -> line.set("answer", JSON.valueToTree(answer)));
        line.set("cost", withoutTimes(JSON.valueToTree(result.cost())));
        if (miss) {
            methodResult.trace().ifPresent(trace -> line.set("trace", json(trace)));
        }
        try {
            writer.write(json(line));
            writer.write('\n');
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static String json(ObjectNode line) throws JsonProcessingException {
        return JSON.writeValueAsString(line);
    }

    private static JsonNode json(Trace trace) {
        ObjectNode node = JSON.createObjectNode();
        node.set("mode", JSON.valueToTree(trace.mode()));
        node.set(
                "steps",
                JSON.valueToTree(trace.steps().stream().map(StepJson::of).toList()));
        node.set("total", JSON.valueToTree(trace.total()));
        return withoutTimes(node);
    }

    private static JsonNode withoutTimes(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove("millis");
        }
        node.forEach(QuestionLog::withoutTimes);
        return node;
    }

    private TernException failed(IOException e) {
        return TernException.user(file + " cannot be written: " + e.getMessage(), e);
    }

    @Override
    public void close() {
        try {
            writer.close();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** A step with its items, as {@link Trace.Step} has them. */
    private record StepJson(
            String name,
            int inCount,
            List<Trace.Item> in,
            int outCount,
            List<Trace.Item> out,
            List<String> remarks,
            Trace.Cost cost) {
        static StepJson of(Trace.Step step) {
            return new StepJson(
                    step.name(), step.inCount(), step.in(), step.outCount(), step.out(), step.remarks(), step.cost());
        }
    }
}
