package dev.tern.server.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.util.Locale;

/** Writes records as JSON: component names as fields, enums in lower case, no absent values. */
public final class Json {
    private static final ObjectMapper MAPPER = mapper();

    private Json() {}

    /** Returns a record as indented JSON. */
    public static String of(Object value) {
        try {
            return printable(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot be written as JSON: " + value.getClass(), e);
        }
    }

    /** Returns a record as JSON in one line. */
    public static String line(Object value) {
        try {
            return printable(MAPPER.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot be written as JSON: " + value.getClass(), e);
        }
    }

    /** Escapes U+007F to U+009F, which JSON allows but a terminal may interpret. */
    private static String printable(String json) {
        // A stream of characters takes longer than Jackson does.
        int first = 0;
        while (first < json.length() && !isLateControl(json.charAt(first))) {
            first++;
        }
        if (first == json.length()) {
            return json;
        }
        StringBuilder escaped = new StringBuilder(json.length()).append(json, 0, first);
        for (int i = first; i < json.length(); i++) {
            char c = json.charAt(i);
            if (isLateControl(c)) {
                escaped.append(String.format(Locale.ROOT, "\\u%04X", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    private static boolean isLateControl(int c) {
        return c >= 0x7f && c <= 0x9f;
    }

    private static ObjectMapper mapper() {
        SimpleModule module = new SimpleModule();
        module.addSerializer(Enum.class, new LowerCaseSerializer());
        module.addKeySerializer(Enum.class, new LowerCaseKeySerializer());
        return JsonMapper.builder()
                .addModules(new Jdk8Module(), module)
                .defaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .build();
    }

    @SuppressWarnings("rawtypes")
    private static final class LowerCaseSerializer extends JsonSerializer<Enum> {
        @Override
        public void serialize(Enum value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(value.name().toLowerCase(Locale.ROOT));
        }
    }

    @SuppressWarnings("rawtypes")
    private static final class LowerCaseKeySerializer extends JsonSerializer<Enum> {
        @Override
        public void serialize(Enum key, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeFieldName(key.name().toLowerCase(Locale.ROOT));
        }
    }
}
