package dev.tern.eval.questions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads queries and judgements of a BEIR folder. Errors in a line name the file and the line. */
final class BeirFiles {
    private static final int COLUMNS = 3;
    private static final String EXPECTED = "expected a JSON object with _id and text, found no ";
    private static final ObjectReader JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(JsonNode.class);

    private BeirFiles() {}

    /**
     * A line of the queries.
     *
     * @param answers the accepted spellings of the answer; empty if not given
     * @param type the kind of question; empty if not given
     * @param hops the number of passages involved, as text; empty if not given
     */
    record QueryLine(String text, List<String> answers, String type, String hops) {}

    /**
     * A judgement that makes a document gold.
     *
     * @param document the document's id
     * @param location the file and the line
     */
    record JudgedDocument(String document, String location) {}

    /** Reads the queries by id, in the order of the file. */
    static Map<String, QueryLine> queries(Path file) {
        Map<String, QueryLine> queries = new LinkedHashMap<>();
        Map<String, String> placeOfId = new LinkedHashMap<>();
        int number = 0;
        for (String line : lines(file)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            String place = file + ":" + number;
            JsonNode query = json(line, place);
            String id = text(query, "_id", place);
            String earlier = placeOfId.putIfAbsent(id, place);
            if (earlier != null) {
                throw TernException.user(place + ": the _id \"" + id + "\" was already used at " + earlier);
            }
            JsonNode metadata = query.path("metadata");
            queries.put(
                    id,
                    new QueryLine(
                            text(query, "text", place),
                            answers(metadata, place),
                            metadata.path("type").asText(""),
                            metadata.path("hops").asText("")));
        }
        if (queries.isEmpty()) {
            throw TernException.user(file + " is empty: there is nothing to ask");
        }
        return queries;
    }

    private static JsonNode json(String line, String place) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw TernException.user(place + ": " + EXPECTED + "JSON", e);
        }
    }

    private static String text(JsonNode query, String field, String place) {
        JsonNode value = query.path(field);
        boolean numberAsId = field.equals("_id") && value.isIntegralNumber();
        if ((!value.isTextual() && !numberAsId) || value.asText().isBlank()) {
            throw TernException.user(place + ": " + EXPECTED + field);
        }
        return value.asText();
    }

    private static List<String> answers(JsonNode metadata, String place) {
        JsonNode answers = metadata.path("answers");
        if (answers.isMissingNode() || answers.isNull()) {
            return List.of();
        }
        List<String> spellings = new ArrayList<>();
        for (JsonNode answer : answers) {
            spellings.add(answer.asText());
        }
        if (!answers.isArray() || spellings.stream().anyMatch(String::isBlank)) {
            throw TernException.user(place + ": expected metadata.answers to be an array of strings");
        }
        return spellings;
    }

    /** Reads the documents with a score above 0, by query id; skips a header line. */
    static Map<String, List<JudgedDocument>> gold(Path file) {
        Map<String, List<JudgedDocument>> gold = new LinkedHashMap<>();
        Map<String, String> placeOfPair = new LinkedHashMap<>();
        int number = 0;
        for (String line : lines(file)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            String[] columns = line.split("\t", -1);
            boolean heading = number == 1 && columns.length == COLUMNS && !isScore(columns[2]);
            if (heading) {
                continue;
            }
            String place = file + ":" + number;
            if (columns.length != COLUMNS || columns[0].isBlank() || columns[1].isBlank() || !isScore(columns[2])) {
                throw TernException.user(place
                        + ": expected a query id, a document id and a whole number with tabs between, found \""
                        + abbreviated(line) + "\"");
            }
            String earlier = placeOfPair.putIfAbsent(columns[0] + "\t" + columns[1], place);
            if (earlier != null) {
                throw TernException.user(place + ": query \"" + columns[0] + "\" and document \"" + columns[1]
                        + "\" were already judged at " + earlier);
            }
            if (Integer.parseInt(columns[2].strip()) > 0) {
                gold.computeIfAbsent(columns[0], id -> new ArrayList<>()).add(new JudgedDocument(columns[1], place));
            }
        }
        return gold;
    }

    private static boolean isScore(String column) {
        return column.strip().matches("-?\\d{1,9}");
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw TernException.user(file + " is not UTF-8 text; convert it to UTF-8 first", e);
        } catch (IOException e) {
            throw TernException.user(file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String abbreviated(String line) {
        return line.length() <= 80 ? line : line.substring(0, 80) + "...";
    }
}
