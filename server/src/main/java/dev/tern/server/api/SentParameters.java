package dev.tern.server.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tern.server.front.Problem;
import dev.tern.server.settings.ServerLimits;
import dev.tern.settings.Parameter;
import dev.tern.settings.Parameter.Chosen;
import dev.tern.settings.Parameters;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The parameters that a question brings, those of {@link Parameter#ALL} that a question may choose. */
final class SentParameters {
    private SentParameters() {}

    /**
     * The usual parameters with those in their place that were sent.
     *
     * @throws Problem if a name is not known, or a value is of another type or beyond what the server allows
     */
    static Parameters over(Parameters usual, Map<String, JsonNode> sent, ServerLimits limits) {
        Parameters chosen = usual;
        for (Map.Entry<String, JsonNode> each : sent.entrySet()) {
            Parameter<?> parameter = Parameter.of(each.getKey())
                    .filter(known -> known.chosen() == Chosen.BY_QUESTION)
                    .orElseThrow(() -> unknown(each.getKey()));
            if (!each.getValue().isNull()) {
                chosen = chosen.withText(parameter, text(parameter, each.getValue(), limits));
            }
        }
        // The server's own limit can be narrowed, like what may be seen.
        Optional<Integer> sources = usual.find(Parameter.SOURCE_LIMIT);
        return sources.isPresent() && chosen.find(Parameter.SOURCE_LIMIT).get() > sources.get()
                ? chosen.with(Parameter.SOURCE_LIMIT, sources.get())
                : chosen;
    }

    private static Problem unknown(String name) {
        return Problem.badRequest("there is no parameter \"" + name + "\"; known here are "
                + Parameter.ALL.stream()
                        .filter(known -> known.chosen() == Chosen.BY_QUESTION)
                        .map(Parameter::name)
                        .collect(Collectors.joining(", ")));
    }

    private static String text(Parameter<?> parameter, JsonNode value, ServerLimits limits) {
        boolean fits;
        if (parameter.type() == Integer.class) {
            // 66.0 is a whole number for JSON.
            fits = value.isNumber() && value.canConvertToExactIntegral() && value.canConvertToInt();
            int most = limits.most(parameter);
            if (fits && value.intValue() > most) {
                throw Problem.badRequest(
                        parameter + " is " + value.intValue() + "; this server allows at most " + most);
            }
            if (fits) {
                return String.valueOf(value.intValue());
            }
        } else {
            fits = parameter.type() == Double.class ? value.isNumber() : value.isTextual();
        }
        try {
            if (fits) {
                return Parameter.text(parameter.parse(value.asText()));
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw Problem.badRequest(parameter + " must be " + parameter.values());
    }
}
