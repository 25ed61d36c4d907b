package dev.tern.server.mcp;

import dev.tern.server.json.Json;

/** Counts the characters (UTF-16 units) of JSON left for a tool's result. Not thread-safe. */
public final class CharacterBudget {
    private static final String ELLIPSIS = "…";

    private int remaining;
    private boolean cut;

    /** Creates the budget of one result. */
    public CharacterBudget(int characters) {
        this.remaining = characters;
    }

    /** Returns true if something did not fit. */
    public boolean isCut() {
        return cut;
    }

    int left() {
        return remaining;
    }

    void cut() {
        cut = true;
    }

    /** Reserves room for a value as JSON, and returns true if there was enough. */
    public boolean reserve(Object written) {
        int length = Json.line(written).length() + 1;
        if (length > remaining) {
            cut = true;
            return false;
        }
        remaining -= length;
        return true;
    }

    /**
     * Returns a text, truncated with an ellipsis if its JSON would exceed the room left or a
     * maximum, and reserves the room that it takes.
     *
     * @param max the maximum number of characters of the text as JSON
     */
    String text(String text, int max) {
        String fits = shortened(text, Math.min(max, remaining - 1));
        remaining = Math.max(0, remaining - Json.line(fits).length() - 1);
        return fits;
    }

    private String shortened(String text, int max) {
        if (Json.line(text).length() <= max) {
            return text;
        }
        cut = true;
        int low = 0;
        int high = Math.min(text.length(), Math.max(0, max));
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (Json.line(truncate(text, middle)).length() <= max) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return truncate(text, low);
    }

    /** Returns the start of a text and an ellipsis; does not split a surrogate pair. */
    private static String truncate(String text, int length) {
        int end = length > 0 && Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
        return text.substring(0, end) + ELLIPSIS;
    }
}
