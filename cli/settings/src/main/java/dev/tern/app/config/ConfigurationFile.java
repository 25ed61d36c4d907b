package dev.tern.app.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.tern.model.ChatTask;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Parses a YAML file into settings; collects the problems, to report them together. */
final class ConfigurationFile {
    private final String name;
    private final ValueOrigin.Kind kind;
    private final List<String> problems;
    private final Map<SettingKey, SettingValue> values = new LinkedHashMap<>();

    private ConfigurationFile(String name, ValueOrigin.Kind kind, List<String> problems) {
        this.name = name;
        this.kind = kind;
        this.problems = problems;
    }

    /**
     * Returns the settings of a file; none if it does not exist.
     *
     * @param name the name of the file in messages
     * @param problems receives the problems of the file; parsing ends at an error of syntax
     */
    static Map<SettingKey, SettingValue> read(Path file, String name, ValueOrigin.Kind kind, List<String> problems) {
        if (!Files.exists(file)) {
            return Map.of();
        }
        ConfigurationFile reading = new ConfigurationFile(name, kind, problems);
        try (JsonParser parser = new YAMLFactory().createParser(Files.readString(file))) {
            reading.document(parser);
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            problems.add(name + ":" + line + ": not YAML: " + reason(e));
        } catch (CharacterCodingException e) {
            problems.add(name + ": not UTF-8 text");
        } catch (AccessDeniedException e) {
            problems.add(name + " cannot be read: no permission");
        } catch (IOException e) {
            problems.add(name + " cannot be read: " + e.getMessage());
        }
        return reading.values;
    }

    /** Returns the parser's context and problem, without quoted lines, which may hold a secret. */
    private static String reason(JsonProcessingException e) {
        return String.valueOf(e.getOriginalMessage())
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith(" "))
                .limit(2)
                .collect(Collectors.joining(", "));
    }

    private void document(JsonParser parser) throws IOException {
        JsonToken first = parser.nextToken();
        if (first == JsonToken.START_OBJECT) {
            object(parser, "");
            if (parser.nextToken() != null) {
                problems.add(position(parser) + "a second YAML document; all settings must be in the first");
            }
        } else if (first != null && first != JsonToken.VALUE_NULL) {
            problems.add(position(parser) + "expected settings, one a line, as in \"store: ./tern-store\"");
        }
    }

    private void object(JsonParser parser, String prefix) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = prefix + parser.currentName();
            String place = position(parser);
            JsonToken token = parser.nextToken();
            if (token == JsonToken.START_OBJECT && isGroup(key)) {
                object(parser, key + ".");
            } else if (token == JsonToken.START_OBJECT
                    && prefix.equals("chat.")
                    && SettingKey.of(key).isEmpty()) {
                parser.skipChildren();
                problems.add(place + "unknown key \"" + key + "\"; the tasks of chat models are " + ChatTask.names());
            } else if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
                parser.skipChildren();
                problems.add(
                        SettingKey.of(key).isPresent() ? place + key + " must be a single value" : unknown(place, key));
            } else if (token != JsonToken.VALUE_NULL || SettingKey.of(key).isEmpty()) {
                scalar(place, key, parser.getText());
            }
        }
    }

    private void scalar(String place, String key, String text) {
        Optional<SettingKey> known = SettingKey.of(key);
        if (known.isEmpty()) {
            problems.add(isGroup(key) ? place + key + " must be a group of settings, one a line" : unknown(place, key));
            return;
        }
        String where = place.substring(0, place.length() - 2);
        SettingValue earlier =
                values.putIfAbsent(known.get(), new SettingValue(known.get(), text, new ValueOrigin(kind, where)));
        if (earlier != null) {
            problems.add(place + key + " is set twice in this file");
        }
    }

    private String position(JsonParser parser) {
        return name + ":" + parser.currentTokenLocation().getLineNr() + ": ";
    }

    private static boolean isGroup(String key) {
        return SettingKey.all().stream().anyMatch(known -> known.text().startsWith(key + "."));
    }

    private static String unknown(String place, String key) {
        List<String> known = SettingKey.all().stream().map(SettingKey::text).toList();
        return place + "unknown key \"" + key + "\""
                + SpellingCorrection.nearest(key, known)
                        .map(near -> "; did you mean \"" + near + "\"?")
                        .orElse("");
    }
}
