package dev.tern.store.milvus.benchmark;

import dev.tern.graph.SourceDocument;
import dev.tern.graph.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Documents about made-up people, nine statements each, and questions that need two of them: of any size, and the same
 * for the same numbers.
 */
public final class MadeUpCorpus {
    private static final int STATEMENTS = 9;
    private static final String[] RELATIONS = {
        "taught",
        "married",
        "corresponded with",
        "was a pupil of",
        "criticised",
        "translated",
        "travelled with",
        "succeeded",
        "painted"
    };
    private static final String[] SYLLABLES = {
        "ka", "lo", "mi", "ren", "sta", "vor", "del", "bru", "han", "tis", "gor", "ple", "nu", "wes", "fa", "ju"
    };

    private final int documents;

    /** A corpus of so many documents. */
    public MadeUpCorpus(int documents) {
        this.documents = documents;
    }

    /** Returns the number of statements of all documents. */
    public int statements() {
        return STATEMENTS * documents;
    }

    /** Returns the name of a person by number. */
    public static String name(int number) {
        StringBuilder name = new StringBuilder();
        for (int part = 0, rest = number + 17; part < 2; part++) {
            StringBuilder word = new StringBuilder();
            for (int i = 0; i < 3; i++) {
                word.append(SYLLABLES[rest % SYLLABLES.length]);
                rest = rest / SYLLABLES.length + (part + 1) * (number % 251);
            }
            name.append(part == 0 ? "" : " ")
                    .append(Character.toUpperCase(word.charAt(0)))
                    .append(word.substring(1));
        }
        return name.append(' ').append(roman(number)).toString();
    }

    /** Returns a word that makes a name unique and is not a number. */
    private static String roman(int number) {
        StringBuilder word = new StringBuilder("Q");
        for (int rest = number; rest > 0; rest /= 26) {
            word.append((char) ('a' + rest % 26));
        }
        return word.toString();
    }

    /** Returns the documents, made one after the other. */
    public Iterable<SourceDocument> documents() {
        return () -> java.util.stream.IntStream.range(0, documents)
                .mapToObj(this::document)
                .iterator();
    }

    private SourceDocument document(int number) {
        Random random = new Random(number);
        List<Statement> statements = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < STATEMENTS; i++) {
            String other = name(other(number, i, random));
            statements.add(Statement.of(name(number), RELATIONS[i], other));
            text.append(name(number))
                    .append(' ')
                    .append(RELATIONS[i])
                    .append(' ')
                    .append(other)
                    .append(". ");
        }
        return SourceDocument.of("d" + number, text.toString().strip())
                .withTitle(name(number))
                .withStatements(statements);
    }

    /** Two in three know a neighbour; the others know the few that many know. */
    private int other(int number, int relation, Random random) {
        return random.nextInt(3) > 0
                ? (number + 1 + relation * 7) % documents
                : (int) (Math.pow(random.nextDouble(), 3) * documents);
    }

    /** Questions that need a document and the one after it. */
    public List<String> questions(int count) {
        Random random = new Random(7);
        List<String> questions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = name(random.nextInt(documents));
            questions.add("Who " + RELATIONS[random.nextInt(RELATIONS.length)] + " the one whom " + name + " "
                    + RELATIONS[random.nextInt(RELATIONS.length)] + "?");
        }
        return questions;
    }
}
