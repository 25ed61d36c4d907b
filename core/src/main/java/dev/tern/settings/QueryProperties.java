package dev.tern.settings;

import dev.tern.error.TernException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The settings of indexing and querying in an application's configuration: properties {@code
 * tern.query.*}, named like the parameters. Case, hyphens and underscores are ignored, so {@code
 * final-top-k} is {@code finalTopK}.
 *
 * @param texts the values by name without the prefix
 */
public record QueryProperties(Map<String, String> texts) {
    private static final String PREFIX = "tern.query.";
    private static final String MODE = "mode";

    public QueryProperties {
        texts = Map.copyOf(texts);
    }

    /**
     * Returns the mode; empty for the default.
     *
     * @throws TernException the operator's fault, if there is no such mode
     */
    public Optional<Mode> mode() {
        return texts.entrySet().stream()
                .filter(each -> plain(each.getKey()).equals(MODE))
                .map(each -> mode(each.getValue()))
                .findFirst();
    }

    private static Mode mode(String name) {
        try {
            return Mode.valueOf(name.strip().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw TernException.operator(
                    PREFIX + "mode is \"" + name + "\"; it must be naive, local, graph or overview", e);
        }
    }

    /**
     * Returns the parameters, with Tern's defaults for missing properties.
     *
     * @throws TernException the operator's fault, if no parameter has the name, or the value is not
     *     of the parameter's type; the user's fault, if the value is otherwise invalid
     */
    public Parameters parameters() {
        Parameters parameters = Parameters.DEFAULT;
        for (Map.Entry<String, String> each : texts.entrySet()) {
            if (!plain(each.getKey()).equals(MODE)) {
                parameters = with(parameters, each.getKey(), each.getValue());
            }
        }
        return parameters;
    }

    private static Parameters with(Parameters parameters, String name, String value) {
        Parameter<?> parameter = Parameter.ALL.stream()
                .filter(known -> plain(known.name()).equals(plain(name)))
                .findFirst()
                .orElseThrow(
                        () -> TernException.operator("there is no property " + PREFIX + name + "; known here are mode, "
                                + Parameter.ALL.stream().map(Parameter::name).collect(Collectors.joining(", "))));
        try {
            return parameters.withText(parameter, value.strip());
        } catch (IllegalArgumentException e) {
            throw TernException.operator(PREFIX + name + " is \"" + value + "\"; it must be " + parameter.values(), e);
        }
    }

    private static String plain(String name) {
        return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }
}
