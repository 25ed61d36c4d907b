package dev.tern.transfer.file;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.util.stream.Collectors;

/** Describes the problem of a line to the user, without the names of Java classes. */
final class LineProblem {
    private static final String MISSING = "Missing required creator property";

    private LineProblem() {}

    /** Returns the column, the field and the problem. */
    static String of(JsonProcessingException failure) {
        JsonLocation location = failure.getLocation();
        String column = location == null ? "" : "column " + location.getColumnNr() + ": ";
        return column + field(failure) + describe(failure);
    }

    private static String field(JsonProcessingException failure) {
        if (!(failure instanceof JsonMappingException mapping)
                || mapping.getPath().isEmpty()) {
            return "";
        }
        return mapping.getPath().stream()
                        .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
                        .collect(Collectors.joining("."))
                + ": ";
    }

    private static String describe(JsonProcessingException failure) {
        return switch (failure) {
            case InvalidTypeIdException kind ->
                "expected a header, entity, relation, passage or footer, found "
                        + (kind.getTypeId() == null ? "none of them" : "\"" + kind.getTypeId() + "\"");
            case InvalidNullException nothing -> "it is null";
            case UnrecognizedPropertyException unknown ->
                "there is no field \"" + unknown.getPropertyName() + "\" in it";
            case ValueInstantiationException refused
            when refused.getCause() instanceof IllegalArgumentException cause -> String.valueOf(cause.getMessage());
            case MismatchedInputException lacking when firstLine(lacking).startsWith(MISSING) -> "it is missing";
            case JsonMappingException mapping ->
                firstLine(mapping).replaceAll("`dev\\.tern\\.[^`]*`", "the expected form");
            default -> "no JSON: " + firstLine(failure);
        };
    }

    private static String firstLine(JsonProcessingException failure) {
        return failure.getOriginalMessage().lines().findFirst().orElse("");
    }
}
