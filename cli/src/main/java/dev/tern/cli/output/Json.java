package dev.tern.cli.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Records as JSON: names as the records have them, enums in lower case, what is not there left out. */
public final class Json {
    private Json() {}

    /** The JSON of a record, for people and programs. */
    public static String of(Object value) {
        try {
            return mapper().writerWithDefaultPrettyPrinter().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot be written as JSON: " + value.getClass(), e);
        }
    }

    /** The JSON of a record in one line. */
    public static String line(Object value) {
        try {
            return mapper().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot be written as JSON: " + value.getClass(), e);
        }
    }

    private static ObjectMapper mapper() {
        SimpleModule module = new SimpleModule();
        module.addSerializer(OptionalInt.class, new OptionalIntSerializer());
        module.addSerializer(OptionalDouble.class, new OptionalDoubleSerializer());
        module.addSerializer(Enum.class, new LowerCaseSerializer());
        return JsonMapper.builder()
                .addModule(module)
                .serializationInclusion(JsonInclude.Include.NON_ABSENT)
                .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
                .build();
    }

    private static final class OptionalIntSerializer extends JsonSerializer<OptionalInt> {
        @Override
        public void serialize(OptionalInt value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeNumber(value.getAsInt());
        }

        @Override
        public boolean isEmpty(SerializerProvider provider, OptionalInt value) {
            return value.isEmpty();
        }
    }

    private static final class OptionalDoubleSerializer extends JsonSerializer<OptionalDouble> {
        @Override
        public void serialize(OptionalDouble value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeNumber(value.getAsDouble());
        }

        @Override
        public boolean isEmpty(SerializerProvider provider, OptionalDouble value) {
            return value.isEmpty();
        }
    }

    @SuppressWarnings("rawtypes")
    private static final class LowerCaseSerializer extends JsonSerializer<Enum> {
        @Override
        public void serialize(Enum value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(value.name().toLowerCase(Locale.ROOT));
        }
    }
}
