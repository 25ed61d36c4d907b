package dev.tern.graph;

import dev.tern.graph.MetadataValue.OfString;

/** The limits on the size of a {@link MetadataFilter}. */
final class FilterLimits {
    static final int NAME = 512;
    static final int CONDITIONS = 4_096;
    static final int DEPTH = 64;

    private FilterLimits() {}

    static void requireName(String name) {
        if (name.length() > NAME) {
            throw new IllegalArgumentException(
                    "a filter has a name of " + name.length() + " characters; the limit is " + NAME);
        }
    }

    static void requireValue(String name, MetadataValue value) {
        if (value instanceof OfString(String text) && text.length() > MetadataValue.COMPARED_LENGTH) {
            throw new IllegalArgumentException("a filter compares \"" + name + "\" with a string of " + text.length()
                    + " characters; the limit is " + MetadataValue.COMPARED_LENGTH);
        }
    }

    static void requireConditions(int count) {
        if (count > CONDITIONS) {
            throw new IllegalArgumentException("a filter has " + count + " conditions; the limit is " + CONDITIONS);
        }
    }

    static void requireDepth(int levels) {
        if (levels > DEPTH) {
            throw new IllegalArgumentException("a filter has " + levels + " levels; the limit is " + DEPTH);
        }
    }
}
