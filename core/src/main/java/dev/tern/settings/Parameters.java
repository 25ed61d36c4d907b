package dev.tern.settings;

import dev.tern.error.TernException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The values of the {@linkplain Parameter parameters} of indexing and querying: {@code
 * Parameters.of(Parameter.FINAL_TOP_K, 5).with(Parameter.DEGREE, 2)}. Every value is validated; 0
 * is never replaced by a default. Immutable.
 */
public final class Parameters {
    /** The defaults of all parameters. */
    public static final Parameters DEFAULT = new Parameters(Map.of());

    /** The values that were set. */
    private final Map<Parameter<?>, Object> values;

    private Parameters(Map<Parameter<?>, Object> values) {
        this.values = values;
    }

    /**
     * Returns the defaults except for one parameter.
     *
     * @throws TernException the user's fault, if the value is not valid for the parameter
     */
    public static <T> Parameters of(Parameter<T> parameter, T value) {
        return DEFAULT.with(parameter, value);
    }

    /**
     * Returns a copy with another value of one parameter.
     *
     * @throws TernException the user's fault, if the value is not valid for the parameter
     */
    public <T> Parameters with(Parameter<T> parameter, T value) {
        T checked = parameter.check(value);
        Map<Parameter<?>, Object> changed = new HashMap<>(values);
        changed.put(parameter, checked);
        return new Parameters(Map.copyOf(changed));
    }

    /**
     * Returns a copy with another value of one parameter, parsed from a text.
     *
     * @throws IllegalArgumentException if the text is not of the parameter's type
     * @throws TernException as {@link Parameter#parse}
     */
    public <T> Parameters withText(Parameter<T> parameter, String text) {
        return with(parameter, parameter.parse(text));
    }

    /** Returns a copy that has the values of {@code others} for parameters that were not set. */
    public Parameters orElse(Parameters others) {
        Map<Parameter<?>, Object> all = new HashMap<>(others.values);
        all.putAll(values);
        return new Parameters(Map.copyOf(all));
    }

    /**
     * Returns the value of a parameter.
     *
     * @throws IllegalStateException if the parameter has no default and no value was set
     */
    public <T> T get(Parameter<T> parameter) {
        return find(parameter).orElseThrow(() -> new IllegalStateException(parameter + " is not set; use find"));
    }

    /** Returns the value of a parameter; empty if it has no default and no value was set. */
    @SuppressWarnings("unchecked") // with() is the only way in
    public <T> Optional<T> find(Parameter<T> parameter) {
        T value = (T) values.get(parameter);
        return value == null ? parameter.defaultValue() : Optional.of(value);
    }

    /** Returns the values by name, in the order of {@link Parameter#ALL}; omits missing values. */
    public Map<String, Object> byName() {
        Map<String, Object> named = new LinkedHashMap<>();
        for (Parameter<?> parameter : Parameter.ALL) {
            find(parameter).ifPresent(value -> named.put(parameter.name(), value));
        }
        return named;
    }

    /** Compares all values: one that was set to its default equals one that was not set. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Parameters its && byName().equals(its.byName());
    }

    @Override
    public int hashCode() {
        return byName().hashCode();
    }

    /** Returns all values by the names of their parameters. */
    @Override
    public String toString() {
        return byName().toString();
    }
}
