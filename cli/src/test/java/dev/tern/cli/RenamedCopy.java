package dev.tern.cli;

import dev.tern.graph.ContentId;
import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.graph.Position;
import dev.tern.graph.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A copy of real text with other names, each similar in sound, and other vectors.
 *
 * <p>Vowels of names are exchanged for vowels and consonants for consonants, and a syllable of this
 * copy follows, so that no two copies share a short name. Names of ordinary words ("the physicist",
 * "1987") stay, so that copies share them as real texts do. The vector of a changed text is rotated
 * by one angle, in planes drawn for the copy: within a copy cosines are unchanged, with the
 * original it is {@value #COSINE}, between copies half. (all-MiniLM-L6-v2 gives statements with
 * exchanged names 0.50 and 0.60 in the median, names 0.25 and 0.37, passages 0.63 and 0.73.)
 */
final class RenamedCopy {
    private static final double COSINE = 0.7;
    private static final String VOWELS = "aeiou";
    private static final String CONSONANTS = "bcdfghjklmnpqrstvwxyz";
    private static final Pattern WORD = Pattern.compile("\\p{Lu}\\p{L}*");

    private final int number;
    private final Set<String> nameWords;
    private final Map<Character, Character> letters = new HashMap<>();
    private final List<Integer> planes = new ArrayList<>();

    /**
     * Creates one of the copies.
     *
     * @param number below 105, the number of syllables; 0 is the original
     * @param nameWords the words that are names if capitalised, in lower case
     * @param dimension the dimension of the vectors
     */
    RenamedCopy(int number, Set<String> nameWords, int dimension) {
        this.number = number;
        this.nameWords = nameWords;
        Random random = new Random(number);
        exchange(VOWELS, random);
        exchange(CONSONANTS, random);
        for (int i = 0; i < dimension; i++) {
            planes.add(i);
        }
        Collections.shuffle(planes, random);
    }

    private void exchange(String kind, Random random) {
        List<Character> others =
                new ArrayList<>(kind.chars().mapToObj(letter -> (char) letter).toList());
        Collections.shuffle(others, random);
        for (int i = 0; i < others.size(); i++) {
            letters.put(kind.charAt(i), others.get(i));
            letters.put(Character.toUpperCase(kind.charAt(i)), Character.toUpperCase(others.get(i)));
        }
    }

    int number() {
        return number;
    }

    /** Returns a text with other names. */
    String text(String real) {
        return number == 0
                ? real
                : WORD.matcher(real)
                        .replaceAll(word -> nameWords.contains(word.group().toLowerCase(Locale.ROOT))
                                ? renamed(word.group())
                                : word.group());
    }

    private String renamed(String word) {
        StringBuilder name = new StringBuilder(word);
        for (int i = 0; i < name.length(); i++) {
            name.setCharAt(i, letters.getOrDefault(name.charAt(i), name.charAt(i)));
        }
        return name.append(CONSONANTS.charAt(number / VOWELS.length()))
                .append(VOWELS.charAt(number % VOWELS.length()))
                .toString();
    }

    /** Returns the rotated vector of a text. */
    float[] vector(String real, float[] vector) {
        if (text(real).equals(real)) {
            return vector;
        }
        float cosine = (float) COSINE;
        float sine = (float) Math.sqrt(1 - COSINE * COSINE);
        float[] turned = vector.clone();
        for (int i = 0; i + 1 < planes.size(); i += 2) {
            int x = planes.get(i);
            int y = planes.get(i + 1);
            turned[x] = cosine * vector[x] - sine * vector[y];
            turned[y] = sine * vector[x] + cosine * vector[y];
        }
        return turned;
    }

    Statement statement(Statement real) {
        return new Statement(
                text(real.text()), real.entities().stream().map(this::text).toList());
    }

    Embedded<Passage> passage(Embedded<Passage> embedded) {
        Passage real = embedded.value();
        String document = number == 0 ? real.documentId() : real.documentId() + " " + number;
        String text = text(real.text());
        Position place = real.position();
        Passage passage = new Passage(
                        ContentId.ofPassage(document, text),
                        document,
                        real.ordinal(),
                        text(real.title()),
                        text,
                        List.of(),
                        real.metadata(),
                        new Position(place.start(), place.end(), place.page(), place.lastPage(), text(place.heading())),
                        real.extraction())
                .with(real.statements().stream().map(this::statement).toList(), real.extraction());
        return new Embedded<>(passage, vector(real.text(), embedded.vector()));
    }
}
