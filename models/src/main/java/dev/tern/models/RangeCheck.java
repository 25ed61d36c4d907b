package dev.tern.models;

import dev.tern.error.TernException;
import java.time.Duration;

/** Rejects settings out of range, naming the setting, the value and the range. */
final class RangeCheck {
    private RangeCheck() {}

    static <T extends Comparable<T>> void check(String name, T value, T least, T most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw TernException.user(
                    name + " is " + shown(value) + " and must be from " + shown(least) + " to " + shown(most));
        }
    }

    static void checkWhole(String name, long value, long least, long most) {
        check(name, Long.valueOf(value), Long.valueOf(least), Long.valueOf(most));
    }

    static void notBlank(String name, String value) {
        if (value.isBlank()) {
            throw TernException.user(name + " is blank");
        }
    }

    private static String shown(Object value) {
        return value instanceof Duration time ? time.toMillis() + " ms" : value.toString();
    }
}
