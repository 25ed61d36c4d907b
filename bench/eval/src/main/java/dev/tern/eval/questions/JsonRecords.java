package dev.tern.eval.questions;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiConsumer;

/**
 * Reads the records of a JSON file: its objects, the elements of its array, or the elements of the
 * array {@code docs} in an object, which is read as a whole. Accepts NaN, as Python writes it.
 */
final class JsonRecords {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .enable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();
    private static final String LIST = "docs";

    private final Path file;

    private JsonRecords(Path file) {
        this.file = file;
    }

    static JsonRecords of(Path file) {
        return new JsonRecords(file);
    }

    /**
     * Passes on every record with its location: the file, the line, and the record's number from 1.
     *
     * @throws TernException the user's fault, if the file cannot be read, is empty or is not JSON,
     *     or a record is no object
     */
    void forEach(BiConsumer<JsonNode, String> use) {
        if (!Files.isRegularFile(file)) {
            throw TernException.user(file + (Files.exists(file) ? " is not a file" : " does not exist"));
        }
        int number = 0;
        try (JsonParser parser = JSON.createParser(Files.newBufferedReader(file))) {
            JsonToken token = parser.nextToken();
            boolean inArray = token == JsonToken.START_ARRAY;
            if (inArray) {
                token = parser.nextToken();
            }
            while (token != null && token != JsonToken.END_ARRAY) {
                int line = parser.currentTokenLocation().getLineNr();
                JsonNode item = parser.readValueAsTree();
                if (!inArray && item.path(LIST).isArray()) {
                    for (JsonNode document : item.path(LIST)) {
                        number++;
                        use.accept(object(document, line, number), location(line, number));
                    }
                } else {
                    number++;
                    use.accept(object(item, line, number), location(line, number));
                }
                token = parser.nextToken();
            }
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw TernException.user(
                    file + ":" + line + ": expected JSON, found none ("
                            + e.getOriginalMessage().lines().findFirst().orElse("") + ")",
                    e);
        } catch (IOException e) {
            throw TernException.user(file + " cannot be read: " + e.getMessage(), e);
        }
        if (number == 0) {
            throw TernException.user(file + " is empty");
        }
    }

    private String location(int line, int number) {
        return file + ":" + line + " (record " + number + ")";
    }

    private JsonNode object(JsonNode item, int line, int number) {
        if (!item.isObject()) {
            throw TernException.user(location(line, number) + ": expected a JSON object");
        }
        return item;
    }
}
