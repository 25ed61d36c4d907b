package dev.tern.models;

import dev.tern.error.TernException;
import java.time.Duration;

/** Rejects settings out of range, naming the setting, the value and the range. */
final class RangeCheck {
    private RangeCheck() {}

    static <T extends Comparable<T>> void check(String name, T value, T min, T max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw TernException.user(
                    name + " is " + shown(value) + " and must be from " + shown(min) + " to " + shown(max));
        }
    }

    static void checkWhole(String name, long value, long min, long max) {
        check(name, Long.valueOf(value), Long.valueOf(min), Long.valueOf(max));
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
