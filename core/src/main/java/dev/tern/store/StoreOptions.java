package dev.tern.store;

import dev.tern.error.TernException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Options of a store. {@link #toString} has their names only, since a value may be a secret.
 *
 * @param values their values by name
 */
public record StoreOptions(Map<String, String> values) {
    /** No options: the store uses its defaults. */
    public static final StoreOptions NONE = new StoreOptions(Map.of());

    public StoreOptions {
        values = Map.copyOf(values);
    }

    /**
     * Returns a copy of these options with an option set.
     *
     * @param value the text of the option, or an object whose {@link Object#toString} is the text;
     *     a duration is written in seconds; null and an empty {@link Optional} or {@link
     *     OptionalInt} change nothing
     */
    public StoreOptions with(String name, @Nullable Object value) {
        return switch (value) {
            case null -> this;
            case Optional<?> optional -> optional.map(one -> with(name, one)).orElse(this);
            case OptionalInt optional -> optional.isEmpty() ? this : with(name, optional.getAsInt());
            case Duration duration -> with(name, BigDecimal.valueOf(duration.toMillis(), 3));
            default -> {
                Map<String, String> more = new TreeMap<>(values);
                more.put(name, value.toString());
                yield new StoreOptions(more);
            }
        };
    }

    /** Returns the options with the given names. */
    public StoreOptions only(Set<String> names) {
        Map<String, String> kept = new TreeMap<>(values);
        kept.keySet().retainAll(names);
        return new StoreOptions(kept);
    }

    /** Returns the value of an option; empty if it is not set. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /**
     * Returns the value of an option as a whole number; empty if the option is not set.
     *
     * @throws TernException the user's fault, if the value is not a whole number in int's range
     */
    public Optional<Integer> integer(String name) {
        return parsed(name, "a whole number", Integer::valueOf);
    }

    /**
     * Returns the value of an option as a duration, written as seconds with up to three decimals;
     * empty if the option is not set.
     *
     * @throws TernException the user's fault, if the value is no such number
     */
    public Optional<Duration> seconds(String name) {
        return parsed(
                name,
                "a number of seconds",
                text -> Duration.ofMillis(new BigDecimal(text).movePointRight(3).longValueExact()));
    }

    /**
     * Returns the value of an option, parsed by a function; empty if the option is not set.
     *
     * @param expected the valid values in words, for the message
     * @param parser throws an {@link IllegalArgumentException} or an {@link ArithmeticException} if
     *     a text is no valid value
     * @throws TernException the user's fault, if the parser rejects the value; the message has the
     *     value
     */
    public <T> Optional<T> parsed(String name, String expected, Function<String, T> parser) {
        return text(name).map(text -> {
            try {
                return parser.apply(text);
            } catch (ArithmeticException | IllegalArgumentException e) {
                throw TernException.user(name + " is \"" + text + "\"; it must be " + expected, e);
            }
        });
    }

    @Override
    public String toString() {
        return values.keySet().stream().sorted().toList().toString();
    }
}
