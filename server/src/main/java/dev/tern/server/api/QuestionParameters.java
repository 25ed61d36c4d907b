package dev.tern.server.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.app.limits.ServerLimits;
import dev.tern.server.front.Problem;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameter.ChosenBy;
import dev.tern.settings.Parameters;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** Parses parameters that a question may set ({@link ChosenBy#BY_QUESTION}). */
final class QuestionParameters {
    private QuestionParameters() {}

    /**
     * Returns the defaults overridden by the given values, except JSON nulls.
     *
     * @throws Problem if a name is unknown, or a value is of another type or beyond a limit
     */
    static Parameters override(Parameters usual, Map<String, JsonNode> sent, ServerLimits limits) {
        Parameters chosen = usual;
        for (Map.Entry<String, JsonNode> each : sent.entrySet()) {
            Parameter<?> parameter = Parameter.of(each.getKey())
                    .filter(known -> known.chosen() == ChosenBy.BY_QUESTION)
                    .orElseThrow(() -> unknown(each.getKey()));
            if (!each.getValue().isNull()) {
                chosen = with(chosen, parameter, each.getValue(), limits);
            }
        }
        return chosen;
    }

    private static Problem unknown(String name) {
        return Problem.badRequest("there is no parameter \"" + name + "\"; known here are "
                + Parameter.ALL.stream()
                        .filter(known -> known.chosen() == ChosenBy.BY_QUESTION)
                        .map(Parameter::name)
                        .collect(Collectors.joining(", ")));
    }

    private static Parameters with(Parameters chosen, Parameter<?> parameter, JsonNode value, ServerLimits limits) {
        if (!fits(parameter.type(), value)) {
            throw Problem.badRequest(parameter + " must be " + parameter.values());
        }
        if (parameter.type() != Integer.class) {
            return chosen.withText(parameter, value.asText());
        }
        int max = limits.max(parameter);
        if (value.intValue() > max) {
            throw Problem.badRequest(parameter + " is " + value.intValue() + "; this server allows at most " + max);
        }
        return chosen.withText(parameter, String.valueOf(value.intValue()));
    }

    private static boolean fits(Class<?> type, JsonNode value) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .anyMatch(choice ->
                            value.isTextual() && Parameter.text(choice).equals(value.asText()));
        }
        // 66.0 is an integer in JSON.
        return value.isNumber()
                && (type == Double.class || (value.canConvertToExactIntegral() && value.canConvertToInt()));
    }
}
