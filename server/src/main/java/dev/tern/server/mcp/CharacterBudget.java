package dev.tern.server.mcp;

import dev.tern.server.json.Json;

/** How many characters of JSON are left for what a tool answers; for one thread. */
final class CharacterBudget {
    private static final String ELLIPSIS = "…";

    private int left;
    private boolean cut;

    CharacterBudget(int characters) {
        this.left = characters;
    }

    /** Whether something did not fit. */
    boolean isCut() {
        return cut;
    }

    /** How many characters are left. */
    int left() {
        return left;
    }

    /** Something was left out. */
    void cut() {
        cut = true;
    }

    /** Takes room for something, if there is enough. */
    boolean takes(Object written) {
        int length = Json.line(written).length() + 1;
        if (length > left) {
            cut = true;
            return false;
        }
        left -= length;
        return true;
    }

    /** As much of a text as there is room for, up to a number of characters as JSON; marked where it is cut. */
    String text(String text, int most) {
        String fits = shortened(text, Math.min(most, left - 1));
        left = Math.max(0, left - Json.line(fits).length() - 1);
        return fits;
    }

    private String shortened(String text, int most) {
        if (Json.line(text).length() <= most) {
            return text;
        }
        cut = true;
        int low = 0;
        int high = Math.min(text.length(), Math.max(0, most));
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (Json.line(start(text, middle)).length() <= most) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return start(text, low);
    }

    /** The start of a text, never with half of a character. */
    private static String start(String text, int length) {
        int end = length > 0 && Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
        return text.substring(0, end) + ELLIPSIS;
    }
}
