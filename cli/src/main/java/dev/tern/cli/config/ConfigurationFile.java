package dev.tern.cli.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads a YAML file into settings; whatever is wrong with it goes on a list, so that all of it is told at once. */
final class ConfigurationFile {
    private final String name;
    private final Origin.Kind kind;
    private final List<String> problems;
    private final Map<Setting, Value> values = new LinkedHashMap<>();

    private ConfigurationFile(String name, Origin.Kind kind, List<String> problems) {
        this.name = name;
        this.kind = kind;
        this.problems = problems;
    }

    /** The settings of a file; none if there is no such file. */
    static Map<Setting, Value> read(Path file, String name, Origin.Kind kind, List<String> problems) {
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

    /** What the parser was doing and what it met; not the lines it quotes between them, which may hold a key. */
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
        } else if (first != null && first != JsonToken.VALUE_NULL) {
            problems.add(at(parser) + "expected settings, one a line, as in \"store: ./tern-store\"");
        }
    }

    private void object(JsonParser parser, String prefix) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = prefix + parser.currentName();
            String place = at(parser);
            JsonToken token = parser.nextToken();
            if (token == JsonToken.START_OBJECT && isGroup(key)) {
                object(parser, key + ".");
            } else if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
                parser.skipChildren();
                problems.add(setting(key).isPresent() ? place + key + " must be a single value" : unknown(place, key));
            } else if (token != JsonToken.VALUE_NULL || setting(key).isEmpty()) {
                scalar(place, key, parser.getText());
            }
        }
    }

    private void scalar(String place, String key, String text) {
        Optional<Setting> setting = setting(key);
        if (setting.isEmpty()) {
            problems.add(isGroup(key) ? place + key + " must be a group of settings, one a line" : unknown(place, key));
            return;
        }
        String where = place.substring(0, place.length() - 2);
        Value earlier = values.putIfAbsent(setting.get(), new Value(setting.get(), text, new Origin(kind, where)));
        if (earlier != null) {
            problems.add(place + key + " is set twice in this file");
        }
    }

    private String at(JsonParser parser) {
        return name + ":" + parser.currentTokenLocation().getLineNr() + ": ";
    }

    private static Optional<Setting> setting(String key) {
        return Arrays.stream(Setting.values())
                .filter(setting -> setting.key().equals(key))
                .findFirst();
    }

    private static boolean isGroup(String key) {
        return Arrays.stream(Setting.values()).anyMatch(setting -> setting.key().startsWith(key + "."));
    }

    private static String unknown(String place, String key) {
        List<String> known = new ArrayList<>();
        for (Setting setting : Setting.values()) {
            known.add(setting.key());
        }
        return place + "unknown key \"" + key + "\""
                + Spelling.nearest(key, known)
                        .map(near -> "; did you mean \"" + near + "\"?")
                        .orElse("");
    }
}
