package dev.tern.documents;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * Reorders the parts of a line from visual order, left to right, to reading order: right to left in
 * Hebrew and Arabic, except for numbers and words of other scripts within.
 */
final class ReadingOrder {
    private ReadingOrder() {}

    /** Returns the parts in reading order; unchanged without right-to-left letters. */
    static <T> List<T> of(List<T> parts, Function<T, String> text) {
        List<Integer> directions =
                parts.stream().map(part -> direction(text.apply(part))).toList();
        long right = directions.stream().filter(direction -> direction < 0).count();
        if (right == 0) {
            return parts;
        }
        long left = parts.stream()
                .filter(part -> direction(text.apply(part)) > 0
                        && text.apply(part).chars().anyMatch(Character::isLetter))
                .count();
        boolean rightToLeft = right >= left;
        List<T> read = new ArrayList<>(rightToLeft ? parts.reversed() : parts);
        List<Integer> order = new ArrayList<>(rightToLeft ? directions.reversed() : directions);
        int against = rightToLeft ? 1 : -1;
        for (int i = 0; i < read.size(); i++) {
            int end = i;
            for (int j = i; j < read.size() && order.get(i) == against && order.get(j) != -against; j++) {
                end = order.get(j) == against ? j + 1 : end;
            }
            Collections.reverse(read.subList(i, Math.max(i, end)));
            i = Math.max(i, end - 1);
        }
        return read;
    }

    /** Returns true if a text has a right-to-left letter. */
    static boolean isRightToLeft(String text) {
        return direction(text) < 0;
    }

    /** Returns -1 for right-to-left letters, 1 for other letters or digits, 0 if all are signs. */
    private static int direction(String text) {
        int direction = 0;
        for (int i = 0; i < text.length(); i++) {
            switch (Character.getDirectionality(text.charAt(i))) {
                case Character.DIRECTIONALITY_RIGHT_TO_LEFT, Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC -> {
                    return -1;
                }
                case Character.DIRECTIONALITY_LEFT_TO_RIGHT,
                        Character.DIRECTIONALITY_EUROPEAN_NUMBER,
                        Character.DIRECTIONALITY_ARABIC_NUMBER -> direction = 1;
                default -> {}
            }
        }
        return direction;
    }
}
