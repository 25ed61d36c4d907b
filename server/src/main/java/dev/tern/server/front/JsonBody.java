package dev.tern.server.front;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parses JSON into records; unknown, duplicate, missing or mistyped fields are errors. */
public final class JsonBody {
    private static final String DESCRIPTION = "/api/v1/openapi.yaml";
    private static final String BODY = "the body";
    private static final int MAX_NESTING = 200;
    private static final long MAX_VALUES = 100_000;
    private static final long MAX_VALUES_OF_DOCUMENTS = 1_000_000;

    /** A mapper for questions and other short bodies. */
    private static final ObjectMapper MAPPER = mapper(MAX_VALUES);

    private static final ObjectMapper DOCUMENTS = mapper(MAX_VALUES_OF_DOCUMENTS);

    /**
     * Returns a factory that limits the nesting and the number of tokens (values, names, brackets),
     * because even a short token becomes a large object.
     */
    private static JsonFactory bounded(long max) {
        return JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxTokenCount(max)
                        .maxNestingDepth(MAX_NESTING)
                        .maxStringLength(Integer.MAX_VALUE)
                        .build())
                .build();
    }

    /** Returns a factory with the limits of short bodies, for other parsers. */
    public static JsonFactory ofShort() {
        return bounded(MAX_VALUES);
    }

    private static ObjectMapper mapper(long max) {
        return JsonMapper.builder(bounded(max))
                .addModules(new Jdk8Module(), new SimpleModule().addDeserializer(Integer.class, new WholeNumber()))
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .withCoercionConfig(
                        LogicalType.Textual,
                        texts -> texts.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
                .build();
    }

    private static final int MAX_PATH_LENGTH = 200;

    /** Parses an integer in any notation of JSON, such as 66.0. */
    private static final class WholeNumber extends StdScalarDeserializer<Integer> {
        private static final long serialVersionUID = 1L;

        WholeNumber() {
            super(Integer.class);
        }

        @Override
        public Integer deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (parser.currentToken().isNumeric()) {
                try {
                    return parser.getDecimalValue().intValueExact();
                } catch (ArithmeticException e) {
                    // The error below reports this.
                }
            }
            return (Integer) context.handleUnexpectedToken(Integer.class, parser);
        }
    }

    private JsonBody() {}

    /**
     * Parses a record from JSON of any length, with at most 100,000 values, names and brackets.
     *
     * @throws Problem if it is no JSON, has too many tokens, is nested too deeply, or is not of the
     *     form of the record
     */
    public static <T> T read(byte[] json, Class<T> type) {
        return read(json, type, BODY, DESCRIPTION);
    }

    /** Parses documents like {@link #read(byte[], Class)}, with at most 1,000,000 tokens. */
    public static <T> T documents(byte[] json, Class<T> type) {
        return read(DOCUMENTS, json, type, BODY, DESCRIPTION);
    }

    /**
     * Parses a record from a query parameter.
     *
     * @throws Problem if it is no JSON, or not of the record's form
     */
    public static <T> T parameter(String parameter, byte[] json, Class<T> type) {
        return read(json, type, "\"" + parameter + "\"", DESCRIPTION);
    }

    /**
     * Parses a record from JSON.
     *
     * @param subject the beginning of error messages, such as "the body"
     * @param description the address of the description of its form
     * @throws Problem if it is no JSON, or not of the record's form
     */
    public static <T> T read(byte[] json, Class<T> type, String subject, String description) {
        return read(MAPPER, json, type, subject, description);
    }

    private static <T> T read(ObjectMapper mapper, byte[] json, Class<T> type, String subject, String description) {
        try {
            T value = mapper.readValue(json, type);
            if (value == null) {
                throw Problem.badRequest(subject + " is null; it must be a JSON object");
            }
            requireWhole(value, "");
            return value;
        } catch (UnrecognizedPropertyException e) {
            throw Problem.badRequest(
                    "there is no field \"" + path(e) + "\"; known here are " + known(e.getKnownPropertyIds()));
        } catch (JsonParseException e) {
            throw Problem.badRequest(subject + " is not JSON: " + location(e));
        } catch (StreamConstraintsException e) {
            throw tooMuch(subject);
        } catch (JsonMappingException e) {
            if (e.getCause() instanceof StreamConstraintsException) {
                throw tooMuch(subject);
            }
            throw Problem.badRequest(
                    path(e).isEmpty()
                            ? subject + " does not match the schema in " + description
                            : "\"" + path(e) + "\" has the wrong type; see " + description + "");
        } catch (IOException e) {
            throw Problem.badRequest(subject + " cannot be read");
        }
    }

    private static Problem tooMuch(String subject) {
        return Problem.badRequest(subject + " is nested deeper than " + MAX_NESTING + " levels, or has more than "
                + MAX_VALUES + " values and names (with documents, " + MAX_VALUES_OF_DOCUMENTS + ")");
    }

    /** Throws if a part is missing or null and its record does not mark it nullable. */
    private static void requireWhole(Object value, String path) {
        if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                require(list.get(i), path + "[" + i + "]");
            }
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, part) -> require(part, path + "." + key));
        } else if (value instanceof Record) {
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                Object part = part(component, value);
                boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
                if (part != null || !nullable) {
                    require(part, path.isEmpty() ? component.getName() : path + "." + component.getName());
                }
            }
        }
    }

    private static void require(@Nullable Object part, String path) {
        if (part == null) {
            throw Problem.badRequest("\"" + shortened(path) + "\" is missing, or null");
        }
        requireWhole(part, path);
    }

    private static @Nullable Object part(RecordComponent component, Object record) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record's component can be read", e);
        }
    }

    private static String known(Collection<Object> names) {
        return names.stream().map(Object::toString).sorted().collect(Collectors.joining(", "));
    }

    private static String location(JsonProcessingException failure) {
        return failure.getLocation() == null
                ? "it ends too early"
                : "line " + failure.getLocation().getLineNr() + ", column "
                        + failure.getLocation().getColumnNr();
    }

    private static String path(JsonMappingException failure) {
        List<JsonMappingException.Reference> references = failure.getPath();
        StringBuilder path = new StringBuilder();
        for (JsonMappingException.Reference reference : references) {
            if (reference.getFieldName() == null) {
                path.append('[').append(reference.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(reference.getFieldName());
            }
        }
        return shortened(path.toString());
    }

    private static String shortened(String path) {
        return path.length() > MAX_PATH_LENGTH ? path.substring(0, MAX_PATH_LENGTH) + "..." : path;
    }
}
