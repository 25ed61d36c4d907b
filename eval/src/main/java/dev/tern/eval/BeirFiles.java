package dev.tern.eval;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads the two small files of a BEIR folder; every complaint names the file and the line. */
final class BeirFiles {
    private static final int COLUMNS = 3;
    private static final ObjectReader JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readerFor(JsonNode.class);

    private BeirFiles() {}

    /** The texts of the queries by id, in the order of the file. */
    static Map<String, String> queries(Path file) {
        Map<String, String> texts = new LinkedHashMap<>();
        int number = 0;
        for (String line : lines(file)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            JsonNode query = json(line, file, number);
            String id = text(query, "_id", file, number);
            if (texts.putIfAbsent(id, text(query, "text", file, number)) != null) {
                throw bad(file, number, "the _id \"" + id + "\" was already used");
            }
        }
        return texts;
    }

    private static JsonNode json(String line, Path file, int number) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw bad(file, number, "expected a JSON object with _id and text, found no JSON");
        }
    }

    private static String text(JsonNode query, String field, Path file, int number) {
        JsonNode value = query.path(field);
        boolean numberAsId = field.equals("_id") && value.isIntegralNumber();
        if ((!value.isTextual() && !numberAsId) || value.asText().isBlank()) {
            throw bad(file, number, "expected a JSON object with _id and text, found no " + field);
        }
        return value.asText();
    }

    /** The gold documents of each query: those with a score above 0. A first line of words is a heading. */
    static Map<String, SortedSet<String>> gold(Path file) {
        Map<String, SortedSet<String>> gold = new LinkedHashMap<>();
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
            if (columns.length != COLUMNS || columns[0].isBlank() || columns[1].isBlank() || !isScore(columns[2])) {
                throw bad(
                        file,
                        number,
                        "expected a query id, a document id and a whole number with tabs between, found \""
                                + abbreviated(line) + "\"");
            }
            if (Integer.parseInt(columns[2].strip()) > 0) {
                gold.computeIfAbsent(columns[0], id -> new TreeSet<>()).add(columns[1]);
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

    private static TernException bad(Path file, int number, String message) {
        return TernException.user(file + ":" + number + ": " + message);
    }
}
