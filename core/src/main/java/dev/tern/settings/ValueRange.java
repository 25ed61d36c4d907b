package dev.tern.settings;

import dev.tern.error.TernException;

/**
 * The range of a numeric parameter; both ends are valid values.
 *
 * @param name the name of the parameter
 * @param min the minimum
 * @param max the maximum
 */
public record ValueRange(String name, int min, int max) {
    int check(int value) {
        require(value);
        return value;
    }

    double check(double value) {
        require(value);
        return value;
    }

    private void require(double value) {
        // The condition is negated, so that NaN is rejected too.
        if (!(value >= min && value <= max)) {
            throw TernException.user(
                    name + " is " + plain(value) + "; it must be between " + plain(min) + " and " + plain(max));
        }
    }

    static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
