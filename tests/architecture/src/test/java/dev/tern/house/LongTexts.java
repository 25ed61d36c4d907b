package dev.tern.house;

import dev.tern.house.RegexTree.Characters;
import dev.tern.house.RegexTree.Choice;
import dev.tern.house.RegexTree.Repetition;
import dev.tern.house.RegexTree.Sequence;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Texts that repeat something of a regular expression as often as one likes, and end as it does, or nearly. */
final class LongTexts {
    /** A character that ends no expression of a word, a number or a list. */
    private static final String MISS = "\u0001";

    private static final int DRAWS = 2;

    private final Random random;
    private final Set<Shape> shapes = new LinkedHashSet<>();

    /**
     * A text of any length.
     *
     * @param before the text before the repeated part
     * @param repeated the repeated part; never empty
     * @param after the text behind it
     */
    record Shape(String before, String repeated, String after) {
        /** Returns the text with a number of repetitions. */
        String text(int times) {
            return before + repeated.repeat(times) + after;
        }
    }

    private LongTexts(Random random) {
        this.random = random;
    }

    /** Returns the texts that an expression is tried with. */
    static Set<Shape> of(Pattern pattern, Random random) {
        LongTexts texts = new LongTexts(random);
        RegexTree tree = RegexTree.of(pattern);
        for (int draw = 0; draw < DRAWS; draw++) {
            texts.visit(tree, "", "");
            String whole = tree.sample(random);
            texts.add("", whole, "");
            texts.add("", whole + " ", MISS);
            if (!whole.isEmpty()) {
                texts.add("", whole.substring(0, whole.length() - 1), MISS);
                texts.add("", whole.substring(1), MISS);
            }
        }
        texts.add("", "a", "");
        texts.add("", " ", "a");
        texts.add("", "\n", "a");
        return texts.shapes;
    }

    private void add(String before, String repeated, String after) {
        if (!repeated.isEmpty()) {
            shapes.add(new Shape(before, repeated, after));
        }
    }

    private void visit(RegexTree node, String before, String after) {
        switch (node) {
            case Characters characters -> {
                add("", characters.sample(random), MISS);
            }
            case Choice choice -> choice.ways().forEach(way -> visit(way, before, after));
            case Sequence sequence -> {
                List<RegexTree> parts = sequence.parts();
                for (int i = 0; i < parts.size(); i++) {
                    visit(
                            parts.get(i),
                            before + sample(parts.subList(0, i)),
                            sample(parts.subList(i + 1, parts.size())) + after);
                }
            }
            case Repetition repetition -> {
                visit(repetition.part(), before, after);
                if (repetition.most() >= RegexTree.MANY) {
                    repeated(repetition.part(), before, after);
                }
            }
        }
    }

    private void repeated(RegexTree part, String before, String after) {
        List<String> bodies = new ArrayList<>();
        bodies.add(part.sample(random));
        bodies.add(part.sample(random) + part.sample(random) + part.sample(random));
        for (String body : bodies) {
            add(before, body, after);
            add(before, body, MISS);
            add("", body, MISS);
            add("", before + body, MISS);
            add("", before + body, after);
        }
    }

    private String sample(List<RegexTree> parts) {
        return parts.stream().map(part -> part.sample(random)).collect(Collectors.joining());
    }
}
