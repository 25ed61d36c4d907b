package dev.tern.transfer.file;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tern.graph.Extraction;
import dev.tern.graph.Statement;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Converts lines to JSON and back, and rejects lines of another form. */
final class LineJson {
    /** The maximum number of bytes of a line. */
    static final int MAX_BYTES = 64 << 20;

    private final ObjectWriter writer;
    private final ObjectReader reader;

    LineJson() {
        StreamReadConstraints limits = StreamReadConstraints.builder()
                .maxStringLength(MAX_BYTES)
                .maxNameLength(MAX_BYTES)
                .build();
        JsonMapper mapper = JsonMapper.builder(
                        JsonFactory.builder().streamReadConstraints(limits).build())
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .defaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.FAIL, Nulls.FAIL))
                .addMixIn(Extraction.class, ChangedStatementsOnly.class)
                .build();
        this.writer = mapper.writerFor(GraphLine.class);
        this.reader = mapper.readerFor(GraphLine.class);
    }

    /** Omits the original statements of a passage if naming rules have not changed them. */
    private interface ChangedStatementsOnly {
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @JsonSetter(nulls = Nulls.AS_EMPTY)
        List<Statement> found();
    }

    /** Returns the JSON of a line in UTF-8, without line feed. Unpaired surrogates become "?". */
    byte[] bytes(GraphLine line) {
        try {
            return writer.writeValueAsString(line).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot be written as JSON: " + line.getClass(), e);
        }
    }

    /** Parses JSON text that becomes a part of a line. */
    JsonNode tree(String text) {
        try {
            return reader.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("no JSON: " + text, e);
        }
    }

    GraphLine parse(String line) throws JsonProcessingException {
        return reader.readValue(line);
    }
}
