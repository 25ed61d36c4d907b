package dev.tern.documents;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/**
 * Puts the parts of a line, given from left to right, into the order in which they are read: in Hebrew and Arabic from right to left,
 * but words of other scripts and numbers within it from left to right.
 */
final class ReadingOrder {
    private ReadingOrder() {}

    /** The parts in the order in which they are read; as they are where no letter is read from right to left. */
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

    /** Returns whether a text has a letter that is read from right to left. */
    static boolean isRightToLeft(String text) {
        return direction(text) < 0;
    }

    /** Returns -1 of a text with letters that are read from right to left, 1 of one with other letters or digits, 0 of signs. */
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
